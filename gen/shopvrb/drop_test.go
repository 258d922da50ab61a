package shopvrb

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"sync"
	"testing"

	"mereo/assets/kitchen"
	"mereo/engine/geom"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// dropConfig is the recommended configuration with things that fall.
func dropConfig() SceneConfig {
	cfg := DefaultSceneConfig()
	cfg.Drop = true
	return cfg
}

// dropped are the first scenes of two splits with things that fell.
var dropped = sync.OnceValues(func() ([]*sample, error) {
	var out []*sample
	for _, split := range []string{"train", benchmarkSplit} {
		s := newSampler(dropConfig(), 1, split)
		for i := range 12 {
			m, err := s.Sample(i)
			if err != nil {
				return nil, err
			}
			out = append(out, m)
		}
	}
	return out, nil
})

func droppedScenes(t *testing.T) []*sample {
	t.Helper()
	out, err := dropped()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// bodiesOf are the things of a plan as they collide, where they lie.
func bodiesOf(t *testing.T, p *plan) []settle.Thing {
	t.Helper()
	out := make([]settle.Thing, len(p.objects))
	for i := range p.objects {
		o := &p.objects[i]
		var err error
		if out[i], err = o.body(); err != nil {
			t.Fatal(err)
		}
		out[i].WorldFromSolid = geom.Transform{M: o.rest.turn.Mat3(), T: o.rest.at.Scale(metersPerUnit)}
	}
	return out
}

// What is let go where it lies, stays there. What creeps counts as at rest if it changes by 0.004 at most in a second, half of
// the time here; it may be faster later.
func TestDroppedThingsRest(t *testing.T) {
	worst := 0.0
	for _, m := range droppedScenes(t) {
		ends, err := dropStage().Run(bodiesOf(t, &m.plan), settle.Variant{})
		if err != nil {
			t.Fatal(err)
		}
		for i, end := range ends {
			worst = max(worst, end.Change)
			if end.Change > 0.02 {
				t.Errorf("%s %d: %s moves by %g m or turns by as much", m.pool, m.index, m.objects[i].in.name, end.Change)
			}
		}
	}
	t.Logf("largest change %.2g", worst)
}

// tableThing is the table as a thing.
func tableThing(t *testing.T) settle.Thing {
	t.Helper()
	var corners []geom.Vec3
	for i := range 8 {
		corners = append(corners, geom.AABB{Min: geom.V(-9, -9, -1), Max: geom.V(9, 9, 0)}.Corner(i))
	}
	solid, err := settle.NewSolid([][]geom.Vec3{corners})
	if err != nil {
		t.Fatal(err)
	}
	return settle.Thing{Solid: solid, WorldFromSolid: geom.Identity}
}

// Nothing floats, and nothing sinks into what is below it or into another thing: what collides by 2 mm at most, what is drawn,
// which is rounder, by 4 mm.
func TestDroppedThingsTouchWhatCarriesThem(t *testing.T) {
	table := tableThing(t)
	floats, sinks := 0.0, 0.0
	for _, m := range droppedScenes(t) {
		things := append(bodiesOf(t, &m.plan), table)
		for i := range m.objects {
			o := &m.objects[i]
			where := fmt.Sprintf("%s %d: %s", m.pool, m.index, o.in.name)
			others := append(append([]settle.Thing{}, things[:i]...), things[i+1:]...)
			down := settle.Drop(things[i], others, 0.1, 1e-5)
			if floats = max(floats, down); down > 0.002 {
				t.Errorf("%s is %g m above what is below it", where, down)
			}
			for _, other := range others {
				if settle.Overlap(things[i], other, deepest) {
					t.Errorf("%s is inside another thing or the table", where)
				}
			}
			deep := -lowestOf(o) * metersPerUnit
			if sinks = max(sinks, deep); deep > 0.004 {
				t.Errorf("%s is drawn down to %g m below the table", where, deep)
			}
		}
	}
	t.Logf("largest gap %.2g m; drawn down to %.2g m below the table", floats, sinks)
}

// lowestOf is the height of a thing's lowest vertex.
func lowestOf(o *planObject) float64 {
	low, to := math.Inf(1), o.worldFromModel()
	for _, p := range o.model.Parts {
		for _, v := range p.Mesh.Positions {
			low = min(low, to.Point(v).Z)
		}
	}
	return low
}

func TestDroppedThingsStayOnTheTableAndLieInAllWays(t *testing.T) {
	ways := map[string]int{}
	for _, m := range droppedScenes(t) {
		for i := range m.objects {
			o := &m.objects[i]
			if at := o.middle(); math.Abs(at.X) > placeHalf || math.Abs(at.Y) > placeHalf || at.Z < 0 {
				t.Errorf("%s %d: the middle of %s is at %v, want it on the table", m.pool, m.index, o.in.name, at)
			}
			switch up := o.rest.turn.Mat3().Z.Z; {
			case up > 0.95:
				ways["upright"]++
			case up < -0.95:
				ways["upside down"]++
			case math.Abs(up) < 0.5:
				ways["on its side"]++
			default:
				ways["oblique"]++
			}
		}
	}
	t.Log(ways)
	for _, way := range []string{"upright", "upside down", "on its side"} {
		if ways[way] < 3 {
			t.Errorf("%d things lie %s, want some", ways[way], way)
		}
	}
}

func TestBoardsLeanAgainstHeavyThings(t *testing.T) {
	body := func(name string) (planObject, settle.Thing) {
		o := draw{in: instanceNamed(t, kitchen.Training, name)}.object()
		var err error
		if o.model, err = kitchen.Get(kitchen.Training, name); err != nil {
			t.Fatal(err)
		}
		thing, err := o.body()
		if err != nil {
			t.Fatal(err)
		}
		return o, thing
	}
	leaned := 0
	for _, heavy := range []string{"toaster1", "kettle2", "coffee_maker2"} {
		for seed := range uint64(4) {
			h := hand{draws: rng.At(rng.Key{Seed: seed}, "lean")}
			_, stands := body(heavy)
			stands.WorldFromSolid = geom.Identity
			h.things, h.boxes = append(h.things, stands), append(h.boxes, boxOf(&stands))
			_, board := body("chopping_board3")
			if !h.lean(&board, 0) {
				t.Fatalf("no room beside %s alone", heavy)
			}
			ends, err := dropStage().Run([]settle.Thing{stands, board}, settle.Variant{})
			if err != nil {
				t.Fatal(err)
			}
			if up := ends[1].WorldFromSolid.M.Y.Z; up > 0.7 && ends[1].Rests && ends[0].Change < 0.01 {
				leaned++
			}
		}
	}
	if leaned < 9 {
		t.Errorf("%d of 12 boards lean, want 9 or more", leaned)
	}
}

func TestHeadingIsTheTurnOfWhatStands(t *testing.T) {
	for _, deg := range []float64{-170, -90, -30, 0, 45, 179} {
		turn := geom.RotZ(deg * math.Pi / 180)
		if got := headingDeg(&turn); math.Abs(got-deg) > 1e-12 {
			t.Errorf("heading of a turn of %g degrees is %g", deg, got)
		}
		turn = turn.Mul(geom.RotX(1.2)) // keeps the X axis
		if got := headingDeg(&turn); math.Abs(got-deg) > 1e-12 {
			t.Errorf("heading of a turn of %g degrees of what lies is %g", deg, got)
		}
		turn = geom.RotZ(deg * math.Pi / 180).Mul(geom.Mat3{X: geom.V(0, 0, -1), Y: geom.V(0, 1, 0), Z: geom.V(1, 0, 0)})
		if got := headingDeg(&turn); math.Abs(got-deg) > 1e-12 {
			t.Errorf("heading of a turn of %g degrees of what stands on its X axis is %g", deg, got)
		}
	}
}

// Records tell the pose, and relations follow from the middles.
func TestRecordsTellHowThingsLie(t *testing.T) {
	differ := 0
	for _, m := range droppedScenes(t) {
		split := "train"
		if m.pool == kitchen.Benchmark {
			split = benchmarkSplit
		}
		line := newSampler(dropConfig(), 1, split).record(m, m.seen.Object).Append(nil)
		r, err := ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Objects {
			o, p := &r.Objects[i], &m.objects[i]
			if o.Extra == nil || o.Extra.Lie == nil {
				t.Fatalf("%d: thing %d has no pose", m.index, i)
			}
			q := geom.Quat{W: o.Extra.Pose[0], X: o.Extra.Pose[1], Y: o.Extra.Pose[2], Z: o.Extra.Pose[3]}
			at := geom.V(o.Position[0], o.Position[1], o.Position[2])
			// Of what is recorded follows where every vertex was drawn, and the middle.
			for _, v := range []geom.Vec3{{}, geom.V(1, 2, 3), {Z: p.model.Bounds().Center().Z}} {
				if got, want := at.Add(q.Rotate(v.Scale(o.Extra.Scale))), p.worldFromModel().Point(v); got.Sub(want).Len() > 1e-12 {
					t.Errorf("%d: point %v of thing %d is recorded at %v, drawn at %v", m.index, v, i, got, want)
				}
			}
			middle := at.Add(q.Rotate(geom.V(0, 0, o.Extra.Scale*p.model.Bounds().Center().Z)))
			if middle.Sub(geom.V(o.Extra.Middle[0], o.Extra.Middle[1], o.Extra.Middle[2])).Len() > 1e-12 {
				t.Errorf("%d: middle of thing %d is %v, want %v", m.index, i, o.Extra.Middle, middle)
			}
		}
		if got := Relate(r.Objects, r.Directions, relationEps); !reflect.DeepEqual(got, r.Relationships) {
			t.Errorf("%d: relations are %v, want %v", m.index, r.Relationships, got)
		}
		for i := range r.Objects {
			r.Objects[i].Extra = nil
		}
		if !reflect.DeepEqual(Relate(r.Objects, r.Directions, relationEps), r.Relationships) {
			differ++
		}
		if again := r.Append(nil); bytes.Equal(again, line) {
			t.Errorf("%d: the record has no extra keys", m.index)
		}
	}
	if differ == 0 {
		t.Error("relations of origins are always those of middles, so nothing was tested")
	}
}

func TestDroppedScenesDoNotDependOnWorkers(t *testing.T) {
	cfg := dropConfig()
	cfg.Articulate = true
	s := newSampler(cfg, 5, "val")
	line := func(index int) []byte {
		m, err := s.Sample(index)
		if err != nil {
			t.Error(err)
			return nil
		}
		return s.record(m, m.seen.Object).Append(nil)
	}
	const n, workers = 6, 3
	var alone, together [n][]byte
	for i := range n {
		alone[i] = line(i)
	}
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			for i := n - 1 - w; i >= 0; i -= workers {
				together[i] = line(i)
			}
		})
	}
	wait.Wait()
	for i := range n {
		if !bytes.Equal(alone[i], together[i]) {
			t.Errorf("scene %d differs between one worker and three:\n%s\n%s", i, alone[i], together[i])
		}
	}
}

