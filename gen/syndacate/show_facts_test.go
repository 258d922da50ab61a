package syndacate

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write/npz"
	"mereo/scenes/annot"
)

// factsCount is how many elements of each kind of file the tests of facts look at.
const factsCount = 50

// Facts are data, and what the arrays of the file say, in every picture of an element.
func TestFactsAreTheArrays(t *testing.T) {
	for stem := range shownStems(t) {
		r, arrays := shownStem(t, stem, factsCount, true)
		seen := tallyOfFacts{}
		for index := range factsCount {
			s, err := r.Sample(index)
			if err != nil {
				t.Fatalf("%s: %v", stem, err)
			}
			p := s.Page()
			in := s.(*showSample).in
			if err := p.Facts.Check(); err != nil {
				t.Errorf("%s: %v", p.Title, err)
			}
			if got := p.Facts["object_count"]; got != len(objectsOf(p)) {
				t.Errorf("%s: %v objects, want %d", p.Title, got, len(objectsOf(p)))
			}
			if got, want := p.Facts["split"], map[bool]string{true: "test", false: "train"}[index < testOf(r.(*showReader).source.about(), 400)]; got != want {
				t.Errorf("%s: split is %v, want %s", p.Title, got, want)
			}
			if _, noisy := p.Facts["noise"]; noisy != strings.Contains(stem, noiseMark) {
				t.Errorf("%s: noise is %v", p.Title, p.Facts["noise"])
			}
			eventsAre(t, p, arrays, index)
			for k := range p.Entities {
				entityFactsAre(t, in, p, &p.Entities[k], arrays, index, seen)
			}
			camerasSee(t, p, arrays, index, in.width, in.height)
		}
		if seen["objects"] < factsCount {
			t.Errorf("%s: %v of %d elements", stem, seen, factsCount)
		}
		if arrays[keyParts].Data != nil && seen["parts"] < factsCount {
			t.Errorf("%s: %v of %d elements, want parts", stem, seen, factsCount)
		}
	}
}

type tallyOfFacts map[string]int

// entityFactsAre compares an entity and what it consists of with arrays.
func entityFactsAre(t *testing.T, in *inspected, p *show.Page, e *show.Entity, arrays map[string]npz.Array, index int, seen tallyOfFacts) {
	t.Helper()
	if err := e.Facts.Check(); err != nil {
		t.Errorf("%s, %s: %v", p.Title, e.Key, err)
	}
	if many := len(p.Pictures) > 1; many && len(e.States) != len(p.Pictures) && e.Kind != "character" || !many && e.States != nil {
		t.Errorf("%s, %s: %d states in %d pictures", p.Title, e.Key, len(e.States), len(p.Pictures))
	}
	for k := range p.Pictures {
		state := e.In(k)
		if err := state.Facts.Check(); err != nil {
			t.Errorf("%s, %s: %v", p.Title, e.Key, err)
		}
		if state.Facts["class"] != state.Class {
			t.Errorf("%s, %s: class %v in facts, %q of the state", p.Title, e.Key, state.Facts["class"], state.Class)
		}
		suffix := ""
		if strings.HasSuffix(p.Pictures[k].Name, withoutNoise) {
			suffix = cleanSuffix
		}
		frame := k % max(in.frames, 1)
		switch {
		case e.Kind == "part":
			partFactsAre(t, p, e.Key, state, rowsAt(arrays, keyParts+suffix, keyParts, index, frame), suffix != "", seen)
		case e.Facts["row"] != nil:
			objectFactsAre(t, in, p, e.Key, state, rowsAt(arrays, keyObjects+suffix, keyObjects, index, frame), seen)
		}
	}
	if len(p.Pictures) > 0 && !reflect.DeepEqual(e.In(0).Facts, e.Facts) {
		t.Errorf("%s, %s: facts %v are not those of the first picture, %v", p.Title, e.Key, e.Facts, e.In(0).Facts)
	}
	for k := range e.Entities {
		entityFactsAre(t, in, p, &e.Entities[k], arrays, index, seen)
	}
}

// rowsAt are the rows of an element, or of a frame of it, in an array, or in another one where that is not there.
func rowsAt(arrays map[string]npz.Array, key, other string, index, frame int) (rows [][]float32) {
	a, ok := arrays[key]
	if !ok {
		a = arrays[other]
	}
	k := len(a.Shape)
	at := index
	if k == 4 {
		at = index*a.Shape[1] + frame
	}
	n, width := a.Shape[k-2], a.Shape[k-1]
	for r := range n {
		rows = append(rows, a.Data.([]float32)[(at*n+r)*width:][:width])
	}
	return rows
}

