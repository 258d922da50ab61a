package vary

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mereo/assets/worktop"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes"
	"mereo/scenes/rng"
)

// Style is how scenes are lit, and what floors and walls they have.
type Style int

const (
	// Published leaves scenes as their set has them.
	Published Style = iota
	// Daylight puts scenes below a clear sky, on floors and before walls drawn for each, with windows in upright walls.
	Daylight
	// Varied draws the light, too: one of five skies, or as many lamps as the set has, elsewhere and of other colors.
	Varied
)

var styles = []string{"published", "daylight", "varied"}

// MarshalText and UnmarshalText make a style a name in configurations and flags.
func (s Style) MarshalText() ([]byte, error) {
	if s < 0 || int(s) >= len(styles) {
		return nil, fmt.Errorf("vary: look is %d, want 0 to %d", int(s), len(styles)-1)
	}
	return []byte(styles[s]), nil
}

// UnmarshalText reads a name.
func (s *Style) UnmarshalText(name []byte) error {
	i := slices.Index(styles, string(name))
	if i < 0 {
		return fmt.Errorf("vary: look is %q, want one of %s", name, strings.Join(styles, ", "))
	}
	*s = Style(i)
	return nil
}

// What is drawn.
const (
	sunAsideMin  = 30 * math.Pi / 180 // of the sun, to either side of the way to the camera: what cameras see is lit, and has shadows
	sunAsideMax  = 75 * math.Pi / 180
	sunTries     = 8    // before it shines straight from the camera's side
	lampShare    = 0.25 // of Varied scenes that lamps light
	lampReach    = 6.0  // of lamps around the things, meters in life
	windowShare  = 0.6  // of upright walls that have windows
	paperWhite   = 0.88 // radiance of white paper in the sun, where 1 is the brightest that pictures show
	paperLamps   = 0.6  // the same in the light of lamps, whose middle is brighter
	logStyleTone = 0.15 // of exposures: 1/1.16 to 1.16 times that
)

// Dress gives a scene the floors, walls and light of a style, drawn by key; what it says stays. box is where its things are, as Around has
// it, and meters how long a unit of the scene looks in life. The result is what surrounds the scene; nil where lamps light it. Scenes with
// one camera, box and key have one look.
//
// Pictures are exposed as photographers do, for white paper among the things in the sun or between the lamps.
func (s Style) Dress(scene *scenes.Scene, box geom.AABB, key rng.Key, meters float64) *light.Environment {
	if s == Published {
		return nil
	}
	surfaces, lights := rng.At(key, "look surfaces"), rng.At(key, "look light")

	// As many draws whatever is chosen.
	which, lamps := lights.IntN(len(skies)), lights.Bool(lampShare)
	strength := float64(math.Pi * paperWhite * factor(lights, 1, logStyleTone))
	var asides [sunTries]float64
	for i := range asides {
		asides[i] = lights.Sign() * lights.Uniform(sunAsideMin, sunAsideMax)
	}
	if s == Daylight {
		which = 0
	}
	sky := &skies[which]
	toCamera := scene.Camera.WorldFromCamera.T.Sub(box.Center())
	ahead, turn := geom.Atan2(toCamera.Y, toCamera.X), 0.0
	if i := slices.IndexFunc(asides[:], func(aside float64) bool { return sunlit(scene, box, ahead+aside, sky.elevation) }); i >= 0 {
		turn = asides[i]
	}

	dressSurfaces(scene, surfaces, meters)
	if s == Varied && lamps {
		reach := lampReach / meters
		within := box.Pad(reach)
		within.Min.Z, within.Max.Z = reach/2, reach
		lit := Relight(lights, 1, scene.Lights, scene.Suns, within)
		scene.Lights, scene.Suns, scene.WorldRadiance = lit.Lamps, lit.Suns, material.RGB{}
		expose(scene, box, strength*paperLamps/paperWhite)
		return nil
	}
	scene.Lights, scene.Suns, scene.WorldRadiance = nil, nil, material.RGB{}
	return &light.Environment{Panorama: sky.panorama(), Strength: strength, Turn: ahead + turn}
}

