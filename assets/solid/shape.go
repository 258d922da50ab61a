package solid

import (
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Move returns a copy shifted by t.
func Move(m *mesh.Mesh, t geom.Vec3) *mesh.Mesh { return m.Transformed(geom.Translate(t)) }

// Turn returns a copy turned by r about the origin.
func Turn(m *mesh.Mesh, r geom.Mat3) *mesh.Mesh { return m.Transformed(geom.Transform{M: r}) }

// Place returns a copy mapped by t.
func Place(m *mesh.Mesh, t geom.Transform) *mesh.Mesh { return m.Transformed(t) }

// MirrorX returns a copy reflected at the plane x = 0, still facing outwards.
func MirrorX(m *mesh.Mesh) *mesh.Mesh {
	return m.Transformed(geom.Transform{M: geom.Mat3{X: geom.V(-1, 0, 0), Y: geom.V(0, 1, 0), Z: geom.V(0, 0, 1)}})
}

// Deform returns a copy with every vertex p at f(p), without normals, facing outwards also when f mirrors.
func Deform(m *mesh.Mesh, f func(p geom.Vec3) geom.Vec3) *mesh.Mesh {
	out := &mesh.Mesh{
		Positions: make([]geom.Vec3, len(m.Positions)),
		UVs:       append([][2]float64(nil), m.UVs...),
		SecondUVs: append([][2]float64(nil), m.SecondUVs...),
		Colors:    append([][4]uint16(nil), m.Colors...),
		Triangles: append([][3]uint32(nil), m.Triangles...),
	}
	for i, p := range m.Positions {
		out.Positions[i] = f(p)
	}
	return outward(out)
}

// Shear returns the map that moves each point sideways by slope*z: a leaning leg whose foot stays flat on the floor.
func Shear(slopeX, slopeY float64) func(p geom.Vec3) geom.Vec3 {
	return func(p geom.Vec3) geom.Vec3 {
		return geom.V(p.X+float64(slopeX*p.Z), p.Y+float64(slopeY*p.Z), p.Z)
	}
}

// Along returns the rigid map that takes the origin to a and +Z to the direction from a to b. Of the turns about that
// direction it takes the one in which X stays level; a vertical direction keeps X and Y as they are.
func Along(a, b geom.Vec3) geom.Transform {
	z := b.Sub(a).Unit()
	x := geom.V(0, 0, 1).Cross(z)
	switch {
	case x.Len2() > 1e-12:
		x = x.Unit()
	default:
		x = geom.V(1, 0, 0)
	}
	return geom.Transform{M: geom.Mat3{X: x, Y: z.Cross(x), Z: z}, T: a}
}

// Bar is a lathed or prismatic bar from a to b: profile gives (radius, fraction of the length from a).
func Bar(a, b geom.Vec3, profile []P2, unit Outline) *mesh.Mesh {
	return Place(LatheOutline(stretched(profile, b.Sub(a).Len()), unit), Along(a, b))
}

// Leg is a leg from foot up to top with all its sections level, so that it stands flat on the floor however it leans.
// profile gives (radius, fraction of the height from the foot), unit the section of radius 1.
func Leg(foot, top geom.Vec3, profile []P2, unit Outline) *mesh.Mesh {
	h := top.Z - foot.Z
	m := LatheOutline(stretched(profile, h), unit)
	d := top.Sub(foot)
	return Move(Deform(m, Shear(d.X/h, d.Y/h)), foot)
}

func stretched(profile []P2, l float64) []P2 {
	out := make([]P2, len(profile))
	for i, p := range profile {
		out[i] = P2{p.X, p.Y * l}
	}
	return out
}
