package decompose_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
	"mereo/physics/decompose"
)

// thing is a mesh and what is inside it, independently.
type thing struct {
	name   string
	mesh   fixture.Mesh
	inside func(p geom.Vec3) bool
	volume float64 // closed form; 0 where there is none
}

func inBoxes(boxes []geom.AABB) func(geom.Vec3) bool {
	return func(p geom.Vec3) bool {
		for _, b := range boxes {
			if b.Contains(p) {
				return true
			}
		}
		return false
	}
}

// polygon is the share that a regular polygon of n corners fills of its circle.
func polygon(n float64) float64 { return n / (2 * math.Pi) * math.Sin(2*math.Pi/n) }

func things() []thing {
	chair, chairVolume := fixture.ChairBoxes(), 0.0
	for _, b := range chair {
		s := b.Size()
		chairVolume += s.X * s.Y * s.Z
	}
	l := []geom.AABB{{Min: geom.V(0, -0.05, 0), Max: geom.V(0.3, 0.05, 0.05)}, {Min: geom.V(0, -0.05, 0), Max: geom.V(0.05, 0.05, 0.2)}}
	ring := func(p geom.Vec3) bool {
		return math.Hypot(math.Hypot(p.X, p.Y)-0.05, p.Z) < 0.015
	}
	mug := func(p geom.Vec3) bool {
		const r, w = fixture.MugRadius, fixture.MugWall
		d := math.Hypot(p.X, p.Y)
		body := p.Z > 0 && p.Z < fixture.MugHeight && d < r && (p.Z < fixture.MugFloor || d > r-w)
		u, v := p.X-r, p.Z-fixture.MugHeight/2
		handle := d > r-w/2 && p.X > 0 && math.Hypot(math.Hypot(u, v)-0.025, p.Y) < 0.005
		return body || handle
	}
	return []thing{
		{"torus", fixture.Torus(0.05, 0.015, 64, 24), ring, polygon(64) * 2 * math.Pi * 0.05 * polygon(24) * math.Pi * 0.015 * 0.015},
		{"mug", fixture.Mug(48), mug, 0},
		{"chair", fixture.Chair(), inBoxes(chair), chairVolume},
		{"L", fixture.L(0.3, 0.2, 0.05, 0.1), inBoxes(l), 0.1 * (0.3*0.05 + 0.05*0.15)},
	}
}

func (c *thing) parts(t *testing.T, o decompose.Options) decompose.Parts {
	t.Helper()
	p, err := decompose.Mesh(c.mesh.Vertices, c.mesh.Triangles, o)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	return p
}

// filled tells whether a point is in one of the hulls.
func filled(hulls []*physics.Shape) func(p geom.Vec3) bool {
	type side struct {
		n geom.Vec3
		d float64
	}
	all := make([][]side, len(hulls))
	for i, h := range hulls {
		v, triangles := h.Surface()
		for _, t := range triangles {
			n := v[t[1]].Sub(v[t[0]]).Cross(v[t[2]].Sub(v[t[0]])).Unit()
			all[i] = append(all[i], side{n, n.Dot(v[t[0]])})
		}
	}
	return func(p geom.Vec3) bool {
	hulls:
		for i, h := range hulls {
			if !h.Bounds().Contains(p) {
				continue
			}
			for _, s := range all[i] {
				if s.n.Dot(p) > s.d {
					continue hulls
				}
			}
			return true
		}
		return false
	}
}

