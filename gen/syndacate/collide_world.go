package syndacate

import (
	"math"
	"slices"
	"sync"

	"github.com/ByteArena/box2d"

	"mereo/assets/glyph"
)

// Bodies move in a world of Box2D. Some of its numbers are constants, in meters and seconds of its own: a body may sink 0.005 m
// into another, and what meets at less than 1 m/s does not bounce. They become those wanted here by the choice of its units:
// sinkDepth of the plane is 0.005 m, and the bounce speed of the rules is 1 m/s. Masses are the same.
const (
	sinkDepth = 0.002                           // units of the plane
	boxLength = box2d.B2_linearSlop / sinkDepth // meters in a unit of the plane
)

// boxUnits are the units that a bounce speed asks for.
type boxUnits struct {
	speed float64 // m/s in a unit of the plane per second
	time  float64 // seconds of Box2D in a second
	force float64 // newtons in a unit of force
}

func newBoxUnits(bounceSpeed float64) boxUnits {
	speed := box2d.B2_velocityThreshold / bounceSpeed
	time := boxLength / speed
	return boxUnits{speed, time, boxLength / float64(time*time)}
}

// A filmStep of 1/240 s is made in innerSteps: in one alone, thin strokes that meet fast sink by up to their width, and some
// pass through each other. Eight iterations for velocities, enough for piles at rest, stop far from the solution where bodies
// bounce at several points at once, and change their energy by percents. Iterations are made where bodies touch and nowhere
// else, so that many cost little.
const (
	innerSteps         = 4
	velocityIterations = 64
	positionIterations = 3
)

// The kinds of fixtures, as bits of Box2D's filters. Two strokes with round ends that do not cross are closest at an end of
// one of them: so the round ends of bodies, which are circles, meet the strokes of others, which are edges with a radius, and
// walls, and nothing else meets. Every contact is then one point, and exact.
const (
	endBit = 1 << iota
	strokeBit
	wallBit
)

// collideWorld is bodies in a square.
type collideWorld struct {
	world   box2d.B2World
	rules   collideRules
	units   boxUnits
	bodies  []*rigidBody // nil for one that was removed
	boxes   []*box2d.B2Body
	strokes []*box2d.B2Fixture
	impulse []float64 // normal impulses of the last filmStep: of bodies a < b [a*(n+4)+b], of body a and wall w [a*(n+4)+n+w]
	met     []bool    // the same pairs, whether they touched
}

// registers fills tables of Box2D that it would fill at its first contact, which is no good for several goroutines.
var registers = sync.OnceFunc(func() {
	lone := box2d.MakeB2World(box2d.MakeB2Vec2(0, 0))
	for range 2 {
		def := box2d.MakeB2BodyDef()
		def.Type = box2d.B2BodyType.B2_dynamicBody
		circle := box2d.MakeB2CircleShape()
		circle.M_radius = 1
		lone.CreateBody(&def).CreateFixture(&circle, 1)
	}
	lone.Step(1, 1, 1)
})

// newCollideWorld puts bodies into a square. Bodies are made in the order of objects, so that all that Box2D lists goes in this
// order, whichever of them was removed.
func newCollideWorld(rules collideRules, bodies []*rigidBody, states []motionState) *collideWorld {
	registers()
	n := len(bodies)
	w := &collideWorld{rules: rules, units: newBoxUnits(rules.bounceSpeed), bodies: bodies, boxes: make([]*box2d.B2Body, n),
		impulse: make([]float64, n*(n+4)), met: make([]bool, n*(n+4))}
	w.world = box2d.MakeB2World(box2d.MakeB2Vec2(0, rules.gravity*w.units.force))
	w.world.SetContactFilter(&box2d.B2ContactFilter{}) // without it all fixtures meet
	w.world.SetContactListener((*contactRecorder)(w))
	w.world.SetAllowSleeping(false)
	w.world.M_continuousPhysics = false // steps are short against strokes, and stops at impact would lose time
	w.world.M_warmStarting = false      // after an impact the impulse of the last step is a bad first guess
	w.addWalls()
	for i, b := range bodies {
		if b != nil {
			w.boxes[i] = w.addBody(i, b, states[i])
		}
	}
	return w
}

