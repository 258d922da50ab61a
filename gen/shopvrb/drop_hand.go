package shopvrb

import (
	"math"

	"mereo/engine/geom"
	"mereo/scenes/place"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// way is how a thing is held before it is let go.
type way int

const (
	upright way = iota
	onSide
	upsideDown
	leaning // on an edge, against a heavy thing; upright where there is none
)

// manner is how the things of a class are let go.
type manner struct {
	ways    [leaning + 1]float64 // how likely each is
	tiltDeg float64              // how far it is turned out of that, at most
	onto    float64              // how likely it is let go above another thing
}

// manners are those of each class: as such things come to lie on a table that nobody has tidied.
var manners = map[string]manner{
	"baking tray":    {[...]float64{0.5, 0, 0.15, 0.35}, 15, 0.15},
	"blender":        {[...]float64{0.94, 0.06, 0, 0}, 3, 0},
	"bowl":           {[...]float64{0.75, 0, 0.25, 0}, 12, 0.1},
	"chopping board": {[...]float64{0.5, 0, 0.15, 0.35}, 20, 0.15},
	"coffee maker":   {[...]float64{0.94, 0.06, 0, 0}, 3, 0},
	"food box":       {[...]float64{0.7, 0.15, 0.15, 0}, 8, 0.1},
	"fork":           {[...]float64{0.65, 0, 0.35, 0}, 40, 0.35},
	"glass":          {[...]float64{0.5, 0.3, 0.2, 0}, 5, 0.05},
	"kettle":         {[...]float64{0.92, 0.08, 0, 0}, 4, 0},
	"knife":          {[...]float64{0.5, 0, 0.5, 0}, 40, 0.35},
	"mug":            {[...]float64{0.55, 0.3, 0.15, 0}, 6, 0.05},
	"pan":            {[...]float64{0.85, 0, 0.15, 0}, 8, 0.05},
	"plate":          {[...]float64{0.85, 0, 0.15, 0}, 15, 0.15},
	"pot":            {[...]float64{0.88, 0.07, 0.05, 0}, 4, 0},
	"scissors":       {[...]float64{0.5, 0, 0.5, 0}, 40, 0.35},
	"soda can":       {[...]float64{0.55, 0.4, 0.05, 0}, 5, 0.05},
	"spoon":          {[...]float64{0.65, 0, 0.35, 0}, 40, 0.35},
	"thermos":        {[...]float64{0.5, 0.5, 0, 0}, 4, 0.05},
	"toaster":        {[...]float64{0.94, 0.06, 0, 0}, 3, 0},
	"wine glass":     {[...]float64{0.5, 0.3, 0.2, 0}, 4, 0},
}

// usualManner is that of classes that are not published.
var usualManner = manner{[...]float64{0.8, 0.1, 0.1, 0}, 8, 0.05}

// Where things are let go, meters.
const (
	dropHalf  = 0.32  // of the square of the middles of their boxes: what topples or rolls leaves it by some
	dropApart = 0.005 // between boxes seen from above, unless one is to fall onto the other
	lowest    = 0.01  // above what is below
	highest   = 0.04
)

// Handles of mugs point along -Y. Mugs on their side would roll until the handle touches the table; to spare them the way, it
// points so many degrees from down.
const handleFromDeg, handleToDeg = 60, 100

// hand holds things in the air. Meters.
type hand struct {
	draws  *rng.Stream
	things []settle.Thing
	boxes  []geom.AABB // around the things
	heavy  []int       // things that others may lean against
}

// take draws how a thing is held and where. The error is a place.Reject.
func (h *hand) take(o *planObject) error {
	m, ok := manners[o.in.class]
	if !ok {
		m = usualManner
	}
	held := way(h.draws.Pick(m.ways[:]))
	thing, err := o.body()
	if err != nil {
		return err
	}
	leans := false
	if held == leaning {
		leans = len(h.heavy) > 0 && h.lean(&thing, h.heavy[h.draws.IntN(len(h.heavy))])
	}
	if !leans {
		thing.WorldFromSolid.M = h.turn(held, m.tiltDeg)
		if !h.hold(&thing, len(h.things) > 0 && h.draws.Bool(m.onto)) {
			return place.Reject{Reason: rejectNoPlace}
		}
	}
	if o.in.movability == "movable" {
		h.heavy = append(h.heavy, len(h.things))
	}
	h.things = append(h.things, thing)
	h.boxes = append(h.boxes, boxOf(&thing))
	return nil
}

// turn draws an orientation.
func (h *hand) turn(held way, tiltDeg float64) geom.Mat3 {
	s := h.draws
	const full = 2 * math.Pi
	m := geom.Identity3
	switch held {
	case onSide:
		roll := float64(s.Sign() * s.Uniform(handleFromDeg, handleToDeg) * (math.Pi / 180))
		m = geom.RotX(math.Pi / 2).Mul(geom.RotZ(roll))
	case upsideDown:
		m = geom.RotX(math.Pi)
	}
	sin, cos := geom.SinCos(float64(full * s.Float64()))
	tilt := float64(s.Uniform(0, tiltDeg) * (math.Pi / 180))
	m = geom.AxisAngle(geom.V(cos, sin, 0), tilt).Mul(m)
	return geom.RotZ(float64(full * s.Float64())).Mul(m)
}

// hold puts a turned thing above the table beside all others, or above one of them. It tells whether there was room.
func (h *hand) hold(t *settle.Thing, onto bool) bool {
	s := h.draws
	box := t.Solid.Bounds(&t.WorldFromSolid.M)
	middle := box.Center()
	for range maxCandidates {
		at := geom.V(s.Uniform(-dropHalf, dropHalf), s.Uniform(-dropHalf, dropHalf), 0)
		if onto {
			other := &h.boxes[s.IntN(len(h.boxes))]
			half := other.Size().Scale(0.4)
			at = other.Center().Add(geom.V(s.Uniform(-half.X, half.X), s.Uniform(-half.Y, half.Y), 0))
		}
		shift := geom.V(at.X-middle.X, at.Y-middle.Y, 0)
		ground, free := h.below(geom.AABB{Min: box.Min.Add(shift), Max: box.Max.Add(shift)})
		if free || onto {
			shift.Z = ground - box.Min.Z + s.Uniform(lowest, highest)
			t.WorldFromSolid.T = shift
			return true
		}
	}
	return false
}

// below is the height of the highest box that a box is above or beside by less than dropApart, 0 for the table; free says that
// there is only the table.
func (h *hand) below(box geom.AABB) (ground float64, free bool) {
	free = true
	for i := range h.boxes {
		b := h.boxes[i].Pad(dropApart)
		if box.Min.X < b.Max.X && b.Min.X < box.Max.X && box.Min.Y < b.Max.Y && b.Min.Y < box.Max.Y {
			ground, free = max(ground, h.boxes[i].Max.Z), false
		}
	}
	return ground, free
}

// boxOf is the box around a thing.
func boxOf(t *settle.Thing) geom.AABB {
	b := t.Solid.Bounds(&t.WorldFromSolid.M)
	return geom.AABB{Min: b.Min.Add(t.WorldFromSolid.T), Max: b.Max.Add(t.WorldFromSolid.T)}
}
