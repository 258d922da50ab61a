package ptr

import (
	"fmt"
	"math"
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
