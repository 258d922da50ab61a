package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"mereo/gen"
)

// phone makes the page as wide as on a phone.
func (p *tab) phone() {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch))
}

// contrasts finds text that is harder to read than WCAG AA allows: 4.5 to 1, or 3 to 1 for large letters. Grounds are those of the
// nearest element that has one; what is disabled is left out, as the rule says, and so are pictures.
const contrasts = `(() => {
	const parse = (c) => { const m = c.match(/[\d.]+/g).map(Number); return {rgb: m.slice(0, 3), a: m.length > 3 ? m[3] : 1}; };
	const light = (rgb) => { const [r, g, b] = rgb.map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const ground = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.a === 1) return c.rgb; }
		return [255, 255, 255]; };
	const bad = [];
	let checked = 0;
	for (const e of document.querySelectorAll('body *')) {
		if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || !e.checkVisibility()) continue;
		if (e.closest('svg, noscript, :disabled, [aria-disabled=true], .sr, .skip')) continue;
		const s = getComputedStyle(e), a = light(parse(s.color).rgb), b = light(ground(e));
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		const size = parseFloat(s.fontSize), large = size >= 24 || (size >= 18.66 && Number(s.fontWeight) >= 700);
		checked++;
		if (ratio < (large ? 3 : 4.5)) bad.push(ratio.toFixed(2) + ' ' + e.tagName + '.' + e.className + ' "' + e.textContent.trim().slice(0, 40) + '"');
	}
	return {bad, checked};
})()`

// nameless finds controls that a screen reader has no name for.
const nameless = `[...document.querySelectorAll('button, a[href], input, select, textarea, [role=treeitem], [role=radio], canvas[tabindex], img')]
	.filter((e) => e.checkVisibility() && !e.hasAttribute('alt') && !(e.getAttribute('aria-label') || e.innerText || e.textContent || e.title ||
		e.getAttribute('placeholder') || (e.labels && e.labels.length > 0 && e.labels[0].innerText) || '').trim())
	.map((e) => e.outerHTML.slice(0, 120))`

// look checks contrast and names of what is shown.
func (p *tab) look(where string) {
	p.t.Helper()
	var c struct {
		Bad     []string
		Checked int
	}
	p.evalAsync(`(async () => { // colors change gradually
		for (let still = 0; still < 8; await new Promise(requestAnimationFrame)) {
			still = document.getAnimations().some((a) => a.playState === 'running') ? 0 : still + 1;
		}
	})()`, nil)
	p.eval(contrasts, &c)
	if len(c.Bad) > 0 || c.Checked < 8 {
		p.t.Errorf("%s: of %d texts these have too little contrast:\n%s", where, c.Checked, strings.Join(c.Bad, "\n"))
	}
	var bare []string
	p.eval(nameless, &bare)
	if len(bare) > 0 {
		p.t.Errorf("%s: controls without a name:\n%s", where, strings.Join(bare, "\n"))
	}
}

// places are the pages, each with what brings it up and when it is there.
var places = []struct{ name, path, tab, there string }{
	{"gallery", "/", "", `document.querySelectorAll('.facet .chip').length > 5`},
	{"scene", "/sample/train/1", "Scene", `document.querySelector('.tree li')`},
	{"questions", "/sample/train/1", "Questions", `document.querySelector('.side-body').children.length > 0`},
	{"physics", "/sample/train/1", "Physics", `document.querySelector('.side-body').children.length > 0`},
	{"edit", "/sample/train/1", "Edit", `document.querySelector('.side-body').children.length > 0`},
	{"about", "/sample/train/1", "About", `document.querySelector('.rows')`},
	{"test", "/test", "", `document.querySelector('main').children.length > 0`},
}

// visit goes to a place.
func (p *tab) visit(base string, i int) {
	p.t.Helper()
	at := places[i]
	p.do(chromedp.Navigate(base+at.path), chromedp.WaitVisible("main > *", chromedp.ByQuery))
	if at.tab != "" {
		p.waitFor(`document.querySelector('.layers img') && document.querySelector('.layers img').naturalWidth > 0`)
		p.clickText(".side [role=tab]", at.tab)
	}
	p.waitFor(at.there)
}

// All pages are readable in both themes, and everything on them has a name.
func TestExploreContrast(t *testing.T) {
	base := explored(t, "shopvrb")
	p := newPage(t, base+"/")
	for _, theme := range []string{"light", "dark"} {
		if theme == "dark" {
			p.dark()
		}
		for i, at := range places {
			p.visit(base, i)
			p.look(theme + " " + at.name)
			p.screenshot("look-" + at.name + "-" + theme)
		}
	}
}