// fixture makes a fixture of a body that is not active yet. Its mass comes later.
func (w *collideWorld) fixture(box *box2d.B2Body, shape box2d.B2ShapeInterface, kind, meets uint16) *box2d.B2Fixture {
	def := box2d.MakeB2FixtureDef()
	def.Shape = shape
	def.Restitution = w.rules.restitution
	def.Friction = w.rules.friction
	def.Filter = box2d.MakeB2Filter()
	def.Filter.CategoryBits, def.Filter.MaskBits = kind, meets
	return box.CreateFixtureFromDef(&def)
}

// edge makes a straight fixture with round ends. Box2D copies shapes without their radius.
func (w *collideWorld) edge(box *box2d.B2Body, l glyph.Line, radius float64, kind, meets uint16) *box2d.B2Fixture {
	shape := box2d.MakeB2EdgeShape()
	shape.Set(box2d.MakeB2Vec2(l.X1*boxLength, l.Y1*boxLength), box2d.MakeB2Vec2(l.X2*boxLength, l.Y2*boxLength))
	f := w.fixture(box, &shape, kind, meets)
	f.GetShape().(*box2d.B2EdgeShape).M_radius = radius * boxLength
	return f
}

// wallReach is how far walls go on beyond the corners, in units of the plane.
const wallReach = 4

func (w *collideWorld) addWalls() {
	def := box2d.MakeB2BodyDef()
	def.Active = false
	box := w.world.CreateBody(&def)
	for wall, l := range [...]glyph.Line{
		leftWall:   {X1: -1, Y1: -wallReach, X2: -1, Y2: wallReach},
		rightWall:  {X1: 1, Y1: -wallReach, X2: 1, Y2: wallReach},
		bottomWall: {X1: -wallReach, Y1: -1, X2: wallReach, Y2: -1},
		topWall:    {X1: -wallReach, Y1: 1, X2: wallReach, Y2: 1},
	} {
		w.edge(box, l, 0, wallBit, endBit).SetUserData(len(w.bodies) + wall)
	}
	box.SetActive(true)
}

func (w *collideWorld) addBody(i int, b *rigidBody, s motionState) *box2d.B2Body {
	def := box2d.MakeB2BodyDef()
	def.Type = box2d.B2BodyType.B2_dynamicBody
	def.Position.Set(s.x*boxLength, s.y*boxLength)
	def.Angle = s.angle
	def.LinearVelocity.Set(s.vx*w.units.speed, s.vy*w.units.speed)
	def.AngularVelocity = s.omega / w.units.time
	def.AllowSleep = false
	def.Active = false // until the radii of its edges are known
	box := w.world.CreateBody(&def)
	type point struct{ x, y float64 }
	var ends []point // once each: strokes of a letter share many
	for _, l := range b.lines {
		f := w.edge(box, l, b.radius, strokeBit, endBit)
		f.SetUserData(i)
		w.strokes = append(w.strokes, f)
		for _, p := range [...]point{{l.X1, l.Y1}, {l.X2, l.Y2}} {
			near := func(q point) bool { return squaredLength(p.x-q.x, p.y-q.y) < 1e-18 }
			if !slices.ContainsFunc(ends, near) {
				ends = append(ends, p)
			}
		}
	}
	for _, p := range ends {
		circle := box2d.MakeB2CircleShape()
		circle.M_p.Set(p.x*boxLength, p.y*boxLength)
		circle.M_radius = b.radius * boxLength
		w.fixture(box, &circle, endBit, strokeBit|wallBit).SetUserData(i)
	}
	mass := box2d.MakeMassData()
	mass.Mass = b.mass
	mass.I = b.inertia * boxLength * boxLength
	box.SetMassData(&mass)
	box.SetActive(true)
	return box
}

