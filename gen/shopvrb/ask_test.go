package shopvrb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/write"
	"mereo/scenes/rng"
)

// writeScenes writes the records of n drawn scenes and returns their items.
func writeScenes(t *testing.T, root string, n int) (items []gen.Item) {
	t.Helper()
	pool := things(t)
	for i := range n {
		scene := drawScene(t, rng.Named(fmt.Sprint("scenes/", i)), pool, i)
		if _, err := write.Bytes(root, filesOf("train", i).record, scene); err != nil {
			t.Fatal(err)
		}
		items = append(items, gen.Item{Index: i})
	}
	return items
}

// testAsker asks both kinds of questions.
func testAsker(t *testing.T, root string, raw bool) *asker {
	t.Helper()
	return &asker{job: gen.Job{Root: root, Seed: 1, Split: "train"}, raw: raw, kinds: []askedKind{
		{visual, grammarOf(t, visual), 20}, {textual, grammarOf(t, textual), 10},
	}}
}

// problems checks all questions below a folder.
func problems(t *testing.T, a *asker, out string, items []gen.Item) (found []gen.Problem) {
	t.Helper()
	for _, item := range items {
		record, err := os.ReadFile(filepath.Join(a.job.Root, filesOf("train", item.Index).record))
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range a.kinds {
			c := questionChecker{out, kind, a.raw}
			found = append(found, c.check("train", item.Index, record)...)
		}
	}
	return found
}

func TestQuestionsPassTheirCheck(t *testing.T) {
	root := t.TempDir()
	items := writeScenes(t, root, 25)
	for _, raw := range []bool{false, true} {
		a := testAsker(t, root, raw)
		out := t.TempDir()
		asked, err := a.AskBlock(t.Context(), items, out)
		if err != nil {
			t.Fatal(err)
		}
		if asked.Count < 30*len(items)-3 || len(asked.Files) != 2*len(items) {
			t.Errorf("%d questions in %d files about %d scenes, want 20 and 10 each", asked.Count, len(asked.Files), len(items))
		}
		for _, p := range problems(t, a, out, items) {
			t.Errorf("raw %v: %+v", raw, p)
		}
		for _, item := range items {
			record, err := os.ReadFile(filepath.Join(root, filesOf("train", item.Index).record))
			if err != nil {
				t.Fatal(err)
			}
			for _, kind := range a.kinds {
				questions, err := readQuestions(out, kind.file("train", item.Index))
				if err != nil {
					t.Fatal(err)
				}
				families := map[int]bool{}
				for i, q := range questions {
					if fault := kind.templateFault(t, q, record); fault != "" {
						t.Errorf("raw %v: question %d of picture %d: %s", raw, i, item.Index, fault)
					}
					if q.Split != "train" || q.ImageIndex != item.Index || q.QuestionIndex != i || q.ImageFilename != imageName("train", item.Index) ||
						q.Image+".png" != q.ImageFilename || families[q.QuestionFamilyIndex] {
						t.Errorf("raw %v: question %d of picture %d is %+v, after families %v", raw, i, item.Index, q, families)
					}
					families[q.QuestionFamilyIndex] = true
				}
			}
		}
	}
}

