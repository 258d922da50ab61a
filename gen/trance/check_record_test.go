package trance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/engine/camera"
	"mereo/gen"
	"mereo/gen/record"
)

// with is the default configuration with a change.
func with(change func(c *Config)) Config {
	c := DefaultConfig()
	change(&c)
	return c
}

func TestRecordsTellTheirSamples(t *testing.T) {
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
			for _, fault := range broken(cfg, made, true) {
				t.Errorf("%+v: sample %d: %s", cfg, index, fault)
			}
			m, err := cfg.tell(index, encoded(t, cfg.infoRecord(index, made)))
			if err != nil {
				t.Fatalf("%+v: sample %d: %v", cfg, index, err)
			}
			if !slices.Equal(m.states, made.states) || !slices.Equal(m.steps, made.steps) ||
				!slices.Equal(m.types, made.types) || !slices.Equal(m.pixels, made.pixels) || m.sceneSetup != made.sceneSetup {
				t.Errorf("%+v: sample %d is read back as %v, want %v", cfg, index, m, made)
			}
		}
	}
}

// recordProblem is what the checker finds wrong with a record, in the place of the one of a sample.
func recordProblem(t *testing.T, cfg Config, index int, data []byte) string {
	t.Helper()
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "train"}
	putRecord(t, cfg, job, index, data)
	for _, p := range problemsOf(t, cfg, job, gen.Item{Index: index}, false) {
		if p.File == cfg.infoPath("train", index) && p.Rule != "files" {
			return p.Rule + ": " + strings.TrimPrefix(p.Detail, "differs from what the seed gives: ")
		}
	}
	return ""
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
		name, place string
		damage      func(r *infoRecord)
	}{
		{"index", "idx", func(r *infoRecord) { r.Idx++ }},
		{"n_transformation", "n_transformation", func(r *infoRecord) { r.Count++ }},
		{"a state is missing", "states", func(r *infoRecord) { r.States = r.States[:last] }},
		{"no steps", "n_transformation", func(r *infoRecord) { r.States, r.Transformations, r.Count = r.States[:1], nil, 0 }},
		{"an object is missing", "states[1].objects", func(r *infoRecord) { r.States[1].Objects = r.States[1].Objects[:9] }},
		{"obj_idx", "transformations[0].obj_idx", func(r *infoRecord) { r.Transformations[0].ObjIdx = 10 }},
		{"no such colour", "states[1].objects[2].color", func(r *infoRecord) { r.States[1].Objects[2].Color = "grey" }},
		{"no such type", "transformations[0].type", func(r *infoRecord) { r.Transformations[0].Type = "outer" }},
		{"type of a move", "transformations[1].type", func(r *infoRecord) { r.Transformations[inner].Type = "in" }},
		{"type of another step", "transformations[0].type", func(r *infoRecord) { r.Transformations[other].Type = "inner" }},
		{"a move has no type", "transformations[1].type", func(r *infoRecord) { r.Transformations[inner].Type = "" }},
		{"camera", "cameras.Camera_Left[1]", func(r *infoRecord) { r.Cameras.Left[1] += 1.1 }},
		{"a camera is missing", "cameras.Camera_Center", func(r *infoRecord) { r.Cameras.Center = [3]float64{} }},
		{"focal length", "mereo.cameras.Camera_Left.K[0][0]", func(r *infoRecord) { r.Own.Cameras.Left.K[0][0] += 1e-9 }},
		{"camera's place in our words", "mereo.cameras.Camera_Right.t[2]", func(r *infoRecord) { r.Own.Cameras.Right.T[2] -= 1e-9 }},
		{"size of pictures", "mereo.cameras.Camera_Center.width", func(r *infoRecord) { r.Own.Cameras.Center.Width = 319 }},
		{"cameras of no version", "mereo", func(r *infoRecord) { r.Own = nil }},
		{"lens", "distortion", func(r *infoRecord) { r.Distortion.K1 = 0.1 }},
		{"lamp", "lamps.Lamp_Back[2]", func(r *infoRecord) { r.Lamps.Back[2] -= 2.1 }},
		{"rotation", "states[0].objects[0].rotation", func(r *infoRecord) {
			for k := range r.States {
				r.States[k].Objects[0].Rotation = 6.2832
			}
		}},
		{"turned", "states[3].objects[3].rotation", func(r *infoRecord) { r.States[last].Objects[3].Rotation = 0.25 }},
		{"camera moved", "cameras.Camera_Right[0]", func(r *infoRecord) { nudge(&r.Cameras.Right[0], cameraBases[cameraRight].X) }},
		{"camera moved, its views", "cameras.Camera_Right[0]", func(r *infoRecord) { nudge(&r.Cameras.Right[0], cameraBases[cameraRight].X) }},
		{"directions", "directions.Camera_Center.left[0]", func(r *infoRecord) { r.Directions.Center.Left[0] += 1e-6 }},
		{"3d_coords", "states[1].objects[4].3d_coords[2]", func(r *infoRecord) { r.States[1].Objects[4].Coords[2] += 1e-5 }},
		{"view_coords", "states[1].objects[4].view_coords.Camera_Left[1]", func(r *infoRecord) { r.States[1].Objects[4].ViewCoords.Left[1]++ }},
		{"graph", "states[0].graphs.Camera_Left.behind.9[0]", func(r *infoRecord) { r.States[0].Graphs.Left.Behind[visible] = []int{hidden} }},
		{"graph of a hidden object", "states[0].graphs.Camera_Right.front.7", func(r *infoRecord) { r.States[0].Graphs.Right.Front[hidden] = []int{} }},
		{"status", "states[3].status.Camera_Center.Object_7", func(r *infoRecord) { r.States[last].Status.Center[objectName(hidden)] = "seen" }},
		{"status of nobody", "states[0].status.Camera_Center.Object_10", func(r *infoRecord) { r.States[0].Status.Center["Object_10"] = "invisible" }},
		{"pixels of the unseen", "states[0].n_pixels.Camera_Left.Object_7", func(r *infoRecord) { r.States[0].Pixels.Left[objectName(hidden)] = 12 }},
		{"too many pixels", "states[0].n_pixels.Camera_Left.Object_9", func(r *infoRecord) { r.States[0].Pixels.Left[objectName(visible)] = 320*240 + 1 }},
		{"one pixel more", "states[1].n_pixels.Camera_Right.Object_1", func(r *infoRecord) { r.States[1].Pixels.Right[objectName(m.steps[inner].Object)]++ }},
		{"one pixel less", "states[3].n_pixels.Camera_Center.Object_1", func(r *infoRecord) { r.States[last].Pixels.Center[objectName(m.steps[inner].Object)]-- }},
		{"no pixels", "states[0].n_pixels.Camera_Left.Object_9", func(r *infoRecord) { r.States[0].Pixels.Left[objectName(visible)] = 0 }},
		{"pixels of a camera are missing", "states[0].n_pixels.Camera_Left", func(r *infoRecord) { r.States[0].Pixels.Left = nil }},
		{"pixels of nobody", "states[0].n_pixels.Camera_Left.Object_10", func(r *infoRecord) { r.States[0].Pixels.Left["Object_10"] = 200 }},
		{"picture", "states[0].images.Camera_Center", func(r *infoRecord) { r.States[0].Images.Center = "TRANCE.png" }},
		{"too many pictures", "states[0].images.Camera_Left", func(r *infoRecord) { r.States[0].Images.Left = r.States[1].Images.Left }},
		{"identity picture", "states[1].segs.Camera_Right", func(r *infoRecord) { r.States[1].Segs.Right = "" }},
		{"stage", "states[1].stage", func(r *infoRecord) { r.States[1].Stage = 2 }},
		{"name", "states[1].objects[1].name", func(r *infoRecord) { r.States[1].Objects[1].Name = "Object_2" }},
		{"obj_name", "transformations[0].obj_name", func(r *infoRecord) { r.Transformations[0].ObjName += "0" }},
		{"options", "transformations[2].options[0][1]", func(r *infoRecord) { r.Transformations[out].Options = r.Transformations[out].Options[1:] }},
		{"no options", "transformations[0].options", func(r *infoRecord) { r.Transformations[other].Options = nil }},
		{"options in another order", "transformations[2].options[0][0]", func(r *infoRecord) { slices.Reverse(r.Transformations[out].Options) }},
		{"val", "transformations[0].val", func(r *infoRecord) { r.Transformations[0].Val = jsontext.Value(`"teal"`) }},
		{"attr", "transformations[1].attr", func(r *infoRecord) { r.Transformations[inner].Attr = "place" }},
		{"target", "transformations[1].target[0]", func(r *infoRecord) { r.Transformations[inner].Target = jsontext.Value(`["front", 3]`) }},
		{"old", "transformations[1].old[0]", func(r *infoRecord) { r.Transformations[inner].Old = jsontext.Value(`[0, 0]`) }},
		{"another object's colour changes", "states[3].objects[0].color", func(r *infoRecord) {
			for i := range r.States[last].Objects {
				if o := &r.States[last].Objects[i]; o.Color != "blue" {
					o.Color = "blue"
					return
				}
			}
		}},
		{"a step does nothing", "transformations[0].new", func(r *infoRecord) { nothingHappens(r, other) }},
		{"hidden at first", "states[0].n_pixels.Camera_Center.Object_0", func(r *infoRecord) {
			hide(&r.States[0], cameraCenter, m.steps[out].Object)
		}},
		{"hidden after a move", "states[2].n_pixels.Camera_Left.Object_1", func(r *infoRecord) {
			hide(&r.States[inner+1], cameraLeft, m.steps[inner].Object)
		}},
		{"out of the plane", "states[0].objects[7].position[0]", func(r *infoRecord) {
			for k := range r.States {
				r.States[k].Objects[hidden].Position = Point{41, 0}
			}
		}},
		{"two in one place", "states[0].objects[3].position[0]", func(r *infoRecord) {
			r.States[0].Objects[3].Position = r.States[0].Objects[4].Position
		}},
		{"nobody is visible", "states[0].objects[0].position[0]", func(r *infoRecord) {
			for i := range r.States[0].Objects {
				r.States[0].Objects[i].Position = Point{-40 + 8*i, 30}
			}
		}},
	} {
		r := DefaultConfig().infoRecord(index, m)
		c.damage(r)
		if got := recordProblem(t, DefaultConfig(), index, encoded(t, r)); !strings.HasPrefix(got, "remake: "+c.place+" is ") {
			t.Errorf("%s: found %q, want a difference at %s", c.name, got, c.place)
		}
	}
}

