package engine_test

import (
	"fmt"

	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// A gray square under a lamp, drawn without a window. It needs a device that can draw, if only the software rasterizer.
func ExampleRenderer_Render() {
	r, err := engine.New(engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	gray := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	img, err := r.Render(&frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(0, -4, 3), geom.V(0, 0, 0), geom.V(0, 0, 1)),
			Width:           320, Height: 240, FocalPx: 400, CenterX: 160, CenterY: 120, Near: 0.1, Far: 50,
		},
		Instances: []frame.Instance{{
			Mesh: &mesh.Mesh{
				Positions: []geom.Vec3{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}},
				Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
			},
			WorldFromObject: geom.Identity, Material: &gray, Object: 1,
		}},
		Lights: []light.Area{{WorldFromLight: geom.Translate(geom.V(0, 0, 3)), Size: 1, PowerW: 80, Color: material.RGB{1, 1, 1}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	middle := img.Height/2*img.Width + img.Width/2
	fmt.Println(img.Object[middle], img.ViewZ[middle], img.RGB[3*middle:3*middle+3])
}
