package qlevr

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/engine/geom"
)

// cameraCase is a case of camera.json.
type cameraCase struct {
	ID       string     `json:"id"`
	Preset   int        `json:"preset"`
	CameraAt [3]float64 `json:"camera_location"`
	Turned   [3]float64 `json:"camera_rotation_deg"`
	Objects  []struct {
		Shape    string     `json:"shape"`
		Size     string     `json:"size"`
		Rotation int        `json:"rotation"`
		Center   [2]float64 `json:"center_2d"`
		Expect   struct {
			Position [3]float64 `json:"3d_coords"`
			Center   PixelDepth `json:"pixel_coords"`
			Box      Box        `json:"bounding_box"`
			WorldMin [3]float64 `json:"world_min"`
			WorldMax [3]float64 `json:"world_max"`
		} `json:"expect"`
	} `json:"objects"`
	Planes []struct {
		Shape   string         `json:"shape"`
		Corners jsontext.Value `json:"coordinate_points"` // "" of the desk
		Center  jsontext.Value `json:"center_2d"`
		Expect  struct {
			Center PixelDepth `json:"center_pixel_coords"`
			Box    Box        `json:"bounding_box"`
		} `json:"expect"`
	} `json:"planes"`
	Points []struct {
		World [3]float64 `json:"world"`
		Pixel PixelDepth `json:"pixel"`
	} `json:"points"`
	Expect struct {
		Directions           ViewDirections `json:"directions"`
		PlaneRelations       Relations      `json:"plane_spatial_relations"`
		PlanePixelRelations  Relations      `json:"plane_pixel_relations"`
		ObjectRelations      Relations      `json:"obj_spatial_relations"`
		ObjectPixelRelations Relations      `json:"obj_pixel_relations"`
	} `json:"expect"`
}

// plan is what a case is a view of. Colors and materials are not given.
func (c *cameraCase) plan(t *testing.T) *plan {
	t.Helper()
	read := func(from jsontext.Value, into any) {
		if err := json.Unmarshal(from, into); err != nil {
			t.Fatalf("%s: %v in %s", c.ID, err, from)
		}
	}
	point := func(from jsontext.Value) planPoint {
		var at [2]float64
		read(from, &at)
		return planPoint{at[0], at[1]}
	}
	p := &plan{}
	for _, given := range c.Planes {
		if given.Shape == deskShape {
			continue
		}
		plane := planPlane{outline: outline{shape: given.Shape}}
		plane.center = point(given.Center)
		if given.Shape == "circle" {
			var circle [2]jsontext.Value
			read(given.Corners, &circle)
			read(circle[1], &plane.radius)
		} else {
			var corners []jsontext.Value
			read(given.Corners, &corners)
			for i, c := range corners {
				plane.corners[i] = point(c)
			}
			plane.count = len(corners)
		}
		p.planes = append(p.planes, plane)
	}
	for _, o := range c.Objects {
		p.objects = append(p.objects, planObject{
			size: o.Size, shape: o.Shape, rotation: o.Rotation, outline: outline{center: planPoint{o.Center[0], o.Center[1]}}, plane: len(p.planes),
		})
	}
	return p
}

// viewNear reports a difference of more than a tolerance between any two numbers.
func viewNear(t *testing.T, what string, tolerance float64, got, want []float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Errorf("%s is %v, want %v within %g", what, got, want, tolerance)
			return
		}
	}
}

func boxNumbers(b Box) []float64 { return []float64{b.Left, b.Top, b.Width, b.Height} }

func TestVectorsCamera(t *testing.T) {
	numbers, others := 0, 0 // of pixels and boxes, and those that are not exactly the published ones
	for _, c := range vectorsAs[[]cameraCase](t, "camera.json") {
		t.Run(c.ID, func(t *testing.T) {
			plan := c.plan(t)
			scene := recordScene(plan, 0, publishedOptics, c.CameraAt, c.Turned)
			for i := range c.Objects {
				o, want := &scene.Objects[i], &c.Objects[i].Expect
				what := fmt.Sprintf("object %d (%s): ", i, o.Shape)
				viewNear(t, what+"position", 1e-4, o.Position[:], want.Position[:])
				viewNear(t, what+"pixel", 1, o.Center[:2], want.Center[:2])
				viewNear(t, what+"depth", 1e-3, o.Center[2:], want.Center[2:])
				viewNear(t, what+"box", 2, boxNumbers(o.Box), boxNumbers(want.Box))
				for k, number := range append(o.Center[:2:2], boxNumbers(o.Box)...) {
					numbers++
					if number != append(want.Center[:2:2], boxNumbers(want.Box)...)[k] {
						others++
					}
				}
				pose := plan.objects[i].worldFromObject()
				extent := unitMesh(o.Shape).Transformed(pose).Bounds()
				viewNear(t, what+"lower corner", 0.002, vectorNumbers(extent.Min), want.WorldMin[:])
				viewNear(t, what+"upper corner", 0.002, vectorNumbers(extent.Max), want.WorldMax[:])
			}
			for i := range c.Planes {
				p, want := &scene.Planes[i], &c.Planes[i].Expect
				what := fmt.Sprintf("plane %d (%s): ", i, p.Shape)
				viewNear(t, what+"pixel", 1, p.Center[:2], want.Center[:2])
				viewNear(t, what+"depth", 1e-3, p.Center[2:], want.Center[2:])
				viewNear(t, what+"box", 1, boxNumbers(p.Box), boxNumbers(want.Box))
			}
			cam := publishedOptics.camera(c.CameraAt, c.Turned)
			for _, p := range c.Points {
				got := projectPoint(&cam, geom.V(p.World[0], p.World[1], p.World[2]))
				what := fmt.Sprintf("point %v: ", p.World)
				viewNear(t, what+"pixel", 1, got[:2], p.Pixel[:2])
				viewNear(t, what+"depth", 1e-3, got[2:], p.Pixel[2:])
			}
			d, want := &scene.View.Directions, &c.Expect.Directions
			for _, pair := range []struct {
				name      string
				got, want [3]float64
			}{
				{"behind", d.Behind, want.Behind}, {"front", d.Front, want.Front}, {"left", d.Left, want.Left},
				{"right", d.Right, want.Right}, {"above", d.Above, want.Above}, {"below", d.Below, want.Below},
			} {
				viewNear(t, pair.name, 1e-5, pair.got[:], pair.want[:])
			}
			wantRelations(t, "objects in the world", scene.ObjectRelations, c.Expect.ObjectRelations)
			wantRelations(t, "objects in the picture", scene.ObjectPixelRelations, c.Expect.ObjectPixelRelations)
			wantRelations(t, "planes in the world", scene.PlaneRelations, c.Expect.PlaneRelations)
			wantRelations(t, "planes in the picture", scene.PlanePixelRelations, c.Expect.PlanePixelRelations)
		})
	}
	// Published positions are in float32, and published bevels have more pieces.
	if others*20 > numbers {
		t.Errorf("%d of %d pixels and boxes of objects are not the published ones, want at most one in 20", others, numbers)
	}
}

