package shopvrb

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/backup"
	"mereo/internal/tamper"
)

// Whatever is changed in a record or in what the block's file says of a sample is found, whether or not the sample is made again: of
// things that fell, too, since what is said of how they lie is said twice.
func TestEveryChangedLeafIsFound(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(c *Config)
	}{
		{"standing", nil},
		{"as published", (*Config).AsPublished},
		{"opened", func(c *Config) { c.Articulate = true }},
		{"dropped", func(c *Config) { c.Drop = true }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := setOf(t, func(cfg *Config) {
				if c.change != nil {
					c.change(cfg)
				}
				cfg.MinObjects, cfg.MaxObjects, cfg.Width, cfg.Height = 3, 3, 160, 120
			})
			job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "train"}
			items := makeSamples(t, s, job, 0, 1, 2, 3, 4, 5)
			i := slices.IndexFunc(items, func(item gen.Item) bool { return item.Attempt > 0 })
			leavesFound(t, s, job, items[max(i, 0)])
		})
	}
}

// leavesFound changes all that is said of a sample, one thing at a time.
func leavesFound(t *testing.T, s *Set, job gen.Job, item gen.Item) {
	t.Helper()
	checker, err := s.NewChecker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer checker.Close()
	found := func(item gen.Item, remake bool) bool {
		for i := range item.Files { // as verify does beforehand
			if item.Files[i].Check(job.Root) != nil {
				return true
			}
		}
		p, err := checker.Check(t.Context(), item, remake)
		return err != nil || len(p) > 0
	}
	for _, remake := range []bool{false, true} {
		if found(item, remake) {
			t.Fatal("the sample has problems to begin with")
		}
	}
	name := filesOf(job.Split, item.Index).record
	kept := backup.Of(t, job.Root, name)
	changes, err := tamper.Changes(kept.Data[name], 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(changes); i += leafStep {
		c := changes[i]
		kept.Write(name, c.Data())
		inLine := item
		sum, err := write.Sum(job.Root, name)
		if err != nil {
			t.Fatal(err)
		}
		inLine.Files = []write.File{sum}
		if found(inLine, false) {
			continue
		}
		if !s.cfg.Drop || !lastBitOfPose.MatchString(c.Where) {
			t.Errorf("%s is not found", c.Where)
		} else if !found(inLine, true) {
			t.Errorf("%s is not found when the sample is made again", c.Where)
		}
	}
	kept.Mend()
	t.Logf("%d changes of the record", (len(changes)+leafStep-1)/leafStep)
	said := item
	said.Caption = "kitchen"
	if !found(said, false) {
		t.Error("a caption is not found")
	}
	data, err := json.Marshal(&item)
	if err != nil {
		t.Fatal(err)
	}
	if changes, err = tamper.Changes(data, 2); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		var changed gen.Item
		if record.Read(c.Data(), &changed, record.Lacking) != nil {
			continue
		}
		if again, err := json.Marshal(&changed); err != nil || !bytes.Equal(again, data) && !found(changed, false) {
			t.Errorf("item: %s is not found", c.Where)
		}
	}
	t.Logf("%d changes of the item", len(changes))
}

// lastBitOfPose are changes of how a thing lies by less than what follows from it is rounded by.
var lastBitOfPose = regexp.MustCompile(`/objects/\d+/(rotation|mereo/pose/\d) by a bit$`)

// leafStep is every how many changes one is tried.
const leafStep = 2
