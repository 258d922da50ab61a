package main

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// at waits until a sample is shown, and the address is as it should be.
func (p *tab) at(title, address string) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf(`document.querySelector('h1')?.innerText === %q && location.pathname + location.search === %q`, title, address))
}

// While the server is away the pages say so, keys lead on, and all is shown when it is back, by itself or at a press of the button.
func TestExploreServerAway(t *testing.T) {
	dir := exploredDir(t, "ptr")
	run := newExplorerRun(t, dir, "127.0.0.1:0")
	host := strings.TrimPrefix(run.address, "http://")
	leave := func() {
		t.Helper()
		if got := run.stop(); got != exitOK {
			t.Fatalf("explore: exit %d: %s", got, run.stderr.take())
		}
	}
	p := newPage(t, run.address+"/sample/train/1")
	for _, words := range []string{"net::ERR_CONNECTION", "net::ERR_EMPTY_RESPONSE", "net::ERR_INCOMPLETE_CHUNKED_ENCODING", "503 (Service Unavailable)"} {
		p.allow(words)
	}
	p.at("train/1", "/sample/train/1")
	leave()
	p.press("n")
	p.at("train/2", "/sample/train/2")
	p.waitFor(`document.querySelector('.away .button')?.innerText === 'Try again'`)
	want := "The server does not answer. Is mereo explore still running? It is asked again every few seconds."
	if got := p.text(".away p"); got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	p.press("n")
	p.at("train/3", "/sample/train/3")
	p.screenshot("away")
	p.press("p")
	p.at("train/2", "/sample/train/2")
	run = newExplorerRun(t, dir, host)
	const shown = `!document.querySelector('.away .notice') && document.querySelector('.tree li') && document.querySelector('.layers img').naturalWidth > 0`
	p.waitFor(shown)

	// The gallery waits as well, and Esc leads there.
	leave()
	p.press("n")
	p.waitFor(`document.querySelector('.away .button')`)
	p.press(kb.Escape)
	p.waitFor(`location.pathname === '/' && document.querySelectorAll('.card').length === 0 && document.querySelector('.away .button')`)
	p.screenshot("away-gallery")
	run = newExplorerRun(t, dir, host)
	t.Cleanup(leave)
	p.click(".away .button")
	p.waitFor(`!document.querySelector('.away .notice') && document.querySelectorAll('.card img').length === 6 &&
		[...document.querySelectorAll('.card img')].every((i) => i.naturalWidth > 100)`)
}

// The address tells tab, question, call and selection: they are there again when the page is loaded anew or gone back to.
func TestExploreAddress(t *testing.T) {
	base := explored(t, "ptr")
	p := newPage(t, base+"/sample/train/0")
	p.click(`.tree [data-key="object 2"]`)
	p.at("train/0", "/sample/train/0?selected=object+2")
	p.click("#tab-questions")
	p.click(".question-list li:nth-child(4) .question")
	p.waitFor(`document.querySelector('.calls .call-value')`)
	asked := p.text(".sentence")
	p.press("jj")
	p.waitFor(`document.querySelector('.call.current')?.dataset.call === '1'`)
	const link = "/sample/train/0?selected=object+2&tab=questions&question=3&call=1"
	p.at("train/0", link)

	// Loaded anew, and in a page of somebody else.
	p.do(chromedp.Reload())
	for _, q := range []*tab{p, newPage(t, base+link)} {
		q.waitFor(`document.querySelector('.call.current .call-value')`)
		if got := q.text(".sentence"); got != asked {
			t.Errorf("the question is %q, want %q", got, asked)
		}
		q.waitFor(`document.querySelector('.call.current').dataset.call === '1' && document.querySelector('.chip[aria-pressed=true]')`)
	}
	p.screenshot("address-question")

	// Back leads to the list, to the tab before, and forward again.
	p.do(chromedp.NavigateBack())
	p.waitFor(`document.querySelectorAll('.question').length === 10`)
	p.at("train/0", "/sample/train/0?selected=object+2&tab=questions")
	p.do(chromedp.NavigateBack())
	p.waitFor(`document.querySelector('#tab-scene').ariaSelected === 'true' && document.querySelector('.tree [aria-selected=true]').dataset.key === 'object 2'`)
	p.do(chromedp.NavigateForward(), chromedp.NavigateForward())
	p.at("train/0", link)
	p.waitFor(`document.querySelector('.sentence') && document.querySelector('.call.current').dataset.call === '1'`)
	// The tab goes along to the next sample, the question does not.
	p.press("n")
	p.at("train/1", "/sample/train/1?tab=questions")
	p.waitFor(`document.querySelectorAll('.question').length > 1`)

	// What is not there is not shown.
	for _, wrong := range []string{"?tab=nothing", "?tab=questions&question=99", "?tab=questions&question=0&call=99", "?selected=nobody"} {
		p.do(chromedp.Navigate(base + "/sample/train/0" + wrong))
		p.waitFor(`document.querySelector('.side [role=tab][aria-selected=true]') && document.querySelector('.side-body').children.length > 1`)
	}
}

