package qlevr

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mereo/scenes/rng"
)

// smallScene is a scene whose objects show so little that materials look alike.
func smallScene(seed int) *Scene {
	s := engineScene(seed, seed%5)
	for i := range s.Objects {
		s.Objects[i].Box = Box{Width: 15, Height: 20}
	}
	return s
}

// seen is a scene as a reading has it.
func (r *reading) seen(s *Scene) *Scene {
	other := *s
	other.Objects = slices.Clone(s.Objects)
	for i, name := range r.names {
		o := &other.Objects[i]
		o.Material, o.Shape = name.word(materialAttribute).Word, name.word(shapeAttribute).Word
	}
	return &other
}

// Who sees a scene as the labels have it answers as the one who asks.
func TestReadersOfLabelsAnswerAsAsked(t *testing.T) {
	q := engineQuestioner(t)
	q.published = true
	b := reader{scene: &q.index}
	asked := 0
	for seed := range 60 {
		if err := q.index.load(engineScene(seed, seed%5)); err != nil {
			t.Fatal(err)
		}
		b.names = q.index.objectNames
		q.attempt.stream = rng.Named(fmt.Sprint("labels ", seed))
		for _, p := range q.all.programs {
			q.attempt.begin()
			for range 20 {
				if q.index.planes < p.planes || q.attempt.run(p) >= 0 {
					continue
				}
				if got, ok := b.answers(p.nodes, q.attempt.results); !ok || got != q.attempt.answer {
					t.Errorf("scene %d, %s: %v: the reader answers %v (%v), want %v", seed, p.template.name(), q.attempt.values(), got, ok, q.attempt.answer)
				}
				asked++
			}
		}
	}
	if asked < 10_000 {
		t.Errorf("%d questions, want 10,000", asked)
	}
}

// In other readings the second meaning of a program says what a reader does, and no question is asked to which it says something else.
func TestReadersAnswerAsTheSecondMeaning(t *testing.T) {
	compared, doubted := 0, [2]int{}
	for published := range 2 {
		q := engineQuestioner(t)
		q.published = published == 1
		for seed := range 40 {
			s := smallScene(seed)
			questions, err := q.ask(s, 10, rng.Named(fmt.Sprint("seen ", seed)))
			if err != nil {
				t.Fatal(err)
			}
			q.readings.load(s, &q.index)
			for _, asked := range questions {
				for i := range q.readings.others {
					second, err := runSecond(q.readings.others[i].seen(s), &asked.Instance)
					if err != nil {
						t.Fatal(err)
					}
					if second.rejected >= 0 {
						continue
					}
					compared++
					if second.answer != asked.Answer {
						doubted[published]++
					}
				}
			}
		}
	}
	if compared < 1000 || doubted[0] != 0 || doubted[1] < 50 {
		t.Errorf("of %d answers in other readings %d are others, as published %d; want none, and 50 or more", compared, doubted[0], doubted[1])
	}
}

