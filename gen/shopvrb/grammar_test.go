package shopvrb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTemplatesOfAFolderComeOnTop(t *testing.T) {
	folder := t.TempDir()
	if _, err := readGrammar(visual, Mended{}, folder); err == nil || !strings.Contains(err.Error(), "no folder visual or textual") {
		t.Errorf("a folder without templates: %v", err)
	}
	own := `[{"replaces": "zero_hop:1",
  "program": ["filter_exist(scene, <G>)"], "text": ["any <G>s ?"]}]`
	if err := os.Mkdir(filepath.Join(folder, "visual"), 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "visual", "own.json")
	if err := os.WriteFile(file, []byte(own), 0o666); err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[kind]int{visual: 158, textual: 195} {
		g, err := readGrammar(kind, Mended{}, folder)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Templates) != want {
			t.Errorf("%s: %d templates, want %d", kind, len(g.Templates), want)
		}
		if kind == visual && g.Templates[150].Phrasings[0] != "any <Z> <W> <C> <M> <V> <S> <N>s ?" {
			t.Errorf("zero_hop:1 says %q", g.Templates[150].Phrasings)
		}
	}
	if err := os.WriteFile(file, []byte(strings.Replace(own, "<G>s", "<E>s", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := readGrammar(visual, Mended{}, folder); err == nil || !strings.Contains(err.Error(), "own.json: line 2, column 53: [0].text[0]") {
		t.Errorf("a slot that no node has: %v", err)
	}
}
