package settle

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// boxAt is a box of a size as a thing of 10 kg.
func boxAt(t testing.TB, center, size geom.Vec3, turn geom.Mat3) Thing {
	t.Helper()
	var corners []geom.Vec3
	for i := range 8 {
		corners = append(corners, geom.AABB{Min: size.Scale(-0.5), Max: size.Scale(0.5)}.Corner(i))
	}
	s, err := NewSolid([][]geom.Vec3{corners})
	if err != nil {
		t.Fatal(err)
	}
	return Thing{Solid: s, WorldFromSolid: geom.Transform{M: turn, T: center}, Mass: 10, Friction: 0.7}
}

// floorAndWall is a floor at z = 0 and a wall at x = 5.
func floorAndWall(t testing.TB) *Stage {
	t.Helper()
	s, err := NewStage(Rules{Gravity: geom.V(0, 0, -10), Damping: 0.04, Duration: 2, Steps: 240}, []Block{
		{Box: geom.AABB{Min: geom.V(-20, -20, -10), Max: geom.V(20, 20, 0)}, Friction: 1},
		{Box: geom.AABB{Min: geom.V(5, -20, -20), Max: geom.V(15, 20, 20)}, Friction: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRunKnownEnds(t *testing.T) {
	cube := geom.V(1, 1, 1)
	for _, c := range []struct {
		name   string
		thing  Thing
		change float64   // want
		within float64   // of it
		end    geom.Vec3 // of the origin; only z counts
	}{
		{"stands", boxAt(t, geom.V(0, 0, 0.5), cube, geom.Identity3), 0, 0.002, geom.V(0, 0, 0.5)},
		{"falls 2 m", boxAt(t, geom.V(0, 0, 2.5), cube, geom.Identity3), 2, 0.01, geom.V(0, 0, 0.5)},
		// It stands on an edge that is (cos 30 - sin 30)/2 beside its center and (cos 30 + sin 30)/2 below, and tips back.
		{"tips back", boxAt(t, geom.V(0, 0, 0.6830127), cube, geom.RotY(math.Pi/6)), 0.5 - 0.1830127, 0.01, geom.V(0, 0, 0.5)},
		// A plank 2 m long and 0.2 m thick, on end and leaning by 10 degrees, falls flat: its center goes from 0.075 beside
		// the edge it stands on to 1 m, and it slides a little.
		{"topples", boxAt(t, geom.V(0, 0, 1.0022), geom.V(0.2, 1, 2), geom.RotY(math.Pi/18)), 0.96, 0.04, geom.V(0, 0, 0.1)},
	} {
		out, err := floorAndWall(t).Run([]Thing{c.thing}, Variant{})
		if err != nil {
			t.Fatal(err)
		}
		if got := out[0].Change; !(math.Abs(got-c.change) <= c.within) {
			t.Errorf("%s: change is %g, want %g", c.name, got, c.change)
		}
		if got := out[0].WorldFromSolid.T.Z; !(math.Abs(got-c.end.Z) <= 0.01) {
			t.Errorf("%s: ends at z = %g, want %g", c.name, got, c.end.Z)
		}
	}
}

// TestEndPoseIsThatOfTheSolid: the pose at the end turns the solid as it was turned at the start and then as it fell.
func TestEndPoseIsThatOfTheSolid(t *testing.T) {
	start := geom.RotY(math.Pi / 2).Mul(geom.RotX(0.3))
	out, err := floorAndWall(t).Run([]Thing{boxAt(t, geom.V(0, 0, 0.7), geom.V(1, 1, 1), start)}, Variant{})
	if err != nil {
		t.Fatal(err)
	}
	// It comes to lie flat: some axis of the solid is vertical.
	m := out[0].WorldFromSolid.M
	if up := max(math.Abs(m.X.Z), math.Abs(m.Y.Z), math.Abs(m.Z.Z)); !(up > 0.999) {
		t.Errorf("no axis of the solid is vertical at the end: %v", m)
	}
	if d := m.Mul(m.Transpose()); math.Abs(d.X.X-1)+math.Abs(d.X.Y)+math.Abs(d.Y.Z) > 1e-9 {
		t.Errorf("%v is no rotation", m)
	}
}

// TestVariants: friction, nudges and time steps do what they say, and a full run ends as a short one.
func TestVariants(t *testing.T) {
	stage := floorAndWall(t)
	tilted, err := NewStage(Rules{Gravity: geom.V(5, 0, -10), Duration: 1, Steps: 120}, []Block{
		{Box: geom.AABB{Min: geom.V(-90, -90, -10), Max: geom.V(90, 90, 0)}, Friction: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	run := func(s *Stage, v Variant) Outcome {
		t.Helper()
		out, err := s.Run([]Thing{boxAt(t, geom.V(0, 0, 0.25), geom.V(1, 1, 0.5), geom.Identity3)}, v)
		if err != nil {
			t.Fatal(err)
		}
		return out[0]
	}
	// Gravity pulls sideways with 5, friction holds with 0.7*10; with half of it 1.5 m/s2 are left, 0.75 m in a second.
	if got := run(tilted, Variant{}).Change; !(got < 0.01) {
		t.Errorf("friction 0.7 holds, yet the change is %g", got)
	}
	if got := run(tilted, Variant{Friction: 0.5}).Change; !(math.Abs(got-0.75) < 0.02) {
		t.Errorf("with half the friction the change is %g, want 0.75", got)
	}
	for _, v := range []Variant{{Finer: 2}, {Full: true}, {Finer: 3, Full: true}} {
		if got := run(stage, v); !(got.Change < 0.002) {
			t.Errorf("%+v: change is %g, want 0", v, got.Change)
		}
	}
	// The change counts from the nudged start.
	nudge := Nudge{Shift: geom.V(0.3, 0, 0), Turn: geom.RotZ(0.5).Quat()}
	got := run(stage, Variant{Nudges: []Nudge{nudge}})
	if d := got.WorldFromSolid.T.Sub(geom.V(0.3, 0, 0.25)).Len(); !(d < 0.002) || !(got.Change < 0.002) {
		t.Errorf("nudged: ends %g m off, change %g, want 0", d, got.Change)
	}
	if d := got.WorldFromSolid.M.X.Sub(geom.RotZ(0.5).X).Len(); !(d < 1e-3) {
		t.Errorf("nudged: ends turned as %v, want 0.5 rad about z", got.WorldFromSolid.M)
	}
}

// TestFilled: a plank with a block on one end tips over the edge that it lies on if its mass is where its pieces are, and
// stays if that is at the origin.
func TestFilled(t *testing.T) {
	corners := func(lo, hi geom.Vec3) []geom.Vec3 {
		var out []geom.Vec3
		for i := range 8 {
			out = append(out, geom.AABB{Min: lo, Max: hi}.Corner(i))
		}
		return out
	}
	solid, err := NewSolid([][]geom.Vec3{
		corners(geom.V(-1, -0.2, -0.1), geom.V(1, 0.2, 0.1)), corners(geom.V(0.8, -0.2, 0.1), geom.V(1, 0.2, 0.5)),
	})
	if err != nil {
		t.Fatal(err)
	}
	stage, err := NewStage(Rules{Gravity: geom.V(0, 0, -10), Duration: 1.5, Steps: 360}, []Block{
		{Box: geom.AABB{Min: geom.V(-5, -5, -1), Max: geom.V(5, 5, 0)}, Friction: 1},
		{Box: geom.AABB{Min: geom.V(-2, -1, 0), Max: geom.V(0.1, 1, 1)}, Friction: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, filled := range []bool{false, true} {
		thing := Thing{Solid: solid, WorldFromSolid: geom.Translate(geom.V(0, 0, 1.1)), Mass: 5, Filled: filled, Friction: 0.7}
		out, err := stage.Run([]Thing{thing}, Variant{})
		if err != nil {
			t.Fatal(err)
		}
		// Of its volume 4/5 is at 0 and 1/5 at 0.9: the middle is at 0.15, the edge at 0.1.
		if moves := out[0].Change > 0.1; moves != filled {
			t.Errorf("filled is %v: the change is %g", filled, out[0].Change)
		}
	}
}

// TestRests: what stands rests, what is in the air does not, and what landed a while ago does.
func TestRests(t *testing.T) {
	for _, c := range []struct {
		z     float64
		steps int // of 1/120 s
		rests bool
	}{{0.5, 120, true}, {3, 24, false}, {1, 60, false}, {1, 240, true}} {
		stage, err := NewStage(Rules{Gravity: geom.V(0, 0, -10), Duration: float64(c.steps) / 120, Steps: c.steps}, []Block{
			{Box: geom.AABB{Min: geom.V(-5, -5, -1), Max: geom.V(5, 5, 0)}, Friction: 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		out, err := stage.Run([]Thing{boxAt(t, geom.V(0, 0, c.z), geom.V(1, 1, 1), geom.Identity3)}, Variant{})
		if err != nil {
			t.Fatal(err)
		}
		if out[0].Rests != c.rests {
			t.Errorf("let go at %g, after %d steps: rests is %v", c.z, c.steps, out[0].Rests)
		}
	}
}

func TestReach(t *testing.T) {
	s := boxAt(t, geom.Vec3{}, geom.V(2, 4, 6), geom.Identity3).Solid
	for _, c := range []struct {
		along geom.Vec3
		want  float64
	}{{geom.V(1, 0, 0), 1}, {geom.V(0, -1, 0), 2}, {geom.V(0, 0.6, 0.8), 3.6}} {
		if got := s.Reach(c.along); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("reach along %v is %g, want %g", c.along, got, c.want)
		}
	}
}

func TestChange(t *testing.T) {
	half := math.Sqrt(0.5)
	for _, c := range []struct {
		name   string
		moved  geom.Vec3
		turned geom.Quat
		want   float64
	}{
		{"nothing", geom.Vec3{}, geom.Quat{W: 1}, 0},
		{"moved", geom.V(0.1, -0.3, 0.2), geom.Quat{W: 1}, 0.3},
		{"a quarter turn", geom.Vec3{}, geom.Quat{W: half, Z: -half}, half},
		{"the same with the other sign", geom.Vec3{}, geom.Quat{W: -half, Z: half}, half},
		{"a half turn", geom.Vec3{}, geom.Quat{X: 1}, 1},
	} {
		if got := change(c.moved, c.turned); got != c.want {
			t.Errorf("%s: got %g, want %g", c.name, got, c.want)
		}
	}
}

func TestDrop(t *testing.T) {
	cube := geom.V(1, 1, 1)
	low, high := boxAt(t, geom.V(0, 0, 0.5), cube, geom.Identity3), func(x, z float64, turn geom.Mat3) Thing {
		return boxAt(t, geom.V(x, 0, z), cube, turn)
	}
	const gap = 0.001
	for _, c := range []struct {
		name     string
		thing    Thing
		limit, w float64
	}{
		{"face on face", high(0.3, 2, geom.Identity3), 9, 0.5},
		{"past it", high(1.2, 2, geom.Identity3), 1.5, 1.5},
		{"touching", high(0, 1, geom.Identity3), 9, 0},
		{"inside", high(0, 0.8, geom.Identity3), 9, 0},
		// Half the diagonal of a face, 0.7071, is below its center.
		{"edge on face", high(0.2, 2.5, geom.RotY(math.Pi/4)), 9, 1.5 - math.Sqrt(0.5)},
		// The lower left side of the turned cube is 0.6 higher above the lower cube's edge than at its own edge.
		{"slope on edge", high(1.1, 2.5, geom.RotY(math.Pi/4)), 9, 1.5 - math.Sqrt(0.5) + 0.6},
	} {
		got := Drop(c.thing, []Thing{low}, c.limit, gap)
		if !(got <= c.w+1e-9) || !(got >= c.w-2*gap) {
			t.Errorf("%s: goes down %g, want %g less a millimeter", c.name, got, c.w)
		}
	}
}

func TestOverlapAndBlocked(t *testing.T) {
	stage := floorAndWall(t)
	cube := geom.V(1, 1, 1)
	at := func(x, z float64) Thing { return boxAt(t, geom.V(x, 0, z), cube, geom.Identity3) }
	for _, c := range []struct {
		name    string
		a, b    Thing
		overlap bool
		blocked bool // a, with b there
	}{
		{"apart", at(0, 0.5), at(2, 0.5), false, false},
		{"touching", at(0, 0.5), at(1, 0.5), false, false},
		{"half a millimeter in", at(0, 0.5), at(0.9995, 0.5), false, false},
		{"2 mm in", at(0, 0.5), at(0.998, 0.5), true, true},
		{"in the floor", at(0, 0.4), at(2, 0.5), false, true},
		{"in the wall", at(4.6, 0.5), at(2, 0.5), false, true},
		{"at the wall", at(4.5, 0.5), at(2, 0.5), false, false},
	} {
		if got := Overlap(c.a, c.b, 0.001); got != c.overlap {
			t.Errorf("%s: overlap is %v, want %v", c.name, got, c.overlap)
		}
		if got := stage.Blocked(c.a, []Thing{c.b}, 0.001); got != c.blocked {
			t.Errorf("%s: blocked is %v, want %v", c.name, got, c.blocked)
		}
	}
}

// TestClear: random boxes in and near floor, wall and each other are apart afterwards, and what was is not moved.
func TestClear(t *testing.T) {
	stage := floorAndWall(t)
	for i := range 200 {
		s := rng.Named("clear")
		for range i {
			s.Uint64()
		}
		small := func() float64 { return s.Uniform(-0.01, 0.01) }
		turn := geom.RotX(small()).Mul(geom.RotY(small()))
		lower := boxAt(t, geom.V(4.5+small(), 0, 0.52), geom.V(0.9, 0.9, 1), geom.Identity3)
		lower.WorldFromSolid.T = lower.WorldFromSolid.T.Add(stage.Clear(lower, nil, 0.001))
		upper := boxAt(t, geom.V(4.5+small(), small(), 1.52+small()), geom.V(1, 1, 1), turn)
		shift := stage.Clear(upper, []Thing{lower}, 0.001)
		before := stage.Blocked(upper, []Thing{lower}, 0.001)
		upper.WorldFromSolid.T = upper.WorldFromSolid.T.Add(shift)
		if stage.Blocked(upper, []Thing{lower}, 0.0011) {
			t.Errorf("case %d: still blocked after %v", i, shift)
		}
		if moved := shift != (geom.Vec3{}); before && !moved {
			t.Errorf("case %d: blocked, and not moved", i)
		}
		if shift.Z > 0.05 || math.Abs(shift.X) > 0.05 || shift.Y != 0 {
			t.Errorf("case %d: moved by %v, want a few centimeters up or off the wall", i, shift)
		}
	}
}

// TestFlatPieces get a thickness; what has no finite place is an error.
func TestFlatPieces(t *testing.T) {
	plate := []geom.Vec3{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}
	s, err := NewSolid([][]geom.Vec3{plate, {{X: 3}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range s.Pieces() {
		if z := geom.Bounds(p.Positions).Size().Z; !(math.Abs(z-2*flatHalf) < 1e-9) {
			t.Errorf("piece %d is %g m thick, want %g", i, z, 2*flatHalf)
		}
	}
	for _, c := range []struct {
		pieces [][]geom.Vec3
		want   string
	}{
		{nil, "settle: solid has no pieces, want at least 1"},
		{[][]geom.Vec3{plate, {}}, "settle: piece 2 of 2: physics: "},
		{[][]geom.Vec3{{{X: math.NaN()}}}, "settle: piece 1 of 1: physics: "},
	} {
		if _, err := NewSolid(c.pieces); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if _, err := NewStage(Rules{Duration: 1}, nil); err == nil || err.Error() != "settle: 0 steps in 1 s, want at least 1 in more than 0" {
		t.Errorf("no steps: got %v", err)
	}
}

// A film ends as the run does that nobody watches, and shows where things touch.
func TestFilm(t *testing.T) {
	cube := geom.V(1, 1, 1)
	stage := floorAndWall(t)
	things := []Thing{boxAt(t, geom.V(0, 0, 0.5), cube, geom.Identity3), boxAt(t, geom.V(0.3, 0, 2.5), cube, geom.RotY(math.Pi/6))}
	want, err := stage.Run(things, Variant{})
	if err != nil {
		t.Fatal(err)
	}
	film, err := stage.Film(t.Context(), things, Variant{}, 7)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(film.Ends, want) {
		t.Errorf("ends are %v, want those of Run, %v", film.Ends, want)
	}
	first, last := film.Instants[0], film.Instants[len(film.Instants)-1]
	for i := range things {
		if got, want := first.WorldFromSolid[i], things[i].WorldFromSolid; got != want {
			t.Errorf("thing %d begins at %v, want %v", i, got, want)
		}
		if got, want := last.WorldFromSolid[i], film.Ends[i].WorldFromSolid; got != want {
			t.Errorf("thing %d ends at %v, want %v", i, got, want)
		}
	}
	if first.Time != 0 || len(last.Contacts) == 0 {
		t.Errorf("first instant at %g s, want 0; last one with %d contacts, want some", first.Time, len(last.Contacts))
	}
	for _, c := range last.Contacts {
		if c.A >= c.B || c.B < 0 || c.B >= len(things) || math.Abs(c.Normal.Len()-1) > 1e-9 {
			t.Errorf("contact %+v, want A < B, a thing and a unit normal", c)
		}
	}
	if _, err := stage.Film(t.Context(), things, Variant{}, 0); err == nil {
		t.Error("an instant every 0 steps is no error")
	}
}
