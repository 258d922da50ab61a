package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"mereo/gen/show"
)

// labelPicture reads a label picture as the server gives it.
func labelPicture(t *testing.T, address string) (width, height int, data []byte) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	data, err = io.ReadAll(r.Body)
	width, _ = strconv.Atoi(r.Header.Get("X-Width"))
	height, _ = strconv.Atoi(r.Header.Get("X-Height"))
	if err != nil || r.StatusCode != http.StatusOK || width*height == 0 {
		t.Fatalf("%s: status %d, %d x %d, %v", address, r.StatusCode, width, height, err)
	}
	return width, height, data
}

// opened is a sample's page with what the server says of the sample.
type opened struct {
	*tab
	base, split string
	index       int
	page        show.Page
}

func openSample(t *testing.T, set string, index int) opened {
	t.Helper()
	o := opened{base: explored(t, set), index: index}
	o.split = fetch[struct{ Splits []struct{ Name string } }](t, "GET", o.base+"/api/dataset", "").Splits[0].Name
	var said struct{ Page show.Page }
	fetchJSON(t, fmt.Sprintf("%s/api/sample/%s/%d", o.base, o.split, index), &said)
	o.page = said.Page
	o.tab = newPage(t, fmt.Sprintf("%s/sample/%s/%d", o.base, o.split, index))
	o.waitFor(`document.querySelector('.layers img') && document.querySelector('.layers img').naturalWidth >= 100`)
	return o
}

// inside is the pixel of an entity nearest to the middle of all its pixels that has only such around it.
func (o opened) inside(channel show.Channel, id int) (bestX, bestY int) {
	o.t.Helper()
	w, h, data := labelPicture(o.t, fmt.Sprintf("%s/api/labels/%s/%d/0/%s", o.base, o.split, o.index, channel))
	is := func(x, y int) bool {
		return x >= 0 && y >= 0 && x < w && y < h && int(binary.LittleEndian.Uint16(data[2*(y*w+x):])) == id
	}
	var sumX, sumY, n float64
	for y := range h {
		for x := range w {
			if is(x, y) {
				sumX, sumY, n = sumX+float64(x), sumY+float64(y), n+1
			}
		}
	}
	best := math.Inf(1)
	for y := range h {
		for x := range w {
			d := math.Hypot(float64(x)-sumX/n, float64(y)-sumY/n)
			if d < best && is(x, y) && is(x-1, y) && is(x+1, y) && is(x, y-1) && is(x, y+1) {
				best, bestX, bestY = d, x, y
			}
		}
	}
	if math.IsInf(best, 1) {
		o.t.Fatalf("%s %d has no pixel with its like all around", channel, id)
	}
	return bestX, bestY
}

// largest is the object that covers most of picture 0.
func (o opened) largest() show.Entity {
	o.t.Helper()
	return slices.MaxFunc(o.page.Entities, func(a, b show.Entity) int {
		size := func(e show.Entity) float64 {
			if len(e.Boxes) == 0 || e.Channel != show.ChannelObject {
				return 0
			}
			return (e.Boxes[0].X1 - e.Boxes[0].X0) * (e.Boxes[0].Y1 - e.Boxes[0].Y0)
		}
		return int(size(a) - size(b))
	})
}

// onScreen is where the middle of a pixel of the picture lies in the window.
func (o opened) onScreen(x, y int) (float64, float64) {
	o.t.Helper()
	var at [2]float64
	o.eval(fmt.Sprintf(`(() => {
		const b = document.querySelector('.layers').getBoundingClientRect(), i = document.querySelector('.layers img');
		return [b.left + (%d + 0.5) / i.naturalWidth * b.width, b.top + (%d + 0.5) / i.naturalHeight * b.height];
	})()`, x, y), &at)
	return at[0], at[1]
}

// litLines are the keys of the lines of the tree that are lit up.
func (o opened) litLines() (keys []string) {
	o.t.Helper()
	o.eval(`[...document.querySelectorAll('.tree [data-lit=true]')].map((e) => e.dataset.key)`, &keys)
	return keys
}

// color is a pixel of canvas number n over the picture: 0 is the overlay, 1 what lights up.
func (o opened) color(n, x, y int) (rgba [4]int) {
	o.t.Helper()
	o.eval(fmt.Sprintf(`[...document.querySelectorAll('.layers canvas')[%d].getContext('2d').getImageData(%d, %d, 1, 1).data]`, n, x, y), &rgba)
	return rgba
}

