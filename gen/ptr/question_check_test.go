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
	"mereo/gen/record"
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

// putQuestions writes one, as the asker does.
func putQuestions(t testing.TB, job gen.Job, index int, questions []numbered[Node]) {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(`{"questions": [`)
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i := range questions {
		b.WriteString(map[bool]string{true: "\n", false: ",\n"}[i == 0])
		if err := e.Encode(&questions[i]); err != nil {
			t.Fatal(err)
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteString("\n]}\n")
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
		{"another split", "reask", `val`, first(func(q *numbered[Node]) { q.Split = "val" })},
		{"another picture", "reask", `image_index is 99`, first(func(q *numbered[Node]) { q.ImageIndex = 99 })},
		{"another file", "reask", `x.png`, first(func(q *numbered[Node]) { q.ImageFilename = "x.png" })},
		{"another name", "reask", `image is "x"`, first(func(q *numbered[Node]) { q.Image = "x" })},
		{"a gap in the numbers", "reask", `questions[0].`, func(l []numbered[Node]) []numbered[Node] { return l[1:] }},
		{"a family twice", "reask", `questions[1].`, func(l []numbered[Node]) []numbered[Node] {
			l[1] = l[0]
			l[1].QuestionIndex = 1
			return l
		}},
		{"too many questions", "reask", `a list of 11`, func(l []numbered[Node]) []numbered[Node] {
			l = append(l, l[0])
			l[10].QuestionIndex, l[10].QuestionFamilyIndex = 10, 99
			return l
		}},
		{"another answer", "question-answer", "the program gives", first(func(q *numbered[Node]) { q.Answer = 99 })},
		{"an answer that is none", "question-answer", `the answer is "4"`, first(func(q *numbered[Node]) { q.Answer = "4" })},
		{"another result", "question-answer", "node 0 (scene) gives", first(func(q *numbered[Node]) { q.Program[0].Output = []int{0} })},
		{"a malformed program", "question-answer", "is no function of ptr", first(func(q *numbered[Node]) { q.Program[0].Type = "scenery" })},
		{"an empty program", "question-answer", "has no node", first(func(q *numbered[Node]) { q.Program = []Node{} })},
		{"no text", "reask", `question is ""`, first(func(q *numbered[Node]) { q.Question.Question = "" })},
		{"a slot left", "reask", `question is "what is`, first(func(q *numbered[Node]) { q.Question.Question = "what is <G>?" })},
		{"two objects are meant", "question-answer", "gives", with("unique", func(q *numbered[Node], node int) {
			q.Program[q.Program[node].Inputs[0]].Output = []int{0, 1}
		})},
		{"a filter that changes nothing", "question-answer", "(filter_object-category) gives", with("filter_object-category", func(q *numbered[Node], node int) {
			q.Program[node].Output = q.Program[q.Program[node].Inputs[0]].Output
		})},
		{"physics of a static scene", "reask", `type1 is "physics"`, first(func(q *numbered[Node]) { q.Type1 = typePhysics })},
	} {
		damage(t, s, job, items, static, c.name, c.rule, c.detail, func() {
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
	for _, c := range []struct{ name, rule, detail, text string }{
		{"no JSON", "question-file", "the text ends within a value", "["},
		{"no list", "reask", `questions is absent`, "{}"},
		{"something behind", "question-file", "something follows the end of the value", string(text) + "]"},
		{"an unknown key", "question-file", "quest is an unknown key", replace(`"question":`, `"quest":`)},
		{"a key is missing", "reask", `questions[0].question_index is absent`, replace(`"question_index":0,`, ``)},
		{"a key is there twice", "question-file", "question_index is there twice", replace(`"split"`, `"question_index":0,"split"`)},
		{"a number is text", "question-file", "question_index is a text, want a whole number", replace(`"question_index":0`, `"question_index":"0"`)},
	} {
		damage(t, s, job, items, static, c.name, c.rule, c.detail, func() { putFile(t, job, name, []byte(c.text)) })
	}

	// Physical scenes.
	damage(t, s, job, items, physical, "lines of a physical scene", "reask", `type2 is "geometric"`, func() {
		putQuestions(t, job, physical, first(func(q *numbered[Node]) { q.Type2 = typeGeometric })(questionsOf(t, job, physical)))
	})
	damage(t, s, job, items, physical, "an unclear verdict", "reask", "want", func() {
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
		if _, err := write.Bytes(job.Root, scene, record.Append(nil, record.Indented, r)); err != nil {
			t.Fatal(err)
		}
	})
}

// damage expects a change to be named by a problem, or by what asking again gives, and takes it back.
func damage(t *testing.T, s *Set, job gen.Job, items []gen.Item, at int, name, rule, detail string, change func()) {
	t.Helper()
	keep := map[string][]byte{}
	for _, file := range []string{questionPath(job.Split, at), filesOf(job.Split, at).scene} {
		data, err := os.ReadFile(filepath.Join(job.Root, file))
		if err != nil {
			t.Fatal(err)
		}
		keep[file] = data
	}
	change()
	got := append(problems(t, s, job, items[at], false), reasked(t, s, job, items, at)...)
	if !slices.ContainsFunc(got, func(p gen.Problem) bool { return p.Rule == rule && strings.Contains(p.Detail, detail) }) {
		t.Errorf("%s: problems are %+v, want one of %s: ...%s...", name, got, rule, detail)
	}
	for file, data := range keep {
		putFile(t, job, file, data)
	}
	if got := append(problems(t, s, job, items[at], false), reasked(t, s, job, items, at)...); len(got) > 0 {
		t.Fatalf("%s: after mending: %+v, want no problems", name, got)
	}
}

// reasked is how the question file of an item differs from what asking again gives.
func reasked(t *testing.T, s *Set, job gen.Job, items []gen.Item, at int) []gen.Problem {
	t.Helper()
	a, err := s.NewAsker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	again := t.TempDir()
	if _, err := a.AskBlock(t.Context(), items, again); err != nil {
		t.Fatal(err)
	}
	name := questionPath(job.Split, at)
	data, err := os.ReadFile(filepath.Join(job.Root, name))
	want, err2 := os.ReadFile(filepath.Join(again, name))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if differs := record.Diff(data, want); differs != "" {
		return []gen.Problem{{File: name, Rule: "reask", Detail: differs}}
	}
	return nil
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
