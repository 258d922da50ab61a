package export_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mereo/gen/export"
	"mereo/internal/oracle"
)

// The Python examples of docs/exports.md run.
func TestDocumentedReaders(t *testing.T) {
	text, err := os.ReadFile("../../docs/exports.md")
	if err != nil {
		t.Fatal(err)
	}
	root := toys(t, map[string]int{"train": 2})
	for _, c := range []struct{ heading, format, below, want string }{
		{"COCO", "coco", "", "train_000000.png cup ["},
		{"WebDataset", "webdataset", "", "train_000001 (36, 48, 3) 1 questions\n"},
		{"glTF", "gltf", "", "000000.glb cup 1 cup None\n"},
		{"BOP", "bop", "train/000000", "image 0: cup 1 is model 1, seen around pixel ("},
		{"Point clouds", "ply", "", "000000.ply object 1 around ["},
	} {
		_, section, ok := strings.Cut(string(text), "\n## "+c.heading+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		program := regexp.MustCompile("(?s)```python\n(.*?)```").FindStringSubmatch(section)
		if !ok || program == nil {
			t.Errorf("there is no example of %s", c.heading)
			continue
		}
		out := exported(t, toy{}, root, export.Options{Format: c.format})
		if got := oracle.Python(t, program[1], filepath.Join(out, c.below)); !strings.Contains(got, c.want) {
			t.Errorf("%s: the example prints\n%swant %q", c.heading, got, c.want)
		}
	}
}
