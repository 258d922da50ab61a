package furniture

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// seedsPerFamily is how many models of each family the property tests make.
const seedsPerFamily = 40

func mustMake(t *testing.T, category, family string, seed uint64) *Model {
	t.Helper()
	m, err := Make(category, family, seed)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// census is what the models of all families have together: how many parts of a label, by "category label".
type census struct {
	sync.Mutex
	models    int
	low, high map[string]int // smallest count above zero, and largest
}

func (c *census) add(m *Model) {
	c.Lock()
	defer c.Unlock()
	c.models++
	for label, n := range m.LabelCounts() {
		k := m.Category + " " + label
		if low, ok := c.low[k]; !ok || n < low {
			c.low[k] = n
		}
		c.high[k] = max(c.high[k], n)
	}
}

// TestFamilies makes models of every family and checks each by itself, their mean cost, and what they show together.
func TestFamilies(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	all := census{low: map[string]int{}, high: map[string]int{}}
	families := 0
	t.Run("each", func(t *testing.T) {
		for _, c := range Categories() {
			for _, f := range Families(c) {
				families++
				t.Run(c+"/"+f.Name, func(t *testing.T) {
					t.Parallel()
					checkFamily(t, c, f.Name, &all)
				})
			}
		}
	})
	if all.models < families*seedsPerFamily {
		t.Skip("only some families were made (-run), so the counts of all are not known")
	}
	// The raw labels that questions can ask for, by category, with the counts that must be met at least.
	for _, c := range []struct {
		label     string
		low, high int
	}{
		{"Chair leg", 2, 6}, {"Chair leg bar", 1, 7}, {"Chair caster", 4, 5}, {"Chair chair_arm", 2, 2},
		{"Chair arm_near_vertical_bar", 2, 6}, {"Chair arm_horizontal_bar", 2, 2}, {"Chair chair_back", 1, 1}, {"Chair chair_seat", 1, 1},
		{"Chair central_support", 1, 1}, {"Chair pedestal", 1, 1}, {"Chair chair_head", 1, 1}, {"Chair footrest", 1, 1}, {"Chair other", 1, 2},
		{"Table tabletop", 1, 1}, {"Table drawer_box", 1, 3}, {"Table cabinet_door_surface", 1, 2}, {"Table central_support", 1, 1},
		{"Table leg", 2, 6}, {"Table pedestal", 1, 1}, {"Table shelf", 1, 2}, {"Table leg bar", 1, 4}, {"Table caster", 4, 5},
		{"Bed bed_sleep_area", 1, 1}, {"Bed headboard", 1, 1}, {"Bed leg", 4, 6},
		{"Refrigerator door_frame", 1, 4}, {"Refrigerator frame", 1, 1}, {"Cart base_body", 1, 1}, {"Cart wheel", 1, 4},
	} {
		if low, ok := all.low[c.label]; !ok || low > c.low || all.high[c.label] < c.high {
			t.Errorf("%s: counts from %d to %d, want %d to %d at least", c.label, low, all.high[c.label], c.low, c.high)
		}
	}
}

func checkFamily(t *testing.T, category, family string, all *census) {
	triangles := 0
	seen := map[[32]byte]uint64{}
	for i := range uint64(seedsPerFamily) {
		seed := i * 1000003 // far apart, so that not only the lowest numbers of the catalog are seen
		m := mustMake(t, category, family, seed)
		all.add(m)
		triangles += m.triangles()
		if err := m.Validate(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		checkSize(t, m)
		checkHoldsTogether(t, m)
		h := hash(m)
		if other, ok := seen[h]; ok {
			t.Errorf("seeds %d and %d give the same model", other, seed)
		}
		seen[h] = seed
	}
	// The mean matters for speed, the ceiling of a single model is Validate's.
	if mean := triangles / seedsPerFamily; mean > 3500 {
		t.Errorf("mean of %d triangles a model, want at most 3500", mean)
	}
}

// checkSize compares the longest side with what such a thing measures, in meters.
func checkSize(t *testing.T, m *Model) {
	t.Helper()
	limits := map[string][2]float64{Chair: {0.6, 1.9}, Table: {0.3, 3.6}, Bed: {1.2, 2.8}, Refrigerator: {0.45, 2.3}, Cart: {0.5, 2.6}}[m.Category]
	size := m.Bounds().Size()
	if longest := max(size.X, size.Y, size.Z); longest < limits[0] || longest > limits[1] {
		t.Errorf("seed %d: longest side %.2f m, want %.2f to %.2f", m.Seed, longest, limits[0], limits[1])
	}
}

// checkHoldsTogether walks from part to part where their boxes, grown by 3 mm in all, overlap: none may be left floating.
func checkHoldsTogether(t *testing.T, m *Model) {
	t.Helper()
	boxes := make([]geom.AABB, len(m.Parts))
	for i := range m.Parts {
		boxes[i] = m.Parts[i].Mesh.Bounds().Pad(0.0015)
	}
	reached := make([]bool, len(boxes))
	reached[0] = true
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for j := range boxes {
			if !reached[j] && boxes[queue[0]].Overlaps(boxes[j]) {
				reached[j] = true
				queue = append(queue, j)
			}
		}
	}
	for i, ok := range reached {
		if !ok {
			t.Errorf("seed %d: part %s touches nothing that holds to %s", m.Seed, m.Parts[i].Name, m.Parts[0].Name)
		}
	}
}

// The origin stands for the center of mass in simulations: it must lie well inside the feet.
func TestModelsStand(t *testing.T) {
	const margin = 0.03
	for _, category := range Categories() {
		for _, f := range Families(category) {
			for seed := range uint64(40) {
				m := mustMake(t, category, f.Name, seed)
				floor := m.Bounds().Min.Z
				for k := range 16 {
					s, c := geom.SinCos(2 * math.Pi * float64(k) / 16)
					reach := 0.0
					for _, p := range m.Parts {
						for _, q := range p.Mesh.Positions {
							if q.Z < floor+0.002 {
								reach = max(reach, q.Dot(geom.V(c, s, 0)))
							}
						}
					}
					if reach < margin {
						t.Errorf("%s/%s %d: feet reach %.3f m from the middle towards %d degrees, want %g", category, f.Name, seed, reach, 360*k/16, margin)
					}
				}
			}
		}
	}
}

func TestMakeIsPure(t *testing.T) {
	for _, c := range Categories() {
		for _, f := range Families(c) {
			if a, b := mustMake(t, c, f.Name, 7), mustMake(t, c, f.Name, 7); hash(a) != hash(b) {
				t.Errorf("%s/%s: two calls with seed 7 differ", c, f.Name)
			}
		}
	}
}

// hash is SHA-256 of names, labels, positions, triangles, colliders, primitives and supports.
func hash(m *Model) [32]byte {
	h := sha256.New()
	put := func(v any) {
		if err := binary.Write(h, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
	points := func(ps []geom.Vec3) {
		put(uint32(len(ps)))
		for _, p := range ps {
			put([3]float64{p.X, p.Y, p.Z})
		}
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		h.Write([]byte(p.Name + "\x00" + p.Label + "\x00"))
		points(p.Mesh.Positions)
		put(p.Mesh.Triangles)
		for _, c := range p.Colliders {
			points(c)
		}
		put(uint32(p.Primitive.Kind))
		// Directions come from sums over the mesh and are not on the grid; nine places are far from rounding noise.
		h.Write(fmt.Appendf(nil, "%.9f %.9f %.9f", p.Primitive.Dir.X, p.Primitive.Dir.Y, p.Primitive.Dir.Z))
	}
	for _, s := range m.Supports {
		put(uint32(s.Part))
		points(s.Polygon)
	}
	return [32]byte(h.Sum(nil))
}

func TestByNumberTakesFamiliesInTurn(t *testing.T) {
	n := len(Families(Chair))
	for _, i := range []int{0, 1, n - 1, n, Count - 1} {
		m, err := ByNumber(Chair, i)
		if err != nil {
			t.Fatal(err)
		}
		if want := Families(Chair)[i%n].Name; m.Family != want || m.Seed != uint64(i) {
			t.Errorf("model %d is %s with seed %d, want %s with seed %d", i, m.Family, m.Seed, want, i)
		}
	}
}

func TestErrorsNameWhatIsWrong(t *testing.T) {
	_, unknownCategory := Make("Sofa", "dining", 1)
	_, unknownFamily := Make(Chair, "throne", 1)
	_, low := ByNumber(Chair, -1)
	_, high := ByNumber(Chair, Count)
	_, other := ByNumber("Sofa", 0)
	for _, c := range []struct {
		err  error
		want string
	}{
		{unknownCategory, `furniture: unknown category: "Sofa", have ["Chair" "Table" "Bed" "Refrigerator" "Cart"]`},
		{unknownFamily, `furniture: unknown family of Chair: "throne", have ["dining" `},
		{low, "furniture: model number of Chair: -1, want 0 to 4999"},
		{high, "furniture: model number of Chair: 5000, want 0 to 4999"},
		{other, `furniture: unknown category: "Sofa"`},
	} {
		if c.err == nil || !strings.HasPrefix(c.err.Error(), c.want) {
			t.Errorf("got error %v, want %s", c.err, c.want)
		}
	}
}

func TestValidateFindsWhatIsBroken(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(m *Model)
		want  string
	}{
		{"label", func(m *Model) { m.Parts[0].Label = "wheel" }, `has a label unknown for Chair: "wheel"`},
		{"name", func(m *Model) { m.Parts[1].Name = m.Parts[0].Name }, "part 1 has no name of its own"},
		{"hole", func(m *Model) { m.Parts[0].Mesh.Triangles = m.Parts[0].Mesh.Triangles[1:] }, "is open"},
		{"inside out", func(m *Model) {
			for i, t := range m.Parts[0].Mesh.Triangles {
				m.Parts[0].Mesh.Triangles[i] = [3]uint32{t[0], t[2], t[1]}
			}
		}, "want above 0"},
		{"no collider", func(m *Model) { m.Parts[0].Colliders = nil }, "has no collider"},
		{"flat collider", func(m *Model) { m.Parts[0].Colliders[0] = m.Parts[0].Colliders[0][:3] }, "in one plane"},
		{"collider elsewhere", func(m *Model) {
			for i := range m.Parts[0].Colliders[0] {
				m.Parts[0].Colliders[0][i].X += 0.1
			}
		}, "outside of all colliders"},
		{"line on a seat", func(m *Model) {
			for i := range m.Parts {
				if m.Parts[i].Label == "chair_seat" {
					m.Parts[i].Primitive = Primitive{Line, geom.V(0, 0, 1)}
				}
			}
		}, `label "chair_seat" has no primitive of kind 1`},
		{"long direction", func(m *Model) { m.Parts[0].Primitive = Primitive{Line, geom.V(0, 0, 2)} }, "has length 2, want 1"},
		{"no legs", func(m *Model) {
			m.Parts = slices.DeleteFunc(m.Parts, func(p Part) bool { return p.Label == "leg" })
		}, "neither leg nor pedestal"},
		{"support in the air", func(m *Model) { m.Supports[0].Part = 99 }, "support 0 is on part 99"},
		{"support turned round", func(m *Model) { slices.Reverse(m.Supports[0].Polygon) }, "does not turn left"},
		{"off the grid", func(m *Model) { m.Parts[0].Mesh.Positions[0].X += 1e-9 }, "not a multiple of 2^-20 m"},
		{"off center", func(m *Model) {
			for i := range m.Parts {
				for k := range m.Parts[i].Mesh.Positions {
					m.Parts[i].Mesh.Positions[k].Z += 0.5
				}
			}
		}, "from the center of the bounding box"},
	} {
		m := mustMake(t, Chair, "dining", 0)
		c.spoil(m)
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		}
	}
}

func TestBuilderReportsOnce(t *testing.T) {
	b := &builder{model: Model{Category: Chair, Family: "none", Seed: 3}}
	if _, err := b.build(); err == nil || err.Error() != "furniture: Chair/none/3: furniture: model has no parts" {
		t.Errorf("got error %v for a model without parts", err)
	}
	b.add("a", "leg")
	b.add("b", "leg")
	_, err := b.build()
	if err == nil || !strings.Contains(err.Error(), `part "a" has no solid`) || !strings.Contains(err.Error(), `part "b" has no solid`) {
		t.Errorf("got error %v, want one that names both parts without solids", err)
	}
}

func BenchmarkMake(b *testing.B) {
	for _, c := range Categories() {
		b.Run(c, func(b *testing.B) {
			for i := range b.N {
				if _, err := ByNumber(c, i%Count); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestSmoothedKeepsTheShape(t *testing.T) {
	m := mustMake(t, Chair, "windsor", 1)
	for i := range m.Parts {
		flat, smooth := m.Parts[i].Mesh, solid.Smooth(m.Parts[i].Mesh, 0.7)
		if len(flat.Normals) != 0 || len(smooth.Normals) != len(smooth.Positions) {
			t.Errorf("%s: %d and %d normals, want 0 and %d", m.Parts[i].Name, len(flat.Normals), len(smooth.Normals), len(smooth.Positions))
		}
		if a, b := corners(flat), corners(smooth); !slices.Equal(a, b) {
			t.Errorf("%s: smoothing moved a corner", m.Parts[i].Name)
		}
	}
}

func corners(m *mesh.Mesh) []geom.Vec3 {
	var out []geom.Vec3
	for _, t := range m.Triangles {
		out = append(out, m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]])
	}
	return out
}

// TestFrozenModels holds hashes of whole categories: models 0 to 99. They must not move between processors, compilers
// or GOAMD64 levels; a change of a family's shape changes them on purpose.
func TestFrozenModels(t *testing.T) {
	for _, c := range []struct{ category, want string }{
		{Chair, "0811f866acb89af6"}, {Table, "037b1a0ee2fbca8f"}, {Bed, "c2301344261df6d0"}, {Refrigerator, "0c9ebee29f179c47"}, {Cart, "235117ef6340d983"},
	} {
		h := sha256.New()
		for n := range 100 {
			m, err := ByNumber(c.category, n)
			if err != nil {
				t.Fatal(err)
			}
			one := hash(m)
			h.Write(one[:])
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != c.want {
			t.Errorf("%s: hash of models 0 to 99 is %s, want %s", c.category, got, c.want)
		}
	}
}
