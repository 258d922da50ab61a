package ptr

import (
	"fmt"
	"math"

	"mereo/assets/surface"
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/rng"
)

// floorZ is the height of the floor in both rooms, meters.
const floorZ = 0.02

// interior is a room: a floor, a back wall and two side walls, open above and towards the camera. Meters.
type interior struct {
	sideX  float64 // the side walls are at x = sideX and x = -sideX
	backY  float64 // the back wall
	floorX float64 // the floor's picture begins at x = -floorX ...
	floorY float64 // ... and, at its upper rim, at y = floorY; the floor itself begins at y = -floorY
	frontY float64 // the side walls begin here, and so does the left one's picture
	endY   float64 // where the right wall's picture begins
	top    float64 // of the walls
	// Sizes of one tile along x and y of the floor and along the horizontal of the side walls. Tiles of the back wall are
	// 4 m wide, those of all walls 2 m high.
	floorTileX, floorTileY, sideTile float64
}

// staticRoom and physicalRoom are those of scenes in which things stand, and of scenes in which they may fall.
var (
	staticRoom = interior{
		sideX: 7, backY: 5, floorX: 10, floorY: 10, frontY: -14.5, endY: 25.5, top: 10,
		floorTileX: 2, floorTileY: 2, sideTile: 4,
	}
	physicalRoom = interior{
		sideX: 5, backY: 3, floorX: 10, floorY: 25, frontY: -19.5, endY: 30.5, top: 10,
		floorTileX: 2, floorTileY: 5, sideTile: 5,
	}
)

// roomOf is the room of a static or physical scene.
func roomOf(physical bool) *interior {
	if physical {
		return &physicalRoom
	}
	return &staticRoom
}

// surfaces returns floor and walls with floor picture and wall picture 1 to surface.Count.
//
// The published room is made of planes that run on behind each other; here they end where they meet, which no camera
// inside sees, and which lets the renderer know that none of them can shade another. They share their edges corner for corner, so that no
// pixel falls between two. Textures stay where the whole planes have them: they run left to right and top to bottom as seen from inside.
func (r *interior) surfaces(floor, wall int) []scenes.Surface {
	v := geom.V
	paint := func(name string, t *material.Texture) material.Material {
		m := material.Lambert(material.RGB{1, 1, 1})
		m.Name, m.BaseColorTexture = name, t
		return m
	}
	floorPaint := paint(fmt.Sprintf("floor-%d", floor), surface.FloorTexture(floor))
	wallPaint := paint(fmt.Sprintf("wall-%d", wall), surface.WallTexture(wall))
	x, back, bottom, top := r.sideX, r.backY, floorZ, r.top
	// Floor and side walls have corners where the other begins.
	onFloor, onWall := []float64{-r.floorY}, []float64{r.frontY}
	if r.frontY > -r.floorY {
		onFloor = append(onFloor, r.frontY)
	} else {
		onWall = append(onWall, -r.floorY)
	}
	floorRim := along(onFloor, back, func(y float64) (left, right geom.Vec3) { return v(-x, y, bottom), v(x, y, bottom) })
	rightRim := along(onWall, back, func(y float64) (left, right geom.Vec3) { return v(x, y, bottom), v(x, y, top) })
	leftRim := along(onWall, back, func(y float64) (left, right geom.Vec3) { return v(-x, y, top), v(-x, y, bottom) })
	backRim := along([]float64{bottom}, top, func(z float64) (left, right geom.Vec3) { return v(-x, back, z), v(x, back, z) })
	return []scenes.Surface{
		{Name: "floor", Use: scenes.Floor, Material: floorPaint, Mesh: strip(floorRim, func(p geom.Vec3) [2]float64 {
			return [2]float64{(p.X + r.floorX) / r.floorTileX, (r.floorY - p.Y) / r.floorTileY}
		})},
		{Name: "right wall", Use: scenes.Wall, Material: wallPaint, Mesh: strip(rightRim, func(p geom.Vec3) [2]float64 {
			return [2]float64{(r.endY - p.Y) / r.sideTile, (top - p.Z) / 2}
		})},
		{Name: "left wall", Use: scenes.Wall, Material: wallPaint, Mesh: strip(leftRim, func(p geom.Vec3) [2]float64 {
			return [2]float64{(p.Y - r.frontY) / r.sideTile, (top - p.Z) / 2}
		})},
		{Name: "back wall", Use: scenes.Wall, Material: wallPaint, Mesh: strip(backRim, func(p geom.Vec3) [2]float64 {
			return [2]float64{(p.X + 19.3) / 4, (top - p.Z) / 2}
		})},
	}
}

