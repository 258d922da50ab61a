package shopvrb

import (
	"math"
	"slices"
	"testing"

	"mereo/gen"
)

// Fresh scenes of all modes keep the rules that figures count, and what they are promised beyond: how many things there are and where they
// stand, how they lie and how far they are open, and that what is told of them is true.
func TestFreshScenesKeepTheRules(t *testing.T) {
	for name, c := range map[string]struct {
		scenes int
		change func(c *Config)
	}{
		"default": {30, nil}, "as published": {10, (*Config).AsPublished},
		"opened":  {10, func(c *Config) { c.Articulate, c.OwnDirections = true, true }},
		"dropped": {4, func(c *Config) { c.Drop, c.Articulate = true, true }},
	} {
		for _, split := range []string{"train", benchmarkSplit} {
			set := setOf(t, c.change)
			s := set.split(gen.Job{Seed: 6, Split: split}).sampler
			for index := range c.scenes {
				m, err := s.Sample(index)
				if err != nil {
					t.Fatal(err)
				}
				r := s.record(m, m.seen.Object)
				if got := s.faults(r); len(got) > 0 {
					t.Errorf("%s, %s/%d: found %v", name, split, index, got)
				}
				if n := len(r.Objects); n < s.cfg.MinObjects || n > s.cfg.MaxObjects {
					t.Errorf("%s, %s/%d: there are %d things", name, split, index, n)
				}
				for i := range r.Objects {
					keepsPlace(t, s, m, &r.Objects[i], &m.objects[i])
				}
			}
		}
	}
}

// keepsPlace looks at a thing as it was drawn and recorded.
func keepsPlace(t *testing.T, s *sampler, m *sample, o *ObjectRecord, thing *planObject) {
	t.Helper()
	x, y := o.Position[0], o.Position[1]
	if x != float64(float32(x)) || y != float64(float32(y)) {
		t.Errorf("%d: %s is at %v, want float32 values", m.index, o.Name, o.Position)
	}
	if !s.cfg.Drop && !(math.Abs(x) <= placeHalf && math.Abs(y) <= placeHalf && o.Rotation >= -120 && o.Rotation < 60) {
		t.Errorf("%d: %s is at (%g, %g), turned by %g degrees", m.index, o.Name, x, y, o.Rotation)
	}
	if fault := o.lieFault(); s.cfg.Drop && fault != "" {
		t.Errorf("%d: %s: %s", m.index, o.Name, fault)
	}
	if o.Extra == nil {
		return
	}
	if fitting := s.own.fitting(o); len(fitting) > 0 && !slices.Contains(fitting, o.Extra.Description) {
		t.Errorf("%d: text %d about things called %s is not true of it", m.index, o.Extra.Description, o.Name)
	}
	opens := 0
	for _, p := range s.modelOf(thing.in).Parts {
		if !s.cfg.Articulate || p.Joint == nil || comesOff(p.Joint) {
			continue
		}
		opens++
		if x, told := o.Extra.Joints[p.Name]; !told || x != 0 && !(x >= p.Joint.From && x <= p.Joint.To) {
			t.Errorf("%d: %s of %s is open by %g, want %g to %g", m.index, p.Name, o.Name, x, p.Joint.From, p.Joint.To)
		}
	}
	if n := len(o.Extra.Joints); n != opens {
		t.Errorf("%d: %s tells %d joints, want %d", m.index, o.Name, n, opens)
	}
}
