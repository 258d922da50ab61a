package shopvrb

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/assets/kitchen"
	"mereo/gen/record"
	"mereo/internal/vectors"
	"mereo/scenes/annot"
)

func TestVectorsRelations(t *testing.T) {
	type relationCase struct {
		ID         int
		Note       string
		Objects    []ObjectRecord
		Directions map[string][3]float64
		Eps        float64
		Expected   map[string][][]int
	}
	for _, c := range vectors.Cases[relationCase](t, "shopvrb", "relations.json") {
		// A direction that is not given is as one that leads nowhere; its lists are not compared.
		d := Directions{
			Behind: c.Directions["behind"], Front: c.Directions["front"], Left: c.Directions["left"], Right: c.Directions["right"],
		}
		r := Relate(c.Objects, d, c.Eps)
		got := map[string][][]int{"behind": r.Behind, "front": r.Front, "left": r.Left, "right": r.Right}
		for name := range got {
			if _, given := c.Directions[name]; !given {
				delete(got, name)
			}
		}
		if !reflect.DeepEqual(got, c.Expected) {
			t.Errorf("%d (%s): got %v, want %v", c.ID, c.Note, got, c.Expected)
		}
	}
}

// jsonBox is a box as the vectors have it.
type jsonBox struct{ W, H float64 }

func TestVectorsBoxes(t *testing.T) {
	type boxCase struct {
		ID         int
		Note       string
		Centers    [][4]float64 `json:"centres"` // x, y, scale, degrees
		Sizes      []jsonBox
		Margin     float64
		Intersects bool
	}
	for _, c := range vectors.Cases[boxCase](t, "shopvrb", "boxes.json") {
		rules := spacing{border: c.Margin}
		var spots []spot
		for i, at := range c.Centers {
			spots = append(spots, rules.footprint(box{c.Sizes[i].W, c.Sizes[i].H}, at[2], pose{at[0], at[1], at[3]}))
		}
		last := len(spots) - 1
		got := slices.ContainsFunc(spots[:last], func(s spot) bool { return overlap(&s, &spots[last]) })
		if got != c.Intersects {
			t.Errorf("%d (%s): got %v, want %v", c.ID, c.Note, got, c.Intersects)
		}
	}
}

func TestVectorsPlacement(t *testing.T) {
	type candidate struct {
		X, Y, Theta float64
		Accepted    bool
	}
	type placementCase struct {
		ID         int
		Directions Directions
		MinDist    float64 `json:"min_dist"`
		Margin     float64
		MaxRetries int `json:"max_retries"`
		NumObjects int `json:"num_objects"`
		Steps      []struct {
			Instance   string
			Scale      float64
			Box        jsonBox
			Candidates []candidate
		}
		Failed  []candidate `json:"failed_step_candidates"`
		Success bool
	}
	for _, c := range vectors.Cases[placementCase](t, "shopvrb", "placement.json") {
		rules := spacing{directions: c.Directions, margin: c.Margin, border: c.MinDist}
		var spots []spot
		// try replays the poses of a thing. After the last one it makes up a pose on top of nothing, which would be accepted.
		try := func(b box, scale float64, list []candidate) bool {
			k := 0
			_, found, tried, ok := rules.find(b, scale, spots, c.MaxRetries, func() pose {
				if k == len(list) {
					return pose{x: 1e3 + float64(len(spots)), y: 1e6}
				}
				k++
				return pose{list[k-1].X, list[k-1].Y, list[k-1].Theta}
			})
			if tried != len(list) {
				t.Errorf("%d: thing %d: %d poses tried, want %d", c.ID, len(spots), tried, len(list))
			}
			if ok {
				spots = append(spots, found)
			}
			return ok
		}
		for i, s := range c.Steps {
			if !try(box{s.Box.W, s.Box.H}, s.Scale, s.Candidates) {
				t.Errorf("%d: thing %d found no place, want one", c.ID, i)
			}
		}
		if c.Success {
			if len(spots) != c.NumObjects {
				t.Errorf("%d: %d things placed, want %d", c.ID, len(spots), c.NumObjects)
			}
			continue
		}
		// Which thing failed is not told. Where any fails, one that is larger than all must fail.
		if len(c.Failed) != c.MaxRetries {
			t.Errorf("%d: %d poses failed, want %d", c.ID, len(c.Failed), c.MaxRetries)
		}
		if try(box{7.4, 7.4}, scaleBigger, c.Failed) {
			t.Errorf("%d: the largest thing found a place, want none", c.ID)
		}
	}
}

