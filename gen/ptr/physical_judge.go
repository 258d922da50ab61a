package ptr

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"mereo/engine/geom"
	"mereo/internal/phase"
	"mereo/scenes"
	"mereo/scenes/place"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// How objects are judged. All are the published numbers.
const (
	gravity        = 10.0        // m/s2
	damping        = 0.04        // 1/s
	objectMass     = 25.0        // kg
	objectFriction = 0.5         // the product with the room's is what acts
	roomFriction   = 1.0         // of floor and walls
	judgeDuration  = 499.0 / 240 // seconds after which poses are compared
	unstableChange = 0.1         // meters, or a component of a unit quaternion
)

// judgeSteps is how many steps the engine takes; their length is ours to choose. With them every label of the published
// physics that is robust comes out the same.
const judgeSteps = 250

// marginRepeats is how many times a scene is judged again with everything a little different.
const marginRepeats = 8

// How much different: of the friction, and of the pose of every object along and about each axis of the world. Every second repeat differs
// as much as a person may be wrong who looks at the picture: the floor slopes to one side, and things are slippery or rough.
const (
	nudgeFriction = 0.05
	nudgeShift    = 0.002 // meters
	nudgeTurn     = 0.25 * math.Pi / 180
	nudgeInward   = 0.12 // meters, of stacked things
	slope         = 0.12 // the tangent of 6.8 degrees
	slippery      = 0.6
	rough         = 1.6
)

// Reasons for which an arrangement is given up.
const (
	rejectCalm     = "too few unstable objects"
	rejectUnhelped = "no single move helps"
	rejectOverflow = "simulation overflowed"
)

// Verdict is what the simulation says of an object.
type Verdict struct {
	Stable         bool
	Change         float64 // meters, or a component of a unit quaternion
	Margin         float64 // share of the repeats with the same verdict
	WorldFromModel geom.Transform
	Moves          []Move    // of what is not stable
	LastTried      geom.Vec3 // of what is not stable
}

// moveDirections are where an unstable object is moved, along the axes of the world.
var moveDirections = []struct {
	name string
	to   geom.Vec3
}{
	{"left", geom.V(-1, 0, 0)}, {"right", geom.V(1, 0, 0)}, {"front", geom.V(0, -1, 0)}, {"behind", geom.V(0, 1, 0)},
}

// moveDistances in meters: the published generator has two of the four that the paper describes.
func moveDistances(published bool) []float64 {
	if published {
		return []float64{0.5, 1}
	}
	return []float64{0.25, 0.5, 0.75, 1}
}

// setDown is how far below an object that was moved something may be, meters, for the object to be set down on it: pushed from the rail
// of a bed it stands on the mattress. Where there is nothing so near it falls. The published generator leaves it in the air.
const setDown = 0.3

// lowered is a moved thing, set down if there is something to set it down on.
func lowered(moved settle.Thing, others []settle.Thing) settle.Thing {
	above := moved.Solid.Bounds(&moved.WorldFromSolid.M).Min.Z + moved.WorldFromSolid.T.Z - floorZ
	if down := settle.Drop(moved, others, min(max(above, 0), setDown), touching); down < setDown {
		moved.WorldFromSolid.T.Z -= down
	}
	return moved
}

// push moves a thing as the labels try it, unless that puts it into another one or into a wall.
func push(t settle.Thing, others []settle.Thing, by geom.Vec3, published bool) (moved settle.Thing, blocked bool) {
	t.WorldFromSolid.T = t.WorldFromSolid.T.Add(by)
	if judgeStage().Blocked(t, others, touching) {
		return t, true
	}
	if !published {
		t = lowered(t, others)
	}
	return t, false
}

// Outcomes of a move. A move that puts the object into another one or into a wall is blocked and not simulated.
const (
	moveStable   = "stable"
	moveUnstable = "unstable"
	moveBlocked  = "blocked"
)

// judgeStage is the room as it is simulated, and sloping is the same with a floor that falls towards each side.
var (
	judgeStage = sync.OnceValue(func() *settle.Stage { return roomUnder(geom.V(0, 0, -gravity)) })
	sloping    = sync.OnceValue(func() (out [4]*settle.Stage) {
		for i := range out {
			out[i] = roomUnder(geom.V(0, 0, -gravity).AddScaled(slope*gravity, moveDirections[i].to))
		}
		return out
	})
)

