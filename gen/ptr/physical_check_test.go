package ptr

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
)

// TestPhysicalIsCoherent makes physical samples with pictures and finds nothing wrong with them.
func TestPhysicalIsCoherent(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical = 1 })
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: true}
	for _, item := range makeItems(t, s, job, 4) {
		for _, p := range problems(t, s, job, item, true) {
			t.Errorf("%+v", p)
		}
	}
}

// TestCheckFindsPhysicalDamage changes one thing at a time and expects the rule that must notice.
func TestCheckFindsPhysicalDamage(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical = 1 })
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train"}
	var item gen.Item
	var keep []byte
	var unstable, normal, support int // objects
	for _, item = range makeItems(t, s, job, 30) {
		var err error
		if keep, err = os.ReadFile(filepath.Join(job.Root, filesOf(job.Split, item.Index).scene)); err != nil {
			t.Fatal(err)
		}
		r, err := ParseRecord(keep)
		if err != nil {
			t.Fatal(err)
		}
		find := func(want func(o Object) bool) int { return slices.IndexFunc(r.Objects, want) }
		unstable = find(func(o Object) bool { return o.Stability == "no" && len(o.PossibleChange.Directions) > 0 })
		normal = find(func(o Object) bool { return o.Simulation.Mode == string(ModeNormal) && o.Stability == "yes" })
		support = find(func(o Object) bool { return o.Simulation.Mode == string(ModeSupport) })
		if unstable >= 0 && normal >= 0 && support >= 0 {
			break
		}
	}
	if unstable < 0 || normal < 0 || support < 0 {
		t.Fatal("no scene has a stable object put normally, a stacked one and one that a move makes stable")
	}
	at := func(place string, object int) string { return fmt.Sprintf("objects"+place, object) }
	for _, c := range []struct {
		rule   string
		damage func(r *Record)
	}{
		{"objects", func(r *Record) {
			r.Objects = r.Objects[:2]
			for _, rel := range []*[][]int{&r.Relationships.Left, &r.Relationships.Right, &r.Relationships.Front, &r.Relationships.Behind} {
				*rel = (*rel)[:2]
			}
		}},
		{"physics", func(r *Record) { r.Physics = false }},
		{"physics", func(r *Record) { r.Objects[0].Rotation = Rotation{Yaw: 1} }},
		{"physics", func(r *Record) { r.Objects[2].Simulation = nil }},
		{"physics", func(r *Record) { r.Objects[1].Stability = "" }},
		{at("[%d].stability ", normal), func(r *Record) { r.Objects[normal].Stability = "no" }},
		{at("[%d].possible_change ", normal), func(r *Record) { r.Objects[normal].Simulation.Change = 0.11 }},
		{"objects[0].simulation.margin ", func(r *Record) { r.Objects[0].Simulation.Margin = 0.9 }},
		{"change", func(r *Record) { r.Objects[normal].Simulation.EndCoords[2] += 0.2 }},
		{at("[%d].possible_change ", unstable), func(r *Record) { r.Objects[unstable].PossibleChange = nil }},
		{at("[%d].possible_change ", normal), func(r *Record) { r.Objects[normal].PossibleChange = &PossibleChange{} }},
		{at("[%d].possible_change[0] ", unstable), func(r *Record) { r.Objects[unstable].PossibleChange.Directions = nil }},
		{at("[%d].possible_change[1][1] ", unstable), func(r *Record) { r.Objects[unstable].PossibleChange.LastTried[1] -= 0.25 }},
		{at("[%d].possible_change[0][0] ", unstable), func(r *Record) { r.Objects[unstable].Simulation.Moves = r.Objects[unstable].Simulation.Moves[1:] }},
		{at("[%d].simulation.moves[3].outcome ", unstable), func(r *Record) { r.Objects[unstable].Simulation.Moves[3].Outcome = "flies" }},
		{at("[%d].simulation.moves ", normal), func(r *Record) {
			r.Objects[normal].Simulation.Moves = []Move{{Direction: "left", Distance: 0.25, Outcome: moveStable}}
		}},
		{"mode", func(r *Record) { r.Objects[normal].Simulation.Mode = "hanging" }},
		{"mode", func(r *Record) { r.Objects[normal].Rotation.Euler[0] += 0.1 }},
		{"mode", func(r *Record) { r.Objects[support].Simulation.Supporter = nil }},
		{"mode", func(r *Record) { r.Objects[support].Simulation.Supporter = &support }},
		{"mode", func(r *Record) { r.Objects[normal].Simulation.Supporter = &normal }},
		{"position", func(r *Record) { r.Objects[normal].Coords[0] = 3.1 }},
		{"geometry", func(r *Record) { r.Objects[0].PlaneGeo = map[string][3]float64{"seat": {0, 0, 0.9}} }},
		{"objects[0]", func(r *Record) { r.Objects[0].Parts[0].PixelsAlone = 0 }},
	} {
		r, err := ParseRecord(keep)
		if err != nil {
			t.Fatal(err)
		}
		c.damage(r)
		if _, err := write.Bytes(job.Root, filesOf(job.Split, item.Index).scene, record.Append(nil, record.Indented, r)); err != nil {
			t.Fatal(err)
		}
		got := problems(t, s, job, item, false)
		if !noticed(got, filesOf(job.Split, item.Index).scene, c.rule) {
			t.Errorf("damage for rule %s was not noticed: got %+v", c.rule, got)
		}
	}
}
