package ptr

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/judge"
	"mereo/scenes/rng"
)

// builtin reads the templates that are part of the program.
func builtin(t testing.TB) *ask.Grammar[*known] {
	t.Helper()
	g, err := readGrammar("")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func streamOf(name string) *rng.Stream { return rng.Named(name) }

// askBlock asks about the scenes of some items and writes below out.
func askBlock(t testing.TB, s *Set, job gen.Job, items []gen.Item, out string) *gen.Asked {
	t.Helper()
	a, err := s.NewAsker(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := a.AskBlock(context.Background(), items, out)
	if err != nil {
		t.Fatal(err)
	}
	return asked
}

// writeScenes writes scene files of a split.

func writeScenes(t testing.TB, job gen.Job, scenes ...string) []gen.Item {
	t.Helper()
	var items []gen.Item
	for i, scene := range scenes {
		name := filepath.Join(job.Root, filesOf(job.Split, i).scene)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(scene), 0o666); err != nil {
			t.Fatal(err)
		}
		items = append(items, gen.Item{Index: i})
	}
	return items
}

// madeRecords are scene files of a small set, static and physical ones.
func madeRecords(t testing.TB, n int) (*Set, gen.Job, []gen.Item) {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Physical = 0.3
	s, err := New(cfg, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train"}
	return s, job, makeItems(t, s, job, n)
}

// A block's questions depend on its records alone: not on where they are written, and those of a prefix not on what comes
// after it.
func TestAskBlockIsRepeatable(t *testing.T) {
	s, job, items := madeRecords(t, 24)
	a, b, c := t.TempDir(), t.TempDir(), t.TempDir()
	first, second, prefix := askBlock(t, s, job, items, a), askBlock(t, s, job, items, b), askBlock(t, s, job, items[:9], c)
	if len(first.Files) != 24 || first.Count < 200 {
		t.Fatalf("%d files with %d questions, want 24 with about 240", len(first.Files), first.Count)
	}
	for i := range first.Files {
		if first.Files[i] != second.Files[i] {
			t.Errorf("file %d: got %+v, then %+v", i, first.Files[i], second.Files[i])
		}
	}
	for i := range prefix.Files {
		if first.Files[i] != prefix.Files[i] {
			t.Errorf("file %d: %+v in a block of 24, %+v in one of 9", i, first.Files[i], prefix.Files[i])
		}
	}
}

// Questions must not move by themselves: a change of templates, of the search or of the records needs another version.
func TestQuestionsAreFrozen(t *testing.T) {
	s, job, items := madeRecords(t, 12)
	h := sha256.New()
	for _, f := range askBlock(t, s, job, items, job.Root).Files {
		fmt.Fprintln(h, f.SHA256)
	}
	const want = "f34062b68a3df992"
	if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != want {
		t.Errorf("questions about 12 scenes: got hash %s, want %s", got, want)
	}
}

// Every question of a made set is one that a reader accepts: both executors give its answer, the text is tidy, families
// differ, and what is asked about stability is clear.
func TestAskedQuestionsAreRight(t *testing.T) {
	s, job, items := madeRecords(t, 24)
	asked := askBlock(t, s, job, items, job.Root)
	physical := 0
	for i, f := range asked.Files {
		data, err := os.ReadFile(filepath.Join(job.Root, f.Path))
		if err != nil {
			t.Fatal(err)
		}
		scene, err := os.ReadFile(filepath.Join(job.Root, filesOf(job.Split, i).scene))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := ask.ReadPlain(scene)
		if err != nil {
			t.Fatal(err)
		}
		var file storedQuestions
		if err := json.Unmarshal(data, &file); err != nil {
			t.Fatal(err)
		}
		families := map[string]bool{}
		for k, q := range file.Questions {
			where := fmt.Sprintf("%s: question %d %q", f.Path, k, q.Question)
			p, err := s.grammar.Library.ParseProgram(q.Program)
			if err != nil {
				t.Fatal(err)
			}
			k, _, err := parseKnown(scene)
			if err != nil {
				t.Fatal(err)
			}
			outputs, want := s.grammar.Library.RunPlain(plain, p), answerText(wholeNumber(q.Answer))
			if got := answerText(s.grammar.Library.Answer(k, p)); got != want {
				t.Errorf("%s: the first meanings say %v, the file %v", where, got, q.Answer)
			}
			if got := answerText(outputs[len(outputs)-1]); got != want {
				t.Errorf("%s: the second meanings say %v, the file %v", where, got, q.Answer)
			}
			if got, err := executor()(scene, q.Program); err != nil || answerText(got) != want {
				t.Errorf("%s: Execute says %v, %v, the file %v", where, got, err, q.Answer)
			}
			text := q.Question
			if text != ask.Tidy(text) || text != strings.ToLower(text) || strings.ContainsAny(text, "<>{}[]|") || !strings.ContainsAny(text[len(text)-1:], "?.") {
				t.Errorf("%s: the text is not tidy", where)
			}
			family := fmt.Sprint(q.TemplateFilename, q.QuestionFamilyIndex)
			if families[family] {
				t.Errorf("%s: the family is asked twice", where)
			}
			families[family] = true
			if q.Type1 == "physics" {
				physical++
			}
		}
	}
	if physical == 0 {
		t.Error("no question is about stability")
	}
}

// Where perturbed simulations disagree about all objects, what is asked about stability is how many of what is not there are stable.
func TestUnclearVerdictsAreNotAsked(t *testing.T) {
	s, job, items := madeRecords(t, 24)
	for _, item := range items {
		name := filepath.Join(job.Root, filesOf(job.Split, item.Index).scene)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		data = bytes.ReplaceAll(data, []byte(`"margin": 1`), []byte(`"margin": 0.875`))
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	asked := askBlock(t, s, job, items, job.Root)
	for _, item := range items {
		for _, q := range questionsOf(t, job, item.Index) {
			if q.Type1 == typePhysics && fmt.Sprint(q.Answer) != "0" {
				t.Errorf("%d: %s: got %v, want nothing asked", item.Index, q.Question.Question, q.Answer)
			}
		}
	}
	if len(asked.Tally["family"]) == 0 || asked.Tally["even family"]["zero_hop:0"] == 0 {
		t.Errorf("families are counted as %v and %v", asked.Tally["family"], asked.Tally["even family"])
	}
}

// Whether there is something in a relation is asked on request, and is as often false as true.
func TestRelationExist(t *testing.T) {
	s, job, items := madeRecords(t, 30)
	if n := askBlock(t, s, job, items, t.TempDir()).Tally["family"]["one_hop:1"]; n != 0 {
		t.Errorf("one_hop:1 is asked %d times by default", n)
	}
	s.cfg.RelationExist, s.cfg.Questions = true, 59
	asked := askBlock(t, s, job, items, job.Root)
	if n := asked.Tally["family"]["one_hop:1"]; n < 20 {
		t.Errorf("one_hop:1 is asked %d times about 30 scenes", n)
	}
	answers := map[string]int{}
	for _, f := range asked.Files {
		data, err := os.ReadFile(filepath.Join(job.Root, f.Path))
		if err != nil {
			t.Fatal(err)
		}
		var file storedQuestions
		if err := json.Unmarshal(data, &file); err != nil {
			t.Fatal(err)
		}
		for _, q := range file.Questions {
			if q.TemplateFilename == "one_hop.json" && q.QuestionFamilyIndex == 1 {
				answers[answerText(q.Answer)]++
			}
		}
	}
	if d := answers["yes"] - answers["no"]; d < -2 || d > 2 {
		t.Errorf("answers are %v, want as many yes as no", answers)
	}
}

// A classifier that reads the words alone does not profit: in no sub-type does it come 12 points above the families' most
// frequent answers, give or take three standard errors.
func TestWordsDoNotTell(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	cfg := DefaultConfig()
	cfg.Physical, cfg.Questions = 0, 59 // all families of every scene: much to learn from
	s, err := New(cfg, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 8, Split: "train", Count: 300}
	items := makeItems(t, s, job, job.Count)
	askBlock(t, s, job, items, job.Root)
	questions, err := judge.Spread(t.Context(), job.Count, cfg.Questions, s.told(job))
	if err != nil {
		t.Fatal(err)
	}
	rows := judge.Probe(questions)
	if len(rows) != 12 {
		t.Errorf("%d sub-types, want the 12 of static scenes", len(rows))
	}
	for _, r := range rows {
		t.Logf("%-28s %5d questions, most frequent answers %.1f %%, words %.1f %%", r.Kind, r.Count, r.Frequency, r.Words)
		if limit := r.Frequency + 12 + 300*math.Sqrt(0.25/float64(r.Count)); r.Words > limit {
			t.Errorf("%s: words are right in %.1f %% of %d questions, want at most %.1f", r.Kind, r.Words, r.Count, limit)
		}
	}
}

// A scene file that cannot be read is named.
func TestAskBlockNamesBadScenes(t *testing.T) {
	s, job := smallSet(t, nil), gen.Job{Root: t.TempDir(), Seed: 3, Split: "train"}
	for _, c := range []struct{ scene, want string }{
		{"{", "train/scenes/PTR_train_000000.json: ptr: scene file: "},
		{`{"objects": [{}]}`, "train/scenes/PTR_train_000000.json: ptr: scene file: relationships.left has 0 lists, want one for each of 1 objects"},
		{`{"objects": [{}], "relationships": {"left": [[3]], "right": [[]], "behind": [[]], "front": [[]]}}`,
			"train/scenes/PTR_train_000000.json: ptr: scene file: relationships.left[0] has object 3, want 0 to 0"},
	} {
		items := writeScenes(t, job, c.scene)
		a, err := s.NewAsker(context.Background(), job)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.AskBlock(context.Background(), items, t.TempDir()); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.scene, err, c.want)
		}
	}
}

func TestExplain(t *testing.T) {
	s, job, items := madeRecords(t, 2)
	askBlock(t, s, job, items, job.Root)
	scene := filepath.Join(job.Root, filesOf(job.Split, 1).scene)
	var b bytes.Buffer
	if err := Explain(&b, scene, 3); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"PTR_train_000001.png, question 3 (", "object 0: ", " scene", "└─ ", "\nanswer: "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	if err := Explain(&b, scene, 10); err == nil || !strings.HasSuffix(err.Error(), "no question 10, the file has 0 to 9") {
		t.Errorf("question 10: got %v", err)
	}
}

// A folder of templates replaces families, adds some, and its mistakes are told with their place.
func TestTemplatesOfAFolder(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	family := `{"labels": {"type1": "concept", "type2": "count-object"}, "program": [
  "filter_object_count(scene, <S>)"], "text": ["number of <G>s?"]}`
	write("zz.json", "["+family+`, {"replaces": "zero_hop:0", `+family[1:]+"]")
	g, err := readGrammar(folder)
	if err != nil {
		t.Fatal(err)
	}
	own := builtin(t)
	if len(own.Templates) != 59 || len(g.Templates) != 60 || g.Templates[59].Name() != "zz:0" || g.Source == own.Source {
		t.Errorf("%d and %d families, the last is %s; want 59, 60 and zz:0, and another source",
			len(own.Templates), len(g.Templates), g.Templates[len(g.Templates)-1].Name())
	}
	if first := g.Templates[0]; first.Name() != "zero_hop:0" || len(first.Slots) != 1 {
		t.Errorf("the first family is %s with %d slots, want zero_hop:0 with 1", first.Name(), len(first.Slots))
	}
	write("zz.json", "[\n"+strings.Replace(family, "filter_object_count", "filter_objects", 1)+"]")
	_, err = readGrammar(folder)
	want := "templates in " + folder + `: ask: zz.json: line 3, column 3: [0].program[0]: byte 0 of "filter_objects(scene, <S>)": "filter_objects" is no function or macro of ptr`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if _, err := readGrammar(filepath.Join(folder, "none")); err == nil {
		t.Error("a folder that is not there: no error")
	}
}
