package shopvrb

import (
	"bytes"
	"slices"
	"testing"

	"mereo/assets/kitchen"
	"mereo/scenes/rng"
)

// openedThing is a thing of an instance with drawn joints.
func openedThing(t *testing.T, pool kitchen.Pool, in *catalogRow, seed uint64) planObject {
	t.Helper()
	o := draw{in: in}.object()
	var err error
	if o.model, err = kitchen.Get(pool, in.name); err != nil {
		t.Fatal(err)
	}
	o.open(rng.At(rng.Key{Seed: seed}, "joints"))
	return o
}

// Each joint is shut in half of the cases and else somewhere in its range; lids that are lifted stay on.
func TestJointsOpenByChance(t *testing.T) {
	const n = 200
	for _, pool := range []kitchen.Pool{kitchen.Training, kitchen.Benchmark} {
		for _, in := range instances(pool) {
			plain, err := kitchen.Get(pool, in.name)
			if err != nil {
				t.Fatal(err)
			}
			shut := map[string]int{}
			for seed := range uint64(n) {
				for name, x := range openedThing(t, pool, &in, seed).joints {
					j := plain.Parts[slices.IndexFunc(plain.Parts, func(p kitchen.Part) bool { return p.Name == name })].Joint
					if x < j.From || x > j.To {
						t.Errorf("%s: %s stands at %g, want %g to %g", in.name, name, x, j.From, j.To)
					}
					if x == 0 {
						shut[name]++
					}
				}
			}
			for _, p := range plain.Parts {
				switch count, ok := shut[p.Name]; {
				case p.Joint == nil || comesOff(p.Joint):
					if ok {
						t.Errorf("%s: %s is opened", in.name, p.Name)
					}
				case count < n/2-40 || count > n/2+40:
					t.Errorf("%s: %s is shut %d times of %d, want about half", in.name, p.Name, count, n)
				}
			}
		}
	}
}

// What is opened claims at least its own extent on the table, and what is not opened what it always does.
func TestOpenedThingsClaimTheirExtent(t *testing.T) {
	larger := 0
	for _, in := range instances(kitchen.Training) {
		in := &in
		for seed := range uint64(20) {
			o := openedThing(t, kitchen.Training, in, seed)
			c, size := o.claim(), o.model.Bounds()
			if o.joints == nil && c != in.box {
				t.Errorf("%s has no joints and claims %v, want %v", in.name, c, in.box)
			}
			if c.w < in.box.w || c.h < in.box.h {
				t.Errorf("%s claims %v, want %v or more", in.name, c, in.box)
			}
			if o.joints == nil {
				continue
			}
			if c != in.box {
				larger++
			}
			if size.Min.X < -c.w/2 || size.Max.X > c.w/2 || size.Min.Y < -c.h/2 || size.Max.Y > c.h/2 {
				t.Errorf("%s with joints at %v reaches from %v to %v, beyond %v", in.name, o.joints, size.Min, size.Max, c)
			}
		}
	}
	if larger == 0 {
		t.Error("nothing claims more than it does shut, so nothing was tested")
	}
}

// The picture and the record are of the opened model; the things and where they stand are those of the plain scene.
func TestOpenedScenesAreTheSameOtherwise(t *testing.T) {
	cfg := DefaultSceneConfig()
	plain := newSampler(cfg, 1, "train")
	cfg.Articulate = true
	opening := newSampler(cfg, 1, "train")
	opened := 0
	for index := range 40 {
		a, b := placedAt(t, plain, index), placedAt(t, opening, index)
		m := sample{plan: b.plan, index: index}
		line := opening.record(&m, make([]uint16, publishedWidth*publishedHeight)).Append(nil)
		r, err := ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		if again := r.Append(nil); !bytes.Equal(again, line) {
			t.Errorf("written twice: %s\n%s", line, again)
		}
		for i := range b.objects {
			o := &b.objects[i]
			if a.restarts == b.restarts && a.objects[i].in != o.in {
				t.Errorf("scene %d: thing %d is %s, want %s", index, i, o.in.name, a.objects[i].in.name)
			}
			for name, x := range o.joints {
				if got := r.Objects[i].Extra.Joints[name]; got != x {
					t.Errorf("scene %d: %s of thing %d is recorded at %g, want %g", index, name, i, got, x)
				}
				k := slices.IndexFunc(o.model.Parts, func(p kitchen.Part) bool { return p.Name == name })
				if a.objects[i].in != o.in {
					continue
				}
				if moved := o.model.Parts[k].Mesh != a.objects[i].model.Parts[k].Mesh; moved != (x != 0) {
					t.Errorf("scene %d: %s of %s stands at %g, moved: %v", index, name, o.in.name, x, moved)
				}
				if x != 0 {
					opened++
				}
			}
		}
	}
	if opened == 0 {
		t.Error("nothing is open, so nothing was tested")
	}
}
