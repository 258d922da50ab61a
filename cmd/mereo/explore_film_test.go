package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"mereo/gen/show"
)

// openPlayed opens a film of a world at a frame.
func openPlayed(t *testing.T, frame int) (o opened, at func(frame int)) {
	t.Helper()
	o = openSample(t, "played", 0)
	at = func(frame int) {
		t.Helper()
		address := fmt.Sprintf(`new URLSearchParams(location.search).get('frame') === '%d'`, frame)
		if frame == 0 {
			address = `!location.search.includes('frame')`
		}
		o.waitFor(fmt.Sprintf(`document.querySelector('.time').innerText.startsWith('frame %d') && %s &&
			document.querySelector('.layers img').getAttribute('src').endsWith('%05[1]d.png') && document.querySelector('.layers img').complete`, frame, address))
	}
	at(0)
	if frame == 0 {
		return o, at
	}
	o.do(chromedp.Navigate(fmt.Sprintf("%s/sample/%s/0?frame=%d", o.base, o.split, frame)))
	o.waitFor(`document.querySelector('.layers img')?.naturalWidth >= 100`)
	at(frame)
	return o, at
}

// wantEvents are events of the film that pass a test, which must be there.
func (o opened) wantEvents(is func(e show.Event) bool) []show.Event {
	o.t.Helper()
	out := slices.DeleteFunc(slices.Clone(o.page.Motion.Events), func(e show.Event) bool { return !is(e) })
	if len(out) == 0 {
		o.t.Fatalf("no event of the film is as the test needs it: %+v", o.page.Motion.Events)
	}
	return out
}

// A film of a world is played, and the address and what is drawn over the picture go along.
func TestExploreFilm(t *testing.T) {
	o, at := openPlayed(t, 4)
	if got, want := o.texts(".stage [role=tab]"), []string{"All", "Front", "Side", "3D"}; !slices.Equal(got, want) {
		t.Errorf("the tabs are %q, want %q", got, want)
	}
	last := o.page.Motion.Frames - 1
	o.inSight(".layers", ".thumbs", ".player input", ".events", ".player .play")
	o.press(kb.ArrowRight)
	at(5)
	o.screenshot("world-film")

	// ids are those of the frame that is shown.
	moved := o.wantEvents(func(e show.Event) bool { return e.Kind == "collision" && !e.After })[0].Entities[0]
	var box [2]show.Rect
	for _, e := range o.page.Entities {
		if e.Key == moved {
			box = [2]show.Rect{e.Boxes[5], e.Boxes[last]}
		}
	}
	middle := func(r show.Rect) (x, y int) { return int((r.X0 + r.X1) / 2), int((r.Y0 + r.Y1) / 2) }
	if box[0] == box[1] {
		t.Fatalf("%s stays where it is", moved)
	}
	o.press("2")
	x, y := middle(box[0])
	o.wantColor("object ids in frame 5", 0, x, y, opaque)
	o.press(".")
	o.waitFor(`document.querySelector('.player select').value === '2'`)
	o.press(" ")
	o.waitFor(`document.querySelector('.play').innerText === 'Pause'`)
	o.waitFor(`document.querySelector('.play').innerText === 'Play'`)
	at(last)
	x, y = middle(box[1])
	o.wantColor("object ids in the last frame", 0, x, y, opaque)
	o.press("7") // the last frame has no next one; the one before has
	o.press(kb.ArrowLeft)
	at(last - 1)
	o.waitFor(`document.querySelector('.legend .wheel')`)
	o.wantColor("flow of a thing that moves", 0, x, y, func(c [4]int) bool { return c[3] == 255 && min(c[0], c[1], c[2]) < 200 })
	o.wantColor("flow of the ground", 0, 119, 0, func(c [4]int) bool { return c == [4]int{255, 255, 255, 255} })
	o.screenshot("world-film-flow")

	// A loop goes on after the last frame, until somebody stops it.
	o.press("l")
	o.press(kb.ArrowRight)
	at(last)
	o.press(" ")
	o.waitFor(`document.querySelector('.time').innerText.startsWith('frame 0')`)
	o.waitFor(fmt.Sprintf(`document.querySelector('.time').innerText.startsWith('frame %d')`, last))
	o.waitFor(`document.querySelector('.time').innerText.startsWith('frame 1\u0020') || document.querySelector('.time').innerText.startsWith('frame 2')`)
	o.button("Pause")
	o.press("l,1")
	o.waitFor(`document.querySelector('.play').innerText === 'Play' && document.querySelector('.player select').value === '1'`)

	o.clickText(".stage [role=tab]", "All")
	o.waitFor(`document.querySelectorAll('.layers').length === 2`)
	var frames []string
	o.eval(`[...document.querySelectorAll('.layers img')].map((i) => i.getAttribute('src').slice(-9))`, &frames)
	if len(frames) != 2 || frames[0] != frames[1] {
		t.Errorf("the cameras show the frames %q, want the same", frames)
	}
	o.look("a film of a world")
	o.dark()
	o.look("a film of a world in dark colors")
	o.screenshot("world-film-all-dark")
}

