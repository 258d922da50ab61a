package worlds

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/gltest"
	"mereo/scenes"
	"mereo/scenes/relate"
	"mereo/scenes/rng"
)

// open opens a document.
func open(t testing.TB, text string) *World {
	t.Helper()
	w, err := Read("test.yaml", []byte(text), Folder{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// plans are those of the first samples of a split.
func plans(t testing.TB, w *World, split string, n int) (out []*plan) {
	t.Helper()
	p, err := w.planner(gen.Job{Split: split, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		m, err := p.plan(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// builtIn is a built-in document.
func builtIn(t testing.TB, name string) *World {
	t.Helper()
	w, err := Load(name, Folder{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Things keep the rules of the document: their number, distances, components along relations, visible pixels, what is forbidden.
func TestScenesKeepTheRules(t *testing.T) {
	w := builtIn(t, "clevr")
	counts := map[int]bool{}
	for _, p := range plans(t, w, "train", 50) {
		counts[len(p.things)] = true
		g := relate.GroundDirections(p.cameras[0].WorldFromCamera)
		seen := tallied(p)
		for i := range p.things {
			a := &p.things[i]
			size := *w.attributes[w.attribute("size")].Values[a.values[w.attribute("size")]].Number
			if at := a.at(); math.Abs(at.X) > 3 || math.Abs(at.Y) > 3 || a.claim < size-1e-12 {
				t.Errorf("thing at %v claims %v, want it in the region and its size %v", at, a.claim, size)
			}
			want := size // of a cube's half edge
			if a.model == "box" {
				want = size / math.Sqrt2
			}
			if math.Abs(a.at().Z-want) > 1e-12 {
				t.Errorf("a %s of size %v has its middle at %v, want %v", a.model, size, a.at().Z, want)
			}
			if seen.things.Pixels[i] < 200 {
				t.Errorf("a thing shows %d pixels, want 200", seen.things.Pixels[i])
			}
			for j := range p.things[:i] {
				b := &p.things[j]
				off := a.at().Sub(b.at())
				off.Z = 0
				if off.Len()-a.claim-b.claim < 0.25 {
					t.Errorf("two things are %v apart", off.Len())
				}
				for _, d := range []geom.Vec3{g.Left, g.Behind} {
					if by := math.Abs(off.Dot(d)); by > 0 && by < 0.4 {
						t.Errorf("two things are %v apart along %v", by, d)
					}
				}
			}
		}
	}
	for n := 3; n <= 10; n++ {
		if !counts[n] {
			t.Errorf("no scene of 50 has %d things", n)
		}
	}
}

// Shapes are equally likely in CoGenT, and have the colors of their condition.
func TestConditions(t *testing.T) {
	w := builtIn(t, "clevr-cogent")
	colors := map[string]string{"cube": "gray blue brown yellow", "cylinder": "red green purple cyan"}
	for split, other := range map[string]bool{"trainA": false, "valB": true} {
		p, err := w.planner(gen.Job{Split: split})
		if err != nil {
			t.Fatal(err)
		}
		shapes, n := map[string]int{}, 6000
		streams := map[string]*rng.Stream{}
		for range n {
			_, values, err := p.draw(t.Context(), func(purpose string) *rng.Stream {
				if streams[purpose] == nil {
					streams[purpose] = rng.Named(split + purpose)
				}
				return streams[purpose]
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			word := func(name string) string {
				a := w.attribute(name)
				return w.attributes[a].Values[values[a]].Name
			}
			shape, color := word("shape"), word("color")
			shapes[shape]++
			as := shape
			if other {
				as = map[string]string{"cube": "cylinder", "cylinder": "cube"}[shape]
			}
			if may := colors[as]; may != "" && !strings.Contains(may, color) {
				t.Fatalf("%s: a %s is %s", split, shape, color)
			}
		}
		for shape, k := range shapes {
			if share := float64(k) / float64(n); math.Abs(share-1.0/3) > 0.025 { // four standard deviations
				t.Errorf("%s: %.3f of things are a %s, want a third", split, share, shape)
			}
		}
	}
}

// A key that is added moves nothing that other keys draw.
func TestKeysHaveStreamsOfTheirOwn(t *testing.T) {
	text, err := Text("clevr")
	if err != nil {
		t.Fatal(err)
	}
	before := plans(t, open(t, string(text)), "train", 3)
	changed := strings.NewReplacer("jitter: 1,", "jitter: 0.5,", "lens: 35", "lens: 36", "shape: [cube, sphere, cylinder]", "shape: [cube, sphere, cylinder]\n  finish: [plain]",
		"  metal: {base: color, metallic: 1, roughness: 0.1}", "  metal: {base: color, metallic: 1, roughness: 0.1}\n  plain: {base: color}",
		"scale: size / sqrt(2), radius: size, look: {by: material}", "scale: size / sqrt(2), radius: size, look: {by: material}, finish: plain").Replace(string(text))
	after := plans(t, open(t, changed), "train", 3)
	for i := range before {
		for k := range before[i].things {
			a, b := &before[i].things[k], &after[i].things[k]
			if a.pose != b.pose || a.model != b.model || !slices.Equal(a.values, b.values[:len(a.values)]) {
				t.Errorf("sample %d: thing %d is %v at %v, was %v at %v", i, k, b.values, b.pose.T, a.values, a.pose.T)
			}
		}
	}
}

// What is put on, in and against others, and what falls, lies there.
func TestPlacements(t *testing.T) {
	const text = `
name: placed
things:
  - {model: {furniture: Table}, look: {base: gray}, weight: 3}
  - {model: {kitchen: bowl}, scale: 0.06, weight: 3}
  - {category: ball, model: {primitive: sphere}, scale: 0.025, look: {base: red}}
  - {model: {kitchen: mug}, scale: 0.06}
  - {model: {furniture: Refrigerator}, look: {base: gray}}
scene: {count: 6, place: {region: [[-2, 2], [-2, 1.5]], gap: 0.1, on: {mug: table}, inside: {ball: bowl}, against: refrigerator}}
ground: {kind: room, size: [6, 6, 3]}
relations: {kinds: [left, right, front, behind, on, inside, under, touching]}
`
	w := open(t, text)
	met := map[string]int{}
	for _, p := range plans(t, w, "train", 8) {
		var there []*thing
		for i := range p.things {
			there = append(there, &p.things[i])
		}
		lists := map[string][][]int{}
		for _, kind := range []string{"on", "inside", "under", "touching"} {
			var err error
			if lists[kind], err = w.between(there, kind); err != nil {
				t.Fatal(err)
			}
		}
		for i, a := range there {
			has := func(kind string) bool {
				return slices.ContainsFunc(lists[kind], func(list []int) bool { return slices.Contains(list, i) })
			}
			switch a.category {
			case "mug":
				met["mug"]++
				if !has("on") || !has("touching") {
					t.Errorf("a mug at %v is on nothing", a.at())
				}
			case "ball":
				met["ball"]++
				if !has("inside") {
					t.Errorf("a ball at %v is in nothing", a.at())
				}
			case "refrigerator":
				met["refrigerator"]++
				b := a.bounds()
				if gap := min(3-b.Max.Y, 3-b.Max.X, 3+b.Min.X); gap < 0 || gap > 0.02 {
					t.Errorf("a refrigerator is %v from the nearest wall", gap)
				}
			}
			for j, list := range lists["on"] {
				for _, k := range list {
					if !slices.Contains(lists["under"][k], j) {
						t.Errorf("%d is on %d, which is not under it", k, j)
					}
				}
			}
		}
	}
	if len(met) < 3 {
		t.Errorf("met only %v", met)
	}
	for _, p := range plans(t, open(t, strings.Replace(text, "gap: 0.1, on: {mug: table}, inside: {ball: bowl}, against: refrigerator", "gap: 0.1, drop: {height: 0.1..0.5, tumble: true}", 1)), "train", 3) {
		for i := range p.things {
			if p.things[i].at().Z <= 0 {
				t.Errorf("a %s lies at %v", p.things[i].model, p.things[i].at())
			}
		}
	}
}

// Stereo cameras look the same way, a step to the right; those of a dome are all around at their distance, and lamps move within their jitter.
func TestViews(t *testing.T) {
	w := open(t, `
name: views
things: [{model: {primitive: box}, look: {base: red}}]
lights: [{area: 1, energy: 10, at: [1, 2, 3], jitter: 0.5}, {sun: 2, at: [0, 0, 5]}]
cameras:
  - {name: eye, at: [5, -3, 2], look_at: [0, 0, 1], jitter: 0.2, stereo: 0.065, fov: 60, size: [64, 48]}
  - {name: dome, look_at: [0, 0, 1], fov: 40, size: [64, 48], dome: {views: 40, radius: 3, elevation: 20..70}}
`)
	v := w.views(rng.Key{Index: 3})
	if len(v) != 42 || v[0].name != "eye_left" || v[1].name != "eye_right" || v[2].name != "dome_00" {
		t.Fatalf("%d cameras, the first %q, %q, %q", len(v), v[0].name, v[1].name, v[2].name)
	}
	off := v[1].WorldFromCamera.T.Sub(v[0].WorldFromCamera.T)
	if math.Abs(off.Dot(v[0].WorldFromCamera.M.X)-0.065) > 1e-12 || v[0].WorldFromCamera.M != v[1].WorldFromCamera.M {
		t.Errorf("the right camera is %v from the left one", off)
	}
	if half := math.Atan(32/v[0].FocalPx) * 180 / math.Pi; math.Abs(half-30) > 1e-9 {
		t.Errorf("half the picture is %v degrees wide, want 30", half)
	}
	for _, c := range v[2:] {
		from := c.WorldFromCamera.T.Sub(geom.V(0, 0, 1))
		up := math.Asin(from.Z/from.Len()) * 180 / math.Pi
		if math.Abs(from.Len()-3) > 1e-9 || up < 20 || up > 70 {
			t.Errorf("a camera of the dome is %v away, %v degrees up", from.Len(), up)
		}
	}
	lamps, suns := w.lights(rng.Key{Index: 3})
	if d := lamps[0].WorldFromLight.T.Sub(geom.V(1, 2, 3)); len(lamps) != 1 || len(suns) != 1 || max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z)) > 0.5 || d.Len() == 0 {
		t.Errorf("%d lamps, %d suns, the lamp off by %v", len(lamps), len(suns), d)
	}
}

// Questions of a world are those of its attributes: of four there are the ninety families of CLEVR, of one none that need two.
func TestFamilies(t *testing.T) {
	one := "name: one\nattributes: {color: {red: red, blue: blue}}\nthings: [{model: {primitive: box}, look: {base: color}}]\nquestions: {}\n"
	for _, c := range []struct {
		w    *World
		want int
	}{{builtIn(t, "clevr"), 90}, {builtIn(t, "rooms"), 4*4 + 10 + 3 + 6 + 9 + 8 + 10}, {open(t, one), 4*3 + 4 + 2 + 5 + 9 + 4}} {
		g, err := c.w.grammar()
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Templates) != c.want {
			t.Errorf("%s has %d families, want %d", c.w.Name, len(g.Templates), c.want)
		}
	}
}

// Answers are those of the second meanings, scenes are asked ten times, nothing twice, and words say what programs do. Parts are counted where
// none of them is hidden. Readers who take a table with red legs for a red one, or see a mug on it
// neither left nor right of it, answer alike.
func TestQuestions(t *testing.T) {
	for name, scenes := range map[string]int{"clevr": 60, "rooms": 15} {
		t.Run(name, func(t *testing.T) { askScenes(t, builtIn(t, name), scenes) })
	}
}

func askScenes(t *testing.T, w *World, scenes int) {
	a, err := New(w).NewAsker(context.Background(), gen.Job{Split: "train"})
	if err != nil {
		t.Fatal(err)
	}
	asker, counted, painted := a.(*asker), 0, 0
	session := asker.session()
	s := &split{World: w, job: gen.Job{Split: "train"}, library: asker.grammar.Library}
	for i, p := range plans(t, w, "train", scenes) {
		r, err := s.record(&world.Take[*plan]{Index: i, Plan: p})
		if err != nil {
			t.Fatal(err)
		}
		data := record.JSON(r)
		k, err := w.knownOf(asker.vocabulary, data)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := ask.ReadPlain(data)
		if err != nil {
			t.Fatal(err)
		}
		taken := takenOtherwise(t, data, asker.vocabulary.Words[w.attribute("color")])
		painted += len(taken)
		key := rng.Key{Index: i}
		questions := session.Ask(k, func(family string) *rng.Stream { return rng.At(key, family) })
		texts := map[string]bool{}
		for n := range questions {
			q := asker.write(&questions[n], n)
			program, err := show.ReadProgram(s.library, q.calls())
			if err != nil {
				t.Fatal(err)
			}
			outputs := s.library.RunPlain(plain, program)
			if got := answerText(outputs[len(outputs)-1]); got != q.Answer {
				t.Errorf("sample %d: %q is answered by %s, the second meaning gives %s", i, q.Question, q.Answer, got)
			}
			if texts[q.Question] || strings.ContainsAny(q.Question, "<>[]{}$") || strings.Contains(q.Question, "  ") {
				t.Errorf("sample %d: %q", i, q.Question)
			}
			texts[q.Question] = true
			for how, other := range taken {
				outputs := s.library.RunPlain(other, program)
				if got := answerText(outputs[len(outputs)-1]); got != q.Answer {
					t.Errorf("sample %d: %q is answered by %s, by those who %s with %s", i, q.Question, q.Answer, how, got)
				}
			}
			if last := len(program) - 1; program[last].Function == "count_part" {
				all := 0
				for _, part := range r.Objects[outputs[last-1].(ask.Object)].Place.Parts {
					if w.partKind(part.Name) == program[last].Side[0] {
						all++
					}
				}
				if counted++; q.Answer != strconv.Itoa(all) {
					t.Errorf("sample %d: %q is answered by %s, with all that is hidden there are %d", i, q.Question, q.Answer, all)
				}
			}
		}
		if len(questions) != 10 {
			t.Errorf("sample %d has %d questions", i, len(questions))
		}
	}
	if w.Questions.Parts != nil && (counted == 0 || painted == 0) {
		t.Errorf("%d questions count parts, %d scenes can be read otherwise", counted, painted)
	}
}

// takenOtherwise is a scene as others see it, by what they do: things that have no color have that of one of their parts, and what lies on a thing
// has no direction on the ground to it.
func takenOtherwise(t *testing.T, data []byte, colors []ask.Value) map[string]*ask.Plain {
	out := map[string]*ask.Plain{}
	change := func(how string, of func(scene map[string]any) bool) {
		var scene map[string]any
		if err := json.Unmarshal(data, &scene); err != nil {
			t.Fatal(err)
		}
		if !of(scene) {
			return
		}
		changed, err := json.Marshal(scene)
		if err == nil {
			out[how], err = ask.ReadPlain(changed)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, color := range colors {
		change("call "+color.(string)+" what is so in part", func(scene map[string]any) (found bool) {
			for _, o := range scene["objects"].([]any) {
				o := o.(map[string]any)
				parts, _ := o["parts"].([]any)
				if o["color"] == nil && slices.ContainsFunc(parts, func(p any) bool {
					has, _ := p.(map[string]any)["attributes"].(map[string]any)
					return has["color"] == color && p.(map[string]any)["visible_px"].(float64) >= specks
				}) {
					o["color"], found = color, true
				}
			}
			return found
		})
	}
	change("see no direction in what is stacked", func(scene map[string]any) (found bool) {
		relations := scene["relationships"].(map[string]any)
		on, _ := relations[relationOn].([]any)
		for under, all := range on {
			for _, above := range all.([]any) {
				found = true
				for _, name := range onGround {
					lists := relations[name].([]any)
					for a, b := range map[int]float64{under: above.(float64), int(above.(float64)): float64(under)} {
						lists[a] = slices.DeleteFunc(lists[a].([]any), func(o any) bool { return o == b })
					}
				}
			}
		}
		return found
	})
	return out
}

// Records have the keys of CLEVR's files, in brief ones nothing else.
func TestBriefRecords(t *testing.T) {
	w := builtIn(t, "clevr")
	s := &split{World: w, job: gen.Job{Split: "val"}}
	r, err := s.record(&world.Take[*plan]{Index: 12, Plan: plans(t, w, "val", 1)[0]})
	if err != nil {
		t.Fatal(err)
	}
	text := string(record.JSON(r))
	for _, want := range []string{
		`{"split":"val","image_index":12,"image_filename":"CLEVR_val_000012.png","objects":[{"size":"`, `","3d_coords":[`, `],"rotation":`, `,"pixel_coords":[`,
		`"directions":{"right":[`, `"relationships":{"left":[[`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the record has no %s: %s", want, text)
		}
	}
	if strings.Contains(text, "bbox") || strings.Contains(text, "camera") {
		t.Errorf("a brief record has more: %s", text)
	}
}

func TestPlurals(t *testing.T) {
	for one, want := range map[string]string{
		"cube": "cubes", "box": "boxes", "knife": "knives", "glass": "glasses", "body": "bodies", "toy": "toys", "dish": "dishes", "wine glass": "wine glasses",
		"chopping board": "chopping boards", "thing": "things",
	} {
		if got := plural(one); got != want {
			t.Errorf("several of a %s are %s, want %s", one, got, want)
		}
	}
}

// The schema has every key of the declaration.
func TestSchemaKnowsAllKeys(t *testing.T) {
	text := string(Schema())
	for _, key := range Keys() {
		name := key[0][strings.LastIndexByte(key[0], '.')+1:]
		if !strings.Contains(text, `"`+name+`": {`) {
			t.Errorf("the schema has no %s", key[0])
		}
	}
}

// Records are the same on all processors, and by all versions that make the same data.
func TestRecordsAreFrozen(t *testing.T) {
	const want = "f20d9783134c20cb"
	sum := sha256.New()
	for _, name := range []string{"clevr", "clevr-cogent", "rooms", "stereo", "movi-a", "clevrer"} {
		w := builtIn(t, name)
		s := &split{World: w, job: gen.Job{Split: w.SplitNames()[0]}}
		for i, p := range plans(t, w, s.job.Split, 4) {
			r, err := s.record(&world.Take[*plan]{Index: i, Plan: p})
			if err != nil {
				t.Fatal(err)
			}
			sum.Write(record.JSON(r))
		}
	}
	if got := hex.EncodeToString(sum.Sum(nil))[:16]; got != want {
		t.Errorf("records have the checksum %s, want %s", got, want)
	}
}

// A question without a program, which somebody took away, is a sentence wherever questions are read: the last function says what is asked.
func TestQuestionsWithoutPrograms(t *testing.T) {
	for _, program := range [][]callRecord{nil, {}} {
		list := []question{{Program: []callRecord{{Function: "scene"}}}, {Program: program}}
		_, err := readQuestions("questions.json", record.JSON(&list))
		if want := "questions.json: item 1 has no program; ask the questions again"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A thing of many pieces, which overlap, weighs what its surface encloses: a ring 2 pi^2 R r^2.
func TestPiecesWeighOnce(t *testing.T) {
	w := open(t, "name: ring\nthings: [{model: {primitive: torus, tube: 0.2}, scale: 0.5, look: {base: gray}, density: 1000}]\nscene: {place: {drop: {height: 1}}}")
	p := plans(t, w, "train", 1)[0]
	body, err := w.solidOf(&p.things[0])
	if err != nil {
		t.Fatal(err)
	}
	if want := 1000 * 2 * math.Pi * math.Pi * 0.4 * 0.1 * 0.1; math.Abs(body.Mass-want) > 0.03*want {
		t.Errorf("the ring weighs %v kg, want %v", body.Mass, want)
	}
}

// The hulls of a specimen lie where the thing is, whatever its scale: their box is the thing's, but for what collides as a chord of a bow.
func TestSpecimensHaveHulls(t *testing.T) {
	specimens, err := builtIn(t, "stereo").Specimens(64)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"torus": 16}
	for _, s := range specimens {
		hulls, err := s.Hulls()
		if err != nil {
			t.Fatal(err)
		}
		if n := len(hulls.Objects[0].Parts); n != max(want[s.Name], 1) {
			t.Errorf("%s: %d hulls, want %d", s.Name, n, max(want[s.Name], 1))
		}
		var boxes [2]geom.AABB
		for i, o := range []scenes.Object{s.Scene.Objects[0], hulls.Objects[0]} {
			boxes[i] = geom.EmptyAABB()
			for _, p := range o.Parts {
				for _, v := range p.Mesh.Positions {
					boxes[i] = boxes[i].Grow(o.WorldFromObject.Point(v))
				}
			}
		}
		if far := max(boxes[0].Min.Sub(boxes[1].Min).Len(), boxes[0].Max.Sub(boxes[1].Max).Len()); far > 1e-4 {
			t.Errorf("%s: the box of its hulls is %v, want %v", s.Name, boxes[1], boxes[0])
		}
	}
}

// Between the pictures of a stereo pair flow is the disparity, focal length times distance over depth, and things lie in their boxes.
func TestFlowOfPairs(t *testing.T) {
	gltest.Renderer(t)
	const text = "name: pair\nthings: [{model: {primitive: box}, scale: 0.5, look: {base: red}}]\ncameras: [{at: [6, -6, 4], stereo: %s, size: [160, 120]}]\nwrite: {flow: true, coordinates: true, depth: npy}\n"
	if _, err := Read("pair.yaml", []byte(fmt.Sprintf(text, "0")), Folder{}, nil); err == nil || !strings.Contains(err.Error(), "line 4, column 15: write.flow is from one camera's picture to another one's, and there is one camera") {
		t.Errorf("one camera: %v", err)
	}
	w := open(t, fmt.Sprintf(text, "0.3"))
	root := t.TempDir()
	m, err := New(w).NewMaker(t.Context(), gen.Job{Root: root, Seed: 1, Split: "train", Pictures: true})
	if err != nil {
		t.Fatal(err)
	}
	item, err := m.Make(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if len(item.Files) != 9 {
		t.Errorf("%d files, want 4 for each camera and a record", len(item.Files))
	}
	read := func(kind string, numbers ...int) []float32 {
		out, err := write.ReadNPY[float32](root, kind+"/train/pair_train_000000_camera0_left.npy", append([]int{120, 160}, numbers...)...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	depth, flow, places := read("depth"), read("flow", 3), read("coordinates", 3)
	focal := w.views(keyOfNothing)[0].FocalPx
	hidden, things := 0, 0
	for i, z := range depth {
		if x, y := float64(flow[3*i]), float64(flow[3*i+1]); z > 0 && (math.Abs(x+0.3*focal/float64(z)) > 0.01 || math.Abs(y) > 0.01) {
			t.Fatalf("pixel %d at %g m goes by %g, %g, want %g, 0", i, z, x, y, -0.3*focal/float64(z))
		}
		hidden += int(flow[3*i+2])
		if places[3*i] > 0 {
			things++
		}
	}
	if hidden < 100 || hidden > len(depth)/3 || things < 200 {
		t.Errorf("%d pixels are hidden from the right, %d show things", hidden, things)
	}
}
