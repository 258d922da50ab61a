package gltf

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/internal/bound"
)

// houseFromFile turns y up into z up: (x, y, z) -> (x, -z, y).
var houseFromFile = geom.Transform{M: geom.Mat3{X: geom.V(1, 0, 0), Y: geom.V(0, 0, 1), Z: geom.V(0, -1, 0)}}

// assetExtras and nodeExtras are this program's own additions to glTF.
type assetExtras struct {
	Width         *int          `json:"width,omitempty"`
	Height        *int          `json:"height,omitempty"`
	WorldRadiance *material.RGB `json:"world_radiance,omitempty"`
}

type nodeExtras struct {
	ID    *uint16      `json:"id,omitempty"`
	Part  *uint16      `json:"part,omitempty"`
	Label string       `json:"label,omitempty"`
	Class string       `json:"class,omitempty"`
	Light *lightExtras `json:"light,omitempty"`
}

// with are the extras with those of a list for an id from 1.
func (x nodeExtras) with(list []map[string]any, id int) any {
	if id > len(list) || len(list[id-1]) == 0 {
		return x
	}
	out := maps.Clone(list[id-1])
	if x.ID != nil {
		out["id"] = *x.ID
	}
	if x.Part != nil {
		out["part"] = *x.Part
		out["label"] = x.Label
	}
	return out
}

type lightExtras struct {
	Type       string        `json:"type"`
	Size       float64       `json:"size,omitempty"`
	Inner      float64       `json:"inner,omitempty"`
	Outer      float64       `json:"outer,omitempty"`
	Range      float64       `json:"range,omitempty"`
	PowerW     float64       `json:"power_w,omitempty"`
	Color      *material.RGB `json:"color,omitempty"`
	Irradiance *material.RGB `json:"irradiance,omitempty"`
	Shadows    bool          `json:"shadows,omitempty"`
}

// Types of lights.
const (
	lightArea = "area"
	lightBall = "ball"
	lightSun  = "sun"
)

// readExtras decodes an extras value; any other shape than an object has nothing of ours in it.
func readExtras(extras, into any) error {
	if _, ok := extras.(map[string]any); !ok {
		return nil
	}
	text, err := json.Marshal(extras)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("extras: %s", plainError(err))
	}
	return nil
}

// scene places every node of the file's scene and fills in what the file leaves open.
func (r *reader) scene() (*Scene, error) {
	world, err := bound.Make[geom.Transform](r.memory, len(r.doc.Nodes))
	if err != nil {
		return nil, err
	}
	w := &walk{
		reader: r, out: &Scene{Frame: &frame.Frame{}}, seen: make([]bool, len(r.doc.Nodes)), world: world, skins: map[int][]geom.Transform{},
	}
	if err := readExtras(r.doc.Asset.Extras, &w.asset); err != nil {
		return nil, fmt.Errorf("asset: %w", err)
	}
	if err := w.asset.check(); err != nil {
		return nil, err
	}
	roots, err := r.roots()
	if err != nil {
		return nil, err
	}
	for _, i := range roots {
		if err := w.tree(i); err != nil {
			return nil, err
		}
	}
	if err := w.bend(); err != nil {
		return nil, err
	}
	f := w.out.Frame
	if len(f.Instances) == 0 {
		return nil, errors.New("holds no triangles")
	}
	if err := w.number(); err != nil {
		return nil, err
	}
	w.complete()
	if err := r.memory.Take(max(0, f.Camera.Width*f.Camera.Height-usualWidth*usualHeight), pictureBytes); err != nil {
		return nil, fmt.Errorf("its picture of %d x %d pixels %w", f.Camera.Width, f.Camera.Height, err)
	}
	if err := f.Validate(); err != nil {
		return nil, err
	}
	return w.out, nil
}

func (a *assetExtras) check() error {
	if (a.Width == nil) != (a.Height == nil) {
		return errors.New("asset: extras: has one of width and height, want both or none")
	}
	if a.Width != nil && (*a.Width < 1 || *a.Height < 1 || *a.Width > 16384 || *a.Height > 16384) {
		return fmt.Errorf("asset: extras: size is %d x %d, want 1 to 16384", *a.Width, *a.Height)
	}
	if w := a.WorldRadiance; w != nil {
		for _, v := range w {
			if !(v >= 0 && v <= math.MaxFloat32) {
				return fmt.Errorf("asset: extras: world_radiance is %v, want numbers of at least 0", *w)
			}
		}
	}
	return nil
}

// roots are the top nodes of the chosen scene; a file without scenes shows every node that is nobody's child.
func (r *reader) roots() ([]int, error) {
	if len(r.doc.Scenes) > 0 {
		i := 0
		if r.doc.Scene != nil {
			i = *r.doc.Scene
		}
		if i < 0 || i >= len(r.doc.Scenes) {
			return nil, fmt.Errorf("scene %d does not exist, there are %d", i, len(r.doc.Scenes))
		}
		return r.doc.Scenes[i].Nodes, nil
	}
	child := make([]bool, len(r.doc.Nodes))
	for _, n := range r.doc.Nodes {
		for _, c := range n.Children {
			if c >= 0 && c < len(child) {
				child[c] = true
			}
		}
	}
	var out []int
	for i, c := range child {
		if !c {
			out = append(out, i)
		}
	}
	return out, nil
}

// number gives parts their ids, and objects theirs, where the file has none.
func (w *walk) number() error {
	part, last := 0, [2]int{-1}
	for i := range w.out.Frame.Instances {
		in, node := &w.out.Frame.Instances[i], [2]int{w.out.Nodes[i].Index, w.out.Nodes[i].Copy}
		if w.anyID && in.Object == 0 {
			continue
		}
		if node != last {
			part, last = part+1, node
		}
		if part > math.MaxUint16 {
			return fmt.Errorf("has more than %d nodes with a mesh and an id", math.MaxUint16)
		}
		if in.Part == 0 {
			in.Part = uint16(part)
		}
		if !w.anyID {
			in.Object = uint16(part)
		}
	}
	return nil
}
