package models

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"mereo/internal/folder"
)

// formats are the endings of files that are read, and the axis that points up in them.
var formats = map[string]string{".glb": "y", ".gltf": "y", ".obj": "y", ".ply": "z", ".stl": "z"}

func format(p string) string { return strings.ToLower(path.Ext(p)) }

// wild tells whether a part of a pattern stands for several names.
func wild(part string) bool { return strings.ContainsAny(part, `*?[\`) }

// Bounds of a pattern: what is looked at, and models.
const (
	maxEntries = 2_000_000
	maxModels  = 200_000
)

// find lists the models of a pattern, sorted, and the folder that the pattern begins with.
func find(dir *os.Root, pattern string) (paths []string, base string, err error) {
	pattern = strings.TrimSuffix(pattern, "/")
	parts := strings.Split(pattern, "/")
	if !fs.ValidPath(pattern) || pattern == "." {
		return nil, "", fmt.Errorf("%q is no pattern of files below the folder, want one such as models/*.glb", pattern)
	}
	several := 0
	for _, part := range parts {
		if _, err := path.Match(part, ""); err != nil {
			return nil, "", fmt.Errorf("pattern %q: %q is no pattern: %w", pattern, part, err)
		}
		if part == "**" {
			several++
		}
	}
	if several > 1 || parts[len(parts)-1] == "**" {
		return nil, "", fmt.Errorf("pattern %q has ** more than once or at its end, want one such as models/**/*.glb", pattern)
	}
	fixed := slices.IndexFunc(parts[:len(parts)-1], wild)
	if fixed < 0 {
		fixed = len(parts) - 1
	}
	base = path.Join(append([]string{"."}, parts[:fixed]...)...)
	f := finder{dir: dir}
	if err := f.expand(base, parts[fixed:]); err != nil {
		return nil, "", err
	}
	slices.Sort(f.paths)
	paths = slices.DeleteFunc(slices.Compact(slices.Clone(f.paths)), func(p string) bool { return formats[format(p)] == "" })
	switch {
	case len(f.paths) == 0:
		err = fmt.Errorf("no file fits %q, want the path of a file or a pattern such as models/*.glb", pattern)
	case len(paths) == 0:
		if info, _ := f.stat(pattern); info != nil && info.IsDir() {
			return nil, "", fmt.Errorf("%q is a folder, want a pattern of files in it such as %s/*.glb", pattern, pattern)
		}
		err = fmt.Errorf("no file that fits %q ends with .glb, .gltf, .obj, .ply or .stl; export models as one of these, from Blender for example", pattern)
	case len(paths) > maxModels:
		err = fmt.Errorf("%d files fit %q, want at most %d", len(paths), pattern, maxModels)
	}
	return paths, base, err
}

type finder struct {
	dir   *os.Root
	paths []string
	seen  int
}

// expand adds what fits parts below a folder. What is no folder on the way is passed over; links to folders are followed but by **,
// which could go in circles.
func (f *finder) expand(at string, parts []string) error {
	part, rest := parts[0], parts[1:]
	if !wild(part) {
		next := path.Join(at, part)
		if len(rest) > 0 {
			return f.expand(next, rest)
		}
		info, err := f.stat(next)
		if info != nil {
			f.paths = append(f.paths, next)
		}
		return err
	}
	if part == "**" {
		if err := f.expand(at, rest); err != nil {
			return err
		}
	}
	info, err := f.stat(at)
	if info == nil || !info.IsDir() { // a pipe would be waited for
		return err
	}
	entries, err := fs.ReadDir(f.dir.FS(), at)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if f.seen++; f.seen > maxEntries {
			return fmt.Errorf("more than %d files and folders are in the way of the pattern, want a narrower one", maxEntries)
		}
		name := e.Name()
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(part, ".") {
			continue
		}
		next := path.Join(at, name)
		switch fits, _ := path.Match(part, name); {
		case part == "**":
			if e.IsDir() {
				err = f.expand(next, parts)
			}
		case fits && len(rest) > 0:
			err = f.expand(next, rest)
		case fits && !e.IsDir():
			f.paths = append(f.paths, next)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// stat tells of a file or folder; nil where there is none.
func (f *finder) stat(p string) (fs.FileInfo, error) {
	info, err := folder.StatIn(f.dir, p)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	return info, err
}

// categoryOf is the category of a file where nobody says it: the folder that it lies in if a pattern has several, which base is none of,
// else its name without digits at the end.
func categoryOf(pattern, base, p string) string {
	if in := path.Dir(p); wild(path.Dir(pattern)) && in != base {
		return path.Base(in)
	}
	name := strings.TrimSuffix(path.Base(p), path.Ext(p))
	if short := strings.TrimRight(strings.TrimRight(name, "0123456789"), " _-."); short != "" {
		return short
	}
	return name
}