// roomUnder is the room with some gravity, m/s2: floor and walls are boxes of 30 x 30 x 10 m.
func roomUnder(gravity geom.Vec3) *settle.Stage {
	const long, deep = 15.0, 10.0
	r := &physicalRoom
	var blocks []settle.Block
	for _, box := range []geom.AABB{
		{Min: geom.V(-long, -long, floorZ-deep), Max: geom.V(long, long, floorZ)},
		{Min: geom.V(-r.sideX-deep, -long, -long), Max: geom.V(-r.sideX, long, long)},
		{Min: geom.V(r.sideX, -long, -long), Max: geom.V(r.sideX+deep, long, long)},
		{Min: geom.V(-long, r.backY, -long), Max: geom.V(long, r.backY+deep, long)},
	} {
		blocks = append(blocks, settle.Block{Box: box, Friction: roomFriction})
	}
	s, err := settle.NewStage(settle.Rules{
		Gravity: gravity, Damping: damping, Duration: judgeDuration, Steps: judgeSteps,
	}, blocks)
	if err != nil {
		panic(err) // nothing of it comes from outside
	}
	return s
}

// thing is the trial as it collides in a room: the colliders of its parts; for a wheel, which is round all over, and for a part
// without colliders the convex hull of its mesh. Colliders may be some millimeters larger than the mesh, which touches
// floor and wall exactly; where they would reach into those they are cut off.
func (t *trial) thing(r *interior) (settle.Thing, error) {
	worldFromModel := &t.worldFromObject
	modelFromWorld := worldFromModel.Inverse()
	inside := func(p geom.Vec3) geom.Vec3 {
		at := worldFromModel.Point(p)
		in := geom.V(min(max(at.X, -r.sideX), r.sideX), min(at.Y, r.backY), max(at.Z, floorZ))
		if in == at {
			return p
		}
		return modelFromWorld.Point(in)
	}
	var pieces [][]geom.Vec3
	for i := range t.model.Parts {
		colliders := t.model.Parts[i].Colliders
		if len(colliders) == 0 || t.placed.raw[i] == "wheel" {
			pieces = append(pieces, t.meshes[i].Positions)
			continue
		}
		for _, c := range colliders {
			piece := make([]geom.Vec3, len(c))
			for k, p := range c {
				piece[k] = inside(t.scaled(p))
			}
			pieces = append(pieces, piece)
		}
	}
	solid, err := settle.NewSolid(pieces)
	if err != nil {
		return settle.Thing{}, t.fault(err)
	}
	return settle.Thing{Solid: solid, WorldFromSolid: t.worldFromObject, Mass: objectMass, Friction: objectFriction}, nil
}

// keepShare is how often an arrangement is kept in which so many objects are unstable, by that number. As they come, fewer
// than a third of all objects are; with these shares it is about half.
var keepShare = [physicalObjects + 1]float64{0.1, 0.4, 1, 1}

// keepUnhelped is how often an arrangement is kept in which no stacked object is unstable with exactly one direction that
// helps. As they come, one in ten has such an object, and it takes one to ask for the direction. On chairs it is so rare that
// they are not looked at.
const keepUnhelped = 0.25

// judge finds out which objects stay where they are, how sure that is, and what would make the others stay. In the first
// half of the attempts it rejects some arrangements in which few objects are unstable, or for which no single direction helps.
func (s *Sampler) judge(m *Sample) error {
	defer phase.Begin(phase.Acceptance).End()
	verdicts, err := s.verdicts(m)
	if errors.Is(err, settle.ErrNotFinite) {
		return place.Reject{Reason: rejectOverflow}
	}
	for i := range verdicts {
		m.Objects[i].Verdict = &verdicts[i]
	}
	return err
}

// verdicts are what judge finds out. What leads to a rejection is looked at first.
func (s *Sampler) verdicts(m *Sample) ([]Verdict, error) {
	things := m.things()
	calm, helped, stacked := s.balance(m)
	if helped && stacked < 0 {
		return nil, place.Reject{Reason: rejectUnhelped}
	}

	play, verdicts, err := verdictsOf(things)
	if err != nil {
		return nil, err
	}
	unstable := 0
	for _, v := range verdicts {
		if !v.Stable {
			unstable++
		}
	}
	if calm >= keepShare[unstable] {
		return nil, place.Reject{Reason: rejectCalm}
	}

	move := func(i, most int) error {
		return addMoves(&verdicts[i], i, things, play, s.cfg.Published.Distances, most)
	}
	if helped {
		if err := move(stacked, 1); err != nil {
			return nil, err
		}
		if len(changes(verdicts[stacked].Moves, false)) != 1 {
			return nil, place.Reject{Reason: rejectUnhelped}
		}
	}
	for i := range verdicts {
		if len(verdicts[i].Moves) == 0 {
			if err := move(i, len(moveDirections)); err != nil {
				return nil, err
			}
		}
	}
	all := make([]int, len(things))
	for i := range all {
		all[i] = i
	}
	supporters := m.supporters(all)
	if err := doubtMoves(verdicts, things, supporters); err != nil {
		return nil, err
	}
	return verdicts, addMargins(context.Background(), verdicts, things, supporters, rng.At(m.Key, "margin"))
}

