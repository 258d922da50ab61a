package bounce_test

import (
	"fmt"

	"mereo/engine/bounce"
	"mereo/engine/bvh"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// A lamp over a red floor: light bounces once, upwards and red, and then leaves.
func Example() {
	red := material.Lambert(material.RGB{0.8, 0, 0})
	floor := &mesh.Mesh{
		Positions: []geom.Vec3{{X: -9, Y: -9}, {X: 9, Y: -9}, {X: 9, Y: 9}, {X: -9, Y: 9}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
	f := &frame.Frame{
		Instances: []frame.Instance{{Mesh: floor, WorldFromObject: geom.Identity, Material: &red}},
		Lights:    []light.Area{{WorldFromLight: geom.Translate(geom.V(0, 0, 1)), Size: 1, PowerW: 40, Color: material.RGB{1, 1, 1}}},
	}
	triangles := []bvh.Triangle{
		{A: floor.Positions[0], B: floor.Positions[1], C: floor.Positions[2]},
		{A: floor.Positions[0], B: floor.Positions[2], C: floor.Positions[3]},
	}
	room := geom.AABB{Min: geom.V(-9, -9, 0), Max: geom.V(9, 9, 3)}
	ambient := bounce.Ambient(f, bvh.Build(triangles), triangles, []uint32{0, 0}, room).Mean
	fmt.Println(ambient[0] > 0, ambient[1], ambient[2])
	// Output: true 0 0
}
