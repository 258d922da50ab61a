package shopvrb

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/internal/vectors"
)

// vectorScenes are the scenes that the cases of a file are about, as they are stored.
func vectorScenes(t *testing.T, name string) []json.RawMessage {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "shopvrb"), name))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Scenes []json.RawMessage }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Scenes
}

// mustKnow reads a scene.
func mustKnow(t testing.TB, scene []byte) *known {
	t.Helper()
	k, err := parseKnown(scene)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// decoded brings a value into the form that encoding/json decodes to.
func decoded(t testing.TB, v any) any {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// oneLine is a value as JSON.
func oneLine(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// bothRun runs a program with both executors and compares all results with those wanted.
func bothRun(t *testing.T, id int, scene, program []byte, want []any) (*known, ask.Program, []ask.Value) {
	t.Helper()
	k := mustKnow(t, scene)
	p, err := newLibrary().ParseProgram(program)
	if err != nil {
		t.Fatalf("case %d: %v", id, err)
	}
	got := newLibrary().Run(k, p)
	if list := decoded(t, got); !reflect.DeepEqual(list, any(want)) {
		t.Errorf("case %d: results are %v, want %v", id, list, want)
	}
	plain, err := ask.ReadPlain(scene)
	if err != nil {
		t.Fatal(err)
	}
	if list := decoded(t, newLibrary().RunPlain(plain, p)); !reflect.DeepEqual(list, any(want)) {
		t.Errorf("case %d: results by second meanings are %v, want %v", id, list, want)
	}
	return k, p, got
}

func TestVectorsPrograms(t *testing.T) {
	scenes := vectorScenes(t, "programs.json")
	for _, c := range vectors.Cases[struct {
		ID, Scene int
		Program   json.RawMessage
		Outputs   []any
		Answer    any
	}](t, "shopvrb", "programs.json") {
		_, _, got := bothRun(t, c.ID, scenes[c.Scene], c.Program, c.Outputs)
		if answer := decoded(t, got[len(got)-1]); !reflect.DeepEqual(answer, c.Answer) {
			t.Errorf("case %d: answer is %v, want %v", c.ID, answer, c.Answer)
		}
	}
}

func TestVectorsDegenerate(t *testing.T) {
	scenes := vectorScenes(t, "degenerate.json")
	l := newLibrary()
	for _, c := range vectors.Cases[struct {
		ID, Scene  int
		Program    json.RawMessage
		Answer     any
		Degenerate bool
	}](t, "shopvrb", "degenerate.json") {
		k := mustKnow(t, scenes[c.Scene])
		p, err := l.ParseProgram(c.Program)
		if err != nil {
			t.Fatalf("case %d: %v", c.ID, err)
		}
		answer := l.Answer(k, p)
		if !reflect.DeepEqual(decoded(t, answer), c.Answer) {
			t.Errorf("case %d: answer is %v, want %v", c.ID, answer, c.Answer)
		}
		if got := l.Degenerate(k, p, answer); got != c.Degenerate {
			t.Errorf("case %d: degenerate is %v, want %v", c.ID, got, c.Degenerate)
		}
	}
}

// keyOf is a key as the vectors write it.
func keyOf(values []ask.Value) []any {
	out := make([]any, len(values))
	for i, v := range values {
		if v != "" {
			out[i] = v
		}
	}
	return out
}

// thingsOf are the things of a set.
func thingsOf(m uint64) []int {
	out := []int{}
	for ; m != 0; m &= m - 1 {
		out = append(out, bits.TrailingZeros64(m))
	}
	return out
}

// everything is the naming that may say all properties of a kind of questions.
func everything(dataset string) closed.Naming {
	if dataset == "SHOP-VRB-text" {
		return closed.Naming{Slots: attributeCount, May: 1<<attributeCount - 1}
	}
	return closed.Naming{Slots: visualCount, May: 1<<visualCount - 1}
}

func TestVectorsFilterOptions(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID            int
		Kind, Dataset string
		Scene         json.RawMessage
		ObjectIdxs    []int   `json:"object_idxs"`
		NumKeys       int     `json:"num_keys"`
		NumSingletons int     `json:"num_singletons"`
		Options       [][]any // key, objects
		OptionsSample [][]any `json:"options_sample"`

		ObjectIdx     int     `json:"object_idx"`
		Unique        bool    `json:"unique"`
		IncludeZero   bool    `json:"include_zero"`
		NonTrivial    [][]any `json:"non_trivial_options"` // relation, key, objects
		ListedAll     bool    `json:"listed_all"`
		NumNonTrivial int     `json:"num_non_trivial"`
		NumTotal      int     `json:"num_total_with_trivial_frac_0.1"`
	}](t, "shopvrb", "filter_options.json") {
		k := mustKnow(t, c.Scene)
		all := everything(c.Dataset)
		var got, want []string
		if c.Kind == "find_filter_options" {
			var from uint64
			for _, o := range c.ObjectIdxs {
				from |= 1 << o
			}
			for _, key := range k.Keys(all) {
				got = append(got, oneLine(t, []any{keyOf(key.Values), thingsOf(key.Fit & from)}))
			}
			for _, o := range slices.Concat(c.Options, c.OptionsSample) {
				want = append(want, oneLine(t, o))
			}
			if len(got) != c.NumKeys {
				t.Errorf("case %d: %d keys, want %d", c.ID, len(got), c.NumKeys)
			}
			if n := k.Single(all, from); c.NumSingletons > 0 && n != c.NumSingletons {
				t.Errorf("case %d: %d keys fit one thing, want %d", c.ID, n, c.NumSingletons)
			}
			compareOptions(t, c.ID, got, want, c.Options != nil)
			continue
		}
		end := closed.EndSet
		switch {
		case c.IncludeZero:
			end = closed.EndCount
		case c.Unique:
			end = closed.EndUnique
		}
		telling, trivial := k.Relatives(all, end, ask.Object(c.ObjectIdx))
		for _, b := range telling {
			r := slices.Index(Relations, b.Slots[0].(string))
			fit := k.Others[r][c.ObjectIdx]
			for a, v := range b.Slots[1:] {
				if v != "" {
					fit &= k.Holders(a, v.(string))
				}
			}
			got = append(got, oneLine(t, []any{b.Slots[0], keyOf(b.Slots[1:]), thingsOf(fit)}))
		}
		for _, o := range c.NonTrivial {
			want = append(want, oneLine(t, o))
		}
		if len(got) != c.NumNonTrivial {
			t.Errorf("case %d: %d options that are not trivial, want %d", c.ID, len(got), c.NumNonTrivial)
		}
		if n := len(got) + min(closed.TrivialCount(len(got)), len(trivial)); n != c.NumTotal {
			t.Errorf("case %d: %d options, want %d", c.ID, n, c.NumTotal)
		}
		compareOptions(t, c.ID, got, want, c.ListedAll)
	}
}

// compareOptions compares sets, or tells what is missing where not all is listed.
func compareOptions(t *testing.T, id int, got, want []string, all bool) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if all && !slices.Equal(got, want) {
		t.Errorf("case %d: options are not those wanted: %d, want %d", id, len(got), len(want))
	}
	for _, o := range want {
		if _, ok := slices.BinarySearch(got, o); !ok {
			t.Errorf("case %d: no option %s", id, o)
		}
	}
}