// What is wrong is said with its place and both values.
func TestCheckRecordTellsPlaces(t *testing.T) {
	index, m := damageable(t)
	r := DefaultConfig().infoRecord(index, m)
	o := &r.States[1].Objects[2]
	was := o.Color
	o.Color = values[Color][(slices.Index(values[Color], was)+1)%len(values[Color])]
	want := fmt.Sprintf("remake: states[1].objects[2].color is %q, want %q", o.Color, was)
	if got := recordProblem(t, DefaultConfig(), index, encoded(t, r)); got != want {
		t.Errorf("found %q, want %q", got, want)
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

// What a file says must be all of it, once, and in order.
func TestCheckRecordFindsForm(t *testing.T) {
	cfg := DefaultConfig()
	good := string(encoded(t, cfg.infoRecord(0, sampled(t, cfg, 0))))
	for _, c := range []struct{ name, place, old, new string }{
		{"nothing", "line 1", good, ""},
		{"cut", "line 1", "\"cameras\"", ""},
		{"unknown key", "extra", `{"idx"`, `{"extra":1,"idx"`},
		{"key of a step twice", "line 1", `"attr":`, `"start_stage":0,"attr":`},
		{"no such pair", "transformations[0].pair", `"pair":"`, `"pair":"x`},
		{"idx is missing", "idx", `"idx":0,`, ``},
		{"space", "line 1", `{"idx"`, `{ "idx"`},
		{"no newline", "line 1", "}\n", "}"},
		{"other order", "states[0].stage", `"stage":0,"objects"`, `"objects"`},
	} {
		data := strings.Replace(good, c.old, c.new, 1)
		if data == good {
			t.Fatalf("%s: %q is not in the record", c.name, c.old)
		}
		if m, err := cfg.tell(0, []byte(data)); err == nil {
			t.Errorf("%s: read as %v, want an error", c.name, m)
		}
		if got := recordProblem(t, cfg, 0, []byte(data)); !strings.HasPrefix(got, "remake: "+c.place+" is ") {
			t.Errorf("%s: found %q, want a difference at %s", c.name, got, c.place)
		}
	}
}

// Whatever lies there, reading goes on; what is read can be told of and written down.
func FuzzTell(f *testing.F) {
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
		m, err := cfg.tell(0, data)
		if err != nil {
			return
		}
		cfg.attributes(m)
		for i := range ObjectCount {
			m.entity(i)
		}
		if again, err := cfg.tell(0, encoded(t, cfg.infoRecord(0, m))); err != nil || !slices.Equal(again.states, m.states) {
			t.Errorf("%s is read as %v, and what is written of that as %v, %v", data, m, again, err)
		}
	})
}

