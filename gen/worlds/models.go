package worlds

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"mereo/assets/models"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes/settle"
)

// files are models of a user's files.
func (w *World) files(key string, m *Model, from Folder) (out []*kind) {
	if m.Up != "" {
		w.word(key+".up", m.Up, "x", "y", "z")
	}
	if w.fault != nil {
		return nil
	}
	// Of a dataset that was made before, the folder is the one where the command is given, unless it is named.
	library, err := models.Open(cmp.Or(from.Path, "."), m.File, models.Options{Up: m.Up, SkipBroken: m.SkipBroken || from.SkipBroken, Memory: from.Memory})
	if err != nil && from.Path == "" {
		w.fault = fmt.Errorf("models are files beside the document, %s; give the command in the document's folder, or name it with --models", m.File)
		return nil
	}
	if err != nil {
		cure := ""
		if many := strings.ContainsAny(m.File, "*?["); many && errors.As(err, new(models.Broken)) {
			cure = "; mend the file or take it away, or have broken ones left out with --skip-broken, or in the document with skip_broken: true"
		}
		w.wrong(key+".file", "cannot be opened: %v%s", err, cure)
		return nil
	}
	w.ModelNotes = append(w.ModelNotes, library.Notes()...)
	for path, sum := range library.Files {
		w.Models[path] = sum
	}
	for _, f := range library.Models {
		out = append(out, &kind{model: f.Path, category: f.Category, file: f, body: fileBody(f)})
	}
	return out
}

// fileBody makes bodies of a file. Its parts are read again when there was no room to keep them; what is small is kept.
func fileBody(f *models.Model) func() (*body, error) {
	made := sync.OnceValues(func() (*body, error) {
		parts, err := f.Parts()
		if err != nil {
			return nil, err
		}
		b := newBody(partsOf(parts), nil)
		b.parts = nil
		return b, nil
	})
	solid := sync.OnceValues(func() (*settle.Solid, error) {
		parts, err := f.Parts()
		if err != nil {
			return nil, err
		}
		var meshes []*mesh.Mesh
		for _, p := range parts {
			meshes = append(meshes, p.Mesh)
		}
		return settle.Convex(meshes...)
	})
	return func() (*body, error) {
		parts, err := f.Parts()
		if err != nil {
			return nil, err
		}
		b, err := made()
		if err != nil {
			return nil, err
		}
		own := *b
		own.parts, own.solid = partsOf(parts), solid
		return &own, nil
	}
}

// partsOf are the parts of a file. A look of the thing is for all of them.
func partsOf(parts []models.Part) (out []part) {
	for _, p := range parts {
		own := p.Material
		if own == nil {
			own = &plainFile
		}
		out = append(out, part{label: p.Name, mesh: p.Mesh, own: own, dyed: true})
	}
	return out
}

// plainFile is what parts of files without materials look like.
var plainFile = func() material.Material {
	m := material.Default()
	m.BaseColor = plainGround
	return m
}()

// sameModels looks whether files of models are those that a dataset was made with.
func (w *World) sameModels(made map[string]string) error {
	names := slices.Concat(slices.Collect(maps.Keys(made)), slices.Collect(maps.Keys(w.Models)))
	slices.Sort(names)
	for _, name := range names {
		switch is, was := w.Models[name], made[name]; {
		case is == was:
		case is == "":
			return fmt.Errorf("world: the model %s is missing, with which the dataset was made; put it back", name)
		case was == "":
			return fmt.Errorf("world: the model %s is new since the dataset was made; take it away, or begin another dataset", name)
		default:
			return fmt.Errorf("world: the model %s is another one than the dataset was made with; put that back, or begin another dataset", name)
		}
	}
	return nil
}
