package syndacate

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"mereo/assets/glyph"
	"mereo/engine/geom"
	"mereo/gen/write/npz"
)

// solidStems are one of each kind.
var solidStems = []string{
	"syndacate3d_h100o3s0w100", "syndacate3d_orbit_h100o1s7w100", "syndacate3d_words_h100o3s0w100",
	"syndacate3d_orbit_words_h60o2s1w90",
}

func openSolid(t testing.TB, stem string) *solidSource {
	t.Helper()
	s, err := openSolidSource(stem)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*solidSource)
}

func solidArrays(t testing.TB, s *solidSource, first, n int, pictures bool) []npz.Array {
	t.Helper()
	arrays, err := elements(context.Background(), s, first, n, pictures)
	if err != nil {
		t.Fatal(err)
	}
	return arrays
}

func TestSolidStemsRoundTrip(t *testing.T) {
	for _, stem := range solidStems {
		o, err := solidOptionsOf(stem)
		if err != nil {
			t.Errorf("%s: %v", stem, err)
			continue
		}
		if got, err := SolidStem(o); got != stem || err != nil {
			t.Errorf("%s is written %s, %v", stem, got, err)
		}
		name, err := nameWith(stem, 400)
		if err != nil {
			t.Errorf("%s: %v", stem, err)
		}
		if got, n, err := stemOf(name); got != stem || n != 400 || err != nil {
			t.Errorf("%s is the file of %s with %d elements, %v", name, got, n, err)
		}
	}
	want := SolidOptions{Words: true, Orbit: true, Objects: 2, Seed: 1, Width: 90, Height: 60}
	if got, _ := solidOptionsOf(solidStems[3]); got != want {
		t.Errorf("%s means %+v, want %+v", solidStems[3], got, want)
	}
}

func TestSolidStemsRefused(t *testing.T) {
	for stem, want := range map[string]string{
		"syndacate3d_h100o0s0w100":                "number of objects is 0, want 1 to 100",
		"syndacate3d_h100o3s0w5000":               "width is 5000, want 1 to 4096",
		"syndacate3d_h100o3s0":                    `want the letter w after "syndacate3d_h100o3s0"`,
		"syndacate3d_o3h100s0w100":                `want the letter h after "syndacate3d_"`,
		"syndacate3d_words_orbit_h100o3s0w100":    `"syndacate3d_orbit_words_h100o3s0w100"`,
		"syndacate3d_wide_h100o3s0w100":           `"syndacate3d_h100o3s0w100"`,
		"syndacate3d_h100o3s00w100":               `want s and a number without leading zeros after "syndacate3d_h100o3"`,
		"syndacate3d_h100o3s4294967296w100":       `want s and a number without leading zeros after "syndacate3d_h100o3"`,
		"syndacate3d_fTh100o3s0w100":              `want the letter h after "syndacate3d_"`,
		"syndacate3d":                             `want the letter h after "syndacate3d"`,
		"syndacate3d_orbit":                       `want the letter h after "syndacate3d_"`,
		"syndacate3d_h100o99999999999999999s0w10": "number of objects is 99999999999999999, want 1 to 100",
	} {
		_, err := openSolidSource(stem)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error is %v, want one with %q", stem, err, want)
		}
	}
}

