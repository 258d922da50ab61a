package ask

import (
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var lineOf = regexp.MustCompile(`^ask: toy\.json: line (\d+), column \d+: `)

// FuzzTemplates: whatever a template file says, reading it ends in an error that names the file and a line of it, or in
// families that can be searched and said.
func FuzzTemplates(f *testing.F) {
	f.Add([]byte(goodFile))
	for _, c := range searched {
		f.Add([]byte(families(family(c.nodes, "[a] {b|c} <C>s {is|are:C} ?", c.constraints...))))
	}
	f.Add([]byte(`[{"labels": {"kind": "x"}, "replaces": "toy:0", "program": ["nth"], "text": ["<G>"]}]`))
	l, scene := newToy(), rowOf("red cube, green ball, blue ball")
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := ReadGrammar(l, toyVoice{}, nil, folder("toy.json", string(data), WordsFile, toyWords))
		if err != nil {
			if err.Error() == "ask: templates: there is no family" {
				return
			}
			m := lineOf.FindStringSubmatch(err.Error())
			if m == nil {
				t.Fatalf("the error names no line: %v", err)
			}
			if line, _ := strconv.Atoi(m[1]); line < 1 || line > 1+strings.Count(string(data), "\n") {
				t.Fatalf("there is no line %d: %v", line, err)
			}
			return
		}
		for _, x := range g.Templates {
			q := &Search[row]{Library: l, Template: x, Scene: scene, Stream: streamOf(t, 0), Budget: 200}
			q.Each(func(answer Value) bool {
				in := q.Instance()
				if err := l.Check(in.Program); err != nil {
					t.Fatalf("%s: %v", x.Name(), err)
				}
				if got := l.Answer(scene, in.Program); got != answer {
					t.Fatalf("%s: got the answer %v, want %v", x.Name(), answer, got)
				}
				if text := g.Text(in, toyVoice{}, q.Stream); Tidy(text) != text {
					t.Fatalf("%s: %q is not tidy", x.Name(), text)
				}
				return false
			})
		}
	})
}

// FuzzProgram: whatever a program file says, reading it ends in an error or in a program that runs and is the same when
// written and read again.
func FuzzProgram(f *testing.F) {
	l, scene := newToy(), rowOf("red cube, green ball, blue ball")
	for i := range 8 {
		p := drawProgram(l, streamOf(f, i))
		f.Add([]byte(stored(f, p, "type", "side_inputs")))
		f.Add([]byte(stored(f, p, "function", "value_inputs")))
	}
	f.Add([]byte(`[{"type": "nth", "side_inputs": [9000000000]}, {"function": "query_color", "inputs": [0]}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := l.ParseProgram(data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "ask: program") {
				t.Fatalf("the error does not say what it is about: %v", err)
			}
			return
		}
		outputs := l.Run(scene, p)
		if len(outputs) == 0 || len(outputs) < len(p) && outputs[len(outputs)-1] != Invalid {
			t.Fatalf("got %d results of %d nodes", len(outputs), len(p))
		}
		l.Degenerate(scene, p, outputs[len(outputs)-1])
		if len(p) < 100 { // a tree as deep as its list is long has lines as wide
			if err := Explain(io.Discard, p, outputs); err != nil {
				t.Fatal(err)
			}
		}
		for _, spelling := range [][2]string{{"type", "side_inputs"}, {"function", "value_inputs"}} {
			text := stored(t, p, spelling[0], spelling[1])
			again, err := l.ParseProgram([]byte(text))
			if err != nil || inWords(again) != inWords(p) || !reflect.DeepEqual(l.Run(scene, again), outputs) {
				t.Fatalf("round trip by %s: got %v, %v, want %v", text, again, err, p)
			}
		}
	})
}

var byteOf = regexp.MustCompile(`^byte (\d+) of `)

// FuzzPhrasing: whatever a phrasing says, reading it ends in an error that names a byte of it, or in something that can
// be said.
func FuzzPhrasing(f *testing.F) {
	for _, text := range []string{
		"how many <G>s {is|are:S} [a {b|c}] <S>?", "{a|b:S}<C>1", "[[[[[[[[a]]]]]]]]", "a: {b|c: d}", "an {|x} ?",
	} {
		f.Add(text)
	}
	l := newToy()
	f.Fuzz(func(t *testing.T, text string) {
		phrasing, err := parsePhrasing(text, knowsToy)
		if err != nil {
			if err.Error() == "the phrasing is empty" {
				return
			}
			m := byteOf.FindStringSubmatch(err.Error())
			if m == nil {
				t.Fatalf("the error names no byte: %v", err)
			}
			if at, _ := strconv.Atoi(m[1]); at > len(text) {
				t.Fatalf("there is no byte %d: %v", at, err)
			}
			return
		}
		g := grammarOf(t, l, families(family("scene filter_count(0)<C,S>", "x")))
		g.Templates[0].phrasings = []sequence{phrasing}
		for i := range 4 {
			stream := streamOf(t, i)
			if said := g.Text(firstOf(t, g, rowOf("red cube, green ball"), stream), toyVoice{}, stream); Tidy(said) != said {
				t.Fatalf("%q is not tidy", said)
			}
		}
	})
}