// wantColor waits for a pixel of canvas number n over the picture to be as it should: pictures are painted after the page is told.
func (o opened) wantColor(what string, n, x, y int, is func(rgba [4]int) bool) {
	o.t.Helper()
	var got [4]int
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if got = o.color(n, x, y); is(got) {
			return
		}
	}
	o.t.Errorf("%s: pixel %d, %d is %v", what, x, y, got)
}

func opaque(rgba [4]int) bool { return rgba[3] == 255 }

// What is under the cursor lights up in the picture and in the tree and is told of below; a click selects it.
func TestExploreHover(t *testing.T) {
	o := openSample(t, "ptr", 3)
	e := o.largest()
	x, y := o.inside(show.ChannelObject, e.ID)
	o.waitFor(`!document.querySelectorAll('.layers canvas')[1].hidden`)
	o.point(o.onScreen(x, y))
	o.waitFor(`document.querySelectorAll('.tree [data-lit=true]').length === 1 && / m$/m.test(document.querySelector('.readout').innerText)`)
	if got := o.litLines(); !slices.Equal(got, []string{e.Key}) {
		t.Errorf("over %s the tree lights up %v", e.Key, got)
	}
	_, _, depth := labelPicture(t, fmt.Sprintf("%s/api/labels/train/3/0/viewz", o.base))
	z := math.Float32frombits(binary.LittleEndian.Uint32(depth[4*(y*o.page.Pictures[0].Width+x):]))
	said := o.text(".readout")
	for _, want := range []string{fmt.Sprintf("x %d, y %d", x, y), e.Name, fmt.Sprintf("depth %.3f m", z)} {
		if !strings.Contains(said, want) {
			t.Errorf("the line under the picture says %q, want %q in it", said, want)
		}
	}
	o.waitFor(`document.querySelector('.readout').innerText.includes('normal')`)
	o.wantColor("the corner is to be darkened while an object is lit up", 1, 0, 0, func(c [4]int) bool { return c[3] != 0 })
	o.wantColor("nothing is to lie under the cursor", 1, x, y, func(c [4]int) bool { return c[3] == 0 })
	o.screenshot("sample-hover")

	cx, cy := o.onScreen(x, y)
	o.do(chromedp.MouseClickXY(cx, cy))
	o.waitFor(`document.querySelector('.tree [aria-selected=true]') && document.querySelector('.details h3')`)
	if got := o.text(".details"); !strings.Contains(got, e.Name) || !strings.Contains(got, e.Rows[0].Value) {
		t.Errorf("the attributes of %s are %q, want %q in it", e.Key, got, e.Rows[0].Value)
	}
	// Its parts can be picked now.
	o.point(cx+1, cy)
	o.waitFor(`document.querySelector('.tree [data-lit=true]') && document.querySelector('.tree [data-lit=true]').getAttribute('aria-level') === '2'`)
	o.screenshot("sample-selected")
	o.press(kb.Escape)
	o.waitFor(`!document.querySelector('.tree [aria-selected=true]')`)

	// The other way: a line of the tree lights up the picture.
	o.do(chromedp.Evaluate(`document.querySelector('.tree li').focus()`, nil))
	o.waitFor(`document.querySelector('.tree li').dataset.lit === 'true'`)
}

