package qlevr

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"mereo/gen/record"
	"mereo/internal/vectors"
)

// readVectors reads a file of the published cases.
func readVectors(t testing.TB, name string, to any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "qlevr"), name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// vectorShape is a plane or an object of geometry2d.json.
type vectorShape struct {
	Shape    string
	Points   [][2]float64
	Rotation int
	Origin   [2]float64
	W, H     float64
	Center   [2]float64
	R        float64

	Shape2D  string
	Size     string
	Position [2]int
}

func (v *vectorShape) outline() *outline {
	at := func(p [2]float64) planPoint { return planPoint{p[0], p[1]} }
	var o outline
	switch {
	case v.Shape2D != "":
		o = objectOutline(v.Shape2D, v.Size, v.Position[0], v.Position[1], v.Rotation)
	case v.Shape == "triangle":
		o = triangleOutline(at(v.Points[0]), at(v.Points[1]), at(v.Points[2]), v.Rotation)
	case v.Shape == "rectangle":
		o = rectangleOutline(at(v.Origin), v.W, v.H, v.Rotation)
	case v.Shape == "circle":
		o = circleOutline(at(v.Center), v.R)
	default:
		panic("shape " + v.Shape)
	}
	return &o
}

func vectorOutlines(shapes []vectorShape) (out []outline) {
	for i := range shapes {
		out = append(out, *shapes[i].outline())
	}
	return out
}

func vectorPlanes(shapes []vectorShape) (out []planPlane) {
	for _, o := range vectorOutlines(shapes) {
		out = append(out, planPlane{outline: o})
	}
	return out
}

func vectorObjects(shapes []vectorShape) (out []planObject) {
	for _, o := range vectorOutlines(shapes) {
		out = append(out, planObject{outline: o})
	}
	return out
}

func samplerOf(objects []planObject) *objectSampler {
	s := &objectSampler{}
	for _, o := range objects {
		s.push(o)
	}
	return s
}

// fits asks the questions of search about one outline.
func (s *objectSampler) fits(o *outline) bool {
	return clearOfAll(s.spansX, o.spanX(overlapShareX)) && clearOfAll(s.spansY, o.spanY(overlapShareY)) && !s.near(o)
}

type geometryCase struct {
	ID   string
	Func string
	vectorShape
	Case      json.RawMessage `json:"shape"` // of most: the shape
	A, B      json.RawMessage
	Plane     *vectorShape
	Obj       *vectorShape
	Existing  []vectorShape
	Planes    []vectorShape
	Shapes    []vectorShape
	Rate      float64
	MinDist   float64    `json:"min_dist"`
	AreaRate  [2]float64 `json:"area_rate"`
	Point     [2]float64
	Area      float64
	BBox      [4]float64
	Result    json.RawMessage
	AreaRatio *float64        `json:"area_ratio"`
	Relations PlanRelations   `json:"relations"`
	Border    json.RawMessage `json:"coordinate_points"`
	Middle    [2]float64      `json:"center_coordinate"`
	Stored    int             `json:"stored_rotation"`
}

func readGeometry[T any](t *testing.T, id string, data []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v: %s", id, err, data)
	}
	return v
}

func readForm[T any](t *testing.T, id string, data []byte) (v T) {
	t.Helper()
	if err := record.Read(data, &v, record.Part); err != nil {
		t.Fatalf("%s: %v: %s", id, err, data)
	}
	return v
}

