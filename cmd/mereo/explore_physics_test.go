package main

import (
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// physicalSample is the address of a sample of the small dataset of PTR that has an unstable object, which moves were tried with.
const physicalSample = "/sample/train/2"

func openPhysics(t *testing.T, set, sample string) *tab {
	t.Helper()
	p := newPage(t, explored(t, set)+sample)
	p.waitFor(`document.querySelector('#tab-physics')`)
	p.click("#tab-physics")
	p.waitFor(`document.querySelectorAll('.whatif').length > 1`)
	return p
}

// filmTime is the time, seconds, that the film shows.
func (p *tab) filmTime() (seconds float64) {
	p.t.Helper()
	p.eval(`parseFloat(document.querySelector('.time').innerText)`, &seconds)
	return seconds
}

// The motion of a what-if can be scrubbed with the keys and the pointer, and played; the verdicts are below.
func TestExplorePhysics(t *testing.T) {
	p := openPhysics(t, "ptr", physicalSample)
	if got := p.texts(".whatif"); !strings.HasPrefix(got[0], "as it stands") {
		t.Errorf("the first what-if is %q", got[0])
	}
	p.click(".whatif")
	p.waitFor(`document.querySelector('.film-frame img')?.naturalWidth > 0`)
	var strip, frames float64
	p.eval(`document.querySelector('.film-frame img').naturalWidth`, &strip)
	p.eval(`Number(document.querySelector('.player input').max) + 1`, &frames)
	if frames < 2 || math.Mod(strip, frames) != 0 {
		t.Errorf("a strip of %g pixels for %g pictures", strip, frames)
	}
	verdicts := p.texts(".verdicts tbody tr")
	if len(verdicts) != 3 || !strings.Contains(strings.Join(verdicts, " "), "unstable") {
		t.Errorf("the verdicts are %q, want three objects, one of them unstable", verdicts)
	}
	p.screenshot("physics-start")

	p.do(chromedp.Focus(".player input", chromedp.ByQuery))
	p.press(kb.ArrowRight)
	p.waitFor(`parseFloat(document.querySelector('.time').innerText) > 0`)
	second := p.filmTime()
	p.press(kb.End)
	p.waitFor(`document.querySelector('.player input').value === document.querySelector('.player input').max`)
	end := p.filmTime()
	if end <= second {
		t.Errorf("the film ends after %g s, its second picture is at %g s", end, second)
	}
	p.screenshot("physics-end")
	// Playing takes it from the start to the end in the time of the simulation.
	p.press(" ")
	p.waitFor(`document.querySelector('.play').innerText === 'Pause'`)
	p.waitFor(`document.querySelector('.play').innerText === 'Play' && document.querySelector('.player input').value === document.querySelector('.player input').max`)
	// The strip of thumbnails is a scale, too.
	p.do(chromedp.Click(".thumbs", chromedp.ByQuery))
	p.waitFor(`Math.abs(document.querySelector('.player input').value - document.querySelector('.player input').max / 2) <= 1`)
}

// A move of one's own is simulated; what cannot be is refused at the field.
func TestExploreOwnMove(t *testing.T) {
	p := openPhysics(t, "ptr", physicalSample)
	p.pick(".move select", "0")
	p.fill(".move input", "7")
	p.waitFor(`document.querySelector('.move .call-fault')`)
	p.fill(".move input", "0.35")
	p.waitFor(`!document.querySelector('.move .call-fault')`)
	p.press(kb.Enter)
	p.waitFor(`document.querySelector('.film h3')?.innerText.includes('moved left by 0.35 m')`)
	p.waitFor(`document.querySelector('.film-frame img').naturalWidth > 0`)
	p.screenshot("physics-own-move")
}

// Things that were dropped can be seen falling; they are moved by as much as their table allows, in true meters.
func TestExploreDropped(t *testing.T) {
	p := openPhysics(t, "dropped", "/sample/train/0")
	p.click(".whatifs li:nth-child(2) .whatif")
	p.waitFor(`document.querySelector('.film h3')?.innerText === 'the fall' && document.querySelector('.film-frame img').naturalWidth > 0`)
	var objects, verdicts int
	p.evalAsync(`fetch('/api/sample/train/0').then((r) => r.json()).then((s) => s.page.entities.length)`, &objects)
	p.eval(`document.querySelectorAll('.verdicts tbody tr').length`, &verdicts)
	if verdicts != objects || objects < 2 {
		t.Errorf("%d verdicts of %d objects", verdicts, objects)
	}
	p.screenshot("physics-dropped")
	p.fill(".move input", "2")
	p.waitFor(`document.querySelector('.move .call-fault')`)
	if got, want := p.text(".move .call-fault"), "The distance must be more than 0 and at most 1 meters."; got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	p.fill(".move input", "0.05")
	p.press(kb.Enter)
	p.waitFor(`document.querySelector('.film h3')?.innerText.includes('moved left by 0.05 m')`)
}

// A scene with changes is let go as it is then.
func TestExplorePhysicsOfChanges(t *testing.T) {
	p := openPhysics(t, "ptr", physicalSample)
	all := p.texts(".whatif")
	p.click("#tab-edit")
	p.waitFor(`document.querySelector('.plan [data-key="object 2"]')`)
	p.do(chromedp.Focus(`.plan [data-key="object 2"]`, chromedp.ByQuery))
	p.press(kb.Delete)
	p.drawn()
	p.click("#tab-physics")
	p.waitFor(`document.querySelectorAll('.whatif').length > 1`)
	left := p.texts(".whatif")
	if len(left) >= len(all) || strings.Contains(strings.Join(left, " "), "stable") {
		t.Errorf("without object 2 these can be tried: %q; before, these: %q", left, all)
	}
	p.click(".whatif")
	p.waitFor(`document.querySelector('.film-frame img')?.naturalWidth > 0`)
	if got := p.texts(".verdicts tbody tr"); len(got) != 2 {
		t.Errorf("the verdicts are %q, want those of the two objects that are left", got)
	}
	p.screenshot("physics-changed")
}

func TestExplorePhysicsOnAPhone(t *testing.T) {
	p := openPhysics(t, "ptr", physicalSample)
	p.dark()
	p.phone()
	p.click(".whatif")
	p.waitFor(`document.querySelector('.film-frame img')?.naturalWidth > 0`)
	p.narrow()
	p.eval(`document.querySelector('.film').scrollIntoView()`, nil)
	p.screenshot("physics-phone")
}
