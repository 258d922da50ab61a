package ptr

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/gen/record"
	"mereo/scenes/place"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// physicalConfig makes physical scenes only.
func physicalConfig() Config {
	c := DefaultConfig()
	c.Physical = 1
	return c
}

func TestTiltsAreRotations(t *testing.T) {
	front, up := geom.V(0, -1, 0), geom.V(0, 0, 1)
	for _, c := range []struct {
		name      string
		tilt      tilt
		front, up geom.Vec3 // where those of the model point
	}{
		{"upright", upright, front, up},
		{"over x", overX, geom.V(0, 1, 0), up.Neg()},
		{"over y", overY, front, up.Neg()},
		{"on its back", onBack, up, geom.V(0, 1, 0)},
		{"on its front", onFront, up.Neg(), front},
		{"on its right", onRight, front, geom.V(1, 0, 0)},
		{"on its left", onLeft, front, geom.V(-1, 0, 0)},
		{"flipped over x", flips[0], geom.V(0, 1, 0), up.Neg()},
		{"flipped over xy", flips[1], geom.V(-1, 0, 0), up.Neg()},
		{"flipped over yx", flips[2], geom.V(1, 0, 0), up.Neg()},
	} {
		m := c.tilt.m
		if got := m.MulVec(front); got != c.front {
			t.Errorf("%s: the front points to %v, want %v", c.name, got, c.front)
		}
		if got := m.MulVec(up); got != c.up {
			t.Errorf("%s: up points to %v, want %v", c.name, got, c.up)
		}
		if m.Det() != 1 || m.Mul(m.Transpose()) != geom.Identity3 {
			t.Errorf("%s: %v is no rotation", c.name, m)
		}
	}
}

// boxTrial is a model of boxes, scaled and tilted.
func boxTrial(t *testing.T, category string, over tilt) *trial {
	t.Helper()
	s, err := NewSampler(physicalConfig(), boxSource{500}, 1, "train")
	if err != nil {
		t.Fatal(err)
	}
	tr, err := s.model(categoryOf(category), 200)
	if err != nil {
		t.Fatal(err)
	}
	tr.worldFromObject.M = over.m
	return tr
}

// TestUpsideDownRestsOnBackAndSeat: the lowest points of the back and of everything else are equally high.
func TestUpsideDownRestsOnBackAndSeat(t *testing.T) {
	isBack := func(raw string) bool { return raw == "chair_back" || raw == "headboard" }
	for _, category := range []string{"Chair", "Bed"} {
		for _, over := range []tilt{overX, overY} {
			tr := boxTrial(t, category, over)
			tr.worldFromObject.M = tr.restingTurn(over).Mul(over.m)
			back, rest := tr.extent(isBack), tr.extent(func(raw string) bool { return !isBack(raw) })
			if d := math.Abs(back.Min.Z - rest.Min.Z); !(d < 1e-12) {
				t.Errorf("%s, facing %+g: the back reaches down to %g, the rest to %g", category, over.front, back.Min.Z, rest.Min.Z)
			}
			if up := tr.worldFromObject.M.Z.Z; up > -0.5 {
				t.Errorf("%s, facing %+g: its vertical points to z = %g, want it upside down", category, over.front, up)
			}
		}
	}
	// A table has no back and is left as it is.
	if got := boxTrial(t, "Table", overY).restingTurn(overY); got != geom.Identity3 {
		t.Errorf("table: turned by %v", got)
	}
}

// TestModesFollowTheRule: each object put normally is followed by one stacked on it, if stacking did not fail too often;
// nothing is stacked on anything else; and which categories are put how.
func TestModesFollowTheRule(t *testing.T) {
	counts := map[Mode]int{}
	for i := range 60 {
		m := arranged(t, boxSource{500}, 1, i)
		if len(m.Objects) != physicalObjects || m.Slots != physicalObjects {
			t.Fatalf("scene %d: %d objects, asked for %d, want %d", i, len(m.Objects), m.Slots, physicalObjects)
		}
		for k, o := range m.Objects {
			counts[o.Mode]++
			if (o.Mode == ModeSupport) != (o.Supporter >= 0) {
				t.Errorf("scene %d: object %d is put %q on %d", i, k, o.Mode, o.Supporter)
			}
			if o.Mode == ModeSupport {
				on := m.Objects[o.Supporter]
				if on.Mode != ModeNormal || o.Category == "Bed" || o.Yaw != on.Yaw {
					t.Errorf("scene %d: %s turned by %g is stacked on a %s put %q, turned by %g", i, o.Category, o.Yaw, on.Category, on.Mode, on.Yaw)
				}
				if (on.Category == "Chair" || on.Category == "Refrigerator") && o.Category != "Chair" {
					t.Errorf("scene %d: %s on %s", i, o.Category, on.Category)
				}
			}
			if o.Mode == ModeNormal && o.Category == "Cart" {
				t.Errorf("scene %d: a cart is put normally", i)
			}
			if o.Category == "Cart" && o.Mode != ModeWall && o.Mode != ModeSupport && o.Yaw != quarterTurn {
				t.Errorf("scene %d: a cart is turned by %g", i, o.Yaw)
			}
			last := k == physicalObjects-1
			if o.Mode == ModeNormal && !last && m.Objects[k+1].Mode != ModeSupport && m.Rejects.Total() <= maxStackFailures {
				t.Errorf("scene %d: object %d is put normally, the next one %q after %d rejections", i, k, m.Objects[k+1].Mode, m.Rejects.Total())
			}
		}
	}
	for _, mode := range []Mode{ModeNormal, ModeGround, ModeWall, ModeSupport} {
		if counts[mode] == 0 {
			t.Errorf("no object is put %q in 60 scenes", mode)
		}
	}
	t.Log(counts)
}

