package main

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"mereo/gen/show"
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
	p.eval(`parseFloat(document.querySelector('.time').innerText.match(/([\d.]+) s/)[1])`, &seconds)
	return seconds
}

// inSight wants elements to be in the window as it is, which has not been scrolled.
func (p *tab) inSight(selectors ...string) {
	p.t.Helper()
	for _, s := range selectors {
		var seen bool
		p.eval(`(() => {
			const b = document.querySelector('`+s+`').getBoundingClientRect();
			return scrollY === 0 && b.height > 8 && b.width > 8 && b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth;
		})()`, &seen)
		if !seen {
			p.t.Errorf("%s is not in sight", s)
		}
	}
}

// On a phone the film and its player stay in sight while one reads on, in 3D as well.
func TestExplorePhysicsPhone(t *testing.T) {
	p := openPhysics(t, "ptr", physicalSample)
	p.phone()
	p.do(chromedp.Click(".whatif", chromedp.ByQuery))
	p.waitFor(`document.querySelector('.film-frame img')?.naturalWidth > 0`)
	for _, view := range []struct{ tab, picture string }{{"Film", ".film-frame"}, {"3D", ".frame3d canvas"}} {
		p.clickText(".stage [role=tab]", view.tab)
		p.waitFor(`document.querySelector('` + view.picture + `')`)
		p.eval(`scrollTo(0, 500)`, nil)
		p.waitFor(`scrollY > 400 && ['` + view.picture + `', '.thumbs', '.player .play'].every((s) => {
			const b = document.querySelector(s).getBoundingClientRect();
			return b.height > 8 && b.top >= 0 && b.bottom <= innerHeight && document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)
				.closest(s.split(' ')[0]);
		})`)
		p.screenshot("phone-physics-" + view.tab + "-scrolled")
	}
}

// The film of a what-if has the place of the picture, and can be scrubbed with the keys and the pointer, and played; the verdicts
// are beside it.
func TestExplorePhysics(t *testing.T) {
	p := openPhysics(t, "ptr", physicalSample)
	if got := p.texts(".whatif"); !strings.HasPrefix(got[0], "as it stands") {
		t.Errorf("the first what-if is %q", got[0])
	}
	p.eval(`scrollTo(0, 0)`, nil)
	p.do(chromedp.Click(".whatif", chromedp.ByQuery))
	p.waitFor(`document.querySelector('.film-frame img')?.naturalWidth > 0`)
	var strip, frames float64
	p.eval(`document.querySelector('.film-frame img').naturalWidth`, &strip)
	p.inSight(".film h3", ".film-frame", ".thumbs", ".player .play", ".player input")
	p.eval(`Number(document.querySelector('.player input').max) + 1`, &frames)
	if frames < 2 || math.Mod(strip, frames) != 0 {
		t.Errorf("a strip of %g pixels for %g pictures", strip, frames)
	}
	verdicts := p.texts(".becomes tbody tr")
	if len(verdicts) != 3 || !strings.Contains(strings.Join(verdicts, " "), "unstable") {
		t.Errorf("the verdicts are %q, want three objects, one of them unstable", verdicts)
	}
	p.screenshot("physics-start")

	p.do(chromedp.Focus(".player input", chromedp.ByQuery))
	p.press(kb.ArrowRight)
	p.waitFor(`document.querySelector('.player input').value === '1'`)
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
	// The arrows go on where no slider has the focus.
	p.do(chromedp.Focus(".play", chromedp.ByQuery))
	p.press(kb.ArrowLeft)
	p.waitFor(`Number(document.querySelector('.player input').value) + 1 === Number(document.querySelector('.player input').max)`)
	// The strip of thumbnails is a scale, too.
	p.do(chromedp.Click(".thumbs", chromedp.ByQuery))
	p.waitFor(`Math.abs(document.querySelector('.player input').value - document.querySelector('.player input').max / 2) <= 1`)
}