// The hulls of each thing fill its volume to 5 %, miss little of it and add little to it, and are at most 32 of at most 64
// corners. Flat things come out exactly, in the fewest boxes.
func TestParts(t *testing.T) {
	const tries = 300_000
	fewest := map[string]int{"chair": 6, "L": 2}
	most := map[string]int{"mug": 32, "torus": 16, "fine torus": 16, "chair": 6, "L": 2} // of a fine mesh no more than of a coarse one
	all := things()
	fine := all[0]
	fine.name, fine.mesh = "fine torus", fixture.Torus(0.05, 0.015, 200, 50)
	for _, c := range append(all, fine) {
		p := c.parts(t, decompose.Options{})
		if n, want := len(p.Hulls), fewest[c.name]; n > most[c.name] || n < 2 || want > 0 && n != want {
			t.Errorf("%s: %d hulls, want at most %d, for the chair 6, for the L 2", c.name, n, most[c.name])
		}
		box := geom.EmptyAABB()
		for _, h := range p.Hulls {
			box = box.Union(h.Bounds())
			if v, _ := h.Surface(); len(v) > 64 {
				t.Errorf("%s: hull has %d corners, want at most 64", c.name, len(v))
			}
		}
		stream := rand.New(rand.NewPCG(1, 2))
		in := filled(p.Hulls)
		var solid, hulls, missed, extra float64
		size := box.Size()
		for range tries {
			q := box.Min.Add(geom.V(stream.Float64(), stream.Float64(), stream.Float64()).Mul(size))
			is, has := c.inside(q), in(q)
			if is {
				solid++
			}
			if has {
				hulls++
			}
			if is && !has {
				missed++
			}
			if has && !is {
				extra++
			}
		}
		// What is inside has round sides, the mesh has flat ones: its own volume is TestMassOfMesh's.
		share := hulls / tries * size.X * size.Y * size.Z / p.Mass.Mass
		t.Logf("%s: %d hulls; volume %.4f of the mesh's by points, %.4f by dexels; misses %.4f, adds %.4f",
			c.name, len(p.Hulls), share, p.Union/p.Mass.Mass, missed/solid, extra/solid)
		noise := 4 / math.Sqrt(solid)
		limit := 0.05
		if fewest[c.name] > 0 {
			limit = 1e-4
		}
		if math.Abs(share-1) > limit+noise || missed > (limit+noise)*solid || extra > (limit+noise)*solid {
			t.Errorf("%s: hulls fill %.4f of the volume, miss %.4f and add %.4f, want 1, 0, 0 to %g", c.name, share, missed/solid, extra/solid, limit)
		}
		if math.Abs(p.Union/p.Mass.Mass-share) > noise {
			t.Errorf("%s: Union is %.4f of the volume, points say %.4f", c.name, p.Union/p.Mass.Mass, share)
		}
	}
}

// Mass, center and inertia are the solid's, to rounding where the surface goes around everything once, whatever the hulls are.
func TestMassOfMesh(t *testing.T) {
	for _, c := range things() {
		p := c.parts(t, decompose.Options{MaxHulls: 4})
		if c.volume > 0 && math.Abs(p.Mass.Mass-c.volume) > 1e-12*c.volume {
			t.Errorf("%s: volume is %v, want %v", c.name, p.Mass.Mass, c.volume)
		}
		var want physics.MassProperties
		switch c.name {
		case "torus": // of many sides: those of the figure with the same mean squares
			m, r, a := p.Mass.Mass, 0.05, 0.015
			z := m * (r*r + 0.75*a*a)
			if math.Abs(p.Mass.Inertia.Z.Z-z) > 0.01*z || p.Mass.Center.Len() > 1e-12 {
				t.Errorf("torus: inertia about its axis is %v, center %v, want about %v, 0", p.Mass.Inertia.Z.Z, p.Mass.Center, z)
			}
			continue
		case "mug":
			// A closed form without the handle, which is a small part: a wall and a floor, polygons of 48 sides.
			k := math.Pi * polygon(48)
			wall := k * (0.04*0.04 - 0.036*0.036) * fixture.MugHeight
			floor := k * 0.036 * 0.036 * fixture.MugFloor
			bow := 2 * 1.58 * 0.025 * math.Pi * 0.005 * 0.005 * polygon(12) // outside of the wall
			if sum := wall + floor + bow; math.Abs(p.Mass.Mass-sum) > 0.01*sum {
				t.Errorf("mug: volume is %v, want %v: what is in both wall and handle counts once", p.Mass.Mass, sum)
			}
			continue
		case "chair":
			want = boxMasses(t, fixture.ChairBoxes())
		case "L":
			want = boxMasses(t, []geom.AABB{{Min: geom.V(0, -0.05, 0), Max: geom.V(0.3, 0.05, 0.05)}, {Min: geom.V(0, -0.05, 0.05), Max: geom.V(0.05, 0.05, 0.2)}})
		}
		got := p.Mass
		for _, d := range []geom.Vec3{got.Inertia.X.Sub(want.Inertia.X), got.Inertia.Y.Sub(want.Inertia.Y), got.Inertia.Z.Sub(want.Inertia.Z)} {
			if d.Len() > 1e-12*want.Inertia.X.Len() || got.Center.Sub(want.Center).Len() > 1e-12 {
				t.Errorf("%s: mass is %+v, want %+v", c.name, got, want)
				break
			}
		}
	}
}