// TestPhysicalShare: a larger share only adds physical scenes, and the others stay the same.
func TestPhysicalShare(t *testing.T) {
	share := func(p float64) []bool {
		cfg := DefaultConfig()
		cfg.Physical = p
		var out []bool
		for i := range 400 {
			key := rng.Key{Seed: 1, Set: setName, Split: "train", Index: i}
			out = append(out, isPhysical(key, p))
		}
		return out
	}
	none, some, more, all := share(0), share(0.2), share(0.5), share(1)
	n := 0
	for i := range some {
		if none[i] || !all[i] || some[i] && !more[i] {
			t.Errorf("index %d: physical with shares 0, 0.2, 0.5, 1: %v, %v, %v, %v", i, none[i], some[i], more[i], all[i])
		}
		if some[i] {
			n++
		}
	}
	if n < 50 || n > 110 {
		t.Errorf("%d of 400 are physical, want about 80", n)
	}
	cfg := DefaultConfig()
	cfg.Physical = 0
	for i := range 6 {
		if some[i] {
			continue
		}
		s0, m0 := sampleOf(t, cfg, boxSource{500}, "train", i)
		s1, m1 := sampleOf(t, DefaultConfig(), boxSource{500}, "train", i)
		a, errA := json.Marshal(s0.Record(m0, m0.Composite()))
		b, errB := json.Marshal(s1.Record(m1, m1.Composite()))
		if errA != nil || errB != nil || string(a) != string(b) {
			t.Errorf("static scene %d is another one when others are physical", i)
		}
	}
}

// arranged is a physical scene before it is judged.
func arranged(t testing.TB, source Source, seed uint64, index int) *Sample {
	t.Helper()
	s, err := NewSampler(physicalConfig(), source, seed, "train")
	if err != nil {
		t.Fatal(err)
	}
	rejects := place.Rejects{}
	m, err := s.arrange(rng.Key{Seed: seed, Set: setName, Split: "train", Index: index}, true, physicalObjects, nil, map[string]int{}, rejects)
	if err != nil {
		t.Fatal(err)
	}
	m.Rejects = rejects
	return m
}

// TestArrangementsAreFrozen: the same index must give the same physical scene for ever.
func TestArrangementsAreFrozen(t *testing.T) {
	const want = "1d3bd85d91652e22"
	h := sha256.New()
	for i := range 5 {
		for _, o := range arranged(t, boxSource{5000}, 1, i).Scene.Objects {
			fmt.Fprintln(h, o.Category, o.Model, o.WorldFromObject)
		}
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != want {
		t.Errorf("arrangements of five scenes: got hash %s, want %s", got, want)
	}
}

// TestStackedThingsTouch: a stacked object is just above its supporter, and nothing overlaps anything.
func TestStackedThingsTouch(t *testing.T) {
	stacked := 0
	for i := range 30 {
		m := arranged(t, Procedural{}, 4, i)
		things := m.things()
		for k, o := range m.Objects {
			others := slices.Concat(things[:k], things[k+1:])
			if judgeStage().Blocked(things[k], others, touching+1e-6) {
				t.Errorf("scene %d: object %d (%s) overlaps something", i, k, o.Mode)
			}
			if o.Supporter < 0 {
				continue
			}
			stacked++
			if down := settle.Drop(things[k], things[o.Supporter:o.Supporter+1], 1, touching); down > 1e-3 {
				t.Errorf("scene %d: object %d could be let down on its supporter by %g m", i, k, down)
			}
		}
	}
	if stacked == 0 {
		t.Error("nothing is stacked in 30 scenes")
	}
}

func TestRotationJSON(t *testing.T) {
	for _, c := range []struct {
		in   Rotation
		want string
	}{
		{Rotation{Yaw: -0.25}, "-0.25"},
		{Rotation{Euler: &[3]float64{1.5, 0, -2}}, "[1.5,0,-2]"},
	} {
		data := record.JSON(&c.in)
		if string(data) != c.want {
			t.Errorf("got %s, want %s", data, c.want)
		}
		var back Rotation
		if err := record.Read(data, &back, record.Lacking); err != nil || fmt.Sprint(back.worldFromModel()) != fmt.Sprint(c.in.worldFromModel()) {
			t.Errorf("%s: read back as %+v, %v", data, back, err)
		}
	}
	var r Rotation
	if err := record.Read([]byte("[1,2]"), &r, record.Lacking); err == nil || err.Error() != "line 1, column 1: has another length than 3" {
		t.Errorf("got %v, want an error", err)
	}
}

func TestPossibleChangeJSON(t *testing.T) {
	in := PossibleChange{[]string{"left", "behind"}, [3]float64{1, 2, 0.5}}
	data := record.JSON(&in)
	if want := `[["left","behind"],[1,2,0.5]]`; string(data) != want {
		t.Errorf("got %s, want %s", data, want)
	}
	var back PossibleChange
	if err := record.Read(data, &back, record.Lacking); err != nil || fmt.Sprint(back) != fmt.Sprint(in) {
		t.Errorf("read back as %+v, %v", back, err)
	}
	if data := record.JSON(&PossibleChange{}); string(data) != `[[],[0,0,0]]` {
		t.Errorf("none: got %s", data)
	}
	for _, bad := range []string{`[["left"]]`, `[1,[0,0,0]]`, `{}`} {
		if err := record.Read([]byte(bad), &back, record.Lacking); err == nil || !strings.HasPrefix(err.Error(), "line 1, column ") {
			t.Errorf("%s: got %v, want an error", bad, err)
		}
	}
}

func BenchmarkPhysicalRecord(b *testing.B) {
	s, err := NewSampler(physicalConfig(), Procedural{}, 1, "train")
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		if _, err := s.Sample(i); err != nil {
			b.Fatal(err)
		}
	}
}