// A program of one's own and changed words are in the address, too; a program goes along to other samples, changed words do not.
func TestExploreAddressOfProgram(t *testing.T) {
	base := explored(t, "ptr")
	objects := func(index int) string {
		page := fetch[samplePage](t, "GET", fmt.Sprintf("%s/api/sample/train/%d", base, index), "").Page
		return strconv.Itoa(len(page.Entities))
	}
	p := openQuestion(t, base, "train/0", "")
	p.button("Own program")
	for _, function := range []string{"scene", "count"} {
		p.pick(".add-call select", function)
		p.button("Add call")
	}
	answer := func(want string) {
		t.Helper()
		p.waitFor(`document.querySelector('.answer')?.innerText === "` + want + `"`)
	}
	answer(objects(0))
	var link string
	p.waitFor(`location.search.includes('count')`)
	p.eval(`location.pathname + location.search`, &link)
	p.do(chromedp.Reload())
	p.waitFor(`document.querySelectorAll('.builder .call').length === 2`)
	answer(objects(0))
	p.screenshot("address-program")
	p.press("n")
	p.waitFor(`document.querySelector('h1')?.innerText === 'train/1' && document.querySelectorAll('.builder .call').length === 2`)
	answer(objects(1))
	p.button("← All questions")
	p.waitFor(`document.querySelector('.question')`)
	p.address("/sample/train/1?tab=questions")
	p.button("Own program") // as it was left
	answer(objects(1))
	p.button("Remove last")
	p.button("Remove last")
	p.waitFor(`document.querySelectorAll('.builder .call').length === 0`)
	p.address("/sample/train/1?tab=questions&question=own")

	p = newPage(t, base+link) // of somebody else
	p.waitFor(`document.querySelectorAll('.builder .call').length === 2`)
	answer(objects(0))

	p = openQuestion(t, base, "train/0", "how many")
	p.click(".question")
	p.waitFor(`document.querySelector('.call select.side')`)
	asked := p.text(".sentence")
	p.pick(".call select.side", "door: red")
	p.waitFor(`document.querySelector('.sentence mark') && location.search.includes('program')`)
	said := p.text(".sentence")
	p.do(chromedp.Reload())
	p.waitFor(`document.querySelector('.sentence mark')`)
	if got := p.text(".sentence"); got != said {
		t.Errorf("loaded anew the sentence is %q, want %q", got, said)
	}
	p.button("As asked")
	p.waitFor(`!document.querySelector('.sentence mark') && !location.search.includes('program')`)
	if got := p.text(".sentence"); got != asked {
		t.Errorf("as asked the sentence is %q, want %q", got, asked)
	}
	p.pick(".call select.side", "door: red")
	p.waitFor(`document.querySelector('.sentence mark')`)
	p.button("Next")
	p.waitFor(`!document.querySelector('.sentence mark') && !location.search.includes('program')`)

	// What is no program is none.
	for _, wrong := range []string{"nonsense", `[{"function": "count", "inputs": [0], "side": []}]`, `[1]`, `{}`} {
		p.do(chromedp.Navigate(base + "/sample/train/0?tab=questions&question=own&program=" + url.QueryEscape(wrong)))
		p.waitFor(`document.querySelector('.builder') && document.querySelectorAll('.builder .call').length === 0`)
	}
}

// So it is with a what-if: its film is made again.
func TestExploreAddressOfWhatIf(t *testing.T) {
	p := newPage(t, explored(t, "ptr")+physicalSample+"?tab=physics")
	p.click(".move-cell:not(:disabled)")
	p.waitFor(`/^(?!Simulating).* moved/.test(document.querySelector('.film h3')?.innerText) && /&whatif=\d+$/.test(location.search)`)
	name := p.text(".film h3")
	p.do(chromedp.Reload())
	p.waitFor(`document.querySelector('.film-frame img')?.naturalWidth > 0 && !document.querySelector('.film.stale')`)
	if got := p.text(".film h3"); got != name {
		t.Errorf("loaded anew the film is %q, want %q", got, name)
	}
}