func TestVectorsObjectRecords(t *testing.T) {
	type recordCase struct {
		ID                  int
		Pool, Instance      string
		DrawnColor          string `json:"drawn_color"`
		DrawnSize           string `json:"drawn_size"`
		DrawnChangeMaterial bool   `json:"drawn_change_material"`
		Record              ObjectRecord
		Scale               float64
		AppearanceAction    [][3]any `json:"appearance_action"`
	}
	for _, c := range vectors.Cases[recordCase](t, "shopvrb", "object_records.json") {
		pool := kitchen.Training
		if c.Pool == benchmarkSplit {
			pool = kitchen.Benchmark
		}
		d := draw{in: instanceNamed(t, pool, c.Instance), smaller: c.DrawnSize == "smaller", second: c.DrawnChangeMaterial}
		for d.color < len(randomColors) && randomColors[d.color].Name != c.DrawnColor {
			d.color++
		}
		o := d.object()
		cam := publishedOptics.cameraAt(cameraBase)
		got := o.record(&cam)
		got.Position, got.Rotation, got.Pixel = [3]float64{}, 0, PixelDepth{}
		if !reflect.DeepEqual(got, c.Record) || o.scale != c.Scale {
			t.Errorf("%d: %s: got %+v, scale %g, want %+v, scale %g", c.ID, c.Instance, got, o.scale, c.Record, c.Scale)
		}
		if action := actionsOf(&o.appearance); !reflect.DeepEqual(action, c.AppearanceAction) {
			t.Errorf("%d: %s: got actions %v, want %v", c.ID, c.Instance, action, c.AppearanceAction)
		}
	}
}

// instanceNamed finds a row of the catalog.
func instanceNamed(t *testing.T, pool kitchen.Pool, name string) *catalogRow {
	t.Helper()
	rows := instances(pool)
	k := slices.IndexFunc(rows, func(in catalogRow) bool { return in.name == name })
	if k < 0 {
		t.Fatalf("no %s model %q in the catalog", pool, name)
	}
	return &rows[k]
}

// actionsOf says in the words of the vectors what is done to a model.
func actionsOf(a *appearance) [][3]any {
	rgba := []any{a.color[0], a.color[1], a.color[2], 1.0}
	switch {
	case a.recolor:
		return [][3]any{{"set_color", nil, rgba}}
	case a.replace != "":
		return [][3]any{{"replace_material", a.replace, rgba}}
	}
	return [][3]any{}
}

// appended is a JSON object with the properties of its class behind its own.
func appended(t *testing.T, p properties, object jsontext.Value) []byte {
	t.Helper()
	list, err := jsonMembers(object)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{}
	for _, m := range list {
		if m.value.Kind() != '"' {
			continue
		}
		var word string
		if err := json.Unmarshal(m.value, &word); err != nil {
			t.Fatal(err)
		}
		words[m.key] = word
	}
	for _, k := range p[words["name"]] {
		v := k.of(func(key string) string { return words[key] })
		value, err := json.Marshal(v.list)
		if v.list == nil {
			value, err = json.Marshal(v.word)
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, member{k.key, value})
	}
	var b bytes.Buffer
	for i, m := range list {
		b.WriteString(map[bool]string{true: "{", false: ","}[i == 0])
		b.WriteString(`"` + m.key + `":` + string(m.value))
	}
	return append(b.Bytes(), '}')
}

