package shopvrb

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"mereo/assets/kitchen"
	"mereo/scenes/place"
	"mereo/scenes/rng"
)

// placedPlan is a plan whose things all have a place, whether they can be seen or not.
type placedPlan struct {
	plan
	tried    int // poses
	restarts int
}

// placedAt makes the plan of an index as Sample does, without looking at it.
func placedAt(t testing.TB, s *sampler, index int) placedPlan {
	t.Helper()
	key := s.key
	key.Index = index
	base := s.begin(key)
	var out placedPlan
	for out.restarts = 0; ; out.restarts++ {
		key.Attempt = out.restarts
		out.plan = base
		n, err := s.furnish(&out.plan, key)
		out.tried += n
		var r place.Reject
		if err == nil {
			return out
		} else if !errors.As(err, &r) || out.restarts > 100 {
			t.Fatalf("index %d: %v", index, err)
		}
	}
}

// scenesAsPublished is the configuration of scenes as published.
func scenesAsPublished() SceneConfig {
	c := DefaultSceneConfig()
	c.Published = asPublished
	return c
}

// placedAll makes the plans of the indices below n.
func placedAll(t testing.TB, cfg SceneConfig, split string, n int) []placedPlan {
	s := newSampler(cfg, 1, split)
	out := make([]placedPlan, n)
	for i := range out {
		out[i] = placedAt(t, s, i)
	}
	return out
}

func TestScenesHaveThreeToSevenThings(t *testing.T) {
	const n = 5000
	counts := map[int]int{}
	for _, p := range placedAll(t, DefaultSceneConfig(), "train", n) {
		counts[len(p.objects)]++
	}
	for k := 3; k <= 7; k++ {
		if share := float64(counts[k]) / n; math.Abs(share-0.2) > 0.02 {
			t.Errorf("%d things in %.3f of the scenes, want 0.2 within 0.02", k, share)
		}
		delete(counts, k)
	}
	if len(counts) > 0 {
		t.Errorf("scenes with other numbers of things: %v", counts)
	}
}

// What the published generator needs for a scene of so many things: poses tried, all restarts together, and restarts.
func TestPlacingIsAsHardAsPublished(t *testing.T) {
	want := map[int]struct{ tried, restarts float64 }{3: {5, 0}, 4: {9.8, 0.005}, 5: {19.6, 0.04}, 6: {36, 0.18}, 7: {80, 0.60}}
	scenes, tried, restarts := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for _, p := range placedAll(t, scenesAsPublished(), "train", 10_000) {
		n := len(p.objects)
		scenes[n]++
		tried[n] += float64(p.tried)
		restarts[n] += float64(p.restarts)
	}
	for n := 3; n <= 7; n++ {
		meanTried, meanRestarts := tried[n]/scenes[n], restarts[n]/scenes[n]
		t.Logf("%d things: %.1f poses, %.3f restarts", n, meanTried, meanRestarts)
		if w := want[n]; math.Abs(meanTried-w.tried) > 0.15*w.tried || math.Abs(meanRestarts-w.restarts) > 0.15*w.restarts+0.01 {
			t.Errorf("%d things: %.1f poses and %.3f restarts, want about %.1f and %.3f", n, meanTried, meanRestarts, w.tried, w.restarts)
		}
	}
}

// Large things find a place less often, so shares are not those of the catalog.
func TestAllThingsOccur(t *testing.T) {
	for _, c := range []struct {
		cfg   SceneConfig
		split string
		pool  kitchen.Pool
	}{
		{scenesAsPublished(), "train", kitchen.Training}, {scenesAsPublished(), benchmarkSplit, kitchen.Benchmark},
		{DefaultSceneConfig(), "train", kitchen.Training}, {DefaultSceneConfig(), benchmarkSplit, kitchen.Benchmark},
	} {
		rows := instances(c.pool)
		want, seen, classes := map[string]float64{}, map[*catalogRow]int{}, map[string]float64{}
		for i := range rows {
			want[rows[i].class] += 1 / float64(len(rows))
		}
		total, portable := 0.0, 0.0
		for _, p := range placedAll(t, c.cfg, c.split, 1000) {
			for _, o := range p.objects {
				seen[o.in]++
				classes[o.in.class]++
				total++
				if o.in.movability == "portable" {
					portable++
				}
			}
		}
		for i := range rows {
			if seen[&rows[i]] == 0 {
				t.Errorf("%s: no %s in 1000 scenes", c.split, rows[i].name)
			}
		}
		if len(seen) != len(rows) {
			t.Errorf("%s: %d different things, want %d, all of the %s pool", c.split, len(seen), len(rows), c.pool)
		}
		for class, share := range want {
			if got := classes[class] / total; math.Abs(got-share) > 0.35*share {
				t.Errorf("%s: share of %s is %.4f, want %.4f within 35 %%", c.split, class, got, share)
			}
		}
		if share := portable / total; c.pool == kitchen.Training && (share < 0.78 || share > 0.88) {
			t.Errorf("%s: share of portable things is %.3f, want 0.78 to 0.88", c.split, share)
		}
	}
}