// Moves lie in a grid for each object. Arrows go through it, and what is blocked is not tried.
func TestExploreMoves(t *testing.T) {
	p := openPhysics(t, "ptr", physicalSample)
	known := fetch[struct{ WhatIfs []show.WhatIf }](t, "GET", explored(t, "ptr")+"/api/whatifs"+strings.TrimPrefix(physicalSample, "/sample"), "").WhatIfs
	byObject := map[int][]show.WhatIf{}
	for _, w := range known[1:] {
		byObject[w.Object] = append(byObject[w.Object], w)
	}
	heads := p.texts(".moves-of")
	if len(heads) != len(byObject) || len(heads) == 0 {
		t.Fatalf("moves of %q, want those of %d objects", heads, len(byObject))
	}
	for n, head := range heads {
		if n > 0 {
			p.do(chromedp.Focus(fmt.Sprintf(".moves:nth-of-type(%d) .moves-of", n+2), chromedp.ByQuery))
			p.press(kb.Enter)
			p.waitFor(fmt.Sprintf(`document.querySelector(".moves:nth-of-type(%d) .moves-grid")`, n+2))
		}
		var labels []string
		p.eval(`[...document.querySelectorAll('.move-cell')].map((e) => e.getAttribute('aria-label'))`, &labels)
		var want []string
		stable := 0
		moves := byObject[slices.Sorted(maps.Keys(byObject))[n]]
		for _, w := range moves {
			want = append(want, w.Name+": "+w.Outcome)
			if w.Outcome == "stable" {
				stable++
			}
		}
		slices.Sort(labels)
		slices.Sort(want)
		if !slices.Equal(labels, want) {
			t.Errorf("the grid has %q, want %q", labels, want)
		}
		if said := fmt.Sprintf("%d of %d stable", stable, len(moves)); !strings.Contains(head, said) {
			t.Errorf("the head says %q, want %q in it", head, said)
		}
	}
	p.screenshot("physics-moves")
	// By keys to a move that is blocked, which is left alone, and to one that is not.
	p.do(chromedp.Focus(`.move-cell[tabindex="0"]`, chromedp.ByQuery))
	p.waitFor(`document.activeElement.dataset.at === '0'`)
	for _, c := range []struct{ key, at string }{{kb.ArrowDown, "4"}, {kb.ArrowRight, "5"}, {kb.ArrowUp, "1"}, {kb.ArrowUp, "1"}, {kb.ArrowLeft, "0"}} {
		p.press(c.key)
		p.waitFor(`document.activeElement.dataset.at === '` + c.at + `'`)
	}
	p.do(chromedp.Focus(".move-cell.blocked", chromedp.ByQuery))
	p.press(kb.Enter)
	p.do(chromedp.Focus(".move-cell.unstable", chromedp.ByQuery))
	var name string
	p.eval(`document.activeElement.title`, &name)
	p.press(kb.Enter)
	p.waitFor(`document.querySelector('.film h3')?.innerText === ` + strconv.Quote(name))
	p.waitFor(`document.querySelector('.move-cell[aria-pressed=true]')?.title === ` + strconv.Quote(name))
	p.look("the moves")
	// Who comes by the address of a move finds it among those of its object.
	last := len(known) - 1
	p = newPage(t, fmt.Sprintf("%s%s?tab=physics&whatif=%d", explored(t, "ptr"), physicalSample, last))
	p.waitFor(`document.querySelector('.move-cell[aria-pressed=true]')?.title === ` + strconv.Quote(known[last].Name))
}

// The film goes on in 3D: the objects stand where its frame has them.
func TestExploreFilmIn3D(t *testing.T) {
	p := openPhysics(t, "ptr", physicalSample)
	p.click(".whatif")
	p.waitFor(`document.querySelector('.film-frame img')?.naturalWidth > 0`)
	p.clickText(".stage [role=tab]", "3D")
	p.eval(`scrollTo(0, 0)`, nil)
	p.waitFor(`document.querySelector('.frame3d canvas') && !document.querySelector('.frame3d .over')`)
	p.inSight(".frame3d", ".thumbs", ".player input")
	shot := func() (png string) {
		p.do(chromedp.Sleep(500e6)) // some frames of the view
		p.eval(`document.querySelector('.frame3d canvas').toDataURL()`, &png)
		return png
	}
	p.do(chromedp.Focus(".player input", chromedp.ByQuery))
	start := shot()
	p.press(kb.End)
	p.waitFor(`document.querySelector('.player input').value === document.querySelector('.player input').max`)
	if shot() == start {
		t.Error("the scene in 3D is the same at the end of the film")
	}
	p.screenshot("physics-3d")
	// With another panel comes the scene as it is.
	p.clickText(".side [role=tab]", "Scene")
	p.waitFor(`!document.querySelector('.film')`)
}

