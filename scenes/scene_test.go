package scenes_test

import (
	"fmt"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
)

var triangle = &mesh.Mesh{Positions: []geom.Vec3{{}, {X: 1}, {Y: 1}}, Triangles: [][3]uint32{{0, 1, 2}}}

// room has a floor, a chair of two parts, a thing without parts and a table of one.
func room() *scenes.Scene {
	part := func(label string, red float64) scenes.Part {
		return scenes.Part{Label: label, Mesh: triangle, Material: material.Lambert(material.RGB{red})}
	}
	return &scenes.Scene{
		Backdrop: []scenes.Surface{{Name: "floor", Mesh: triangle, Material: material.Default()}},
		Objects: []scenes.Object{
			{Category: "Chair", WorldFromObject: geom.Translate(geom.V(1, 0, 0)), Parts: []scenes.Part{part("leg", 0.1), part("seat", 0.2)}},
			{Category: "Ghost", WorldFromObject: geom.Identity},
			{Category: "Table", WorldFromObject: geom.Translate(geom.V(3, 0, 0)), Parts: []scenes.Part{part("top", 0.3)}},
		},
		WorldRadiance: material.RGB{0.1, 0.2, 0.3},
		Lights:        []light.Area{{Size: 1}},
		Suns:          []light.Sun{{Dir: geom.V(0, 0, -1)}},
	}
}

// Objects count from 1, parts through the whole scene; the surroundings have neither number.
func TestFrameNumbersObjectsAndParts(t *testing.T) {
	s := room()
	s.Camera.FocalPx = 77
	f := s.Frame()
	want := []struct {
		object, part uint16
		x, red       float64
	}{{0, 0, 0, 1}, {1, 1, 1, 0.1}, {1, 2, 1, 0.2}, {3, 3, 3, 0.3}}
	if len(f.Instances) != len(want) {
		t.Fatalf("got %d instances, want %d", len(f.Instances), len(want))
	}
	for i, w := range want {
		in := f.Instances[i]
		if in.Object != w.object || in.Part != w.part || in.WorldFromObject.T.X != w.x || in.Material.BaseColor[0] != w.red || in.Mesh != triangle {
			t.Errorf("instance %d: object %d, part %d at x = %g with red %g, want %d, %d, %g, %g", i, in.Object, in.Part,
				in.WorldFromObject.T.X, in.Material.BaseColor[0], w.object, w.part, w.x, w.red)
		}
	}
	if f.Camera.FocalPx != 77 || f.WorldRadiance != s.WorldRadiance || len(f.Lights) != 1 || len(f.Suns) != 1 {
		t.Errorf("camera, sky or lamps got lost: %+v", f)
	}
}

// The frame points at the scene's materials: repainting a part shows in it.
func TestFrameSharesMaterials(t *testing.T) {
	s := room()
	f := s.Frame()
	s.Objects[0].Parts[1].Material.BaseColor[2] = 0.5
	if got := f.Instances[2].Material.BaseColor[2]; got != 0.5 {
		t.Errorf("blue of the seat: got %g in the frame, want 0.5", got)
	}
}

func ExampleScene_Frame() {
	for _, in := range room().Frame().Instances {
		fmt.Print(in.Object, "/", in.Part, " ")
	}
	// Output: 0/0 1/1 1/2 3/3
}
