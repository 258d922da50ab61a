package shopvrb

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/internal/backup"
)

// setOf is the set of a configuration.
func setOf(t testing.TB, change func(c *Config)) *Set {
	t.Helper()
	cfg := DefaultConfig()
	if change != nil {
		change(&cfg)
	}
	s, err := New(cfg, Sources{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// makeSamples makes the samples of some indices and asks about them.
func makeSamples(t testing.TB, s *Set, job gen.Job, indices ...int) (items []gen.Item) {
	t.Helper()
	m, err := s.NewMaker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, i := range indices {
		item, err := m.Make(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		item.Renderer = m.Renderer() // as the loop does
		items = append(items, *item)
	}
	a, err := s.NewAsker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.AskBlock(t.Context(), items, job.Root); err != nil {
		t.Fatal(err)
	}
	return items
}

// problemsOf checks a sample.
func problemsOf(t testing.TB, s *Set, job gen.Job, item gen.Item, remake bool) []gen.Problem {
	t.Helper()
	c, err := s.NewChecker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p, err := c.Check(t.Context(), item, remake)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// recorded writes a record after a change.
func recorded(k *backup.Files, name string, change func(r *Record)) func() {
	return func() {
		k.T.Helper()
		r, err := ParseRecord(k.Data[name])
		if err != nil {
			k.T.Fatal(err)
		}
		change(r)
		data := append(r.Append(nil), '\n')
		if string(data) == string(k.Data[name]) {
			k.T.Fatalf("the damage changes nothing of %s", name)
		}
		k.Write(name, data)
	}
}

// asked writes questions after a change.
func asked(k *backup.Files, name string, change func(q []*QuestionRecord)) func() {
	return func() {
		k.T.Helper()
		var q []*QuestionRecord
		if err := json.Unmarshal(k.Data[name], &q); err != nil {
			k.T.Fatal(err)
		}
		change(q)
		if _, err := writeQuestions(k.Root, name, q); err != nil {
			k.T.Fatal(err)
		}
	}
}

// damage is one thing that is wrong with a sample, and the rule that must notice it.
type damage struct {
	name, rule string
	remake     bool // noticed only when the sample is made again
	do         func()
}

// expectNoticed does one damage after the other.
func expectNoticed(t *testing.T, s *Set, job gen.Job, item gen.Item, kept *backup.Files, list []damage) {
	t.Helper()
	for _, c := range list {
		c.do()
		got := problemsOf(t, s, job, item, c.remake)
		has := func(p gen.Problem) bool {
			told := p.Detail
			if c.rule == "remake" {
				told, _ = strings.CutPrefix(told, "differs from what the seed gives: ")
			}
			return p.Rule == c.rule && told != "" && p.File != "" && (c.rule != "remake" || told != p.Detail)
		}
		if !slices.ContainsFunc(got, has) {
			t.Errorf("%s: found %+v, want a problem of rule %s", c.name, got, c.rule)
		}
		if c.remake {
			for _, p := range problemsOf(t, s, job, item, false) {
				t.Errorf("%s: found %+v without making it again, want nothing", c.name, p)
			}
		}
		kept.Mend()
	}
	if got := problemsOf(t, s, job, item, true); len(got) > 0 {
		t.Errorf("after mending: %+v, want no problems", got)
	}
}
