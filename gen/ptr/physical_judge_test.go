package ptr

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"mereo/engine/geom"
	"mereo/gen/record"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

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
func judged(t *testing.T, things []settle.Thing, supporters ...int) []Verdict {
	t.Helper()
	play, v, err := verdictsOf(things)
	if err == nil {
		err = addMargins(t.Context(), v, things, supporters, rng.Named("test"))
	}
	if err == nil {
		for i := range v {
			if err == nil {
				err = addMoves(&v[i], i, things, play, false, len(moveDirections))
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestVerdictsOfPlainThings: a block that carries a slab whose center is 0.3 m beyond the block's edge at x = 0.5, and which the slab pushes
// away on one slope; a block alone; and a board on its edge, which two of four slopes tip.
func TestVerdictsOfPlainThings(t *testing.T) {
	things := []settle.Thing{
		slab(t, geom.V(0, -2, floorZ+0.5), geom.V(1, 1, 1)),
		slab(t, geom.V(0.8, -2, floorZ+1.05+touching), geom.V(1, 0.5, 0.1)),
		slab(t, geom.V(4.5, -2, floorZ+0.5), geom.V(1, 1, 1)),
		slab(t, geom.V(-3, -2, floorZ+0.5), geom.V(0.04, 1, 1)),
	}
	v := judged(t, things, -1, 0, -1, -1)
	for i, want := range []Verdict{{Stable: true, Margin: 0.875}, {Margin: 1}, {Stable: true, Margin: 1}, {Stable: true, Margin: 0.75}} {
		if v[i].Stable != want.Stable || v[i].Margin != want.Margin {
			t.Errorf("thing %d: stable is %v with margin %g, want %v with %g (change %g)", i, v[i].Stable, v[i].Margin, want.Stable, want.Margin, v[i].Change)
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
	// At 0.25 m it lies 5 cm beyond the edge, and 12 cm farther on the block.
	if err := doubtMoves(v, things, []int{-1, 0, -1, -1}); err != nil {
		t.Fatal(err)
	}
	for _, m := range v[1].Moves {
		if want := m.Direction == "left" && m.Distance == 0.25; m.Unsure != want {
			t.Errorf("the slab moved %s %g is unsure: %v, want %v", m.Direction, m.Distance, m.Unsure, want)
		}
	}
}

// A slab that hangs over a rail falls where it is; pushed onto the block 0.2 m below the rail's top it stays, for it is set down.
// The published rule leaves it in the air.
func TestMovedThingsAreSetDown(t *testing.T) {
	things := []settle.Thing{
		slab(t, geom.V(0, -2, floorZ+0.5), geom.V(2, 2, 1)),
		slab(t, geom.V(0.9, -2, floorZ+1.1+touching), geom.V(0.2, 2, 0.2)),
		slab(t, geom.V(1.3, -2, floorZ+1.25+2*touching), geom.V(0.8, 0.5, 0.1)),
	}
	play, v, err := verdictsOf(things)
	if err != nil {
		t.Fatal(err)
	}
	if v[2].Stable {
		t.Fatalf("the slab on the rail's edge is stable, change %g", v[2].Change)
	}
	for published, want := range map[bool][]string{true: {}, false: {"left"}} {
		w := v[2]
		if err := addMoves(&w, 2, things, play, published, len(moveDirections)); err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, m := range w.Moves {
			if m.Distance == 1 && m.Outcome == moveStable {
				left = append(left, m.Direction)
			}
		}
		if !slices.Equal(left, want) && len(left)+len(want) > 0 {
			t.Errorf("published %t: moved by 1 m it stays to the %v, want %v", published, left, want)
		}
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

// TestMovedAloneAsAmongAll: leaving out of the simulation what is far away, and ending it when the answer is certain, changes no answer.
func TestMovedAloneAsAmongAll(t *testing.T) {
	n := 40
	if testing.Short() {
		n = 10
	}
	stage, stay := judgeStage(), map[bool]int{}
	for i := range n {
		things := arranged(t, Procedural{}, 5, i).things()
		play, err := stage.Play(things)
		if err != nil {
			t.Fatal(err)
		}
		s := rng.Named(fmt.Sprint("moves/", i))
		for k := range things {
			for range 3 {
				moved := slices.Clone(things)
				to := &moved[k].WorldFromSolid
				to.T = to.T.AddScaled(rng.Choose(s, moveDistances(false)), rng.Choose(s, moveDirections).to)
				got, err := play.Stays(k, *to, unstableChange)
				if err != nil {
					t.Fatal(err)
				}
				want, err := stage.Run(moved, settle.Variant{Full: true})
				if err != nil {
					t.Fatal(err)
				}
				if got != (want[k].Change <= unstableChange) {
					t.Errorf("scene %d, object %d: it stays: %t, the run of all says %+v", i, k, got, want[k])
				}
				stay[got]++
			}
		}
	}
	if stay[true] < n/5 || stay[false] < n/5 {
		t.Errorf("%d objects stay and %d do not, want both", stay[true], stay[false])
	}
}

// TestNudgedRunsEndEarlyWithTheSameLabels: the same for nudged scenes.
func TestNudgedRunsEndEarlyWithTheSameLabels(t *testing.T) {
	n := 40
	if testing.Short() {
		n = 10
	}
	stay := map[bool]int{}
	for i := range n {
		things := arranged(t, Procedural{}, 7, i).things()
		s := rng.Named(fmt.Sprint("nudges/", i))
		for k := range 3 {
			v := settle.Variant{Friction: s.Uniform(0.9, 1.1), Nudges: nudges(things, s), Finer: 1 + k/2}
			got, err := judgeStage().Stays(things, v, unstableChange)
			if err != nil {
				t.Fatal(err)
			}
			v.Full = true
			want, err := judgeStage().Run(things, v)
			if err != nil {
				t.Fatal(err)
			}
			for j, stays := range got {
				if stays != (want[j].Change <= unstableChange) {
					t.Errorf("scene %d, run %d, object %d: it stays: %t, the full run says %+v", i, k, j, stays, want[j])
				}
				stay[stays]++
			}
		}
	}
	if stay[true] < n/5 || stay[false] < n/5 {
		t.Errorf("%d objects stay and %d do not, want both", stay[true], stay[false])
	}
}

// TestVerdictsAreFrozen: verdicts, margins, moves and end poses of some scenes, to the last bit.
func TestVerdictsAreFrozen(t *testing.T) {
	const want = "d8f540781dbc170b"
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
			change := json.RawMessage("null")
			if o.PossibleChange != nil {
				change = record.JSON(o.PossibleChange)
			}
			out, err := json.Marshal([]any{o.Stability, change, o.Simulation})
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

func TestChanges(t *testing.T) {
	moves := []Move{
		{Direction: "left", Distance: 0.5, Outcome: moveStable}, {Direction: "left", Distance: 1, Outcome: moveStable}, {Direction: "right", Distance: 0.5, Outcome: moveUnstable}, {Direction: "right", Distance: 1, Outcome: moveBlocked}, {Direction: "behind", Distance: 1, Outcome: moveStable},
	}
	if got, want := changes(moves, false), []string{"left", "behind"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := changes(moves, true), []string{"left", "left", "behind"}; !slices.Equal(got, want) {
		t.Errorf("published: got %v, want %v", got, want)
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