func TestVectorsGeometry2D(t *testing.T) {
	var cases []geometryCase
	readVectors(t, "geometry2d.json", &cases)
	if len(cases) == 0 {
		t.Fatal("geometry2d.json has no cases")
	}
	for _, c := range cases {
		shape := func(data json.RawMessage) *outline {
			v := readGeometry[vectorShape](t, c.ID, data)
			return v.outline()
		}
		decide := func(got bool) {
			t.Helper()
			if want := readGeometry[bool](t, c.ID, c.Result); got != want {
				t.Errorf("%s: %s is %v, want %v", c.ID, c.Func, got, want)
			}
		}
		near := func(what string, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= 1e-6) {
				t.Errorf("%s: %s of %s is %v, want %v", c.ID, what, c.Func, got, want)
			}
		}
		switch c.Func {
		case "rectangle", "triangle":
			o := shape(c.Case)
			if o.count != len(c.Points) {
				t.Fatalf("%s: %d corners, want %d", c.ID, o.count, len(c.Points))
			}
			for i, p := range c.Points {
				near("x", o.corners[i].x, p[0])
				near("y", o.corners[i].y, p[1])
			}
			near("centre x", o.center.x, c.Center[0])
			near("centre y", o.center.y, c.Center[1])
			near("area", o.area(), c.Area)
			for i, got := range []float64{o.lo.x, o.hi.x, o.lo.y, o.hi.y} {
				near(fmt.Sprintf("bbox[%d]", i), got, c.BBox[i])
			}
		case "object_outline":
			o := objectOutline(c.Shape2D, c.Size, c.Position[0], c.Position[1], c.Rotation)
			near("centre x", o.center.x, c.Middle[0])
			near("centre y", o.center.y, c.Middle[1])
			want := readForm[PlanBorder](t, c.ID, c.Border)
			got := objectBorder(&o)
			nearPlanBorder(t, c.ID, got, want)
			if s := formOf(c.Shape2D, c.Size); c.Rotation%len(s.turned) != c.Stored {
				t.Errorf("%s: the rotation is %d, want %d", c.ID, c.Rotation%len(s.turned), c.Stored)
			}
		case "detect_collision":
			decide(collide(shape(c.A), shape(c.B), c.MinDist))
		case "cover", "cover_shapes":
			decide(covers(c.Plane.outline(), c.Obj.outline()))
		case "check_margin_x", "check_margin_x_shapes":
			decide(shape(c.A).spanX(c.Rate).clear(shape(c.B).spanX(c.Rate)))
		case "check_margin_y", "check_margin_y_shapes":
			decide(shape(c.A).spanY(c.Rate).clear(shape(c.B).spanY(c.Rate)))
		case "possible_plane":
			o := shape(c.Case)
			decide(planeRangeOf(c.AreaRate).admits(o))
			if c.AreaRatio != nil {
				near("area ratio", o.area()/(planeInner*planeInner), *c.AreaRatio)
			}
		case "plane_accept":
			o := shape(c.Case)
			decide(planeRangeOf(c.AreaRate).admits(o) && planeFits(vectorPlanes(c.Existing), o))
		case "object_accept":
			decide(objectFits(vectorObjects(c.Existing), c.Obj.outline()))
			decide(samplerOf(vectorObjects(c.Existing)).fits(c.Obj.outline()))
		case "desk_object_accept":
			decide(deskFits(vectorPlanes(c.Planes), c.Obj.outline()) && samplerOf(vectorObjects(c.Existing)).fits(c.Obj.outline()))
		case "point_line_distance":
			a, b := readGeometry[[2]float64](t, c.ID, c.A), readGeometry[[2]float64](t, c.ID, c.B)
			got := lineDistance(planPoint{c.Point[0], c.Point[1]}, planPoint{a[0], a[1]}, planPoint{b[0], b[1]})
			near("distance", got, readGeometry[float64](t, c.ID, c.Result))
		case "in_polygon":
			decide(shape(c.Case).contains(planPoint{c.Point[0], c.Point[1]}))
		case "adjacency_2d":
			var centers []planPoint
			for _, o := range vectorOutlines(c.Shapes) {
				centers = append(centers, o.center)
			}
			if got := relationsOfCenters(centers); !reflect.DeepEqual(got, c.Relations) {
				t.Errorf("%s: relations are %v, want %v", c.ID, got, c.Relations)
			}
		default:
			t.Errorf("%s: no test of %s", c.ID, c.Func)
		}
	}
}

// nearPlanBorder compares values to 1e-6, and exactly which of them are whole.
func nearPlanBorder(t *testing.T, id string, got, want PlanBorder) {
	t.Helper()
	if len(got.Points) != len(want.Points) || got.Radius != want.Radius {
		t.Errorf("%s: the border is %v, want %v", id, got, want)
		return
	}
	for i, p := range got.Points {
		nearPlanNumber(t, id, p.X, want.Points[i].X)
		nearPlanNumber(t, id, p.Y, want.Points[i].Y)
	}
}

func nearPlanNumber(t *testing.T, id string, got, want PlanNumber) {
	t.Helper()
	if got.Whole != want.Whole || !(math.Abs(got.Value-want.Value) <= 1e-6) {
		t.Errorf("%s: a number is %v, want %v", id, got, want)
	}
}

