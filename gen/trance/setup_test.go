package trance

import (
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// unjittered is a setup with everything in its base place and nothing turned.
func unjittered() sceneSetup {
	return sceneSetup{lens: publishedLens, cameras: cameraBases, lamps: lampBases}
}

// The published pixels, rows from the top, in which the corners of the visible area are seen.
func TestPinholes(t *testing.T) {
	corners := [...]geom.Vec3{{X: 3, Y: -3}, {X: 3, Y: 3}, {X: -3, Y: -3}, {X: -3, Y: 3}, {}}
	s := unjittered()
	for c, want := range [cameraCount][len(corners)][2]float64{
		cameraCenter: {{42.2, 185.5}, {277.8, 185.5}, {84.5, 78.0}, {235.5, 78.0}, {160, 120}},
		cameraLeft:   {{147.4, 217.3}, {288.6, 124.8}, {36.8, 115.4}, {166.7, 67.9}, {160, 120}},
		cameraRight:  {{31.4, 124.8}, {172.6, 217.3}, {153.3, 67.9}, {283.2, 115.4}, {160, 120}},
	} {
		cam := s.pinhole(cameraID(c))
		if err := cam.Validate(); err != nil {
			t.Fatal(err)
		}
		for i, p := range corners {
			x, y, viewZ := cam.Project(p)
			if math.Abs(x-want[i][0]) > 0.1 || math.Abs(y-want[i][1]) > 0.1 || viewZ < 6 {
				t.Errorf("%v: %v is seen at (%.2f, %.2f), %g m off, want %v", cameraID(c), p, x, y, viewZ, want[i])
			}
		}
	}
}

func TestViewCoordsCountFromTheBottom(t *testing.T) {
	s := unjittered()
	px, py, depth := s.viewCoords(cameraCenter, geom.V(3, -3, 0))
	// 240 - 185.5 lies at the edge of two pixels.
	if px != 42 || py < 54 || py > 55 || math.Abs(depth-geom.V(9.48113, 0, 6.34367).Len()+3*9.48113/11.4077) > 0.01 {
		t.Errorf("got pixel (%d, %d), %g m off, want (42, 54), 8.91 m", px, py, depth)
	}
	if px, py, _ := s.viewCoords(cameraCenter, geom.V(0, 0, 5)); px != 160 || py <= 240 {
		t.Errorf("what is above the picture is at (%d, %d), want x 160 and y beyond 240", px, py)
	}
}

// Directions are those of the camera: for Center, behind is towards -x and right is +y.
func TestDirectionsOfCenter(t *testing.T) {
	s := unjittered()
	h := math.Sqrt2 / 2
	for i, want := range []geom.Vec3{
		{X: -1}, {X: 1}, {Y: -1}, {Y: 1}, {X: -h, Y: -h}, {X: -h, Y: h}, {X: h, Y: -h}, {X: h, Y: h},
	} {
		got := s.directions(cameraCenter)[i]
		if got.Sub(want).Len() > 1e-12 {
			t.Errorf("%s is %v, want %v", directionKeys[i], got, want)
		}
		if math.Signbit(got.Z) {
			t.Errorf("%s has height -0", directionKeys[i])
		}
	}
}

func TestDirectionsAreLevelUnitVectorsThatTurnTogether(t *testing.T) {
	for seed := range uint64(50) {
		s := newSceneSetup(publishedLens, rng.At(rng.Key{Seed: seed, Set: "trance"}, "setup"))
		for c := range cameraID(cameraCount) {
			var of = map[string]geom.Vec3{}
			for i, d := range s.directions(c) {
				of[directionKeys[i]] = d
				if math.Abs(d.Len()-1) > 1e-12 || d.Z != 0 {
					t.Errorf("seed %d, %v: %s is %v, want a level unit vector", seed, c, directionKeys[i], d)
				}
			}
			for _, opposite := range [][2]string{
				{"behind", "front"}, {"left", "right"}, {"behind_left", "front_right"}, {"behind_right", "front_left"},
			} {
				if sum := of[opposite[0]].Add(of[opposite[1]]); sum.Len() > 1e-12 {
					t.Errorf("seed %d, %v: %v are not opposite: their sum is %v", seed, c, opposite, sum)
				}
			}
			if z := of["behind"].Cross(of["left"]).Z; math.Abs(z-1) > 1e-12 {
				t.Errorf("seed %d, %v: left is not behind turned by 90 degrees: cross product %g", seed, c, z)
			}
			if along := of["behind_left"].Dot(of["behind"]); math.Abs(along-math.Sqrt2/2) > 1e-12 {
				t.Errorf("seed %d, %v: cosine of behind_left and behind is %g, want cos 45", seed, c, along)
			}
		}
	}
}

// Jitter stays in its range, fills it, and moves every coordinate for itself.
func TestJitter(t *testing.T) {
	const n = 2000
	var sum, squares, farthest [3 * (cameraCount + lampCount)]float64
	turn := [2]float64{10, -1}
	for seed := range uint64(n) {
		s := newSceneSetup(publishedLens, rng.At(rng.Key{Seed: seed, Set: "trance"}, "setup"))
		k := 0
		add := func(at, base geom.Vec3, by float64) {
			for axis := range 3 {
				d := (at.At(axis) - base.At(axis)) / by
				sum[k] += d
				squares[k] += d * d
				farthest[k] = max(farthest[k], math.Abs(d))
				k++
			}
		}
		for i, at := range s.cameras {
			add(at, cameraBases[i], 0.5)
		}
		for i, at := range s.lamps {
			add(at, lampBases[i], 1)
		}
		for _, r := range s.rotations {
			turn = [2]float64{min(turn[0], r), max(turn[1], r)}
		}
	}
	for k := range sum {
		// Uniform in [-1, 1): mean 0 and mean square 1/3, whose standard errors are 0.013 and 0.007.
		mean, square := sum[k]/n, squares[k]/n
		if farthest[k] > 1 || farthest[k] < 0.99 || math.Abs(mean) > 0.06 || math.Abs(square-1./3) > 0.03 {
			t.Errorf("coordinate %d: farthest %g, mean %g, mean square %g, want 1, 0, 1/3", k, farthest[k], mean, square)
		}
	}
	if turn[0] < 0 || turn[0] > 0.01 || turn[1] >= 2*math.Pi || turn[1] < 2*math.Pi-0.01 {
		t.Errorf("turns reach from %g to %g, want 0 to 2 pi", turn[0], turn[1])
	}
}

func TestGraphOfCenter(t *testing.T) {
	s := unjittered()
	var st State
	for i := range st {
		st[i].Position = Point{40, 4 * i}
	}
	// Object 4 is nearer to the camera and 0.45 m to the right, object 7 as far as 4 and 0.15 m to its right.
	st[2].Position, st[4].Position, st[7].Position = Point{0, 0}, Point{10, 3}, Point{10, 4}
	for i := range st {
		st[i].values[Size] = 2
	}
	g := s.graph(cameraCenter, &st)
	for r, want := range [relationCount][ObjectCount][]int{
		{4: {2}, 7: {2}, 2: {}}, {2: {4, 7}, 4: {}, 7: {}}, {2: {4, 7}, 4: {}, 7: {}}, {4: {2}, 7: {2}, 2: {}},
	} {
		for i := range want {
			if len(g[r][i]) != len(want[i]) || (g[r][i] == nil) != (want[i] == nil) {
				t.Errorf("%s of %d is %#v, want %#v", relationNames[r], i, g[r][i], want[i])
				continue
			}
			for k := range want[i] {
				same(t, relationNames[r], "object", g[r][i][k], want[i][k])
			}
		}
	}
}
