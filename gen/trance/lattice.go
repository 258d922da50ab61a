package trance

import (
	"fmt"

	"github.com/go-json-experiment/json"
)

// Point is a point of the lattice, Unit meters apart: x towards the Center camera, y to the right as it sees it.
type Point struct{ X, Y int }

// Unit is the distance of two neighboring points in the world.
const Unit = 0.15

// The plane and the visible area are squares around the origin, their borders included, in lattice units.
const (
	planeHalf   = 40
	visibleHalf = 20
	stepLength  = 10 // along each named axis
)

// minGap is how far apart, in lattice units, the circles around two objects must be.
const minGap = 1

// Valid tells whether a point lies on the plane.
func (p Point) Valid() bool { return p.within(planeHalf) }

// Visible tells whether a point lies in the visible area.
func (p Point) Visible() bool { return p.within(visibleHalf) }

func (p Point) within(half int) bool {
	return -half <= p.X && p.X <= half && -half <= p.Y && p.Y <= half
}

// add moves a point.
func (p Point) add(d Point) Point { return Point{p.X + d.X, p.Y + d.Y} }

// MarshalJSON writes [x, y].
func (p Point) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "[%d, %d]", p.X, p.Y), nil }

// UnmarshalJSON reads [x, y].
func (p *Point) UnmarshalJSON(data []byte) error {
	var list []*int
	if json.Unmarshal(data, &list) != nil || len(list) != 2 || list[0] == nil || list[1] == nil {
		return fmt.Errorf("no place %s, want two whole numbers", excerpt(data))
	}
	*p = Point{*list[0], *list[1]}
	return nil
}

// Direction is one of the eight directions of a move, in the order of the published values.
type Direction uint8

const directionCount = 8

// The names mirror front and back for the Center camera: a "behind" move comes towards it. The published data do so, and so
// do we.
var directionNames = [directionCount]string{
	"front", "behind", "left", "right", "front-left", "front-right", "behind-left", "behind-right",
}

var directionDeltas = [directionCount]Point{
	{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1},
}

// optionOrder is the order in which the published files list directions among options.
var optionOrder = [directionCount]Direction{1, 0, 3, 2, 7, 6, 5, 4}

func (d Direction) String() string { return directionNames[d] }

// maxSteps is how far a move can go.
const maxSteps = 2

// Move is a position pair: a direction and one or two steps. In JSON it is ["behind", 1].
type Move struct {
	Direction Direction
	Steps     int
}

// Delta is by how much the move changes a position.
func (m Move) Delta() Point {
	d := directionDeltas[m.Direction]
	return Point{d.X * m.Steps * stepLength, d.Y * m.Steps * stepLength}
}

// MarshalJSON writes ["behind", 1].
func (m Move) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `["%s", %d]`, m.Direction, m.Steps), nil
}

// moves lists the moves from a point that end on the plane, those that end in the visible area and the others, in the
// published order. Other objects do not count.
func (p Point) moves() (visible, invisible []Move) {
	for _, d := range optionOrder {
		for n := 1; n <= maxSteps; n++ {
			m := Move{d, n}
			switch end := p.add(m.Delta()); {
			case !end.Valid():
			case end.Visible():
				visible = append(visible, m)
			default:
				invisible = append(invisible, m)
			}
		}
	}
	return visible, invisible
}

// acceptedMoves are the moves that count as the same answer as a move from a point: for one that leaves the visible area all
// that leave it, else only itself.
func acceptedMoves(from Point, m Move) []Move {
	if from.Visible() && !from.add(m.Delta()).Visible() {
		_, out := from.moves()
		return out
	}
	return []Move{m}
}
