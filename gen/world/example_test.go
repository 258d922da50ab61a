package world_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/assets/palette"
	"mereo/assets/solid"
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/judge"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/scenes"
	"mereo/scenes/annot"
	"mereo/scenes/place"
	"mereo/scenes/relate"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
)

// blocks is a whole set: three to six blocks on a table, questions about them, changes, scores. docs/adding-a-set.md walks through it.
type blocks struct {
	world.Base[*pile]
	width int // of pictures, pixels
	ask   *ask.Grammar[known]
}

// pile is the plan of a sample: all that is drawn by lot.
type pile struct {
	blocks  []block
	rejects place.Rejects
}

type block struct {
	Shape string     `json:"shape"`
	Color string     `json:"color"`
	At    [3]float64 `json:"3d_coords"` // meters, on the table
	BBox  annot.Box  `json:"bbox"`      // pixels; of a record
}

var (
	shapes = map[string]*mesh.Mesh{
		"cube": solid.Move(solid.RoundedBox(geom.V(0.4, 0.4, 0.4), 0.02, 2), geom.V(0, 0, 0.2)),
		"ball": solid.Smooth(solid.Move(solid.Ellipsoid(geom.V(0.2, 0.2, 0.2), 32, 16), geom.V(0, 0, 0.2)), math.Pi),
	}
	shapeNames = []string{"cube", "ball"}
	colorNames = []string{"red", "green", "blue", "yellow"}
	directions = []string{"left", "right", "front", "behind"}
	table      = scenes.Surface{
		Name: "table", Mesh: solid.BoxBetween(geom.V(-9, -9, -1), geom.V(9, 9, 0), 0.01, 1), Material: material.Lambert(material.RGB{0.5, 0.5, 0.5}),
	}
)

func newBlocks(width int) (*blocks, error) {
	grammar, err := ask.ReadGrammar(blocksLibrary(), ask.Voice[known](english{}), nil, blocksTemplates)
	s := &blocks{width: width, ask: grammar}
	s.Open = s.open
	return s, err
}

func (s *blocks) Name() string { return "blocks" }

// open declares a split.
func (s *blocks) open(job gen.Job) (*world.Split[*pile], error) {
	sp := &blocksSplit{s, job}
	return &world.Split[*pile]{
		Set: s.Name(), Job: job, Painter: func(string) (world.Painter, error) { return device{}, nil }, // real sets leave this out, and get the renderer
		Plan: sp.plan, Scene: sp.scene, Files: sp.files, Page: sp.page, Check: sp.check,
		Classes: func() []show.Class { return show.ClassesOf("object", shapeNames...) }, Functions: show.Functions(s.ask.Library), Edits: edits,
		Shots: func(*pile) []world.Shot {
			return []world.Shot{{Picture: show.Picture{Name: "picture"}, Pinhole: s.camera()}}
		},
		Item: func(t *world.Take[*pile]) *gen.Item {
			return &gen.Item{Index: t.Index, Attempt: t.Plan.rejects.Total(), Rejects: t.Plan.rejects}
		},
		Run: func(t *world.Take[*pile], p show.Program) (*show.Trace, error) { return s.run(sp.recordOf(t), p) },
	}, nil
}

type blocksSplit struct {
	*blocks
	job gen.Job
}

// plan draws a pile by lot. Blocks that would touch are drawn again.
func (s *blocksSplit) plan(ctx context.Context, index int) (*pile, error) {
	rejects := place.Rejects{}
	key := rng.Key{Seed: s.job.Seed, Set: s.Name(), Split: s.job.Split, Index: index}
	count := 3 + rng.At(key, "count").IntN(4) // of no attempt: small piles would be more often accepted
	p, _, err := place.Repeat(10_000, rejects, func(attempt int) (*pile, error) {
		key := key
		key.Attempt = attempt
		at, looks := rng.At(key, "placement"), rng.At(key, "attributes")
		p := &pile{rejects: rejects}
		for range count {
			b := block{Shape: rng.Choose(looks, shapeNames), Color: rng.Choose(looks, colorNames), At: [3]float64{at.Uniform(-1, 1), at.Uniform(-1, 1)}}
			if slices.ContainsFunc(p.blocks, func(o block) bool { return max(math.Abs(b.At[0]-o.At[0]), math.Abs(b.At[1]-o.At[1])) < 0.6 }) {
				return nil, place.Reject{Reason: "blocks touch"}
			}
			p.blocks = append(p.blocks, b)
		}
		return p, ctx.Err()
	})
	if err != nil {
		err = fmt.Errorf("blocks: %s/%d: %w", s.job.Split, index, err)
	}
	return p, err
}

func (s *blocks) camera() camera.Pinhole {
	return camera.Perspective(geom.V(0, -4, 3), geom.V(0, 0, 0.2), 40, s.width, s.width*3/4)
}

