package shopvrb

import (
	"math"
	"slices"
	"testing"

	"mereo/assets/kitchen"
	"mereo/engine/material"
	"mereo/scenes/shoot"
)

func TestThingsStandOnTheGround(t *testing.T) {
	for _, pool := range []kitchen.Pool{kitchen.Training, kitchen.Benchmark} {
		for _, name := range kitchen.Names(pool) {
			m, err := kitchen.Get(pool, name)
			if err != nil {
				t.Fatal(err)
			}
			for _, scale := range []float64{0.6, 0.45} {
				o := planObject{model: m, x: 1.5, y: -2, rotationDeg: -75, scale: scale}
				thing := o.thing()
				if thing.Category != m.Class || thing.Model != name || len(thing.Parts) != len(m.Parts) {
					t.Fatalf("%s %s is called %s %s and has %d parts", pool, name, thing.Category, thing.Model, len(thing.Parts))
				}
				lowest := math.Inf(1)
				for i := range thing.Parts {
					lowest = min(lowest, thing.Parts[i].Mesh.Transformed(thing.WorldFromObject).Bounds().Min.Z)
				}
				if math.Abs(lowest) > 1e-12 {
					t.Errorf("%s %s at scale %g has its lowest point at %g, want 0", pool, name, scale, lowest)
				}
			}
		}
	}
}

// A model's +X is seen from above where the turn says, and its origin where the plan says.
func TestThingsAreTurnedAndScaled(t *testing.T) {
	m, err := kitchen.Get(kitchen.Training, "mug1")
	if err != nil {
		t.Fatal(err)
	}
	o := planObject{model: m, x: 1.5, y: -2, rotationDeg: -120, scale: 0.45}
	w := o.worldFromModel()
	if w.T.X != 1.5 || w.T.Y != -2 {
		t.Errorf("origin is at %v, want (1.5, -2)", w.T)
	}
	if x := w.M.X; math.Abs(x.X+0.45/2) > 1e-12 || math.Abs(x.Y+0.45*math.Sqrt(3)/2) > 1e-12 || x.Z != 0 {
		t.Errorf("+X is seen along %v", x)
	}
}

func TestAppearanceChangesMutablePartsOnly(t *testing.T) {
	jar := material.Material{Name: "jar", BaseColor: lookGray(1), IOR: 1.45, Transmission: 1}
	shell := material.Material{Name: "shell", BaseColor: lookGray(0.2), PerceptualRoughness: 0.31, IOR: 1.7, BaseColorTexture: &material.Texture{}}
	m, err := kitchen.Get(kitchen.Training, "mug1")
	if err != nil {
		t.Fatal(err)
	}
	two := *m
	two.Parts = slices.Clone(m.Parts)
	two.Parts[0].Surface, two.Parts[0].Mutable = jar, false
	two.Parts[1].Surface = shell
	red := lookColor("red")
	metal := library["Metal"]
	metal.Name, metal.BaseColor = "Metal", red
	painted := shell
	painted.BaseColor, painted.BaseColorTexture = red, nil
	for _, c := range []struct {
		name string
		a    appearance
		want material.Material
	}{
		{"as it is", appearance{}, shell},
		{"in another color", appearance{recolor: true, color: red}, painted},
		{"of another material", appearance{replace: "Metal", color: red}, metal},
	} {
		o := planObject{model: &two, scale: 0.6, appearance: c.a}
		parts := o.thing().Parts
		if parts[0].Material != jar {
			t.Errorf("%s: the fixed part is %+v", c.name, parts[0].Material)
		}
		if parts[1].Material != c.want {
			t.Errorf("%s: the mutable part is %+v, want %+v", c.name, parts[1].Material, c.want)
		}
	}
}

// The seven colors can be told apart by the mean color of a thing, whatever it is made of: 24 levels where it faces the lamps.
// Of what stands upright the nearest two, red and brown, are a little less apart, and of metal, which is darker.
func TestRandomColorsDiffer(t *testing.T) {
	names := []string{"red", "blue", "green", "brown", "purple", "cyan", "yellow"}
	for _, c := range []struct {
		model, replace string
		least          float64
	}{
		{"plate2", "", 24}, {"plate2", "Plastic", 24}, {"plate2", "Rubber", 24}, {"plate2", "Metal", 18},
		{"mug1", "", 21}, {"mug1", "Plastic", 21}, {"mug1", "Rubber", 21}, {"mug1", "Metal", 18},
	} {
		var seen [][3]float64
		for _, name := range names {
			p := lookBase(kitchen.Training, "plain")
			p.put(t, c.model, 0, 0, 20, appearance{recolor: c.replace == "", replace: c.replace, color: lookColor(name)})
			im := lookShoot(t, lookSmall(p), shoot.Options{SubFrames: 8, TracedSubFrames: 4, Seed: 1})
			seen = append(seen, lookMean(im, func(x, y int) bool { return im.Object[y*im.Width+x] == 1 }))
		}
		for i, a := range seen {
			for k, b := range seen[:i] {
				if d := max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2])); d < c.least {
					t.Errorf("%s %q: %s is seen as %.0f and %s as %.0f, want %g levels apart", c.model, c.replace, names[i], a, names[k], b, c.least)
				}
			}
		}
	}
}

// What is seen of glass is about what is seen of the ground around it.
func TestGlassShowsTheGround(t *testing.T) {
	for _, ground := range []string{"plain", "texture3", "texture4"} {
		for _, name := range []string{"bowl1", "glass1", "glass2", "glass5", "wine_glass1", "wine_glass3"} {
			p := lookBase(kitchen.Training, ground)
			p.put(t, name, 0, 0, 20, appearance{})
			im := lookShoot(t, lookSmall(p), shoot.Options{SubFrames: 8, TracedSubFrames: 4, Seed: 1})
			lo, hi := [2]int{im.Width, im.Height}, [2]int{}
			for i, id := range im.Object {
				if id == 1 {
					x, y := i%im.Width, i/im.Width
					lo, hi = [2]int{min(lo[0], x), min(lo[1], y)}, [2]int{max(hi[0], x), max(hi[1], y)}
				}
			}
			seen := lookMean(im, func(x, y int) bool { return im.Object[y*im.Width+x] == 1 })
			around := lookMean(im, func(x, y int) bool {
				const border = 5
				near := x >= lo[0]-border && x <= hi[0]+border && y >= lo[1]-border && y <= hi[1]+border
				return near && im.Object[y*im.Width+x] == 0
			})
			for c := range seen {
				if math.Abs(seen[c]-around[c]) > 40 {
					t.Errorf("%s on %s is seen as %.0f, the ground around it as %.0f, want 40 levels apart at most", name, ground, seen, around)
					break
				}
			}
		}
	}
}