// outlineOfRecord is what has been recorded of an outline.
func outlineOfRecord(shape string, b PlanBorder) outline {
	if shape == "circle" {
		return circleOutline(planPoint{b.Points[0].X.Value, b.Points[0].Y.Value}, b.Radius.Value)
	}
	var corners [4]planPoint
	for i, p := range b.Points {
		corners[i] = planPoint{p.X.Value, p.Y.Value}
	}
	return polygonOutline(shape, len(b.Points), corners, 0)
}

// planOfRecord is what has been recorded of a plan.
func planOfRecord(r *PlanRecord) plan {
	var p plan
	for i, plane := range r.Planes[:len(r.Planes)-1] {
		p.planes = append(p.planes, planPlane{outlineOfRecord(plane.Shape, *plane.Border.Value), plane.AreaRatio.Value.Value,
			plane.Material, plane.Color, plane.Objects})
		for range plane.Objects {
			p.objects = append(p.objects, planObject{plane: i})
		}
	}
	for range r.Planes[len(r.Planes)-1].Objects {
		p.objects = append(p.objects, planObject{plane: len(p.planes)})
	}
	for i, o := range r.Objects {
		p.objects[i] = planObject{outlineOfRecord(o.Shape, o.Border), o.Rotation, o.Size, o.Color, o.Material, o.Solid,
			p.objects[i].plane}
	}
	return p
}

// TestVectorsScenes2D reads published scenes as plans, holds them to what is asked of plans, and writes them again.
func TestVectorsScenes2D(t *testing.T) {
	var scenes map[string]json.RawMessage
	readVectors(t, "scenes2d.json", &scenes)
	if len(scenes) == 0 {
		t.Fatal("scenes2d.json has no scenes")
	}
	for name, data := range scenes {
		want := readForm[PlanRecord](t, name, data)
		p := planOfRecord(&want)
		checkPlan(t, name, &p)
		got := p.record(want.ImageIndex)
		for i := range got.Planes[:len(p.planes)] {
			nearPlanBorder(t, name, *got.Planes[i].Border.Value, *want.Planes[i].Border.Value)
			nearPlanNumber(t, name, got.Planes[i].Center.Value.X, want.Planes[i].Center.Value.X)
			nearPlanNumber(t, name, got.Planes[i].Center.Value.Y, want.Planes[i].Center.Value.Y)
			if ratio := p.planes[i].area() / (planeInner * planeInner); math.Abs(ratio-p.planes[i].areaRatio) > 1e-6 {
				t.Errorf("%s: area ratio %d is %v, want %v", name, i, ratio, p.planes[i].areaRatio)
			}
		}
		for i, o := range got.Objects {
			nearPlanBorder(t, name, o.Border, want.Objects[i].Border)
			nearPlanNumber(t, name, o.Center.X, want.Objects[i].Center.X)
			nearPlanNumber(t, name, o.Center.Y, want.Objects[i].Center.Y)
			// The outline is that of some proposal point: its first corner, or R below it.
			first := o.Border.Points[0]
			x, y := int(first.X.Value), int(first.Y.Value)
			if o.Shape == "triangle" {
				y -= int(radiusOf(o.Size))
			}
			made := objectOutline(o.Shape, o.Size, x, y, o.Rotation)
			nearPlanBorder(t, name, objectBorder(&made), want.Objects[i].Border)
		}
		// Centers are worked out again, so their last bits may differ; everything else is the same text.
		for i := range p.planes {
			got.Planes[i].Center = want.Planes[i].Center
		}
		for i := range got.Objects {
			got.Objects[i].Center = want.Objects[i].Center
		}
		text := record.JSON(got)
		if string(text) != string(data) {
			at := 0
			for at < min(len(text), len(data)) && text[at] == data[at] {
				at++
			}
			t.Errorf("%s: written as %.60s, want %.60s", name, text[at:], data[at:])
		}
	}
}

// objectOutline is the outline of an object at a proposal point; turns of a circle are all the same.
func objectOutline(shape, size string, x, y, degrees int) outline {
	f := formOf(shape, size)
	return f.turned[degrees%len(f.turned)].moved(x, y)
}
