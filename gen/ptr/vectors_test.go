package ptr

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/vectors"
	"mereo/scenes/annot"
	"mereo/scenes/relate"
	"mereo/scenes/rng"
)

// load reads all cases of a vectors file. An empty file would let a test pass by doing nothing.
func load[T any](t *testing.T, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "ptr"), name))
	if err != nil {
		t.Fatal(err)
	}
	var cases []T
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(cases) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return cases
}

type vec [3]float64

func (v vec) geom() geom.Vec3 { return geom.V(v[0], v[1], v[2]) }

func TestVectorsCameras(t *testing.T) {
	type camCase struct {
		ID               string
		CamLocation      vec           `json:"cam_location"`
		CamRotation      [4]float64    `json:"cam_rotation"`
		ProjectionMatrix [4][4]float64 `json:"projection_matrix"`
		Points           []vec
		PixelCoords      [][3]float64 `json:"pixel_coords"`
	}
	for _, c := range load[camCase](t, "cameras.json") {
		cam := newCamera(c.CamLocation.geom(), 800, 600)
		q := cam.WorldFromCamera.M.Quat()
		got := [4]float64{q.W, q.X, q.Y, q.Z}
		sign := 1.0
		if c.CamRotation[0] < 0 {
			sign = -1
		}
		for i := range got {
			if d := math.Abs(got[i] - sign*c.CamRotation[i]); !(d <= 1e-4) {
				t.Errorf("%s: quaternion: got %v, want %v", c.ID, got, c.CamRotation)
				break
			}
		}
		m := projectionMatrix(&cam, true)
		for i := range m {
			bound := 0.0
			for j := range m[i] {
				bound = max(bound, 1e-4*math.Abs(c.ProjectionMatrix[i][j]))
			}
			for j := range m[i] {
				if d := math.Abs(m[i][j] - c.ProjectionMatrix[i][j]); !(d <= bound) {
					t.Errorf("%s: projection matrix row %d: got %v, want %v", c.ID, i, m[i], c.ProjectionMatrix[i])
					break
				}
			}
		}
		if len(c.Points) != len(c.PixelCoords) {
			t.Fatalf("%s: %d points, %d answers", c.ID, len(c.Points), len(c.PixelCoords))
		}
		for i, p := range c.Points {
			got, want := pixelCoords(&cam, p.geom()), c.PixelCoords[i]
			if math.Abs(float64(got.X)-want[0]) > 1 || math.Abs(float64(got.Y)-want[1]) > 1 || !(math.Abs(got.ViewZ-want[2]) <= 1e-3) {
				t.Errorf("%s: point %d: got %v, want %v", c.ID, i, got, want)
			}
		}
	}
}

func TestVectorsRotations(t *testing.T) {
	type rotCase struct {
		ID        string
		Tilt      *[3]vec
		Theta     float64
		WallAngle float64 `json:"wall_angle"`
		Matrix    [3]vec
		EulerXYZ  vec  `json:"euler_xyz"`
		VecFrom   *vec `json:"vec_from"`
		VecTo     *vec `json:"vec_to"`
	}
	fromRows := func(r [3]vec) geom.Mat3 {
		return geom.Mat3{X: geom.V(r[0][0], r[1][0], r[2][0]), Y: geom.V(r[0][1], r[1][1], r[2][1]), Z: geom.V(r[0][2], r[1][2], r[2][2])}
	}
	same := func(id, what string, got, want geom.Mat3) {
		t.Helper()
		if d := max(got.X.Sub(want.X).Len(), got.Y.Sub(want.Y).Len(), got.Z.Sub(want.Z).Len()); !(d <= 1e-6) {
			t.Errorf("%s: %s is off by %g: got %v, want %v", id, what, d, got, want)
		}
	}
	for _, c := range load[rotCase](t, "rotations.json") {
		want := fromRows(c.Matrix)
		switch {
		case c.VecFrom != nil && c.VecTo != nil:
			same(c.ID, "rotation between vectors", RotationBetween(c.VecFrom.geom(), c.VecTo.geom()), want)
		case c.Tilt != nil:
			got := Tilted(c.WallAngle, c.Theta, fromRows(*c.Tilt))
			same(c.ID, "composed orientation", got, want)
			rebuild := func(a, b, c float64) geom.Mat3 { return geom.RotZ(c).Mul(geom.RotY(b)).Mul(geom.RotX(a)) }
			same(c.ID, "matrix rebuilt from our angles", rebuild(EulerXYZ(got)), want)
			same(c.ID, "matrix rebuilt from the given angles", rebuild(c.EulerXYZ[0], c.EulerXYZ[1], c.EulerXYZ[2]), got)
		default:
			t.Errorf("%s: neither a tilt nor two vectors", c.ID)
		}
	}
}