// What happens in a film is marked below it; a mark leads to its frame and lights up what takes part.
func TestExploreFilmEvents(t *testing.T) {
	o, at := openPlayed(t, 0)
	hit := o.wantEvents(func(e show.Event) bool { return e.Kind == "collision" && !e.After })[0]
	if !strings.HasPrefix(hit.Text, "the ") || !strings.HasSuffix(hit.Text, " collide") || len(hit.Entities) != 2 {
		t.Errorf("a collision is told as %+v", hit)
	}
	slices.Sort(hit.Entities)
	lit := func(want []string) {
		t.Helper()
		o.waitFor(fmt.Sprintf(`document.querySelectorAll('.tree [data-lit=true]').length === %d`, len(want)))
		if got := o.litLines(); !slices.Equal(got, want) {
			t.Errorf("the tree lights up %q, want %q", got, want)
		}
	}
	o.click(`.event[data-kind="collision"]`)
	at(hit.Frame)
	lit(hit.Entities)
	if got, want := o.text(".event-says"), fmt.Sprintf("Frame %d: %s", hit.Frame, hit.Text); got != want {
		t.Errorf("the strip says %q, want %q", got, want)
	}
	o.screenshot("world-film-event")
	o.point(5, 5)
	lit(hit.Entities)
	o.press(kb.Escape)
	o.point(6, 6)
	lit(nil)

	// What happens after the film has marks of its own, which lead to the last frame.
	later := o.wantEvents(func(e show.Event) bool { return e.After })
	var after int
	o.eval(`document.querySelectorAll('.events.after .event').length`, &after)
	if after != len(later) {
		t.Errorf("%d marks are behind the film, want %d", after, len(later))
	}
	o.click(".events.after .event")
	at(o.page.Motion.Frames - 1)
	if got, want := o.text(".event-says"), fmt.Sprintf("After the film, frame %d: %s", later[0].Frame, later[0].Text); got != want {
		t.Errorf("the strip says %q, want %q", got, want)
	}
	// Arrows go from mark to mark.
	o.do(chromedp.Focus(`.event[tabindex="0"]`, chromedp.ByQuery))
	o.press(kb.ArrowLeft)
	before := o.page.Motion.Events[slices.IndexFunc(o.page.Motion.Events, func(e show.Event) bool { return e.After })-1]
	o.waitFor(fmt.Sprintf(`document.activeElement.getAttribute('aria-label') === 'Frame %d: %s'`, before.Frame, before.Text))
	o.press(kb.Enter)
	at(before.Frame)
	o.phone()
	o.narrow()
	o.screenshot("world-film-phone")
}

// In 3D the things stand where they are in the frame.
func TestExploreFilm3D(t *testing.T) {
	o, _ := openPlayed(t, 0)
	o.clickText(".stage [role=tab]", "3D")
	o.waitFor(`document.querySelector('.frame3d canvas') && !document.querySelector('.frame3d .over')`)
	first := o.settled3D()
	for range 3 {
		o.click(`[aria-label="Next frame"]`)
	}
	o.waitFor(`document.querySelector('.time').innerText.startsWith('frame 3')`)
	o.drawn3D("the things move", func(b brightness) bool { return b.sum != first.sum })
	moved := o.settled3D()
	o.screenshot("world-film-3d")
	o.clickText(".scene3d label", "Paths")
	o.drawn3D("without paths it looks different", func(b brightness) bool { return b.sum != moved.sum })
}

// Choices of one question stand below what they share, and what calls yield of a film leads to its frames.
func TestExploreFilmQuestions(t *testing.T) {
	o, at := openPlayed(t, 0)
	o.clickText(".side [role=tab]", "Questions")
	o.waitFor(`document.querySelector('.question-list')`)
	stems := map[int]string{}
	choices := 0
	for _, q := range o.page.Questions {
		if q.Group > 0 {
			stems[q.Group] = q.Stem
			choices++
		}
	}
	if got := len(o.texts(".stem > p")); got != len(stems) || got == 0 {
		t.Errorf("%d questions have choices, want %d", got, len(stems))
	}
	marks := o.texts(".stem .answer")
	if len(marks) != choices || !slices.Contains(marks, "✓ right") || !slices.Contains(marks, "✗ wrong") {
		t.Errorf("the choices are %q, want %d, right and wrong ones", marks, choices)
	}
	o.screenshot("world-film-questions")
	o.click(".stem .question")
	o.waitFor(`document.querySelector('.sentence')`)
	o.button("← All questions")

	// All that is seen in the film, as a program of one's own.
	o.do(chromedp.Navigate(fmt.Sprintf("%s/sample/%s/0?tab=questions&question=own&program=%s", o.base, o.split, `[{"function":"events","inputs":[],"side":[]}]`)))
	enters := o.wantEvents(func(e show.Event) bool { return e.Kind == "in" && !e.After })[0]
	o.waitFor(`document.querySelectorAll('.call .chips button').length > 2`)
	said := o.texts(".call .chips button")
	if want := fmt.Sprintf("%s frame %d", enters.Text, enters.Frame); !slices.Contains(said, want) {
		t.Errorf("the events are %q, want %q among them", said, want)
	}
	o.clickText(".call .chips button", enters.Text)
	at(enters.Frame)
	o.screenshot("world-film-program")
}
