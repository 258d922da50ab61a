package syndacate

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/gen/write/npz"
	"mereo/internal/backup"
	"mereo/internal/tamper"
)

// leafStems are of all kinds, with small pictures.
var leafStems = []string{
	"syndacate_aFfTh40o1p4rTs1u2w40", "syndacate_aTfTh40o3p12rTs3u2w40", "words_h40o3s0u2w40", "squares_h40o5s0u2w40",
	"syndacate_aFfTh40o3p12rTs3u2w40_noise-label-high-t200", "syndacate_aFfTh40o3p12rTs3u2w40_noise-saltpepper-mid",
	"syndacateood_scale_aFfTh40o1p4rTs0t200u2w40", "syndacate3d_orbit_h40o3s0w40",
	"syndacateplus_letters26_aFfTh40o3p18rTs0u2w40",
	"vindacate_aTdFfTh40o3s0t4u2w40", "vindacate_collide_cFfTgFh40o2s0t2u2w40",
}

// Whatever is changed in an array of a shard is found: without making all of it again in all that is no picture, and in collisions in
// all that is there before they begin.
func TestEveryChangedArrayIsFound(t *testing.T) {
	for _, stem := range leafStems {
		t.Run(stem, func(t *testing.T) {
			job := gen.Job{Root: t.TempDir(), Split: stem, Pictures: true}
			maker, err := Set{}.NewMaker(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			item, err := maker.Make(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			item.Renderer = maker.Renderer()
			leavesFound(t, job, *item)
		})
	}
}

func leavesFound(t *testing.T, job gen.Job, item gen.Item) {
	checker, err := Set{}.NewChecker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
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
			p, err := checker.Check(t.Context(), item, remake)
			t.Fatalf("the shard has problems to begin with: %+v, %v", p, err)
		}
	}
	name := shardPath(job.Split, 0)
	kept := backup.Of(t, job.Root, name, sheetPath(job.Split, 0))
	whole, err := npz.ReadAll(job.Path(name), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	collide := strings.Contains(job.Split, collideKind)
	tries, remade := 0, 0
	for k, a := range whole {
		for _, c := range changedArrays(a) {
			tries++
			arrays := slices.Clone(whole)
			arrays[k] = c
			sum, err := npz.Write(job.Root, name, arrays)
			if err != nil {
				t.Fatal(err)
			}
			inLine := item
			inLine.Files = slices.Clone(item.Files)
			inLine.Files[len(item.Files)-1] = sum
			switch {
			case found(inLine, false):
			case !strings.HasPrefix(strings.TrimPrefix(a.Key, testPrefix), keyImages) && !collide:
				t.Errorf("%s: a change is not found", a.Key)
			case !found(inLine, true):
				t.Errorf("%s: a change is not found when the shard is made again", a.Key)
			default:
				remade++
			}
		}
	}
	kept.Mend()
	t.Logf("%d changes of arrays, %d of them found only when all is made again", tries, remade)

	sheet := sheetOf(whole)
	sheet.pix[len(sheet.pix)/2]++
	sum, err := write.Gray(job.Root, item.Files[0].Path, sheet.width, sheet.height, sheet.pix)
	if err != nil {
		t.Fatal(err)
	}
	inLine := item
	inLine.Files = []write.File{sum, item.Files[1]}
	if !found(inLine, true) {
		t.Error("a changed sheet is not found when the shard is made again")
	}
	kept.Mend()

	said := item
	said.Caption, said.Rejects = "lines", map[string]int{"no room": 1}
	if !found(said, false) {
		t.Error("a caption is not found")
	}
	data, err := json.Marshal(&item)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := tamper.Changes(data, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		var changed gen.Item
		if record.Read(c.Data(), &changed, record.Lacking) != nil || changed.Index < 0 { // which reading the block refuses
			continue
		}
		if again, err := json.Marshal(&changed); err != nil || !bytes.Equal(again, data) && !found(changed, false) {
			t.Errorf("item: %s is not found", c.Where)
		}
	}
}

// changedArrays are arrays with another number in one place or with two rows swapped.
func changedArrays(a npz.Array) (out []npz.Array) {
	rows := a.Shape[0]
	switch data := a.Data.(type) {
	case []float32:
		out = changedData(a, data, rows, func(v float32) float32 { return math.Nextafter32(v, 2) })
	case []int32:
		out = changedData(a, data, rows, func(v int32) int32 { return v + 1 })
	case []uint8:
		out = changedData(a, data, rows, func(v uint8) uint8 { return v ^ 1 })
	}
	return out
}

func changedData[T comparable](a npz.Array, data []T, rows int, change func(T) T) (out []npz.Array) {
	put := func(do func(d []T)) {
		d := slices.Clone(data)
		do(d)
		if !slices.Equal(d, data) {
			out = append(out, npz.Array{Key: a.Key, Shape: a.Shape, Data: d})
		}
	}
	for i := range 5 {
		at := i * (len(data) - 1) / 4
		put(func(d []T) { d[at] = change(d[at]) })
	}
	size := len(data) / rows
	put(func(d []T) {
		for i := range size {
			d[i], d[len(d)-size+i] = d[len(d)-size+i], d[i]
		}
	})
	return out
}