func TestVectorsPrimitives(t *testing.T) {
	type primCase struct {
		ID, Part, Kind string
		Vertices       []vec
		Faces          [][3]int
		AcceptRate     float64 `json:"accept_rate"`
		Mean, Std      *vec
	}
	const runs = 200
	for _, c := range load[primCase](t, "primitives.json") {
		var v []geom.Vec3
		for _, f := range c.Faces {
			for _, i := range f {
				v = append(v, c.Vertices[i-1].geom())
			}
		}
		accepted, sum := 0, geom.Vec3{}
		for run := range runs {
			s := rng.Named(fmt.Sprintf("primitives/%s/%d", c.ID, run))
			var g geom.Vec3
			switch c.Kind {
			case "line":
				g = detectLine(v, s)
			case "plane":
				g = detectPlane(v, c.Part, s)
			default:
				t.Fatalf("%s: kind %q", c.ID, c.Kind)
			}
			if isGeometric(g) {
				accepted++
				sum = sum.Add(g)
			}
		}
		rate := float64(accepted) / runs
		lo, hi := c.AcceptRate-0.25, c.AcceptRate+0.25
		switch {
		case c.AcceptRate >= 0.95:
			lo, hi = 0.9, 1
		case c.AcceptRate <= 0.05:
			lo, hi = 0, 0.1
		}
		if rate < lo || rate > hi {
			t.Errorf("%s: %s of %s accepted in %.3f of the runs, want %.3f to %.3f", c.ID, c.Kind, c.Part, rate, lo, hi)
		}
		if accepted == 0 || c.Mean == nil || c.Std == nil {
			continue
		}
		mean := sum.Scale(1 / float64(accepted))
		for i := range 3 {
			if d := math.Abs(mean.At(i) - c.Mean[i]); !(d <= 0.03+3*c.Std[i]) {
				t.Errorf("%s: mean direction: got %v, want %v +- %v", c.ID, mean, *c.Mean, *c.Std)
				break
			}
		}
	}
}

// pairs reads [[label, value], ...].
type pairs[T any] []labeled[T]

func (p *pairs[T]) UnmarshalJSON(data []byte) error {
	var raw [][2]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	for _, r := range raw {
		var l labeled[T]
		if err := json.Unmarshal(r[0], &l.label); err != nil {
			return err
		}
		if err := json.Unmarshal(r[1], &l.value); err != nil {
			return err
		}
		*p = append(*p, l)
	}
	return nil
}

func vecs(in pairs[[]vec]) []labeled[[]geom.Vec3] {
	var out []labeled[[]geom.Vec3]
	for _, l := range in {
		var g []geom.Vec3
		for _, v := range l.value {
			g = append(g, v.geom())
		}
		out = append(out, labeled[[]geom.Vec3]{l.label, g})
	}
	return out
}

