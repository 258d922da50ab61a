package engine_test

import (
	"math"
	"testing"

	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/gltest"
	"mereo/internal/imgdiff"
)

// can is a closed can that stands on z = 0, whose rims are round.
func can(radius, height, rim float64) *mesh.Mesh {
	type corner struct{ r, z, nr, nz float64 }
	profile := []corner{{0, 0, 0, -1}}
	const steps = 6
	for end := range 2 {
		for k := range steps + 1 {
			s, c := math.Sincos(math.Pi / 2 * (float64(k)/steps + float64(end) - 1))
			z := rim
			if end == 1 {
				z = height - rim
			}
			profile = append(profile, corner{radius - rim + rim*c, z + rim*s, c, s})
		}
	}
	profile = append(profile, corner{0, height, 0, 1})
	const around = 96
	m := &mesh.Mesh{}
	for _, p := range profile {
		for j := range around {
			y, x := math.Sincos(2 * math.Pi * float64(j) / around)
			m.Positions = append(m.Positions, geom.V(p.r*x, p.r*y, p.z))
			m.Normals = append(m.Normals, geom.V(p.nr*x, p.nr*y, p.nz))
		}
	}
	for i := range uint32(len(profile) - 1) {
		for j := range uint32(around) {
			a, b := i*around+j, i*around+(j+1)%around
			m.Triangles = append(m.Triangles, [3]uint32{a, b, a + around}, [3]uint32{b, b + around, a + around})
		}
	}
	return m
}

// kitchenLamps are three square lamps around the origin.
func kitchenLamps() (out []light.Area) {
	for _, l := range []struct {
		at          geom.Vec3
		power, size float64
	}{{geom.V(6.4467, -2.9052, 4.2584), 100, 0.5}, {geom.V(-4.6711, -4.0136, 3.0112), 30, 0.5}, {geom.V(-1.1685, 2.6460, 5.8157), 50, 1}} {
		out = append(out, light.Area{
			WorldFromLight: camera.LookAt(l.at, geom.Vec3{}, geom.V(0, 0, 1)), Size: l.size, PowerW: l.power, Color: material.RGB{1, 1, 1},
		})
	}
	return out
}

// flip compares a picture with a reference.
func flip(t *testing.T, reference, picture *frame.Images) (errs []float64, mean float64) {
	t.Helper()
	of := func(im *frame.Images) *imgdiff.Picture {
		return &imgdiff.Picture{Width: im.Width, Height: im.Height, RGB: im.RGB}
	}
	errs, mean, err := imgdiff.FLIP(of(reference), of(picture))
	if err != nil {
		t.Fatal(err)
	}
	return errs, mean
}

// inBothQualities draws a frame in standard quality and by path tracing.
func inBothQualities(t *testing.T, r *engine.Renderer, f *frame.Frame) (standard, reference *frame.Images) {
	t.Helper()
	standard, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	f.Quality = frame.Reference
	if reference, err = r.Render(f); err != nil {
		t.Fatal(err)
	}
	return standard, reference
}

// nearPathTracing fails where the mean FLIP between a frame in standard quality and by path tracing is above a limit.
func nearPathTracing(t *testing.T, r *engine.Renderer, f *frame.Frame, limit float64) (standard, reference *frame.Images, mean float64) {
	t.Helper()
	standard, reference = inBothQualities(t, r, f)
	_, mean = flip(t, reference, standard)
	t.Logf("mean FLIP %.4f", mean)
	if mean > limit {
		t.Errorf("mean FLIP %.4f, want at most %g", mean, limit)
	}
	return standard, reference, mean
}

// The rims of metal cans, narrower than a pixel to four pixels wide, mirror lamps in lines, not in dots.
func TestRimsOfMetalAreLines(t *testing.T) {
	r := gltest.Renderer(t)
	f := &frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(6.5, -5.5, 5), geom.V(0, 0, 0.4), geom.V(0, 0, 1)),
			Width:           240, Height: 120, FocalPx: 315, CenterX: 120, CenterY: 60, Near: 0.1, Far: 100,
		},
		Lights: kitchenLamps(), SubFrames: 8, TracedSubFrames: 4, SPP: 64,
	}
	add(f, square(20), geom.Identity, material.Lambert(material.RGB{0.5, 0.5, 0.5}), 1)
	for i, roughness := range []float64{0.08, 0.15} {
		metal := material.Material{BaseColor: material.RGB{0.9, 0.9, 0.9}, Metallic: 1, IOR: 1.5, PerceptualRoughness: roughness}
		for k := range 4 {
			along := geom.V(0.65, 0.76, 0).Scale(1.3 * (float64(k) - 1.5)) // across the picture
			at := along.Add(geom.V(-0.76, 0.65, 0).Scale(2.4 * (float64(i) - 0.5)))
			add(f, can(0.45, 0.7, 0.01*math.Exp2(float64(k))), geom.Translate(at), metal, uint16(2+i))
		}
	}
	standard, reference := inBothQualities(t, r, f)
	errs, _ := flip(t, reference, standard)
	for _, c := range []struct {
		name   string
		object uint16
		limit  float64
	}{{"smooth", 2, 0.195}, {"rough", 3, 0.185}} {
		sum, n := 0.0, 0.0
		for i, e := range errs {
			if onRim(standard, i, c.object) {
				sum, n = sum+e, n+1
			}
		}
		t.Logf("%s: mean FLIP %.4f on %.0f pixels", c.name, sum/n, n)
		if sum/n > c.limit {
			t.Errorf("%s: want at most %.3f", c.name, c.limit)
		}
	}
}

// onRim reports whether the top and the side of an object are seen at most two pixels from pixel i.
func onRim(im *frame.Images, i int, object uint16) bool {
	top, side := false, false
	for k := range 25 {
		j := i + (k/5-2)*im.Width + k%5 - 2
		if j >= 0 && j < len(im.Object) && im.Object[j] == object {
			z := im.Normal[3*j+2]
			top, side = top || z > 0.99, side || math.Abs(float64(z)) < 0.01
		}
	}
	return top && side
}

// Metal shows the studio where the scene ends, by rays as by paths; all else is as without.
func TestStudioIsSeenInMetalAlone(t *testing.T) {
	r := gltest.Renderer(t)
	f := above()
	f.Camera.WorldFromCamera = camera.LookAt(geom.V(0, -4, 4), geom.V(0, 0, 0), geom.V(0, 0, 1))
	f.Lights, f.SubFrames, f.SPP = kitchenLamps()[:1], 8, 64
	add(&f, square(20), geom.Identity, material.Lambert(material.RGB{0.5, 0.5, 0.5}), 1)
	metal := material.Material{BaseColor: material.RGB{0.8, 0.8, 0.8}, Metallic: 1, IOR: 1.5}
	add(&f, can(0.15, 0.1, 0.02), geom.Identity, metal, 2)
	levels := func(q frame.Quality, studio float64) (floor, metal float64) {
		f.Quality, f.Realism.Studio = q, studio
		im, err := r.Render(&f)
		if err != nil {
			t.Fatal(err)
		}
		return meanLinear(im, im.Object, 1), meanLinear(im, im.Object, 2)
	}
	for _, q := range []frame.Quality{frame.Standard, frame.Reference} {
		floor, dark := levels(q, 0)
		lit, bright := levels(q, 0.5)
		t.Logf("%s: floor %.4f, metal %.4f; with a studio %.4f, %.4f", q, floor, dark, lit, bright)
		if math.Abs(lit-floor) > 0.02*floor || bright < dark+0.1 {
			t.Errorf("%s: want the same floor, and metal at least 0.1 brighter", q)
		}
	}
}