// recordsOf are the records of the things of a plan, without pictures.
func recordsOf(p *plan) []ObjectRecord {
	cam := p.camera()
	var out []ObjectRecord
	for i := range p.objects {
		out = append(out, p.objects[i].record(&cam))
	}
	return out
}

// cross is positive if r lies left of the line from p to q.
func cross(p, q, r [2]float64) float64 { return (q[0]-p[0])*(r[1]-p[1]) - (q[1]-p[1])*(r[0]-p[0]) }

// meet tells whether two convex outlines, counter-clockwise, share a point: a corner of one lies in the other, or edges
// cross.
func meet(a, b [4][2]float64) bool {
	holds := func(o [4][2]float64, p [2]float64) bool {
		for k := range o {
			if cross(o[k], o[(k+1)%4], p) < 0 {
				return false
			}
		}
		return true
	}
	for i := range a {
		if holds(b, a[i]) || holds(a, b[i]) {
			return true
		}
		p, q := a[i], a[(i+1)%4]
		for j := range b {
			r, s := b[j], b[(j+1)%4]
			if cross(p, q, r)*cross(p, q, s) < 0 && cross(r, s, p)*cross(r, s, q) < 0 {
				return true
			}
		}
	}
	return false
}

// outlineOf is the box of a thing with its border, made another way than by the sampler.
func outlineOf(o *planObject) (out [4][2]float64) {
	sin, cos := math.Sincos(o.rotationDeg * math.Pi / 180)
	a, b := (o.scale*o.in.box.w+0.25)/2, (o.scale*o.in.box.h+0.25)/2
	for k, c := range [4][2]float64{{-a, -b}, {a, -b}, {a, b}, {-a, b}} {
		out[k] = [2]float64{o.x + cos*c[0] - sin*c[1], o.y + sin*c[0] + cos*c[1]}
	}
	return out
}

func TestThingsKeepTheirDistance(t *testing.T) {
	left, behind := publishedDirections.Left, publishedDirections.Behind
	unordered, scenes := 0, 0
	for index, p := range placedAll(t, DefaultSceneConfig(), "val", 3000) {
		records := recordsOf(&p.plan)
		for i := range records {
			for j := range i {
				a, b := records[i].Position, records[j].Position
				for _, v := range [][3]float64{left, behind} {
					if along := math.Abs((a[0]-b[0])*v[0] + (a[1]-b[1])*v[1]); along > 0 && along < 0.2-1e-6 {
						t.Errorf("scene %d: things %d and %d are %g apart along %v, want 0.2 or more", index, j, i, along, v)
					}
				}
				if meet(outlineOf(&p.objects[i]), outlineOf(&p.objects[j])) {
					t.Errorf("scene %d: the boxes of things %d and %d overlap", index, j, i)
				}
			}
			if x, y := p.objects[i].x, p.objects[i].y; math.Abs(x) > 3.5 || math.Abs(y) > 3.5 {
				t.Errorf("scene %d: thing %d is at (%g, %g)", index, i, x, y)
			}
			if r := records[i].Rotation; r < -120 || r >= 60 {
				t.Errorf("scene %d: thing %d is turned by %g degrees, want [-120, 60)", index, i, r)
			}
		}
		scenes++
		if !totallyOrdered(Relate(records, publishedDirections, relationEps)) {
			unordered++
		}
	}
	if unordered*1000 > scenes {
		t.Errorf("in %d of %d scenes relations are no total orders, want at most 0.1 %%", unordered, scenes)
	}
}

// ordered tells whether left and right, and front and behind, order all things and are each other's reverse.
func totallyOrdered(r Relationships) bool {
	for _, pair := range [2][2][][]int{{r.Left, r.Right}, {r.Front, r.Behind}} {
		var sizes []int
		for i := range pair[0] {
			sizes = append(sizes, len(pair[0][i]))
			for j := range pair[0] {
				if i != j && slices.Contains(pair[0][i], j) == slices.Contains(pair[1][i], j) {
					return false
				}
			}
		}
		slices.Sort(sizes)
		for k, n := range sizes {
			if k != n {
				return false
			}
		}
	}
	return true
}