// objectFactsAre compares a state of an object with rows of object_poses.
func objectFactsAre(t *testing.T, in *inspected, p *show.Page, key string, state show.State, rows [][]float32, seen tallyOfFacts) {
	t.Helper()
	f := state.Facts
	if f["present"] == false {
		if _, told := f["x"]; told {
			t.Errorf("%s, %s: is not there and has a place", p.Title, key)
		}
		seen["absent"]++
		return
	}
	row := rows[f["row"].(int)]
	if zeroRow(row) {
		t.Errorf("%s, %s: row %v is padding", p.Title, key, f["row"])
		return
	}
	seen["objects"]++
	classes := len(in.about.Classes)
	for k, name := range in.about.Pose {
		if want := float64(row[classes+k]); name[0] != 'q' {
			key2 := map[string]string{"rotation": "angle_rad", "thickness": "thickness_px"}[name]
			if key2 == "" {
				key2 = name
			}
			if f[key2] != want {
				t.Errorf("%s, %s: %s is %v, want %g", p.Title, key, key2, f[key2], want)
			}
		}
	}
	if classes > 0 {
		if want := in.about.Classes[bestClass(row[:classes])]; state.Class != want {
			t.Errorf("%s, %s: class %q, want %q", p.Title, key, state.Class, want)
		}
	}
	// The center is where the formula of the documentation has it.
	x, y := f["x"].(float64), f["y"].(float64)
	if scale, ok := f["scale"].(float64); ok {
		x, y = x*(1-scale), y*(1-scale)
	}
	if at, ok := f["position_m"].([3]float64); ok {
		q := f["rotation_wxyz"].([4]float64)
		if at[0] != x || at[1] != y || at[2] != f["z"] || q[0] != float64(row[classes+6]) || q[3] != float64(row[classes+9]) {
			t.Errorf("%s, %s: pose is %v", p.Title, key, f)
		}
		return
	}
	side := float64(max(in.width, in.height))
	want := [2]float64{float64(in.width)/2 + x*side/2, float64(in.height)/2 - y*side/2}
	if got := f["position_px"].([2]float64); math.Abs(got[0]-want[0])+math.Abs(got[1]-want[1]) > 1e-9 {
		t.Errorf("%s, %s: position_px is %v, want %v", p.Title, key, got, want)
	}
}

// partFactsAre compares a state of a part with rows of part_poses. Without noise a row may lie at another place.
func partFactsAre(t *testing.T, p *show.Page, key string, state show.State, rows [][]float32, clean bool, seen tallyOfFacts) {
	t.Helper()
	f := state.Facts
	if f["present"] == false {
		seen["absent"]++
		return
	}
	seen["parts"]++
	for n, r := range f["rows"].([]int) {
		same := func(row []float32) bool {
			stored := make([]float64, len(row))
			widen(stored, row)
			if n == 1 {
				stored = flippedRow(stored)
			}
			var points []float64
			switch {
			case f["ends"] != nil:
				ends := f["ends"].([][2]float64)
				points = slices.Concat(ends[0][:], ends[1][:], []float64{f["thickness_px"].(float64), f["brightness"].(float64)})
			case f["ends_m"] != nil:
				ends := f["ends_m"].([][3]float64)
				points = slices.Concat(ends[0][:], ends[1][:], []float64{f["thickness_px"].(float64), f["brightness"].(float64)})
			default: // a row with kinds: told as its part is
				part := partOfRow(stored)
				for k, at := range f["points"].([][2]float64) {
					if at != [2]float64{part.Points[k].X, part.Points[k].Y} {
						return false
					}
				}
				return f["class"] == part.Kind.String() && f["brightness"] == part.Brightness
			}
			return slices.Equal(points, stored)
		}
		if moved := clean && slices.ContainsFunc(rows, same); !moved && (r >= len(rows) || !same(rows[r])) {
			t.Errorf("%s, %s: %v, but row %d of %d is another", p.Title, key, f, r, len(rows))
		}
	}
}

// eventsAre compares the events of a film with the array.
func eventsAre(t *testing.T, p *show.Page, arrays map[string]npz.Array, index int) {
	t.Helper()
	a, film := arrays[keyEvents]
	if !film {
		if p.Facts["events"] != nil {
			t.Errorf("%s: events %v of a picture", p.Title, p.Facts["events"])
		}
		return
	}
	stored := a.Data.([]int32)[index*product(a.Shape[1:]):][:product(a.Shape[1:])]
	events := p.Facts["events"].([]show.Facts)
	n := 0
	for event := range slices.Chunk(stored, 4) {
		if event[0] < 0 {
			continue
		}
		want := show.Facts{"frame": int(event[0]), "kind": [...]string{"wall", "contact", "enter", "leave"}[event[1]], "rows": []int{int(event[2])}}
		if event[1] == 0 {
			want["wall"] = [...]string{"left", "right", "bottom", "top"}[event[3]]
		}
		if event[1] == 1 {
			want["rows"] = []int{int(event[2]), int(event[3])}
		}
		got := show.Facts{}
		for _, key := range []string{"frame", "kind", "rows", "wall"} {
			if v, ok := events[n][key]; ok {
				got[key] = v
			}
		}
		if objects := events[n]["objects"].([]string); !reflect.DeepEqual(got, want) || len(objects) != len(want["rows"].([]int)) {
			t.Errorf("%s: event %d is %v, want %v and their objects", p.Title, n, events[n], want)
		}
		n++
	}
	if n != len(events) {
		t.Errorf("%s: %d events, want %d", p.Title, len(events), n)
	}
}

