package ptr

import (
	"fmt"
	"math"

	"mereo/gen"
)

// poseFault is a rule that the pose of an object breaks.
type poseFault struct{ rule, detail string }

// poseFaults holds the pose of object i against where and how the sampler puts objects.
func poseFaults(r *Record, i int) []poseFault {
	var out []poseFault
	report := func(rule, format string, args ...any) {
		out = append(out, poseFault{rule, fmt.Sprintf(format, args...)})
	}
	o := &r.Objects[i]
	c, p := categoryOf(o.Category), o.Coords
	x, lo, hi, top := 5.0, -8.0, 3.0, floorZ+c.radius
	if r.Physics {
		x, hi = 3, 1
		switch Mode(o.Simulation.Mode) {
		case ModeWall:
			x = physicalRoom.sideX
		case ModeSupport:
			// Whatever it is stacked on reaches at most twice its radius above the floor; both hang over by less than theirs.
			x, lo, hi, top = physicalRoom.sideX, -8-2*highest, physicalRoom.backY, top+2*highest
		}
	}
	if p[0] < -x || p[0] > x || p[1] < lo || p[1] > hi || !(p[2] > floorZ) || p[2] > top {
		report("position", "3d_coords %v, want x in [%g, %g], y in [%g, %g], z in (%g, %g]", p, -x, x, lo, hi, floorZ, top)
	}
	if !r.Physics {
		if a := math.Abs(o.Rotation.Yaw); a < baseTurn(c) || a > baseTurn(c)+0.6 {
			report("yaw", "%g, want %g to %g to either side", o.Rotation.Yaw, baseTurn(c), baseTurn(c)+0.6)
		}
		return out
	}

	// Modes and who stands on whom.
	s := o.Simulation
	m := o.Rotation.worldFromModel()
	switch mode := Mode(s.Mode); mode {
	case ModeNormal:
		if !(m.Z.Z > 1-1e-9) {
			report("mode", "put normally, but the model's vertical is %v", m.Z)
		}
	case ModeGround, ModeWall:
	case ModeSupport:
		if k := s.Supporter; k == nil || *k < 0 || *k >= i || Mode(r.Objects[*k].Simulation.Mode) != ModeNormal {
			report("mode", "stacked, but the supporter is none of the objects put normally before it")
		}
	default:
		report("mode", "%q is none of the modes", s.Mode)
	}
	if s.Supporter != nil && Mode(s.Mode) != ModeSupport {
		report("mode", "%s, but it has a supporter", s.Mode)
	}
	return out
}

// highest is the largest radius of a category.
var highest = func() float64 {
	out := 0.0
	for _, c := range categories {
		out = max(out, c.radius)
	}
	return out
}()

// addPhysical adds what the record of a physical scene shows.
func (t *tallies) addPhysical(r *Record) {
	t.physical++
	if len(r.Objects) == physicalObjects {
		t.threes++
	}
	carries := map[int]bool{}
	for _, o := range r.Objects {
		if o.Simulation.Supporter != nil {
			carries[*o.Simulation.Supporter] = true
		}
	}
	for i, o := range r.Objects {
		t.judged++
		stable := o.Stability == "yes"
		switch {
		case stable:
			t.stable++
		case o.PossibleChange == nil:
			t.unstableWithout++
		}
		if Mode(o.Simulation.Mode) == ModeNormal && !carries[i] {
			t.standing++
			if stable {
				t.standingFirm++
			}
		}
	}
}

// physicalFigures are those of the physical scenes.
func (t *tallies) physicalFigures(cfg Config) []gen.Figure {
	var out []gen.Figure
	add := func(pass bool, name, target, format string, args ...any) {
		out = append(out, gen.Figure{Name: name, Target: target, Value: fmt.Sprintf(format, args...), Pass: pass})
	}
	byChance := func(pass bool, name, target, format string, args ...any) {
		add(pass, name, target, format, args...)
		out[len(out)-1] = out[len(out)-1].ByChance()
	}
	all := t.scenes + t.physical
	share := float64(t.physical) / float64(all)
	chance := 4 * math.Sqrt(cfg.Physical*(1-cfg.Physical)/float64(all))
	byChance(math.Abs(share-cfg.Physical) <= chance,
		"physical scenes", fmt.Sprintf("%.3f +- %.3f", cfg.Physical, chance), "%.3f of %d", share, all)
	add(t.threes == t.physical,
		"physical scenes with other than 3 objects", "0", "%d of %d", t.physical-t.threes, t.physical)
	stable := float64(t.stable) / float64(max(t.judged, 1))
	lo, hi := 0.25, 0.75
	if all < publishedScenes {
		chance = 2 * math.Sqrt(lo*hi/float64(max(t.judged, 1)))
		lo, hi = max(0, lo-chance), min(1, hi+chance)
	}
	byChance(stable >= lo && stable <= hi,
		"stable objects of physical scenes", fmt.Sprintf("%.3f to %.3f", lo, hi), "%.3f of %d", stable, t.judged)
	add(t.unstableWithout == 0, "unstable objects without possible_change", "0", "%d", t.unstableWithout)
	if t.standing > 0 {
		firm, least := float64(t.standingFirm)/float64(t.standing), 0.95
		if all < publishedScenes {
			least -= 2 * math.Sqrt(least*(1-least)/float64(t.standing))
		}
		byChance(firm >= least, "stable among objects put normally with nothing on them",
			fmt.Sprintf("at least %.3f", least), "%.3f of %d", firm, t.standing)
	}
	if t.leaning > 0 {
		add(t.offWall <= 1e-3,
			"leaning objects off their wall, metres", "at most 0.001", "%.2g over %d objects", t.offWall, t.leaning)
	}
	add(t.outside <= 1e-3, "vertices of physical scenes outside of the room, metres", "at most 0.001", "%.2g", t.outside)
	return out
}
