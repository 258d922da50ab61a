package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// wedge is a closed tetrahedron of volume 1/6 with its right angle at the origin.
func wedge() *Mesh {
	return &Mesh{
		Positions: []geom.Vec3{geom.V(0, 0, 0), geom.V(1, 0, 0), geom.V(0, 1, 0), geom.V(0, 0, 1)},
		Triangles: [][3]uint32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}},
	}
}

func TestValidateNamesWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(m *Mesh)
		want  string
	}{
		{"nothing", func(m *Mesh) {}, ""},
		{"too few normals", func(m *Mesh) { m.Normals = make([]geom.Vec3, 3) }, "mesh: 3 normals for 4 positions"},
		{"too many texture coordinates", func(m *Mesh) { m.UVs = make([][2]float64, 5) }, "mesh: 5 texture coordinates for 4 positions"},
		{"position", func(m *Mesh) { m.Positions[2].Z = math.NaN() }, "mesh: position 2 is not finite: {0 1 NaN}"},
		{"normal", func(m *Mesh) { m.Normals = make([]geom.Vec3, 4); m.Normals[1].X = math.Inf(1) }, "mesh: normal 1 is not finite: {+Inf 0 0}"},
		{"texture coordinate", func(m *Mesh) { m.UVs = make([][2]float64, 4); m.UVs[3][1] = math.Inf(-1) }, "mesh: texture coordinate 3 is not finite: [0 -Inf]"},
		{"infinities that cancel", func(m *Mesh) {
			m.UVs = make([][2]float64, 4)
			m.UVs[0] = [2]float64{math.Inf(1), math.Inf(-1)}
		}, "mesh: texture coordinate 0 is not finite: [+Inf -Inf]"},
		{"index", func(m *Mesh) { m.Triangles[3][1] = 4 }, "mesh: triangle 3 names vertex 4, but there are 4"},
	} {
		m := wedge()
		c.spoil(m)
		got := ""
		if err := m.Validate(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestVolumeKnownAnswers(t *testing.T) {
	if got := wedge().Volume(); math.Abs(got-1.0/6) > 1e-15 {
		t.Errorf("wedge: got %v, want 1/6", got)
	}
	inside := wedge()
	for i, v := range inside.Triangles {
		inside.Triangles[i] = [3]uint32{v[1], v[0], v[2]}
	}
	if got := inside.Volume(); math.Abs(got+1.0/6) > 1e-15 {
		t.Errorf("wedge turned inside out: got %v, want -1/6", got)
	}
}

// Volume, orientation and normals follow a map, mirrored or not; the original stays as it was.
func TestTransformed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for i := range 200 {
		f := geom.Transform{M: geom.AxisAngle(geom.V(r.NormFloat64(), r.NormFloat64(), 1).Unit(), 6*r.Float64()), T: geom.V(1, 2, 3)}
		stretch := geom.Mat3{X: geom.V(0.5+r.Float64(), 0, 0), Y: geom.V(0, 0.5+r.Float64(), 0), Z: geom.V(0, 0, 2*float64(i%2)-1)}
		f.M = f.M.Mul(stretch)
		m := wedge().Faceted()
		m.UVs = make([][2]float64, len(m.Positions))
		m.UVs[7] = [2]float64{0.25, 0.5}
		got := m.Transformed(f)
		if want := math.Abs(f.M.Det()) / 6; math.Abs(got.Volume()-want) > 1e-12 {
			t.Fatalf("draw %d: volume is %v, want %v", i, got.Volume(), want)
		}
		for k, tri := range got.Triangles {
			a, b, c := got.Positions[tri[0]], got.Positions[tri[1]], got.Positions[tri[2]]
			if face := b.Sub(a).Cross(c.Sub(a)).Unit(); face.Dot(got.Normals[tri[0]]) < 1-1e-12 {
				t.Fatalf("draw %d: face %d looks along %v, its normal is %v", i, k, face, got.Normals[tri[0]])
			}
		}
		if got.UVs[7] != m.UVs[7] || m.Positions[0] != wedge().Faceted().Positions[0] {
			t.Fatalf("draw %d: texture coordinates or the original changed", i)
		}
		got.UVs[7][0] = 9
		if m.UVs[7][0] == 9 {
			t.Fatalf("draw %d: the copy shares texture coordinates with the original", i)
		}
	}
}

func TestMerge(t *testing.T) {
	flat := wedge()
	bent := wedge().Faceted()
	bent.UVs = make([][2]float64, len(bent.Positions))
	for i := range bent.UVs {
		bent.UVs[i] = [2]float64{0.5, float64(i)}
	}
	bent = bent.Transformed(geom.Translate(geom.V(5, 0, 0)))
	for _, c := range []struct {
		name                            string
		in                              []*Mesh
		positions, normals, coordinates int
	}{
		{"nothing", nil, 0, 0, 0},
		{"two without normals", []*Mesh{flat, flat}, 8, 0, 0},
		{"one with normals", []*Mesh{flat, bent}, 24, 24, 24}, // the flat one's vertices are split
		{"one with normals, first", []*Mesh{bent, flat}, 24, 24, 24},
	} {
		m := Merge(c.in...)
		if len(m.Positions) != c.positions || len(m.Normals) != c.normals || len(m.UVs) != c.coordinates {
			t.Errorf("%s: got %d positions, %d normals, %d texture coordinates, want %d, %d, %d", c.name,
				len(m.Positions), len(m.Normals), len(m.UVs), c.positions, c.normals, c.coordinates)
		}
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got, want := m.Volume(), float64(len(c.in))/6; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: volume is %v, want %v", c.name, got, want)
		}
	}
	m := Merge(flat, bent)
	if got := m.UVs[12+7]; got != [2]float64{0.5, 7} {
		t.Errorf("texture coordinate of the second mesh: got %v, want [0.5 7]", got)
	}
	if got := m.UVs[3]; got != [2]float64{} {
		t.Errorf("texture coordinate of a mesh without any: got %v, want zeros", got)
	}
	m = Merge(flat)
	m.Positions[0].X = 9
	if flat.Positions[0].X == 9 {
		t.Error("merging one mesh hands out its own positions")
	}
}