// camerasSee: pictures of strokes in space have a camera that sees what the matrix of the file does, and no others have one.
func camerasSee(t *testing.T, p *show.Page, arrays map[string]npz.Array, index, width, height int) {
	t.Helper()
	a, solid := arrays[keyCamera]
	for _, picture := range p.Pictures {
		if (picture.Camera != nil) != solid {
			t.Fatalf("%s: camera %v, want one: %v", p.Title, picture.Camera, solid)
		}
	}
	if !solid {
		return
	}
	matrix := a.Data.([]float32)[16*index:][:16]
	c := p.Pictures[0].Camera
	if c.Width != width || c.Height != height || c.Depth != (annot.Depth{Kind: "z", Unit: 1}) {
		t.Errorf("%s: camera %+v", p.Title, c)
	}
	for _, e := range objectsOf(p) {
		for _, at := range append(e.Entities[0].Facts["ends_m"].([][3]float64), e.Facts["position_m"].([3]float64)) {
			var v, k [3]float64
			for i := range 3 {
				v[i] = c.R[i][0]*at[0] + c.R[i][1]*at[1] + c.R[i][2]*at[2] + c.T[i]
			}
			for i := range 3 {
				k[i] = c.K[i][0]*v[0] + c.K[i][1]*v[1] + c.K[i][2]*v[2]
			}
			depth := solidDepth(at[:], matrix)
			x := (clipRow(at[:], matrix[0:4])/depth + 1) / 2 * float64(width)
			y := (1 - clipRow(at[:], matrix[4:8])/depth) / 2 * float64(height)
			if math.Abs(k[0]/k[2]-x)+math.Abs(k[1]/k[2]-y) > 1e-3 || math.Abs(k[2]-depth) > 1e-5 {
				t.Errorf("%s: K (R X + t) sees %v at (%g, %g), %g away, the matrix of the file at (%g, %g), %g", p.Title, at, k[0]/k[2], k[1]/k[2], k[2], x, y, depth)
			}
		}
	}
}

// Without pictures there are facts of what the rows say, and no pixels.
func TestFactsWithoutPictures(t *testing.T) {
	for stem := range shownStems(t) {
		r, _ := shownStem(t, stem, 3, false)
		s, err := r.Sample(2)
		if err != nil {
			t.Fatalf("%s: %v", stem, err)
		}
		for _, e := range s.Page().Entities {
			if err := errors.Join(e.Facts.Check(), s.Page().Facts.Check()); err != nil {
				t.Errorf("%s: %v", stem, err)
			}
			// Depth and masks of strokes in space are there without pictures, and so is the camera.
			if _, ok := e.Facts["position_px"]; ok != strings.HasPrefix(stem, solidKind) || e.Facts["row"] == nil && e.Facts["rows"] == nil {
				t.Errorf("%s: facts %v, want a row and no pixels", stem, e.Facts)
			}
		}
	}
}

// A camera that does not see the origin in its middle is no camera of these files.
func TestShowRefusesOtherCameras(t *testing.T) {
	stem, err := SolidStem(DefaultSolidOptions())
	if err != nil {
		t.Fatal(err)
	}
	src, err := openSource(stem)
	if err != nil {
		t.Fatal(err)
	}
	list, err := elements(t.Context(), src, 0, 2, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if a.Key == keyCamera {
			a.Data.([]float32)[16+3] += 0.01
		}
	}
	job := gen.Job{Root: t.TempDir(), Split: stem, Pictures: true}
	if _, err := npz.Write(job.Root, shardPath(stem, 0), list); err != nil {
		t.Fatal(err)
	}
	r, err := Set{}.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Sample(0); err != nil {
		t.Error(err)
	}
	want := "syndacate: number 3 of the camera is 0.01, want 0 with its direction"
	if _, err := r.Sample(1); err == nil || !strings.HasPrefix(err.Error(), "syndacate: number 3 of the camera is 0.0") {
		t.Errorf("got %v, want %s", err, want)
	}
}
