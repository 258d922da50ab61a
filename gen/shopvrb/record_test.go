package shopvrb

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/gen/record"
	"mereo/scenes/annot"
)

// twoThings is a record with all keys. Its counts have a character that JSON escapes.
func twoThings() *Record {
	r := &Record{
		Split: "train", ImageIndex: 12, ImageFilename: imageName("train", 12), Directions: publishedDirections,
		Objects: []ObjectRecord{
			{
				Name: "mug", Shape: "cylindrical", Size: "small", Material: "ceramic", Position: [3]float64{float64(float32(0.46)), -1.5, 0},
				Rotation: -37.25, Pixel: PixelDepth{204, 231, 10.61}, Color: "cyan", Weight: "medium-weight", Movability: "portable",
				Mask:  encodeMask(annot.RLE{Size: [2]int{480, 640}, Counts: []int{44, 12, 307144}}),
				Extra: &ObjectExtra{Instance: "mug1", Scale: 0.45, Description: 3, Parts: []string{"body", "handle"}},
			},
			{
				Name: "kettle", Shape: "irregularly shaped", Size: "large", Material: "metal", Position: [3]float64{-2, 1.25, 0},
				Rotation: 1e-5, Pixel: PixelDepth{-3, 100, 12}, Color: "metallic", Weight: "heavy", Movability: "movable",
			},
		},
		Extra: &SceneExtra{Ground: "plain", Camera: [3]float64{7, -6, 5}, Lamps: Lamps{Key: [3]float64{6, -3, 4}, Fill: [3]float64{-4, -4, 3}}},
	}
	cam := publishedOptics.cameraAt(geom.V(0, -5, 0))
	r.Extra.Calibration = calibrationOf(&cam)
	for i := range r.Objects {
		appendTextual(&r.Objects[i])
	}
	r.Relationships = Relate(r.Objects, r.Directions, relationEps)
	return r
}

// twoThingsLine is what Python's json.dumps makes of it.
const twoThingsLine = `{"split": "train", "image_index": 12, "image_filename": "SHOP_VRB_train_000012.png", "objects": [` +
	`{"name": "mug", "shape": "cylindrical", "size": "small", "material": "ceramic", ` +
	`"3d_coords": [0.46000000834465027, -1.5, 0.0], "rotation": -37.25, "pixel_coords": [204, 231, 10.61], ` +
	`"color": "cyan", "weight": "medium-weight", "movability": "portable", ` +
	`"mask": {"size": [480, 640], "counts": "\\1<Xn[9"}, ` +
	`"picking": "handle-pickable", "powering": "non-powered", "disassembly": "non-dismantable", "attribute": [` +
	`"high temperature resistant", "dishwasher safe", "used for drinking", "suitable for microwave", "used for coffee", "used for tea"], ` +
	`"mereo": {"instance": "mug1", "scale": 0.45, "description": 3, "parts": ["body", "handle"]}}, ` +
	`{"name": "kettle", "shape": "irregularly shaped", "size": "large", "material": "metal", ` +
	`"3d_coords": [-2.0, 1.25, 0.0], "rotation": 1e-05, "pixel_coords": [-3, 100, 12.0], ` +
	`"color": "metallic", "weight": "heavy", "movability": "movable", "mask": null, ` +
	`"picking": "handle-pickable", "disassembly": "unscrewable", "attribute": [` +
	`"used for drinks preparation", "hot to touch", "equipped with lid", "operated by buttons", "equipped with indicator lights", ` +
	`"equipped with filter"], "powering": "socket-powered"}], ` +
	`"directions": {"behind": [-0.754490315914154, 0.6563112735748291, 0.0], "front": [0.754490315914154, -0.6563112735748291, -0.0], ` +
	`"left": [-0.6563112735748291, -0.7544902563095093, 0.0], "right": [0.6563112735748291, 0.7544902563095093, -0.0], ` +
	`"above": [0.0, 0.0, 1.0], "below": [-0.0, -0.0, -1.0]}, ` +
	`"relationships": {"behind": [[1], []], "front": [[], [0]], "left": [[], [0]], "right": [[1], []]}, ` +
	`"mereo": {"ground": "plain", "camera": [7.0, -6.0, 5.0], "lamps": {"key": [6.0, -3.0, 4.0], "back": [0.0, 0.0, 0.0], ` +
	`"fill": [-4.0, -4.0, 3.0]}, "calibration": {"K": [[700.0, 0.0, 320.0], [0.0, 700.0, 240.0], [0.0, 0.0, 1.0]], ` +
	`"R": [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]], "t": [0.0, 0.0, 5.0], ` +
	`"width": 640, "height": 480, "near": 0.1, "far": 100.0, "depth": {"kind": "z", "unit_m": 0.1}}}}`