// Keys, types and shapes are what loaders read.
func TestSolidArrays(t *testing.T) {
	s := openSolid(t, "syndacate3d_words_h60o3s0w90")
	var got []string
	for _, a := range solidArrays(t, s, 0, 2, true) {
		got = append(got, fmt.Sprintf("%s %T %d", a.Key, a.Data, a.Shape))
	}
	// A word has at most 11 strokes (Lime), in both directions.
	want := []string{
		"images []uint8 [2 1 60 90]", "part_poses []float32 [2 67 8]", "object_poses []float32 [2 4 22]",
		"depth []float32 [2 1 60 90]", "object_mask []uint8 [2 1 60 90]", "camera []float32 [2 16]",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("arrays are\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for o, want := range map[SolidOptions][2]int{{Objects: 1}: {9, 1}, {Objects: 3}: {25, 4}, {Objects: 1, Words: true}: {23, 1}} {
		if got := [2]int{o.partRows(), o.config().objectRows()}; got != want {
			t.Errorf("%+v: %d rows, want %d", o, got, want)
		}
	}
}

// The elements are the same whatever the cuts, with and without pictures, and do not move.
func TestSolidElementsAreFrozen(t *testing.T) {
	const n = 12
	want := []string{"f70397e278afa7e4", "c5d8398f05d771d6", "0796c3dd0a17eede", "99864fda1fc44b11"}
	for k, stem := range solidStems {
		s := openSolid(t, stem)
		all := solidArrays(t, s, 0, n, true)
		for _, cut := range [][2]int{{0, 5}, {5, 1}, {6, 6}} {
			for i, a := range solidArrays(t, s, cut[0], cut[1], true) {
				size := reflect.ValueOf(all[i].Data).Len() / n
				from := reflect.ValueOf(all[i].Data).Slice(cut[0]*size, (cut[0]+cut[1])*size).Interface()
				if !reflect.DeepEqual(a.Data, from) {
					t.Errorf("%s: %s of elements %d on differ when they are made alone", stem, a.Key, cut[0])
				}
			}
		}
		if got := solidArrays(t, s, 0, n, false); !reflect.DeepEqual(got, all[1:]) {
			t.Errorf("%s: without pictures the other arrays differ", stem)
		}
		h := sha256.New()
		for _, a := range all {
			if err := binary.Write(h, binary.LittleEndian, a.Data); err != nil {
				t.Fatal(err)
			}
		}
		if got := hex.EncodeToString(h.Sum(nil)[:8]); got != want[k] {
			t.Errorf("%s: the hash of all arrays is %s, want %s", stem, got, want[k])
		}
	}
}

// The camera may be moved without touching what it sees.
func TestSolidOrbitMovesTheCameraAlone(t *testing.T) {
	still := solidArrays(t, openSolid(t, "syndacate3d_h100o3s3w100"), 0, 5, false)
	orbit := solidArrays(t, openSolid(t, "syndacate3d_orbit_h100o3s3w100"), 0, 5, false)
	for i := range 2 {
		if !reflect.DeepEqual(still[i], orbit[i]) {
			t.Errorf("%s differ", still[i].Key)
		}
	}
	if reflect.DeepEqual(still[4], orbit[4]) {
		t.Error("the cameras are the same")
	}
}

// Roll comes first, then pitch, then yaw, each counter-clockwise seen from the tip of its axis.
func TestSolidRotationKnownAnswers(t *testing.T) {
	const quarter = math.Pi / 2
	for _, c := range []struct {
		roll, pitch, yaw float64
		x                geom.Vec3 // where the x axis goes
	}{
		{quarter, 0, 0, geom.V(0, 1, 0)},
		{quarter, quarter, 0, geom.V(0, 0, 1)},
		{quarter, quarter, quarter, geom.V(1, 0, 0)},
		{0, quarter, quarter, geom.V(0, 0, -1)},
	} {
		p := solidPose{turn: solidRotation(c.roll, c.pitch, c.yaw)}
		var row [solidPoseWidth]float32
		for i, v := range p.values() {
			row[i] = float32(v)
		}
		for _, m := range []geom.Mat3{p.turn, solidPoseOf(row[:]).turn} {
			if got := m.MulVec(geom.V(1, 0, 0)); got.Sub(c.x).Len() > 1e-6 {
				t.Errorf("roll %g, pitch %g, yaw %g: x goes to %v, want %v", c.roll, c.pitch, c.yaw, got, c.x)
			}
		}
	}
}

// A stroke of thickness 2.5 along y through (0.3, -0.2, 0.1), turned about y.
func TestSolidStrokeKnownAnswer(t *testing.T) {
	p := solidPose{
		flat: glyph.Pose{Wideness: 0.7, Scale: 0.25, X: 0.4, Y: -0.8, Thickness: 10, Brightness: 0.6}, z: 0.1,
		turn: solidRotation(0, 0, math.Pi/6),
	}
	strokes := appendSolidStrokes(nil, charShapes[3], &p, 4)
	if len(strokes) != 1 {
		t.Fatalf("I has %d strokes", len(strokes))
	}
	s := strokes[0]
	for _, c := range []struct {
		name      string
		got, want geom.Vec3
	}{
		{"first end", s.ends[0], geom.V(0.3, -0.85, 0.1)}, {"second end", s.ends[1], geom.V(0.3, -0.35, 0.1)},
		{"half size", s.half, geom.V(0.25, 0.025, 0.025)}, {"along", s.axes.X, geom.V(0, 1, 0)},
		{"normal", s.axes.Z, geom.V(0.5, 0, math.Sqrt(3)/2)},
	} {
		if c.got.Sub(c.want).Len() > 1e-12 {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
	if s.thickness != 2.5 || s.bright != 0.6 || s.object != 4 {
		t.Errorf("thickness, brightness and object are %g, %g, %d", s.thickness, s.bright, s.object)
	}
}

// Every value of a pose, and the place of the camera, is uniform: chi-squared in 10 equal cells stays below 33.7, which it
// exceeds with probability 1e-4.
func TestSolidDistribution(t *testing.T) {
	const n, cells = 4000, 10
	o := SolidOptions{Objects: 1, Orbit: true, Width: 100, Height: 100}
	names := []string{"wideness", "italic", "scale", "x", "y", "z", "roll", "pitch", "yaw", "thickness", "brightness", "azimuth",
		"elevation"}
	ranges := [][2]float64{{0.5, 1}, {0, 0.5}, {0.2, 0.5}, {-1, 1}, {-1, 1}, {-0.5, 0.5}, {-0.5, 0.5}, {-0.6, 0.6}, {-0.6, 0.6},
		{5, 10}, {0.5, 1}, {-0.6, 0.6}, {-0.4, 0.4}}
	counts := make([][cells]float64, len(names))
	var e solidElement
	for i := range n {
		e.draw(o, modeStream(0, solidRandom, i))
		p, m := e.poses[0].flat, e.poses[0].turn
		for k, v := range []float64{p.Wideness, p.Italic, p.Scale, p.X, p.Y, e.poses[0].z, math.Atan2(m.X.Y, m.Y.Y),
			math.Asin(-m.Z.Y), math.Atan2(m.Z.X, m.Z.Z), p.Thickness, p.Brightness, e.azimuth, e.elevation} {
			cell := math.Floor((v - ranges[k][0]) / (ranges[k][1] - ranges[k][0]) * cells)
			if cell < 0 || cell >= cells {
				t.Fatalf("element %d: %s is %g, want %g to %g", i, names[k], v, ranges[k][0], ranges[k][1])
			}
			counts[k][int(cell)]++
		}
	}
	for k, name := range names {
		sum := 0.0
		for _, c := range counts[k] {
			sum += (c - n/cells) * (c - n/cells) / (n / cells)
		}
		if sum > 33.7 {
			t.Errorf("%s: chi-squared is %.1f in the cells %v", name, sum, counts[k])
		}
	}
}

// Objects whose strokes have an end outside of the picture are as rare as the documentation says, and none are wholly outside.
func TestSolidObjectsAreInSight(t *testing.T) {
	var e solidElement
	const n = 3000
	for k := range 4 {
		o := SolidOptions{Objects: 1, Words: k%2 == 1, Orbit: k/2 == 1}
		cut := 0
		for i := range n {
			e.draw(o, modeStream(0, solidRandom, i))
			cam := solidCamera(orbitDirection(e.azimuth, e.elevation), 100, 100)
			ends, outside := 0, 0
			for _, s := range e.strokes {
				for _, end := range s.ends {
					ends++
					if x, y, _ := cam.Project(end); x < 0 || y < 0 || x >= 100 || y >= 100 {
						outside++
					}
				}
			}
			if outside > 0 {
				cut++
			}
			if outside == ends {
				t.Errorf("%+v: element %d is out of sight", o, i)
			}
		}
		if share := float64(cut) / n; share < 0.01 || share > 0.035 {
			t.Errorf("%+v: a share of %.3f is cut, want about 0.02", o, share)
		}
	}
}

func BenchmarkSolidElements(b *testing.B) {
	for _, stem := range solidStems[:3] {
		b.Run(stem, func(b *testing.B) {
			s := openSolid(b, stem)
			b.ReportAllocs()
			for i := range b.N {
				solidArrays(b, s, i, 1, true)
			}
		})
	}
}

func ExampleSolidStem() {
	o := DefaultSolidOptions()
	o.Orbit = true
	stem, err := SolidStem(o)
	fmt.Println(stem, err)
	// Output: syndacate3d_orbit_h100o3s0w100 <nil>
}
