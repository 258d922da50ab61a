package shopvrb

import (
	"errors"
	"math"
	"slices"
	"sync"

	"mereo/engine/geom"
	"mereo/scenes/place"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// metersPerUnit is how long a unit of the scene is.
const metersPerUnit = 0.1

// How things fall. Damping is high, because it must also stop what rolls: nothing else resists it.
const (
	dropGravity  = 9.81      // m/s2
	dropDamping  = 2.0       // 1/s
	dropStep     = 1.0 / 240 // seconds; with twice as long ones, light things of many pieces tremble
	dropSteps    = 480
	stillSteps   = 240   // at the end, from a standstill, with no change above stillChange
	stillChange  = 0.004 // meters, or a component of a unit quaternion
	dropFriction = 0.7   // of everything; the product of two is what acts
	deepest      = 0.002 // meters by which two things at rest may overlap
)

// Reasons for which things that fell are given up.
const (
	rejectRestless = "a thing does not come to rest"
	rejectLeft     = "a thing left the table"
	rejectInside   = "a thing ends inside another or the table"
	rejectCutOff   = "a thing ends where the border of the picture cuts it off"
	rejectOverflow = "simulation overflowed"
)

// The table on which things fall, and on which it is looked whether they lie still.
var dropStage, stillStage = tableFor(dropSteps), tableFor(stillSteps)

// tableFor is the table for a number of steps: a level floor without an edge, 40 m wide.
func tableFor(steps int) func() *settle.Stage {
	return sync.OnceValue(func() *settle.Stage {
		s, err := settle.NewStage(
			settle.Rules{
				Gravity: geom.V(0, 0, -dropGravity), Damping: dropDamping, Duration: float64(steps) * dropStep, Steps: steps,
			},
			[]settle.Block{{Box: geom.AABB{Min: geom.V(-20, -20, -10), Max: geom.V(20, 20, 0)}, Friction: dropFriction}})
		if err != nil {
			panic(err) // nothing of it comes from outside
		}
		return s
	})
}

// drop draws the things of a plan, lets them fall and looks how they lie. The error is a place.Reject.
func (s *sampler) drop(p *plan, key rng.Key) error {
	held, err := s.hold(p, key)
	if err != nil {
		return err
	}
	if err := fall(held.things); err != nil {
		return err
	}
	cam := p.camera()
	for i := range p.objects {
		o := &p.objects[i]
		o.lay(&held.things[i].WorldFromSolid)
		if at := o.middle(); math.Abs(at.X) > placeHalf || math.Abs(at.Y) > placeHalf {
			return place.Reject{Reason: rejectLeft}
		}
		if dropStage().Blocked(held.things[i], held.things[:i], deepest) {
			return place.Reject{Reason: rejectInside}
		}
		if !s.cfg.Published.CutOff && !o.whole(&cam, o.model.Bounds(), o.worldFromModel()) {
			return place.Reject{Reason: rejectCutOff}
		}
	}
	return nil
}

// hold draws the things of a plan and how they are held before they fall. The error is a place.Reject.
func (s *sampler) hold(p *plan, key rng.Key) (*hand, error) {
	things, joints := rng.At(key, "objects"), rng.At(key, "joints")
	held := &hand{draws: rng.At(key, "drop")}
	n := len(p.objects)
	p.objects = make([]planObject, 0, n)
	for len(p.objects) < n {
		o, err := s.object(things, joints)
		if err != nil {
			return nil, err
		}
		if err := held.take(&o); err != nil {
			return nil, err
		}
		p.objects = append(p.objects, o)
	}
	return held, nil
}

// fall takes things where they come to rest. What still trembles, creeps or rolls when the time is over counts as at rest if
// it stays where it is when all are stopped. The error is a place.Reject.
func fall(things []settle.Thing) error {
	ends, err := run(dropStage(), things)
	if err != nil || !slices.ContainsFunc(ends, func(e settle.Outcome) bool { return !e.Rests }) {
		return err
	}
	ends, err = run(stillStage(), things)
	if err == nil && slices.ContainsFunc(ends, func(e settle.Outcome) bool { return e.Change > stillChange }) {
		err = place.Reject{Reason: rejectRestless}
	}
	return err
}

// run moves things to where they are at the end of a run.
func run(stage *settle.Stage, things []settle.Thing) ([]settle.Outcome, error) {
	ends, err := stage.Run(things, settle.Variant{})
	if errors.Is(err, settle.ErrNotFinite) {
		return nil, place.Reject{Reason: rejectOverflow}
	}
	for i := range ends {
		things[i].WorldFromSolid = ends[i].WorldFromSolid
	}
	return ends, err
}

// Masses in kg by the weight that is told of a thing.
var masses = map[string]float64{"light": 0.15, "medium-weight": 0.5, "heavy": 2}

// body is the thing as it collides, in meters, with the frame of its model.
func (o *planObject) body() (settle.Thing, error) {
	k := float64(o.scale * metersPerUnit)
	var pieces [][]geom.Vec3
	for i := range o.model.Parts {
		for _, hull := range o.model.Parts[i].Colliders {
			piece := make([]geom.Vec3, len(hull))
			for n, v := range hull {
				piece[n] = v.Scale(k)
			}
			pieces = append(pieces, piece)
		}
	}
	solid, err := settle.NewSolid(pieces)
	return settle.Thing{Solid: solid, Mass: masses[o.in.weight], Filled: true, Friction: dropFriction}, err
}

// lay puts the thing where its body came to rest.
func (o *planObject) lay(worldFromBody *geom.Transform) {
	at := worldFromBody.T.Scale(1 / metersPerUnit)
	at = geom.V(float64(float32(at.X)), float64(float32(at.Y)), float64(float32(at.Z)))
	o.x, o.y, o.rotationDeg = at.X, at.Y, headingDeg(&worldFromBody.M)
	o.rest = &rest{at: at, turn: worldFromBody.M.Quat()}
}

// headingDeg is where the model's X axis points, seen from above, in (-180, 180], and where its Y axis points less a right angle
// if the X axis is vertical. It is the turn about the vertical if the thing stands upright.
func headingDeg(turn *geom.Mat3) float64 {
	x, y := turn.X.X, turn.X.Y
	if float64(x*x)+float64(y*y) < 1e-12 {
		x, y = turn.Y.Y, -turn.Y.X
	}
	return float64(geom.Atan2(y, x) * (180 / math.Pi))
}

// middle is the point half-way up the model, above its origin when it stands.
func (o *planObject) middle() geom.Vec3 {
	b := o.model.Bounds()
	return o.worldFromModel().Point(geom.V(0, 0, b.Center().Z))
}
