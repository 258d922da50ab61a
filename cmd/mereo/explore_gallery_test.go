package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// fetchJSON reads what the server says at an address.
func fetchJSON(t *testing.T, address string, out any) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(out); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", address, r.StatusCode, err)
	}
}

// cards are the titles in the gallery.
func (p *tab) cards() (titles []string) {
	p.t.Helper()
	p.eval(`[...document.querySelectorAll(".card b")].map((e) => e.textContent)`, &titles)
	return titles
}

// address waits until path and query of the page are as they should be.
func (p *tab) address(want string) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf(`location.pathname + location.search === %q`, want))
}

// The gallery shows all samples of a small set with their pictures.
func TestExploreGallery(t *testing.T) {
	p := newPage(t, explored(t, "ptr")+"/")
	p.waitFor(`document.querySelectorAll('.card img').length === 6 && [...document.querySelectorAll('.card img')].every((i) => i.naturalWidth > 100)`)
	p.waitFor(`document.querySelectorAll('.facet .chip').length > 10`)
	if got, want := p.cards(), []string{"train/0", "train/1", "train/2", "train/3", "train/4", "train/5"}; !slices.Equal(got, want) {
		t.Errorf("the gallery shows %v, want %v", got, want)
	}
	if got, want := p.text(".progress p"), "6 of 6 samples"; got != want {
		t.Errorf("the gallery says %q, want %q", got, want)
	}
	p.screenshot("gallery")
	p.dark()
	p.screenshot("gallery-dark")
}

// Filters narrow the gallery, are kept in the address, and the back button takes them off again. Their counts are those of the data.
func TestExploreFilters(t *testing.T) {
	base := explored(t, "ptr")
	want := map[string][]string{} // titles by number of objects
	var all struct {
		Samples []struct {
			Title  string
			Facets map[string][]string
		}
	}
	fetchJSON(t, base+"/api/samples?split=train&from=0&limit=60", &all)
	for _, s := range all.Samples {
		n := s.Facets["objects"][0]
		want[n] = append(want[n], s.Title)
	}
	if len(want) < 2 {
		t.Fatalf("all samples have equally many objects; nothing to filter: %v", want)
	}
	p := newPage(t, base+"/")
	p.waitFor(`document.querySelectorAll('.card').length === 6 && document.querySelectorAll('#facet-objects + .chips .chip').length > 0`)
	for n, titles := range want {
		chip := fmt.Sprintf("%s\n%d", n, len(titles))
		p.waitFor(fmt.Sprintf(`[...document.querySelectorAll('#facet-objects + .chips .chip')].some((c) => c.innerText.replace(/\s+/g, ' ').trim() === %q)`,
			strings.ReplaceAll(chip, "\n", " ")))
		p.clickText("#facet-objects + .chips .chip", n)
		p.waitFor(fmt.Sprintf(`document.querySelector('.progress p').innerText === '%d found, looked through 6 of 6'`, len(titles)))
		if got := p.cards(); !slices.Equal(got, titles) {
			t.Errorf("with %s objects the gallery shows %v, want %v", n, got, titles)
		}
		p.address("/?split=train&f.objects=" + url.QueryEscape(n))
		p.screenshot("gallery-filtered")
		p.do(chromedp.Reload())
		p.waitFor(fmt.Sprintf(`document.querySelectorAll('.card').length === %d`, len(titles)))
		p.do(chromedp.NavigateBack())
		p.waitFor(`document.querySelectorAll('.card').length === 6`)
	}
}

