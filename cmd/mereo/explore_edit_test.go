package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func openEdit(t *testing.T, set, sample string) *tab {
	t.Helper()
	p := newPage(t, explored(t, set)+"/sample/"+sample)
	p.waitFor(`document.querySelector('#tab-edit')`)
	p.click("#tab-edit")
	p.waitFor(`document.querySelector('.plan .thing')`)
	return p
}

// drawn waits until the picture shows the changes as the set draws them.
func (p *tab) drawn() {
	p.t.Helper()
	p.waitFor(`[...document.querySelectorAll('.edit [role=status]')].some((e) => /^Drawn in \d+ ms$/.test(e.innerText))`)
}

// where is where the plan says that an entity is, meters.
func (p *tab) where(key string) (x, y float64) {
	p.t.Helper()
	var at []float64
	p.eval(`document.querySelector('.plan [data-key=`+strconv.Quote(key)+`]').getAttribute('aria-label').match(/at (-?[\d.]+), (-?[\d.]+) m/).slice(1).map(Number)`, &at)
	return at[0], at[1]
}

// An object is moved with the keys and the pointer, turned, recolored and removed; picture and answers follow, and all of it can be
// taken back.
func TestExploreEdit(t *testing.T) {
	p := openEdit(t, "ptr", "train/0")
	p.screenshot("edit-start")
	// The list below the plan tells what its numbers are, and the camera is where it is.
	names := p.texts(".plan-name")
	var marks []string
	p.eval(`[...document.querySelectorAll('.plan .mark text')].map((e) => e.textContent)`, &marks)
	if len(names) != len(marks) || names[0] != "1 table with a yellow top" {
		t.Errorf("the plan has the marks %q, and the list says %q", marks, names)
	}
	p.click(".plan-legend li:nth-child(2) .plan-name")
	p.waitFor(`document.querySelector('.plan [data-key="object 2"]').matches('.selected') && document.querySelector('.plan .camera')`)
	const key = "object 1"
	x, y := p.where(key)

	// Four steps to the right are one change, and one undo.
	p.do(chromedp.Focus(`.plan [data-key="object 1"]`, chromedp.ByQuery))
	for range 4 {
		p.press(kb.ArrowRight)
	}
	p.waitFor(`document.querySelectorAll('.done li').length === 1`)
	p.drawn()
	if x1, y1 := p.where(key); x1 < x+0.19 || x1 > x+0.21 || y1 != y {
		t.Errorf("after four steps to the right %s is at %g, %g; it was at %g, %g", key, x1, y1, x, y)
	}
	var src string
	p.eval(`document.querySelector('.picture img').src`, &src)
	if !strings.Contains(src, "/api/drawn/") {
		t.Errorf("the picture is %s, want one that was drawn", src)
	}
	p.button("Undo")
	p.waitFor(`document.querySelectorAll('.done li').length === 0`)
	p.waitFor(`!document.querySelector('.picture img').src.includes('/api/drawn/')`)
	if x1, y1 := p.where(key); x1 != x || y1 != y {
		t.Errorf("after undo %s is at %g, %g; it was at %g, %g", key, x1, y1, x, y)
	}
	p.button("Redo")
	p.waitFor(`document.querySelectorAll('.done li').length === 1`)
	p.drawn()

	// Dragged with the pointer.
	var box struct{ X, Y float64 }
	p.eval(`document.querySelector('.plan').scrollIntoView({block: 'center'})`, nil)
	p.eval(`(() => { const b = document.querySelector('.plan [data-key="object 1"] polygon').getBoundingClientRect();
		return {X: b.x + b.width / 2, Y: b.y + b.height / 2}; })()`, &box)
	p.drag(box.X, box.Y, box.X-40, box.Y)
	p.waitFor(`document.querySelectorAll('.done li').length === 2`)
	p.drawn()
	if x1, _ := p.where(key); x1 >= x {
		t.Errorf("dragged to the left %s is at x %g; it was at %g", key, x1, x)
	}

	// Turned, recolored and removed.
	p.do(chromedp.Focus(`.plan [data-key="object 1"]`, chromedp.ByQuery))
	p.press("r")
	p.waitFor(`document.querySelectorAll('.done li').length === 3`)
	p.screenshot("edit-turned")
	p.pick(".edit-parts select", "object 2")
	p.press(kb.Escape)
	p.do(chromedp.Focus(`.plan [data-key="object 2"]`, chromedp.ByQuery))
	p.press(kb.Delete)
	p.waitFor(`document.querySelectorAll('.done li').length === 4`)
	p.drawn()
	p.waitFor(`!document.querySelector('.plan [data-key="object 2"]')`)
	p.waitFor(`document.querySelector('.changed-answers li')`)
	if n := len(p.texts(".changed-answers li")); n == 0 {
		t.Errorf("no answer changed when object 2 was removed")
	}
	p.screenshot("edit-removed")
	p.eval(`document.querySelector('.changed-answers').scrollIntoView({block: 'center'})`, nil)
	p.screenshot("edit-answers")

	// The labels of the changed sample can be downloaded.
	var text string
	p.evalAsync(`(async () => {
		for (;;) { // the address changes with the page, a moment later
			try {
				return await (await fetch(document.querySelector('a[download$=".json"]').href)).text();
			} catch {
				await new Promise((f) => setTimeout(f, 50));
			}
		}
	})()`, &text)
	var page struct{ Entities []struct{ Key string } }
	if err := json.Unmarshal([]byte(text), &page); err != nil {
		t.Fatal(err)
	}
	if len(page.Entities) == 0 || slices.ContainsFunc(page.Entities, func(e struct{ Key string }) bool { return e.Key == "object 2" }) {
		t.Errorf("the labels that can be downloaded have entities %v", page.Entities)
	}
	p.button("Reset")
	p.waitFor(`document.querySelector('.plan [data-key="object 2"]')`)
}