// Keys 1 to 6 choose what lies over the picture.
func TestExploreOverlays(t *testing.T) {
	o := openSample(t, "ptr", 0)
	e := o.largest()
	x, y := o.inside(show.ChannelObject, e.ID)
	o.point(5, 5)
	var part int
	for _, p := range e.Entities {
		if len(p.Boxes) > 0 && p.Boxes[0].X1 > p.Boxes[0].X0+6 && p.Boxes[0].Y1 > p.Boxes[0].Y0+6 {
			part = p.ID
			break
		}
	}
	for _, row := range []struct {
		key, name string
		check     func()
	}{
		{"2", "objects", func() {
			o.wantColor("object ids: a color of "+e.Key, 0, x, y, opaque)
		}},
		{"3", "parts", func() {
			px, py := o.inside(show.ChannelPart, part)
			o.point(o.onScreen(px, py))
			o.waitFor(fmt.Sprintf(`document.querySelector('.readout').innerText.includes('x %d, y %d')`, px, py))
			o.wantColor(fmt.Sprintf("part ids: a color of part %d", part), 0, px, py, opaque)
		}},
		{"5", "depth", func() {
			o.waitFor(`document.querySelector('.legend')`)
			o.wantColor("depth: a color in the corner", 0, 0, 0, opaque)
			if legend := o.text(".legend"); strings.Count(legend, " m") != 5 {
				t.Errorf("the legend of depth says %q, want five numbers in meters", legend)
			}
		}},
		{"6", "normals", func() {
			_, _, normal := labelPicture(t, o.base+"/api/labels/train/0/0/normal")
			var want [4]int
			for c := range 3 {
				n := math.Float32frombits(binary.LittleEndian.Uint32(normal[4*(3*(y*o.page.Pictures[0].Width+x)+c):]))
				want[c] = int(math.Floor(127.5*(float64(n)+1) + 0.5))
			}
			want[3] = 255
			o.wantColor(fmt.Sprintf("normals: %v of %s", want, e.Key), 0, x, y, func(got [4]int) bool { return got == want })
		}},
	} {
		o.press(row.key)
		o.waitFor(fmt.Sprintf(`[...document.querySelectorAll('[role=radio][aria-checked=true] kbd')].some((k) => k.innerText === %q) &&
			!document.querySelector('.layers canvas').hidden`, row.key))
		row.check()
		o.screenshot("overlay-" + row.name)
	}
	o.press("1" + "4")
	var boxes int
	o.waitFor(`document.querySelectorAll('.drawn .box.plain').length > 0`)
	o.eval(`document.querySelectorAll('.drawn .box.plain').length`, &boxes)
	if boxes != len(o.page.Entities) {
		t.Errorf("there are %d boxes, want one for each of %d objects", boxes, len(o.page.Entities))
	}
	o.screenshot("overlay-boxes")
	o.press("+" + "+")
	o.waitFor(`document.querySelector('.frame').dataset.zoom === '3' && document.querySelector('.frame').scrollWidth > 2.5 * document.querySelector('.frame').clientWidth`)
	o.screenshot("zoomed")
	o.press("0")
	o.waitFor(`document.querySelector('.frame').dataset.zoom === '1'`)
}

// Strokes in space have ids and depth but neither normals nor 3D; those in the plane have no depth either.
func TestExploreOverlaysOfLines(t *testing.T) {
	dir := t.TempDir()
	mustMereo(t, "2 elements made", "generate", "syndacate", "--out", dir, "--solid", "--count", "2")
	mustMereo(t, "2 elements made", "generate", "syndacate", "--out", dir, "--task", "Words", "--count", "2")
	base := startExplorer(t, dir)
	var dataset struct{ Splits []struct{ Name string } }
	fetchJSON(t, base+"/api/dataset", &dataset)
	if len(dataset.Splits) != 2 {
		t.Fatalf("there are splits %v, want two", dataset.Splits)
	}
	p := newPage(t, base+"/")
	for i, want := range []string{"Plain Objects Parts Depth", "Plain Objects Parts"} {
		split := dataset.Splits[i].Name
		p.do(chromedp.Navigate(base + "/?split=" + split))
		p.waitFor(`document.querySelectorAll('.card').length === 2`)
		titles := []string{split[:7] + "…" + split[len(split)-6:] + "/0", split[:7] + "…" + split[len(split)-6:] + "/1"}
		if got := p.cards(); !slices.Equal(got, titles) {
			t.Errorf("the gallery shows %q, want %q", got, titles)
		}
		p.do(chromedp.Navigate(base + "/sample/" + split + "/0"))
		p.waitFor(`document.querySelector('.layers img') && document.querySelector('.layers img').naturalWidth > 0`)
		var got string
		p.eval(`[...document.querySelectorAll('.stage [role=radio]')].map((e) => e.firstChild.textContent.trim()).join(' ')`, &got)
		if got != want {
			t.Errorf("%s offers %q, want %q", split, got, want)
		}
		if i == 0 {
			p.press("5")
			p.waitFor(`document.querySelectorAll('.legend span').length === 5`)
		}
		p.screenshot("lines-" + strconv.Itoa(i))
	}
}

