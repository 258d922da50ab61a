package trance

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/engine/camera"
	"mereo/gen"
)

// with is the default configuration with a change.
func with(change func(c *Config)) Config {
	c := DefaultConfig()
	change(&c)
	return c
}

func TestCheckRecordFindsNothing(t *testing.T) {
	for _, cfg := range []Config{
		DefaultConfig(),
		with(func(c *Config) { c.Problem = ProblemPosition }),
		with(func(c *Config) { c.Strict = true }),
		with(func(c *Config) { c.Published = AsPublished }),
		with(func(c *Config) { c.Realism.Distortion = camera.Distortion{K1: -0.3, P1: 0.002} }),
		with(func(c *Config) { c.Width, c.Height, c.LensMM = 171, 160, 30 }),
	} {
		for index := range 12 {
			made := sampled(t, cfg, index)
			m, problems := cfg.checkRecord("train", index, encoded(t, cfg.infoRecord(index, made)))
			for _, p := range problems {
				t.Errorf("%+v: sample %d: %+v", cfg, index, p)
			}
			if m == nil || !slices.Equal(m.states, made.states) || !slices.Equal(m.steps, made.steps) ||
				!slices.Equal(m.types, made.types) || !slices.Equal(m.pixels, made.pixels) || m.sceneSetup != made.sceneSetup {
				t.Errorf("%+v: sample %d is read back as %v, want %v", cfg, index, m, made)
			}
		}
	}
}

// damageable is a sample with a step out of the visible area, an inner move and a change of another attribute in it.
func damageable(t *testing.T) (index int, m *generatedSample) {
	t.Helper()
	for index := range 1000 {
		m := sampled(t, DefaultConfig(), index)
		if slices.Contains(m.types, outMove) && slices.Contains(m.types, innerMove) && slices.Contains(m.types, noMove) {
			return index, m
		}
	}
	t.Fatal("no sample has all kinds of steps")
	return 0, nil
}

