// Package models opens a user's files as models: glTF, GLB, OBJ with MTL, PLY and STL.
//
// Open takes a folder and a pattern, and gives a Library of all files that fit, sorted by path. Each is read and checked once; what was
// found, a Report, is kept in the user's cache folder under the SHA-256 of the file, so that a library is opened again without reading a
// mesh. Parts reads the meshes of a model, when they are asked for.
//
// A model stands upright: +Z is up, and lengths are those of the file times the model's scale. What a file has in front, +z where y is
// up, faces -Y. Coordinates are multiples of 2^-20, and so the same on all processors.
//
// Words about a model (Meta) come from NAME.json beside NAME.glb, else from the file's row of index.csv in the folder that the pattern
// begins with, else from the pattern itself.
//
// Files may come from strangers: nothing outside of the folder is read, regular files only, and each model stays within a bound of
// memory. example_test.go opens one.
package models

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"mereo/engine/geom"
	"mereo/internal/bound"
)

// Options say how files are opened. The zero value is good.
type Options struct {
	// Up is the axis of the files that points up, "x", "y" or "z", where their metadata does not say. If empty, y for glTF and OBJ, z
	// for PLY and STL.
	Up string
	// SkipBroken leaves models out that cannot be read, and keeps why in Library.Broken. Otherwise the first one is an error.
	SkipBroken bool
	// Memory bounds what a model takes while it is read. If 0, that of package bound.
	Memory bound.Size
	// Cache is the folder of reports. If empty, mereo/models in the user's cache folder; where there is none nothing is kept.
	Cache string
}

// Broken is why a model cannot be read, where SkipBroken would leave it out.
type Broken struct{ error }

func (b Broken) Unwrap() error { return b.error }

// Library is the models of a pattern. It may be used by several goroutines at once.
type Library struct {
	Models []*Model // sorted by path
	Broken []error  // of models that were left out, sorted by path
	// Files are the SHA-256, lower-case hex, of all files that models are made of, metadata included, by their paths below the folder.
	// Those of models that were left out are not among them.
	Files map[string]string

	options Options
	root    string
	recent  recent
}

// Model is one file of a library.
type Model struct {
	Path   string // below the folder, with slashes
	Meta          // category, scale and up are filled in
	Report Report

	library *Library
	files   map[string]string // SHA-256 by path
	parts   loaded
}

// Smallest and largest extent of a model, in its unit after scaling. Coordinates of smaller ones would be too coarse.
const (
	minExtent = 1.0 / 1024
	maxExtent = 1e6
)

// Open opens the files below root that a pattern fits, such as models/*.glb or models/**/*.obj: ** stands for any folders, also none, and
// * ? [a-z] for parts of a name as in path.Match. Files of other formats and such as begin with a dot are passed over. Errors are one
// sentence with the file's path below root, the place in it, and what to do.
func Open(root, pattern string, o Options) (*Library, error) {
	if o.Cache == "" {
		if dir, err := os.UserCacheDir(); err == nil {
			o.Cache = filepath.Join(dir, "mereo", "models")
		}
	}
	dir, err := os.OpenRoot(filepath.Clean(root) + "/") // the slash keeps it from waiting for a pipe
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	defer dir.Close()
	paths, base, err := find(dir, pattern)
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	l := &Library{Files: map[string]string{}, options: o, root: root}
	index, err := readIndex(dir, base)
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	open := func(p string, memory bound.Size, hashes *hashes) (*Model, error) {
		m := &Model{Path: p, library: l, files: map[string]string{}}
		err := m.open(dir, index, categoryOf(pattern, base, p), memory, hashes)
		if err != nil {
			err = fmt.Errorf("models: %s", strings.ReplaceAll(err.Error(), "\n", "; "))
		}
		return m, err
	}

	// Most models take little: all processors read at once, each within its share of the memory. What fails so is tried alone.
	all, faults := make([]*Model, len(paths)), make([]error, len(paths))
	workers := runtime.GOMAXPROCS(0)
	share, hashes := bound.Share(o.Memory, workers), &hashes{}
	var group sync.WaitGroup
	next := make(chan int)
	for range workers {
		group.Go(func() {
			for i := range next {
				all[i], faults[i] = open(paths[i], share, hashes)
			}
		})
	}
	for i := range paths {
		next <- i
	}
	close(next)
	group.Wait()
	for i := range paths {
		if faults[i] != nil && workers > 1 {
			all[i], faults[i] = open(paths[i], o.Memory, hashes)
		}
		switch {
		case faults[i] == nil:
			l.Models = append(l.Models, all[i])
		case o.SkipBroken:
			l.Broken = append(l.Broken, faults[i])
		default:
			return nil, Broken{faults[i]}
		}
	}
	if len(l.Models) == 0 {
		return nil, fmt.Errorf("models: all %d files of %s are broken: %w", len(paths), pattern, l.Broken[0])
	}
	for _, m := range l.Models {
		for p, sum := range m.files {
			l.Files[p] = sum
		}
	}
	return l, nil
}

// open finds what is known of a model, and reads it where nothing is.
func (m *Model) open(dir *os.Root, index index, category string, most bound.Size, hashes *hashes) error {
	if err := m.describe(dir, index, category); err != nil {
		return err
	}
	sum, err := hashes.of(dir, m.Path, most)
	if err != nil {
		return err
	}
	kept, ok := remembered(m.library.options.Cache, sum)
	for name, of := range kept.Files {
		now, err := hashes.of(dir, path.Join(path.Dir(m.Path), name), most)
		ok = ok && err == nil && now == of
	}
	if !ok {
		read, err := readModel(dir, m.Path, bound.New(most))
		if err != nil {
			return err
		}
		sum, kept = read.sums[m.Path], entry{Files: read.beside(m.Path), Report: read.report}
		remember(m.library.options.Cache, sum, kept)
	}
	m.files[m.Path] = sum
	for name, of := range kept.Files {
		m.files[path.Join(path.Dir(m.Path), name)] = of
	}
	m.Report = kept.Report
	size := m.Report.Box.Size()
	if extent := max(size.X, size.Y, size.Z) * m.Scale; !(extent >= minExtent && extent <= maxExtent) {
		return fmt.Errorf("%s: is %g large at scale %g, want %g to %g; say another scale in %s", m.Path, extent, m.Scale, minExtent, maxExtent, metaPath(m.Path))
	}
	return nil
}

// Notes are sentences about what a user may want to know of the models: what was changed, and what cannot fall.
func (l *Library) Notes() (out []string) {
	for _, err := range l.Broken {
		out = append(out, "left out: "+err.Error())
	}
	for _, m := range l.Models {
		for _, note := range m.Report.notes() {
			out = append(out, m.Path+": "+note)
		}
	}
	return out
}

// place maps the file's axes to the model's: up is up, and lengths are scaled and rounded.
func (m *Model) place(p geom.Vec3) geom.Vec3 {
	p = turned(p, m.Up)
	return geom.V(snap(p.X*m.Scale), snap(p.Y*m.Scale), snap(p.Z*m.Scale))
}

// turned turns an axis up.
func turned(p geom.Vec3, up string) geom.Vec3 {
	switch up {
	case "x":
		return geom.V(p.Y, p.Z, p.X)
	case "y":
		return geom.V(p.X, -p.Z, p.Y)
	}
	return p
}

// snap rounds to multiples of 2^-20. Zero is always positive, so that equal numbers have equal bits.
func snap(x float64) float64 { return math.Round(x*(1<<20))/(1<<20) + 0 }

// errVanish is of meshes of which nothing is left.
var errVanish = errors.New("has no triangle whose corners are at three places, want at least one")