type annotationCase struct {
	ID, Fn     string
	Args       json.RawMessage
	Category   string
	Theta      float64
	LineGeo    pairs[[]vec] `json:"line_geo"`
	PlaneGeo   pairs[[]vec] `json:"plane_geo"`
	PartColor  pairs[Color] `json:"part_color"`
	PartCount  pairs[int]   `json:"part_count"`
	AllObjects []string     `json:"all_objects"`
	Output     json.RawMessage
	CheckPart  *struct {
		Keep  bool
		After map[string]int `json:"part_count_after"`
	} `json:"check_part"`
}

func TestVectorsAnnotations(t *testing.T) {
	for _, c := range load[annotationCase](t, "annotations.json") {
		switch c.Fn {
		case "rename_part", "rename_one_part":
			var args [2]string
			var want string
			decode(t, c.ID, c.Args, &args)
			decode(t, c.ID, c.Output, &want)
			var got string
			if c.Fn == "rename_part" {
				got = FinalName(args[1], args[0])
			} else {
				// The second argument is an object's name: its category and a number.
				got = EarlyLabel(strings.TrimRight(args[1], "0123456789"), args[0])
			}
			if got != want {
				t.Errorf("%s: %s%v: got %q, want %q", c.ID, c.Fn, args, got, want)
			}
		case "check_g":
			var args [1][]vec
			var want [2]json.RawMessage
			var wantV vec
			var wantFit bool
			decode(t, c.ID, c.Args, &args)
			decode(t, c.ID, c.Output, &want)
			decode(t, c.ID, want[0], &wantV)
			decode(t, c.ID, want[1], &wantFit)
			got, fit := commonLine(vecs(pairs[[]vec]{{"", args[0]}})[0].value, true)
			sameVec(t, c.ID, "common line", got, wantV)
			if fit != wantFit {
				t.Errorf("%s: fit for geometry: got %v, want %v", c.ID, fit, wantFit)
			}
		case "revise_annotations":
			reviseCase(t, c)
		default:
			t.Errorf("%s: unknown function %q", c.ID, c.Fn)
		}
	}
}

func reviseCase(t *testing.T, c annotationCase) {
	t.Helper()
	var want struct {
		LineGeo      map[string]vec   `json:"line_geo"`
		PlaneGeo     map[string]vec   `json:"plane_geo"`
		PartColorAll map[string]Color `json:"part_color_all"`
		PartColor    map[string]Color `json:"part_color"`
		PartCount    map[string]int   `json:"part_count"`
		Geometry     bool
		AllObjects   []string `json:"all_objects"`
	}
	decode(t, c.ID, c.Output, &want)
	cat := categoryOf(c.Category)
	if cat == nil {
		t.Fatalf("%s: category %q", c.ID, c.Category)
	}
	got := annotate(cat, geom.RotZ(c.Theta), notes{vecs(c.LineGeo), vecs(c.PlaneGeo), c.PartColor, c.PartCount, c.AllObjects}, true)
	for what, pair := range map[string]struct {
		got  map[string]geom.Vec3
		want map[string]vec
	}{"line_geo": {got.lineGeo, want.LineGeo}, "plane_geo": {got.planeGeo, want.PlaneGeo}} {
		if len(pair.got) != len(pair.want) {
			t.Errorf("%s: %s: got %v, want %v", c.ID, what, pair.got, pair.want)
		}
		for name, v := range pair.want {
			sameVec(t, c.ID, what+" of "+name, pair.got[name], v)
		}
	}
	equal(t, c.ID, "part_color", got.colors, want.PartColor)
	equal(t, c.ID, "part_color_all", got.colorsAll, want.PartColorAll)
	equal(t, c.ID, "part_count", got.counts, want.PartCount)
	equal(t, c.ID, "geometry", got.geometry, want.Geometry)
	equal(t, c.ID, "all_objects", got.parts, want.AllObjects)
	if c.CheckPart != nil {
		reason := got.checkParts(cat, true)
		equal(t, c.ID, "keep", reason == "", c.CheckPart.Keep)
		equal(t, c.ID, "part_count after the wheel rule", got.counts, c.CheckPart.After)
	}
}