// The questions of the first scenes do not depend on later ones, and are the same whenever they are asked.
func TestQuestionsAreAFunctionOfScenesSoFar(t *testing.T) {
	root := t.TempDir()
	items := writeScenes(t, root, 12)
	a := testAsker(t, root, false)
	first, second := t.TempDir(), t.TempDir()
	if _, err := a.AskBlock(t.Context(), items, first); err != nil {
		t.Fatal(err)
	}
	asked, err := a.AskBlock(t.Context(), items[:7], second)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range asked.Files {
		x, errX := os.ReadFile(filepath.Join(first, f.Path))
		y, errY := os.ReadFile(filepath.Join(second, f.Path))
		if errX != nil || errY != nil || !bytes.Equal(x, y) {
			t.Errorf("%s: questions differ (%v, %v)", f.Path, errX, errY)
		}
	}
	a.job.Seed = 2
	other, err := a.AskBlock(t.Context(), items[:7], t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if other.Files[0].SHA256 == asked.Files[0].SHA256 {
		t.Error("another seed asks the same questions")
	}
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	root := t.TempDir()
	items := writeScenes(t, root, 3)
	a := testAsker(t, root, false)
	a.kinds = a.kinds[:1]
	if _, err := a.AskBlock(t.Context(), items, root); err != nil {
		t.Fatal(err)
	}
	file := visual.file("train", 1)
	whole, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, rule string
		change     func(q []*QuestionRecord)
	}{
		{"nothing", "", func([]*QuestionRecord) {}},
		{"another answer", "question-answer", func(q []*QuestionRecord) { q[3].Answer = "a spade" }},
		{"a result", "question-answer", func(q []*QuestionRecord) { q[3].Program[0].Output = []int{0} }},
		{"another function", "question-program", func(q []*QuestionRecord) { q[0].Program[0].Function = "world" }},
		{"a later input", "question-program", func(q []*QuestionRecord) { q[0].Program[1].Inputs = []int{9} }},
		{"another family", "reask", func(q []*QuestionRecord) { q[2].TemplateFilename = "ten_hop.json" }},
		{"a family that there is not", "reask", func(q []*QuestionRecord) { q[2].QuestionFamilyIndex = 158 }},
		{"a family twice", "reask", func(q []*QuestionRecord) { *q[5] = *q[4] }},
		{"a call too many", "reask", func(q []*QuestionRecord) {
			q[1].Program = append([]QuestionNode{{Function: "scene", Inputs: []int{}, ValueInputs: []string{}}}, q[1].Program...)
			for i := range q[1].Program[1:] {
				for k := range q[1].Program[1+i].Inputs {
					q[1].Program[1+i].Inputs[k]++
				}
			}
		}},
		{"another picture", "reask", func(q []*QuestionRecord) { q[6].ImageIndex = 2 }},
		{"another place", "reask", func(q []*QuestionRecord) { q[6].QuestionIndex = 7 }},
		{"a slot", "reask", func(q []*QuestionRecord) { q[7].Question = "Is there a <Z2> thing?" }},
		{"an article", "reask", func(q []*QuestionRecord) { q[7].Question = "Is there a object?" }},
		{"a plural", "reask", func(q []*QuestionRecord) { q[7].Question = "Count the glasss." }},
		{"a plural of another word", "reask", func(q []*QuestionRecord) { q[7].Question = "Where is the thingshaped like a mug?" }},
		{"a space", "reask", func(q []*QuestionRecord) { q[7].Question = "Count  the mugs." }},
	} {
		var questions []*QuestionRecord
		if err := json.Unmarshal(whole, &questions); err != nil {
			t.Fatal(err)
		}
		c.change(questions)
		if _, err := writeQuestions(root, file, questions); err != nil {
			t.Fatal(err)
		}
		rules := map[string]bool{}
		for _, p := range problems(t, a, root, items) {
			if p.File != file {
				t.Errorf("%s: problem of %s", c.name, p.File)
			}
			rules[p.Rule] = true
		}
		if data, err := os.ReadFile(filepath.Join(root, file)); err != nil || !bytes.Equal(data, whole) {
			rules["reask"] = true // as verify asks again and compares
		}
		if c.rule == "" && len(rules) > 0 || c.rule != "" && !rules[c.rule] {
			t.Errorf("%s: rules broken: %v, want %q", c.name, rules, c.rule)
		}
	}
}