func boxMasses(t *testing.T, boxes []geom.AABB) physics.MassProperties {
	t.Helper()
	var parts []physics.MassProperties
	for _, b := range boxes {
		s, err := physics.NewBox(b.Size().Scale(0.5))
		if err != nil {
			t.Fatal(err)
		}
		c := physics.Collider{Shape: s, Pose: physics.Pose{Position: b.Center(), Rotation: geom.Quat{W: 1}}, Density: 1}
		parts = append(parts, c.Mass())
	}
	return physics.SumMasses(parts...)
}

// What is nearly convex is one hull: up to 5 % more than the solid, and no farther.
func TestOneHullForConvex(t *testing.T) {
	for _, c := range []struct {
		name  string
		depth float64 // of the step in a block of 0.1 x 0.1 x 0.1, half of its top
		one   bool
	}{{"block", 0, true}, {"low step", 0.016, true}, {"high step", 0.022, false}} {
		m := fixture.L(0.1, 0.1, 0.05, 0.1) // the hull of an L with a low step lacks half of the step's corner
		for i, p := range m.Vertices {
			if p.Z == 0.05 {
				m.Vertices[i].Z = 0.1 - c.depth
			}
		}
		if c.depth == 0 {
			m = fixture.L(0.1, 0.1, 0.05, 0.1)
			for i, p := range m.Vertices {
				if p.Z == 0.05 {
					m.Vertices[i].Z = 0.1
				}
			}
		}
		p, err := decompose.Mesh(m.Vertices, m.Triangles, decompose.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if (len(p.Hulls) == 1) != c.one {
			t.Errorf("%s: %d hulls, want one: %v", c.name, len(p.Hulls), c.one)
		}
	}
}

// Meshes as people have them: their solid comes out as if they were clean.
func TestUncleanMeshes(t *testing.T) {
	l := fixture.L(0.3, 0.2, 0.05, 0.1)
	const volume = 0.1 * (0.3*0.05 + 0.05*0.15)
	soup := fixture.Mesh{}
	for _, tri := range l.Triangles {
		n := uint32(len(soup.Vertices))
		soup.Vertices = append(soup.Vertices, l.Vertices[tri[0]], l.Vertices[tri[1]], l.Vertices[tri[2]])
		soup.Triangles = append(soup.Triangles, [3]uint32{n, n + 1, n + 2})
	}
	with := func(change func(m *fixture.Mesh)) fixture.Mesh {
		m := fixture.Mesh{Vertices: append([]geom.Vec3{}, l.Vertices...), Triangles: append([][3]uint32{}, l.Triangles...)}
		change(&m)
		return m
	}
	for _, c := range []struct {
		name string
		mesh fixture.Mesh
		off  float64 // of the volume, as a share
		most int
	}{
		{"every triangle with vertices of its own", soup, 1e-12, 2},
		{"inside out", with(func(m *fixture.Mesh) {
			for i := range m.Triangles {
				m.Triangles[i][1], m.Triangles[i][2] = m.Triangles[i][2], m.Triangles[i][1]
			}
		}), 1e-12, 2},
		{"a triangle without area", with(func(m *fixture.Mesh) { m.Triangles = append(m.Triangles, [3]uint32{0, 1, 1}) }), 1e-12, 2},
		{"a flap", with(func(m *fixture.Mesh) { m.Triangles = append(m.Triangles, [3]uint32{0, 1, 2}, [3]uint32{0, 2, 1}) }), 1e-12, 2},
		{"the same surface twice", with(func(m *fixture.Mesh) { m.Triangles = append(m.Triangles, m.Triangles...) }), 5e-3, 8},
		{"some triangles the wrong way", with(func(m *fixture.Mesh) {
			for i := range m.Triangles {
				if i%3 == 0 {
					m.Triangles[i][1], m.Triangles[i][2] = m.Triangles[i][2], m.Triangles[i][1]
				}
			}
		}), 0.03, 8},
		{"a crack", with(func(m *fixture.Mesh) {
			m.Vertices = append(m.Vertices, m.Vertices[0].Add(geom.V(0.0005, 0, 0)))
			m.Triangles[0][0] = uint32(len(m.Vertices) - 1)
		}), 0.03, 8},
	} {
		p, err := decompose.Mesh(c.mesh.Vertices, c.mesh.Triangles, decompose.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		t.Logf("%s: %d hulls, volume %.5f, union %.5f", c.name, len(p.Hulls), p.Mass.Mass/volume, p.Union/volume)
		if math.Abs(p.Mass.Mass-volume) > c.off*volume || math.Abs(p.Union-volume) > (c.off+0.03)*volume || len(p.Hulls) > c.most {
			t.Errorf("%s: %d hulls, volume %v, together %v, want at most %d, %v", c.name, len(p.Hulls), p.Mass.Mass, p.Union, c.most, volume)
		}
	}
}

func TestErrors(t *testing.T) {
	l := fixture.L(0.3, 0.2, 0.05, 0.1)
	for _, c := range []struct {
		change func(m *fixture.Mesh, o *decompose.Options)
		want   string
	}{
		{func(m *fixture.Mesh, _ *decompose.Options) { m.Triangles = nil }, "decompose: mesh has 0 triangles, want 4 to 200000"},
		{func(m *fixture.Mesh, _ *decompose.Options) { m.Triangles[1][2] = 99 }, "decompose: triangle 1 has vertex 99, there are 12"},
		{func(m *fixture.Mesh, _ *decompose.Options) { m.Vertices[3].Y = math.NaN() }, "decompose: vertex 3 is {0.05 NaN 0.05}, want numbers up to 1e+06 m"},
		{func(m *fixture.Mesh, _ *decompose.Options) {
			for i := range m.Vertices {
				m.Vertices[i] = m.Vertices[i].Scale(1e-4)
			}
		}, "decompose: mesh is 3e-05 m large, want at least 0.0001"},
		{func(m *fixture.Mesh, _ *decompose.Options) { m.Triangles = m.Triangles[:8] }, "decompose: mesh is open and encloses nothing"},
		{func(m *fixture.Mesh, _ *decompose.Options) {
			for i := range m.Vertices {
				m.Vertices[i].Y = 0
			}
		}, "physics: hull of 6 points is flat: they lie in a plane"},
		{func(_ *fixture.Mesh, o *decompose.Options) { o.MaxHulls = -1 }, "decompose: MaxHulls is -1, want 1 to 1024"},
		{func(_ *fixture.Mesh, o *decompose.Options) { o.Vertices = 7 }, "decompose: Vertices is 7, want 8 to 10000"},
		{func(_ *fixture.Mesh, o *decompose.Options) { o.Excess = math.NaN() }, "decompose: Excess is NaN, want more than 0"},
	} {
		m := fixture.Mesh{Vertices: append([]geom.Vec3{}, l.Vertices...), Triangles: append([][3]uint32{}, l.Triangles...)}
		var o decompose.Options
		c.change(&m, &o)
		_, err := decompose.Mesh(m.Vertices, m.Triangles, o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// A hollow stays hollow: a box within a box, turned inwards.
func TestHollow(t *testing.T) {
	outer, err := physics.NewBox(geom.V(0.1, 0.1, 0.1))
	if err != nil {
		t.Fatal(err)
	}
	inner, err := physics.NewBox(geom.V(0.07, 0.07, 0.07))
	if err != nil {
		t.Fatal(err)
	}
	vertices, triangles := outer.Surface()
	more, turned := inner.Surface()
	for _, tri := range turned {
		triangles = append(triangles, [3]uint32{8 + tri[0], 8 + tri[2], 8 + tri[1]})
	}
	p, err := decompose.Mesh(append(vertices, more...), triangles, decompose.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := outer.Volume() - inner.Volume()
	if math.Abs(p.Mass.Mass-want) > 1e-12 || math.Abs(p.Union-want) > 1e-3*want || filled(p.Hulls)(geom.Vec3{}) || len(p.Hulls) != 6 {
		t.Errorf("%d hulls, volume %v, together %v, want 6 walls, %v and nothing in the middle", len(p.Hulls), p.Mass.Mass, p.Union, want)
	}
}

// Surfaces that overlap count once: hulls may not fill what is open because something lies within something else. And what is
// small, but stands out, is not left away.
func TestSurfacesOverlapping(t *testing.T) {
	boxes := []geom.AABB{
		{Min: geom.V(0, 0, 0), Max: geom.V(2, 1, 0.5)},                   // a bed,
		{Min: geom.V(0.02, 0.02, 0.05), Max: geom.V(1.98, 0.98, 0.45)},   // a mattress in it,
		{Min: geom.V(1.95, 0, 0.02), Max: geom.V(2.05, 1, 1.1)},          // its headboard,
		{Min: geom.V(-0.03, 0.49, 0.24), Max: geom.V(0.001, 0.51, 0.26)}, // and a knob
	}
	var m fixture.Mesh
	for _, b := range boxes {
		box, err := physics.NewBox(b.Size().Scale(0.5))
		if err != nil {
			t.Fatal(err)
		}
		vertices, triangles := box.Surface()
		n := uint32(len(m.Vertices))
		for _, v := range vertices {
			m.Vertices = append(m.Vertices, v.Add(b.Center()))
		}
		for _, tri := range triangles {
			m.Triangles = append(m.Triangles, [3]uint32{n + tri[0], n + tri[1], n + tri[2]})
		}
	}
	p, err := decompose.Mesh(m.Vertices, m.Triangles, decompose.Options{})
	if err != nil {
		t.Fatal(err)
	}
	volume := p.Mass.Mass
	if want := 2*1*0.5 + 0.1*1*1.08 - 0.05*1*0.48; math.Abs(volume-want) > 2e-3*want || math.Abs(p.Union-volume) > 0.01*volume {
		t.Errorf("volume %v, hulls together %v, want %v", volume, p.Union, want)
	}
	in := filled(p.Hulls)
	for _, c := range []struct {
		at   geom.Vec3
		want bool
	}{{geom.V(1, 0.5, 0.55), false}, {geom.V(1.9, 0.5, 0.7), false}, {geom.V(2, 0.5, 1), true}, {geom.V(-0.02, 0.5, 0.25), true}} {
		if in(c.at) != c.want {
			t.Errorf("%v is filled: %v, want %v", c.at, !c.want, c.want)
		}
	}
}

// As many hulls and corners as are allowed, not more.
func TestLimits(t *testing.T) {
	c := things()[0]
	for _, most := range []int{1, 3, 8} {
		p := c.parts(t, decompose.Options{MaxHulls: most, Vertices: 16})
		if len(p.Hulls) > most {
			t.Errorf("%d hulls, want at most %d", len(p.Hulls), most)
		}
		for _, h := range p.Hulls {
			if v, _ := h.Surface(); len(v) > 16 {
				t.Errorf("hull has %d corners, want at most 16", len(v))
			}
		}
	}
}

// The same on every processor: a fingerprint of all corners, and of the mass.
func TestSameBits(t *testing.T) {
	h := uint64(14695981039346656037) // FNV-1a
	add := func(v geom.Vec3) {
		for _, x := range []float64{v.X, v.Y, v.Z} {
			h = (h ^ math.Float64bits(x)) * 1099511628211
			h ^= h >> 29
		}
	}
	for _, c := range things()[:3] {
		p := c.parts(t, decompose.Options{})
		for _, s := range p.Hulls {
			v, _ := s.Surface()
			for _, q := range v {
				add(q)
			}
		}
		add(p.Mass.Center)
		add(p.Mass.Inertia.X)
	}
	if want := uint64(0x4bc16f0c2d9e8adf); h != want {
		t.Errorf("fingerprint is %#x, want %#x", h, want)
	}
}
