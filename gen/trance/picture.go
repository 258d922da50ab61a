package trance

import (
	"fmt"
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
)

// scene is a state as a camera sees it, on the published floor and under the published lights: the ten objects in the order of
// their indices, so that ids are those plus one. Objects outside of the visible area have no parts.
func (s *sceneSetup) scene(st *State, c cameraID) *scenes.Scene {
	lamps, suns := s.lampsAndSuns()
	out := &scenes.Scene{Camera: s.pinhole(c), Lights: lamps, Suns: suns, Backdrop: s.backdrop()}
	for i := range st {
		o := &st[i]
		shape, f := o.Value(Shape), s.finishOf(i)
		f.darkGlass = s.darkGlass
		object := scenes.Object{Category: shape, Model: shape, WorldFromObject: s.pose(i, o)}
		if o.Position.Visible() {
			object.Parts = []scenes.Part{{Label: shape, Mesh: shapeMesh(o.values[Shape]), Material: o.material(f)}}
		}
		out.Objects = append(out.Objects, object)
	}
	return out
}

// lampKinds are what does not change of the lamps, in the order of sceneSetup.lamps.
var lampKinds = [lampCount]struct {
	size, powerW float64
	color        material.RGB
}{
	{0.5, 125, material.RGB{1, 0.9323, 0.8167}},
	{1, 150, material.RGB{1, 1, 1}},
	{0.5, 50, material.RGB{0.7617, 0.8177, 1}},
}

func (s *sceneSetup) areaLights() []light.Area {
	out := make([]light.Area, lampCount)
	for i, k := range lampKinds {
		out[i] = light.Area{
			WorldFromLight: camera.LookAt(s.lamps[i], geom.Vec3{}, geom.V(0, 0, 1)),
			Size:           k.size, PowerW: k.powerW, Color: k.color,
		}
	}
	return out
}

// sun gives the floor 0.400 of the 1.558 W/m^2 at the origin.
var sun = light.Sun{
	Dir:        geom.V(-0.4145, 0.1946, -0.8890).Unit(),
	Irradiance: material.RGB{0.45, 0.45, 0.45},
	Shadows:    true,
}

// The floor of the world, meters: it ends before the Center camera in front, and rises to a wall behind.
const (
	floorFront = 9.0
	floorBack  = -20.0
	floorSide  = 60.0
	bendTop    = 8.0
	wallTop    = 23.0
)

// floorSlopes are those of the published floor along -x, from the heights that it has at these x: 0.003 m at -3, 0.02 at
// -6, 0.08 at -10, 0.29 at -14, 0.59 at -16 and 3.4 at -20. Cameras see it as far as about -15.
var floorSlopes = [...]struct{ x, slope float64 }{
	{floorFront, 0}, {-3, 0.003}, {-6, 0.01}, {-10, 0.034}, {-14, 0.1}, {-16, 0.4}, {floorBack, 1},
}

// The lines around the visible area. The published ones are 12 mm wide, up to 30 mm above the floor, as gray as it, and yet
// show as hair lines four to nine levels brighter. Nothing of their description brings that about: light does not tell two
// sheets of one gray apart. These have the reflectance that does. The farthest one, seen at the flattest angle, is wider:
// it would be a seventh of a pixel, which falls between the samples.
const (
	floorReflectance = 0.8
	lineReflectance  = 0.95
	lineWidth        = 0.012
	farLineWidth     = 0.03
	// lineHeight is below what the renderer takes for a step, so that lines cost no shadows.
	lineHeight = 0.0009
)

// floorHeight lets objects stand a little inside the floor, as the published floor of 0 to 3 mm does. Rays in glass then meet
// the floor before the glass that stands on it; at equal heights it would be now the one and now the other.
const floorHeight = 0.0005

