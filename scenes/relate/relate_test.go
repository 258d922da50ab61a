package relate_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/relate"
)

func TestAlong(t *testing.T) {
	p := []geom.Vec3{geom.V(0, 0, 0), geom.V(0.2, 0, 0), geom.V(1, 5, 0)}
	for _, c := range []struct {
		name string
		dir  geom.Vec3
		want [][]int
	}{
		{"the margin itself does not count", geom.V(1, 0, 0), [][]int{{2}, {2}, {}}},
		{"opposite direction", geom.V(-1, 0, 0), [][]int{{}, {}, {0, 1}}},
		{"ascending lists", geom.V(0, -1, 0), [][]int{{}, {}, {0, 1}}},
		{"no direction, no relation", geom.Vec3{}, [][]int{{}, {}, {}}},
	} {
		if got := relate.Along(p, c.dir, 0.2); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	if got := relate.Along(nil, geom.V(1, 0, 0), 0.2); len(got) != 0 {
		t.Errorf("nothing: got %v, want no lists", got)
	}
}

func TestGroundDirections(t *testing.T) {
	g := relate.GroundDirections(camera.LookAt(geom.V(3, -4, 7), geom.Vec3{}, geom.V(0, 0, 1)))
	for _, c := range []struct {
		name      string
		got, want geom.Vec3
	}{
		{"behind", g.Behind, geom.V(-0.6, 0.8, 0)},
		{"front", g.Front, geom.V(0.6, -0.8, 0)},
		{"left", g.Left, geom.V(-0.8, -0.6, 0)},
		{"right", g.Right, geom.V(0.8, 0.6, 0)},
		{"above", g.Above, geom.V(0, 0, 1)},
		{"below", g.Below, geom.V(0, 0, -1)},
	} {
		if d := c.got.Sub(c.want).Len(); !(d < 1e-15) {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
		if math.Signbit(c.got.Z) && c.got.Z == 0 {
			t.Errorf("%s: z is a negative zero", c.name)
		}
	}
}

func ExampleAlong() {
	chairTableBed := []geom.Vec3{geom.V(-2, 0, 0), geom.V(0, 1, 0), geom.V(3, 0.1, 0)}
	fmt.Println(relate.Along(chairTableBed, geom.V(1, 0, 0), 0.2)) // what is right of each
	// Output: [[1 2] [2] []]
}

// Of things that are as much nearer those far to the side are not surely in front, and may be behind.
func TestDoubtGrowsAcross(t *testing.T) {
	d := relate.Doubt{Sure: 0.3, Possible: -0.3, Slope: 0.06}
	p := []geom.Vec3{geom.V(0, 0, 0), geom.V(1, -0.4, 5), geom.V(5, -0.4, 0)}
	sure, possible := d.Along(p, geom.V(0, -1, 0), make([]float64, 3), relate.Side("front"))
	if want := [][]int{{1}, nil, nil}; !reflect.DeepEqual(sure, want) {
		t.Errorf("surely in front are %v, want %v", sure, want)
	}
	if want := [][]int{{1, 2}, {2}, {0, 1}}; !reflect.DeepEqual(possible, want) {
		t.Errorf("possibly in front are %v, want %v", possible, want)
	}
}

// A chair almost beside the first is in front of it to some, and one whose columns run the other way is to its right to some.
func TestDoubt(t *testing.T) {
	d := relate.Doubt{Sure: 0.4, Possible: 0.1, SurePixels: 20, PossiblePixels: 10}
	p := []geom.Vec3{geom.V(0, 0, 0), geom.V(2, 0.3, 0), geom.V(1, -2, 0)}
	for _, c := range []struct {
		relation       string
		dir            geom.Vec3
		sure, possible [][]int
	}{
		{"front", geom.V(0, 1, 0), [][]int{nil, nil, {0, 1}}, [][]int{{1}, nil, {0, 1}}},
		{"right", geom.V(1, 0, 0), [][]int{{1}, nil, {1}}, [][]int{{1, 2}, nil, {0, 1}}},
		{"left", geom.V(-1, 0, 0), [][]int{nil, {0, 2}, nil}, [][]int{{2}, {0, 2}, {0}}},
	} {
		sure, possible := d.Along(p, c.dir, []float64{300, 400, 250}, relate.Side(c.relation))
		if !reflect.DeepEqual(sure, c.sure) || !reflect.DeepEqual(possible, c.possible) {
			t.Errorf("%s: surely %v and possibly %v, want %v and %v", c.relation, sure, possible, c.sure, c.possible)
		}
	}
}