// From a gallery with a filter one goes on among the samples that pass it, and back to it.
func TestExploreFilterGoesAlong(t *testing.T) {
	base := explored(t, "ptr")
	var all struct {
		Samples []struct {
			Title  string
			Index  int
			Facets map[string][]string
		}
	}
	fetchJSON(t, base+"/api/samples?split=train&from=0&limit=60", &all)
	var filter string
	var found []string
	for _, s := range all.Samples {
		name := s.Facets["objects"][0]
		var same []string
		for _, other := range all.Samples {
			if other.Facets["objects"][0] == name {
				same = append(same, other.Title)
			}
		}
		if len(same) > 1 && len(same) < len(all.Samples) && len(same) > len(found) {
			filter, found = "f.objects="+url.QueryEscape(name), same
		}
	}
	if len(found) == 0 {
		t.Fatal("no number of objects occurs twice but not always")
	}
	p := newPage(t, base+"/?split=train&"+filter)
	p.waitFor(fmt.Sprintf(`document.querySelectorAll('.card').length === %d`, len(found)))
	p.click(".card")
	for i, title := range found {
		p.at(title, "/sample/"+title+"?"+filter)
		want := fmt.Sprintf("%d of %d", i+1, len(found))
		p.waitFor(fmt.Sprintf(`document.querySelector('.pager [role=status]')?.innerText === %q`, want))
		if i+1 < len(found) {
			p.press("n")
		}
	}
	p.waitFor(`document.querySelectorAll('.pager a.button').length === 1`) // the last one has no next
	p.screenshot("filter-goes-along")
	p.press("p")
	p.at(found[len(found)-2], "/sample/"+found[len(found)-2]+"?"+filter)
	p.clickText("nav a", "Gallery")
	p.waitFor(fmt.Sprintf(`location.search === %q && document.querySelectorAll('.card').length === %d`, "?split=train&"+filter, len(found)))
	if got := p.cards(); !slices.Equal(got, found) {
		t.Errorf("back in the gallery there are %v, want %v", got, found)
	}
}

// Changes stay with their sample while one looks at others, also when the page is loaded anew, until they are taken back.
func TestExploreChangesAreKept(t *testing.T) {
	p := openEdit(t, "ptr", "train/0")
	x, _ := p.where("object 1")
	p.do(chromedp.Focus(`.plan [data-key="object 1"]`, chromedp.ByQuery))
	p.press(kb.ArrowRight)
	p.waitFor(`document.querySelector('.kept .badge')?.innerText === '1 change, kept'`)
	p.press("r")
	p.waitFor(`document.querySelector('.kept .badge')?.innerText === '2 changes, kept'`)
	p.drawn()
	p.press("n")
	p.waitFor(`document.querySelector('h1').innerText === 'train/1' && !document.querySelector('.kept .badge')`)
	back := func() {
		t.Helper()
		p.waitFor(`document.querySelector('h1')?.innerText === 'train/0' && document.querySelector('.kept .badge')?.innerText === '2 changes, kept' &&
			document.querySelector('.picture img').src.includes('/api/drawn/') && document.querySelectorAll('.done li').length === 2`)
		if x1, _ := p.where("object 1"); x1 < x+0.04 || x1 > x+0.06 {
			t.Errorf("object 1 is at x %g, want 0.05 to the right of %g", x1, x)
		}
	}
	p.press("p")
	back()
	p.do(chromedp.Reload())
	back()
	p.screenshot("changes-kept")
	p.click("#tab-scene")
	p.waitFor(`document.querySelector('.tree') && document.querySelector('.picture img').src.includes('/api/drawn/')`)
	p.button("As it was")
	p.waitFor(`!document.querySelector('.kept .badge') && !document.querySelector('.picture img').src.includes('/api/drawn/')`)
	p.do(chromedp.Reload())
	p.waitFor(`document.querySelector('.tree') && !document.querySelector('.kept .badge')`)
}

// settledLit is how much of the picture is lit up, as soon as that does not change any more.
func (p *tab) settledLit() (n int) {
	p.t.Helper()
	end := time.Now().Add(patience)
	for same := 0; same < 3; time.Sleep(40 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatal("what is lit up changes again and again")
		}
		if now := p.lit(); now == n {
			same++
		} else {
			n, same = now, 0
		}
	}
	return n
}