// On a phone nothing is wider than the window, and what is tapped is large enough for a thumb.
func TestExplorePhone(t *testing.T) {
	base := explored(t, "shopvrb")
	p := newPage(t, base+"/")
	p.phone()
	for i, at := range places {
		p.visit(base, i)
		p.do(chromedp.Sleep(300e6))
		var wide int
		p.eval(`document.documentElement.scrollWidth`, &wide)
		if wide > 390 {
			var which []string
			p.eval(`[...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > 391 && !e.closest('.tabs, svg'))
				.map((e) => e.tagName + '.' + e.className).slice(0, 8)`, &which)
			t.Errorf("%s is %d pixels wide on a phone of 390: %v", at.name, wide, which)
		}
		var small []string
		p.eval(`[...document.querySelectorAll('.button, .chip, [role=tab], .top nav a')].filter((e) => e.checkVisibility() &&
			e.getBoundingClientRect().height < 36).map((e) => e.innerText)`, &small)
		if len(small) > 0 {
			t.Errorf("%s: too small for a thumb: %q", at.name, small)
		}
		p.screenshot("phone-" + at.name)
		if at.tab != "" && at.tab != "About" && at.tab != "Physics" {
			// The picture stays in sight while one reads on; the page of physics has a film of its own.
			p.do(chromedp.Evaluate(`window.scrollTo(0, 500)`, nil), chromedp.Sleep(200e6))
			var top float64
			p.eval(`document.querySelector('.pictures').getBoundingClientRect().top`, &top)
			if top < 0 {
				t.Errorf("%s: the picture is %g pixels out of sight after scrolling", at.name, -top)
			}
			p.screenshot("phone-" + at.name + "-scrolled")
		}
	}
}

// The page follows the system until one chooses, and then keeps what was chosen.
func TestExploreTheme(t *testing.T) {
	p := newPage(t, explored(t, "trance")+"/")
	ground := func() (color string) {
		t.Helper()
		p.eval(`getComputedStyle(document.body).backgroundColor`, &color)
		return color
	}
	p.waitFor(`document.querySelector('#theme')`)
	light := ground()
	p.dark()
	dark := ground()
	if light == dark {
		t.Fatalf("the page is %s in both themes", light)
	}
	p.click("#theme")
	if got := ground(); got != light {
		t.Errorf("chosen light: the ground is %s, want %s", got, light)
	}
	p.do(chromedp.Reload())
	p.waitFor(`document.querySelector('#theme')`)
	if got := ground(); got != light {
		t.Errorf("chosen light, after loading again: the ground is %s, want %s", got, light)
	}
	p.click("#theme")
	p.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}}))
	if got := ground(); got != dark {
		t.Errorf("chosen dark: the ground is %s, want %s", got, dark)
	}
	p.do(chromedp.Evaluate(`localStorage.clear()`, nil))
}

// The key ? shows the keys, and Esc hides them again; keys of the page do nothing meanwhile.
func TestExploreHelp(t *testing.T) {
	o := openSample(t, "trance", 0)
	o.press("?")
	o.waitFor(`document.querySelector('dialog[open]')`)
	for _, want := range []string{"previous sample", "object ids", "move between pictures"} {
		if got := o.text("dialog"); !strings.Contains(got, want) {
			t.Errorf("the list of keys does not say %q", want)
		}
	}
	o.press("n")
	o.look("help")
	o.screenshot("help")
	o.press(kb.Escape)
	o.waitFor(`!document.querySelector('dialog')`)
	o.address("/sample/train/0") // the key pressed in the dialog went nowhere
}

// Why samples made again may differ is said on all pages, until it is put away for the session.
func TestExploreWarning(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "older")
	mustMereo(t, "is complete", "generate", "trance", "--no-pictures", "--out", dir, "--count", "2")
	name := filepath.Join(dir, "dataset.json")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	now := "mereo " + gen.Version
	older := strings.Replace(string(data), now, "mereo 0.0.1", 1)
	if older == string(data) {
		t.Fatalf("dataset.json does not name %s", now)
	}
	if err := os.WriteFile(name, []byte(older), 0o666); err != nil {
		t.Fatal(err)
	}
	base := startExplorer(t, dir)
	p := newPage(t, base+"/")
	for _, path := range []string{"/", "/sample/train/1", "/test"} {
		p.do(chromedp.Navigate(base + path))
		p.waitFor(`document.querySelector('[role=status] .notice p')`)
		want := "The dataset was made by mereo 0.0.1, and this is " + now + ": scenes in 3D, changes and physics may differ from the pictures."
		if got := p.text("[role=status] .notice p"); got != want {
			t.Errorf("%s says %q, want %q", path, got, want)
		}
	}
	p.look("warning")
	p.screenshot("warning")
	p.click(".notice button")
	p.waitFor(`!document.querySelector('.notice')`)
	p.do(chromedp.Navigate(base + "/"))
	p.waitFor(`document.querySelectorAll('.card').length === 2`)
	var there bool
	if p.eval(`document.querySelector('.notice') !== null`, &there); there {
		t.Error("the warning that was put away is there again")
	}
}

// What cannot be shown is said in a sentence.
func TestExploreNothingThere(t *testing.T) {
	base := explored(t, "trance")
	p := newPage(t, base+"/")
	p.allow("404")
	for path, want := range map[string]string{
		"/sample/train/900":           `index is "900", want 0 to 3`,
		"/sample/nothing/0":           `split is "nothing", want one of ["train"]`,
		"/?split=train&f.color=plaid": "No sample passes these filters.",
	} {
		p.do(chromedp.Navigate(base + path))
		p.waitFor(`document.querySelector('main .note') && !document.querySelector('main .note').innerText.startsWith('Loading')`)
		p.waitFor(fmt.Sprintf(`[...document.querySelectorAll('main .note')].some((e) => e.innerText.includes(%q))`, want))
		p.screenshot("nothing" + strings.Map(func(r rune) rune {
			if strings.ContainsRune("/?&=.", r) {
				return '-'
			}
			return r
		}, path))
	}
}
