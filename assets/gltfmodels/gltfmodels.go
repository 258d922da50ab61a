// Package gltfmodels reads the user's own glTF files as models: furniture, as another source beside the procedural one, and
// things of the kitchen (see Thing).
//
// A folder of furniture has one subfolder for each category ("Chair", "Table", ...), and every .glb or .gltf file in it is a model.
// The file is y up with the front at +z, in meters; the origin and the size stay as they are. A mesh node that has
// "label" in its extras, or lies below one that has, is one part; all other mesh nodes are one part each, labeled
// "other". A label is a raw one of package furniture ("chair_seat", "door_frame") or the short one of the data set
// ("seat", "door"), which is mapped to the raw one that means the same. Colors and materials of the file are not used.
package gltfmodels

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mereo/assets/furniture"
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// Library is a folder of models by category.
type Library struct {
	root  string
	files map[string][]string // file names by category, sorted
	bound bound.Size
}

// Open lists the models. It reads no file. A subfolder that is not named like a category is an error, as a typing
// mistake there would silently lose all its models; so is a folder without any, and a model in a format that is not read,
// unless the same model is there as glTF. most bounds the memory that each model takes.
func Open(root string, most bound.Size) (*Library, error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, fmt.Errorf("gltfmodels: %w", err)
	}
	l, found := &Library{root: root, files: map[string][]string{}, bound: most}, false
	for _, e := range entries {
		dir := filepath.Join(root, e.Name())
		if info, err := os.Stat(dir); err != nil || !info.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if !slices.Contains(furniture.Categories(), e.Name()) {
			return nil, fmt.Errorf("gltfmodels: folder %s is not named like a category, want one of %q", dir, furniture.Categories())
		}
		files, err := os.ReadDir(dir)
		if err != nil {
			return nil, fmt.Errorf("gltfmodels: %w", err)
		}
		if l.files[e.Name()], err = models(dir, files); err != nil {
			return nil, err
		}
		found = true
	}
	if !found {
		return nil, fmt.Errorf("gltfmodels: %s has no folder of models, want one or more of %q in it", root, furniture.Categories())
	}
	return l, nil
}

// otherFormats are endings of models that are not read.
var otherFormats = []string{".obj", ".ply", ".stl", ".fbx", ".dae", ".3ds", ".blend", ".off", ".usd", ".usdc", ".usdz"}

// models are the glTF files of a folder.
func models(dir string, files []fs.DirEntry) (names []string, err error) {
	read := map[string]bool{} // without endings
	for _, f := range files {
		if ext := filepath.Ext(f.Name()); slices.Contains([]string{".glb", ".gltf"}, strings.ToLower(ext)) {
			names = append(names, f.Name())
			read[strings.TrimSuffix(f.Name(), ext)] = true
		}
	}
	for _, f := range files {
		ext := filepath.Ext(f.Name())
		if slices.Contains(otherFormats, strings.ToLower(ext)) && !read[strings.TrimSuffix(f.Name(), ext)] {
			return nil, fmt.Errorf("gltfmodels: %s: a model is read as .glb or .gltf; export it so, from Blender for example", filepath.Join(dir, f.Name()))
		}
	}
	return names, nil
}

// IDs returns the file names of a category, sorted.
func (l *Library) IDs(category string) []string { return slices.Clone(l.files[category]) }

// Load reads one model of the library.
func (l *Library) Load(category, id string) (*furniture.Model, error) {
	if !slices.Contains(l.files[category], id) {
		return nil, fmt.Errorf("gltfmodels: %s has no %s %q", l.root, category, id)
	}
	return Load(filepath.Join(l.root, category, id), category, bound.New(l.bound))
}

// Load reads a file as a thing of the given category. Family is the file's name without its extension; the parts come
// in the order of the file's nodes and carry the nodes' names, made unique by a number; their colliders are the hulls
// of their vertices. Primitives stay None: which parts are straight or flat is for the user to detect. Errors name the
// file and the node. The model takes no more than the memory that the caller gives it.
func Load(path, category string, memory *bound.Memory) (*furniture.Model, error) {
	if len(furniture.Labels(category)) == 0 {
		return nil, fmt.Errorf("gltfmodels: unknown category %q, have %q", category, furniture.Categories())
	}
	s, err := gltf.LoadScene(path, memory)
	if err != nil {
		return nil, fmt.Errorf("gltfmodels: %w", err)
	}
	base := filepath.Base(path)
	m := &furniture.Model{Category: category, Family: strings.TrimSuffix(base, filepath.Ext(base))}
	names := map[string]int{}
	for i := 0; i < len(s.Nodes); {
		// All primitives of a node are one part; they follow each other.
		node, first := s.Nodes[i], i
		for i < len(s.Nodes) && s.Nodes[i].Index == node.Index {
			i++
		}
		label, err := raw(category, node.Label)
		if err != nil {
			return nil, fmt.Errorf("gltfmodels: %s: node %d %q: %w", path, node.Index, node.Name, err)
		}
		var pieces []*mesh.Mesh
		for _, in := range s.Frame.Instances[first:i] {
			p := in.Mesh.Transformed(in.WorldFromObject)
			// Parts are shaded by their facets and painted in one color.
			p.Normals, p.UVs, p.SecondUVs = nil, nil, nil
			pieces = append(pieces, p)
		}
		whole := mesh.Merge(pieces...)
		m.Parts = append(m.Parts, furniture.Part{
			Name: unique(names, node.Name, label), Label: label, Mesh: whole, Colliders: [][]geom.Vec3{solid.Hull(whole)},
		})
	}
	return m, nil
}

// unique returns the node's name, or its label where it has none, with a number from the second use on.
func unique(used map[string]int, name, label string) string {
	if name == "" {
		name = label
	}
	used[name]++
	out := name
	for n := used[name]; n > 1; n++ {
		// Another node may already be called like the numbered name. The next one goes on from here.
		used[name] = n
		if out = fmt.Sprintf("%s-%d", name, n); used[out] == 0 {
			used[out]++
			break
		}
	}
	return out
}
