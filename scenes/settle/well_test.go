package settle

import (
	"math"
	"testing"

	"mereo/engine/geom"
)

// A cube of side 1 m and 10 kg that sleeps needs m g (sqrt(h^2 + d^2) - h) with h = d = 0.5 m to tip over; a tall box and one that lies
// needs what belongs to its shorter side; what is in the air or slides nothing.
func TestWells(t *testing.T) {
	for _, c := range []struct {
		size geom.Vec3
		want float64
	}{
		{geom.V(1, 1, 1), 100 * (math.Sqrt(0.5) - 0.5)},
		{geom.V(0.4, 1, 2), 100 * (math.Sqrt(1+0.04) - 1)},
		{geom.V(2, 1, 0.4), 100 * (math.Sqrt(0.25+0.04) - 0.2)},
	} {
		out, err := floorAndWall(t).Run([]Thing{boxAt(t, geom.V(0, 0, c.size.Z/2), c.size, geom.Identity3)}, Variant{})
		if err != nil {
			t.Fatal(err)
		}
		if got := out[0].well; math.Abs(got-c.want) > 0.01*c.want {
			t.Errorf("box %v: %g J tip it over, want %g", c.size, got, c.want)
		}
	}
	out, err := floorAndWall(t).Run([]Thing{boxAt(t, geom.V(0, 0, 3), geom.V(1, 1, 1), geom.Identity3)}, Variant{})
	if err != nil || out[0].well != 0 {
		t.Errorf("what fell: %g J (%v), want 0", out[0].well, err)
	}
}

func TestInside(t *testing.T) {
	square := func() []geom.Vec3 { return []geom.Vec3{{X: 1, Y: 1}, {X: -1, Y: 1}, {}, {X: 1, Y: -1}, {X: -1, Y: -1}} }
	for _, c := range []struct {
		p      geom.Vec3
		points []geom.Vec3
		want   float64
	}{
		{geom.V(0, 0, 5), square(), 1}, {geom.V(0.7, 0.2, 0), square(), 0.3}, {geom.V(0, -0.9, 0), square(), 0.1}, {geom.V(2, 0, 0), square(), 0},
		{geom.V(0, 0, 0), square()[:1], 0}, {geom.V(0, 0, 0), []geom.Vec3{{X: -1}, {X: 1}}, 0}, {geom.V(0, 0, 0), nil, 0},
	} {
		if got := inside(c.p, c.points); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v in %v: %g, want %g", c.p, c.points, got, c.want)
		}
	}
}

// The origin of a box is at least half its smallest side above what it lies on.
func TestInner(t *testing.T) {
	if got := boxAt(t, geom.Vec3{}, geom.V(2, 0.6, 1), geom.Identity3).Solid.inner(); math.Abs(got-0.3) > 1e-9 {
		t.Errorf("got %g, want 0.3", got)
	}
}

// Stays says of things that stand, topple and fall what Run says, also where one falls on another.
func TestStaysAsRunSays(t *testing.T) {
	cube, tall := geom.V(0.5, 0.5, 0.5), geom.V(0.3, 0.3, 1.5)
	for name, things := range map[string][]Thing{
		"stands":          {boxAt(t, geom.V(0, 0, 0.25), cube, geom.Identity3)},
		"falls":           {boxAt(t, geom.V(0, 0, 1.2), cube, geom.RotX(0.3))},
		"topples":         {boxAt(t, geom.V(0, 0, 0.85), tall, geom.RotY(0.3))},
		"falls on a tall": {boxAt(t, geom.V(0, 0, 0.75), tall, geom.Identity3), boxAt(t, geom.V(0.2, 0.1, 2.3), cube, geom.RotX(0.5))},
		"topples on one":  {boxAt(t, geom.V(0, 0, 0.85), tall, geom.RotY(0.3)), boxAt(t, geom.V(0.9, 0, 0.25), cube, geom.Identity3)},
	} {
		stage := floorAndWall(t)
		got, err := stage.Stays(things, Variant{}, 0.1)
		if err != nil {
			t.Fatal(err)
		}
		want, err := stage.Run(things, Variant{Full: true})
		if err != nil {
			t.Fatal(err)
		}
		for i := range things {
			if got[i] != (want[i].Change <= 0.1) {
				t.Errorf("%s: thing %d stays: %t, the full run says %g", name, i, got[i], want[i].Change)
			}
		}
	}
}

// What certainly does not stay ends its run long before the end.
func TestJuryEndsEarly(t *testing.T) {
	stage := floorAndWall(t)
	j := jury{stage: stage, limit: 0.1, wanted: []int{0}}
	last := 0
	_, err := stage.run([]Thing{boxAt(t, geom.V(0, 0, 1.2), geom.V(0.5, 0.5, 0.5), geom.RotX(0.3))}, Variant{Full: true}, func(r *running, step int, left float64) (bool, error) {
		last = step
		return j.watch(r, step, left)
	})
	if err != nil || last < 20 || last > 160 {
		t.Errorf("ended after step %d of 240 (%v), want 20 to 160", last, err)
	}
}