// state is where a body is.
func (w *collideWorld) state(i int) motionState {
	box := w.boxes[i]
	p, v := box.GetPosition(), box.GetLinearVelocity()
	return motionState{x: p.X / boxLength, y: p.Y / boxLength, angle: box.GetAngle(),
		vx: v.X / w.units.speed, vy: v.Y / w.units.speed, omega: box.GetAngularVelocity() * w.units.time}
}

// step goes on by filmStep seconds.
func (w *collideWorld) step() {
	clear(w.impulse)
	clear(w.met)
	for range innerSteps {
		w.pull()
		w.findPairs()
		w.world.Step(filmStep*w.units.time/innerSteps, velocityIterations, positionIterations)
	}
}

// findPairs finds strokes that have come near. Box2D would, but it forgets the radius of an edge on two sides of the box around
// it (B2EdgeShape.ComputeAABB subtracts it from the upper bound): wide strokes would be met late.
func (w *collideWorld) findPairs() {
	pairs := &w.world.M_contactManager
	for _, f := range w.strokes {
		edge := f.GetShape().(*box2d.B2EdgeShape)
		var bounds box2d.B2AABB
		edge.ComputeAABB(&bounds, f.GetBody().GetTransform(), 0)
		bounds.UpperBound.X += 2 * edge.M_radius
		bounds.UpperBound.Y += 2 * edge.M_radius
		pairs.M_broadPhase.MoveProxy(f.M_proxies[0].ProxyId, bounds, box2d.B2Vec2{})
	}
	pairs.FindNewContacts()
}

// pull applies the forces between pairs at their centers of mass.
func (w *collideWorld) pull() {
	if w.rules.force == nil {
		return
	}
	for i := range w.boxes {
		for j := i + 1; j < len(w.boxes); j++ {
			if w.boxes[i] == nil || w.boxes[j] == nil {
				continue
			}
			p, q := w.boxes[i].GetPosition(), w.boxes[j].GetPosition()
			dx, dy := (q.X-p.X)/boxLength, (q.Y-p.Y)/boxLength
			d := math.Sqrt(squaredLength(dx, dy))
			if d == 0 {
				continue // no direction
			}
			f := w.rules.force(i, j, d) * w.units.force / d
			w.boxes[i].ApplyForceToCenter(box2d.MakeB2Vec2(f*dx, f*dy), true)
			w.boxes[j].ApplyForceToCenter(box2d.MakeB2Vec2(-f*dx, -f*dy), true)
		}
	}
}

// contactRecorder sums up impulses while Box2D works.
type contactRecorder collideWorld

func (*contactRecorder) BeginContact(box2d.B2ContactInterface) {}

func (*contactRecorder) EndContact(box2d.B2ContactInterface) {}

// PreSolve leaves out contacts that come apart at more than the bounce speed. When another contact of the same step pushes,
// Box2D would hold them at speed 0 where they had a positive one: work out of nothing, more than half the energy of one film in
// a thousand. Without that they turn, and bounce in the next step.
func (r *contactRecorder) PreSolve(c box2d.B2ContactInterface, _ box2d.B2Manifold) {
	m := box2d.MakeB2WorldManifold()
	c.GetWorldManifold(&m)
	a, b := c.GetFixtureA().GetBody(), c.GetFixtureB().GetBody()
	p := m.Points[0]
	v := box2d.B2Vec2Sub(b.GetLinearVelocityFromWorldPoint(p), a.GetLinearVelocityFromWorldPoint(p))
	if box2d.B2Vec2Dot(v, m.Normal) > box2d.B2_velocityThreshold {
		c.SetEnabled(false)
	}
}

func (r *contactRecorder) PostSolve(c box2d.B2ContactInterface, impulse *box2d.B2ContactImpulse) {
	a, b := c.GetFixtureA().GetUserData().(int), c.GetFixtureB().GetUserData().(int)
	pair := min(a, b)*(len(r.bodies)+4) + max(a, b)
	r.met[pair] = true
	for _, v := range impulse.NormalImpulses[:impulse.Count] {
		r.impulse[pair] += v / r.units.speed
	}
}
