package main

import (
	"path/filepath"
	"slices"
	"testing"

	"mereo/internal/gltest"
)

// Pictures that are in no file are drawn when somebody wants to see them, and those of the next sample, too.
func TestExploreDrawsMissingPictures(t *testing.T) {
	gltest.Renderer(t) // skips where nothing can draw
	dir := filepath.Join(t.TempDir(), "records")
	mustMereo(t, "is complete", "generate", "trance", "--no-pictures", "--out", dir, "--count", "2")
	p := newPage(t, startExplorer(t, dir)+"/sample/train/0")
	p.clickText(".stage [role=tab]", "initial")
	p.waitFor(`document.querySelector('.picture .note button')`)
	if got, want := p.text(".picture .note"), "The dataset was made without pictures. Draw it"; got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	p.screenshot("no-picture")
	p.click(".picture .note button")
	const seen = `document.querySelector('.layers img')?.naturalWidth === 320 && !document.querySelector('.picture .note')`
	p.waitFor(seen)
	p.screenshot("no-picture-drawn")
	if x := p.texts(".crumbs h1"); !slices.Equal(x, []string{"train/0"}) {
		t.Errorf("the page is about %q, want train/0, and not edited", x)
	}
	p.press("n")
	p.waitFor(`document.querySelector('.crumbs h1').innerText === 'train/1' && ` + seen)
}