func TestCheckRecordFindsDamage(t *testing.T) {
	index, m := damageable(t)
	out, inner, other := slices.Index(m.types, outMove), slices.Index(m.types, innerMove), slices.Index(m.types, noMove)
	var visible, hidden int
	for i := range m.states[0] {
		if m.states[0][i].Position.Visible() {
			visible = i
		} else {
			hidden = i
		}
	}
	last := len(m.steps)
	for _, c := range []struct {
		name, rule string
		damage     func(r *infoRecord)
	}{
		{"index", "identity", func(r *infoRecord) { r.Idx++ }},
		{"n_transformation", "sizes", func(r *infoRecord) { r.Count++ }},
		{"a state is missing", "sizes", func(r *infoRecord) { r.States = r.States[:last] }},
		{"no steps", "sizes", func(r *infoRecord) { r.States, r.Transformations, r.Count = r.States[:1], nil, 0 }},
		{"an object is missing", "sizes", func(r *infoRecord) { r.States[1].Objects = r.States[1].Objects[:9] }},
		{"obj_idx", "sizes", func(r *infoRecord) { r.Transformations[0].ObjIdx = 10 }},
		{"no such colour", "values", func(r *infoRecord) { r.States[1].Objects[2].Color = "grey" }},
		{"no such type", "types", func(r *infoRecord) { r.Transformations[0].Type = "outer" }},
		{"type of a move", "types", func(r *infoRecord) { r.Transformations[inner].Type = "in" }},
		{"type of another step", "types", func(r *infoRecord) { r.Transformations[other].Type = "inner" }},
		{"a move has no type", "types", func(r *infoRecord) { r.Transformations[inner].Type = "" }},
		{"camera", "range", func(r *infoRecord) { r.Cameras.Left[1] += 1.1 }},
		{"a camera is missing", "range", func(r *infoRecord) { r.Cameras.Center = [3]float64{} }},
		{"focal length", "cameras", func(r *infoRecord) { r.Own.Cameras.Left.K[0][0] += 1e-9 }},
		{"camera's place in our words", "cameras", func(r *infoRecord) { r.Own.Cameras.Right.T[2] -= 1e-9 }},
		{"size of pictures", "cameras", func(r *infoRecord) { r.Own.Cameras.Center.Width = 319 }},
		{"cameras of no version", "cameras", func(r *infoRecord) { r.Own = nil }},
		{"lens", "distortion", func(r *infoRecord) { r.Distortion.K1 = 0.1 }},
		{"lamp", "range", func(r *infoRecord) { r.Lamps.Back[2] -= 2.1 }},
		{"rotation", "range", func(r *infoRecord) {
			for k := range r.States {
				r.States[k].Objects[0].Rotation = 6.2832
			}
		}},
		{"turned", "rotation", func(r *infoRecord) { r.States[last].Objects[3].Rotation = 0.25 }},
		{"camera moved", "directions", func(r *infoRecord) { nudge(&r.Cameras.Right[0], cameraBases[cameraRight].X) }},
		{"camera moved, its views", "views", func(r *infoRecord) { nudge(&r.Cameras.Right[0], cameraBases[cameraRight].X) }},
		{"directions", "directions", func(r *infoRecord) { r.Directions.Center.Left[0] += 1e-6 }},
		{"3d_coords", "coords", func(r *infoRecord) { r.States[1].Objects[4].Coords[2] += 1e-5 }},
		{"view_coords", "views", func(r *infoRecord) { r.States[1].Objects[4].ViewCoords.Left[1]++ }},
		{"graph", "graphs", func(r *infoRecord) { r.States[0].Graphs.Left.Behind[visible] = []int{hidden} }},
		{"graph of a hidden object", "graphs", func(r *infoRecord) { r.States[0].Graphs.Right.Front[hidden] = []int{} }},
		{"status", "status", func(r *infoRecord) { r.States[last].Status.Center[objectName(hidden)] = "seen" }},
		{"status of nobody", "status", func(r *infoRecord) { r.States[0].Status.Center["Object_10"] = "invisible" }},
		{"pixels of the unseen", "pixels", func(r *infoRecord) { r.States[0].Pixels.Left[objectName(hidden)] = 12 }},
		{"too many pixels", "pixels", func(r *infoRecord) { r.States[0].Pixels.Left[objectName(visible)] = 320*240 + 1 }},
		{"one pixel more", "pixels", func(r *infoRecord) { r.States[1].Pixels.Right[objectName(m.steps[inner].Object)]++ }},
		{"one pixel less", "pixels", func(r *infoRecord) { r.States[last].Pixels.Center[objectName(m.steps[inner].Object)]-- }},
		{"no pixels", "pixels", func(r *infoRecord) { r.States[0].Pixels.Left[objectName(visible)] = 0 }},
		{"pixels of a camera are missing", "pixels", func(r *infoRecord) { r.States[0].Pixels.Left = nil }},
		{"pixels of nobody", "pixels", func(r *infoRecord) { r.States[0].Pixels.Left["Object_10"] = 200 }},
		{"picture", "pictures", func(r *infoRecord) { r.States[0].Images.Center = "TRANCE.png" }},
		{"too many pictures", "pictures", func(r *infoRecord) { r.States[0].Images.Left = r.States[1].Images.Left }},
		{"identity picture", "pictures", func(r *infoRecord) { r.States[1].Segs.Right = "" }},
		{"stage", "names", func(r *infoRecord) { r.States[1].Stage = 2 }},
		{"name", "names", func(r *infoRecord) { r.States[1].Objects[1].Name = "Object_2" }},
		{"obj_name", "names", func(r *infoRecord) { r.Transformations[0].ObjName += "0" }},
		{"options", "options", func(r *infoRecord) { r.Transformations[out].Options = r.Transformations[out].Options[1:] }},
		{"no options", "options", func(r *infoRecord) { r.Transformations[other].Options = nil }},
		{"options in another order", "options", func(r *infoRecord) { slices.Reverse(r.Transformations[out].Options) }},
		{"val", "pair", func(r *infoRecord) { r.Transformations[0].Val = jsontext.Value(`"teal"`) }},
		{"attr", "pair", func(r *infoRecord) { r.Transformations[inner].Attr = "place" }},
		{"target", "pair", func(r *infoRecord) { r.Transformations[inner].Target = jsontext.Value(`["front", 3]`) }},
		{"old", "replay", func(r *infoRecord) { r.Transformations[inner].Old = jsontext.Value(`[0, 0]`) }},
		{"another object's colour changes", "replay", func(r *infoRecord) {
			for i := range r.States[last].Objects {
				if o := &r.States[last].Objects[i]; o.Color != "blue" {
					o.Color = "blue"
					return
				}
			}
		}},
		{"a step does nothing", "legal", func(r *infoRecord) { nothingHappens(r, other) }},
		{"hidden at first", "legal", func(r *infoRecord) {
			hide(&r.States[0], cameraCenter, m.steps[out].Object)
		}},
		{"hidden after a move", "legal", func(r *infoRecord) {
			hide(&r.States[inner+1], cameraLeft, m.steps[inner].Object)
		}},
		{"out of the plane", "range", func(r *infoRecord) {
			for k := range r.States {
				r.States[k].Objects[hidden].Position = Point{41, 0}
			}
		}},
		{"two in one place", "spacing", func(r *infoRecord) {
			r.States[0].Objects[3].Position = r.States[0].Objects[4].Position
		}},
		{"nobody is visible", "range", func(r *infoRecord) {
			for i := range r.States[0].Objects {
				r.States[0].Objects[i].Position = Point{-40 + 8*i, 30}
			}
		}},
	} {
		r := DefaultConfig().infoRecord(index, m)
		c.damage(r)
		if _, problems := DefaultConfig().checkRecord("train", index, encoded(t, r)); !hasRule(problems, c.rule) {
			t.Errorf("%s: found %v, want a problem of rule %s", c.name, problems, c.rule)
		}
	}
}