func vectorNumbers(v geom.Vec3) []float64 { return []float64{v.X, v.Y, v.Z} }

// wantRelations compares lists as they are written: an empty one is not null.
func wantRelations(t *testing.T, what string, got, want Relations) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("relations of %s are %v, want %v", what, got, want)
	}
}

func TestVectorsRelations3D(t *testing.T) {
	for _, c := range vectorsAs[[]struct {
		ID           string         `json:"id"`
		Directions   ViewDirections `json:"directions"`
		Objects      [][3]float64   `json:"object_coords"`
		ObjectPixels []PixelDepth   `json:"object_pixels"`
		PlaneCenters []*[2]float64  `json:"plane_centers_2d"` // null is the desk
		PlanePixels  []PixelDepth   `json:"plane_pixels"`
		Expect       struct {
			PlaneRelations       Relations `json:"plane_spatial_relations"`
			PlanePixelRelations  Relations `json:"plane_pixel_relations"`
			ObjectRelations      Relations `json:"obj_spatial_relations"`
			ObjectPixelRelations Relations `json:"obj_pixel_relations"`
		} `json:"expect"`
	}](t, "relations3d.json") {
		t.Run(c.ID, func(t *testing.T) {
			var objects, planes []geom.Vec3
			for _, p := range c.Objects {
				objects = append(objects, geom.V(p[0], p[1], p[2]))
			}
			for _, p := range c.PlaneCenters {
				if p != nil {
					planes = append(planes, deskPoint(planPoint{p[0], p[1]}))
				}
			}
			d, want := &c.Directions, &c.Expect
			wantRelations(t, "objects in the world", spatialRelations(objects, d, objectRelationMargin), want.ObjectRelations)
			wantRelations(t, "planes in the world", spatialRelations(planes, d, planeRelationMargin), want.PlaneRelations)
			inPicture := pixelRelations(c.ObjectPixels, objectPixelsApart)
			wantRelations(t, "objects in the picture", inPicture, want.ObjectPixelRelations)
			inPicture = pixelRelations(c.PlanePixels, planePixelsApart)
			wantRelations(t, "planes in the picture", inPicture, want.PlanePixelRelations)
		})
	}
}

// The published scenes agree with themselves by the rules: relations with positions and directions, pixels with the camera.
func TestVectorsScenesAgreeWithTheirViews(t *testing.T) {
	for name, scene := range vectorsAs[map[string]Scene](t, "scenes.json") {
		t.Run(name, func(t *testing.T) {
			cam := publishedOptics.camera(scene.View.CameraAt, scene.View.CameraTurned)
			var centers []geom.Vec3
			var pixels, planePixels []PixelDepth
			for i, o := range scene.Objects {
				at := geom.V(o.Position[0], o.Position[1], o.Position[2])
				got := projectPoint(&cam, at)
				viewNear(t, fmt.Sprintf("pixel of object %d", i), 1, got[:2], o.Center[:2])
				viewNear(t, fmt.Sprintf("depth of object %d", i), 1e-3, got[2:], o.Center[2:])
				centers, pixels = append(centers, at), append(pixels, o.Center)
				height := (&planObject{size: o.Size, shape: o.Shape, rotation: o.Rotation}).worldFromObject().T.Z
				viewNear(t, fmt.Sprintf("height of object %d", i), 1e-6, []float64{height}, o.Position[2:])
			}
			for _, p := range scene.Planes {
				planePixels = append(planePixels, p.Center)
			}
			inWorld := spatialRelations(centers, &scene.View.Directions, objectRelationMargin)
			wantRelations(t, "objects in the world", inWorld, scene.ObjectRelations)
			wantRelations(t, "objects in the picture", pixelRelations(pixels, objectPixelsApart), scene.ObjectPixelRelations)
			wantRelations(t, "planes in the picture", pixelRelations(planePixels, planePixelsApart), scene.PlanePixelRelations)
		})
	}
}