// balance draws what an arrangement is rejected for: too few unstable objects, and a stacked object, -1 for none, for which not exactly
// one direction helps.
func (s *Sampler) balance(m *Sample) (calm float64, helped bool, stacked int) {
	draws := rng.At(m.Key, "balance")
	calm, helped = draws.Float64(), !draws.Bool(keepUnhelped)
	if m.Key.Attempt >= s.cfg.MaxAttempts/2 {
		calm, helped = 0, false
	}
	return calm, helped, slices.IndexFunc(m.Objects, func(p Placed) bool {
		return p.Mode == ModeSupport && m.Objects[p.Supporter].Category != "Chair"
	})
}

// things are the objects of a physical scene as they collide.
func (m *Sample) things() []settle.Thing {
	out := make([]settle.Thing, len(m.Objects))
	for i := range m.Objects {
		out[i] = m.Objects[i].thing
	}
	return out
}

// supporters are what some objects of a physical scene are stacked on, by their place among these, -1 for the floor.
func (m *Sample) supporters(objects []int) []int {
	out := make([]int, len(objects))
	for n, i := range objects {
		out[n] = slices.Index(objects, m.Objects[i].Supporter)
	}
	return out
}

// verdictsOf simulates things once.
func verdictsOf(things []settle.Thing) (*settle.Play, []Verdict, error) {
	play, err := judgeStage().Play(things)
	if err != nil {
		return nil, nil, err
	}
	var out []Verdict
	for _, e := range play.Ends() {
		out = append(out, Verdict{Stable: e.Change <= unstableChange, Change: e.Change, WorldFromModel: e.WorldFromSolid})
	}
	return play, out, nil
}

// addMargins finds out how sure verdicts are. Every second repeat has a floor that slopes, to a side each; of the others every second one has
// half the time step, and in the second half things are as heavy as they look, of one material throughout, and stacked ones lie nearer to the middle
// of what carries them, then farther from it. It ends between two of them with ctx. supporters are what things are stacked on, -1 for the floor.
func addMargins(ctx context.Context, verdicts []Verdict, things []settle.Thing, supporters []int, s *rng.Stream) error {
	agree := make([]int, len(things))
	looks := filled(things)
	for k := range marginRepeats {
		if err := ctx.Err(); err != nil {
			return err
		}
		v := settle.Variant{Friction: s.Uniform(1-nudgeFriction, 1+nudgeFriction), Nudges: nudges(things, s)}
		stage, judged := judgeStage(), things
		switch k % 4 {
		case 1:
			stage, v.Friction = sloping()[k/2], slippery
		case 2:
			v.Finer = 2
		case 3:
			stage, v.Friction = sloping()[k/2], rough
		}
		if k%2 == 0 && k >= marginRepeats/2 {
			judged = looks
			by := nudgeInward
			if k%4 != 0 {
				by = -by
			}
			for i, under := range supporters {
				if under >= 0 {
					inward := things[under].WorldFromSolid.T.Sub(things[i].WorldFromSolid.T)
					inward.Z = 0
					v.Nudges[i].Shift = v.Nudges[i].Shift.AddScaled(by/max(inward.Len(), nudgeInward), inward)
				}
			}
		}
		stays, err := stage.Stays(judged, v, unstableChange)
		if err != nil {
			return err
		}
		for i := range stays {
			if stays[i] == verdicts[i].Stable {
				agree[i]++
			}
		}
	}
	for i, n := range agree {
		verdicts[i].Margin = float64(n) / marginRepeats
	}
	return nil
}

// addMoves tries what would make thing i stay if it is not stable: each move alone, everything else where it was. It ends when
// more than so many directions help.
func addMoves(v *Verdict, i int, things []settle.Thing, play *settle.Play, published bool, most int) error {
	if v.Stable {
		return nil
	}
	others := slices.Concat(things[:i], things[i+1:])
	for _, d := range moveDirections {
		if len(changes(v.Moves, false)) > most {
			break
		}
		for _, distance := range moveDistances(published) {
			by := d.to.Scale(distance)
			v.LastTried = things[i].WorldFromSolid.T.Add(by)
			outcome, err := tryMove(i, things, others, play, by, published)
			if err != nil {
				return err
			}
			v.Moves = append(v.Moves, Move{Direction: d.name, Distance: distance, Outcome: outcome})
		}
	}
	return nil
}