// The rules of a configuration are those that samples are held against.
func TestRulesFindConfig(t *testing.T) {
	cfg := DefaultConfig()
	_, m := damageable(t)
	position := cfg
	position.Problem = ProblemPosition
	if faults := broken(position, m, false); !mention(faults, "want a move") {
		t.Errorf("found %q, want that a step moves nothing", faults)
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
	if faults := broken(cfg, pair, true); len(faults) > 0 {
		t.Errorf("found %q, want nothing: discs allow the two objects", faults)
	}
	cfg.Strict = true
	if faults := broken(cfg, pair, true); !mention(faults, "too close") {
		t.Errorf("found %q, want that two objects are too close", faults)
	}
}

func mention(faults []string, words string) bool {
	return slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, words) })
}

// The rules find what the generator must not do.
func TestRulesFindDamage(t *testing.T) {
	_, m := damageable(t)
	inner, other, last := slices.Index(m.types, innerMove), slices.Index(m.types, noMove), len(m.steps)
	for _, c := range []struct {
		name, words string
		damage      func(m *generatedSample)
	}{
		{"type of a move", "type is", func(m *generatedSample) { m.types[inner] = inMove }},
		{"another object's color changes", "leads to a", func(m *generatedSample) {
			for i := range m.states[last] {
				if o := &m.states[last][i]; i != m.steps[last-1].Object {
					o.values[Color] = (o.values[Color] + 1) % uint8(len(values[Color]))
					return
				}
			}
		}},
		{"a step does nothing", "is refused", func(m *generatedSample) {
			step := &m.steps[other]
			a := step.Pair.Attribute()
			step.Pair = pairOf(a, int(m.states[other][step.Object].values[a]))
		}},
		{"hidden at first", "hidden in the first picture", func(m *generatedSample) {
			m.pixels[0][cameraCenter][m.steps[inner].Object] = enoughPixels - 1
		}},
		{"hidden after a move", "is refused", func(m *generatedSample) {
			m.pixels[inner+1][cameraLeft][m.steps[inner].Object] = enoughPixels - 1
		}},
		{"one pixel more", "n_pixels", func(m *generatedSample) { m.pixels[1][cameraRight][m.steps[inner].Object]++ }},
		{"out of the plane", "position is", func(m *generatedSample) { m.states[0][3].Position = Point{41, 0} }},
		{"two in one place", "too close", func(m *generatedSample) { m.states[0][3].Position = m.states[0][4].Position }},
		{"nobody is visible", "no object is", func(m *generatedSample) {
			for i := range m.states[0] {
				m.states[0][i].Position = Point{-40 + 8*i, 30}
			}
		}},
	} {
		bad := *m
		bad.states, bad.steps, bad.types, bad.pixels = slices.Clone(m.states), slices.Clone(m.steps), slices.Clone(m.types), slices.Clone(m.pixels)
		c.damage(&bad)
		if faults := broken(DefaultConfig(), &bad, true); !mention(faults, c.words) {
			t.Errorf("%s: found %q, want %q", c.name, faults, c.words)
		}
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
		m, err := cfg.tell(r.Idx, encoded(t, &r))
		if err != nil {
			t.Errorf("%s: cannot be read: %v", c.ID, err)
			continue
		}
		for _, fault := range broken(cfg, m, false) {
			t.Errorf("%s: %s", c.ID, fault)
		}
		again := cfg.infoRecord(r.Idx, m)
		again.Directions = r.Directions
		for k := range again.States {
			for i := range again.States[k].Objects {
				again.States[k].Objects[i].ViewCoords = r.States[k].Objects[i].ViewCoords
			}
		}
		if d, err := record.First(encoded(t, &r), encoded(t, again)); err != nil || d != nil {
			t.Errorf("%s: %v, %+v", c.ID, err, d)
		}
	}
}