func TestCameraLampsAndGroundVary(t *testing.T) {
	const n = 3000
	grounds := map[string]int{}
	for _, p := range placedAll(t, DefaultSceneConfig(), "train", n) {
		grounds[p.ground]++
		for _, c := range []struct {
			name     string
			at, base [3]float64
			far      float64
		}{
			{"camera", triple(p.cameraAt), triple(cameraBase), 0.5},
			{"key lamp", triple(p.lamps[keyLamp]), [3]float64{6.4467, -2.9052, 4.2584}, 1},
			{"back lamp", triple(p.lamps[backLamp]), [3]float64{-1.1685, 2.6460, 5.8157}, 1},
			{"fill lamp", triple(p.lamps[fillLamp]), [3]float64{-4.6711, -4.0136, 3.0112}, 1},
		} {
			for k := range c.at {
				if d := math.Abs(c.at[k] - c.base[k]); d > c.far {
					t.Fatalf("%s at %v, want within %g of %v", c.name, c.at, c.far, c.base)
				}
			}
		}
	}
	for _, g := range []string{"texture1", "texture2", "texture3", "texture4", "texture5", "plain"} {
		if share := float64(grounds[g]) / n; math.Abs(share-1.0/6) > 0.03 {
			t.Errorf("ground %s in %.3f of the scenes, want 1/6 within 0.03", g, share)
		}
	}
	cfg := DefaultSceneConfig()
	cfg.PlainGround = false
	s := newSampler(cfg, 1, "train")
	for i := range 300 {
		if p := placedAt(t, s, i); p.ground == plainName {
			t.Errorf("scene %d has the plain ground, which is switched off", i)
		}
	}
}

// A plan depends on nothing but its place: not on what was made before, and not on how often things are begun again.
func TestPlansDependOnTheirPlaceAlone(t *testing.T) {
	all := placedAll(t, DefaultSceneConfig(), "train", 50)
	s := newSampler(DefaultSceneConfig(), 1, "train")
	for i := 49; i >= 0; i-- {
		if again := placedAt(t, s, i); !reflect.DeepEqual(again, all[i]) {
			t.Errorf("scene %d differs when it is made after those behind it", i)
		}
	}
	for name, other := range map[string]*sampler{
		"seed": newSampler(DefaultSceneConfig(), 2, "train"), "split": newSampler(DefaultSceneConfig(), 1, "val"),
	} {
		if reflect.DeepEqual(placedAt(t, other, 7), all[7]) {
			t.Errorf("scene 7 is the same with another %s", name)
		}
	}
	// What all attempts share is drawn once.
	key := rng.Key{Seed: 1, Set: setName, Split: "train", Index: 3}
	if a := s.begin(key); a.cameraAt != all[3].cameraAt || a.lamps != all[3].lamps || a.ground != all[3].ground {
		t.Errorf("scene 3: camera, lamps and ground are %+v, want %+v", a, all[3].plan)
	}
}

// Plans are part of the data, and the same on every machine. A failure here means that all scenes moved.
func TestPlansAreFrozen(t *testing.T) {
	for _, c := range []struct {
		cfg  SceneConfig
		want string
	}{{scenesAsPublished(), "c1dd102b41e10cc2"}, {DefaultSceneConfig(), "e1b684e6202fb25c"}} {
		h := sha256.New()
		for _, split := range []string{"train", benchmarkSplit} {
			for index, p := range placedAll(t, c.cfg, split, 500) {
				r := Record{Split: split, ImageIndex: index, Objects: recordsOf(&p.plan), Directions: publishedDirections, Extra: p.extra()}
				r.Relationships = Relate(r.Objects, r.Directions, relationEps)
				h.Write(r.Append(nil))
			}
		}
		if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != c.want {
			t.Errorf("%+v: the records hash to %s, want %s", c.cfg.Published, got, c.want)
		}
	}
}

func TestSceneConfigTellsItsFaults(t *testing.T) {
	for _, c := range []struct {
		change func(c *SceneConfig)
		want   string
	}{
		{func(c *SceneConfig) {}, ""},
		{func(c *SceneConfig) { c.MinObjects = 0 }, "min_objects and max_objects are 0 and 7, want 1 to 10 in this order"},
		{func(c *SceneConfig) { c.MaxObjects = 11 }, "min_objects and max_objects are 3 and 11, want 1 to 10 in this order"},
		{
			func(c *SceneConfig) { c.MinObjects, c.MaxObjects = 5, 4 },
			"min_objects and max_objects are 5 and 4, want 1 to 10 in this order",
		},
		{func(c *SceneConfig) { c.MaxAttempts = 0 }, "max_attempts is 0, want 1 or more"},
	} {
		cfg := DefaultSceneConfig()
		c.change(&cfg)
		got := ""
		if err := cfg.faults().Err(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got error %q, want %q", got, c.want)
		}
	}
}

func BenchmarkPlace(b *testing.B) {
	s := newSampler(DefaultSceneConfig(), 1, "train")
	for i := range b.N {
		placedAt(b, s, i)
	}
}
