package trance

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// sceneSetup is what all states of a sample share.
type sceneSetup struct {
	cameras   [cameraCount]geom.Vec3 // world, meters; all look at the origin
	lamps     [lampCount]geom.Vec3   // world, meters; all aim at the origin
	rotations [ObjectCount]float64   // of objects about the vertical, radians in [0, 2 pi)
	lens
	randomized
	darkGlass bool // see Published
}

// The area lamps, in the order of sceneSetup.lamps.
const lampCount = 3

var lampNames = [lampCount]string{"Lamp_Key", "Lamp_Back", "Lamp_Fill"}

// Where cameras and lamps stand before they are jittered: world, meters.
var (
	cameraBases = [cameraCount]geom.Vec3{
		cameraLeft:   {X: 7.481132, Y: -6.507640, Z: 6.343670},
		cameraCenter: {X: 9.481130, Y: 0, Z: 6.343670},
		cameraRight:  {X: 7.481132, Y: 6.507640, Z: 6.343670},
	}
	lampBases = [lampCount]geom.Vec3{
		{X: 6.446710, Y: -2.905175, Z: 4.258398},
		{X: -1.168501, Y: 2.646024, Z: 5.815737},
		{X: -4.671124, Y: -4.013597, Z: 5.011220},
	}
)

// By how much each coordinate is jittered to either side, meters.
const (
	cameraJitter = 0.5
	lampJitter   = 1
)

// newSceneSetup draws cameras, then lamps, then the turns of objects.
func newSceneSetup(l lens, s *rng.Stream) sceneSetup {
	jitter := func(base geom.Vec3, by float64) geom.Vec3 {
		// One after the other: the order in which arguments are evaluated must not decide which draw is whose.
		x := s.Uniform(-by, by)
		y := s.Uniform(-by, by)
		z := s.Uniform(-by, by)
		return base.Add(geom.V(x, y, z))
	}
	setup := sceneSetup{lens: l}
	for i, base := range cameraBases {
		setup.cameras[i] = jitter(base, cameraJitter)
	}
	for i, base := range lampBases {
		setup.lamps[i] = jitter(base, lampJitter)
	}
	for i := range setup.rotations {
		setup.rotations[i] = s.Uniform(0, 2*math.Pi)
	}
	return setup
}

// pinhole is a camera: it looks at the origin of the world and has its picture level.
func (s *sceneSetup) pinhole(c cameraID) camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: camera.LookAt(s.cameras[c], geom.Vec3{}, geom.V(0, 0, 1)),
		Width:           s.width, Height: s.height,
		FocalPx: s.focalPx(),
		CenterX: float64(s.width) / 2, CenterY: float64(s.height) / 2,
		Near: 0.1, Far: 100,
		Distortion: s.distortion,
	}
}

// directionKeys name what directions returns, in the order of records. They are meant as the camera sees them, unlike the
// names of moves: behind is away from it.
var directionKeys = [...]string{
	"behind", "front", "left", "right", "behind_left", "behind_right", "front_left", "front_right",
}

// directions are level unit vectors in the world frame, in the order of directionKeys.
func (s *sceneSetup) directions(c cameraID) [len(directionKeys)]geom.Vec3 {
	level := func(x, y float64) geom.Vec3 { return geom.V(x, y, 0).Unit() }
	// Differences from zero, since records shall not say -0.
	minus := func(v geom.Vec3) geom.Vec3 { return geom.Vec3{}.Sub(v) }
	behind := level(-s.cameras[c].X, -s.cameras[c].Y)
	left := level(-behind.Y, behind.X)
	behindLeft, behindRight := behind.Add(left).Unit(), behind.Sub(left).Unit()
	return [...]geom.Vec3{
		behind, minus(behind), left, minus(left), behindLeft, behindRight, minus(behindRight), minus(behindLeft),
	}
}

// viewCoords is where a point of the world is in the picture: pixels from the left and, unlike everywhere else, from the
// bottom edge, both rounded, half to even, and not clipped; and the depth along the camera's axis in meters.
func (s *sceneSetup) viewCoords(c cameraID, at geom.Vec3) (px, py int, depth float64) {
	cam := s.pinhole(c)
	x, y, depth := cam.Project(at)
	return int(math.RoundToEven(x)), int(math.RoundToEven(float64(s.height) - y)), depth
}

const relationCount = 4

// relationNames are the keys of graphs, in the order in which they are written.
var relationNames = [relationCount]string{"left", "right", "front", "behind"}

// relationDirections are where the relations are among directionKeys.
var relationDirections = [relationCount]int{2, 3, 1, 0}

// relationMargin is how far, in meters along a direction, an object's center must be from another's to stand in the
// relation.
const relationMargin = 0.2

// graph lists for each relation and each object of the visible area, in ascending order, the other objects of that area that
// stand in the relation to it: graph[0][3] is what is left of object 3. For objects outside of the area it is nil.
func (s *sceneSetup) graph(c cameraID, st *State) (graph [relationCount][ObjectCount][]int) {
	directions := s.directions(c)
	for r := range graph {
		direction := directions[relationDirections[r]]
		for i := range st {
			if !st[i].Position.Visible() {
				continue
			}
			graph[r][i] = []int{}
			for k := range st {
				if k != i && st[k].Position.Visible() && st[k].center().Sub(st[i].center()).Dot(direction) > relationMargin {
					graph[r][i] = append(graph[r][i], k)
				}
			}
		}
	}
	return graph
}
