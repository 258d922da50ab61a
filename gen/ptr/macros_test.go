package ptr

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"mereo/gen/ask"
	"mereo/scenes/rng"
)

// TestWideMacros: whatever a macro draws, it lists when it is to list everything; if not, a search that looks what leads to a
// wanted answer panics. Such searches go on to their end here, for every answer that other searches found.
func TestWideMacros(t *testing.T) {
	s, job, items := madeRecords(t, 12)
	searches, found := newCache(), map[string]int{}
	for _, item := range items {
		data, err := os.ReadFile(filepath.Join(job.Root, filepath.FromSlash(filesOf(job.Split, item.Index).scene)))
		if err != nil {
			t.Fatal(err)
		}
		k, _, err := parseKnown(data)
		if err != nil {
			t.Fatal(err)
		}
		k.prepare(searches)
		for _, template := range s.grammar.Templates {
			if !fits(k, template) {
				continue
			}
			search := func(try int) *search {
				return &search{Library: s.grammar.Library, Template: template, Scene: k, Budget: 1000,
					Stream: rng.Named(fmt.Sprint(template.Name(), try))}
			}
			answers := map[ask.Value]bool{}
			search(0).Each(func(answer ask.Value) bool { answers[answer] = true; return false })
			for answer := range answers {
				again := false
				for try := 1; try <= 100 && !again; try++ { // what is drawn differs from search to search
					q := search(try)
					q.Wanted = func(v ask.Value) bool { return v == answer }
					q.Each(func(ask.Value) bool { again = true; return false })
				}
				if !again {
					t.Errorf("scene %d, %s: %v was found, but not when it was wanted", item.Index, template.Name(), answer)
				}
				found[template.Labels[labelType1]]++
			}
		}
	}
	if len(found) < 5 {
		t.Errorf("answers by type1: %v, want some of all", found)
	}
}
