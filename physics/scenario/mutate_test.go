package scenario_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mereo/internal/hostile"
	"mereo/physics"
	"mereo/physics/scenario"
)

// mutationSteps is how far each file is run.
const mutationSteps = 40

// crowd has tables of cylinders at one place.
func crowd(n int) string {
	var bodies []string
	for i := range n {
		leg := func(x, y float64) string {
			return fmt.Sprintf(`{"type": "cylinder", "radius": 0.03, "half_height": 0.3, "pos": [%g, %g, 0.3]}`, x, y)
		}
		bodies = append(bodies, fmt.Sprintf(`{"pos": [%g, 0, 0], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.5, "shapes": [
			{"type": "cylinder", "radius": 0.5, "half_height": 0.02, "pos": [0, 0, 0.6]}, %s, %s, %s]}`, 0.01*float64(i), leg(0.3, 0), leg(-0.2, 0.3), leg(-0.2, -0.3)))
	}
	return `{"name": "crowd", "gravity": [0, 0, -9.81], "dt": 0.004, "steps": 40, "bodies": [
	  {"fixed": true, "pos": [0, 0, -1], "quat": [1, 0, 0, 0], "friction": 1, "shapes": [{"type": "box", "half": [5, 5, 1]}]},` +
		strings.Join(bodies, ",") + `]}`
}

// TestMutations changes files at random and runs what still loads. No pose is lost.
func TestMutations(t *testing.T) {
	shapes, err := os.ReadFile(filepath.Join("testdata", "shapes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var seeds []any
	for _, text := range []string{drop, rich, string(shapes), fmt.Sprintf(floating, "", `{"body": "ball", "force": [1, 0, 0]}`), crowd(3)} {
		var v any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, v)
	}
	hostile.Mutations{
		Count: 400, Least: 5, Bytes: 256 << 20,
		Make: func(r *rand.Rand) []byte { return []byte(mutated(r, seeds[r.IntN(len(seeds))])) },
		Try:  func(t *testing.T, seed int, data []byte) bool { return tryFile(t, seed, string(data)) },
	}.Run(t)
}

// tryFile loads and runs a file, and reports whether it could be run.
func tryFile(t *testing.T, seed int, text string) (ran bool) {
	for s, err := range scenario.Load("f.json", strings.NewReader(text)) {
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f.json") || strings.Contains(err.Error(), "\n") {
				t.Errorf("file %d: %v is no sentence about the file", seed, err)
			}
			continue
		}
		s.Steps = min(s.Steps, mutationSteps)
		_, err := s.Run(func(step int, w *physics.World, ids []physics.BodyID) error {
			w.RecordEvents(step == 0 || step > 2) // and what touches then begins anew
			for _, id := range ids {
				if p := w.Pose(id); !p.Position.IsFinite() || !(p.Rotation.Len() > 0.99 && p.Rotation.Len() < 1.01) {
					return fmt.Errorf("pose %v", p)
				}
			}
			return nil
		})
		if err != nil && strings.HasPrefix(err.Error(), "pose") {
			t.Errorf("file %d: %v\n%.2000s", seed, err, text)
		}
		ran = ran || err == nil
	}
	return ran
}

// mutated is a file with some changes of values and, now and then, of its bytes.
func mutated(r *rand.Rand, seed any) string {
	v := copied(seed)
	for range 1 + r.IntN(3) {
		var places []place
		collect(v, &places)
		if len(places) == 0 {
			break
		}
		places[r.IntN(len(places))].change(r, places)
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	if r.IntN(20) == 0 {
		for range 1 + r.IntN(4) {
			text[r.IntN(len(text))] = byte(r.IntN(256))
		}
	}
	return string(text)
}

// place is where a value of a file is.
type place struct {
	in    any // map[string]any or *[]any
	key   string
	index int
	value any
}

func (p place) set(v any) {
	if m, ok := p.in.(map[string]any); ok {
		m[p.key] = v
		return
	}
	(*p.in.(*[]any))[p.index] = v
}

// collect lists the places of a file whose lists are all behind pointers.
func collect(v any, out *[]place) {
	add := func(p place) {
		*out = append(*out, p)
		collect(p.value, out)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			add(place{in: v, key: key, value: v[key]})
		}
	case *[]any:
		for i, item := range *v {
			add(place{in: v, index: i, value: item})
		}
	}
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// copied is a deep copy with lists behind pointers, which json writes as lists.
func copied(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, item := range v {
			out[k] = copied(item)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = copied(v[i])
		}
		return &out
	case *[]any:
		return copied(*v)
	}
	return v
}

// numbers are those that break what was made for others.
var numbers = []string{"0", "-0", "1", "-1", "2", "0.5", "1e-3", "1e-6", "1e-7", "1e3", "1e6", "1.1e6", "1e9", "1e300", "-1e300", "1e-300", "4294967295", "1e999"}

// change changes the value at a place.
func (p place) change(r *rand.Rand, places []place) {
	list, isList := p.in.(*[]any)
	object, isObject := p.in.(map[string]any)
	number, isNumber := p.value.(json.Number)
	switch op := r.IntN(8); {
	case op == 0 && isObject:
		delete(object, p.key)
	case op == 0 && isList:
		*list = slices.Delete(*list, p.index, p.index+1)
	case op == 1 && isList: // more of the same, without a name
		for range 1 + r.IntN(12) {
			again := copied(p.value)
			if m, ok := again.(map[string]any); ok {
				delete(m, "name")
			}
			*list = append(*list, again)
		}
	case op == 2:
		p.set(copied(places[r.IntN(len(places))].value))
	case op == 3:
		p.set([]any{nil, true, "x", "", json.Number("7"), map[string]any{}, []any{}}[r.IntN(7)])
	case isNumber && op < 6:
		p.set(json.Number(numbers[r.IntN(len(numbers))]))
	case isNumber:
		f, err := number.Float64()
		if err != nil {
			return // 1e999
		}
		p.set(json.Number(strconv.FormatFloat(f*(0.5+1.5*r.Float64()), 'g', -1, 64)))
	default:
		// Another number somewhere: most of a file is sizes and places.
		if q := places[r.IntN(len(places))]; q.value != nil {
			if _, ok := q.value.(json.Number); ok {
				q.set(json.Number(numbers[r.IntN(len(numbers))]))
			}
		}
	}
}

// A joint whose frames are millions of kilometers apart throws bodies faster than numbers go; they keep a rotation.
func TestPosesStayPoses(t *testing.T) {
	text := strings.Replace(rich, `"a_frame": {"pos": [0.15, 0, 0]`, `"a_frame": {"pos": [0.15, 4294967295, 0]`, 1)
	text = strings.Replace(text, `"name": "b", "pos": [0.3, 0, 1]`, `"name": "b", "pos": [1e-7, 0, 1]`, 1)
	text = strings.Replace(text, `[0, 0, 3], "sensor"`, `[0, 1e-3, 3], "sensor"`, 1)
	if text == rich || !tryFile(t, 82353, text) {
		t.Error("it cannot be run")
	}
}