// scene is what the camera sees.
func (s *blocksSplit) scene(p *pile, _ int) (*scenes.Scene, shoot.Options) {
	out := &scenes.Scene{
		Backdrop: []scenes.Surface{table},
		Lights:   []light.Area{{WorldFromLight: geom.Translate(geom.V(0, 0, 4)), Size: 1, PowerW: 200, Color: material.RGB{1, 1, 1}}},
	}
	for _, b := range p.blocks {
		color, _ := palette.Named(b.Color)
		out.Objects = append(out.Objects, scenes.Object{
			Category: b.Shape, Model: b.Shape, WorldFromObject: geom.Translate(geom.V(b.At[0], b.At[1], 0)),
			Parts: []scenes.Part{{Label: b.Shape, Mesh: shapes[b.Shape], Material: material.Lambert(color.Linear())}},
		})
	}
	return out, shoot.Options{}
}

// record is what is written down of a sample.
type record struct {
	Index     int                `json:"image_index"`
	Objects   []block            `json:"objects"`
	Relations map[string][][]int `json:"relationships"` // for each object those to its left, ...
	Camera    annot.Camera       `json:"camera"`
}

// recordOf writes a plan down. Boxes are those of the ids that are drawn.
func (s *blocksSplit) recordOf(t *world.Take[*pile]) *record {
	cam := s.camera()
	r := &record{Index: t.Index, Objects: slices.Clone(t.Plan.blocks), Relations: map[string][][]int{}, Camera: annot.CameraOf(&cam, 1)}
	var at []geom.Vec3
	for i, b := range r.Objects {
		r.Objects[i].BBox = t.Tally(0, show.ChannelObject).Boxes[i]
		at = append(at, geom.V(b.At[0], b.At[1], 0))
	}
	g := relate.GroundDirections(cam.WorldFromCamera)
	for i, d := range []geom.Vec3{g.Left, g.Right, g.Front, g.Behind} {
		r.Relations[directions[i]] = relate.Along(at, d, 0.1)
	}
	return r
}

// file is a file of a sample, of a kind that has a folder.
func file(split, kind string, index int) string { return fmt.Sprintf("%s/%s/%06d", split, kind, index) }

func recordPath(split string, index int) string { return file(split, "scenes", index) + ".json" }
func askedPath(split string, index int) string  { return file(split, "questions", index) + ".json" }

// files are those of a sample; the record comes last.
func (s *blocksSplit) files(t *world.Take[*pile]) []world.File {
	path := func(kind string) string { return file(s.job.Split, kind, t.Index) }
	return []world.File{
		{Path: path("images") + ".png", Pass: world.Color}, {Path: path("ids") + ".png", Pass: world.Object}, {Path: path("depth") + ".npy", Pass: world.ViewZ},
		{Path: recordPath(s.job.Split, t.Index), Bytes: func() ([]byte, error) { return json.Marshal(s.recordOf(t)) }},
	}
}

// read reads a JSON file of the split.
func read[T any](job gen.Job, name string) (v T, err error) {
	data, err := job.Read(name)
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		err = fmt.Errorf("blocks: %s: %w", name, err)
	}
	return v, err
}

// page is what people are told, and exports.
func (s *blocksSplit) page(t *world.Take[*pile]) (*show.Page, error) {
	page, key, r := &show.Page{}, func(i int) string { return show.Key("object", i+1) }, s.recordOf(t)
	for i, b := range t.Plan.blocks {
		said := show.Attributes{{Name: "shape", Key: "shape", Value: b.Shape}, {Name: "color", Key: "color", Value: b.Color}}
		page.Entities = append(page.Entities, show.Entity{
			Key: key(i), Name: b.Color + " " + b.Shape, Kind: "object", Class: b.Shape, Channel: show.ChannelObject, ID: i + 1,
			Rows: said.Rows(), Facts: said.Facts(), Boxes: t.Boxes(show.ChannelObject, i+1), At: &b.At,
			Edits: []show.EditKind{show.EditMove, show.EditRecolor}, Colors: colorNames,
		})
	}
	for _, name := range directions {
		page.Relations = append(page.Relations, show.Relate(name, r.Relations[name], key)...)
	}
	questions, err := s.questions(t.Index)
	for _, q := range questions {
		shown := show.Question{Text: q.Question, Answer: q.Answer, Program: q.Program}
		if t.Changed {
			trace, err := s.run(r, q.Program)
			if err != nil {
				return nil, err
			}
			shown.Answer = trace.Answer
		}
		page.Questions = append(page.Questions, shown)
	}
	return page, err
}