// expose scales lamps and suns so that the floor below a box receives this irradiance, by luminance.
func expose(scene *scenes.Scene, box geom.AABB, irradiance float64) {
	got := onFloor(scene.Lights, scene.Suns, box)
	gain := irradiance / (float64(0.2126*got[0]) + float64(0.7152*got[1]) + float64(0.0722*got[2]))
	for i := range scene.Lights {
		scene.Lights[i].PowerW *= gain
	}
	for i := range scene.Suns {
		scene.Suns[i].Irradiance = scaled(scene.Suns[i].Irradiance, material.RGB{gain, gain, gain})
	}
}

// sunlit tells whether a sun at an azimuth and an elevation reaches the corners of a box over all walls, radians.
func sunlit(scene *scenes.Scene, box geom.AABB, azimuth, elevation float64) bool {
	to := geom.V(geom.Cos(elevation)*geom.Cos(azimuth), geom.Cos(elevation)*geom.Sin(azimuth), geom.Sin(elevation))
	for i := range scene.Backdrop {
		if scene.Backdrop[i].Use != scenes.Wall {
			continue
		}
		for _, t := range scene.Backdrop[i].Mesh.Triangles {
			p := scene.Backdrop[i].Mesh.Positions
			a, b, c := p[t[0]], p[t[1]], p[t[2]]
			for corner := range 4 {
				if blocked(box.Corner(corner), to, a, b, c) {
					return false
				}
			}
		}
	}
	return true
}

// blocked tells whether a ray meets a triangle (Moeller and Trumbore 1997, "Fast, Minimum Storage Ray/Triangle Intersection").
func blocked(from, to, a, b, c geom.Vec3) bool {
	ab, ac := b.Sub(a), c.Sub(a)
	n := to.Cross(ac)
	det := ab.Dot(n)
	if det == 0 {
		return false
	}
	off := from.Sub(a)
	u, q := off.Dot(n)/det, off.Cross(ab)
	v := to.Dot(q) / det
	return u >= 0 && v >= 0 && u+v <= 1 && ac.Dot(q)/det > 0
}

// Around is the box of the places of things, on the floor.
func Around(scene *scenes.Scene) geom.AABB {
	box := geom.EmptyAABB()
	for i := range scene.Objects {
		at := scene.Objects[i].WorldFromObject.T
		box = box.Grow(geom.V(at.X, at.Y, 0))
	}
	if box.Empty() {
		return geom.AABB{}
	}
	return box
}

// dressSurfaces gives all floors one finish, and all walls another one.
func dressSurfaces(scene *scenes.Scene, draws *rng.Stream, meters float64) {
	pick := func(from []worktop.Finish) (*worktop.Finish, material.Material) {
		f := &from[draws.IntN(len(from))]
		return f, f.Material(rng.Choose(draws, f.Colors))
	}
	floor, onFloor := pick(worktop.RoomFloors)
	wall, onWall := pick(worktop.RoomWalls)
	quarter := float64(draws.IntN(2)) * math.Pi / 2
	own := scene.Backdrop
	scene.Backdrop = slices.Clone(own)
	for i := range own {
		to := &scene.Backdrop[i]
		switch own[i].Use {
		case scenes.Floor:
			to.Mesh, to.Material = laid(to.Mesh, geom.V(geom.Cos(quarter), geom.Sin(quarter), 0), geom.V(geom.Sin(quarter), -geom.Cos(quarter), 0), floor.TileM/meters), onFloor
			to.Material.Flat = own[i].Material.Flat
		case scenes.Wall:
			to.Material = onWall
			to.Material.Flat = own[i].Material.Flat
			panel, upright := panelOf(to.Mesh)
			if !upright { // a picture would stretch where it bends
				to.Material.BaseColorTexture = nil
				continue
			}
			to.Mesh = laid(to.Mesh, panel.across, geom.V(0, 0, -1), wall.TileM/meters)
			scene.Backdrop = append(scene.Backdrop, panel.fittings(draws, meters)...)
		}
	}
}

// laid is the mesh with a picture of a side on it, whose rows run along right and columns along down. All but the coordinates is shared.
func laid(m *mesh.Mesh, right, down geom.Vec3, side float64) *mesh.Mesh {
	out := *m
	out.UVs = make([][2]float64, len(m.Positions))
	for i, p := range m.Positions {
		out.UVs[i] = [2]float64{p.Dot(right) / side, p.Dot(down) / side}
	}
	return &out
}
