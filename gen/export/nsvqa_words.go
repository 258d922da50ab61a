package export

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"mereo/gen/show"
	"mereo/internal/ordered"
)

// The tokens that every vocabulary of clevr-iep (https://github.com/facebookresearch/clevr-iep) begins with.
var specialTokens = []string{"<NULL>", "<START>", "<END>", "<UNK>"}

const (
	startToken = 1
	endToken   = 2
)

// vocabulary numbers all words of a dataset, in vocab.json.
type vocabulary struct {
	Questions map[string]int `json:"question_token_to_idx"`
	Programs  map[string]int `json:"program_token_to_idx"`
	Answers   map[string]int `json:"answer_token_to_idx"`
	// Arities say how many inputs a function has, by its token.
	Arities  map[string]int `json:"program_token_arity"`
	Families map[string]int `json:"question_family_to_idx"`

	questionLength, programLength int // at most, with <START> and <END>
}

// feature is an attribute with the values that it has in a dataset, sorted.
type feature struct {
	Name   string   `json:"name"`
	First  int      `json:"first"` // place of the first value in feature vectors
	Values []string `json:"values"`
}

// featureNames are the attributes that go into feature vectors, NS-VQA's first, as far as a set has them.
var featureNames = []string{"shape", "size", "material", "color", "name", "weight", "movability"}

// words are collected from all pages of a dataset.
type words struct {
	questions, programs, answers, families map[string]bool
	arities                                map[string]int
	values                                 map[string]map[string]bool // of features
	questionLength, programLength          int
}

// add adds what a page has.
func (w *words) add(p *show.Page) error {
	for _, q := range p.Questions {
		tokens := questionTokens(q.Text)
		w.questionLength = max(w.questionLength, len(tokens)+2)
		for _, t := range tokens {
			w.questions[t] = true
		}
		calls := prefix(q.Program)
		w.programLength = max(w.programLength, len(calls)+2)
		for _, c := range calls {
			t := token(c)
			if n, ok := w.arities[t]; ok && n != len(c.Inputs) {
				return fmt.Errorf("%s: %s has %d inputs, and %d elsewhere; want one number", p.Title, t, len(c.Inputs), n)
			}
			w.programs[t], w.arities[t] = true, len(c.Inputs)
		}
		w.answers[q.Answer] = true
		w.families[family(q)] = true
	}
	each(p.Entities, nil, func(e, _ *show.Entity) {
		if e.Channel != show.ChannelObject {
			return
		}
		for _, name := range featureNames {
			if v := featureOf(e, name); v != "" {
				if w.values[name] == nil {
					w.values[name] = map[string]bool{}
				}
				w.values[name][v] = true
			}
		}
	})
	return nil
}

// featureOf is an attribute of an object in the first picture, "" for none. What has no shape has that of its class.
func featureOf(e *show.Entity, name string) string {
	word, _ := e.Facts[name].(string)
	if name == "shape" && word == "" {
		return e.Class
	}
	return word
}

// family is the word or number of a question's family.
func family(q show.Question) string {
	if f, ok := q.Facts["family"]; ok {
		return fmt.Sprint(f)
	}
	return ""
}

// collect reads all pages of all complete splits, several at once.
func (d *dataset) collect(ctx context.Context, workers int) (*words, error) {
	w := &words{
		questions: map[string]bool{}, programs: map[string]bool{}, answers: map[string]bool{}, families: map[string]bool{},
		arities: map[string]int{}, values: map[string]map[string]bool{},
	}
	for _, split := range d.manifest.Splits {
		r, err := d.open(split)
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithCancelCause(ctx)
		var mutex sync.Mutex
		ordered.Each(ordered.Workers(workers), split.Samples, func(i int) {
			if ctx.Err() != nil {
				return
			}
			s, err := r.Sample(i)
			if err == nil {
				mutex.Lock()
				err = w.add(s.Page())
				mutex.Unlock()
			}
			if err != nil {
				cancel(err)
			}
		})
		err = context.Cause(ctx)
		cancel(nil)
		if err != nil {
			return nil, err
		}
	}
	return w, nil
}

// vocabulary numbers the words in the order of their bytes, behind the special tokens.
func (w *words) vocabulary() *vocabulary {
	number := func(found map[string]bool, first []string) map[string]int {
		out := map[string]int{}
		for _, t := range slices.Concat(first, slices.Sorted(maps.Keys(found))) {
			if _, ok := out[t]; !ok {
				out[t] = len(out)
			}
		}
		return out
	}
	return &vocabulary{
		Questions: number(w.questions, specialTokens), Programs: number(w.programs, specialTokens), Answers: number(w.answers, specialTokens),
		Arities: w.arities, Families: number(w.families, nil), questionLength: w.questionLength, programLength: w.programLength,
	}
}

// features lays out feature vectors: a place for each value of each attribute.
func (w *words) features() (out []feature, length int) {
	for _, name := range featureNames {
		if found := w.values[name]; len(found) > 0 {
			out = append(out, feature{name, length, slices.Sorted(maps.Keys(found))})
			length += len(found)
		}
	}
	return out, length
}

// questionTokens splits a text as clevr-iep does: at spaces, ";" and "," being words, "?" and "." being left out.
func questionTokens(text string) []string {
	return strings.Split(strings.NewReplacer(";", " ;", ",", " ,", "?", "", ".", "").Replace(text), " ")
}

// prefix is a program in the order of NS-VQA: the last call, then what its inputs are, each in this order. A call that several
// others use is there as often.
func prefix(p show.Program) (out []show.Call) {
	var visit func(i int)
	visit = func(i int) {
		out = append(out, p[i])
		for _, k := range p[i].Inputs {
			visit(k)
		}
	}
	if len(p) > 0 {
		visit(len(p) - 1)
	}
	return out
}

// token is a call without its inputs: function[side,side], or function where there are none. Inside of a name spaces are "+", and
// what the notation needs is %XX, as in the query of a URL.
func token(c show.Call) string {
	if len(c.Side) == 0 {
		return escaped(c.Function)
	}
	var sides []string
	for _, s := range c.Side {
		sides = append(sides, escaped(s))
	}
	return escaped(c.Function) + "[" + strings.Join(sides, ",") + "]"
}

func escaped(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == ' ':
			b.WriteByte('+')
		case strings.ContainsRune("%+[],<>", r) || r < ' ':
			b.WriteString(url.QueryEscape(string(r)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// encode is a question as numbers, with padding.
func (v *vocabulary) encode(q show.Question) nsvqaQuestion {
	var program []string
	for _, c := range prefix(q.Program) {
		program = append(program, token(c))
	}
	return nsvqaQuestion{
		Question: padded(questionTokens(q.Text), v.Questions, v.questionLength), Program: padded(program, v.Programs, v.programLength),
		Answer: int64(v.Answers[q.Answer]), Family: int64(v.Families[family(q)]),
	}
}

func padded(tokens []string, numbers map[string]int, length int) []int32 {
	out := append(make([]int32, 0, length), startToken)
	for _, t := range tokens {
		out = append(out, int32(numbers[t]))
	}
	return append(out, endToken)[:length]
}
