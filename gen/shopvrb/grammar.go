package shopvrb

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"mereo/gen/ask"
	"mereo/internal/folder"
)

// kind is a kind of questions.
type kind int

const (
	visual  kind = iota // about what is seen
	textual             // about what must be read up, too
)

var kindNames = [...]string{visual: "visual", textual: "textual"}

func (k kind) String() string { return kindNames[k] }

type grammar = ask.Grammar[*known]

// readGrammar reads the built-in templates of a kind of questions, as published or mended, and on top those of a folder unless it
// is "": it has a folder "visual" or "textual" with .json files, or both. classes are those beside the published ones.
func readGrammar(k kind, mended Mended, templates string, classes ...string) (*grammar, error) {
	own, err := fs.Sub(templateFiles, "templates/"+k.String())
	if err != nil {
		panic(err) // the folder is compiled in
	}
	folders := []fs.FS{mendedFiles{own, mended}}
	if templates != "" {
		found := 0
		for _, of := range []kind{visual, textual} {
			if info, err := folder.Stat(templates, of.String()); err != nil || !info.IsDir() {
				continue
			}
			found++
			if of == k {
				folders = append(folders, folder.FS(filepath.Join(templates, of.String())))
			}
		}
		if found == 0 {
			return nil, fmt.Errorf("shopvrb: templates: %s has no folder visual or textual, want .json files in one", templates)
		}
	}
	g, err := ask.ReadGrammar(newLibrary(classes...), nil, nil, folders...)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: templates: %w", err)
	}
	return g, nil
}