// backdrop is the floor, the lines on it and the wall behind.
//
// The floor is level but has the normals of one that bends up: how it is lit is all that can be seen of the bend, and what
// is flat and has nothing below it casts no shadow, which saves the renderer the largest part of its shadow maps.
var backdrop = func() []scenes.Surface {
	v := geom.V
	gray := material.Lambert(material.RGB{floorReflectance, floorReflectance, floorReflectance})
	bent := gray
	bent.Flat = false
	floor := &mesh.Mesh{}
	for i, at := range floorSlopes {
		n := v(at.slope, 0, 1).Unit()
		floor.Positions = append(floor.Positions, v(at.x, -floorSide, floorHeight), v(at.x, floorSide, floorHeight))
		floor.Normals = append(floor.Normals, n, n)
		if i > 0 {
			k := uint32(2 * i)
			floor.Triangles = append(floor.Triangles, [3]uint32{k - 2, k - 1, k}, [3]uint32{k, k - 1, k + 1})
		}
	}
	// The wall goes on with the slope at which the floor ends, and stands upright from bendTop on.
	wall := &mesh.Mesh{}
	for i, at := range [...]struct {
		z      float64
		normal geom.Vec3
	}{{floorHeight, v(floorSlopes[len(floorSlopes)-1].slope, 0, 1)}, {bendTop, v(1, 0, 0)}, {wallTop, v(1, 0, 0)}} {
		n := at.normal.Unit()
		wall.Positions = append(wall.Positions, v(floorBack, -floorSide, at.z), v(floorBack, floorSide, at.z))
		wall.Normals = append(wall.Normals, n, n)
		if i > 0 {
			k := uint32(2 * i)
			wall.Triangles = append(wall.Triangles, [3]uint32{k - 2, k - 1, k}, [3]uint32{k, k - 1, k + 1})
		}
	}
	out := []scenes.Surface{
		{Name: "floor", Use: scenes.Floor, Material: bent, Mesh: floor},
		{Name: "wall", Use: scenes.Wall, Material: bent, Mesh: wall},
	}
	white := material.Lambert(material.RGB{lineReflectance, lineReflectance, lineReflectance})
	const h, w, far, z = visibleHalf * Unit, lineWidth / 2, farLineWidth / 2, lineHeight
	for _, l := range [...]struct {
		name           string
		x0, y0, x1, y1 float64
	}{
		{"behind", h - w, -h, h + w, h}, {"front", -h - far, -h, -h + far, h},
		{"left", -h, -h - w, h, -h + w}, {"right", -h, h - w, h, h + w},
	} {
		out = append(out, scenes.Surface{
			Name: l.name + " line", Material: white,
			Mesh: quad(v(l.x0, l.y0, z), v(l.x1, l.y0, z), v(l.x1, l.y1, z), v(l.x0, l.y1, z)),
		})
	}
	return out
}()

// quad is a rectangle with its corners counter-clockwise as seen from the side that it faces.
func quad(a, b, c, d geom.Vec3) *mesh.Mesh {
	return &mesh.Mesh{Positions: []geom.Vec3{a, b, c, d}, Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}}}
}

// Perceptual roughnesses; their squares are the widths of lobes that the reference gives.
const (
	// The reference's metal mirrors 60 % of the light nearly sharply, in a lobe of width 0.01, and blurs the rest, with 0.2.
	// This is the sharp lobe alone: a width between the two shows neither, and grain with the few samples that we take.
	metalRoughness = 0.1
	glossRoughness = 0.59 // of rubber: width 0.35
)

// material is the surface of an object in a finish. Its color is a reflectance as it stands, not a screen color. Glass has it once for light
// that enters and leaves: at each surface its root.
func (o *Object) material(f finish) material.Material {
	kind := o.Value(Material)
	c := paint(int(o.values[Color]))
	m := material.Material{Name: c.Name + " " + kind, BaseColor: c.Linear()}
	switch kind {
	case "rubber":
		m.PerceptualRoughness, m.IOR = f.rubberRoughness, 1.2
	case "metal":
		m.Metallic, m.PerceptualRoughness, m.IOR = 1, f.metalRoughness, 1
	case "glass":
		m.Transmission, m.IOR, m.TintedReflection = 1, f.glassIOR, true
		for k, x := range m.BaseColor {
			if !f.darkGlass {
				m.BaseColor[k] = math.Sqrt(x)
			}
		}
	default:
		panic(fmt.Sprintf("trance: material is %q, want one of %v", kind, values[Material]))
	}
	return m
}