// along returns pairs of points, left and right as seen in the direction of the way, at the places and at the end.
func along(places []float64, end float64, at func(float64) (left, right geom.Vec3)) (rim []geom.Vec3) {
	for _, place := range append(places[:len(places):len(places)], end) {
		left, right := at(place)
		rim = append(rim, left, right)
	}
	return rim
}

// off is the distance of a point to the nearest of floor, back wall and side walls.
func (r *interior) off(p geom.Vec3) float64 {
	return min(math.Abs(p.Z-floorZ), math.Abs(p.Y-r.backY), math.Abs(p.X-r.sideX), math.Abs(p.X+r.sideX))
}

// strip is a row of rectangles between pairs of points, with the texture coordinates that uv gives to points.
func strip(rim []geom.Vec3, uv func(geom.Vec3) [2]float64) *mesh.Mesh {
	m := &mesh.Mesh{Positions: rim}
	for i, p := range rim {
		m.UVs = append(m.UVs, uv(p))
		if k := uint32(i); k%2 == 1 && k > 1 {
			m.Triangles = append(m.Triangles, [3]uint32{k - 3, k - 2, k}, [3]uint32{k - 3, k, k - 1})
		}
	}
	return m
}

// cameraBase is where the camera stands before its jitter.
var cameraBase = geom.V(0.83456, -16, 5.11538)

// drawCamera moves the camera a little: in static scenes x by up to 1.6 m to the left, in physical ones by up to half a
// meter, and y and z by up to half a meter. For physical scenes it then stands 1.2 times as far away.
func drawCamera(width, height int, physical bool, s *rng.Stream) camera.Pinhole {
	c := cameraBase
	if physical {
		c.X += s.Uniform(-0.5, 0.5)
	} else {
		c.X -= s.Uniform(0, 1.6)
	}
	c.Y += s.Uniform(-0.5, 0.5)
	c.Z += s.Uniform(-0.5, 0.5)
	if physical {
		c = c.Scale(1.2)
	}
	return newCamera(c, width, height)
}

// closer is how much longer the lens of physical scenes is in looks other than the published one, in which three things far away fill a
// third of the picture's width and less.
const closer = 1.9

// lamp is a square light of the room; it looks at the world's origin.
type lamp struct {
	name   string
	at     geom.Vec3
	size   float64 // side, meters
	color  material.RGB
	powerW float64
}

var lamps = []lamp{
	{"key", geom.V(6.494, -6.568, 3.466), 0.5, material.RGB{1, 0.932, 0.817}, 100},
	{"fill", geom.V(-2.419, -2.189, 2.778), 0.5, material.RGB{0.762, 0.818, 1}, 30},
	{"back", geom.V(4.065, 2.095, 5.388), 1, material.RGB{1, 1, 1}, 50},
}

// physicalKeyX is where the key lamp of physical scenes stands, whose room is narrower.
const physicalKeyX = 4.0

// drawLamps moves every lamp by up to a meter along each axis and turns it to the origin again. In a quarter of the static
// scenes that takes the key lamp behind the right wall, as in the published set; those scenes are lit by the others alone.
func drawLamps(physical bool, s *rng.Stream) []light.Area {
	out := make([]light.Area, len(lamps))
	for i, l := range lamps {
		at := l.at
		if physical && l.name == "key" {
			at.X = physicalKeyX
		}
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