// Arrows go from picture to picture, Enter opens a sample, / goes to the filters, G to the field for an index.
func TestExploreGalleryKeys(t *testing.T) {
	p := newPage(t, explored(t, "ptr")+"/")
	p.waitFor(`document.querySelectorAll('.card').length === 6 && document.querySelectorAll('.facet .chip').length > 0`)
	focused := func(want string) {
		t.Helper()
		p.waitFor(fmt.Sprintf(`(document.activeElement.querySelector('b') || {innerText: document.activeElement.id}).innerText === %q`, want))
	}
	p.press(kb.ArrowRight)
	focused("train/0")
	p.press(kb.ArrowRight + kb.ArrowRight + kb.ArrowLeft)
	focused("train/1")
	p.press(kb.ArrowDown)
	focused("train/5") // four in a row
	p.screenshot("gallery-keys")
	p.press("/")
	focused("split")
	p.do(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	p.press("g")
	focused("jump")
	p.press("6" + kb.Enter)
	if got, want := p.text("#jump-wrong"), "train has the indices 0 to 5."; got != want {
		t.Errorf("an index that is not there: %q, want %q", got, want)
	}
	p.do(chromedp.Evaluate(`document.activeElement.select()`, nil))
	p.press("4" + kb.Enter)
	p.waitFor(`location.pathname === '/sample/train/4' && document.querySelector('h1') && document.querySelector('h1').innerText === 'train/4'`)
	p.do(chromedp.NavigateBack())
	p.waitFor(`document.querySelectorAll('.card').length === 6`)
	p.do(chromedp.Focus(`.card[href="/sample/train/2"]`, chromedp.ByQuery))
	p.press(kb.Enter)
	p.waitFor(`location.pathname === '/sample/train/2'`)
}

// A long split comes page by page as one scrolls, and coming back shows the place that one left.
func TestExploreManySamples(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "many")
	mustMereo(t, "", "generate", "trance", "--no-pictures", "--out", dir, "--count", "150", "--seed", "2")
	p := newPage(t, startExplorer(t, dir)+"/")
	p.waitFor(`document.querySelectorAll('.card').length >= 60 && document.querySelector('.progress p').innerText.includes('of 150 samples')`)
	var at []int
	p.waitFor(`window.scrollTo(0, document.body.scrollHeight), document.querySelectorAll('.card').length === 150`)
	p.eval(`[...document.querySelectorAll('.card b')].map((e) => Number(e.textContent.split('/')[1]))`, &at)
	want := make([]int, 150)
	for i := range want {
		want[i] = i
	}
	if !reflect.DeepEqual(at, want) {
		t.Errorf("the gallery shows %v, want 0 to 149 in order", at)
	}
	p.screenshot("gallery-many")
	// The card at the top of the window is there again, also when the sample was loaded anew meanwhile.
	const top = `[...document.querySelectorAll('.card')].find((e) => e.getBoundingClientRect().bottom > 60)?.getAttribute('href')`
	var was string
	p.waitFor(`document.querySelector('.card[href="/sample/train/70"]').scrollIntoView({block: 'center', behavior: 'instant'}),
		JSON.parse(sessionStorage.getItem('gallery'))['split=train'].top > 40`)
	for same := 0; same < 5; time.Sleep(100 * time.Millisecond) { // cards that come into sight get their true heights then
		var now string
		p.eval(`document.querySelector('.card[href="/sample/train/70"]').scrollIntoView({block: 'center', behavior: 'instant'})`, nil)
		if p.eval(top, &now); now == was {
			same++
		} else {
			was, same = now, 0
		}
	}
	for _, reload := range []bool{false, true} {
		p.clickOn(`document.querySelector('.card[href="/sample/train/70"]')`)
		p.waitFor(`document.querySelector('h1')?.innerText === 'train/70'`)
		if reload {
			p.do(chromedp.Reload())
			p.waitFor(`document.querySelector('h1')?.innerText === 'train/70'`)
		}
		p.do(chromedp.NavigateBack())
		p.waitFor(`document.querySelectorAll('.card').length === 150`)
		var now string
		for end := time.Now().Add(patience / 4); ; time.Sleep(100 * time.Millisecond) {
			if p.eval(top, &now); now == was {
				break
			}
			if time.Now().After(end) {
				var state string
				p.eval(`JSON.stringify({y: scrollY, height: document.body.scrollHeight, place: JSON.parse(sessionStorage.getItem('gallery'))})`, &state)
				t.Fatalf("the card at the top is %s, want %s (%s)", now, was, state)
			}
		}
	}
	p.screenshot("gallery-back")
}