func TestFaceted(t *testing.T) {
	m := wedge()
	m.Triangles = append(m.Triangles, [3]uint32{1, 1, 2}) // without area
	m.UVs = [][2]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}}
	f := m.Faceted()
	if len(f.Positions) != 15 || len(f.Normals) != 15 || len(f.UVs) != 15 || math.Abs(f.Volume()-1.0/6) > 1e-15 {
		t.Fatalf("got %d positions, %d normals, %d texture coordinates, volume %v; want 15 of each and 1/6",
			len(f.Positions), len(f.Normals), len(f.UVs), f.Volume())
	}
	for i, want := range []geom.Vec3{geom.V(0, 0, -1), geom.V(0, -1, 0), geom.V(-1, 0, 0), geom.V(1, 1, 1).Unit(), geom.V(0, 0, 1)} {
		for k := range 3 {
			if got := f.Normals[3*i+k]; got.Sub(want).Len() > 1e-15 {
				t.Errorf("triangle %d, corner %d: normal %v, want %v", i, k, got, want)
			}
		}
	}
	if got := f.UVs[11]; got != m.UVs[3] {
		t.Errorf("texture coordinate of triangle 3, corner 2: got %v, want %v", got, m.UVs[3])
	}
}

func TestBounds(t *testing.T) {
	if got, want := wedge().Bounds(), (geom.AABB{Max: geom.V(1, 1, 1)}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := (&Mesh{}).Bounds(); !got.Empty() {
		t.Errorf("bounds of an empty mesh: got %v, want the empty box", got)
	}
}
