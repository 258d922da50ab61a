package trance

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/tamper"
	"mereo/scenes/vary"
)

// TestEveryLeafIsChecked changes every place of records, and of what blocks say of samples, with checksums brought into line. No change
// passes, whether samples are made again or not.
func TestEveryLeafIsChecked(t *testing.T) {
	ctx := context.Background()
	few, tries := 1, 0
	if os.Getenv("MEREO_ATTACK") == "" {
		few = 20 // all of them take minutes
	}
	for _, c := range []struct {
		cfg      Config
		pictures bool
	}{
		{DefaultConfig(), false},
		{with(func(c *Config) {
			c.Problem, c.Published, c.Randomize = ProblemPosition, AsPublished, vary.Amounts{Textures: 1, Lights: 1}
		}), false},
		{with(func(c *Config) { c.IDs, c.Between = true, true }), true},
	} {
		job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train", Pictures: c.pictures}
		set := graySet(t, c.cfg)
		opened, err := set.NewChecker(ctx, job)
		if err != nil {
			t.Fatal(err)
		}
		split, err := set.open(job)
		if err != nil {
			t.Fatal(err)
		}
		found := func(item gen.Item, remake bool) bool {
			p, err := opened.Check(ctx, item, remake)
			if err != nil {
				t.Fatal(err)
			}
			return len(p) > 0
		}

		// A sample that was tried more than once, and others to take words from.
		var item gen.Item
		var texts, records [][]byte // of items and records, the sample's first
		for index := 0; len(records) < 4; index++ {
			made, err := split.Plan(ctx, index)
			if err != nil {
				t.Fatal(err)
			}
			if len(records) == 0 && (made.attempt == 0 || made.attempt > 3) {
				continue
			}
			one := drawn(t, c.cfg, job, index)
			if !c.pictures {
				one.Renderer = ""
			}
			text, err := json.Marshal(one, json.Deterministic(true))
			if err != nil {
				t.Fatal(err)
			}
			texts, records = append(texts, text), append(records, encoded(t, c.cfg.infoRecord(index, made)))
			if len(records) > 1 {
				continue
			}
			if item = *one; !c.pictures {
				putRecord(t, c.cfg, job, index, records[0])
			}
			if found(item, true) || found(item, false) {
				t.Fatalf("%+v: sample %d as it was made has problems", c.cfg, index)
			}
		}

		// The record, whatever else is said of the sample.
		changes, err := tamper.Changes(records[0], 1, records[1:]...)
		if err != nil {
			t.Fatal(err)
		}
		for i, change := range changes {
			if i%few != 0 {
				continue
			}
			tries++
			putRecord(t, c.cfg, job, item.Index, change.Data())
			if !found(item, false) {
				t.Errorf("%s: not noticed", change.Where)
			}
		}
		putRecord(t, c.cfg, job, item.Index, records[0])

		// What the block says.
		if changes, err = tamper.Changes(texts[0], 1, texts[1:]...); err != nil {
			t.Fatal(err)
		}
		for i, change := range changes {
			if i%few != 0 {
				continue
			}
			var other gen.Item
			if json.Unmarshal(change.Data(), &other, json.RejectUnknownMembers(true)) != nil {
				continue // the block cannot be read
			}
			again, err := json.Marshal(other, json.Deterministic(true))
			if err != nil {
				t.Fatal(err)
			}
			if slices.Equal(again, texts[0]) || told(other, item) {
				continue
			}
			tries++
			if !found(other, false) {
				t.Errorf("block: %s: not noticed", change.Where)
			}
		}
	}
	t.Logf("%d changes", tries)
	if tries < 100 {
		t.Errorf("only %d changes were tried", tries)
	}
}

// told: what differs is a checksum or a size, which are compared with the file, or the name of what drew, which nothing tells.
func told(a, b gen.Item) bool {
	if len(a.Files) != len(b.Files) {
		return false
	}
	bare := func(i gen.Item) string {
		i.Files = slices.Clone(i.Files)
		for k := range i.Files {
			i.Files[k] = write.File{Path: i.Files[k].Path}
		}
		if i.Renderer != "" {
			i.Renderer = "?"
		}
		return fmt.Sprintf("%+v", i)
	}
	return bare(a) == bare(b)
}

func putRecord(t *testing.T, cfg Config, job gen.Job, index int, data []byte) {
	t.Helper()
	if _, err := write.Bytes(job.Root, cfg.infoPath(job.Split, index), data); err != nil {
		t.Fatal(err)
	}
}
