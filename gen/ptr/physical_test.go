package ptr

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/write"
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

// slab is a box of a size as a thing.
func slab(t *testing.T, center, size geom.Vec3) settle.Thing {
	t.Helper()
	solid, err := settle.NewSolid([][]geom.Vec3{box(geom.Vec3{}, size).Positions})
	if err != nil {
		t.Fatal(err)
	}
	return settle.Thing{Solid: solid, WorldFromSolid: geom.Translate(center), Mass: objectMass, Friction: objectFriction}
}

// judged goes through everything that is asked about things.
func judged(t *testing.T, things []settle.Thing) []Verdict {
	t.Helper()
	play, v, err := verdictsOf(things)
	if err == nil {
		err = addMargins(v, things, rng.Named("test"))
	}
	if err == nil {
		err = addMoves(v, things, play, moveDistances(false))
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestVerdictsOfPlainThings: a block that carries a slab whose centre is 0.3 m beyond the block's edge at x = 0.5.
func TestVerdictsOfPlainThings(t *testing.T) {
	things := []settle.Thing{
		slab(t, geom.V(0, -2, floorZ+0.5), geom.V(1, 1, 1)),
		slab(t, geom.V(0.8, -2, floorZ+1.05+touching), geom.V(1, 0.5, 0.1)),
		slab(t, geom.V(4.5, -2, floorZ+0.5), geom.V(1, 1, 1)),
	}
	v := judged(t, things)
	for i, stable := range []bool{true, false, true} {
		if v[i].Stable != stable || v[i].Margin != 1 {
			t.Errorf("thing %d: stable is %v with margin %g, want %v with 1 (change %g)", i, v[i].Stable, v[i].Margin, stable, v[i].Change)
		}
	}
	outcome := map[string]string{}
	for _, m := range v[1].Moves {
		outcome[fmt.Sprint(m.Direction, " ", m.Distance)] = m.Outcome
	}
	if len(outcome) != 16 || len(v[0].Moves) != 0 {
		t.Errorf("%d moves of the slab and %d of the block, want 16 and 0", len(v[1].Moves), len(v[0].Moves))
	}
	for move, want := range map[string]string{
		// 5 cm beyond the edge it falls; then it rests on the block; at -0.2 it is well on it.
		"left 0.25": moveUnstable, "left 0.5": moveStable, "left 0.75": moveStable, "left 1": moveStable,
		"right 0.25": moveUnstable, "right 1": moveUnstable, "front 0.5": moveUnstable, "behind 1": moveUnstable,
	} {
		if outcome[move] != want {
			t.Errorf("the slab moved %s is %q, want %q", move, outcome[move], want)
		}
	}
	if got := changes(v[1].Moves, false); !slices.Equal(got, []string{"left"}) {
		t.Errorf("what makes the slab stable: %v, want left", got)
	}
	if want := geom.V(0.8, -1, things[1].WorldFromSolid.T.Z); v[1].LastTried != want {
		t.Errorf("last tried at %v, want %v", v[1].LastTried, want)
	}
}

// TestBlockedMoves: what would start in a wall or in another thing makes nothing stable.
func TestBlockedMoves(t *testing.T) {
	plank := slab(t, geom.V(4, 0, floorZ+0.8), geom.V(0.2, 0.4, 1.5)) // 5 cm above the floor: it falls less than 0.1 m
	plank.WorldFromSolid.M = geom.RotY(0.5)
	things := []settle.Thing{plank, slab(t, geom.V(4, 1, floorZ+0.5), geom.V(1, 1, 1)), slab(t, geom.V(-3, -5, floorZ+0.5), geom.V(1, 1, 1))}
	v := judged(t, things)
	if v[0].Stable {
		t.Fatalf("the leaning plank is stable, change %g", v[0].Change)
	}
	want := map[string]string{"right 0.75": moveBlocked, "right 1": moveBlocked, "behind 0.5": moveBlocked, "behind 1": moveBlocked, "front 1": moveUnstable}
	for _, m := range v[0].Moves {
		if w, ok := want[fmt.Sprint(m.Direction, " ", m.Distance)]; ok && m.Outcome != w {
			t.Errorf("moved %g m to %s: %q, want %q", m.Distance, m.Direction, m.Outcome, w)
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
	m, err := s.arrange(rng.Key{Seed: seed, Set: setName, Split: "train", Index: index}, true, physicalObjects, map[string]int{}, rejects)
	if err != nil {
		t.Fatal(err)
	}
	m.Rejects = rejects
	return m
}

// TestSimulationEndsEarlyWithTheSameLabels: what sleep and early ends save changes no verdict, neither of scenes as they
// are nor of one object moved.
func TestSimulationEndsEarlyWithTheSameLabels(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 10
	}
	objects, unstable, stage := 0, 0, judgeStage()
	for i := range n {
		things := arranged(t, Procedural{}, 3, i).things()
		s := rng.Named(fmt.Sprint("moves/", i))
		for k := range 3 {
			if k > 0 {
				moved := &things[s.IntN(len(things))].WorldFromSolid.T
				*moved = moved.AddScaled(rng.Choose(s, moveDistances(false)), rng.Choose(s, moveDirections).to)
			}
			early, err := stage.Run(things, settle.Variant{})
			if err != nil {
				t.Fatal(err)
			}
			full, err := stage.Run(things, settle.Variant{Full: true})
			if err != nil {
				t.Fatal(err)
			}
			for j := range things {
				objects++
				if full[j].Change > unstableChange {
					unstable++
				}
				if got, want := early[j].Change <= unstableChange, full[j].Change <= unstableChange; got != want {
					t.Errorf("scene %d, run %d, object %d: stable is %v with change %g, the full run says %v with %g",
						i, k, j, got, early[j].Change, want, full[j].Change)
				}
			}
		}
	}
	t.Logf("%d of %d objects are unstable", unstable, objects)
}

// TestMovedAloneAsAmongAll: leaving out of the simulation what is far away changes no bit of the outcome.
func TestMovedAloneAsAmongAll(t *testing.T) {
	n := 40
	if testing.Short() {
		n = 10
	}
	stage := judgeStage()
	for i := range n {
		things := arranged(t, Procedural{}, 5, i).things()
		play, err := stage.Play(things)
		if err != nil {
			t.Fatal(err)
		}
		s := rng.Named(fmt.Sprint("moves/", i))
		for k := range things {
			moved := slices.Clone(things)
			to := &moved[k].WorldFromSolid
			to.T = to.T.AddScaled(rng.Choose(s, moveDistances(false)), rng.Choose(s, moveDirections).to)
			got, err := play.Move(k, *to)
			if err != nil {
				t.Fatal(err)
			}
			want, err := stage.Run(moved, settle.Variant{})
			if err != nil {
				t.Fatal(err)
			}
			if got != want[k] {
				t.Errorf("scene %d, object %d: got %+v, want %+v", i, k, got, want[k])
			}
		}
	}
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

// TestVerdictsAreFrozen: verdicts, margins, moves and end poses of some scenes, to the last bit.
func TestVerdictsAreFrozen(t *testing.T) {
	const want = "55faee9518402e7a"
	h := sha256.New()
	s, err := NewSampler(physicalConfig(), boxSource{5000}, 1, "train")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		m, err := s.Sample(i)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range s.Record(m, m.Composite()).Objects {
			out, err := json.Marshal([]any{o.Stability, o.PossibleChange, o.Simulation})
			if err != nil {
				t.Fatal(err)
			}
			h.Write(out)
		}
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != want {
		t.Errorf("verdicts of three scenes: got hash %s, want %s", got, want)
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
		data, err := json.Marshal(c.in)
		if err != nil || string(data) != c.want {
			t.Errorf("got %s, %v, want %s", data, err, c.want)
		}
		var back Rotation
		if err := json.Unmarshal(data, &back); err != nil || fmt.Sprint(back.worldFromModel()) != fmt.Sprint(c.in.worldFromModel()) {
			t.Errorf("%s: read back as %+v, %v", data, back, err)
		}
	}
	var r Rotation
	if err := json.Unmarshal([]byte("[1,2]"), &r); err == nil || err.Error() != "ptr: rotation is [1,2], want a number or three" {
		t.Errorf("got %v, want an error", err)
	}
}

func TestPossibleChangeJSON(t *testing.T) {
	in := PossibleChange{[]string{"left", "behind"}, [3]float64{1, 2, 0.5}}
	data, err := json.Marshal(in)
	if want := `[["left","behind"],[1,2,0.5]]`; err != nil || string(data) != want {
		t.Errorf("got %s, %v, want %s", data, err, want)
	}
	var back PossibleChange
	if err := json.Unmarshal(data, &back); err != nil || fmt.Sprint(back) != fmt.Sprint(in) {
		t.Errorf("read back as %+v, %v", back, err)
	}
	if data, err := json.Marshal(PossibleChange{}); err != nil || string(data) != `[[],[0,0,0]]` {
		t.Errorf("none: got %s, %v", data, err)
	}
	for _, bad := range []string{`[["left"]]`, `[1,[0,0,0]]`, `{}`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil || !strings.HasPrefix(err.Error(), "ptr: possible_change is not [[direction, ...], [x, y, z]]: ") {
			t.Errorf("%s: got %v, want an error", bad, err)
		}
	}
}

func TestChanges(t *testing.T) {
	moves := []Move{
		{"left", 0.5, moveStable}, {"left", 1, moveStable}, {"right", 0.5, moveUnstable}, {"right", 1, moveBlocked}, {"behind", 1, moveStable},
	}
	if got, want := changes(moves, false), []string{"left", "behind"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := changes(moves, true), []string{"left", "left", "behind"}; !slices.Equal(got, want) {
		t.Errorf("published: got %v, want %v", got, want)
	}
}

// TestPhysicalIsCoherent makes physical samples with pictures and finds nothing wrong with them.
func TestPhysicalIsCoherent(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical = 1 })
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: true}
	for _, item := range makeItems(t, s, job, 4) {
		for _, p := range problems(t, s, job, item, true) {
			t.Errorf("%+v", p)
		}
	}
}

// TestCheckFindsPhysicalDamage changes one thing at a time and expects the rule that must notice.
func TestCheckFindsPhysicalDamage(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical = 1 })
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train"}
	var item gen.Item
	var keep []byte
	var unstable, normal, support int // objects
	for _, item = range makeItems(t, s, job, 30) {
		var err error
		if keep, err = os.ReadFile(filepath.Join(job.Root, filesOf(job.Split, item.Index).scene)); err != nil {
			t.Fatal(err)
		}
		r, err := ParseRecord(keep)
		if err != nil {
			t.Fatal(err)
		}
		find := func(want func(o Object) bool) int { return slices.IndexFunc(r.Objects, want) }
		unstable = find(func(o Object) bool { return o.Stability == "no" && len(o.PossibleChange.Directions) > 0 })
		normal = find(func(o Object) bool { return o.Simulation.Mode == string(ModeNormal) && o.Stability == "yes" })
		support = find(func(o Object) bool { return o.Simulation.Mode == string(ModeSupport) })
		if unstable >= 0 && normal >= 0 && support >= 0 {
			break
		}
	}
	if unstable < 0 || normal < 0 || support < 0 {
		t.Fatal("no scene has a stable object put normally, a stacked one and one that a move makes stable")
	}
	for _, c := range []struct {
		rule   string
		damage func(r *Record)
	}{
		{"objects", func(r *Record) {
			r.Objects = r.Objects[:2]
			for _, rel := range []*[][]int{&r.Relationships.Left, &r.Relationships.Right, &r.Relationships.Front, &r.Relationships.Behind} {
				*rel = (*rel)[:2]
			}
		}},
		{"physics", func(r *Record) { r.Physics = false }},
		{"physics", func(r *Record) { r.Objects[0].Rotation = Rotation{Yaw: 1} }},
		{"physics", func(r *Record) { r.Objects[2].Simulation = nil }},
		{"physics", func(r *Record) { r.Objects[1].Stability = "" }},
		{"stability", func(r *Record) { r.Objects[normal].Stability = "no" }},
		{"stability", func(r *Record) { r.Objects[normal].Simulation.Change = 0.11 }},
		{"margin", func(r *Record) { r.Objects[0].Simulation.Margin = 0.9 }},
		{"change", func(r *Record) { r.Objects[normal].Simulation.EndCoords[2] += 0.2 }},
		{"possible-change", func(r *Record) { r.Objects[unstable].PossibleChange = nil }},
		{"possible-change", func(r *Record) { r.Objects[normal].PossibleChange = &PossibleChange{} }},
		{"possible-change", func(r *Record) { r.Objects[unstable].PossibleChange.Directions = nil }},
		{"possible-change", func(r *Record) { r.Objects[unstable].PossibleChange.LastTried[1] -= 0.25 }},
		{"moves", func(r *Record) { r.Objects[unstable].Simulation.Moves = r.Objects[unstable].Simulation.Moves[1:] }},
		{"moves", func(r *Record) { r.Objects[unstable].Simulation.Moves[3].Outcome = "flies" }},
		{"moves", func(r *Record) { r.Objects[normal].Simulation.Moves = []Move{{"left", 0.25, moveStable}} }},
		{"mode", func(r *Record) { r.Objects[normal].Simulation.Mode = "hanging" }},
		{"mode", func(r *Record) { r.Objects[normal].Rotation.Euler[0] += 0.1 }},
		{"mode", func(r *Record) { r.Objects[support].Simulation.Supporter = nil }},
		{"mode", func(r *Record) { r.Objects[support].Simulation.Supporter = &support }},
		{"mode", func(r *Record) { r.Objects[normal].Simulation.Supporter = &normal }},
		{"position", func(r *Record) { r.Objects[normal].Coords[0] = 3.1 }},
		{"geometry", func(r *Record) { r.Objects[0].PlaneGeo = map[string][3]float64{"seat": {0, 0, 0.9}} }},
		{"occluded-counts", func(r *Record) { r.Objects[0].Parts[0].PixelsAlone = 0 }},
	} {
		r, err := ParseRecord(keep)
		if err != nil {
			t.Fatal(err)
		}
		c.damage(r)
		if _, err := write.JSON(job.Root, filesOf(job.Split, item.Index).scene, r); err != nil {
			t.Fatal(err)
		}
		got := problems(t, s, job, item, false)
		if !slices.ContainsFunc(got, func(p gen.Problem) bool { return p.Rule == c.rule }) {
			t.Errorf("damage for rule %s was not noticed: got %+v", c.rule, got)
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

// TestVectorsPhysics runs the published bodies and holds labels and trials that are robust against what was measured.
func TestVectorsPhysics(t *testing.T) {
	type trialCase struct {
		Direction string
		Distance  float64
		MaxChange float64 `json:"max_change"`
		Robust    bool
	}
	type physicsCase struct {
		ID, Kind string
		Bodies   []struct {
			Mass     float64
			Location vec
			Parts    [][]vec
		}
		Output []struct {
			Stability string
			MaxChange float64 `json:"max_change"`
			Robust    bool
			Trials    []trialCase
		}
	}
	var bodies, bodiesRight, trials, trialsRight int
	for _, c := range load[physicsCase](t, "physics.json") {
		var things []settle.Thing
		for _, b := range c.Bodies {
			var pieces [][]geom.Vec3
			for _, p := range b.Parts {
				var piece []geom.Vec3
				for _, v := range p {
					piece = append(piece, v.geom())
				}
				pieces = append(pieces, piece)
			}
			solid, err := settle.NewSolid(pieces)
			if err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			things = append(things, settle.Thing{
				Solid: solid, WorldFromSolid: geom.Translate(b.Location.geom()), Mass: b.Mass, Friction: objectFriction,
			})
		}
		ends, err := judgeStage().Run(things, settle.Variant{})
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		for i, o := range c.Output {
			if o.Robust {
				bodies++
				if got := ends[i].Change <= unstableChange; got == (o.Stability == "yes") {
					bodiesRight++
				} else {
					t.Logf("%s (%s) body %d: change %.4f, want %.4f", c.ID, c.Kind, i, ends[i].Change, o.MaxChange)
				}
			}
			for _, tr := range o.Trials {
				if !tr.Robust {
					continue
				}
				k := slices.IndexFunc(moveDirections, func(d struct {
					name string
					to   geom.Vec3
				}) bool {
					return d.name == tr.Direction
				})
				moved := slices.Clone(things)
				at := &moved[i].WorldFromSolid.T
				*at = at.AddScaled(tr.Distance, moveDirections[k].to)
				ends, err := judgeStage().Run(moved, settle.Variant{})
				if err != nil {
					t.Fatalf("%s: %v", c.ID, err)
				}
				trials++
				if got, want := ends[i].Change <= unstableChange, tr.MaxChange <= unstableChange; got == want {
					trialsRight++
				} else {
					t.Logf("%s (%s) body %d %s %g: change %.4f, want %.4f", c.ID, c.Kind, i, tr.Direction, tr.Distance, ends[i].Change, tr.MaxChange)
				}
			}
		}
	}
	t.Logf("bodies: %d of %d, trials: %d of %d", bodiesRight, bodies, trialsRight, trials)
	if float64(bodiesRight) < 0.95*float64(bodies) {
		t.Errorf("labels of robust bodies: %d of %d right, want 95 %%", bodiesRight, bodies)
	}
	if float64(trialsRight) < 0.93*float64(trials) {
		t.Errorf("robust trials: %d of %d right, want 93 %%", trialsRight, trials)
	}
}
