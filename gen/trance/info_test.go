package trance

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// sampled makes a sample of the default configuration.
func sampled(t *testing.T, cfg Config, index int) *generatedSample {
	t.Helper()
	m, err := newSampler(cfg, 7, "train").Sample(t.Context(), index)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// encoded is the record of a sample as it lies on disk.
func encoded(t *testing.T, r *infoRecord) []byte {
	t.Helper()
	data := r.encode()
	return data
}

// What a reader of data.jsonl gets, from the record or from its line, is the sample.
func TestRecordReadsBack(t *testing.T) {
	for _, problem := range []string{ProblemStandard, ProblemPosition} {
		cfg := DefaultConfig()
		cfg.Problem = problem
		for index := range 8 {
			m := sampled(t, cfg, index)
			info := encoded(t, cfg.infoRecord(index, m))
			line, steps, err := releasedLine(info)
			if err != nil {
				t.Fatal(err)
			}
			if steps != len(m.steps) {
				t.Errorf("%s/%d: the line is of %d steps, want %d", problem, index, steps, len(m.steps))
			}
			for what, data := range map[string][]byte{"info": info, "line": line} {
				var stored storedRecord
				if err := json.Unmarshal(data, &stored); err != nil {
					t.Fatal(err)
				}
				r, err := stored.record()
				if err != nil {
					t.Fatalf("%s/%d: %s: %v", problem, index, what, err)
				}
				want := Sample{m.states[0], m.states[len(m.states)-1], m.steps}
				if r.Idx != index || !reflect.DeepEqual(r.Sample, want) {
					t.Errorf("%s/%d: %s reads back as %v, want %v", problem, index, what, r.Sample, want)
				}
				for i, s := range m.steps {
					n := 1
					if m.types[i] == outMove {
						n = len(acceptedMoves(m.states[i][s.Object].Position, s.Pair.Move()))
					}
					if len(r.Options[i]) != n || r.Options[i][0] != s.Pair {
						t.Errorf("%s/%d: %s: options of step %d are %v, want %d", problem, index, what, i, r.Options[i], n)
					}
				}
			}
		}
	}
}

// keyOrder lists the keys of JSON in their order: paths with [] for any element, each path once.
func keyOrder(t *testing.T, data []byte, depth int) (paths []string) {
	t.Helper()
	seen := map[string]bool{}
	d := jsontext.NewDecoder(strings.NewReader(string(data)))
	for d.PeekKind() != 0 {
		if _, err := d.ReadToken(); err != nil {
			t.Fatal(err)
		}
		var path []string
		for token := range d.StackPointer().Tokens() {
			if strings.Trim(token, "0123456789") == "" {
				token = "[]"
			}
			path = append(path, token)
		}
		if p := strings.Join(path, "."); len(path) > 0 && len(path) <= depth && path[len(path)-1] != "[]" && !seen[p] {
			seen[p] = true
			paths = append(paths, p)
		}
	}
	return paths
}

// The published generator's records, written again from what they say, have the same keys in the same order, the same names
// of pictures and the same transformations.
func TestVectorsSampleInfoWritten(t *testing.T) {
	type state struct {
		Objects              State
		Images, Segs, Status jsontext.Value
	}
	for _, c := range load[struct {
		ID   string
		Info jsontext.Value
	}](t, "sample_info.json") {
		var info struct {
			Idx             int
			States          []state
			Transformations []struct {
				Object int  `json:"obj_idx"`
				Pair   Pair `json:"pair"`
				Type   string
			}
		}
		var stored storedRecord
		if err := json.Unmarshal(c.Info, &info, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(c.Info, &stored); err != nil {
			t.Fatal(err)
		}
		var images map[string]string
		if err := json.Unmarshal(info.States[0].Images, &images); err != nil {
			t.Fatal(err)
		}
		cfg := Config{Problem: strings.Split(images["Camera_Center"], "_")[1]}
		m := &generatedSample{sceneSetup: sceneSetup{lens: publishedLens, cameras: cameraBases, lamps: lampBases}, pixels: make([]pixelCounts, len(info.States))}
		for _, s := range info.States {
			m.states = append(m.states, s.Objects)
		}
		for _, s := range info.Transformations {
			m.steps = append(m.steps, Step{s.Object, s.Pair})
			m.types = append(m.types, moveType(slices.Index(moveTypeNames[:], s.Type)))
		}
		r := cfg.infoRecord(info.Idx, m)
		written := encoded(t, r)

		// Our keys beside mereo and val, and options of steps that move nothing, are theirs. Their maps by camera and by relation
		// have other orders in other places.
		for _, p := range []struct {
			what  string
			paths func(p string) bool
		}{
			{"record", func(p string) bool { return !strings.Contains(p, ".") && p != "mereo" }},
			{"state", func(p string) bool { return strings.HasPrefix(p, "states.[].") && strings.Count(p, ".") == 2 }},
			{"object", func(p string) bool {
				return strings.HasPrefix(p, "states.[].objects.[].") && strings.Count(p, ".") == 4
			}},
			{"view_coords", func(p string) bool { return strings.HasPrefix(p, "states.[].objects.[].view_coords.") }},
			{"directions", func(p string) bool { return strings.HasPrefix(p, "directions.") }},
			{"lamps", func(p string) bool { return strings.HasPrefix(p, "lamps.") }},
		} {
			not := func(q string) bool { return !p.paths(q) }
			got := slices.DeleteFunc(keyOrder(t, written, 5), not)
			want := slices.DeleteFunc(keyOrder(t, c.Info, 5), not)
			if !slices.Equal(got, want) {
				t.Errorf("%s: keys of %s are %q, want %q", c.ID, p.what, got, want)
			}
		}
		var theirs struct{ Transformations []jsontext.Value }
		if err := json.Unmarshal(c.Info, &theirs, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		for i, want := range theirs.Transformations {
			ours := encodedStep(t, &r.Transformations[i])
			moves := m.types[i] != noMove
			got := slices.DeleteFunc(keyOrder(t, ours, 1), func(k string) bool { return k == "val" || !moves && k == "options" })
			if want := keyOrder(t, want, 1); !slices.Equal(got, want) {
				t.Errorf("%s: keys of step %d are %q, want %q", c.ID, i, got, want)
			}
			var g, w map[string]any
			if json.Unmarshal(ours, &g) != nil || json.Unmarshal(want, &w) != nil {
				t.Fatal("no JSON")
			}
			if fmt.Sprint(g["val"]) != fmt.Sprint(w["target"]) {
				t.Errorf("%s: val of step %d is %v, want %v", c.ID, i, g["val"], w["target"])
			}
			delete(g, "val")
			if !moves {
				delete(g, "options")
			}
			if !reflect.DeepEqual(g, w) {
				t.Errorf("%s: step %d is %v, want %v", c.ID, i, g, w)
			}
		}
		for k := range info.States {
			sameJSON(t, c.ID, "images", r.States[k].Images, []byte(info.States[k].Images))
			sameJSON(t, c.ID, "segs", r.States[k].Segs, []byte(info.States[k].Segs))
		}
	}
}

func encodedStep(t *testing.T, s *infoStep) []byte {
	t.Helper()
	data := encodeLine(s)
	return data
}

// Coordinates are those of single precision.
func TestRecordCoords(t *testing.T) {
	var o Object // a large gray rubber cube
	o.Position = Point{-5, 12}
	s := &sceneSetup{lens: publishedLens, cameras: cameraBases}
	got := s.infoObject(0, &o, &o).Coords
	if want := [3]float64{-0.75, 1.7999999523162842, 0.6363961100578308}; got != want { // of the requirement's example
		t.Errorf("3d_coords are %v, want %v", got, want)
	}
}

// With stale views an object that changes its size keeps its view_coords until it moves.
func TestRecordStaleViews(t *testing.T) {
	m := &generatedSample{sceneSetup: sceneSetup{lens: publishedLens, cameras: cameraBases}, states: make([]State, 4), pixels: make([]pixelCounts, 4)}
	for i := range m.states[0] {
		m.states[0][i].Position = Point{-36 + 8*i, 0}
	}
	m.steps = []Step{
		{4, pairOf(Size, 2)}, {4, pairOf(Color, 3)}, {4, Move{Direction: 2, Steps: 1}.Pair()},
	}
	m.types = []moveType{noMove, noMove, innerMove}
	for k, step := range m.steps {
		m.states[k+1] = m.states[k]
		m.states[k+1].Apply(step)
	}
	views := func(published bool) (out []byCamera[[3]float64]) {
		cfg := DefaultConfig()
		cfg.Published.StaleViews = published
		for _, s := range cfg.infoRecord(0, m).States {
			out = append(out, s.Objects[4].ViewCoords)
		}
		return out
	}
	fresh, stale := views(false), views(true)
	if fresh[1] == fresh[0] || fresh[2] != fresh[1] {
		t.Errorf("view_coords %v do not follow the size", fresh)
	}
	if stale[1] != fresh[0] || stale[3] != fresh[3] {
		t.Errorf("stale view_coords are %v, want the first %v to stay until the move to %v", stale, fresh[0], fresh[3])
	}
	if stale[2] != fresh[0] {
		t.Errorf("stale view_coords change with the colour: %v, want %v", stale[2], fresh[0])
	}
}

// Keys of structs are those that the geometry names.
func TestRecordKeys(t *testing.T) {
	for _, c := range []struct {
		of   any
		want []string
	}{
		{byCamera[string]{"a", "b", "c"}, cameraNames[:]}, {infoLamps{}, lampNames[:]},
		{infoDirections{}, directionKeys[:]}, {infoGraph{}, relationNames[:]},
	} {
		line := encodeLine(c.of)
		if got := keyOrder(t, line, 1); !slices.Equal(got, c.want) {
			t.Errorf("keys of %T are %q, want %q", c.of, got, c.want)
		}
	}
	b := byCamera[string]{"a", "b", "c"}
	for c, want := range []string{cameraLeft: "a", cameraCenter: "b", cameraRight: "c"} {
		if got := *b.of(cameraID(c)); got != want {
			t.Errorf("camera %s has %q, want %q", cameraID(c), got, want)
		}
	}
}

func BenchmarkRecord(b *testing.B) {
	cfg := DefaultConfig()
	m, err := newSampler(cfg, 7, "train").Sample(b.Context(), 3)
	if err != nil {
		b.Fatal(err)
	}
	r := cfg.infoRecord(3, m)
	data := r.encode()
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			cfg.infoRecord(3, m)
		}
	})
	b.Run("encode", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			r.encode()
		}
	})
	b.Run("release", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if _, _, err := releasedLine(data); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("check", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if _, err := cfg.tell(3, data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
