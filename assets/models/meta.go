package models

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"mereo/internal/folder"
	"mereo/internal/strict"
)

// Meta is what a user says of a model beside its file. Nil and empty say nothing.
type Meta struct {
	Category string   `yaml:"category"`
	Scale    float64  `yaml:"scale"` // by which lengths of the file are multiplied; if 0, 1
	Up       string   `yaml:"up"`    // the axis of the file that points up: x, y or z
	Mass     *float64 `yaml:"mass"`  // kg
	Density  *float64 `yaml:"density"`
	Friction *float64 `yaml:"friction"` // Coulomb's coefficient
}

// check looks at the values. Errors name the key.
func (m *Meta) check() error {
	if m.Up != "" && !slices.Contains([]string{"x", "y", "z"}, m.Up) {
		return fmt.Errorf("up is %q, want x, y or z", m.Up)
	}
	if !(m.Scale >= 0 && m.Scale <= 1e9) {
		return fmt.Errorf("scale is %g, want more than 0 and at most 1e9", m.Scale)
	}
	for _, f := range []struct {
		name string
		v    *float64
		low  float64
		high float64
	}{{"mass", m.Mass, math.SmallestNonzeroFloat64, 1e9}, {"density", m.Density, math.SmallestNonzeroFloat64, 1e6}, {"friction", m.Friction, 0, 10}} {
		if f.v != nil && !(*f.v >= f.low && *f.v <= f.high) {
			return fmt.Errorf("%s is %g, want at least %.2g and at most %g", f.name, *f.v, f.low, f.high)
		}
	}
	if m.Mass != nil && m.Density != nil {
		return errors.New("has mass and density, want one of them")
	}
	return nil
}

// indexName is the table of a folder's models.
const indexName = "index.csv"

// index is a table.
type index struct {
	path, sum string
	of        map[string]Meta // by path below the root
}

// readIndex reads index.csv of a folder, if there is one.
func readIndex(dir *os.Root, base string) (index, error) {
	out := index{path: path.Join(base, indexName), of: map[string]Meta{}}
	data, err := readSmall(dir, out.path)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.sum = sumOf(data)
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	r.TrimLeadingSpace = true
	header, err := r.Read()
	if err != nil || !slices.Contains(header, "file") {
		return out, fmt.Errorf("%s: its first line is no list of columns with \"file\", want some of file,category,scale,up,mass,density,friction", out.path)
	}
	for {
		row, err := r.Read()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return out, fmt.Errorf("%s: %w", out.path, err)
		}
		line, _ := r.FieldPos(0)
		m, file := Meta{}, ""
		for i, column := range header {
			if err := m.column(strings.TrimSpace(column), strings.TrimSpace(row[i]), &file); err != nil {
				return out, fmt.Errorf("%s: line %d: %w", out.path, line, err)
			}
		}
		if err := m.check(); err != nil {
			return out, fmt.Errorf("%s: line %d: %w", out.path, line, err)
		}
		p := path.Join(base, file)
		if _, again := out.of[p]; again || file == "" {
			return out, fmt.Errorf("%s: line %d: file is %q, want each file once", out.path, line, file)
		}
		out.of[p] = m
	}
}

// column sets what a column of a table says; an empty one says nothing.
func (m *Meta) column(name, text string, file *string) error {
	number := func(set func(v float64)) error {
		v, err := strconv.ParseFloat(text, 64)
		if text == "" {
			return nil
		}
		if err != nil || math.IsNaN(v) {
			return fmt.Errorf("%s is %.40q, want a number", name, text)
		}
		set(v)
		return nil
	}
	switch name {
	case "file":
		*file = text
	case "category":
		m.Category = text
	case "up":
		m.Up = text
	case "scale":
		return number(func(v float64) { m.Scale = v })
	case "mass":
		return number(func(v float64) { m.Mass = &v })
	case "density":
		return number(func(v float64) { m.Density = &v })
	case "friction":
		return number(func(v float64) { m.Friction = &v })
	default:
		return fmt.Errorf("column %.40q is unknown, want some of file,category,scale,up,mass,density,friction", name)
	}
	return nil
}

// metaPath is where words about a model are.
func metaPath(p string) string { return strings.TrimSuffix(p, path.Ext(p)) + ".json" }

// describe finds the words about a model. Its category is the given one where nobody says it.
func (m *Model) describe(dir *os.Root, index index, category string) error {
	if of, ok := index.of[m.Path]; ok {
		m.Meta = of
		m.files[index.path] = index.sum
	}
	p := metaPath(m.Path)
	switch data, err := readSmall(dir, p); {
	case err == nil:
		if m.Meta, err = strict.YAML(data, m.Meta); err != nil {
			return fmt.Errorf("%s: %w; want some of category, scale, up, mass, density and friction", p, err)
		}
		if err := m.Meta.check(); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		m.files[p] = sumOf(data)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if m.Category == "" {
		m.Category = category
	}
	if m.Scale == 0 {
		m.Scale = 1
	}
	for _, up := range []string{m.library.options.Up, formats[format(m.Path)]} {
		if m.Up == "" {
			m.Up = up
		}
	}
	return nil
}

// readSmall reads a file of words.
func readSmall(dir *os.Root, p string) ([]byte, error) {
	f, err := folder.In(dir, p)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return folder.All(f, p, strict.MaxYAML)
}
