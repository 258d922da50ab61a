// Package partnet reads furniture from local copies of the PartNet and PartNet-Mobility folders, as another source of
// models beside the procedural ones. Neither data set is part of this program; both have licenses of their own.
//
// A model is a folder: meta.json with its category in "model_cat", a tree file (result_after_merging.json, else
// result.json) whose nodes have "name", "children" and "objs" (mesh files without their extension), and the meshes in
// objs/ (PartNet) or textured_objs/ (Mobility). Both are y up with the front at +z; every vertex (x, y, z) is turned to
// (x, -z, y), the model frame of package furniture. The origin and the size stay as they are.
//
// The tree is walked children first. A node whose label, after the early renaming of labels.go, is colored in its
// category becomes one part; meshes that no part takes become one part each, labeled "other". A mesh belongs to the
// first part that claims it, so that parts never share a surface: where a colored node lies inside another colored
// node (a connector in a chair head), the outer part is what is left.
//
// Model folders may be links. What is in one is read within it, regular files only, and within a bound of memory.
package partnet

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mereo/assets/furniture"
	"mereo/internal/bound"
	"mereo/internal/folder"
)

// Library is a folder of model folders.
type Library struct {
	root  string
	ids   map[string][]string
	bound bound.Size
}

// Open lists the model folders under root by their category. It reads every meta.json and nothing else: about a second
// for the whole of PartNet. Folders whose name begins with a dot are passed over. most bounds the memory that each model takes.
func Open(root string, most bound.Size) (*Library, error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, fmt.Errorf("partnet: %w", err)
	}
	l := &Library{root: root, ids: map[string][]string{}, bound: most}
	for _, e := range entries { // sorted by name
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		dir := filepath.Join(root, e.Name())
		if info, err := os.Stat(dir); err != nil || !info.IsDir() { // models are often links
			continue
		}
		category, err := categoryOf(dir)
		if err != nil {
			return nil, err
		}
		l.ids[category] = append(l.ids[category], e.Name())
	}
	return l, nil
}

// IDs returns the model folders of a category, sorted by name.
func (l *Library) IDs(category string) []string { return slices.Clone(l.ids[category]) }

// Load reads one model of the library.
func (l *Library) Load(category, id string) (*furniture.Model, error) {
	if !slices.Contains(l.ids[category], id) {
		return nil, fmt.Errorf("partnet: %s has no %s %q", l.root, category, id)
	}
	return Load(filepath.Join(l.root, id), category, bound.New(l.bound))
}

// maxMeta bounds meta.json, in bytes. They have some hundred.
const maxMeta = 1 << 20

func categoryOf(dir string) (string, error) {
	path := filepath.Join(dir, "meta.json")
	data, err := folder.Read(dir, "meta.json", maxMeta)
	if err != nil {
		return "", fmt.Errorf("partnet: %s/%w", dir, err)
	}
	var meta struct {
		Category string `json:"model_cat"`
	}
	if err := json.Unmarshal(data, &meta); err != nil {
		return "", fmt.Errorf("partnet: %s: line %d: %s", path, lineOf(data, err), jsonFault(err))
	}
	if meta.Category == "" {
		return "", fmt.Errorf("partnet: %s: model_cat is missing, want a category such as \"Chair\"", path)
	}
	return meta.Category, nil
}
