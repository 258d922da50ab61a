package page

import (
	"mereo/gen"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Names in the card are shown as they are: none makes a link, a picture, a row, a heading or HTML of its own.
func TestCardShowsNamesAsTheyAre(t *testing.T) {
	const hostile = "<img src=x onerror=alert(1)> [click](https://evil.example) ![](http://evil.example/x.png) | `c` **b** _i_ a&lt;b\n# heading\n\n<script>"
	const shown = "&lt;img src=x onerror=alert(1)&gt; \\[click\\](https&#58;//evil.example) !\\[\\](http&#58;//evil.example/x.png) \\| " +
		"\\`c\\` \\*\\*b\\*\\* \\_i\\_ a&amp;lt;b # heading  &lt;script&gt;"
	root := t.TempDir()
	m := &gen.Manifest{Identity: gen.Identity{Set: "dots", Program: hostile}, Splits: []gen.SplitManifest{
		{Split: hostile, Rejects: map[string]int{hostile: 1}, Renderers: map[string]int{hostile: 1}},
	}}
	if _, err := writeCard(root, gen.About{Title: hostile, License: "none", Again: "mereo generate --split %s --count %d"}, m); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(root, gen.CardName))
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(data), "\n---\n")
	if n := strings.Count(body, shown); n != 5 { // title, split, renderer, program, reason
		t.Errorf("%d of 5 names are shown as %s in\n%s", n, shown, body)
	}
	for line := range strings.Lines(body) {
		if !strings.HasPrefix(line, "    ") && (strings.Contains(line, "<script") || strings.Contains(line, "<img") || strings.Contains(line, "](http:")) ||
			strings.HasPrefix(line, "# heading") || strings.HasPrefix(line, "<script") {
			t.Errorf("a name does something in %s", line)
		}
	}
}
