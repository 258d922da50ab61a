// Package bodies shows rigid bodies: scenes of scenarios, of worlds that a program makes body by body, and where bodies are as time goes by.
package bodies

import (
	"math"

	"mereo/assets/palette"
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/physics"
	"mereo/physics/scenario"
	"mereo/scenes"
)

// Places are where all bodies of a scenario are at one moment: world from body.
type Places []geom.Transform

// PlacesOf are those in a world, as Scenario.Run and Scenario.Build hand it out.
func PlacesOf(w *physics.World, ids []physics.BodyID) Places {
	out := make(Places, len(ids))
	for i, id := range ids {
		out[i] = w.Pose(id).Transform()
	}
	return out
}

// Scene shows bodies where they are in the first of some moments, from a place from which those that move are seen in all of them.
// Fixed bodies are gray and part of the backdrop; object i is body moving[i], in a color of its own.
func Scene(s *scenario.Scenario, moments []Places, width, height int) (scene *scenes.Scene, moving []int) {
	scene = &scenes.Scene{WorldRadiance: material.RGB{0.62, 0.62, 0.64}}
	gray := material.Lambert(material.RGB{0.55, 0.55, 0.55})
	for i := range s.Bodies {
		m, at := look(shapesOf(&s.Bodies[i])), moments[0][i]
		name := s.Bodies[i].Name
		if s.Bodies[i].Def.Type == physics.Static {
			scene.Backdrop = append(scene.Backdrop, scenes.Surface{Name: name, Mesh: m.Transformed(at), Material: gray})
			continue
		}
		paint := material.Lambert(palette.Apart(len(moving)).SRGB())
		paint.Flat = false
		scene.Objects = append(scene.Objects, object(name, m, paint, at))
		moving = append(moving, i)
	}
	center, distance, toCamera := view(s, moments, moving, width, height)
	scene.Camera = camera.Pinhole{
		WorldFromCamera: camera.LookAt(center.AddScaled(distance, toCamera), center, geom.V(0, 0, 1)),
		Width:           width, Height: height, FocalPx: focal * float64(width),
		CenterX: float64(width) / 2, CenterY: float64(height) / 2,
		Near: distance / 100, Far: float64(distance*10) + 100,
	}
	// A wide lamp above the left shoulder; its power keeps the light on the bodies the same for all sizes.
	lamp := center.Add(geom.V(-0.35, -0.5, 0.9).Scale(distance))
	scene.Lights = []light.Area{{
		WorldFromLight: camera.LookAt(lamp, center, geom.V(0, 1, 0)),
		Size:           0.4 * distance, PowerW: 7 * distance * distance, Color: material.RGB{1, 0.98, 0.94},
	}}
	return scene, moving
}

// focal is the focal length of the camera in widths of the picture.
const focal = 1.4

// view finds the nearest place, in a fixed direction from the front, the right and above, from which all of the
// motion is seen: in the axes of the camera, a point that lies x to the side of the axis and z towards the camera
// from its center is in the picture when the camera is at least |x|/tan + z away from the center.
func view(s *scenario.Scenario, moments []Places, bodies []int, width, height int) (center geom.Vec3, distance float64, to geom.Vec3) {
	if len(bodies) == 0 { // nothing moves: look at everything
		for i := range s.Bodies {
			bodies = append(bodies, i)
		}
	}
	to = geom.V(0.52, -0.76, 0.39).Unit()
	worldFromView := camera.LookAt(to, geom.Vec3{}, geom.V(0, 0, 1)).M
	viewFromWorld := worldFromView.Transpose()
	var points []geom.Vec3
	for _, shot := range moments {
		for _, i := range bodies {
			for _, c := range s.Bodies[i].Def.Colliders {
				box, t := c.Shape.Bounds(), shot[i].Mul(c.Pose.Transform())
				for k := range 8 {
					points = append(points, viewFromWorld.MulVec(t.Point(box.Corner(k))))
				}
			}
		}
	}
	middle := geom.Bounds(points).Center()
	tanX := 0.5 / focal
	tanY := tanX * float64(height) / float64(width)
	for _, p := range points {
		p = p.Sub(middle)
		distance = max(distance, math.Abs(p.X)/tanX+p.Z, math.Abs(p.Y)/tanY+p.Z)
	}
	return worldFromView.MulVec(middle), 1.08 * distance, to
}

func object(name string, m *mesh.Mesh, paint material.Material, at geom.Transform) scenes.Object {
	return scenes.Object{Category: "body", Model: name, WorldFromObject: at, Parts: []scenes.Part{{Label: name, Mesh: m, Material: paint}}}
}

// shapesOf are the shapes of a body as they are in the file.
func shapesOf(b *scenario.Body) []physics.Collider {
	if b.Looks != nil {
		return b.Looks
	}
	return b.Def.Colliders
}

// look is the surface of all shapes of a body, in its frame, smooth where they are round.
func look(shapes []physics.Collider) *mesh.Mesh {
	parts := make([]*mesh.Mesh, len(shapes))
	for i, c := range shapes {
		m := &mesh.Mesh{}
		m.Positions, m.Triangles = c.Shape.Surface()
		if k := c.Shape.Kind(); k != "box" && k != "hull" {
			m = smooth(m)
		}
		parts[i] = m.Transformed(c.Pose.Transform())
	}
	return mesh.Merge(parts...)
}

// smooth gives every corner of every triangle the mean normal of those triangles around its vertex that are less than
// 40 degrees off: rims stay sharp.
func smooth(m *mesh.Mesh) *mesh.Mesh {
	const cosCrease = 0.766
	normal := make([]geom.Vec3, len(m.Triangles))
	around := make([][]int, len(m.Positions))
	for i, t := range m.Triangles {
		a := m.Positions[t[0]]
		normal[i] = m.Positions[t[1]].Sub(a).Cross(m.Positions[t[2]].Sub(a)) // as long as twice the area
		for _, v := range t {
			around[v] = append(around[v], i)
		}
	}
	out := m.Faceted()
	for i, t := range m.Triangles {
		for k, v := range t {
			var sum geom.Vec3
			for _, j := range around[v] {
				if normal[i].Dot(normal[j]) > cosCrease*normal[i].Len()*normal[j].Len() {
					sum = sum.Add(normal[j])
				}
			}
			if n := sum.Unit(); n != (geom.Vec3{}) {
				out.Normals[3*i+k] = n
			}
		}
	}
	return out
}
