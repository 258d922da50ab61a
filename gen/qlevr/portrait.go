package qlevr

import (
	"mereo/assets/deskware"
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/scenes"
)

// ObjectLook is how a solid looks besides its color: a material, and which of its variants, 1 or 2.
type ObjectLook struct {
	Material string
	Variant  int
}

// ObjectLooks are all that differ from each other.
func ObjectLooks() (out []ObjectLook) {
	for _, m := range objectMaterials {
		out = append(out, ObjectLook{m, 1})
		if f := objectFinishes[m]; f[0] != f[1] {
			out = append(out, ObjectLook{m, 2})
		}
	}
	return out
}

// Portrait is a large solid with its name, without its material.
type Portrait struct {
	Name  string
	Scene *scenes.Scene
}

// Portraits are all shapes with a look, each alone in the middle of the desk, with the lamps of all scenes and near enough to
// fill a square picture of a size in pixels. Colors begin with the first one that is asked for and follow each other.
func Portraits(look ObjectLook, firstColor, size int) (out []Portrait) {
	const (
		rotation = 20
		focal    = 4    // in widths of the picture
		distance = 1.12 // meters
		middle   = canvas / 2.0
		pitch    = 62 // of the flattest preset
	)
	target := deskPoint(planPoint{middle, middle}).Add(geom.V(0, 0, 0.07))
	turn := viewTurn([3]float64{pitch, 0, 0})
	v := view{camera: camera.Pinhole{
		WorldFromCamera: geom.Transform{M: turn, T: target.AddScaled(distance, turn.Z)},
		Width:           size, Height: size, FocalPx: focal * float64(size),
		CenterX: float64(size) / 2, CenterY: float64(size) / 2, Near: 0.1, Far: 1000,
	}}
	for i, shape := range objectShapes {
		color := objectColors[(firstColor+i)%len(objectColors)]
		p := &plan{objects: []planObject{{
			outline: outline{center: planPoint{middle, middle}}, rotation: rotation,
			size: "large", color: color, material: look.Material, shape: shape,
		}}}
		out = append(out, Portrait{color + " " + shape, sceneOf(p, []int{look.Variant}, &v)})
	}
	return out
}

// PlanePicture is what covers planes of a color and a material, which its name tells.
type PlanePicture struct {
	Name    string
	Picture *material.Texture
}

// PlanePictures are those of all planes.
func PlanePictures() (out []PlanePicture) {
	for _, m := range planeMaterials {
		for _, c := range planeColors {
			out = append(out, PlanePicture{c + " " + m, deskware.Plane(m, c)})
		}
	}
	return out
}
