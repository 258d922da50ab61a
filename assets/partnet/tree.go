package partnet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mereo/assets/furniture"
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// node is one entry of the tree file. Objs is nil where the key is missing, which means the meshes of the children.
type node struct {
	Name     string   `json:"name"`
	Children []node   `json:"children"`
	Objs     []string `json:"objs"`
}

// Load reads the model in folder dir as a thing of the given category. Parts come in the order of the walk, children
// first, then the unlabeled meshes by name; their colliders are the hulls of their vertices. Family is the folder's
// name. Primitives stay None: which parts are straight or flat is for the user to detect. Errors are one sentence with
// the file and, where there is one, the line. The model takes no more than the memory that the caller gives it.
func Load(dir, category string, memory *bound.Memory) (*furniture.Model, error) {
	if len(furniture.Labels(category)) == 0 {
		return nil, fmt.Errorf("partnet: unknown category %q, have %q", category, furniture.Categories())
	}
	root, treePath, err := readTree(dir, memory)
	if err != nil {
		return nil, err
	}
	w := &walk{category: category, tree: treePath, labels: furniture.Labels(category), used: map[string]bool{}, counts: map[string]int{}}
	if err := w.readMeshes(dir, memory); err != nil {
		return nil, err
	}
	w.model = &furniture.Model{Category: category, Family: filepath.Base(filepath.Clean(dir))}
	if err := w.node(root); err != nil {
		return nil, err
	}
	for _, name := range w.names {
		if !w.used[name] {
			w.add(name, furniture.Other, []string{name})
		}
	}
	return w.model, nil
}

// readTree reads the tree file; its root is the first entry of the list.
func readTree(dir string, memory *bound.Memory) (*node, string, error) {
	for _, name := range []string{"result_after_merging.json", "result.json"} {
		path := filepath.Join(dir, name)
		data, err := memory.Read(dir, name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, "", fmt.Errorf("partnet: %s/%w", dir, err)
		}
		if err := memory.JSON(data); err != nil {
			return nil, "", fmt.Errorf("partnet: %s: %w", path, err)
		}
		var list []node
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, "", fmt.Errorf("partnet: %s: line %d: %s", path, lineOf(data, err), jsonFault(err))
		}
		if len(list) == 0 {
			return nil, "", fmt.Errorf("partnet: %s: the list is empty, want the tree as its first entry", path)
		}
		return &list[0], path, nil
	}
	return nil, "", fmt.Errorf("partnet: %s has no tree file, want result_after_merging.json or result.json", dir)
}

// lineOf is the line of a JSON error, from 1.
func lineOf(data []byte, err error) int {
	offset := int64(len(data))
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	return 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
}

// jsonFault says what a JSON error means without the names of Go types.
func jsonFault(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		want := map[string]string{"string": "text", "slice": "a list", "struct": "an object"}[kind.Type.Kind().String()]
		if kind.Field == "" {
			return fmt.Sprintf("JSON %s, want %s", kind.Value, want)
		}
		return fmt.Sprintf("%s is JSON %s, want %s", kind.Field, kind.Value, want)
	}
	return err.Error()
}

// walk is the state of the descent.
type walk struct {
	category string
	tree     string // path, for messages
	labels   []string
	names    []string // of the mesh files, sorted
	meshes   map[string]*mesh.Mesh
	used     map[string]bool
	counts   map[string]int // parts so far by label
	model    *furniture.Model
}

// readMeshes reads every .obj file of the folder.
func (w *walk) readMeshes(dir string, memory *bound.Memory) error {
	w.meshes = map[string]*mesh.Mesh{}
	for _, sub := range []string{"objs", "textured_objs"} {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("partnet: %w", err)
		}
		for _, e := range entries {
			name, ok := strings.CutSuffix(e.Name(), ".obj")
			if !ok {
				continue
			}
			m, err := readOBJ(dir, sub+"/"+e.Name(), memory)
			if err != nil {
				return err
			}
			w.names = append(w.names, name)
			w.meshes[name] = m
		}
		if len(w.names) > 0 {
			return nil
		}
	}
	return fmt.Errorf("partnet: %s has no meshes, want .obj files in objs or textured_objs", dir)
}

// node makes parts of the children, then of the node itself.
func (w *walk) node(n *node) error {
	for i := range n.Children {
		if err := w.node(&n.Children[i]); err != nil {
			return err
		}
	}
	for _, name := range n.Objs {
		if w.meshes[name] == nil {
			return fmt.Errorf("partnet: %s: node %q names the mesh %q, but there is no such file", w.tree, n.Name, name)
		}
	}
	label := renamed(w.category, n.Name)
	if !slices.Contains(w.labels, label) {
		return nil
	}
	if label == "chair_arm" && w.counts["arm_near_vertical_bar"]+w.counts["arm_horizontal_bar"] > 0 {
		return nil
	}
	var own []string
	for _, name := range n.files(nil) {
		if !w.used[name] {
			w.used[name] = true
			own = append(own, name)
		}
	}
	if len(own) > 0 {
		w.add(fmt.Sprintf("%s-%d", label, w.counts[label]+1), label, own)
	}
	return nil
}

// files appends the node's meshes: its own where it lists any, else those of its children.
func (n *node) files(out []string) []string {
	if n.Objs != nil {
		return append(out, n.Objs...)
	}
	for i := range n.Children {
		out = n.Children[i].files(out)
	}
	return out
}

// add appends a part of the named meshes.
func (w *walk) add(name, label string, files []string) {
	pieces := make([]*mesh.Mesh, len(files))
	for i, f := range files {
		pieces[i] = w.meshes[f]
	}
	m := mesh.Merge(pieces...)
	w.counts[label]++
	w.model.Parts = append(w.model.Parts, furniture.Part{Name: name, Label: label, Mesh: m, Colliders: [][]geom.Vec3{solid.Hull(m)}})
}