// edits are what people may change.
var edits = &world.Edits[*pile]{
	Within: show.Around(1.5), Keys: func(p *pile) string { return fmt.Sprintf("object 1 to object %d", len(p.blocks)) },
	Copy: func(p *pile) *pile { q := *p; q.blocks = slices.Clone(p.blocks); return &q },
	Handle: func(p *pile, key string) *show.Handle {
		for i := range p.blocks {
			if b := &p.blocks[i]; key == show.Key("object", i+1) {
				return &show.Handle{
					Move: func(x, y float64) { b.At = [3]float64{x, y} }, Colors: colorNames, Recolor: func(c string) { b.Color = c },
					Why: "blocks can be moved and recolored",
				}
			}
		}
		return nil
	},
}

// Questions: what they know of a sample, functions, templates, and how a slot is said.
type known struct{ *record }

func blocksLibrary() *ask.Library[known] {
	l := ask.NewLibrary[known]("blocks")
	for name, domain := range map[ask.Type][]ask.Value{
		"Color": {"red", "green", "blue", "yellow"}, "Shape": {"cube", "ball"}, "Direction": {"left", "right", "front", "behind"},
		ask.TypeInteger: {0, 1, 2, 3, 4, 5, 6}, // what is chosen from, and balanced over
	} {
		l.AddType(name, ask.TypeInfo{Domain: domain})
	}
	closed.Sets(l, "Direction", 6)
	closed.Numbers(l)
	closed.Attributes(l, []closed.Attribute{{Key: "color", Type: "Color"}, {Key: "shape", Type: "Shape"}})
	return l
}

var blocksTemplates = fstest.MapFS{"blocks.json": {Data: []byte(`[
	{"labels": {}, "program": ["count(filter_color(scene, <C>))"], "text": ["how many things are <C>?"]},
	{"labels": {}, "program": ["exist(filter_color(filter_shape(scene, <S>), <C>))"], "text": ["is there a <C> <S>?"]},
	{"labels": {}, "program": ["query_color(unique(filter_shape(scene, <S>)))"], "text": ["what color is the <S>?"]},
	{"labels": {}, "program": ["count(relate(unique(filter_shape(scene, <S>)), <D>))"], "text": ["how many things are <D> of the <S>?"]}
]`)}}

// english says the value of a slot as it is.
type english struct{}

func (english) Anchor(string) (slot string, ok bool) { return "", false }
func (english) Say(s *ask.Saying[known], name string, _ ask.Form) string {
	return s.Word(s.Slot(name).(string)).One
}
func (english) Many(*ask.Saying[known], string) bool { return false }

func (k known) Len() int { return len(k.Objects) }

func (k known) Related(relation string, o ask.Object) (out ask.Set, ok bool) {
	lists, ok := k.Relations[relation]
	for _, i := range lists[o] {
		out = out.With(ask.Object(i))
	}
	return out, ok
}

func (k known) Property(attribute int, o ask.Object) ask.Value {
	return []ask.Value{k.Objects[o].Color, k.Objects[o].Shape}[attribute]
}

func (k known) Having(attribute int, value string) (out ask.Set) {
	for o := range k.Objects {
		if k.Property(attribute, ask.Object(o)) == value {
			out = out.With(ask.Object(o))
		}
	}
	return out
}

func (k known) Alike(attribute int, o ask.Object) ask.Set {
	return k.Having(attribute, k.Property(attribute, o).(string))
}

// question is one of a question file.
type question struct {
	Index    int          `json:"question_index"`
	Image    int          `json:"image_index"`
	Question string       `json:"question"`
	Answer   string       `json:"answer"`
	Family   string       `json:"family"`
	Program  show.Program `json:"program"`
}

// questions are those of a sample; none before they are asked.
func (s *blocksSplit) questions(index int) ([]question, error) {
	if name := askedPath(s.job.Split, index); s.job.Has(name) {
		return read[[]question](s.job, name)
	}
	return nil, nil
}

// run runs a program by second meanings, which read the record.
func (s *blocks) run(r *record, program show.Program) (*show.Trace, error) {
	p, err := show.ReadProgram(s.ask.Library, program)
	if err != nil {
		return nil, err
	}
	data, _ := json.Marshal(r)
	plain, err := ask.ReadPlain(data)
	if err != nil {
		return nil, err
	}
	outputs, why := s.ask.Library.TellPlain(plain, p)
	return show.Run(p, outputs, why, func(_ ask.Node, _ []ask.Value, v ask.Value) show.Result {
		key := func(o ask.Object) string { return show.Key("object", int(o)+1) }
		if set, ok := v.([]ask.Object); ok {
			return show.Result{Text: show.Count(len(set), "object"), Entities: show.KeysOf(set, key)}
		}
		return show.Result{Text: say(v)}
	}), nil
}

func say(v ask.Value) string { return fmt.Sprint(v) } // as answers have it: true, 3, red

// NewAsker asks a block's samples in their order.
func (s *blocks) NewAsker(_ context.Context, job gen.Job) (gen.Asker, error) {
	return &blocksSplit{s, job}, nil
}
func (s *blocksSplit) Source() string { return s.ask.Source }