// The published figures, with room: how evenly families are used, how answers are balanced, how long programs are.
func TestFiguresOfAPeriod(t *testing.T) {
	pool := things(t)
	for _, c := range []struct {
		askedKind
		distinct float64 // share of different questions
		shares   map[string]float64
	}{
		{askedKind{visual, grammarOf(t, visual), 20}, 0.97, map[string]float64{
			"same_relate": 42.4, "comparison": 17.7, "single_or": 7, "zero_hop": 5.7, "single_and": 5.1,
		}},
		{askedKind{textual, grammarOf(t, textual), 10}, 0.94, map[string]float64{"same_relate_text": 28.2, "comparison_text": 10.8}},
	} {
		session := newSession(c.grammar, c.perScene, askWay{})
		families, files, texts := map[string]int{}, map[string]int{}, map[string]bool{}
		answers, types := map[string]map[ask.Value]int{}, map[string]map[ask.Value]int{}
		n, few, calls := 0, 0, 0
		for i := range period {
			questions := session.Ask(mustKnow(t, drawScene(t, streamOf(t, i), pool, i)), streamsOf(keyOfScene(i), c.kind))
			if len(questions) < c.perScene {
				few++
			}
			for _, q := range questions {
				n++
				calls += len(q.Program)
				families[q.Template.Name()]++
				files[ask.Base(q.Template.File)]++
				texts[q.Text] = true
				for kind, counts := range map[string]map[string]map[ask.Value]int{
					q.Template.Name(): answers, questionType(q.Program[len(q.Program)-1].Function): types,
				} {
					if counts[kind] == nil {
						counts[kind] = map[ask.Value]int{}
					}
					counts[kind][q.Answer]++
				}
			}
		}
		if few > period/100 {
			t.Errorf("%s: %d of %d scenes have too few questions", c.kind, few, period)
		}
		if mean := float64(calls) / float64(n); mean < 11 || mean > 14.5 {
			t.Errorf("%s: programs have %.1f calls, want 11 to 14.5", c.kind, mean)
		}
		if share := float64(len(texts)) / float64(n); share < c.distinct {
			t.Errorf("%s: %.3f of the questions are different, want %v", c.kind, share, c.distinct)
		}
		even, mean := 0, float64(n)/float64(len(c.grammar.Templates))
		for _, used := range families {
			if f := float64(used); f >= mean/1.5 && f <= mean*1.5 {
				even++
			}
		}
		if all := len(c.grammar.Templates); len(families) < all*145/158 || even < len(families)*85/100 {
			t.Errorf("%s: %d of %d families are used, %d about equally often", c.kind, len(families), all, even)
		}
		for file, want := range c.shares {
			if got := 100 * float64(files[file]) / float64(n); got < want-2 || got > want+2 {
				t.Errorf("%s: %.1f %% of the questions are of %s, want %.1f", c.kind, got, file, want)
			}
		}
		for family, counts := range answers {
			first, second := twoLargest(counts)
			if first-second > max(1, second/10) {
				t.Errorf("%s: an answer was given %d times, the next %d times", family, first, second)
			}
		}
		for kind, counts := range types {
			total := 0
			for _, k := range counts {
				total += k
			}
			if first, _ := twoLargest(counts); float64(first) > 0.6*float64(total) {
				t.Errorf("%s, %s: an answer was given in %d of %d questions", c.kind, kind, first, total)
			}
		}
	}
}

// twoLargest are the largest counts.
func twoLargest(counts map[ask.Value]int) (first, second int) {
	for _, n := range counts {
		if n > first {
			first, n = n, first
		}
		second = max(second, n)
	}
	return first, second
}

// Names of joined questions count on over pictures.
func TestJoinedQuestionsAreNumbered(t *testing.T) {
	root := t.TempDir()
	items := writeScenes(t, root, 3)
	a := testAsker(t, root, false)
	if _, err := a.AskBlock(t.Context(), items, root); err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: root, Count: 3}
	joined := joinedQuestions("joined.json", Info{Split: "train"}, func(i int) string { return visual.file("train", i) })
	if _, err := joined.Step(t.Context(), job)(); err != nil {
		t.Fatal(err)
	}
	data, err := job.Read("joined.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Info      map[string]string
		Questions []QuestionRecord
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if file.Info["split"] != "train" || len(file.Questions) < 58 {
		t.Fatalf("info %v, %d questions", file.Info, len(file.Questions))
	}
	for i, q := range file.Questions {
		if q.QuestionIndex != i || q.Split != "train" || q.Program == nil {
			t.Errorf("question %d: %+v", i, q)
		}
	}
}
