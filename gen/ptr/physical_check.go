package ptr

import (
	"fmt"
	"math"
	"slices"
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

// verdictRules: stability, its margin and what the moves say belong together.
func (f *finished) verdictRules(i int) {
	o := &f.record.Objects[i]
	s := o.Simulation
	want := "yes"
	if !(s.Change <= unstableChange) {
		want = "no"
	}
	if o.Stability != want {
		f.report(f.files.scene, i, "stability", "%q, but the change of %g means %q", o.Stability, s.Change, want)
	}
	if k := s.Margin * marginRepeats; !(k >= 0 && k <= marginRepeats) || k != math.Trunc(k) {
		f.report(f.files.scene, i, "margin", "%g, want a multiple of 1/%d from 0 to 1", s.Margin, marginRepeats)
	}
	if d := vec3(s.EndCoords).Sub(vec3(o.Coords)); !(max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z)) <= s.Change+1e-9) {
		f.report(f.files.scene, i, "change", "%g, but the origin moves from %v to %v", s.Change, o.Coords, s.EndCoords)
	}
	if (o.PossibleChange != nil) != (o.Stability == "no") {
		f.report(f.files.scene, i, "possible-change", "present: %v, stability: %q", o.PossibleChange != nil, o.Stability)
	}
	if o.PossibleChange == nil {
		if len(s.Moves) > 0 {
			f.report(f.files.scene, i, "moves", "%d moves of an object that is stable", len(s.Moves))
		}
		return
	}

	// Every move is there, in order.
	k := 0
	last := vec3(o.Coords)
	for _, d := range moveDirections {
		for _, distance := range moveDistances(f.cfg.Published.Distances) {
			if k >= len(s.Moves) || s.Moves[k].Direction != d.name || s.Moves[k].Distance != distance {
				f.report(f.files.scene, i, "moves", "move %d is not %g m to %s", k, distance, d.name)
				return
			}
			if !slices.Contains([]string{moveStable, moveUnstable, moveBlocked}, s.Moves[k].Outcome) {
				f.report(f.files.scene, i, "moves", "the outcome of move %d is %q", k, s.Moves[k].Outcome)
			}
			last = vec3(o.Coords).AddScaled(distance, d.to)
			k++
		}
	}
	if k != len(s.Moves) {
		f.report(f.files.scene, i, "moves", "%d moves, want %d", len(s.Moves), k)
	}
	got := o.PossibleChange
	if want := changes(s.Moves, f.cfg.Published.Distances); !slices.Equal(got.Directions, want) {
		f.report(f.files.scene, i, "possible-change", "%v, the moves say %v", got.Directions, want)
	}
	if off := vec3(got.LastTried).Sub(last).Len(); !(off < 1e-9) {
		f.report(f.files.scene, i, "possible-change", "last tried at %v, want %v", got.LastTried, last)
	}
}
