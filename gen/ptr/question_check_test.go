package ptr

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/write"
)

// askedItems makes n samples and asks about them.
func askedItems(t testing.TB, s *Set, job gen.Job, n int) []gen.Item {
	t.Helper()
	items := makeItems(t, s, job, n)
	a, err := s.NewAsker(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.AskBlock(context.Background(), items, job.Root); err != nil {
		t.Fatal(err)
	}
	return items
}

// questionsOf reads a question file.
func questionsOf(t testing.TB, job gen.Job, index int) []numbered[Node] {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(job.Root, questionPath(job.Split, index)))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Questions []numbered[Node] `json:"questions"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Questions
}

// putQuestions writes one.
func putQuestions(t testing.TB, job gen.Job, index int, questions []numbered[Node]) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string]any{"questions": questions}); err != nil {
		t.Fatal(err)
	}
	putFile(t, job, questionPath(job.Split, index), b.Bytes())
}

func putFile(t testing.TB, job gen.Job, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(job.Root, name), data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestCheckFindsQuestionDamage changes one thing at a time in good files.
func TestCheckFindsQuestionDamage(t *testing.T) {
	s, err := New(DefaultConfig(), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train"}
	items := askedItems(t, s, job, 12)
	for _, item := range items {
		if got := problems(t, s, job, item, false); len(got) > 0 {
			t.Fatalf("sample %d: %+v, want no problems", item.Index, got)
		}
	}
	static, physical := -1, -1
	for i := range items {
		switch q := questionsOf(t, job, i); {
		case slices.ContainsFunc(q, func(q numbered[Node]) bool { return q.Type1 == typePhysics }):
			physical = i
		case slices.ContainsFunc(q, func(q numbered[Node]) bool { return nodeOf(q, "filter_object-category") >= 0 }) &&
			slices.ContainsFunc(q, func(q numbered[Node]) bool { return nodeOf(q, "query_positional-relation") >= 0 }):
			static = i
		}
	}
	if static < 0 || physical < 0 {
		t.Fatalf("no scene for the test: static one %d, physical one %d", static, physical)
	}

	// with changes the first question that has a node of a function.
	with := func(function string, change func(q *numbered[Node], node int)) func([]numbered[Node]) []numbered[Node] {
		return func(list []numbered[Node]) []numbered[Node] {
			for i := range list {
				if node := nodeOf(list[i], function); node >= 0 {
					change(&list[i], node)
					return list
				}
			}
			t.Fatalf("no question has a node %s", function)
			return nil
		}
	}
	first := func(change func(q *numbered[Node])) func([]numbered[Node]) []numbered[Node] {
		return func(list []numbered[Node]) []numbered[Node] {
			change(&list[0])
			return list
		}
	}
	for _, c := range []struct {
		name, rule, detail string
		change             func([]numbered[Node]) []numbered[Node]
	}{
		{"another split", "question-file", "split is val, want train", first(func(q *numbered[Node]) { q.Split = "val" })},
		{"another picture", "question-file", "image_index is 99", first(func(q *numbered[Node]) { q.ImageIndex = 99 })},
		{"another file", "question-file", "image_filename is x.png", first(func(q *numbered[Node]) { q.ImageFilename = "x.png" })},
		{"another name", "question-file", "image is x", first(func(q *numbered[Node]) { q.Image = "x" })},
		{"a gap in the numbers", "question-file", "question_index is 1, want 0", func(l []numbered[Node]) []numbered[Node] { return l[1:] }},
		{"a family twice", "question-file", "which question 0 is of already", func(l []numbered[Node]) []numbered[Node] {
			l[1] = l[0]
			l[1].QuestionIndex = 1
			return l
		}},
		{"too many questions", "question-file", "11 questions, want at most 10", func(l []numbered[Node]) []numbered[Node] {
			l = append(l, l[0])
			l[10].QuestionIndex, l[10].QuestionFamilyIndex = 10, 99
			return l
		}},
		{"another answer", "question-answer", "the program gives", first(func(q *numbered[Node]) { q.Answer = 99 })},
		{"an answer that is none", "question-answer", `the answer is "4", want one of`, first(func(q *numbered[Node]) { q.Answer = "4" })},
		{"another result", "question-answer", "node 0 (scene) gives", first(func(q *numbered[Node]) { q.Program[0].Output = []int{0} })},
		{"a malformed program", "question-answer", "is no function of ptr", first(func(q *numbered[Node]) { q.Program[0].Type = "scenery" })},
		{"an empty program", "question-answer", "has no node", first(func(q *numbered[Node]) { q.Program = []Node{} })},
		{"no text", "question-text", "is empty", first(func(q *numbered[Node]) { q.Question.Question = "" })},
		{"a slot left", "question-text", "has a slot or choice left", first(func(q *numbered[Node]) { q.Question.Question = "what is <G>?" })},
		{"two objects are meant", "question-unique", "(unique) is about [0,1], want one object", with("unique", func(q *numbered[Node], node int) {
			q.Program[q.Program[node].Inputs[0]].Output = []int{0, 1}
		})},
		{"a filter that changes nothing", "question-unique", "(filter_object-category) changes nothing in", with("filter_object-category", func(q *numbered[Node], node int) {
			q.Program[node].Output = q.Program[q.Program[node].Inputs[0]].Output
		})},
		{"physics of a static scene", "question-physics", "the scene is static", first(func(q *numbered[Node]) { q.Type1 = typePhysics })},
	} {
		damage(t, s, job, items[static], c.name, c.rule, c.detail, func() {
			putQuestions(t, job, static, c.change(questionsOf(t, job, static)))
		})
	}

	// Names of relations are a set.
	keep := questionsOf(t, job, static)
	putQuestions(t, job, static, with("query_positional-relation", func(q *numbered[Node], node int) {
		slices.Reverse(q.Program[node].Output.([]any))
	})(questionsOf(t, job, static)))
	if got := problems(t, s, job, items[static], false); len(got) > 0 {
		t.Errorf("names of relations in another order: %+v, want no problems", got)
	}
	putQuestions(t, job, static, keep)

	// The file as text.
	name := questionPath(job.Split, static)
	text, err := os.ReadFile(filepath.Join(job.Root, name))
	if err != nil {
		t.Fatal(err)
	}
	replace := func(old, new string) string { return strings.Replace(string(text), old, new, 1) }
	for _, c := range []struct{ name, detail, text string }{
		{"no JSON", "is a list, want a group of keys", "["},
		{"no list", "no list of", "{}"},
		{"something behind", "something follows the end of the value", string(text) + "]"},
		{"an unknown key", "quest is an unknown key", replace(`"question":`, `"quest":`)},
		{"a key is missing", "keys or values are not as they are written", replace(`"question_index":0,`, ``)},
		{"a key is there twice", "question_index is there twice", replace(`"split"`, `"question_index":0,"split"`)},
		{"a number is text", "question_index is a text, want a whole number", replace(`"question_index":0`, `"question_index":"0"`)},
	} {
		damage(t, s, job, items[static], c.name, "question-file", c.detail, func() { putFile(t, job, name, []byte(c.text)) })
	}

	// Physical scenes.
	damage(t, s, job, items[physical], "lines of a physical scene", "question-physics", "the scene is physical", func() {
		putQuestions(t, job, physical, first(func(q *numbered[Node]) { q.Type2 = typeGeometric })(questionsOf(t, job, physical)))
	})
	damage(t, s, job, items[physical], "an unclear verdict", "question-physics", "has a margin of 0.875, want 1", func() {
		scene := filesOf(job.Split, physical).scene
		data, err := os.ReadFile(filepath.Join(job.Root, scene))
		if err != nil {
			t.Fatal(err)
		}
		r, err := ParseRecord(data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Objects {
			r.Objects[i].Simulation.Margin = 0.875
		}
		if _, err := write.JSON(job.Root, scene, r); err != nil {
			t.Fatal(err)
		}
	})
}

// damage expects a change to be named by a problem, and takes it back.
func damage(t *testing.T, s *Set, job gen.Job, item gen.Item, name, rule, detail string, change func()) {
	t.Helper()
	keep := map[string][]byte{}
	for _, file := range []string{questionPath(job.Split, item.Index), filesOf(job.Split, item.Index).scene} {
		data, err := os.ReadFile(filepath.Join(job.Root, file))
		if err != nil {
			t.Fatal(err)
		}
		keep[file] = data
	}
	change()
	got := problems(t, s, job, item, false)
	if !slices.ContainsFunc(got, func(p gen.Problem) bool { return p.Rule == rule && strings.Contains(p.Detail, detail) }) {
		t.Errorf("%s: problems are %+v, want one of %s: ...%s...", name, got, rule, detail)
	}
	for file, data := range keep {
		putFile(t, job, file, data)
	}
	if got := problems(t, s, job, item, false); len(got) > 0 {
		t.Fatalf("%s: after mending: %+v, want no problems", name, got)
	}
}

// nodeOf is the first node of a function, or -1.
func nodeOf(q numbered[Node], function string) int {
	return slices.IndexFunc(q.Program, func(n Node) bool { return n.Type == function })
}

// TestCheckWithoutQuestions: a sample that nobody asked about is fine.
func TestCheckWithoutQuestions(t *testing.T) {
	s := smallSet(t, nil)
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train"}
	if got := problems(t, s, job, makeItems(t, s, job, 1)[0], false); len(got) > 0 {
		t.Errorf("problems are %+v, want none", got)
	}
}

func TestTextFault(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"what colour is the chair?", ""},
		{"name the part of an armchair that is red.", ""},
		{"", "is empty"},
		{"What is it?", "is not in lower case"},
		{"what is it", "ends with neither ? nor ."},
		{"what is it!", "ends with neither ? nor ."},
		{"what is the  chair?", `has spaces or articles that should be "what is the chair?"`},
		{" what is it?", `has spaces or articles that should be "what is it?"`},
		{"what is it ?", `has spaces or articles that should be "what is it?"`},
		{"is there a orange?", `has spaces or articles that should be "is there an orange?"`},
		{"is there an chair?", `has spaces or articles that should be "is there a chair?"`},
		{"is there a <g>?", "has a slot or choice left"},
		{"is there a {chair|bed}?", "has a slot or choice left"},
		{"is there [at all] a chair?", "has a slot or choice left"},
	} {
		if got := textFault(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestAmbiguities takes programs as they are stored.
func TestAmbiguities(t *testing.T) {
	for _, c := range []struct {
		name, program string
		want          []string
	}{
		{"one chair", `[{"type":"scene","inputs":[],"_output":[0,1]},{"type":"filter_object-category","inputs":[0],"_output":[1]},
			{"type":"unique","inputs":[1],"_output":1}]`, nil},
		{"no chair", `[{"type":"scene","inputs":[],"_output":[]},{"type":"unique","inputs":[0],"_output":1}]`,
			[]string{"node 1 (unique) is about [], want one object"}},
		{"no result", `[{"type":"scene","inputs":[]},{"type":"unique","inputs":[0],"_output":1}]`,
			[]string{"node 1 (unique) is about null, want one object"}},
		{"only chairs", `[{"type":"scene","inputs":[],"_output":[0,1]},{"type":"filter_object-category","inputs":[0],"_output":[0,1]}]`,
			[]string{"node 1 (filter_object-category) changes nothing in [0,1]"}},
	} {
		var nodes []Node
		if err := json.Unmarshal([]byte(c.program), &nodes); err != nil {
			t.Fatal(err)
		}
		if got := ambiguities(nodes); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
