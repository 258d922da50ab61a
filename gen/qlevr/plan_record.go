package qlevr

import (
	"bytes"
	"errors"
	"math"
	"strconv"

	"mereo/gen/record"
)

// PlanRecord is a plan under the keys of the published 2D scenes.
type PlanRecord struct {
	ImageIndex      int                `json:"image_index"`
	Planes          []PlanPlaneRecord  `json:"planes"`          // by ascending area, the desk last
	PlaneRelations  PlanRelations      `json:"plane_relations"` // without the desk
	Objects         []PlanObjectRecord `json:"objects"`         // plane by plane
	ObjectRelations PlanRelations      `json:"obj_relations"`
}

// PlanPlaneRecord is a colored area of the desk, or the desk itself, which has no place and no size.
type PlanPlaneRecord struct {
	Shape     string                `json:"shape"`
	Border    DeskLacks[PlanBorder] `json:"coordinate_points"`
	Center    DeskLacks[PlanPoint]  `json:"center_coordinate"`
	Material  string                `json:"material"` // "" of the desk
	Color     string                `json:"color"`
	AreaRatio DeskLacks[PlanNumber] `json:"area_ratio"` // share of a square of 398 units
	Objects   []int                 `json:"internal_objs"`
}

// PlanObjectRecord is a solid as it stands on a plan.
type PlanObjectRecord struct {
	Border   PlanBorder `json:"coordinate_points"`
	Center   PlanPoint  `json:"center_coordinate"`
	Rotation int        `json:"rotation"` // degrees, clockwise; 0 of circles
	Size     string     `json:"size"`
	Color    string     `json:"color"`
	Material string     `json:"material"`
	Shape    string     `json:"shape"` // of the border
	Solid    string     `json:"shape_3d"`
}

// PlanRelations say for each thing i which others, ascending, have centers strictly to one side of its own.
type PlanRelations struct {
	Left  [][]int `json:"left"`
	Right [][]int `json:"right"`
	Up    [][]int `json:"up"`
	Down  [][]int `json:"down"`
}

// PlanBorder is the border of a plane or an object in units: the corners of a polygon, or a circle's center and its radius.
type PlanBorder struct {
	Points []PlanPoint // one of a circle
	Radius PlanNumber  // of a circle
}

// PlanPoint is [x, y] in units, x to the right and y up.
type PlanPoint struct {
	X PlanNumber `json:"0"`
	Y PlanNumber `json:"1"`
}

// PlanNumber is a number that is written without a point where it is whole by nature, and with one, 112.0, where it is not.
type PlanNumber struct {
	Value float64
	Whole bool
}

// DeskLacks is a value that the desk has not: nil is written as "".
type DeskLacks[T any] struct{ Value *T }

// record returns the plan under the published keys.
func (p *plan) record(index int) *PlanRecord {
	r := &PlanRecord{
		ImageIndex: index,
		Planes:     make([]PlanPlaneRecord, 0, len(p.planes)+1),
		Objects:    make([]PlanObjectRecord, len(p.objects)),
	}
	centers := make([]planPoint, len(p.planes))
	for i := range p.planes {
		plane := &p.planes[i]
		centers[i] = plane.center
		border, center := planeBorder(&plane.outline), centerRecord(&plane.outline)
		r.Planes = append(r.Planes, PlanPlaneRecord{
			Shape: plane.shape, Border: DeskLacks[PlanBorder]{&border}, Center: DeskLacks[PlanPoint]{&center},
			Material: plane.material, Color: plane.color, AreaRatio: DeskLacks[PlanNumber]{&PlanNumber{Value: plane.areaRatio}},
			Objects: plane.objects,
		})
	}
	r.PlaneRelations = relationsOfCenters(centers)
	desk := PlanPlaneRecord{Shape: deskShape, Color: deskColor, Objects: []int{}}
	centers = make([]planPoint, len(p.objects))
	for i := range p.objects {
		o := &p.objects[i]
		centers[i] = o.center
		if o.plane == len(p.planes) {
			desk.Objects = append(desk.Objects, i)
		}
		r.Objects[i] = PlanObjectRecord{
			Border: objectBorder(&o.outline), Center: centerRecord(&o.outline), Rotation: o.rotation,
			Size: o.size, Color: o.color, Material: o.material, Shape: o.outline.shape, Solid: o.shape,
		}
	}
	r.ObjectRelations = relationsOfCenters(centers)
	r.Planes = append(r.Planes, desk)
	return r
}

