package shopvrb

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"mereo/gen/qa"
)

// kind is a kind of questions.
type kind int

const (
	visual  kind = iota // about what is seen
	textual             // about what must be read up, too
)

var kindNames = [...]string{visual: "visual", textual: "textual"}

func (k kind) String() string { return kindNames[k] }

type grammar = qa.Grammar[*known]

// readGrammar reads the built-in templates of a kind of questions, as published or mended, and on top those of a folder unless it
// is "": it has a folder "visual" or "textual" with .json files, or both. classes are those beside the published ones.
func readGrammar(k kind, mended Mended, folder string, classes ...string) (*grammar, error) {
	own, err := fs.Sub(templateFiles, "templates/"+k.String())
	if err != nil {
		panic(err) // the folder is compiled in
	}
	folders := []fs.FS{mendedFiles{own, mended}}
	if folder != "" {
		found := 0
		for _, of := range []kind{visual, textual} {
			name := filepath.Join(folder, of.String())
			if info, err := os.Stat(name); err != nil || !info.IsDir() {
				continue
			}
			found++
			if of == k {
				folders = append(folders, os.DirFS(name))
			}
		}
		if found == 0 {
			return nil, fmt.Errorf("shopvrb: templates: %s has no folder visual or textual, want .json files in one", folder)
		}
	}
	g, err := qa.ReadGrammar(newLibrary(classes...), nil, nil, folders...)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: templates: %w", err)
	}
	return g, nil
}
