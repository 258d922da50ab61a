package diff

import (
	"errors"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/internal/folder"
)

// described compares joined files, pages and what is packed, which follow from the samples: a difference is told where the samples have
// none. The name of a driver is left out.
func (d *differ) described() error {
	if len(d.report.Differences) > 0 {
		return nil
	}
	var ms [2]*gen.Manifest
	for i, root := range d.roots {
		m, err := gen.ReadManifest(root)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return fmt.Errorf("gen: %s: %w", root, err)
		}
		ms[i] = m
	}
	if ms[0] == nil || ms[1] == nil {
		if ms[0] != ms[1] {
			d.lacks(gen.ManifestFile, ms[0] != nil)
		}
		return nil
	}
	var files [2][]string
	var drivers [2]*strings.Replacer
	for i, m := range ms {
		var names []string
		for k := range m.Splits {
			s := &m.Splits[k]
			for _, f := range s.Joined {
				files[i] = append(files[i], f.Path)
			}
			for _, name := range slices.Sorted(maps.Keys(s.Renderers)) {
				names = append(names, name, "driver", html.EscapeString(name), "driver")
			}
			s.Blocks, s.Renderers = nil, nil // which have or are names of drivers
		}
		for _, f := range m.Files {
			files[i] = append(files[i], f.Path)
		}
		m.Files = nil
		drivers[i] = strings.NewReplacer(names...)
	}
	for _, p := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(files[0], files[1])))) {
		inA, inB := slices.Contains(files[0], p), slices.Contains(files[1], p)
		if !inA || !inB {
			d.lacks(p, inA)
			continue
		}
		same, err := sameBytes(d.roots, p)
		if err == nil && !same && (p == gen.CardName || p == gen.StatsName) {
			same, err = d.sameButDrivers(p, drivers)
		}
		if err != nil {
			return err
		}
		if !same {
			d.add(Difference{Kind: DiffFiles, File: p, Detail: "other bytes, though the samples are the same"})
		}
	}
	if len(d.report.Differences) > 0 {
		return nil
	}
	return d.values(DiffFiles, gen.ManifestFile, ms[0], ms[1])
}

// sameButDrivers compares a page without the names of drivers.
func (d *differ) sameButDrivers(p string, drivers [2]*strings.Replacer) (bool, error) {
	var text [2]string
	for i, root := range d.roots {
		data, err := folder.Read(root, p, folder.Image)
		if err != nil {
			return false, fmt.Errorf("gen: %s: %w", root, err)
		}
		text[i] = drivers[i].Replace(string(data))
	}
	return text[0] == text[1], nil
}
