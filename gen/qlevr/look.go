package qlevr

import (
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// lookPlan is what pictures show of a plan: the planes but for the desk, and the objects, in the order of their numbers. All
// places are in units of the plan.
type lookPlan struct {
	Planes  []lookPlane
	Objects []lookObject
}

// lookPlane is a colored area.
type lookPlane struct {
	lookOutline
	Material, Color string
}

// lookOutline is a convex polygon with its corners in either order, or a circle where it has none.
type lookOutline struct {
	Corners [][2]float64
	Center  [2]float64 // of a circle
	Radius  float64    // of a circle
}

// lookObject is a solid. Its outline is that in the drawing.
type lookObject struct {
	lookOutline
	Size, Color, Material, Shape string
	Variant                      int // 1 or 2: which of the two kinds of wood, marble or leather; rubber and metal have one kind
	RotationDeg                  int // clockwise seen from above
	X, Y                         float64
	OnDesk                       bool // beside all planes
}

// sceneOf puts a plan on the desk: its objects with ids in their order, the rest as background.
func sceneOf(p *lookPlan, v *view) *scenes.Scene {
	s := &scenes.Scene{
		Camera: v.camera, Lights: deskLamps(v.lamps), Suns: deskSuns, WorldRadiance: deskWorldRadiance,
		Backdrop: append([]scenes.Surface(nil), deskFurniture()...),
	}
	for i := range p.Planes {
		s.Backdrop = append(s.Backdrop, p.Planes[i].surface())
	}
	for i := range p.Objects {
		o := &p.Objects[i]
		s.Objects = append(s.Objects, scenes.Object{
			Category: o.Shape, Model: o.Shape,
			WorldFromObject: worldFromObject(o.Size, o.Shape, o.RotationDeg, o.X, o.Y),
			Parts:           []scenes.Part{o.part()},
		})
	}
	return s
}

// lookOptions are those that the scene's calibration is made for, for standard pictures.
func lookOptions(seed uint64) shoot.Options {
	return shoot.Options{View: frame.Filmic, SubFrames: 8, Seed: seed}
}

// lookPoint is a point of the plan in the world, at a height in meters.
func lookPoint(p [2]float64, height float64) geom.Vec3 {
	return geom.V(p[0]/unitsPerMeter, p[1]/unitsPerMeter, height)
}

// lookGray is a color with the same value in all channels.
func lookGray(v float64) material.RGB { return material.RGB{v, v, v} }