// A part is recolored.
func TestExploreRecolor(t *testing.T) {
	p := openEdit(t, "ptr", "train/0")
	var key, color string
	p.evalAsync(`fetch('/api/sample/train/0').then((r) => r.json()).then((s) => {
		const all = (list) => (list || []).flatMap((e) => [e, ...all(e.entities)]);
		return all(s.page.entities).find((e) => (e.edits || []).includes('recolor')).key; })`, &key)
	p.pick(".edit-parts select", key)
	p.waitFor(`document.querySelector('.chosen .chip')`)
	p.screenshot("edit-colors")
	color = p.texts(".chosen .chip")[2]
	p.click(`.chosen li:nth-child(3) .chip`)
	p.drawn()
	if got := p.texts(".done li"); len(got) != 1 || !strings.HasSuffix(got[0], "made "+color) {
		t.Errorf("the changes are %q, want one that ends with %q", got, "made "+color)
	}
	p.screenshot("edit-recolored")
}

func TestExploreEditOnAPhone(t *testing.T) {
	p := openEdit(t, "ptr", "train/0")
	p.dark()
	p.phone()
	p.waitFor(`innerWidth === 390`)
	p.narrow()
	p.eval(`document.querySelector('.plan').scrollIntoView({block: 'end'})`, nil)
	p.screenshot("edit-phone")

	// A finger drags an object, and not the page, when nothing that comes late moves what is seen any more.
	const key = "object 1"
	for same, last := 0, ""; same < 5; time.Sleep(100 * time.Millisecond) {
		var now string
		p.eval(`document.querySelector('.plan svg').scrollIntoView({block: 'end'}), scrollY + ' of ' + document.body.scrollHeight`, &now)
		if same++; now != last {
			same, last = 0, now
		}
	}
	var from struct{ X, Y, Top float64 }
	p.eval(`(() => { const b = document.querySelector('.plan [data-key="object 1"] polygon').getBoundingClientRect();
		return {X: b.x + b.width / 2, Y: b.y + b.height / 2, Top: scrollY}; })()`, &from)
	x, y := p.where(key)
	touch := func(kind input.TouchType, points ...*input.TouchPoint) {
		t.Helper()
		p.do(input.DispatchTouchEvent(kind, points))
	}
	touch(input.TouchStart, &input.TouchPoint{X: from.X, Y: from.Y})
	for n := 1.0; n <= 4; n++ {
		touch(input.TouchMove, &input.TouchPoint{X: from.X + 3*n, Y: from.Y - 10*n})
	}
	var top float64
	p.eval(`scrollY`, &top)
	touch(input.TouchEnd)
	p.waitFor(`document.querySelectorAll('.done li').length === 1`)
	p.drawn()
	if x1, y1 := p.where(key); x1 <= x || y1 <= y || top != from.Top {
		t.Errorf("dragged away with a finger, %s went from %g, %g to %g, %g, and the page from %g to %g", key, x, y, x1, y1, from.Top, top)
	}
	p.screenshot("edit-phone-dragged")
}

// Samples of other sets can be changed, too: the first thing that can be moved is moved with the keys.
func TestExploreEditOtherSets(t *testing.T) {
	for _, set := range []string{"trance", "qlevr", "shopvrb"} {
		t.Run(set, func(t *testing.T) {
			p := openEdit(t, set, "train/0")
			p.waitFor(`document.querySelector('.plan .movable')`)
			var key string
			p.eval(`document.querySelector('.plan .movable').dataset.key`, &key)
			x, y := p.where(key)
			p.do(chromedp.Focus(`.plan .movable`, chromedp.ByQuery))
			p.press(kb.ArrowLeft)
			p.waitFor(`document.querySelectorAll('.done li').length === 1`)
			p.drawn()
			if x1, y1 := p.where(key); x1 == x && y1 == y {
				t.Errorf("%s is still at %g, %g", key, x, y)
			}
			p.eval(`scrollTo(0, 0)`, nil)
			p.screenshot("edit-" + set)
		})
	}
}

// Who drags over the plan marks no letters of it as text.
func TestExplorePlanIsNoText(t *testing.T) {
	p := openEdit(t, "qlevr", "train/0")
	p.eval(`document.querySelector('.plan svg').scrollIntoView({block: 'center'})`, nil)
	var b [4]float64
	p.eval(`(() => { const b = document.querySelector('.plan svg').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })()`, &b)
	p.drag(b[0]+4, b[1]+4, b[2]-4, b[3]-4)
	var marked string
	p.eval(`getSelection().toString()`, &marked)
	if marked != "" {
		t.Errorf("dragging over the plan marks %q", marked)
	}
}
