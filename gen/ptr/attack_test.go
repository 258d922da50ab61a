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
	"mereo/internal/tamper"
	"mereo/scenes/vary"
)

// TestEveryLeafIsChecked changes places of records, and of what blocks say of samples, with checksums brought into line. No change passes
// where the record is planned again, and where it is not, no more than a share, none of what follows from the seed without models; made
// again, none.
func TestEveryLeafIsChecked(t *testing.T) {
	few := 1
	if os.Getenv("MEREO_ATTACK") == "" {
		few = 25 // all of them take minutes
	}
	missed := map[string]int{} // by how it was checked
	tried := map[string]int{}
	for _, c := range []struct {
		name     string
		physical float64
		pictures bool
	}{{"static", 0, false}, {"static, pictures", 0, true}, {"physical", 1, false}, {"physical, pictures", 1, true}} {
		s := smallSet(t, func(cfg *Config) {
			cfg.Physical, cfg.Width, cfg.Height, cfg.Questions = c.physical, 120, 90, 0
			if c.pictures {
				cfg.Randomize = vary.Amounts{Textures: 1, Lights: 1}
			}
		})
		job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train", Pictures: c.pictures}
		items := makeItems(t, s, job, 8)
		var records, texts [][]byte
		for i := range items {
			data, err := os.ReadFile(filepath.Join(job.Root, filesOf(job.Split, i).scene))
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(items[i])
			if err != nil {
				t.Fatal(err)
			}
			records, texts = append(records, data), append(texts, text)
		}
		opened, err := s.NewChecker(context.Background(), job)
		if err != nil {
			t.Fatal(err)
		}
		found := func(item gen.Item, remake bool) bool {
			p, err := opened.Check(context.Background(), item, remake)
			if err != nil {
				t.Fatal(err)
			}
			return len(p) > 0
		}
		for _, again := range []bool{true, false} { // planned again or not
			index := slices.IndexFunc(items, func(i gen.Item) bool { return planned(job, i.Index) == again })
			if index < 0 {
				t.Fatalf("%s: no sample whose record is planned again: %v", c.name, again)
			}
			how := c.name + ", planned again"
			if !again {
				how = c.name + ", rules"
			}
			for _, item := range items[index : index+1] {
				if found(item, false) || found(item, true) {
					t.Fatalf("%s: sample %d as it was made has problems", how, index)
				}
			}
			others := slices.Delete(slices.Clone(records), index, index+1)
			changes, err := tamper.Changes(records[index], 1, others...)
			if err != nil {
				t.Fatal(err)
			}
			scene := filesOf(job.Split, index).scene
			for i, change := range changes {
				if i%few != 0 {
					continue
				}
				if _, err := write.Bytes(job.Root, scene, change.Data()); err != nil {
					t.Fatal(err)
				}
				tried[how]++
				if found(items[index], false) {
					continue
				}
				missed[how]++
				t.Logf("%s: %s: not noticed", how, change.Where)
				if strings.HasPrefix(change.Where, "/mereo/") || !strings.HasPrefix(change.Where, "/objects/") {
					t.Errorf("%s: %s: not noticed, though it depends on no model", how, change.Where)
				}
				if !found(items[index], true) {
					t.Errorf("%s: %s: not noticed by making the sample again", how, change.Where)
				}
			}
			if _, err := write.Bytes(job.Root, scene, records[index]); err != nil {
				t.Fatal(err)
			}

			// What the block says.
			if changes, err = tamper.Changes(texts[index], 1, slices.Delete(slices.Clone(texts), index, index+1)...); err != nil {
				t.Fatal(err)
			}
			for i, change := range changes {
				var other gen.Item
				if i%few != 0 || record.Read(change.Data(), &other, record.Lacking) != nil {
					continue // the block cannot be read
				}
				if sameItem(other, items[index]) {
					continue
				}
				if tried["block"]++; !found(other, false) {
					t.Errorf("%s: block: %s: not noticed", how, change.Where)
				}
			}
		}
	}
	for how, n := range tried {
		t.Logf("%s: %d of %d missed", how, missed[how], n)
		if strings.HasSuffix(how, "static, planned again") && missed[how] > 0 || 10*missed[how] > n {
			t.Errorf("%s: %d of %d missed", how, missed[how], n)
		}
	}
}

// sameItem: what differs is a checksum or a size, which are compared with the file, or the name of what drew, which nothing tells.
func sameItem(a, b gen.Item) bool {
	bare := func(i gen.Item) []byte {
		i.Files = slices.Clone(i.Files)
		for k := range i.Files {
			i.Files[k] = write.File{Path: i.Files[k].Path}
		}
		if i.Renderer != "" {
			i.Renderer = "?"
		}
		data, err := json.Marshal(i)
		if err != nil {
			panic(fmt.Sprint(err))
		}
		return data
	}
	return bytes.Equal(bare(a), bare(b))
}