// compact is a JSON value without white space.
func compact(t *testing.T, v jsontext.Value) string {
	t.Helper()
	v = v.Clone()
	if err := v.Compact(); err != nil {
		t.Fatal(err)
	}
	return string(v)
}

func TestVectorsTextualAppend(t *testing.T) {
	type appendCase struct {
		ID            int
		Input, Output jsontext.Value
	}
	for _, c := range vectors.Cases[appendCase](t, "shopvrb", "textual_append.json") {
		if got, want := string(appended(t, textualProperties, c.Input)), compact(t, c.Output); got != want {
			t.Errorf("%d: got %s\nwant %s", c.ID, got, want)
		}
		// The same of a record, written and read.
		var in, want ObjectRecord
		if err := json.Unmarshal(c.Input, &in); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(c.Output, &want); err != nil {
			t.Fatal(err)
		}
		appendTextual(&in)
		if !reflect.DeepEqual(in, want) {
			t.Errorf("%d: got record %+v\nwant %+v", c.ID, in, want)
		}
		own, published := keysAfter(t, record.Append(nil, record.Python, &in), "mask"), keysOf(t, c.Output)[len(keysOf(t, c.Input)):]
		if !slices.Equal(own, published) {
			t.Errorf("%d: a %s has keys %v behind its mask, want %v", c.ID, in.Name, own, published)
		}
	}
}

// keysOf are the keys of a JSON object.
func keysOf(t *testing.T, object jsontext.Value) []string {
	t.Helper()
	list, err := jsonMembers(object)
	if err != nil {
		t.Fatalf("%v: %s", err, object)
	}
	var out []string
	for _, m := range list {
		out = append(out, m.key)
	}
	return out
}

// keysAfter are the keys behind one of them.
func keysAfter(t *testing.T, object jsontext.Value, key string) []string {
	t.Helper()
	keys := keysOf(t, object)
	return keys[slices.Index(keys, key)+1:]
}

func TestVectorsTextualAppendRules(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "shopvrb"), "textual_append_rules.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Properties    jsontext.Value
		InputObjects  []jsontext.Value `json:"input_objects"`
		OutputObjects []jsontext.Value `json:"output_objects"`
	}
	if err := json.Unmarshal(data, &file, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	p, err := parseProperties(file.Properties)
	if err != nil {
		t.Fatal(err)
	}
	if len(file.InputObjects) == 0 || len(file.InputObjects) != len(file.OutputObjects) {
		t.Fatalf("%d objects with %d answers", len(file.InputObjects), len(file.OutputObjects))
	}
	for i, in := range file.InputObjects {
		if got, want := string(appended(t, p, in)), compact(t, file.OutputObjects[i]); got != want {
			t.Errorf("object %d: got %s\nwant %s", i, got, want)
		}
	}
}