// vectorTemplate is a template as the vectors write it.
type vectorTemplate struct {
	Text  []string
	Nodes []struct {
		Function    string
		Inputs      []int
		ValueInputs []string `json:"value_inputs"`
	}
	Constraints []struct {
		Type   string
		Params []any
	}
}

// grammar reads one template: a line for each node.
func (v *vectorTemplate) grammar(t *testing.T) *grammar {
	t.Helper()
	call := func(name string, params ...any) string {
		var args []string
		for _, p := range params {
			if node, ok := p.(float64); ok {
				p = fmt.Sprint("n", node)
			}
			args = append(args, p.(string))
		}
		if args == nil {
			return name
		}
		return name + "(" + strings.Join(args, ", ") + ")"
	}
	var program, constraints []string
	for i, n := range v.Nodes {
		var args []any
		for _, from := range n.Inputs {
			args = append(args, float64(from))
		}
		for _, slot := range n.ValueInputs {
			args = append(args, slot)
		}
		program = append(program, fmt.Sprintf("n%d = %s", i, call(n.Function, args...)))
	}
	for _, c := range v.Constraints {
		constraints = append(constraints, call(c.Type, c.Params...))
	}
	file := oneLine(t, []any{map[string]any{"text": v.Text, "program": program, "constraints": constraints}})
	g, err := ask.ReadGrammar(newLibrary(), nil, nil, fstest.MapFS{"vector.json": &fstest.MapFile{Data: []byte(file)}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// first is a chance that takes the first of all choices and keeps what is optional.
var first = chance{choose: func(int) int { return 0 }, number: func() float64 { return 1 }}

func TestVectorsInstantiationSets(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID       int
		Scene    json.RawMessage
		Template vectorTemplate
		Expected []any
	}](t, "shopvrb", "instantiation_sets.json") {
		k := mustKnow(t, c.Scene)
		k.Exhaustive = true
		g := c.Template.grammar(t)
		var got, want []string
		q := &search{Library: g.Library, Template: g.Templates[0], Scene: k, Stream: streamOf(t, c.ID)}
		q.Each(func(ask.Value) bool {
			in := q.Instance()
			if !relatesRaw(in.Template) || !g.Library.Degenerate(k, in.Program, in.Answer) {
				r := recordQuestion(g, &question{Instance: in, Text: say(in, first, true)}, 0, true)
				for i := range r.Program {
					r.Program[i].Output = nil
				}
				got = append(got, oneLine(t, decoded(t, map[string]any{"program": r.Program, "answer": r.Answer, "text": r.Question})))
			}
			return false
		})
		for _, e := range c.Expected {
			want = append(want, oneLine(t, e))
		}
		slices.Sort(got)
		got = slices.Compact(got)
		compareOptions(t, c.ID, got, want, true)
	}
}

func TestVectorsGenerated(t *testing.T) {
	scenes := vectorScenes(t, "generated.json")
	grammars := map[string]*grammar{}
	for dataset, kind := range map[string]kind{"SHOP-VRB": visual, "SHOP-VRB-text": textual} {
		g, err := readGrammar(kind, Mended{}, "")
		if err != nil {
			t.Fatal(err)
		}
		grammars[dataset] = g
	}
	for _, c := range vectors.Cases[struct {
		ID, Scene int
		Dataset   string
		File      string `json:"template_filename"`
		InFamily  int    `json:"question_in_family_index"`
		Family    int    `json:"question_family_index"`
		Program   json.RawMessage
		Outputs   []any
		Answer    any
	}](t, "shopvrb", "generated.json") {
		_, p, got := bothRun(t, c.ID, scenes[c.Scene], c.Program, c.Outputs)
		if answer := decoded(t, got[len(got)-1]); !reflect.DeepEqual(answer, c.Answer) {
			t.Errorf("case %d: answer is %v, want %v", c.ID, answer, c.Answer)
		}
		family := grammars[c.Dataset].Templates[c.Family]
		if family.File != c.File || family.Index != c.InFamily {
			t.Errorf("case %d: family %d is %s, want %s:%d", c.ID, c.Family, family.Name(), c.File, c.InFamily)
		}
		at, err := checkProgram(grammars[c.Dataset].Library, family, p)
		if err == nil {
			err = checkDifferent(family, at, c.Outputs)
		}
		if err != nil {
			t.Errorf("case %d: %v", c.ID, err)
		}
	}
}

func TestVectorsTextPost(t *testing.T) {
	for _, c := range vectors.Cases[struct {
		ID            int
		Function      string
		Input, Output string
		Coins         []float64
		Vals          map[string]string
	}](t, "shopvrb", "text_post.json") {
		var got string
		switch c.Function {
		case "adjust_spaces":
			got = adjustSpaces(c.Input)
		case "adjust_plurals":
			got = adjustPlurals(c.Input)
		case "replace_articles":
			got = replaceArticles(c.Input)
		case "replace_odd_phrasings":
			got = replaceLooseEither(c.Input)
		case "replace_optionals":
			tossed := 0
			got = replaceOptionals(c.Input, func() float64 { tossed++; return c.Coins[tossed-1] })
			if tossed != len(c.Coins) {
				t.Errorf("case %d: %d coins were tossed, want %d", c.ID, tossed, len(c.Coins))
			}
		case "other_heuristic":
			got = dropOther(c.Input, c.Vals)
		default:
			t.Errorf("case %d: no function %s", c.ID, c.Function)
			continue
		}
		if got != c.Output {
			t.Errorf("case %d: %s(%q) = %q, want %q", c.ID, c.Function, c.Input, got, c.Output)
		}
	}
}

func TestVectorsAnswers(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "shopvrb"), "answers.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		RawFiles [][]any `json:"raw_files"`
		Released []struct {
			Index  int `json:"question_index"`
			Answer string
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	root, paths, n := t.TempDir(), []string{}, 0
	for i, answers := range file.RawFiles {
		var questions []*QuestionRecord
		for j, raw := range answers {
			questions = append(questions, &QuestionRecord{Answer: releasedAnswer(answerValue(raw)), QuestionIndex: j})
		}
		paths = append(paths, fmt.Sprintf("%d.json", i))
		if _, err := writeQuestions(root, paths[i], questions); err != nil {
			t.Fatal(err)
		}
		n += len(answers)
	}
	job := gen.Job{Root: root, Count: len(paths)}
	joined := joinedQuestions("joined.json", nil, func(i int) string { return paths[i] })
	if _, err := joined.Step(t.Context(), job)(); err != nil {
		t.Fatal(err)
	}
	if data, err = job.Read("joined.json"); err != nil {
		t.Fatal(err)
	}
	var got struct{ Questions []QuestionRecord }
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Questions) != len(file.Released) || n != len(file.Released) {
		t.Fatalf("%d questions, want %d", len(got.Questions), len(file.Released))
	}
	for i, want := range file.Released {
		if q := got.Questions[i]; q.QuestionIndex != want.Index || q.Answer != any(want.Answer) {
			t.Errorf("question %d: index %d, answer %v, want %d, %q", i, q.QuestionIndex, q.Answer, want.Index, want.Answer)
		}
	}
}

// answerValue is an answer of a raw file as programs give it.
func answerValue(raw any) ask.Value {
	switch raw := raw.(type) {
	case float64:
		return int(raw)
	case []any:
		items := []string{}
		for _, item := range raw {
			items = append(items, item.(string))
		}
		return closed.ListOf(items)
	}
	return raw
}
