// Package furniture makes furniture from numbers: chairs, tables, beds, refrigerators and carts, each of many families
// with continuous proportions, as pure functions of (category, family, seed).
//
// A Model is a list of labeled parts, one for every physical piece that can be counted (a leg, a bar, a drawer), each
// with a closed triangle mesh, convex collision hulls and, where the piece is straight or flat, its direction. The
// labels are the raw part names of PartNet after its early renaming: "chair_seat", "leg", "leg bar", "door_frame" ...
// and "other" for pieces without a color of their own.
//
// The model frame is right-handed: +Z up, the front faces -Y (who sits on a chair looks towards -Y), meters at real
// size, the origin at the center of the bounding box of all vertices. Coordinates are multiples of 2^-20 m, so that
// the last bits of arithmetic on other processors cannot move them.
//
// A family is a function that draws its proportions from a stream and adds parts to a Builder, standing on z = 0 with
// x = 0 as its middle; chair_wood.go shows how. Contact sheets of all families, one picture for each category, are drawn
// on the CPU by
//
//	MEREO_SHEETS=/some/folder go test ./assets/furniture -run Seen
package furniture

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// The categories.
const (
	Chair        = "Chair"
	Table        = "Table"
	Bed          = "Bed"
	Refrigerator = "Refrigerator"
	Cart         = "Cart"
)

// Count is how many models of each category ByNumber numbers: 0 to Count-1.
const Count = 5000

// Categories returns the names of all categories in their fixed order.
func Categories() []string { return []string{Chair, Table, Bed, Refrigerator, Cart} }

// Model is one piece of furniture.
type Model struct {
	Category string
	Family   string
	Seed     uint64
	Parts    []Part
	Supports []Support
}

// Part is one physical piece.
type Part struct {
	Name  string // unique in the model, such as "leg-2"
	Label string // raw PartNet label, or "other"
	// Mesh is closed, in the model frame, without normals (flat facets); solid.Smooth adds some.
	Mesh *mesh.Mesh
	// Colliders are convex point sets in the model frame, which together cover the part to a few millimeters.
	Colliders [][]geom.Vec3
	Primitive Primitive
}

// Kind says whether a part has a direction.
type Kind int

const (
	None  Kind = iota
	Line       // Dir runs along a straight bar
	Plane      // Dir is the normal of a flat plate
)

// Primitive is the line or plane of a part. Dir has unit length, model frame; of the two signs the one whose largest
// component points up (+Z), right (+X) or to the front (-Y).
type Primitive struct {
	Kind Kind
	Dir  geom.Vec3
}

// Support is a level face on which another thing may stand.
type Support struct {
	Part    int         // index into Parts
	Z       float64     // height in the model frame
	Polygon []geom.Vec3 // convex, counter-clockwise from above, every point at height Z
}

// Family is a kind of one category.
type Family struct {
	Name string // such as "ladder-back"
	Doc  string // one line
	make func(b *builder, s *rng.Stream)
}

// Families returns the families of a category in their fixed order, which numbers the models; none for an unknown one.
func Families(category string) []Family {
	switch category {
	case Chair:
		return chairFamilies
	case Table:
		return tableFamilies
	case Bed:
		return bedFamilies
	case Refrigerator:
		return refrigeratorFamilies
	case Cart:
		return cartFamilies
	}
	return nil
}

// Make returns the model of a family with the given seed. It is a pure function; any seed will do, 0 too. The error
// names an unknown category or family. Usual cost: under 2 ms.
func Make(category, family string, seed uint64) (*Model, error) {
	for _, f := range Families(category) {
		if f.Name == family {
			s := rng.Named(fmt.Sprintf("furniture/%s/%s/%d", category, family, seed))
			b := &builder{model: Model{Category: category, Family: family, Seed: seed}}
			f.make(b, s)
			return b.build()
		}
	}
	if len(Families(category)) == 0 {
		return nil, fmt.Errorf("furniture: unknown category: %q, have %q", category, Categories())
	}
	var names []string
	for _, f := range Families(category) {
		names = append(names, f.Name)
	}
	return nil, fmt.Errorf("furniture: unknown family of %s: %q, have %q", category, family, names)
}

// ByNumber returns model n of a category, 0 <= n < Count: the families take turns and n is the seed.
func ByNumber(category string, n int) (*Model, error) {
	if n < 0 || n >= Count {
		return nil, fmt.Errorf("furniture: model number of %s: %d, want 0 to %d", category, n, Count-1)
	}
	f := Families(category)
	if len(f) == 0 {
		return nil, fmt.Errorf("furniture: unknown category: %q, have %q", category, Categories())
	}
	return Make(category, f[n%len(f)].Name, uint64(n))
}

// Bounds is the box around all vertices in the model frame.
func (m *Model) Bounds() geom.AABB {
	b := geom.EmptyAABB()
	for i := range m.Parts {
		b = b.Union(m.Parts[i].Mesh.Bounds())
	}
	return b
}

// triangles counts those of all parts.
func (m *Model) triangles() int {
	n := 0
	for i := range m.Parts {
		n += len(m.Parts[i].Mesh.Triangles)
	}
	return n
}

// LabelCounts returns how many parts have each label.
func (m *Model) LabelCounts() map[string]int {
	c := map[string]int{}
	for i := range m.Parts {
		c[m.Parts[i].Label]++
	}
	return c
}
