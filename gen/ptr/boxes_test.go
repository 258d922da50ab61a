package ptr

import (
	"fmt"

	"mereo/assets/furniture"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// boxSource has furniture made of plain boxes, whose labels, numbers and directions a test can know beforehand.
type boxSource struct{ n int }

func (boxSource) Name() string       { return "boxes" }
func (b boxSource) Count(string) int { return b.n }
func (boxSource) Exact() bool        { return true }

func (b boxSource) Number(_, id string) (n int, ok bool) {
	_, err := fmt.Sscanf(id, "boxes-%d", &n)
	return n, err == nil && n < b.n
}

func (boxSource) Model(category string, n int) (*furniture.Model, string, error) {
	s := rng.Named(fmt.Sprintf("boxes/%s/%d", category, n))
	m := &furniture.Model{Category: category, Family: "boxes", Seed: uint64(n)}
	add := func(label string, center, size geom.Vec3, p furniture.Primitive) {
		name := fmt.Sprintf("%s-%d", label, len(m.Parts))
		m.Parts = append(m.Parts, furniture.Part{Name: name, Label: label, Mesh: box(center, size), Primitive: p})
	}
	line := func(d geom.Vec3) furniture.Primitive { return furniture.Primitive{Kind: furniture.Line, Dir: d} }
	plane := func(d geom.Vec3) furniture.Primitive { return furniture.Primitive{Kind: furniture.Plane, Dir: d} }
	none := furniture.Primitive{}
	up, front := geom.V(0, 0, 1), geom.V(0, -1, 0)
	w, d, h := s.Uniform(0.4, 0.6), s.Uniform(0.4, 0.6), s.Uniform(0.4, 0.5)
	switch category {
	case "Table":
		w, h = s.Uniform(0.9, 1.4), s.Uniform(0.6, 0.8)
	case "Bed":
		w, d, h = s.Uniform(1, 1.6), 2, 0.3
	case "Refrigerator":
		w, d, h = 0.6, 0.6, s.Uniform(1.2, 1.8)
	}
	legs := func() {
		for i := range 4 {
			x, y := float64(2*(i&1)-1), float64(i&2-1)
			add("leg", geom.V(x*(w/2-0.03), y*(d/2-0.03), h/2), geom.V(0.05, 0.05, h), line(up))
		}
	}
	switch category {
	case "Chair":
		add("chair_back", geom.V(0, d/2, 1.5*h), geom.V(w, 0.04, h), plane(front))
		add("chair_seat", geom.V(0, 0, h), geom.V(w, d, 0.05), plane(up))
		legs()
	case "Table":
		add("tabletop", geom.V(0, 0, h), geom.V(w, d, 0.05), plane(up))
		legs()
		add("drawer_box", geom.V(0, 0, h-0.1), geom.V(w/2, d-0.1, 0.12), plane(front))
	case "Bed":
		add("bed_sleep_area", geom.V(0, 0, h+0.1), geom.V(w, d, 0.2), none)
		add("headboard", geom.V(0, d/2, h+0.2), geom.V(w, 0.05, 0.8), plane(front))
		legs()
	case "Refrigerator":
		add("frame", geom.V(0, 0, h/2), geom.V(w, d, h), none)
		add("door_frame", geom.V(0, -d/2-0.03, 0.75*h), geom.V(w, 0.05, 0.48*h), plane(front))
		add("door_frame", geom.V(0, -d/2-0.03, 0.25*h), geom.V(w, 0.05, 0.48*h), plane(front))
		add("hinge", geom.V(w/2, -d/2-0.03, h+0.01), geom.V(0.05, 0.05, 0.02), none)
	case "Cart":
		add("base_body", geom.V(0, 0, 0.5), geom.V(w, 1, 0.4), none)
		for i := range 4 {
			x, y := float64(2*(i&1)-1), float64(i&2-1)
			add("wheel", geom.V(x*w/2, y*0.35, 0.15), geom.V(0.06, 0.3, 0.3), none)
		}
	default:
		return nil, "", fmt.Errorf("no boxes for %s", category)
	}
	c := m.Bounds().Center()
	for i := range m.Parts {
		m.Parts[i].Mesh = m.Parts[i].Mesh.Transformed(geom.Translate(c.Neg()))
	}
	return m, fmt.Sprintf("boxes-%d", n), nil
}

// box is an axis-aligned box of 12 triangles.
func box(center, size geom.Vec3) *mesh.Mesh {
	b := geom.AABB{Min: center.AddScaled(-0.5, size), Max: center.AddScaled(0.5, size)}
	m := &mesh.Mesh{}
	for i := range 8 {
		m.Positions = append(m.Positions, b.Corner(i))
	}
	for _, q := range [][4]uint32{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
		m.Triangles = append(m.Triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
	}
	return m
}
