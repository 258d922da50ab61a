// Package decompose finds convex hulls that together fill a solid given by its surface, so that what is not convex can move:
// chairs, mugs, rings.
//
// Mesh cuts the surface itself by planes, always the part whose hull holds the most that is not solid, and takes the hull
// of what lies between the cuts; sharp edges stay sharp. How much of a hull is solid is measured along many parallel dexels
// through the whole. See Mamou 2016, "Volumetric Hierarchical Approximate Convex Decomposition", and Wei et al. 2022,
// "Approximate Convex Decomposition for 3D Meshes with Collision-Aware Concavity and Tree Search".
//
// The same mesh gives the same bits on every run and every processor.
package decompose

import (
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/physics"
)

// Options say how fine the hulls are. The zero value is good for things in a room.
type Options struct {
	// MaxHulls is how many hulls there are at most. If 0, 32.
	MaxHulls int
	// Vertices is how many a hull has at most, from 8 on. If 0, 64.
	Vertices int
	// Excess is the share of the solid's volume that hulls may hold beyond it before one more cut is made. If 0, 0.03.
	Excess float64
	// Dexels is how many dexels lie side by side across the solid, up to 512. If 0, 160. Walls should be a few dexels thick.
	Dexels int
}

// convexExcess is by how much, as a share of its volume, a solid's hull may be larger for the hull to stand for it.
const convexExcess = 0.05

// Parts is a solid in convex parts.
type Parts struct {
	Hulls []*physics.Shape // in the frame of the mesh
	// Mass is that of the solid itself at 1 kg/m3, in the frame of the mesh.
	Mass physics.MassProperties
	// Union is the volume that the hulls fill together, m3, as measured by the dexels.
	Union float64
}

// Mesh finds convex hulls that together are close to the solid inside a surface of triangles (three indices of vertices
// each): one hull if it is at most 5 % larger than the solid. Of surfaces within each other or through each other all that
// any encloses is solid, but what a surface turned inwards encloses is hollow. Vertices at one place count as one. A surface
// that is not closed, or not wound alike everywhere, is closed first to the width of 1/64 of its extent; one that encloses
// nothing then is an error.
func Mesh(vertices []geom.Vec3, triangles [][3]uint32, o Options) (Parts, error) {
	d, err := solidOf(vertices, triangles, o)
	if err != nil {
		return Parts{}, err
	}
	out := Parts{Mass: d.mass()}
	parts, err := d.parts()
	if err != nil {
		return Parts{}, err
	}
	for _, p := range parts {
		out.Hulls = append(out.Hulls, p.hull)
	}
	out.Union = float64(d.union(out.Hulls) * out.Mass.Mass / d.dexelGrid.volume)
	return out, nil
}

// Mass is that of the solid inside a surface as Mesh takes it, at 1 kg/m3, in the frame of the mesh.
func Mass(vertices []geom.Vec3, triangles [][3]uint32) (physics.MassProperties, error) {
	d, err := solidOf(vertices, triangles, Options{})
	if err != nil {
		return physics.MassProperties{}, err
	}
	return d.mass(), nil
}

// solidOf is the solid inside a surface.
func solidOf(vertices []geom.Vec3, triangles [][3]uint32, o Options) (*solid, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	s, err := newSurface(vertices, triangles)
	if err != nil {
		return nil, err
	}
	if !s.isClosed() {
		if s, err = s.sealed(); err != nil {
			return nil, err
		}
	}
	return newSolid(s, o)
}

// Body returns colliders that stand for a solid that moves, and its mass, for BodyDef.Mass. The mass, its center and its
// inertia are those of the solid inside the mesh, not of the hulls. Every collider has the surface's friction, restitution
// and density (kg/m3), and pose is that of the mesh in the body.
func Body(vertices []geom.Vec3, triangles [][3]uint32, pose physics.Pose, surface physics.Collider, o Options) (
	[]physics.Collider, physics.MassProperties, error,
) {
	parts, err := Mesh(vertices, triangles, o)
	if err != nil {
		return nil, physics.MassProperties{}, err
	}
	colliders := make([]physics.Collider, len(parts.Hulls))
	for i, h := range parts.Hulls {
		colliders[i] = surface
		colliders[i].Shape, colliders[i].Pose = h, pose
	}
	mass := parts.Mass.Rotated(pose.Rotation).Translated(pose.Position)
	return colliders, mass.Scaled(surface.Density), nil
}

// fill puts in the defaults.
func (o *Options) fill() error {
	for _, f := range []struct {
		name     string
		value    *int
		standard int
		min, max int
	}{
		{"MaxHulls", &o.MaxHulls, 32, 1, 1024}, {"Vertices", &o.Vertices, 64, 8, 10_000}, {"Dexels", &o.Dexels, 160, 16, 512},
	} {
		if *f.value == 0 {
			*f.value = f.standard
		}
		if *f.value < f.min || *f.value > f.max {
			return fmt.Errorf("decompose: %s is %d, want %d to %d", f.name, *f.value, f.min, f.max)
		}
	}
	if o.Excess == 0 {
		o.Excess = 0.03
	}
	if !(o.Excess > 0) || math.IsInf(o.Excess, 1) {
		return fmt.Errorf("decompose: Excess is %g, want more than 0", o.Excess)
	}
	return nil
}
