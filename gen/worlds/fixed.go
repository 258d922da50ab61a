package worlds

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"mereo/assets/models"
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/settle"
)

// surroundings are what a file of a scene has beside things.
type surroundings struct {
	surfaces []scenes.Surface
	lamps    []light.Area
	suns     []light.Sun
	sky      material.RGB
	camera   camera.Pinhole
}

// openFixed reads the file of scene.fixed. Its things become kinds that are never drawn.
func (w *World) openFixed(from Folder) {
	const key = "scene.fixed"
	if w.fault != nil || !w.given(key) {
		return
	}
	f := &w.Scene.Fixed
	at := path.Clean(f.File)
	if ext := strings.ToLower(path.Ext(at)); f.File == "" || !fs.ValidPath(at) || ext != ".glb" && ext != ".gltf" {
		w.wrong(key+".file", "is %q, want a .glb or .gltf file beside the document", f.File)
		return
	}
	for i, pattern := range f.Surroundings {
		if _, err := path.Match(pattern, ""); err != nil {
			w.wrong(fmt.Sprintf("%s.surroundings[%d]", key, i), "is no pattern, want the name of a node, in which * stands for any letters")
		}
	}
	s, sums, err := models.Scene(cmp.Or(from.Path, "."), at, from.Memory)
	switch {
	case err != nil && from.Path == "":
		w.fault = fmt.Errorf("scene.fixed is a file beside the document, %s; give the command in the document's folder, or name it with --models", f.File)
		return
	case err != nil:
		w.wrong(key+".file", "cannot be read: %v", err)
		return
	}
	maps.Copy(w.Models, sums)
	if s.Ignored != nil {
		w.ModelNotes = append(w.ModelNotes, fmt.Sprintf("%s: has %s, which are not drawn", f.File, listed(s.Ignored)))
	}
	w.around = &surroundings{lamps: s.Frame.Lights, suns: s.Frame.Suns, sky: s.Frame.WorldRadiance, camera: s.Frame.Camera}
	things, ids := map[uint16]*fixedThing{}, []uint16(nil)
	used := make([]bool, len(f.Surroundings))
	for i := range s.Frame.Instances {
		in, node := &s.Frame.Instances[i], &s.Nodes[i]
		name := cmp.Or(node.Object, node.Name)
		around := in.Object == 0
		for p, pattern := range f.Surroundings {
			for _, name := range []string{node.Object, node.Name} {
				if ok, _ := path.Match(pattern, name); ok { // it is well formed
					around, used[p] = true, true
				}
			}
		}
		placed := in.Mesh.Transformed(in.WorldFromObject)
		if around {
			w.around.surfaces = append(w.around.surfaces, scenes.Surface{Name: name, Mesh: placed, Material: *in.Material, NoShadow: in.NoShadow})
			continue
		}
		t := things[in.Object]
		if t == nil {
			t = &fixedThing{name: name, category: cmp.Or(strings.ToLower(node.Class), categoryFrom(name))}
			things[in.Object], ids = t, append(ids, in.Object)
		}
		t.meshes = append(t.meshes, placed)
		t.parts = append(t.parts, part{label: cmp.Or(node.Label, node.Name, name), mesh: placed, own: in.Material})
	}
	if n := slices.Index(used, false); n >= 0 {
		w.wrong(fmt.Sprintf("%s.surroundings[%d]", key, n), "is %q, which no node of %s is called", f.Surroundings[n], f.File)
		return
	}
	slices.Sort(ids)
	if len(ids) > maxThings {
		w.wrong(key+".file", "has %d things, want at most %d; name what is none in surroundings", len(ids), maxThings)
		return
	}
	thing, named := &Thing{Model: Model{File: f.File}}, map[string]bool{}
	for _, id := range ids {
		t := things[id]
		model := fmt.Sprintf("%s: %s", at, t.name)
		if t.name == "" || named[model] {
			model = fmt.Sprintf("%s: %s %d", at, t.name, id)
		}
		named[model] = true
		b := newBody(t.parts, nil)
		b.solid = func() (*settle.Solid, error) { return settle.Convex(t.meshes...) }
		w.kinds = append(w.kinds, &kind{
			Thing: thing, key: key, model: model, category: t.category, fixed: true, body: func() (*body, error) { return b, nil },
		})
	}
}

// fixedThing is a thing of a file as it is gathered: a part for each mesh with a surface. Its frame is the world's.
type fixedThing struct {
	name, category string
	parts          []part
	meshes         []*mesh.Mesh
}

// categoryFrom is what a node is called without what programs put behind it: "Chair.001" is a chair.
func categoryFrom(name string) string {
	return cmp.Or(strings.ToLower(strings.TrimSpace(strings.TrimRight(name, " ._-0123456789"))), "thing")
}

// fixedCount is how many things scene.fixed has.
func (w *World) fixedCount() (n int) {
	for _, k := range w.kinds {
		if k.fixed {
			n++
		}
	}
	return n
}

// fixedThings are those of scene.fixed, with room for more behind them.
func (w *World) fixedThings(more int) []thing {
	out := make([]thing, 0, w.fixedCount()+more)
	for _, k := range w.kinds {
		if !k.fixed {
			continue
		}
		b, _ := k.body() // it is there
		t := thing{kind: k, body: b, values: make([]int, len(w.attributes)), scale: 1, claim: b.radius, pose: geom.Identity}
		for a := range t.values {
			if t.values[a] = -1; k.shows[a] {
				t.values[a] = k.values[a][0]
			}
		}
		out = append(out, t)
	}
	return out
}

// near tells whether a fixed thing is within a distance of the upright cylinder that another one claims, or which it falls through from so high
// at least. Its frame is the world's.
func (o *thing) near(t *thing, gap, fall float64) bool {
	low, high := t.pose.T.Z+float64(t.box.Min.Z*t.scale), t.pose.T.Z+float64(t.box.Max.Z*t.scale)
	const level = 1e-3 // what the thing stands on, or what lies above it, as a share of its height
	if slack := float64(level * (high - low)); o.box.Max.Z <= low+fall+slack || o.box.Min.Z >= high-slack {
		return false
	}
	at := t.at()
	x, y := max(o.box.Min.X-at.X, at.X-o.box.Max.X, 0), max(o.box.Min.Y-at.Y, at.Y-o.box.Max.Y, 0)
	return math.Sqrt(float64(x*x)+float64(y*y)) < t.claim+gap
}
