package qlevr

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/backup"
	"mereo/internal/tamper"
)

// Whatever is changed in a record or in what the block's file says of a sample is found, whether or not the sample is made again.
func TestEveryChangedLeafIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	for _, c := range []struct {
		name     string
		change   func(c *Config)
		pictures bool
	}{
		{"records", nil, false},
		{"drawings", func(c *Config) { c.Dimension = 2 }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := setOf(t, c.change)
			job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: c.pictures}
			leavesFound(t, s, job, makeSamples(t, s, job, 2)[1])
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
	found := func(item gen.Item) bool {
		for i := range item.Files { // as verify does beforehand
			if item.Files[i].Check(job.Root) != nil {
				return true
			}
		}
		p, err := checker.Check(t.Context(), item, false)
		return err != nil || len(p) > 0
	}
	if found(item) {
		t.Fatal("the sample has problems to begin with")
	}
	f := s.cfg.filesOf(job.Split, item.Index)
	kept := backup.Of(t, job.Root, f.record2D, f.record3D)
	for name := range kept.Data {
		changes := tampered(t, kept.Data[name])
		for i := 0; i < len(changes); i += 5 {
			kept.Write(name, changes[i].Data())
			inLine := item
			inLine.Files = slices.Clone(item.Files)
			for i := range inLine.Files {
				if inLine.Files[i].Path == name {
					inLine.Files[i], err = write.Sum(job.Root, name)
				}
			}
			if err == nil && !found(inLine) {
				t.Errorf("%s: %s is not found", name, changes[i].Where)
			}
		}
		kept.Mend()
		t.Logf("%s: %d changes", name, (len(changes)+4)/5)
	}
	item.Rejects, item.Caption = map[string]int{"no place": 1}, "a desk"
	if !found(item) {
		t.Error("a caption is not found")
	}
	item.Rejects, item.Caption = nil, ""
	data, err := json.Marshal(&item)
	if err != nil {
		t.Fatal(err)
	}
	changes := tampered(t, data)
	for _, c := range changes {
		var changed gen.Item
		if record.Read(c.Data(), &changed, record.Lacking) != nil {
			continue
		}
		if again, err := json.Marshal(&changed); err != nil || !bytes.Equal(again, data) && !found(changed) {
			t.Errorf("item: %s is not found", c.Where)
		}
	}
	t.Logf("%d changes of the item", len(changes))
	if !job.Pictures {
		return
	}
	for _, name := range []string{f.texture, f.materials, f.drawing} {
		pixels := backup.Of(t, job.Root, name)
		im, err := write.ReadPicture(job.Root, name)
		if err != nil {
			t.Fatal(err)
		}
		w, h := im.Bounds().Dx(), im.Bounds().Dy()
		rgb, err := write.ReadRGB(job.Root, name, w, h)
		if err != nil {
			t.Fatal(err)
		}
		rgb[len(rgb)/2] ^= 1
		if _, err := write.RGBA(job.Root, name, w, h, rgb); err != nil {
			t.Fatal(err)
		}
		if p := problemsOf(t, s, job, item, true); len(p) != 1 || p[0].Rule != "remake" || p[0].File != name {
			t.Errorf("a pixel of %s: found %+v, want that the seed gives something else", name, p)
		}
		pixels.Mend()
	}
}

// tampered are changes of a document, two of each kind of place.
func tampered(t *testing.T, data []byte) []tamper.Change {
	t.Helper()
	changes, err := tamper.Changes(data, 2)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}