func (s *blocksSplit) AskBlock(ctx context.Context, items []gen.Item, out string) (*gen.Asked, error) {
	session := ask.NewSession(s.ask, ask.Voice[known](english{}), ask.Options[known]{PerScene: 3})
	asked := &gen.Asked{Rejects: session.Rejects, Tally: map[string]map[string]int{gen.AnswersKey: {}}}
	for _, item := range items {
		r, err := read[record](s.job, recordPath(s.job.Split, item.Index))
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		list := []question{}
		key := rng.Key{Seed: s.job.Seed, Set: s.Name(), Split: s.job.Split, Index: item.Index}
		for n, q := range session.Ask(known{&r}, func(family string) *rng.Stream { return rng.At(key, "questions "+family) }) {
			list = append(list, question{n, item.Index, q.Text, say(q.Answer), q.Template.Name(), show.ProgramOf(s.ask.Library, q.Program)})
			asked.Tally[gen.AnswersKey][gen.AnswerValue("all", q.Template.Name(), say(q.Answer))]++
		}
		f, err := write.JSON(out, askedPath(s.job.Split, item.Index), list)
		if err != nil {
			return nil, err
		}
		asked.Count, asked.Files = asked.Count+len(list), append(asked.Files, f)
	}
	return asked, nil
}

// check holds answers against second meanings. All else world checks.
func (s *blocksSplit) check(_ context.Context, f *world.Finding[*pile]) error {
	list, err := s.questions(f.Index)
	for i, q := range list {
		if t, err := s.run(s.recordOf(f.Take), q.Program); err != nil || t.Answer != q.Answer {
			f.Report(askedPath(s.job.Split, f.Index), fmt.Sprintf("question %d", i), "answer", "is %s, its program gives %v, %v", q.Answer, t, err)
		}
	}
	return err
}

// Assemble joins the questions of a split.
func (s *blocks) Assemble(_ context.Context, job gen.Job) ([]write.File, error) {
	all := map[string][]question{}
	for i := range job.Count {
		list, err := read[[]question](job, askedPath(job.Split, i))
		if err != nil {
			return nil, err
		}
		for _, q := range list {
			q.Index = len(all["questions"])
			all["questions"] = append(all["questions"], q)
		}
	}
	f, err := write.JSON(job.To(), job.Split+"/questions.json", all)
	return []write.File{f}, err
}

// judge is how answers to the questions are scored.
func (s *blocks) judge() *judge.Set {
	q := judge.Questions{
		Task:  judge.Task{Rows: func(string) []judge.Row { return []judge.Row{{Group: judge.AllGroup, Name: judge.AllGroup}} }},
		Files: []string{"{split}/questions.json"},
		Open:  func(context.Context, string, string, string) (judge.Asker, error) { return s, nil },
	}
	return &judge.Set{Name: s.Name(), Layout: q.Files, Tasks: []*judge.Task{q.New()}}
}

func (s *blocks) Question(_ int, value jsontext.Value) (*judge.Question, error) {
	var q question
	err := json.Unmarshal(value, &q)
	return &judge.Question{Index: q.Index, Image: q.Image, Text: q.Question, Family: q.Family, Answer: q.Answer, Of: q.Program}, err
}
func (s *blocks) Groups(*judge.Question) ([]judge.Group, error) { return nil, nil }
func (s *blocks) Word(answer jsontext.Value) (string, error) {
	return strings.Trim(string(answer), `"`), nil
}
func (s *blocks) Possible(q *judge.Question) (out []string, err error) {
	p := q.Of.(show.Program)
	t, _ := s.ask.Library.AnswerType(p[len(p)-1].Function)
	for _, v := range s.ask.Library.Domain(t) {
		out = append(out, say(v))
	}
	return out, nil
}

// Oracle runs the programs of questions.
func (s *blocks) Oracle(_ context.Context, j *judge.Job, split string) (func(*judge.Question) (string, error), func(), error) {
	return func(q *judge.Question) (string, error) {
		r, err := read[record](gen.Job{Root: j.Data}, recordPath(split, q.Image))
		if err != nil {
			return "", err
		}
		t, err := s.run(&r, q.Of.(show.Program))
		if err != nil {
			return "", err
		}
		return t.Answer, nil
	}, func() {}, nil
}

func (s *blocks) Config() any { return map[string]int{"width": s.width} }
func (s *blocks) About() gen.About {
	return gen.About{
		Title: "Blocks: an example", Summary: "Three to six blocks on a table.", License: "CC0 1.0",
		Pictures: []string{"%[1]s/images/%06[2]d.png"}, Layout: []gen.LayoutRow{{Path: "<split>/images/<index>.png", Meaning: "the picture"}},
	}
}
