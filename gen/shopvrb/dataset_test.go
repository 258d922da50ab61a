package shopvrb

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/gen"
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

// keptFiles are the contents of a sample's files, to be damaged and mended.
type keptFiles struct {
	t    testing.TB
	root string
	data map[string][]byte
}

func keepFiles(t testing.TB, root string, names ...string) *keptFiles {
	t.Helper()
	k := &keptFiles{t, root, map[string][]byte{}}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		k.data[name] = data
	}
	return k
}

func (k *keptFiles) write(name string, data []byte) {
	k.t.Helper()
	if err := os.WriteFile(filepath.Join(k.root, name), data, 0o666); err != nil {
		k.t.Fatal(err)
	}
}

func (k *keptFiles) mend() {
	k.t.Helper()
	for name, data := range k.data {
		k.write(name, data)
	}
}

// recorded writes a record after a change.
func (k *keptFiles) recorded(name string, change func(r *Record)) func() {
	return func() {
		k.t.Helper()
		r, err := ParseRecord(k.data[name])
		if err != nil {
			k.t.Fatal(err)
		}
		change(r)
		data := append(r.Append(nil), '\n')
		if string(data) == string(k.data[name]) {
			k.t.Fatalf("the damage changes nothing of %s", name)
		}
		k.write(name, data)
	}
}

// asked writes questions after a change.
func (k *keptFiles) asked(name string, change func(q []*QuestionRecord)) func() {
	return func() {
		k.t.Helper()
		var q []*QuestionRecord
		if err := json.Unmarshal(k.data[name], &q); err != nil {
			k.t.Fatal(err)
		}
		change(q)
		if _, err := writeQuestions(k.root, name, q); err != nil {
			k.t.Fatal(err)
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
func expectNoticed(t *testing.T, s *Set, job gen.Job, item gen.Item, kept *keptFiles, list []damage) {
	t.Helper()
	for _, c := range list {
		c.do()
		got := problemsOf(t, s, job, item, c.remake)
		has := func(p gen.Problem) bool { return p.Rule == c.rule && p.Detail != "" && p.File != "" }
		if !slices.ContainsFunc(got, has) {
			t.Errorf("%s: found %+v, want a problem of rule %s", c.name, got, c.rule)
		}
		if c.remake {
			for _, p := range problemsOf(t, s, job, item, false) {
				t.Errorf("%s: found %+v without making it again, want nothing", c.name, p)
			}
		}
		kept.mend()
	}
	if got := problemsOf(t, s, job, item, true); len(got) > 0 {
		t.Errorf("after mending: %+v, want no problems", got)
	}
}
