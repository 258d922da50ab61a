package ask_test

import (
	"fmt"
	"os"
	"testing/fstest"

	"mereo/gen/ask"
	"mereo/scenes/rng"
)

// balls are a scene: the colors of balls.
type balls []string

// english says a slot: its value's word.
type english struct{}

func (english) Anchor(string) (slot string, ok bool) { return "", false }

func (english) Say(s *ask.Saying[balls], name string, form ask.Form) string {
	return s.Word(s.Slot(name).(string)).One
}

func (english) Many(*ask.Saying[balls], string) bool { return false }

// The whole way from a template to a question with its answer: a set brings functions, a template and a voice.
func Example() {
	library := ask.NewLibrary[balls]("balls")
	library.AddType("Color", ask.TypeInfo{Domain: []ask.Value{"red", "blue"}})
	library.Add(
		ask.Function[balls]{Name: "scene", Out: ask.TypeSet, Eval: func(s balls, _, _ []ask.Value) ask.Value {
			return ask.AllOf(len(s))
		}},
		ask.Function[balls]{
			Name: "filter_color", In: []ask.Type{ask.TypeSet}, Side: []ask.Type{"Color"}, Out: ask.TypeSet,
			Eval: func(s balls, in, side []ask.Value) ask.Value {
				var out ask.Set
				for o := range in[0].(ask.Set).All() {
					if s[o] == side[0] {
						out = out.With(o)
					}
				}
				return out
			},
		},
		ask.Function[balls]{
			Name: "count", In: []ask.Type{ask.TypeSet}, Out: ask.TypeInteger,
			Eval: func(_ balls, in, _ []ask.Value) ask.Value { return in[0].(ask.Set).Len() },
		},
	)

	files := fstest.MapFS{
		"count.json": {Data: []byte(`[{
			"labels": {},
			"program": ["count(filter_color(scene, <C>))"],
			"text": ["how many <C> balls {are there|do you see}?"]
		}]`)},
		"words.json": {Data: []byte(`{"red": [["crimson"]]}`)},
	}
	grammar, err := ask.ReadGrammar(library, ask.Voice[balls](english{}), nil, files)
	if err != nil {
		fmt.Println(err)
		return
	}

	session := ask.NewSession(grammar, ask.Voice[balls](english{}), ask.Options[balls]{PerScene: 1})
	for i, scene := range []balls{{"red", "blue", "red"}, {"blue"}} {
		streams := func(family string) *rng.Stream {
			return rng.At(rng.Key{Seed: 1, Set: "balls", Split: "train", Index: i}, "questions "+family)
		}
		for _, q := range session.Ask(scene, streams) {
			fmt.Println(q.Text, q.Answer)
			if err := ask.Explain(os.Stdout, q.Program, q.Outputs); err != nil {
				fmt.Println(err)
			}
		}
	}
	// Output:
	// how many crimson balls do you see? 2
	// 2 count                  = 2
	// └─ 1 filter_color "red"  = [0,2]
	//    └─ 0 scene            = [0,1,2]
	// how many blue balls do you see? 1
	// 2 count                   = 1
	// └─ 1 filter_color "blue"  = [0]
	//    └─ 0 scene             = [0]
}