// A key that steps through a program wins over a mouse that rests where the page is scrolled to, until that is moved.
func TestExploreKeyBeforeMouse(t *testing.T) {
	base := explored(t, "ptr")
	longest, most := 0, 0
	for n, q := range fetch[samplePage](t, "GET", base+"/api/sample/train/0", "").Page.Questions {
		if len(q.Program) > most {
			longest, most = n, len(q.Program)
		}
	}
	p := newPage(t, fmt.Sprintf("%s/sample/train/0?tab=questions&question=%d", base, longest))
	p.do(chromedp.EmulateViewport(1280, 460)) // so low that the program does not fit
	p.waitFor(`document.querySelector('.calls .chip') && document.querySelector('.layers img')?.naturalWidth > 0`)
	// walk goes from call 0 to the last one. It returns how much each lights up, and from where to where the page was scrolled.
	walk := func() (lit []int, least, farthest float64) {
		p.press(strings.Repeat("k", most) + "k")
		for i := range most {
			if i > 0 {
				p.press("j")
			}
			p.waitFor(fmt.Sprintf(`document.querySelector('.call.current')?.dataset.call === '%d'`, i))
			lit = append(lit, p.settledLit())
			var top float64
			p.eval(`scrollY`, &top)
			if i == 0 {
				least, farthest = top, top
			}
			least, farthest = min(least, top), max(farthest, top)
		}
		return lit, least, farthest
	}
	p.press(strings.Repeat("k", most))
	for end := time.Now().Add(patience); p.lit() == 0; time.Sleep(100 * time.Millisecond) { // label pictures come later than the page
		if time.Now().After(end) {
			t.Fatal("the first call lights up nothing")
		}
	}
	want, _, _ := walk()
	if slices.Max(want) == slices.Min(want) {
		t.Fatalf("all %d calls light up alike: %v", most, want)
	}
	var at [2]float64
	p.eval(`(() => { const b = document.querySelector('.calls').getBoundingClientRect(); return [b.x + 60, innerHeight - 60]; })()`, &at)
	for _, dx := range []float64{0, 90} { // over one chip or another
		p.point(at[0]+dx, at[1])
		got, least, farthest := walk()
		if !slices.Equal(got, want) {
			t.Errorf("with the mouse at rest the calls light up %v pixels, want %v", got, want)
		}
		if farthest-least < 50 {
			t.Errorf("the page was scrolled from %g to %g only", least, farthest)
		}
	}
	// The mouse counts again as soon as it is moved.
	p.eval(`document.querySelector('.calls .call[data-call="0"] .chip').scrollIntoView({block: 'center'})`, nil)
	p.settledLit()
	p.eval(`(() => { const b = document.querySelector('.calls .call[data-call="0"] .chip').getBoundingClientRect(); return [b.x + 8, b.y + 8]; })()`, &at)
	p.point(at[0], at[1])
	p.waitFor(`document.querySelector('.calls .chip.lit')`)
	p.screenshot("key-before-mouse")
}

// A page of the gallery ends after 600 cards; the next one goes on, and can be gone back from.
func TestExplorePagesOfGallery(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "many")
	mustMereo(t, "", "generate", "syndacate", "--task", "Words", "--out", dir, "--count", "650")
	p := newPage(t, startExplorer(t, dir)+"/")
	p.waitFor(`window.scrollTo(0, document.body.scrollHeight), document.querySelectorAll('.card').length === 600 && document.querySelector('.more a')`)
	if got, want := p.text(".more a"), "Next page, from index 600"; got != want {
		t.Errorf("below 600 cards stands %q, want %q", got, want)
	}
	p.screenshot("gallery-page-end")
	p.click(".more a")
	p.waitFor(`document.querySelectorAll('.card').length === 50 && /[?&]from=600$/.test(location.search) && window.scrollY === 0`)
	if got, want := p.text(".progress p"), "50 of 650 samples, from index 600 on"; got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	p.screenshot("gallery-page-2")
	p.click(".card")
	p.waitFor(`/\/600$/.test(document.querySelector('h1')?.innerText)`)
	p.clickText("nav a", "Gallery")
	p.waitFor(`document.querySelectorAll('.card').length === 50`)
	p.do(chromedp.NavigateBack(), chromedp.NavigateBack(), chromedp.NavigateBack())
	p.waitFor(`document.querySelectorAll('.card').length === 600 && window.scrollY > 5000`)
}

// A wide window has a large picture.
func TestExploreWideWindow(t *testing.T) {
	p := newPage(t, explored(t, "ptr")+"/sample/train/0")
	p.do(chromedp.EmulateViewport(2560, 1440))
	p.waitFor(`document.querySelector('.layers')?.clientWidth > 1400 && document.querySelector('.side').getBoundingClientRect().right > 2500`)
	p.waitFor(`document.querySelector('.tools-row').getBoundingClientRect().bottom < innerHeight`)
	p.screenshot("wide")
}
