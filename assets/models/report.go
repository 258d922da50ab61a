package models

import (
	"fmt"
	"strings"

	"mereo/engine/geom"
)

// Report is what was found of a file's meshes. It is kept between runs; see cache.go.
type Report struct {
	Parts     int
	Triangles int // after all that follows
	// Given is how many triangles the file has, Degenerate how many of them have two corners at one place and were left out. If more
	// than a million are left, the meshes are simplified.
	Given, Degenerate int
	Gathered          bool // parts of one material became one, as there were too many
	Smoothed          bool // a mesh has no normals, and gets smooth ones
	Closed            bool // all together they enclose a volume
	Inverted          bool // the closed surface faces inwards, and is turned round
	// Box is around the meshes, in the axes and the unit of the file, and Volume what they enclose, in the unit cubed; 0 if not closed.
	Box     geom.AABB
	Volume  float64
	Ignored []string // what the file has and pictures do not show; see gltf.Scene
}

// Simplified tells whether the meshes have fewer triangles than the file.
func (r *Report) Simplified() bool { return r.Triangles < r.Given-r.Degenerate }

// notes are what a user may want to know.
func (r *Report) notes() (out []string) {
	if r.Simplified() {
		out = append(out, fmt.Sprintf("its %d triangles are simplified to %d", r.Given, r.Triangles))
	}
	if r.Degenerate > 0 {
		out = append(out, fmt.Sprintf("%d triangles without area are left out", r.Degenerate))
	}
	if r.Gathered {
		out = append(out, fmt.Sprintf("has more than %d parts; those of one material become one", maxParts))
	}
	if r.Inverted {
		out = append(out, "its triangles face inwards, and are turned round")
	}
	if !r.Closed {
		out = append(out, "is not closed: where it falls, gaps are filled")
	}
	if len(r.Ignored) > 0 {
		out = append(out, "is drawn without its "+strings.Join(r.Ignored, ", "))
	}
	return out
}