func TestVectorsRelationships(t *testing.T) {
	type relCase struct {
		ID            string
		Directions    map[string]vec
		Coords        []vec
		Eps           float64
		Relationships map[string][][]int
	}
	for _, c := range load[relCase](t, "relationships.json") {
		var p []geom.Vec3
		for _, v := range c.Coords {
			p = append(p, v.geom())
		}
		for _, name := range slices.Sorted(maps.Keys(c.Relationships)) {
			got, want := relate.Along(p, c.Directions[name].geom(), c.Eps), c.Relationships[name]
			if len(want) != len(got) {
				t.Errorf("%s: %s: got %d lists, want %d", c.ID, name, len(got), len(want))
				continue
			}
			for i := range want {
				if !slices.Equal(got[i], want[i]) {
					t.Errorf("%s: %s of %d: got %v, want %v", c.ID, name, i, got[i], want[i])
				}
			}
		}
	}
}

func TestVectorsMasks(t *testing.T) {
	type maskCase struct {
		ID     string
		Rows   []string
		Output annot.RLE
	}
	for _, c := range load[maskCase](t, "masks.json") {
		var ids []uint16
		for _, row := range c.Rows {
			for _, r := range row {
				ids = append(ids, uint16(r-'0'))
			}
		}
		w := annot.Whole(len(ids)/len(c.Rows), len(c.Rows), ids)
		equal(t, c.ID, "whole picture", w.Mask(1, w.Box), c.Output)
		equal(t, c.ID, "inside the tight box", w.Mask(1, w.Tally(1).Boxes[0]), c.Output)
	}
}

func TestVectorsVisibility(t *testing.T) {
	type visCase struct {
		ID, Mode, Category string
		Instances          [][2]any
		PartCount          map[string]int `json:"part_count"`
		PartColor          []string       `json:"part_color"`
		RawPartNames       []string       `json:"raw_part_names"`
		Output             struct {
			Count map[string]int `json:"part_count_occluded"`
			Color []string       `json:"part_color_occluded"`
			Masks map[string]int
		}
	}
	for _, c := range load[visCase](t, "visibility.json") {
		if c.Mode != "static" && c.Mode != "physics" {
			t.Fatalf("%s: mode %q", c.ID, c.Mode)
		}
		physical := c.Mode == "physics"
		var parts []instance
		for _, in := range c.Instances {
			parts = append(parts, instance{in[0].(string), int(in[1].(float64))})
		}
		colors := map[string]Color{}
		for _, name := range c.PartColor {
			colors[name] = Color{Name: "red"}
		}
		seen := visible(parts, c.PartCount, colors, minPixels(physical))
		masks := map[string]int{}
		for i, has := range maskedAsPublished(physical, c.RawPartNames, parts, seen) {
			if has {
				masks[parts[i].name]++
			}
		}
		equal(t, c.ID, "part_count_occluded", seen.counts, c.Output.Count)
		slices.Sort(c.Output.Color)
		if names := slices.Sorted(maps.Keys(seen.colors)); !slices.Equal(names, c.Output.Color) {
			t.Errorf("%s: part_color_occluded: got %v, want %v", c.ID, names, c.Output.Color)
		}
		equal(t, c.ID, "masks", masks, c.Output.Masks)
	}
}

func decode(t *testing.T, id string, data []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", id, err)
	}
}

func equal(t *testing.T, id, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %s: got %v, want %v", id, what, got, want)
	}
}

// sameVec compares unit vectors to 1e-6 and sentinel vectors to 1e-3.
func sameVec(t *testing.T, id, what string, got geom.Vec3, want vec) {
	t.Helper()
	bound := 1e-6
	if want.geom().Len() > 2 {
		bound = 1e-3
	}
	for i := range 3 {
		if d := math.Abs(got.At(i) - want[i]); !(d <= bound) {
			t.Errorf("%s: %s: got %v, want %v", id, what, got, want)
			return
		}
	}
}