// A move of one's own is simulated; what cannot be is refused at the field.
func TestExploreOwnMove(t *testing.T) {
	p := openPhysics(t, "ptr", physicalSample)
	p.click(".own-move summary")
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
	p.clickText(".whatif", "the fall")
	p.waitFor(`document.querySelector('.film h3')?.innerText === 'the fall' && document.querySelector('.film-frame img').naturalWidth > 0`)
	var objects int
	p.evalAsync(`fetch('/api/sample/train/0').then((r) => r.json()).then((s) => s.page.entities.length)`, &objects)
	// What is dropped falls by some centimeters and rests then; whether it is stable is no question.
	rows := p.texts(".becomes tbody tr")
	if len(rows) != objects || objects < 2 {
		t.Errorf("%d objects, of which these are told of: %q", objects, rows)
	}
	told := regexp.MustCompile(`\s0\.\d\d\d m\s+\d+°\s+at rest$`)
	for _, row := range rows {
		if !told.MatchString(row) {
			t.Errorf("the page says %q, want how far it fell and turned, and that it rests", row)
		}
	}
	// The film ends a moment after the last motion, so that at least the first half of its frames differ.
	strip := fetch[struct {
		Moved [][]struct{ T [3]float64 }
	}](t, "GET", explored(t, "dropped")+"/api/film/train/0/1", "").Moved
	moving := 0
	for k := range len(strip) - 1 {
		if slices.ContainsFunc(show.IDs(len(strip[k])), func(id int) bool {
			a, b := strip[k][id-1].T, strip[k+1][id-1].T
			return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]) > 0.002
		}) {
			moving++
		}
	}
	if 2*moving < len(strip) {
		t.Errorf("something moves in %d of %d frames", moving, len(strip))
	}
	p.screenshot("physics-dropped")
	p.click(".own-move summary")
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
	all := p.texts(".moves-of")
	p.click("#tab-edit")
	p.waitFor(`document.querySelector('.plan [data-key="object 2"]')`)
	p.do(chromedp.Focus(`.plan [data-key="object 2"]`, chromedp.ByQuery))
	p.press(kb.Delete)
	p.drawn()
	p.click("#tab-physics")
	p.waitFor(`document.querySelectorAll('.whatif').length > 1`)
	left := p.texts(".moves-of")
	if len(left) != len(all)-1 || strings.Contains(strings.Join(left, " "), "stable") {
		t.Errorf("without object 2 these can be tried: %q; before, these: %q", left, all)
	}
	p.click(".whatif")
	p.waitFor(`document.querySelector('.film-frame img')?.naturalWidth > 0`)
	if got := p.texts(".becomes tbody tr"); len(got) != 2 {
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
	p.do(chromedp.ScrollIntoView(".becomes", chromedp.ByQuery))
	// What stays in sight above leaves room for what is read.
	var room bool
	p.eval(`(() => {
		const film = document.querySelector('.film').getBoundingClientRect();
		return film.top >= 50 && film.height > 200 && innerHeight - film.bottom > 200;
	})()`, &room)
	if !room {
		t.Error("the film does not stay in sight, or leaves no room below")
	}
	p.look("physics on a phone")
	p.screenshot("physics-phone")
}

// The frames of a film of the dataset can be played and scrubbed, and what is drawn over them follows.
func TestExploreFrames(t *testing.T) {
	o := openSample(t, "films", 0)
	if tabs := o.texts(".stage [role=tab]"); len(tabs) > 0 {
		t.Errorf("the tabs are %q, want none of a single film without 3D", tabs)
	}
	last := len(o.page.Pictures) - 1
	at := func(frame int) {
		t.Helper()
		o.waitFor(fmt.Sprintf(`document.querySelector('.time').innerText.startsWith('frame %d') &&
			document.querySelector('.layers img').getAttribute('src').endsWith('/%d.png') && document.querySelector('.layers img').complete`, frame, frame))
		var drawn []string
		o.eval(`[...document.querySelectorAll('.layers polyline.colored')].map((e) => e.getAttribute('points').split(' ').sort().join(' '))`, &drawn)
		var want []string
		for _, e := range o.page.Entities {
			for _, part := range append(e.Entities, e) {
				for _, line := range part.Lines[frame] {
					ends := []string{fmt.Sprintf("%v,%v", line[0][0], line[0][1]), fmt.Sprintf("%v,%v", line[1][0], line[1][1])}
					slices.Sort(ends)
					want = append(want, strings.Join(ends, " "))
				}
			}
		}
		// A line is told of by itself and by what it belongs to, in either direction.
		slices.Sort(drawn)
		slices.Sort(want)
		if drawn, want = slices.Compact(drawn), slices.Compact(want); !slices.Equal(drawn, want) || len(want) == 0 {
			t.Errorf("frame %d has the lines %q over it, want %q", frame, drawn, want)
		}
	}
	o.press("3")
	o.waitFor(`document.querySelector('.layers polyline.colored')`)
	o.waitFor(`document.querySelector('.player')`)
	at(0)
	o.inSight(".layers", ".thumbs", ".player input")
	o.press(kb.ArrowRight)
	o.press(kb.ArrowRight)
	at(2)
	o.screenshot("film-frame")
	o.press(kb.ArrowLeft)
	at(1)
	o.press(" ")
	o.waitFor(`document.querySelector('.play').innerText === 'Pause'`)
	o.waitFor(`document.querySelector('.play').innerText === 'Play'`)
	at(last)
	o.do(chromedp.Focus(".player input", chromedp.ByQuery))
	o.press(kb.Home)
	at(0)
	o.press(kb.ArrowRight)
	at(1)
	o.look("a film")
	o.phone()
	o.narrow()
	o.screenshot("film-phone")
}