// What may be seen otherwise is what shows little, whether there is anything like it in the scene or not.
func TestReadingsOfScenes(t *testing.T) {
	object := func(material, shape string, side float64) Object {
		return Object{Size: "small", Color: "red", Material: material, Shape: shape, Box: Box{Width: side, Height: side}}
	}
	for _, c := range []struct {
		name    string
		objects []Object
		want    []string
	}{
		{"wood and leather", []Object{object("wooden", "cube", 15), object("leather", "cone", 18), object("leather", "cone", 40)}, []string{
			"marble cube, leather cone, leather cone", "leather cube, leather cone, leather cone", "wooden cube, wooden cone, leather cone",
			"wooden cube, marble cone, leather cone", "wooden cube, leather cone, marble cone", "wooden cube, marble cone, marble cone",
			"wooden cube, rubber cone, leather cone"}},
		{"all together", []Object{object("wooden", "cube", 15), object("marble", "cone", 18), object("marble", "cube", 18)}, []string{
			"marble cube, marble cone, marble cube", "wooden cube, wooden cone, marble cube", "wooden cube, marble cone, wooden cube",
			"wooden cube, wooden cone, wooden cube", "leather cube, marble cone, marble cube", "wooden cube, leather cone, marble cube",
			"wooden cube, marble cone, leather cube", "wooden cube, leather cone, leather cube"}},
		{"speckled", []Object{object("leather", "cube", 30), object("marble", "cone", 55), object("wooden", "cube", 30)}, []string{
			"marble cube, marble cone, wooden cube"}},
		{"wood and rubber", []Object{object("wooden", "cube", 15), object("rubber", "cone", 18)}, []string{
			"marble cube, rubber cone", "leather cube, rubber cone", "wooden cube, leather cone"}},
		{"leather and rubber", []Object{object("leather", "cube", 15), object("rubber", "cone", 30)}, []string{
			"wooden cube, rubber cone", "marble cube, rubber cone", "rubber cube, rubber cone"}},
		{"points", []Object{object("wooden", "cone", 29), object("marble", "square pyramid", 29), object("wooden", "cube", 29)}, []string{
			"marble cone, marble square pyramid, wooden cube", "wooden cone, wooden square pyramid, wooden cube",
			"leather cone, marble square pyramid, wooden cube", "wooden cone, leather square pyramid, wooden cube",
			"wooden cone, marble triangular pyramid, wooden cube"}},
		{"tiny points", []Object{object("metal", "cone", 17), object("metal", "square pyramid", 18), object("metal", "cube", 17)}, []string{
			"metal cone, rubber square pyramid, metal cube", "metal cone, metal triangular pyramid, metal cube", "metal square pyramid, metal square pyramid, metal cube",
			"metal triangular pyramid, metal square pyramid, metal cube"}},
		{"pyramids", []Object{object("rubber", "square pyramid", 40), object("rubber", "triangular pyramid", 50)}, []string{
			"metal square pyramid, rubber triangular pyramid", "rubber square pyramid, metal triangular pyramid",
			"metal square pyramid, metal triangular pyramid", "rubber triangular pyramid, rubber triangular pyramid"}},
		{"large pyramids", []Object{object("metal", "square pyramid", 78)}, nil},
		{"no boxes", []Object{object("wooden", "cube", 0), object("leather", "cone", 0)}, nil},
	} {
		s := &Scene{Objects: c.objects, Planes: []Plane{{Shape: deskShape, Color: deskColor}}}
		none := make([][]int, len(c.objects))
		s.ObjectRelations = Relations{none, none, none, none}
		var x sceneIndex
		if err := x.load(s); err != nil {
			t.Fatal(err)
		}
		var d readings
		for range 2 { // storage is used again
			d.load(s, &x)
		}
		var got []string
		for i := range d.others {
			text := ""
			for j, o := range d.others[i].seen(s).Objects {
				text += map[bool]string{true: ", "}[j > 0] + o.Material + " " + o.Shape
			}
			got = append(got, text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// How many of some things are like most of the same things is not asked: more than half are.
func TestMostOfTheSame(t *testing.T) {
	var same, asked [2]int
	for published := range 2 {
		q := engineQuestioner(t)
		q.published = published == 1
		for seed := range 100 {
			questions, err := q.ask(engineScene(seed, seed%5), 20, rng.Named(fmt.Sprint("most ", seed)))
			if err != nil {
				t.Fatal(err)
			}
			for i := range questions {
				out, nodes := questions[i].Outputs, questions[i].Instance.Template.Nodes
				m := slices.IndexFunc(nodes, func(n TemplateNode) bool { return n.Type == "query_attribute_most" })
				if m < 2 || !strings.HasPrefix(nodes[len(nodes)-1].Type, "exist_") {
					continue
				}
				asked[published]++
				if slices.Equal(out[m-2].Second, out[m-1].Second) {
					same[published]++
				}
			}
		}
	}
	if same[0] > 0 || same[1] == 0 || asked[0] < 50 {
		t.Errorf("%d of %d questions compare things with most of the same, as published %d of %d", same[0], asked[0], same[1], asked[1])
	}
}
