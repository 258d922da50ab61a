package shopvrb

import (
	"math"
	"reflect"

	"mereo/engine/geom"
	"mereo/scenes/relate"
)

// relationEps is by how much a thing must lie further along a direction to be in a relation.
const relationEps = 0.2

// publishedDirections are those of the camera before it was moved, the same in all scenes.
var publishedDirections = func() Directions {
	none := math.Copysign(0, -1)
	return Directions{
		Behind: [3]float64{-0.754490315914154, 0.6563112735748291, 0},
		Front:  [3]float64{0.754490315914154, -0.6563112735748291, none},
		Left:   [3]float64{-0.6563112735748291, -0.7544902563095093, 0},
		Right:  [3]float64{0.6563112735748291, 0.7544902563095093, none},
		Above:  [3]float64{0, 0, 1},
		Below:  [3]float64{none, none, -1},
	}
}()

// directionsOf are those of a camera.
func directionsOf(worldFromCamera geom.Transform) Directions {
	g := relate.GroundDirections(worldFromCamera)
	return Directions{
		Behind: triple(g.Behind), Front: triple(g.Front), Left: triple(g.Left), Right: triple(g.Right),
		Above: triple(g.Above), Below: triple(g.Below),
	}
}

// ofRelations are those of Relations.
func (d *Directions) ofRelations() [4]geom.Vec3 {
	return [...]geom.Vec3{vector(d.Left), vector(d.Right), vector(d.Behind), vector(d.Front)}
}

// Relate derives the relations of things from where they are: a thing lies in a direction from another if it is more than
// eps further along it. A thing that stands is at its origin; one that fell at its middle, which is above the origin when it
// stands, too, because the origin of what lies on its side is at its end.
func Relate(objects []ObjectRecord, d Directions, eps float64) Relationships {
	return Relationships{
		Behind: along(objects, d.Behind, eps), Front: along(objects, d.Front, eps),
		Left: along(objects, d.Left, eps), Right: along(objects, d.Right, eps),
	}
}

// along lists for each thing the others that lie in a direction from it, ascending. A thing whose record is the same as
// another's in all it says does not count as another.
func along(objects []ObjectRecord, v [3]float64, eps float64) [][]int {
	lists := make([][]int, len(objects))
	for i := range objects {
		lists[i] = []int{}
		p := objects[i].place()
		for j := range objects {
			q := objects[j].place()
			far := float64((q[0]-p[0])*v[0]) + float64((q[1]-p[1])*v[1]) + float64((q[2]-p[2])*v[2])
			if far > eps && !same(&objects[i], &objects[j]) {
				lists[i] = append(lists[i], j)
			}
		}
	}
	return lists
}

// place is where relations see a thing.
func (o *ObjectRecord) place() *[3]float64 {
	if o.Extra != nil && o.Extra.Lie != nil {
		return &o.Extra.Middle
	}
	return &o.Position
}

// same tells whether two records say the same.
func same(a, b *ObjectRecord) bool {
	return a == b || a.Position == b.Position && reflect.DeepEqual(a, b)
}
