package qa_test

import (
	"fmt"
	"os"
	"testing/fstest"

	"mereo/gen/qa"
	"mereo/scenes/rng"
)

// balls are a scene: the colors of balls.
type balls []string

// english says a slot: its value's word.
type english struct{}

func (english) Anchor(string) (slot string, ok bool) { return "", false }

func (english) Say(s *qa.Saying[balls], name string, form qa.Form) string {
	return s.Word(s.Slot(name).(string)).One
}

func (english) Many(*qa.Saying[balls], string) bool { return false }

// The whole way from a template to a question with its answer: a set brings functions, a template and a voice.
func Example() {
	library := qa.NewLibrary[balls]("balls")
	library.AddType("Color", qa.TypeInfo{Domain: []qa.Value{"red", "blue"}})
	library.Add(
		qa.Function[balls]{Name: "scene", Out: qa.TypeSet, Eval: func(s balls, _, _ []qa.Value) qa.Value {
			return qa.AllOf(len(s))
		}},
		qa.Function[balls]{
			Name: "filter_color", In: []qa.Type{qa.TypeSet}, Side: []qa.Type{"Color"}, Out: qa.TypeSet,
			Eval: func(s balls, in, side []qa.Value) qa.Value {
				var out qa.Set
				for o := range in[0].(qa.Set).All() {
					if s[o] == side[0] {
						out = out.With(o)
					}
				}
				return out
			},
		},
		qa.Function[balls]{
			Name: "count", In: []qa.Type{qa.TypeSet}, Out: qa.TypeInteger,
			Eval: func(_ balls, in, _ []qa.Value) qa.Value { return in[0].(qa.Set).Len() },
		},
	)

	files := fstest.MapFS{
		"count.json": {Data: []byte(`[{
			"labels": {},
			"nodes": [
				{"type": "scene"},
				{"type": "filter_color", "inputs": [0], "side_inputs": ["<C>"]},
				{"type": "count", "inputs": [1]}
			],
			"text": ["how many <C> balls {are there|do you see}?"]
		}]`)},
		"words.json": {Data: []byte(`{"red": [["crimson"]]}`)},
	}
	grammar, err := qa.ReadGrammar(library, qa.Voice[balls](english{}), nil, files)
	if err != nil {
		fmt.Println(err)
		return
	}

	session := qa.NewSession(grammar, qa.Voice[balls](english{}), qa.Options[balls]{PerScene: 1})
	for i, scene := range []balls{{"red", "blue", "red"}, {"blue"}} {
		streams := func(family string) *rng.Stream {
			return rng.At(rng.Key{Seed: 1, Set: "balls", Split: "train", Index: i}, "questions "+family)
		}
		for _, q := range session.Ask(scene, streams) {
			fmt.Println(q.Text, q.Answer)
			if err := qa.Explain(os.Stdout, q.Program, q.Outputs); err != nil {
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