// tryMove is the outcome of a move of thing i.
func tryMove(i int, things, others []settle.Thing, play *settle.Play, by geom.Vec3, published bool) (string, error) {
	moved, blocked := push(things[i], others, by, published)
	if blocked {
		return moveBlocked, nil
	}
	stays, err := play.Stays(i, moved.WorldFromSolid, unstableChange)
	if stays {
		return moveStable, err
	}
	return moveUnstable, err
}

// doubtMoves finds out of which moves of a stacked object nobody sees what they lead to: halfway to the next distance, nearer or farther, they
// have another outcome with things of one material throughout. supporters are what things are stacked on, -1 for the floor.
func doubtMoves(verdicts []Verdict, things []settle.Thing, supporters []int) error {
	var play *settle.Play
	looks := filled(things)
	distances := moveDistances(false)
	for i := range verdicts {
		moves := verdicts[i].Moves
		if supporters[i] < 0 || len(moves) != len(moveDirections)*len(distances) {
			continue
		}
		if play == nil {
			var err error
			if play, err = judgeStage().Play(looks); err != nil {
				return err
			}
		}
		others := slices.Concat(looks[:i], looks[i+1:])
		for d, direction := range moveDirections {
			along := moves[d*len(distances):][:len(distances)]
			for k := range len(distances) + 1 {
				between := distances[0] * (float64(k) + 0.5)
				outcome, err := tryMove(i, looks, others, play, direction.to.Scale(between), false)
				if err != nil {
					return err
				}
				if outcome == moveBlocked {
					continue
				}
				for n := max(k-1, 0); n < min(k+1, len(along)); n++ {
					along[n].Unsure = along[n].Unsure || along[n].Outcome != moveBlocked && along[n].Outcome != outcome
				}
			}
		}
	}
	return nil
}

// filled are things of one material throughout.
func filled(things []settle.Thing) []settle.Thing {
	out := slices.Clone(things)
	for i := range out {
		out[i].Filled = true
	}
	return out
}

// nudges displaces every thing at random and then lifts it clear of the floor and of the things before it.
func nudges(things []settle.Thing, s *rng.Stream) []settle.Nudge {
	shift := func() float64 { return s.Uniform(-nudgeShift, nudgeShift) }
	turn := func() float64 { return s.Uniform(-nudgeTurn, nudgeTurn) }
	out, done := make([]settle.Nudge, len(things)), make([]settle.Thing, 0, len(things))
	for i, t := range things {
		n := &out[i]
		n.Shift = geom.V(shift(), shift(), shift())
		m := geom.RotX(turn()).Mul(geom.RotY(turn())).Mul(geom.RotZ(turn()))
		n.Turn = m.Quat()
		t.WorldFromSolid.M = m.Mul(t.WorldFromSolid.M)
		t.WorldFromSolid.T = t.WorldFromSolid.T.Add(n.Shift)
		lift := judgeStage().Clear(t, done, touching)
		n.Shift = n.Shift.Add(lift)
		t.WorldFromSolid.T = t.WorldFromSolid.T.Add(lift)
		done = append(done, t)
	}
	return out
}

// write puts the verdict and what led to it into an object's record.
func (v *Verdict) write(o *Object, p *Placed, in *scenes.Object, published bool) {
	euler := func(m geom.Mat3) [3]float64 {
		x, y, z := EulerXYZ(m.Mul(houseFromYUp.M))
		return triple(geom.V(x, y, z))
	}
	turned := euler(in.WorldFromObject.M)
	o.Rotation = Rotation{Euler: &turned}
	o.Simulation = &Simulation{
		Mode: string(p.Mode), Change: v.Change, Margin: v.Margin,
		EndCoords: triple(v.WorldFromModel.T), EndRotation: euler(v.WorldFromModel.M), Moves: v.Moves,
	}
	if p.Supporter >= 0 {
		o.Simulation.Supporter = &p.Supporter
	}
	o.Stability = "yes"
	if !v.Stable {
		o.Stability = "no"
		o.PossibleChange = &PossibleChange{changes(v.Moves, published), triple(v.LastTried)}
	}
}

// changes lists the directions that make an object stable, in the order of trying: each once, or with the published rule
// once for each distance.
func changes(moves []Move, published bool) []string {
	out := []string{}
	for _, m := range moves {
		if m.Outcome == moveStable && (published || !slices.Contains(out, m.Direction)) {
			out = append(out, m.Direction)
		}
	}
	return out
}
