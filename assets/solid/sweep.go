package solid

import (
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Sweep carries an outline along a path. section(s) is the outline at the fraction s of the path's length; all must
// have the same number of points. Looking along the path, an outline's X points right and its Y towards up. A zero up
// lets the outline roll as little as possible. Ends are flat.
func Sweep(path []geom.Vec3, up geom.Vec3, section func(s float64) Outline) *mesh.Mesh {
	return Loft(sections(path, up, false, section)...)
}

// SweepLoop is Sweep along a closed path, given without its first point repeated. It needs an up that is never along
// the path, such as the normal of the path's plane.
func SweepLoop(path []geom.Vec3, up geom.Vec3, section Outline) *mesh.Mesh {
	return LoftLoop(sections(path, up, true, func(float64) Outline { return section })...)
}

// Tube is a round bar of radius r along the path.
func Tube(path []geom.Vec3, r float64, sides int) *mesh.Mesh {
	o := Ellipse(r, r, sides)
	return Sweep(path, geom.Vec3{}, func(float64) Outline { return o })
}

// TaperedTube is a round bar whose radius at the fraction s of its length is radius(s).
func TaperedTube(path []geom.Vec3, sides int, radius func(s float64) float64) *mesh.Mesh {
	o := Ellipse(1, 1, sides)
	return Sweep(path, geom.Vec3{}, func(s float64) Outline {
		r := radius(s)
		return o.Scale(r, r)
	})
}

// TubePieces returns the hulls of a tube of radius r along the path, cut into runs of at most each path pieces.
func TubePieces(path []geom.Vec3, r float64, each int) [][]geom.Vec3 {
	o := Ellipse(r, r, 8)
	return SectionPieces(sections(path, geom.Vec3{}, false, func(float64) Outline { return o }), each)
}

// SectionPieces returns hulls of runs of each+1 neighboring sections; neighbors share a section.
func SectionPieces(sections [][]geom.Vec3, each int) [][]geom.Vec3 {
	var out [][]geom.Vec3
	for i := 0; i < len(sections)-1; i += each {
		var pts []geom.Vec3
		for _, s := range sections[i:min(i+each+1, len(sections))] {
			pts = append(pts, s...)
		}
		out = append(out, extremes(pts))
	}
	return out
}

// sections places the outline along the path.
func sections(path []geom.Vec3, up geom.Vec3, loop bool, section func(s float64) Outline) [][]geom.Vec3 {
	n := len(path)
	s := fractions(path)
	tangent := make([]geom.Vec3, n)
	for i := range path {
		before, after := path[max(i-1, 0)], path[min(i+1, n-1)]
		if loop {
			before, after = path[(i+n-1)%n], path[(i+1)%n]
		}
		// The bisector of the two unit directions is the miter plane's normal.
		tangent[i] = path[i].Sub(before).Unit().Add(after.Sub(path[i]).Unit()).Unit()
	}
	rolling := up == geom.Vec3{}
	if rolling {
		_, up = geom.Basis(tangent[0])
	}
	out := make([][]geom.Vec3, n)
	for i := range path {
		if rolling && i > 0 {
			up = carry(path[i-1], path[i], tangent[i-1], tangent[i], up)
		}
		side := tangent[i].Cross(up).Unit()
		out[i] = section(s[i]).In(path[i], side, side.Cross(tangent[i]))
	}
	return out
}

// carry moves the up vector from one path point to the next without roll: Wang et al. 2008, "Computation of Rotation
// Minimizing Frames", table I (double reflection).
func carry(x0, x1, t0, t1, r0 geom.Vec3) geom.Vec3 {
	v1 := x1.Sub(x0)
	c1 := v1.Len2()
	if c1 == 0 {
		return r0
	}
	r := r0.AddScaled(-2/c1*v1.Dot(r0), v1)
	t := t0.AddScaled(-2/c1*v1.Dot(t0), v1)
	v2 := t1.Sub(t)
	c2 := v2.Len2()
	if c2 == 0 {
		return r
	}
	return r.AddScaled(-2/c2*v2.Dot(r), v2)
}
