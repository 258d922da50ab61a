package qlevr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
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
type PlanPoint struct{ X, Y PlanNumber }

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

// append writes the number.
func (n PlanNumber) append(b []byte) []byte {
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

func (p PlanPoint) append(b []byte) []byte {
	return append(p.Y.append(append(p.X.append(append(b, '[')), ',')), ']')
}

// MarshalJSON writes 112 or 112.0.
func (n PlanNumber) MarshalJSON() ([]byte, error) { return n.append(nil), nil }

// MarshalJSON writes [x,y].
func (p PlanPoint) MarshalJSON() ([]byte, error) { return p.append(nil), nil }

// MarshalJSON writes [[x,y],r] or [[x,y],[x,y],[x,y]].
func (p PlanBorder) MarshalJSON() ([]byte, error) {
	if len(p.Points) == 0 {
		return nil, errors.New("qlevr: a border of a plan has no points")
	}
	return p.append(nil), nil
}

func (p *PlanBorder) append(b []byte) []byte {
	b = append(b, '[')
	for i := range p.Points {
		if i > 0 {
			b = append(b, ',')
		}
		b = p.Points[i].append(b)
	}
	if len(p.Points) == 1 {
		b = p.Radius.append(append(b, ','))
	}
	return append(b, ']')
}

// MarshalJSON writes the value, or "".
func (d DeskLacks[T]) MarshalJSON() ([]byte, error) {
	if d.Value == nil {
		return []byte(`""`), nil
	}
	return json.Marshal(*d.Value)
}

// UnmarshalJSON reads a number and keeps whether it has a point.
func (n *PlanNumber) UnmarshalJSON(data []byte) (err error) {
	if n.Value, err = strconv.ParseFloat(string(data), 64); err != nil {
		return fmt.Errorf("qlevr: a number of a plan is %s", data)
	}
	n.Whole = !bytes.ContainsAny(data, ".eE") && math.Abs(n.Value) < 1<<53
	return nil
}

// UnmarshalJSON reads [x,y].
func (p *PlanPoint) UnmarshalJSON(data []byte) error {
	var c []PlanNumber
	if err := json.Unmarshal(data, &c); err != nil {
		return err
	}
	if len(c) != 2 {
		return fmt.Errorf("qlevr: a point of a plan has %d coordinates, want 2", len(c))
	}
	p.X, p.Y = c[0], c[1]
	return nil
}

// UnmarshalJSON reads [[x,y],r], or three or four points.
func (p *PlanBorder) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	if len(parts) < 2 || len(parts) > 4 {
		return fmt.Errorf("qlevr: coordinate_points has %d items, want a center and a radius, or 3 or 4 corners", len(parts))
	}
	*p = PlanBorder{}
	if len(parts) == 2 {
		if err := json.Unmarshal(parts[1], &p.Radius); err != nil {
			return err
		}
		parts = parts[:1]
	}
	p.Points = make([]PlanPoint, len(parts))
	for i := range parts {
		if err := json.Unmarshal(parts[i], &p.Points[i]); err != nil {
			return err
		}
	}
	return nil
}

// UnmarshalJSON reads the value, or "".
func (d *DeskLacks[T]) UnmarshalJSON(data []byte) error {
	d.Value = nil
	if string(data) == `""` {
		return nil
	}
	d.Value = new(T)
	return json.Unmarshal(data, d.Value)
}