// relationsOfCenters compares all pairs.
func relationsOfCenters(centers []planPoint) PlanRelations {
	lists := func(lies func(p, q planPoint) bool) [][]int {
		out := make([][]int, len(centers))
		all := make([]int, 0, len(centers)*(len(centers)-1)/2) // a pair is in one order at most
		for i, p := range centers {
			first := len(all)
			for j, q := range centers {
				if lies(q, p) {
					all = append(all, j)
				}
			}
			out[i] = all[first:len(all):len(all)]
		}
		return out
	}
	return PlanRelations{
		Left:  lists(func(q, p planPoint) bool { return q.x < p.x }),
		Right: lists(func(q, p planPoint) bool { return q.x > p.x }),
		Up:    lists(func(q, p planPoint) bool { return q.y > p.y }),
		Down:  lists(func(q, p planPoint) bool { return q.y < p.y }),
	}
}

// planeBorder is drawn whole: circles, triangles, the first corners of rectangles.
func planeBorder(o *outline) PlanBorder {
	if o.count == 0 {
		return PlanBorder{[]PlanPoint{centerRecord(o)}, PlanNumber{o.radius, true}}
	}
	b := PlanBorder{Points: make([]PlanPoint, o.count)}
	for i, c := range o.corners[:o.count] {
		whole := i == 0 || o.shape == "triangle"
		b.Points[i] = PlanPoint{PlanNumber{c.x, whole}, PlanNumber{c.y, whole}}
	}
	return b
}

// objectBorder is a size, which is not whole, about a point that is: so the upper corner of a triangle is whole in x alone.
func objectBorder(o *outline) PlanBorder {
	if o.count == 0 {
		return PlanBorder{[]PlanPoint{centerRecord(o)}, PlanNumber{Value: o.radius}}
	}
	b := PlanBorder{Points: make([]PlanPoint, o.count)}
	for i, c := range o.corners[:o.count] {
		b.Points[i] = PlanPoint{PlanNumber{c.x, i == 0}, PlanNumber{c.y, i == 0 && o.shape != "triangle"}}
	}
	return b
}

// centerRecord is whole for circles; of other outlines it is a mean.
func centerRecord(o *outline) PlanPoint {
	return PlanPoint{PlanNumber{o.center.x, o.count == 0}, PlanNumber{o.center.y, o.count == 0}}
}

// AppendJSON writes 112 or 112.0.
func (n *PlanNumber) AppendJSON(b []byte, s record.Style) []byte {
	if n.Whole {
		return strconv.AppendInt(b, int64(n.Value), 10)
	}
	first := len(b)
	b = strconv.AppendFloat(b, n.Value, 'g', -1, 64)
	if !bytes.ContainsAny(b[first:], ".e") {
		b = append(b, ".0"...)
	}
	return b
}

// ParseJSON reads a number and keeps whether it has a point.
func (n *PlanNumber) ParseJSON(r *record.Reader) (err error) {
	n.Value, n.Whole, err = r.Number()
	n.Whole = n.Whole && math.Abs(n.Value) < 1<<53
	return err
}

// AppendJSON writes [[x,y],r] or [[x,y],[x,y],[x,y]].
func (p *PlanBorder) AppendJSON(b []byte, s record.Style) []byte {
	if len(p.Points) != 1 {
		return record.Append(b, s, &p.Points)
	}
	return record.Append(b, s, &planCircle{p.Points[0], p.Radius})
}

// ParseJSON reads [[x,y],r], or three or four points.
func (p *PlanBorder) ParseJSON(r *record.Reader) error {
	*p = PlanBorder{}
	circle := false
	err := r.Items(func(i int) error {
		if circle = i == 1 && r.Next() != '['; circle {
			return r.Value(&p.Radius)
		}
		p.Points = append(p.Points, PlanPoint{})
		return r.Value(&p.Points[i])
	})
	if n := len(p.Points); err == nil && !(circle && n == 1 || !circle && (n == 3 || n == 4)) {
		err = errors.New("is neither a center and a radius nor 3 or 4 corners")
	}
	return err
}

// planCircle is how the border of a circle is written.
type planCircle struct {
	Center PlanPoint  `json:"0"`
	Radius PlanNumber `json:"1"`
}

// AppendJSON writes the value, or "".
func (d *DeskLacks[T]) AppendJSON(b []byte, s record.Style) []byte {
	if d.Value == nil {
		return append(b, `""`...)
	}
	return record.Append(b, s, d.Value)
}

// ParseJSON reads the value, or "".
func (d *DeskLacks[T]) ParseJSON(r *record.Reader) error {
	if d.Value = nil; r.Has(`""`) {
		return nil
	}
	d.Value = new(T)
	return r.Value(d.Value)
}
