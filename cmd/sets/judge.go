package sets

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/judge"
	"mereo/gen/tranco"
)

// Judges are the sets whose answers can be judged: those that are made, and TRANCO, which is built from others' annotations.
func Judges() (out []*judge.Set) {
	for _, e := range All {
		if e.Judge != nil {
			out = append(out, e.Judge())
		}
	}
	return append(out, tranco.Judge())
}

// JudgeOf finds the set of a dataset among some: by its name if one is given, else as its dataset.json says, or else by the layout of
// the folder or file.
func JudgeOf(all []*judge.Set, root, name string, s Sources) (*judge.Set, error) {
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
	}
	if name == "" {
		if info, err := os.Stat(root); err != nil {
			return nil, err
		} else if _, err := os.Stat(filepath.Join(root, "dataset.json")); info.IsDir() && err == nil {
			id, err := gen.ReadIdentity(root)
			if err != nil {
				return nil, err
			}
			name = id.Set
			if worldIn(id.Config) {
				e, err := Of(id, s)
				switch {
				case err != nil:
					return nil, fmt.Errorf("%s: %w", root, err)
				case e.Judge == nil:
					return nil, Usagef("eval: %s asks no questions", root)
				}
				return e.Judge(), nil
			}
		}
	}
	for _, s := range all {
		if s.Name == name || name == "" && s.Recognize(root) {
			return s, nil
		}
	}
	if name == "" {
		return nil, Usagef("eval: %s has neither a dataset.json nor the layout of a set; name it with --set: %s", root,
			strings.Join(names, ", "))
	}
	return nil, Usagef("eval: no set %q, want one of %s", name, strings.Join(slices.Sorted(slices.Values(names)), ", "))
}