func TestVectorsMasks(t *testing.T) {
	type maskCase struct {
		ID        int
		Note      string
		Rows      []string
		Rectangle [4]int `json:"rectangle_xywh"`
		Size      [2]int
		RunLength []int `json:"run_lengths"`
		Counts    string
		Area      int
		BBox      [4]float64 `json:"bbox_xywh"`
	}
	for _, c := range vectors.Cases[maskCase](t, "shopvrb", "masks.json") {
		h, w := c.Size[0], c.Size[1]
		ids := make([]uint16, h*w)
		for i := range ids {
			x, y := i%w, i/w
			if c.Rows != nil {
				ids[i] = uint16(c.Rows[y][x] - '0')
			} else if r := c.Rectangle; (annot.Box{X0: r[0], Y0: r[1], X1: r[0] + r[2], Y1: r[1] + r[3]}).Contains(x, y) {
				ids[i] = 1
			}
		}
		picture := annot.Whole(w, h, ids)
		tally := picture.Tally(1)
		r := picture.Mask(1, tally.Boxes[0])
		if !slices.Equal(r.Counts, c.RunLength) {
			t.Errorf("%d (%s): got runs %v, want %v", c.ID, c.Note, r.Counts, c.RunLength)
		}
		if m := encodeMask(r); m.Counts != c.Counts || m.Size != c.Size {
			t.Errorf("%d (%s): got %q of size %v, want %q of size %v", c.ID, c.Note, m.Counts, m.Size, c.Counts, c.Size)
		}
		read, err := (&Mask{Size: c.Size, Counts: c.Counts}).RLE()
		if err != nil || !reflect.DeepEqual(read, annot.RLE{Counts: c.RunLength, Size: c.Size}) {
			t.Errorf("%d (%s): read as %v, %v, want runs %v", c.ID, c.Note, read, err, c.RunLength)
			continue
		}
		b := tally.Boxes[0]
		box := [4]float64{float64(b.X0), float64(b.Y0), float64(b.X1 - b.X0), float64(b.Y1 - b.Y0)}
		if read.Area() != c.Area || box != c.BBox {
			t.Errorf("%d (%s): got area %d, box %v, want %d, %v", c.ID, c.Note, read.Area(), box, c.Area, c.BBox)
		}
	}
}

func TestMaskFaultsAreNamed(t *testing.T) {
	for _, c := range []struct{ counts, want string }{
		{"0 <", "byte 1 of the mask is ' '"},
		{"0\x7f", "byte 1 of the mask is"},
		{"0Q", "ends within run 1"},
		{"08", "sum to"},
		{strings.Repeat("P", 9), "no part of a run"},
	} {
		_, err := (&Mask{Size: [2]int{3, 4}, Counts: c.counts}).RLE()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got error %v, want one with %q", c.counts, err, c.want)
		}
	}
}

// The scenes that the published generator made are read, agree with the catalog and with themselves, and are written as they
// were.
func TestVectorsScenesAreReadAndWritten(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "shopvrb"), "generated.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Scenes []jsontext.Value `json:"scenes"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Scenes) == 0 {
		t.Fatal("no scenes")
	}
	legal := map[[7]string]bool{} // all that can be drawn
	cam := publishedOptics.cameraAt(cameraBase)
	for _, pool := range pools {
		drawsOf(pool, func(d draw, _ float64) {
			o := d.object()
			r := o.record(&cam)
			legal[seenOf(&r)] = true
		})
	}
	for i, scene := range file.Scenes {
		r, err := ParseRecord(scene)
		if err != nil {
			t.Errorf("scene %d: %v", i, err)
			continue
		}
		if got, want := compact(t, r.Append(nil)), compact(t, scene); got != want {
			t.Errorf("scene %d is written as\n%s\nwant\n%s", i, got, want)
		}
		if got := Relate(r.Objects, r.Directions, relationEps); !reflect.DeepEqual(got, r.Relationships) {
			t.Errorf("scene %d: got relations %v, want %v", i, got, r.Relationships)
		}
		if r.Directions != publishedDirections {
			t.Errorf("scene %d has directions %v, want %v", i, r.Directions, publishedDirections)
		}
		for k := range r.Objects {
			o := &r.Objects[k]
			if !legal[seenOf(o)] {
				t.Errorf("scene %d: thing %d cannot be drawn from the catalog: %+v", i, k, o)
			}
			if o.Picking == "" {
				continue // a visual scene
			}
			again := *o
			if appendTextual(&again); !reflect.DeepEqual(again, *o) {
				t.Errorf("scene %d: thing %d gets %+v, want %+v", i, k, again, o)
			}
		}
	}
}

// seenOf are the attributes of a thing that can be seen.
func seenOf(o *ObjectRecord) [7]string {
	return [7]string{o.Name, o.Shape, o.Size, o.Material, o.Color, o.Weight, o.Movability}
}
