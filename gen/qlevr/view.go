package qlevr

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// view is what a picture of a plan needs beside the plan.
type view struct {
	preset int // index of cameraPresets
	camera camera.Pinhole
	lamps  [areaLampCount]viewLamp
}

// areaLampCount is how many lamps are jittered: key, fill and back, in this order. The sun is not.
const areaLampCount = 3

// viewLamp is by how much a lamp differs from where and what it is in all scenes.
type viewLamp struct {
	Shift   geom.Vec3  // meters, world
	TurnDeg [3]float64 // degrees, added to its Euler angles
	PowerW  float64    // watts, added
}

// By how much lamps are jittered to either side: each coordinate in meters, each angle in degrees, the power in watts.
const lampShiftJitter, lampTurnJitter, lampPowerJitter = 0.1, 2, 10

// drawView draws how a plan is seen, and records the scene. It draws a preset until every object is seen well enough; the next
// preset is always a steeper one, and the steepest is taken as it is.
func drawView(p *plan, index int, o optics, key rng.Key) (Scene, view) {
	s := rng.At(key, "camera")
	for presets := len(cameraPresets); ; {
		preset := s.IntN(presets)
		at, turned := drawCamera(s, preset)
		cam := o.camera(at, turned)
		if preset > 0 && !objectsVisible(&cam, p.objects, o.fewestPixels()) {
			presets = preset
			continue
		}
		return recordScene(p, index, o, at, turned), view{preset: preset, camera: cam, lamps: drawLamps(rng.At(key, "lamps"))}
	}
}

// drawLamps draws the jitter of one lamp after the other.
func drawLamps(s *rng.Stream) (lamps [areaLampCount]viewLamp) {
	for i := range lamps {
		l := &lamps[i]
		for _, coordinate := range []*float64{&l.Shift.X, &l.Shift.Y, &l.Shift.Z} {
			*coordinate = s.Uniform(-lampShiftJitter, lampShiftJitter)
		}
		for k := range l.TurnDeg {
			l.TurnDeg[k] = s.Uniform(-lampTurnJitter, lampTurnJitter)
		}
		l.PowerW = s.Uniform(-lampPowerJitter, lampPowerJitter)
	}
	return lamps
}

// recordScene is the record of a plan seen by the camera at a place, meters in the world, turned by Euler angles, degrees.
func recordScene(p *plan, index int, o optics, at, turned [3]float64) Scene {
	cam := o.camera(at, turned)
	lengthScale := math.Sqrt(o.areaScale())
	directions := viewDirections(&cam)
	scene := Scene{
		ImageIndex: index,
		Planes:     make([]Plane, len(p.planes)+1),
		Objects:    make([]Object, len(p.objects)),
		View:       ViewRecord{directions, at, turned},
	}
	centers := make([]geom.Vec3, len(p.planes))
	pixels := make([]PixelDepth, len(scene.Planes))
	for i := range p.planes {
		plane := &p.planes[i]
		centers[i] = deskPoint(plane.center)
		pixels[i] = projectPoint(&cam, centers[i])
		scene.Planes[i] = Plane{
			Shape: plane.shape, Material: plane.material, Color: plane.color,
			Objects: []int{}, Center: pixels[i], Box: planeBox(&cam, plane),
		}
	}
	desk := len(p.planes)
	pixels[desk] = projectPoint(&cam, deskPoint(planPoint{canvas / 2, canvas / 2}))
	scene.Planes[desk] = Plane{
		Shape: deskShape, Color: deskColor, Objects: []int{}, Center: pixels[desk], Box: cornersBox(&cam, deskCorners),
	}
	scene.PlaneRelations = spatialRelations(centers, &directions, planeRelationMargin)
	scene.PlanePixelRelations = pixelRelations(pixels, float64(planePixelsApart*lengthScale))

	centers = make([]geom.Vec3, len(p.objects))
	pixels = make([]PixelDepth, len(p.objects))
	var image []imagePoint
	for i := range p.objects {
		o := &p.objects[i]
		pose := o.worldFromObject()
		centers[i] = pose.T
		pixels[i] = projectPoint(&cam, pose.T)
		image = projectMesh(image[:0], &cam, unitMesh(o.shape), pose)
		scene.Objects[i] = Object{
			Rotation: o.rotation, Size: o.size, Color: o.color, Material: o.material, Shape: o.shape,
			Center: pixels[i], Position: [3]float64{pose.T.X, pose.T.Y, pose.T.Z}, Box: objectBox(&cam, image),
		}
		scene.Planes[o.plane].Objects = append(scene.Planes[o.plane].Objects, i)
	}
	scene.ObjectRelations = spatialRelations(centers, &directions, objectRelationMargin)
	scene.ObjectPixelRelations = pixelRelations(pixels, float64(objectPixelsApart*lengthScale))
	return scene
}
