package ptr

import (
	"errors"
	"slices"

	"mereo/assets/furniture"
	"mereo/engine/geom"
	"mereo/scenes/place"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// Mode says how an object of a physical scene is put; "" in static scenes.
type Mode string

const (
	ModeNormal  Mode = "normal"    // upright on the floor
	ModeGround  Mode = "ground"    // on the floor, upright, on its side or upside down
	ModeWall    Mode = "side wall" // leaning with one side on the floor and another on a side wall
	ModeSupport Mode = "support"   // stacked on the last object put normally
)

// physicalObjects is how many objects a physical scene has.
const physicalObjects = 3

// maxStackFailures is how many tries at stacking on an object may fail before other modes are drawn again.
const maxStackFailures = 5

// uprightChairs is the share of chairs that are never tilted. In the published set these are models with joints.
const uprightChairs = 0.25

// touching is the gap, meters, that is left below a stacked object, and by how deep colliders may overlap at the start.
const touching = 0.001

// stackGap is the gap, meters, at which it is looked whether a stacked object overlaps anything, before it is let down.
const stackGap = 0.01

// Reasons for which an object of a physical scene does not stay where it was tried.
const (
	rejectMode   = "no category for this mode"
	rejectWall   = "object in a wall"
	rejectInside = "object in another object"
	rejectBeside = "stacked object beside its supporter"
	rejectHides  = "stacked object hides its supporter"
)

// arrangement puts the objects of a physical scene one after the other.
type arrangement struct {
	sampler   *Sampler
	out       *Sample
	known     knownModels
	placement *rng.Stream
	draws     map[string]int
	unstacked bool       // there is an object put normally that nothing is stacked on
	failures  int        // tries at stacking on it
	base      foundation // of the object put normally last
}

// foundation is what an object offers to be stacked on, in the world frame.
type foundation struct {
	object    int // index
	category  string
	yaw       float64
	low, high geom.Vec3 // box around the supporting surface, z not used
	top       float64   // height of the highest part that might carry something
}

// try draws one object and a place for it.
func (a *arrangement) try() (*trial, error) {
	mode := []Mode{ModeNormal, ModeGround, ModeWall}[a.placement.Pick([]float64{0.4, 0.3, 0.3})]
	if a.unstacked && a.failures <= maxStackFailures {
		mode = ModeSupport
	}
	t, err := a.put(mode)
	if err != nil {
		if mode == ModeSupport && errors.As(err, new(place.Reject)) {
			a.failures++
		}
		return nil, err
	}
	switch mode {
	case ModeNormal:
		a.unstacked, a.failures, a.base = true, 0, foundationOf(t, len(a.out.Objects))
	case ModeSupport:
		a.unstacked = false
	}
	return t, nil
}

// put draws an object for a mode and looks whether it can stay.
func (a *arrangement) put(mode Mode) (*trial, error) {
	weights := a.weights(mode)
	if slices.Max(weights) == 0 {
		return nil, place.Reject{Reason: rejectMode}
	}

	// Draw what decides the trial, always the same number of draws.
	s := a.placement
	c := s.Pick(weights)
	cat := &categories[c]
	x, y, theta := s.Uniform(-3, 3), s.Uniform(-8, 1), s.Uniform(0, 3.14)
	number := a.sampler.ranges[c].draw(s)
	keep := s.Bool(uprightChairs) && cat.name == "Chair" || cat.name == "Cart" || mode == ModeNormal
	tilt := drawTilt(cat.name, keep, mode, s)
	lean := drawLean(s)
	over := overhang{s.Float64(), s.Float64(), s.Float64()}
	if cat.name == "Cart" {
		theta = quarterTurn
	}
	a.draws[cat.name]++
	if a.known.excludes(len(a.out.Objects), cat.name, number) {
		return nil, place.Reject{Reason: rejectOther}
	}

	t, err := a.sampler.model(cat, number)
	if err != nil {
		return nil, err
	}

	// Turn it.
	switch mode {
	case ModeSupport:
		theta, t.placed.Supporter = a.base.yaw, a.base.object
	case ModeWall:
		if lean.square {
			theta = 0
		}
	}
	t.placed.Mode, t.placed.Yaw = mode, theta
	m := tilt.m
	if tilt.upsideDown && (cat.name == "Chair" || cat.name == "Bed") {
		m = t.restingTurn(tilt).Mul(m)
	}
	m = geom.RotZ(theta).Mul(m)
	if mode == ModeWall {
		m = geom.RotY(lean.angle).Mul(m)
	}
	t.worldFromObject.M = m

	// Move it.
	box := t.extent(func(string) bool { return true })
	at := geom.V(x, y, floorZ-box.Min.Z)
	switch mode {
	case ModeWall:
		at.X = physicalRoom.sideX - box.Max.X
		if lean.left {
			at.X = -physicalRoom.sideX - box.Min.X
		}
	case ModeSupport:
		at = a.stack(t, box, tilt, over)
	}
	t.worldFromObject.T = at
	if low, high := box.Min.Add(at), box.Max.Add(at); mode != ModeWall &&
		(low.X < -physicalRoom.sideX || high.X > physicalRoom.sideX || high.Y > physicalRoom.backY) {
		return nil, place.Reject{Reason: rejectWall}
	}

	// Look whether there is room for it, and see it.
	others := a.out.things()
	thing, err := t.thing(&physicalRoom)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(others, func(o settle.Thing) bool { return settle.Overlap(thing, o, touching) }) {
		return nil, place.Reject{Reason: rejectInside}
	}
	if mode == ModeSupport {
		thing.WorldFromSolid.T.Z -= settle.Drop(thing, others, box.Min.Z+at.Z-floorZ, touching)
		t.worldFromObject = thing.WorldFromSolid
		if !(box.Min.Z+t.worldFromObject.T.Z-floorZ > touching) {
			return nil, place.Reject{Reason: rejectBeside}
		}
	}
	t.placed.thing = thing
	if err := a.sampler.look(a.out, t); err != nil {
		return nil, err
	}
	if mode == ModeSupport && !leavesVisible(&a.out.Objects[a.base.object], t) {
		return nil, place.Reject{Reason: rejectHides}
	}
	return t, nil
}

// weights are those of the categories that can be put in a mode.
func (a *arrangement) weights(mode Mode) []float64 {
	w := a.sampler.cfg.weights()
	for i, c := range categories {
		switch {
		case mode == ModeNormal && c.name == "Cart",
			mode == ModeSupport && c.name == "Bed",
			mode == ModeSupport && c.name != "Chair" && (a.base.category == "Refrigerator" || a.base.category == "Chair"):
			w[i] = 0
		}
	}
	return w
}

// stack returns where an object is put that is stacked on the base: inside of the supporting surface as far as it fits;
// if it was flipped, hanging over one side. Its origin's height is that at which its lowest point, or the lowest of what
// would carry it upright if it was flipped, is just above the highest part of the base that might carry something.
func (a *arrangement) stack(t *trial, box geom.AABB, tilt tilt, over overhang) geom.Vec3 {
	b := &a.base
	size := box.Size()
	lo, hi := b.low.Sub(box.Min), b.high.Sub(box.Max) // of the origin
	at := geom.V(between(lo.X, hi.X, over.x), between(lo.Y, hi.Y, over.y), 0)
	bottom := box.Min.Z
	if tilt.flip != flipNone {
		if carrying := t.extent(carries); !carrying.Empty() {
			bottom = carrying.Min.Z
		}
	}
	switch tilt.flip {
	case flipX:
		at.Y = lo.Y + float64(over.out*size.Y)/1.25 - size.Y/1.1
	case flipXY:
		at.X = lo.X + float64(over.out*size.X)/1.25 - size.X/1.1
	case flipYX:
		at.X = hi.X - float64(over.out*size.X)/1.25 + size.X/1.1
	}
	at.Z = max(b.top-bottom+stackGap, floorZ-box.Min.Z)
	return at
}

// overhang are the draws, 0 to 1, of where a stacked object is put: along x and y inside of the surface, and how far it
// hangs over.
type overhang struct{ x, y, out float64 }

func between(lo, hi, u float64) float64 { return lo + float64((hi-lo)*u) }

// lean are the draws of how an object leans on a wall.
type lean struct {
	square bool    // its yaw is 0
	angle  float64 // about the world's y, radians
	left   bool    // it leans on the left wall
}

func drawLean(s *rng.Stream) lean {
	l := lean{square: s.Bool(0.75)}
	side, turn := s.Sign(), s.Float64()
	l.angle = float64(side*turn) + 0.45
	l.left = s.Bool(0.5)
	return l
}

// carries tells the raw labels of parts on which another object may be put.
func carries(raw string) bool {
	return slices.Contains([]string{
		"tabletop", "bed_sleep_area", "chair_seat", "chair_arm", "arm_near_vertical_bar", "arm_horizontal_bar",
	}, raw)
}

// foundationOf measures an accepted object: the surface that the model says it supports things with, or, where a model
// does not say, all of its parts that may carry something.
func foundationOf(t *trial, object int) foundation {
	f := foundation{object: object, category: t.cat.name, yaw: t.placed.Yaw}
	carrying := t.extent(func(raw string) bool { return t.cat.name == "Refrigerator" || carries(raw) })
	if carrying.Empty() {
		carrying = t.extent(func(string) bool { return true })
	}
	f.top = carrying.Max.Z + t.worldFromObject.T.Z
	if len(t.model.Supports) > 0 {
		best := slices.MaxFunc(t.model.Supports, func(a, b furniture.Support) int {
			switch d := polygonArea(a.Polygon) - polygonArea(b.Polygon); {
			case d > 0:
				return 1
			case d < 0:
				return -1
			}
			return 0
		})
		carrying = geom.EmptyAABB()
		for _, p := range best.Polygon {
			carrying = carrying.Grow(t.worldFromObject.Dir(t.scaled(p)))
		}
	}
	f.low, f.high = carrying.Min.Add(t.worldFromObject.T), carrying.Max.Add(t.worldFromObject.T)
	return f
}

// polygonArea is the area of a level polygon.
func polygonArea(p []geom.Vec3) float64 {
	sum := 0.0
	for i := range p {
		a, b := p[i], p[(i+1)%len(p)]
		sum += float64(a.X*b.Y) - float64(b.X*a.Y)
	}
	return sum / 2
}

// leavesVisible reports whether anything of the supporter is seen behind what is stacked on it.
func leavesVisible(supporter *Placed, t *trial) bool {
	a, b := supporter.Alone, t.placed.Alone
	k := 0
	for y := a.Y0; y < a.Y1; y++ {
		for x := a.X0; x < a.X1; x++ {
			if a.Part[k] != 0 {
				if b.PartAt(x, y) == 0 {
					return true
				}
				if z := b.ViewZ[(y-b.Y0)*(b.X1-b.X0)+x-b.X0]; a.ViewZ[k] <= z {
					return true
				}
			}
			k++
		}
	}
	return false
}