// Relations are arrows; an arrow under the cursor lights up both of its ends.
func TestExploreRelations(t *testing.T) {
	o := openSample(t, "ptr", 3)
	var name string
	o.eval(`document.querySelector('[aria-label="Name of the relation"]').value`, &name)
	want := 0
	for _, r := range o.page.Relations {
		if r.Name == name {
			want++
		}
	}
	o.press("r")
	o.waitFor(fmt.Sprintf(`document.querySelectorAll('.arrow').length === %d`, want))
	o.screenshot("relations")
	var at [2]float64
	o.eval(`(() => {
		const line = [...document.querySelectorAll('.arrow-line')].sort((a, b) => b.getTotalLength() - a.getTotalLength())[0];
		const p = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
		return [p.x, p.y];
	})()`, &at)
	o.point(at[0], at[1])
	o.waitFor(`document.querySelectorAll('.tree [data-lit=true]').length === 2`)
	lit := o.litLines()
	found := slices.ContainsFunc(o.page.Relations, func(r show.Relation) bool {
		return r.Name == name && slices.Contains(lit, r.From) && slices.Contains(lit, r.To)
	})
	if !found {
		t.Errorf("an arrow of %q lights up %v, between which there is no such relation", name, lit)
	}
	o.screenshot("relations-hover")
	const all = "Nothing is selected, so these are all of them."
	if got := o.text(".relations .note"); got != all {
		t.Errorf("while nothing is selected the list says %q, want %q", got, all)
	}
	// Only those of what is selected.
	e := o.page.Entities[0]
	want = 0
	for _, r := range o.page.Relations {
		if r.Name == name && (r.From == e.Key || r.To == e.Key) {
			want++
		}
	}
	o.click(fmt.Sprintf(`.tree [data-key=%q]`, e.Key))
	o.waitFor(fmt.Sprintf(`document.querySelectorAll('.arrow').length === %d`, want))
}

// The tree is walked by arrows as trees of scene graphs are.
func TestExploreTreeKeys(t *testing.T) {
	o := openSample(t, "shopvrb", 0)
	at := func(want string) {
		t.Helper()
		o.waitFor(fmt.Sprintf(`document.activeElement.dataset.key === %q`, want))
	}
	first := o.page.Entities[0]
	o.do(chromedp.Focus(`.tree [tabindex="0"]`, chromedp.ByQuery))
	at(first.Key)
	o.press(kb.Home + kb.ArrowLeft) // closed now, if it was open
	o.waitFor(fmt.Sprintf(`document.querySelector('.tree [data-key=%q]').getAttribute('aria-expanded') === 'false'`, first.Key))
	o.press(kb.ArrowDown)
	at(o.page.Entities[1].Key)
	o.press(kb.ArrowUp + kb.ArrowRight)
	o.waitFor(fmt.Sprintf(`document.querySelector('.tree [data-key=%q]').getAttribute('aria-expanded') === 'true'`, first.Key))
	o.press(kb.ArrowRight)
	at(first.Entities[0].Key)
	o.press(kb.Enter)
	o.waitFor(fmt.Sprintf(`document.querySelector('.tree [data-key=%q]').getAttribute('aria-selected') === 'true'`, first.Entities[0].Key))
	o.screenshot("tree")
	o.press(kb.ArrowLeft)
	at(first.Key)
}

// N and P go to the next and the previous sample, and what was chosen to look at stays.
func TestExploreNextSample(t *testing.T) {
	o := openSample(t, "ptr", 0)
	o.press("5" + "n")
	o.waitFor(`location.pathname === '/sample/train/1' && document.querySelector('h1').innerText === 'train/1' && document.querySelector('.legend')`)
	o.press("]")
	o.waitFor(`location.pathname === '/sample/train/2' && document.querySelector('h1').innerText === 'train/2'`)
	o.press("p")
	o.waitFor(`document.querySelector('h1').innerText === 'train/1'`)
	o.press("[")
	o.waitFor(`location.pathname === '/sample/train/0' && document.querySelector('h1').innerText === 'train/0'`)
}

// TRANCE has several pictures, one by one or side by side.
func TestExploreManyPictures(t *testing.T) {
	o := openSample(t, "trance", 1)
	for i, picture := range o.page.Pictures {
		o.clickText(".stage [role=tab]", picture.Name)
		o.waitFor(fmt.Sprintf(`document.querySelectorAll('.layers').length === 1 && document.querySelector('figcaption').innerText === %q`, picture.Name))
		if i == 0 {
			o.screenshot("pictures-one")
		}
	}
	o.clickText(".stage [role=tab]", "All")
	o.waitFor(fmt.Sprintf(`document.querySelectorAll('.layers img').length === %d && [...document.querySelectorAll('.layers img')].every((i) => i.naturalWidth > 100)`,
		len(o.page.Pictures)))
	o.screenshot("pictures-all")
}