func TestDroppedScenesNeedExtraKeys(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Drop = true
	cfg.AsPublished()
	const want = "drop is on and extra off, want both: how a thing lies is written among the extra keys"
	if err := cfg.Validate(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	cfg.Extra = true
	if err := cfg.Validate(); err != nil {
		t.Error(err)
	}
}

func TestThingsHaveMannersAndMasses(t *testing.T) {
	for _, pool := range []kitchen.Pool{kitchen.Training, kitchen.Benchmark} {
		for _, in := range instances(pool) {
			m, ok := manners[in.class]
			sum := 0.0
			for _, w := range m.ways {
				sum += w
			}
			if !ok || math.Abs(sum-1) > 1e-12 {
				t.Errorf("%s: the ways a %s is held add up to %g, want 1", in.name, in.class, sum)
			}
			if masses[in.weight] == 0 {
				t.Errorf("%s: no mass for %q", in.name, in.weight)
			}
		}
	}
}

func BenchmarkDroppedScene(b *testing.B) {
	s := newSampler(dropConfig(), 1, "train")
	attempts := 0
	for i := 0; b.Loop(); i++ {
		m, err := s.Sample(i)
		if err != nil {
			b.Fatal(err)
		}
		attempts += m.rejects.Total() + 1
	}
	b.ReportMetric(float64(attempts)/float64(b.N), "attempts/op")
}
