// Package glyph makes letters and words out of straight lines and puts them anywhere into a plane.
//
// A letter is a short table of lines in a unit box; a word is letters in a row. Both are placed by a [Pose] of eight
// numbers. The plane is the square [-1, 1] x [-1, 1] with x to the right and y up; angles are in radians. The package knows
// no pixels: thickness passes through in the unit of whoever draws, and brightness is 0 (black) to 1 (white).
//
// The twelve letters, the spacing of words and the meaning of poses are those of SynDaCaTE (Levi and van der Wilk 2025,
// "SynDaCaTE: A Synthetic Dataset For Evaluating Part-Whole Hierarchical Inference").
//
// Functions on a []Line change it in place, end points only. Char, Word and [Shape.Append] set thickness and brightness,
// too. Nothing here draws random numbers.
package glyph

import "fmt"

// Line is a straight stroke from (X1, Y1) to (X2, Y2). Its direction counts: [Flip] gives another line that looks the same.
type Line struct{ X1, Y1, X2, Y2, Thickness, Brightness float64 }

// Pose says where a letter or word is, in the order in which poses are stored.
type Pose struct {
	Wideness   float64 // factor of x in the upright shape; the shape fills its circle again afterwards
	Italic     float64 // slant: what x gains per unit of y
	Rotation   float64 // radians, clockwise
	Scale      float64 // radius of the circumscribed circle
	X, Y       float64 // center, from -1 to 1: a circle of radius Scale that touches the edges of the plane
	Thickness  float64 // of the lines at scale 1
	Brightness float64
}

// PoseNames are the fields of a Pose as files and papers call them, in storage order.
var PoseNames = [...]string{"wideness", "italic", "rotation", "scale", "x", "y", "thickness", "brightness"}

// Upright poses of full size.
var (
	UprightChar = Pose{Wideness: 1, Scale: 1, Thickness: 10, Brightness: 1}
	UprightWord = Pose{Wideness: 1, Scale: 1, Thickness: 3, Brightness: 1}
)

// PoseOf reads a pose from its stored values. It is an error to give fewer than eight; further ones are ignored.
func PoseOf(values []float64) (Pose, error) {
	if len(values) < len(PoseNames) {
		return Pose{}, fmt.Errorf("glyph: pose has %d values, need %d", len(values), len(PoseNames))
	}
	v := values
	return Pose{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]}, nil
}

// Values are the stored values, in the order of PoseNames.
func (p Pose) Values() [8]float64 {
	return [...]float64{p.Wideness, p.Italic, p.Rotation, p.Scale, p.X, p.Y, p.Thickness, p.Brightness}
}

// PoseIndex returns the place of a named value in a stored pose.
func PoseIndex(name string) (int, error) {
	for i, n := range PoseNames {
		if n == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("glyph: pose value %q is unknown, want one of %v", name, PoseNames)
}