// What is wrong with an object is said in words.
func TestCheckRecordTellsObjects(t *testing.T) {
	index, m := damageable(t)
	r := DefaultConfig().infoRecord(index, m)
	last, still := len(m.steps), 0
	for slices.ContainsFunc(m.steps, func(s Step) bool { return s.Object == still }) {
		still++
	}
	o := &r.States[last].Objects[still]
	at := fmt.Sprintf("at [%d, %d]", o.Position.X, o.Position.Y)
	was := fmt.Sprintf("%s %s %s %s %s", o.Size, o.Color, o.Material, o.Shape, at)
	o.Color = values[Color][(slices.Index(values[Color], o.Color)+1)%len(values[Color])]
	want := fmt.Sprintf("is a %s %s %s %s %s, step %d leads to a %s", o.Size, o.Color, o.Material, o.Shape, at, last-1, was)
	_, problems := DefaultConfig().checkRecord("train", index, encoded(t, r))
	if !slices.ContainsFunc(problems, func(p gen.Problem) bool { return p.Rule == "replay" && p.Detail == want }) {
		t.Errorf("found %+v, want %q", problems, want)
	}
}

// nudge moves a coordinate a little, so that it stays in its range.
func nudge(v *float64, base float64) {
	if *v > base {
		*v -= 0.3
	} else {
		*v += 0.3
	}
}

// nothingHappens lets a step that changes a word change nothing.
func nothingHappens(r *infoRecord, k int) {
	t := &r.Transformations[k]
	before, err := r.States[k].Objects[t.ObjIdx].object()
	if err != nil {
		panic(err)
	}
	a := t.Pair.Attribute()
	t.Pair = pairOf(a, int(before.values[a]))
	t.New, t.Target, t.Val, t.Options = t.Old, t.Old, t.Old, []jsontext.Value{t.Old}
}

// hide lets a camera see little of an object.
func hide(s *infoState, c cameraID, i int) {
	(*s.Pixels.of(c))[objectName(i)] = enoughPixels - 1
	(*s.Status.of(c))[objectName(i)] = statusOccluded.String()
}

func hasRule(problems []gen.Problem, rule string) bool {
	return slices.ContainsFunc(problems, func(p gen.Problem) bool { return p.Rule == rule })
}

// What a file says must be all of it, once, and in order.
func TestCheckRecordFindsForm(t *testing.T) {
	cfg := DefaultConfig()
	good := string(encoded(t, cfg.infoRecord(0, sampled(t, cfg, 0))))
	for _, c := range []struct{ name, rule, old, new string }{
		{"nothing", "readable", good, ""},
		{"cut", "readable", "\"cameras\"", ""},
		{"unknown key", "readable", `{"idx"`, `{"extra":1,"idx"`},
		{"key of a step twice", "readable", `"attr":`, `"start_stage":0,"attr":`},
		{"no such pair", "readable", `"pair":"`, `"pair":"x`},
		{"idx is missing", "form", `"idx":0,`, ``},
		{"space", "form", `{"idx"`, `{ "idx"`},
		{"no newline", "form", "}\n", "}"},
		{"other order", "form", `"stage":0,"objects"`, `"objects"`},
	} {
		data := strings.Replace(good, c.old, c.new, 1)
		if data == good {
			t.Fatalf("%s: %q is not in the record", c.name, c.old)
		}
		m, problems := cfg.checkRecord("train", 0, []byte(data))
		if !hasRule(problems, c.rule) || m != nil {
			t.Errorf("%s: found %v, want a problem of rule %s", c.name, problems, c.rule)
		}
	}
}