// The scene in 3D is drawn, and the object under the cursor lights up; wireframe looks different.
func TestExplore3D(t *testing.T) {
	o := openSample(t, "ptr", 3)
	e := o.largest()
	x, y := o.inside(show.ChannelObject, e.ID)
	o.clickText(".stage [role=tab]", "3D")
	o.waitFor(`document.querySelector('.frame3d canvas') && !document.querySelector('.frame3d .over')`)
	// With the dataset's camera the pixel of the picture lies at the same place of the canvas, which shows the whole picture.
	picture := o.page.Pictures[0]
	var box [4]float64
	o.eval(`(() => { const b = document.querySelector('.frame3d canvas').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()`, &box)
	scale := math.Min(box[2]/float64(picture.Width), box[3]/float64(picture.Height))
	px := box[0] + box[2]/2 + (float64(x)+0.5-float64(picture.Width)/2)*scale
	py := box[1] + box[3]/2 + (float64(y)+0.5-float64(picture.Height)/2)*scale
	o.point(px, py)
	o.waitFor(`document.querySelectorAll('.tree [data-lit=true]').length === 1`)
	if got := o.litLines(); !slices.Equal(got, []string{e.Key}) {
		t.Errorf("over %s in 3D the tree lights up %v", e.Key, got)
	}
	o.settled3D()
	o.screenshot("3d-hover")
	o.point(5, 5)
	o.waitFor(`!document.querySelector('.tree [data-lit=true]')`)
	colored := o.settled3D()
	o.screenshot("3d")
	if colored.least > 120 || colored.most < 60 || colored.most-colored.least < 40 {
		t.Errorf("the scene in 3D has brightness %d to %d of 255, want a picture with light and shade", colored.least, colored.most)
	}
	for _, mode := range []string{"Wireframe", "Normals", "Objects"} {
		o.clickText(".scene3d [role=radio]", mode)
		o.drawn3D(mode+" looks different from colors", func(b brightness) bool { return b.sum != colored.sum })
		o.screenshot("3d-" + strings.ToLower(mode))
	}
	o.clickText(".scene3d [role=radio]", "Color")
	// Turning by keys and by dragging changes the view, C brings it back.
	o.do(chromedp.Focus(".frame3d canvas", chromedp.ByQuery))
	o.press(kb.ArrowLeft + kb.ArrowLeft + kb.ArrowUp)
	o.do(chromedp.MouseEvent(input.MousePressed, px, py, chromedp.Button("left")), chromedp.MouseEvent(input.MouseMoved, px+80, py+20, chromedp.Button("left")),
		chromedp.MouseEvent(input.MouseReleased, px+80, py+20, chromedp.Button("left")),
		chromedp.MouseEvent(input.MouseMoved, 5, 5))
	o.waitFor(`!document.querySelector('.tree [data-lit=true]')`)
	o.settled3D()
	o.drawn3D("turning changes the view", func(b brightness) bool { return b.sum != colored.sum })
	o.screenshot("3d-turned")
	o.press("c")
	o.drawn3D("C brings the dataset's camera back", func(b brightness) bool { return b.sum == colored.sum })
	o.clickText(".stage [role=tab]", "Picture")
	o.waitFor(`document.querySelector('.layers') && !document.querySelector('.frame3d')`)
}

type brightness struct{ least, most, sum int }

// drawn3D waits until the scene in 3D is as it should be.
func (o opened) drawn3D(what string, is func(b brightness) bool) {
	o.t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(o.canvas3D()); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			o.t.Errorf("not seen: %s", what)
			return
		}
	}
}

// settled3D waits until nothing comes late into the scene in 3D any more, such as a texture or a light: until it is the same several
// times running.
func (o opened) settled3D() (b brightness) {
	o.t.Helper()
	end := time.Now().Add(patience)
	for same := 0; same < 4; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			o.t.Fatal("the scene in 3D never comes to rest")
		}
		if now := o.canvas3D(); now == b {
			same++
		} else {
			b, same = now, 0
		}
	}
	return b
}

// canvas3D is how bright the scene in 3D is: the darkest and brightest mean of 16 x 12 fields, and the sum of everything.
func (o opened) canvas3D() (b brightness) {
	o.t.Helper()
	var got [3]int
	o.eval(`(() => {
		const from = document.querySelector('.frame3d canvas'), c = document.createElement('canvas');
		c.width = from.width;
		c.height = from.height;
		const g = c.getContext('2d');
		g.drawImage(from, 0, 0);
		const d = g.getImageData(0, 0, c.width, c.height).data, sums = new Array(192).fill(0), counts = new Array(192).fill(0);
		for (let y = 0; y < c.height; y++) for (let x = 0; x < c.width; x++) {
			const i = 4 * (y * c.width + x), f = Math.floor(y * 12 / c.height) * 16 + Math.floor(x * 16 / c.width);
			sums[f] += (d[i] + d[i + 1] + d[i + 2]) / 3;
			counts[f]++;
		}
		const means = sums.map((s, i) => s / counts[i]);
		return [Math.round(Math.min(...means)), Math.round(Math.max(...means)), Math.round(sums.reduce((a, b) => a + b, 0))];
	})()`, &got)
	return brightness{got[0], got[1], got[2]}
}
