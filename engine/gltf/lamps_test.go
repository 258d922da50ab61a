package gltf

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
)

// withLamps is the document of a triangle below lamps of the extension, each with a node at a height, upright.
func withLamps(t *testing.T, height float64, lamps ...string) *qm.Document {
	t.Helper()
	doc := newDoc()
	list := "["
	for i, l := range lamps {
		if i > 0 {
			list += ","
		}
		list += l
		doc.Nodes = append(doc.Nodes, &qm.Node{
			Translation: [3]float64{0, height, 0}, Rotation: [4]float64{-math.Sqrt2 / 2, 0, 0, math.Sqrt2 / 2}, // -z becomes -y
			Extensions: qm.Extensions{punctualLights: json.RawMessage(fmt.Sprintf(`{"light":%d}`, i))},
		})
		doc.Scenes[0].Nodes = append(doc.Scenes[0].Nodes, len(doc.Nodes)-1)
	}
	doc.Extensions = qm.Extensions{punctualLights: json.RawMessage(`{"lights":` + list + `]}`)}
	doc.ExtensionsUsed = []string{punctualLights}
	doc.ExtensionsRequired = doc.ExtensionsUsed
	return doc
}

// A lamp's intensity is that of the extension, from the node's place, along its -z.
func TestPunctualLamps(t *testing.T) {
	s := load(t, withLamps(t, 3,
		`{"type":"point","color":[1,0.5,0.25],"intensity":8,"range":20}`,
		`{"type":"spot","intensity":6,"spot":{"innerConeAngle":0.2}}`,
		`{"type":"directional"}`))
	f := s.Frame
	if len(f.Lights) != 2 || len(f.Suns) != 1 || f.WorldRadiance != (material.RGB{}) || len(s.Ignored) > 0 {
		t.Fatalf("got %d lamps, %d suns, world %v, ignored %q, want 2, 1, none and none", len(f.Lights), len(f.Suns), f.WorldRadiance, s.Ignored)
	}
	for i, want := range []struct {
		intensity material.RGB
		ball      light.Ball
	}{
		{material.RGB{8, 4, 2}, light.Ball{Inner: math.Pi, Outer: math.Pi, Range: 20}},
		{material.RGB{6, 6, 6}, light.Ball{Inner: 0.2, Outer: math.Pi / 4}},
	} {
		l := f.Lights[i]
		got := l.Radiance()
		for c := range got {
			got[c] *= math.Pi * ballSize * ballSize / 4
			if math.Abs(got[c]-want.intensity[c]) > 1e-9 {
				t.Errorf("lamp %d: intensity %v, want %v", i, got, want.intensity)
			}
		}
		if l.Ball == nil || *l.Ball != want.ball || !near(l.WorldFromLight.T, geom.V(0, 0, 3)) || !near(l.WorldFromLight.M.Z, geom.V(0, 0, 1)) {
			t.Errorf("lamp %d: got %+v with %+v, want it at 3 m, shining down, with %+v", i, l, l.Ball, want.ball)
		}
	}
	if sun := f.Suns[0]; !near(sun.Dir, geom.V(0, 0, -1)) || !sun.Shadows || sun.Irradiance != (material.RGB{1, 1, 1}) {
		t.Errorf("sun: got %+v", sun)
	}
}

// A lamp of 50 W as Blender exports it, in lumens or in watts, is as bright.
func TestLampsInLumensAndWatts(t *testing.T) {
	const candela = 50 / (4 * math.Pi)
	watts := load(t, withLamps(t, 2, fmt.Sprintf(`{"type":"point","intensity":%g}`, candela))).Frame.Lights[0]
	lumens := load(t, withLamps(t, 2, fmt.Sprintf(`{"type":"point","intensity":%g}`, 683*candela))).Frame.Lights[0]
	if got, want := lumens.Radiance()[0], watts.Radiance()[0]; math.Abs(got/want-1) > 1e-9 {
		t.Errorf("got %g of the radiance, want as much", got/want)
	}
	if got := load(t, withLamps(t, 2, `{"type":"directional","intensity":683}`)).Frame.Suns[0].Irradiance[0]; math.Abs(got-1) > 1e-12 {
		t.Errorf("sun of 683 lux: %g, want 1 W/m^2", got)
	}
}

// What glows is no lamp: the usual lamps are there, too.
func TestGlowDoesNotTakeTheLamps(t *testing.T) {
	doc := newDoc()
	doc.Materials = []*qm.Material{{Name: "screen", EmissiveFactor: [3]float64{1, 1, 1}}}
	index := 0
	doc.Meshes[0].Primitives[0].Material = &index
	if f := load(t, doc).Frame; len(f.Lights) != 2 || f.WorldRadiance[0] <= 0 {
		t.Errorf("got %d lamps and world %v, want 2 and more than 0", len(f.Lights), f.WorldRadiance)
	}
}