// Whatever lies there, checking goes on; what it finds nothing wrong with is written the same again.
func FuzzCheckRecord(f *testing.F) {
	cfg := DefaultConfig()
	for index := range 4 {
		m, err := newSampler(cfg, 7, "train").Sample(context.Background(), index)
		if err != nil {
			f.Fatal(err)
		}
		data := cfg.infoRecord(0, m).encode()
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, problems := cfg.checkRecord("train", 0, data)
		if len(problems) == 0 && !bytes.Equal(encoded(t, cfg.infoRecord(0, m)), data) {
			t.Errorf("nothing is wrong with %s, but it is written otherwise", data)
		}
	})
}

// The rules of a configuration are those that are checked.
func TestCheckRecordFindsConfig(t *testing.T) {
	cfg := DefaultConfig()
	index, m := damageable(t)
	position := cfg
	position.Problem = ProblemPosition
	data := encoded(t, position.infoRecord(index, m))
	if _, problems := position.checkRecord("train", index, data); !hasRule(problems, "pair") {
		t.Errorf("found %v, want a problem of rule pair: a step moves nothing", problems)
	}
	var s State
	for i := range s {
		s[i].Position = Point{-36 + 8*i, 30}
		s[i].values[Size] = 2
	}
	s[0], s[1] = Object{Position: Point{0, 0}}, Object{Position: Point{9, 9}} // large, allowed by discs alone
	pair := &generatedSample{sceneSetup: m.sceneSetup, states: []State{s, s}, steps: []Step{{0, pairOf(Color, 1)}}, types: []moveType{noMove},
		pixels: make([]pixelCounts, 2)}
	pair.states[1].Apply(pair.steps[0])
	c := newCounter(&pair.sceneSetup)
	for k := range pair.pixels {
		pair.pixels[k] = c.pixels(&pair.states[k])
	}
	data = encoded(t, cfg.infoRecord(0, pair))
	if _, problems := cfg.checkRecord("train", 0, data); len(problems) > 0 {
		t.Errorf("found %v, want nothing: discs allow the two objects", problems)
	}
	cfg.Strict = true
	if _, problems := cfg.checkRecord("train", 0, data); !hasRule(problems, "spacing") {
		t.Errorf("found %v, want a problem of rule spacing: two objects are too close", problems)
	}
}

// Nothing is wrong with the published generator's records, once the keys are added that it does not write, but directions
// and view_coords, which it computes in single precision, and pixels, which another renderer draws.
func TestVectorsSampleInfoChecked(t *testing.T) {
	for _, c := range load[struct {
		ID   string
		Info jsontext.Value
	}](t, "sample_info.json") {
		var r infoRecord
		if err := json.Unmarshal(c.Info, &r, json.RejectUnknownMembers(true)); err != nil {
			t.Fatal(err)
		}
		for k := range r.Transformations {
			step := &r.Transformations[k]
			step.Val = step.Target
			if step.Type == "" {
				step.Options = []jsontext.Value{step.Val}
			}
		}
		cfg := DefaultConfig()
		cfg.Problem = strings.Split(r.States[0].Images.Center, "_")[1]
		cfg.Published = AsPublished
		setup := sceneSetup{lens: publishedLens}
		for cam := range cameraID(cameraCount) {
			setup.cameras[cam] = vec3(*r.Cameras.of(cam))
		}
		r.Own = setup.infoOwn()
		m, problems := cfg.checkRecord("train", r.Idx, encoded(t, &r))
		if m == nil {
			t.Errorf("%s: cannot be checked: %v", c.ID, problems)
		}
		for _, p := range problems {
			if p.Rule != "directions" && p.Rule != "views" && p.Rule != "pixels" {
				t.Errorf("%s: %+v", c.ID, p)
			}
		}
	}
}