func TestRecordsAreWrittenAsPublished(t *testing.T) {
	got := string(twoThings().Append(nil))
	if got != twoThingsLine {
		t.Errorf("got  %s\nwant %s", got, twoThingsLine)
	}
	if !json.Valid([]byte(got)) {
		t.Error("that is no JSON")
	}
}

func TestRecordsAreReadAsWritten(t *testing.T) {
	want := twoThings()
	got, err := ParseRecord(want.Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	for k, v := range got.Directions.Below {
		if math.Signbit(v) != math.Signbit(want.Directions.Below[k]) {
			t.Errorf("component %d of below has lost its sign", k)
		}
	}
}

// Without the option nothing is written that is not published.
func TestRecordsHaveNothingExtraUnlessAsked(t *testing.T) {
	r := twoThings()
	r.Extra, r.Objects[0].Extra = nil, nil
	if line := string(r.Append(nil)); strings.Contains(line, "mereo") {
		t.Errorf("there is still an extra key: %s", line)
	}
}

func TestRecordFaultsAreTold(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"half a record", `]}, "mereo": {"ground"`, ``, "shopvrb: record: line 1, column 1634: relationships.right is no JSON: "},
		{"word for a list", `"relationships": {"behind": [[1], []]`, `"relationships": {"behind": "no"`,
			"shopvrb: record: line 1, column 1567: relationships.behind is a text, want a list"},
		{"a list too few", `"left": [[], [0]]`, `"left": [[]]`,
			"shopvrb: record of scene 12: relationships.left has 1 lists, want 2, one for each object"},
		{"no such thing", `"right": [[1], []]`, `"right": [[2], []]`,
			"shopvrb: record of scene 12: relationships.right[0] is [2], want numbers of objects, ascending"},
		{"a thing twice", `"right": [[1], []]`, `"right": [[1, 1], []]`,
			"shopvrb: record of scene 12: relationships.right[0] is [1 1], want numbers of objects, ascending"},
		{"half a pixel", "[204, 231, 10.61]", "[204.5, 231, 10.61]",
			"shopvrb: record: line 1, column 262: objects[0].pixel_coords[0] is 204.5, want a whole number"},
		{"a picture without width", `"width": 640, "height"`, `"height"`,
			"shopvrb: record of scene 12: mereo.calibration: width and height are 0 and 480, want 1 or more"},
		{"no K", `"K": [[700.0, 0.0, 320.0], [0.0, 700.0, 240.0], [0.0, 0.0, 1.0]], `, ``,
			"shopvrb: record of scene 12: mereo.calibration: K is [[0 0 0] [0 0 0] [0 0 0]], want focal lengths"},
		{"K of two rows", `[0.0, 700.0, 240.0], `, ``, "shopvrb: record: line 1, column 1804: mereo.calibration.K has another length than 3"},
		{"a word in K", `[[700.0, 0.0,`, `[["long", 0.0,`, "shopvrb: record: line 1, column 1806: mereo.calibration.K[0][0] is a text, want a number"},
		{"a mirrored camera", `"R": [[1.0,`, `"R": [[-1.0,`, "shopvrb: record of scene 12: mereo.calibration: R is [[-1 0 0]"},
		{"nothing between near and far", `"far": 100.0`, `"far": 0.1`,
			"shopvrb: record of scene 12: mereo.calibration: near and far are 0.1 and 0.1, want more than 0, in this order"},
		{"a lens that bends", `"far": 100.0`, `"far": 100.0, "distortion": {"k1": 0.1}`,
			"shopvrb: record of scene 12: mereo.calibration: distortion is "},
		{"depth along rays", `"kind": "z"`, `"kind": "ray"`,
			"shopvrb: record of scene 12: mereo.calibration: depth is of kind \"ray\" with a unit of 0.1 m, want \"z\" and 0.1"},
		{"broken mask", `"counts": "\\1<`, `"counts": "\\1<<`, "shopvrb: record of scene 12: objects[0].mask: "},
	} {
		_, err := ParseRecord([]byte(strings.Replace(twoThingsLine, c.old, c.new, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %s", c.name, err, c.want)
		}
	}
}

// The forms of numbers are those of Python's repr.
func TestNumbersAreWrittenAsPythonDoes(t *testing.T) {
	for _, c := range []struct {
		f    float64
		want string
	}{
		{0, "0.0"}, {math.Copysign(0, -1), "-0.0"}, {1, "1.0"}, {-120, "-120.0"}, {0.1, "0.1"}, {0.0001, "0.0001"}, {0.00001, "1e-05"},
		{-1.5e-7, "-1.5e-07"}, {1e15, "1000000000000000.0"}, {9007199254740993, "9007199254740992.0"}, {1e16, "1e+16"},
		{1.25e22, "1.25e+22"}, {1e-300, "1e-300"}, {float64(float32(0.0727)), "0.07270000129938126"},
	} {
		if got := string(record.AppendNumber(nil, c.f, record.Python)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestRecordsTellWhereOriginsAre(t *testing.T) {
	cam := publishedOptics.cameraAt(cameraBase)
	for _, c := range []struct {
		name string
		z    float64
	}{{"soda_can", 0.0727}, {"wine_glass1", 0.1187}, {"mug1", 0}} {
		o := draw{in: instanceNamed(t, pools[0], c.name)}.object()
		r := o.record(&cam)
		if r.Position[2] != float64(float32(c.z)) {
			t.Errorf("%s: origin is at height %v, want %v", c.name, r.Position[2], float32(c.z))
		}
		if c.z == 0 && (r.Pixel.X != 320 || r.Pixel.Y != 240 || math.Abs(r.Pixel.Depth-cameraBase.Len()) > 1e-9) {
			t.Errorf("%s: the origin is seen at %+v, want the middle of the picture", c.name, r.Pixel)
		}
		if c.z > 0 && r.Pixel.Y >= 240 {
			t.Errorf("%s: a point above the origin is seen at %+v, want above the middle", c.name, r.Pixel)
		}
	}
}

// The published directions are those of the camera that was not moved, in single precision.
func TestOwnDirectionsAreThoseOfTheCamera(t *testing.T) {
	cfg := DefaultSceneConfig()
	cfg.OwnDirections = true
	s := newSampler(cfg, 1, "train")
	lists := func(d Directions) [][3]float64 {
		return [][3]float64{d.Behind, d.Front, d.Left, d.Right, d.Above, d.Below}
	}
	at := lists(s.directions(&plan{cameraAt: cameraBase}))
	for i, want := range lists(publishedDirections) {
		for k := range want {
			if math.Abs(at[i][k]-want[k]) > 1e-6 {
				t.Errorf("direction %d of the camera that was not moved is %v, want %v", i, at[i], want)
			}
		}
	}
	moved := s.directions(&plan{cameraAt: cameraBase.Add(geom.V(0.5, 0.5, 0))})
	if moved.Left == publishedDirections.Left || math.Abs(geom.V(moved.Left[0], moved.Left[1], moved.Left[2]).Len()-1) > 1e-12 {
		t.Errorf("left of a moved camera is %v, want another unit vector than %v", moved.Left, publishedDirections.Left)
	}
	// Things are placed by the directions that are recorded.
	own, published := placedAt(t, s, 3), placedAt(t, newSampler(DefaultSceneConfig(), 1, "train"), 3)
	if own.cameraAt != published.cameraAt {
		t.Errorf("the option moved the camera from %v to %v", published.cameraAt, own.cameraAt)
	}
	for index := range 300 {
		p := placedAt(t, s, index)
		d := s.directions(&p.plan)
		for i, a := range recordsOf(&p.plan) {
			for _, b := range recordsOf(&p.plan)[:i] {
				along := (a.Position[0]-b.Position[0])*d.Left[0] + (a.Position[1]-b.Position[1])*d.Left[1]
				if math.Abs(along) < 0.2-1e-6 {
					t.Errorf("scene %d: two things are %g apart along %v, want 0.2 or more", index, along, d.Left)
				}
			}
		}
	}
}

func FuzzParseRecord(f *testing.F) {
	f.Add([]byte(twoThingsLine))
	f.Add([]byte(`{"objects": [], "relationships": {"behind": [], "front": [], "left": [], "right": []}}`))
	f.Add([]byte(`{"objects": [{"name": "mug", "mask": {"size": [1, 1], "counts": "01"}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseRecord(data)
		if err != nil {
			return
		}
		line := r.Append(nil)
		again, err := ParseRecord(line)
		if err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
		if second := again.Append(nil); string(second) != string(line) {
			t.Errorf("written twice: %s\n%s", line, second)
		}
	})
}
