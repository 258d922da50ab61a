package ptr

import (
	"fmt"

	"mereo/assets/surface"
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/rng"
)

// The room of static scenes: a floor, a back wall and two side walls, open above and towards the camera. Metres.
const (
	floorZ     = 0.02
	floorReach = 10.0 // the floor's texture covers a square of twice this size around the origin
	sideWallX  = 7.0
	backWallY  = 5.0
	wallFront  = -14.5 // where the side walls begin
	wallTop    = 10.0
)

// room returns the four surfaces with floor picture and wall picture 1 to surface.Count.
//
// The published room is made of planes that run on behind each other; here they end where they meet, which no camera
// inside sees, and which lets the renderer know that none of them can shade another. Textures stay where the whole
// planes have them: they run left to right and top to bottom as seen from inside, in tiles of 4 m x 2 m on the walls
// (of 40 m x 20 m) and of 2 m x 2 m on the floor.
func room(floor, wall int) []scenes.Surface {
	v := geom.V
	paint := func(name string, t *material.Texture) material.Material {
		m := material.Lambert(material.RGB{1, 1, 1})
		m.Name, m.BaseColorTexture = name, t
		return m
	}
	floorPaint := paint(fmt.Sprintf("floor-%d", floor), surface.FloorTexture(floor))
	wallPaint := paint(fmt.Sprintf("wall-%d", wall), surface.WallTexture(wall))
	const r, x, y, front, bottom, top = floorReach, sideWallX, backWallY, wallFront, floorZ, wallTop
	onFloor := func(p geom.Vec3) [2]float64 { return [2]float64{(p.X + r) / 2, (r - p.Y) / 2} }
	onRight := func(p geom.Vec3) [2]float64 { return [2]float64{(25.5 - p.Y) / 4, (top - p.Z) / 2} }
	onLeft := func(p geom.Vec3) [2]float64 { return [2]float64{(p.Y + 14.5) / 4, (top - p.Z) / 2} }
	onBack := func(p geom.Vec3) [2]float64 { return [2]float64{(p.X + 19.3) / 4, (top - p.Z) / 2} }
	return []scenes.Surface{
		{Name: "floor", Mesh: panel(onFloor, v(-x, -r, bottom), v(x, -r, bottom), v(x, y, bottom), v(-x, y, bottom)), Material: floorPaint},
		{Name: "right wall", Mesh: panel(onRight, v(x, y, bottom), v(x, front, bottom), v(x, front, top), v(x, y, top)), Material: wallPaint},
		{Name: "left wall", Mesh: panel(onLeft, v(-x, front, bottom), v(-x, y, bottom), v(-x, y, top), v(-x, front, top)), Material: wallPaint},
		{Name: "back wall", Mesh: panel(onBack, v(-x, y, bottom), v(x, y, bottom), v(x, y, top), v(-x, y, top)), Material: wallPaint},
	}
}

// panel is a rectangle given by its corners counter-clockwise from the lower left, seen from the side it faces, with
// the texture coordinates that uv gives to points.
func panel(uv func(geom.Vec3) [2]float64, corners ...geom.Vec3) *mesh.Mesh {
	m := &mesh.Mesh{Positions: corners, Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}}}
	for _, p := range corners {
		m.UVs = append(m.UVs, uv(p))
	}
	return m
}

// cameraBase is where the camera stands before its jitter.
var cameraBase = geom.V(0.83456, -16, 5.11538)

// drawCamera moves the camera a little: x by up to 1.6 m to the left, y and z by up to half a metre.
func drawCamera(width, height int, s *rng.Stream) camera.Pinhole {
	c := cameraBase
	c.X -= s.Uniform(0, 1.6)
	c.Y += s.Uniform(-0.5, 0.5)
	c.Z += s.Uniform(-0.5, 0.5)
	return newCamera(c, width, height)
}

// lamp is a square light of the room; it looks at the world's origin.
type lamp struct {
	name   string
	at     geom.Vec3
	size   float64 // side, metres
	color  material.RGB
	powerW float64
}

var lamps = []lamp{
	{"key", geom.V(6.494, -6.568, 3.466), 0.5, material.RGB{1, 0.932, 0.817}, 100},
	{"fill", geom.V(-2.419, -2.189, 2.778), 0.5, material.RGB{0.762, 0.818, 1}, 30},
	{"back", geom.V(4.065, 2.095, 5.388), 1, material.RGB{1, 1, 1}, 50},
}

// drawLamps moves every lamp by up to a metre along each axis and turns it to the origin again. In a quarter of the scenes
// that takes the key lamp behind the right wall, as in the published set; those scenes are lit by the others alone.
func drawLamps(s *rng.Stream) []light.Area {
	out := make([]light.Area, len(lamps))
	for i, l := range lamps {
		at := l.at
		at.X += s.Uniform(-1, 1)
		at.Y += s.Uniform(-1, 1)
		at.Z += s.Uniform(-1, 1)
		out[i] = light.Area{
			WorldFromLight: camera.LookAt(at, geom.Vec3{}, geom.V(0, 0, 1)),
			Size:           l.size, PowerW: l.powerW, Color: l.color,
		}
	}
	return out
}

// sun shines over the camera's left shoulder onto everything, without shadows.
var sun = light.Sun{
	Dir:        geom.V(-0.2203, 0.4014, -0.8890).Unit(),
	Irradiance: material.RGB{0.45, 0.45, 0.45},
}
