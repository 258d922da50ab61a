package physics

import (
	"fmt"
	"iter"
	"math"

	"mereo/engine/geom"
)

// BodyType says what moves a body.
type BodyType uint8

const (
	Dynamic   BodyType = iota // forces, contacts and joints
	Static                    // nothing
	Kinematic                 // its velocity, whatever is in the way
)

// WorldDef describes a world. The zero value is a world without gravity and with all defaults.
type WorldDef struct {
	Gravity geom.Vec3 // m/s2
	// Substeps is how many times a step moves the bodies. If 0, 4 is used.
	Substeps int
	// NoSleep keeps resting bodies awake.
	NoSleep bool
	// MaxPairs bounds how many pairs of colliders (and of triangles and colliders) may be near each other. What would be more is not
	// looked at, and Step says PairsLimited. If 0, there is no bound.
	MaxPairs int
	// FrictionMixing and RestitutionMixing say what the coefficients of two surfaces are together.
	FrictionMixing, RestitutionMixing Mixing
}

// World holds bodies and joints and moves them. It belongs to one goroutine at a time.
type World struct {
	gravity  geom.Vec3
	substeps int
	noSleep  bool
	maxPairs int
	friction Mixing
	rebound  Mixing

	bodies        []body   // 0 stands for none
	motions       []motion // of the bodies with the same index; 0 never moves
	colliders     []collider
	freeBodies    []int32
	freeColliders []int32
	awake         []int32 // bodies that move, ascending
	driven        []int32 // bodies whose motion was changed from outside since the last step
	listAwake     bool    // awake is to be listed anew
	trees         [2]tree // colliders of static bodies, of others
	joints        jointSet
	contactSet
	solver
	recorder recorder
	sensors  bool    // there is or was one
	parent   []int32 // of bodies, while islands are found
}

// BodyDef describes a body.
type BodyDef struct {
	Type            BodyType
	Pose            Pose      // world from body
	Velocity        geom.Vec3 // of the center of mass, m/s
	AngularVelocity geom.Vec3 // rad/s, world frame
	// LinearDamping and AngularDamping are rates in 1/s: a free body's velocity v falls by v*damping every second.
	LinearDamping, AngularDamping float64
	Colliders                     []Collider
	// Mass replaces what follows from the colliders and their densities, in the body frame.
	Mass *MassProperties
}

// Collider is a shape fixed to a body.
type Collider struct {
	Shape *Shape
	Pose  Pose // body from shape
	// Density in kg/m3. Shapes of one body are summed even where they overlap.
	Density float64
	// Friction is Coulomb's coefficient of the surface. That of two surfaces is the product of both, or as WorldDef.FrictionMixing says.
	Friction float64
	// Restitution is the share of the approach speed with which things bounce off. That of two surfaces is the larger one, or as
	// WorldDef.RestitutionMixing says.
	Restitution float64
	// RollingFriction and SpinningFriction are coefficients in meters: times the force along the normal, the most torque (N m) about
	// axes in the plane of contact, and about the normal. Those of two surfaces are the larger ones, whatever WorldDef says: it is
	// enough that one of the two gives way, as a carpet does below a ball of steel, and a product of lengths is no length.
	// MuJoCo does the same. They do not act on what bounces while it bounces.
	RollingFriction, SpinningFriction float64
	// Category has the bits of what the collider is, and Mask those of what it touches: two colliders touch if each one's
	// category has a bit of the other's mask. If 0, Category is 1 and Mask is all bits.
	Category, Mask uint32
	// Sensor makes a collider that touches nothing and is not seen by queries. World.Events tells what enters and leaves it.
	Sensor bool
}

// BodyID names a body of a world. The zero BodyID names none.
type BodyID struct{ index, generation uint32 }

// ShapeRef names collider number Collider of a body, in the order of BodyDef.Colliders.
type ShapeRef struct {
	Body     BodyID
	Collider int
}

// Flags tell what a step could not do as asked.
type Flags uint32

const (
	// NotSettled: some dynamic body is awake.
	NotSettled Flags = 1 << iota
	// SpeedLimited: a body was faster than the engine follows, and was slowed down.
	SpeedLimited
	// NotFinite: a body's velocity or pose overflowed; it was stopped where it was.
	NotFinite
	// PairsLimited: more than WorldDef.MaxPairs were near each other, and some pass through each other.
	PairsLimited
)

// NewWorld returns an empty world.
func NewWorld(def WorldDef) (*World, error) {
	switch {
	case !def.Gravity.IsFinite():
		return nil, fmt.Errorf("physics: gravity is %v, want finite numbers", def.Gravity)
	case def.Substeps < 0 || def.Substeps > 1000:
		return nil, fmt.Errorf("physics: %d sub-steps, want 1 to 1000, or 0 for 4", def.Substeps)
	case def.MaxPairs < 0:
		return nil, fmt.Errorf("physics: %d pairs at most, want 1 or more, or 0 for no bound", def.MaxPairs)
	case def.FrictionMixing > MixAverage || def.RestitutionMixing > MixAverage:
		return nil, fmt.Errorf("physics: mixing is %d and %d, want %d at most", def.FrictionMixing, def.RestitutionMixing, MixAverage)
	}
	w := &World{gravity: def.Gravity, substeps: def.Substeps, noSleep: def.NoSleep, maxPairs: def.MaxPairs, friction: def.FrictionMixing, rebound: def.RestitutionMixing}
	if w.rebound == MixDefault {
		w.rebound = MixMaximum
	}
	if w.substeps == 0 {
		w.substeps = 4
	}
	w.bodies, w.motions = make([]body, 1), []motion{{rot: geom.Quat{W: 1}}}
	return w, nil
}

// Bodies goes through the bodies in the order in which they were added; places of removed bodies are used again.
func (w *World) Bodies() iter.Seq[BodyID] {
	return func(yield func(BodyID) bool) {
		for i := range w.bodies {
			if w.bodies[i].alive && !yield(w.id(int32(i))) {
				return
			}
		}
	}
}

// Hash is a fingerprint of all poses and velocities: equal for worlds that went the same way, bit for bit.
func (w *World) Hash() uint64 {
	// FNV-1a over the 64-bit patterns.
	h := uint64(14695981039346656037)
	add := func(x float64) {
		h ^= math.Float64bits(x)
		h *= 1099511628211
		h ^= h >> 29
	}
	vec := func(v geom.Vec3) { add(v.X); add(v.Y); add(v.Z) }
	for i := range w.bodies {
		if b := &w.bodies[i]; b.alive {
			add(float64(i))
			vec(b.pose.Position)
			add(b.pose.Rotation.W)
			vec(geom.Vec3{X: b.pose.Rotation.X, Y: b.pose.Rotation.Y, Z: b.pose.Rotation.Z})
			vec(w.motions[i].v)
			vec(w.motions[i].w)
		}
	}
	return h
}
