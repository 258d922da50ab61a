package window

import (
	"math"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

func near(a, b geom.Vec3) bool { return a.Sub(b).Len() < 1e-9 }

// A free camera begins where the dataset's own one stands, whatever it looks at.
func TestOrbitContinuesACamera(t *testing.T) {
	for _, eye := range []geom.Vec3{{X: 1, Y: -4, Z: 2}, {X: -3, Y: 2, Z: 0.5}, {X: 0.1, Y: 0.2, Z: -3}} {
		pose := camera.LookAt(eye, geom.V(0.3, 0.2, 0.7), geom.V(0, 0, 1))
		got := orbitOf(pose, 2.5).pose()
		if !near(got.T, pose.T) || !near(got.M.X, pose.M.X) || !near(got.M.Z, pose.M.Z) {
			t.Errorf("from %v: got %v, want %v", eye, got, pose)
		}
	}
}

func TestOrbitMoves(t *testing.T) {
	o := orbit{target: geom.V(1, 2, 3), distance: 4}
	if eye := o.pose().T; !near(eye, geom.V(1, -2, 3)) {
		t.Errorf("yaw 0 looks from %v, want along +y", eye)
	}
	if eye := o.turned(math.Pi/2, 0).pose().T; !near(eye, geom.V(5, 2, 3)) {
		t.Errorf("a quarter to the right looks from %v", eye)
	}
	if o := o.turned(0, 3); o.pitch != steepest {
		t.Errorf("pitch is %g, want %g at most", o.pitch, steepest)
	}
	if at := o.panned(0.5, 0.25).target; !near(at, geom.V(1.5, 2, 3.25)) {
		t.Errorf("panned to %v", at)
	}
	if d := o.zoomed(1e-9).distance; d != nearest {
		t.Errorf("zoomed to %g", d)
	}
}

// Whatever the window's shape, the middle and the borders of the dataset's picture are where pictureIn says.
func TestFit(t *testing.T) {
	c := camera.Pinhole{WorldFromCamera: geom.Identity, Width: 80, Height: 60, FocalPx: 100, CenterX: 43, CenterY: 28, Near: 0.1, Far: 10}
	for _, size := range [][2]int{{160, 120}, {300, 120}, {160, 400}} {
		f := fit(c, size[0], size[1])
		x0, y0, x1, y1 := pictureIn(c, size[0], size[1])
		for _, at := range [][2]float64{{0, 0}, {40, 30}, {80, 60}} {
			x, y, _ := f.Project(c.Ray(at[0], at[1]).At(2))
			wantX, wantY := x0+at[0]/80*(x1-x0), y0+at[1]/60*(y1-y0)
			if math.Abs(x-wantX) > 1e-9 || math.Abs(y-wantY) > 1e-9 {
				t.Errorf("%v: pixel %v is at (%g, %g), want (%g, %g)", size, at, x, y, wantX, wantY)
			}
		}
	}
}

// wall is a square in the plane x = 0 that faces +x.
var wall = &mesh.Mesh{
	Positions: []geom.Vec3{{}, {Y: 1}, {Y: 1, Z: 1}, {Z: 1}}, Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
}

func TestCutawayOpensRooms(t *testing.T) {
	m := material.Default()
	f := &frame.Frame{Instances: []frame.Instance{
		{Mesh: wall, WorldFromObject: geom.Identity, Material: &m},
		{Mesh: wall, WorldFromObject: geom.Identity, Material: &m, Object: 1},
	}}
	c := cutaway{}
	if in := c.open(f, geom.V(2, 0, 0)); len(in.Instances) != 2 || in.Instances[0].Mesh != wall {
		t.Errorf("from inside: %d instances, want the wall itself and the object", len(in.Instances))
	}
	if out := c.open(f, geom.V(-2, 0, 0)); len(out.Instances) != 1 || out.Instances[0].Object != 1 {
		t.Errorf("from outside: %d instances, want the object alone", len(out.Instances))
	}
	bent := *wall
	bent.Positions = []geom.Vec3{{}, {Y: 1}, {X: -3, Y: 1, Z: 1}, {Z: 1}}
	f.Instances = f.Instances[:1]
	f.Instances[0].Mesh = &bent
	a, b := c.open(f, geom.V(2, -1, 0.1)), c.open(f, geom.V(2, -1, 0.2))
	if len(a.Instances) != 1 || len(a.Instances[0].Mesh.Triangles) != 1 || a.Instances[0].Mesh != b.Instances[0].Mesh {
		t.Errorf("one triangle of two is to be seen, as the same mesh both times: %+v, %+v", a.Instances, b.Instances)
	}
}

func TestPosedMovesObjectsOnly(t *testing.T) {
	f := &frame.Frame{Instances: []frame.Instance{{Mesh: wall, WorldFromObject: geom.Identity}, {Mesh: wall, Object: 1}}}
	at := &Instant{WorldFromObject: []geom.Transform{geom.Translate(geom.V(7, 0, 0))}}
	got := posed(f, at)
	if got.Instances[0].WorldFromObject != geom.Identity || got.Instances[1].WorldFromObject != at.WorldFromObject[0] ||
		f.Instances[1].WorldFromObject == at.WorldFromObject[0] {
		t.Errorf("got %v, and the frame itself has %v", got.Instances, f.Instances)
	}
	if box, ok := bounds(got, 1, 0); !ok || box.Min.X != 7 {
		t.Errorf("box is %v, %v", box, ok)
	}
	if _, ok := bounds(got, 2, 0); ok {
		t.Error("an object that is not there has a box")
	}
}

func TestColors(t *testing.T) {
	im := &frame.Images{
		Width: 3, Height: 1, RGB: []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}, Object: []uint16{0, 1, 2}, Part: []uint16{0, 1, 1},
		ViewZ: []float32{0, 1, 5}, Normal: []float32{0, 0, 0, 0, 0, 1, -1, 0, 0},
	}
	at := func(m mode, i int) [3]uint8 { return [3]uint8(colored(im, m, 0, 0)[4*i : 4*i+3]) }
	if got := at(modeColor, 1); got != [3]uint8{4, 5, 6} {
		t.Errorf("color is %v", got)
	}
	for _, m := range []mode{modeDepth, modeObjects, modeParts, modeNormals} {
		if at(m, 0) != nothing || at(m, 1) == nothing {
			t.Errorf("%s: background is %v, what is seen %v", modeNames[m], at(m, 0), at(m, 1))
		}
	}
	if at(modeObjects, 1) == at(modeObjects, 2) || at(modeParts, 1) != at(modeParts, 2) {
		t.Error("objects have one color, or one part has two")
	}
	if got := at(modeNormals, 1); got != [3]uint8{128, 128, 255} {
		t.Errorf("a normal up is %v", got)
	}
	if rimmed := colored(im, modeColor, 1, 0); [3]uint8(rimmed[4:7]) != [3]uint8{4, 5, 6} || [3]uint8(rimmed[:3]) == [3]uint8{1, 2, 3} {
		t.Errorf("the rim is to lie outside of what is selected: %v", rimmed)
	}
}

// What is near is bright, as on the page of "mereo explore".
func TestDepthIsBrightWhereNear(t *testing.T) {
	im := &frame.Images{Width: 22, Height: 1, ViewZ: make([]float32, 22)}
	for i := range im.ViewZ {
		im.ViewZ[i] = float32(1 + i)
	}
	out := colored(im, modeDepth, 0, 0)
	if near, far := [3]uint8(out[:3]), [3]uint8(out[4*21:4*21+3]); near != ramp(1) || far != ramp(0) {
		t.Errorf("near is %v, far %v, want %v and %v", near, far, ramp(1), ramp(0))
	}
}

// A ball that falls at 2 m/s and then lies on the ground, which carries it.
func TestSeriesAndCurve(t *testing.T) {
	f := &Film{}
	for i := range 5 {
		at := Instant{Time: float64(i) / 4, WorldFromObject: []geom.Transform{{}, geom.Translate(geom.V(0, 0, max(0, 1-float64(i)/2)))}}
		if i >= 2 {
			at.Contacts = []Contact{{A: -1, B: 1, Force: 3}, {A: 0, B: 1, Force: 4}, {A: -1, B: 0, Force: 100}}
		}
		f.Instants = append(f.Instants, at)
	}
	s := seriesOf(f, 1, geom.V(0, 0, 0.5))
	if s.height[0] != 1.5 || s.height[4] != 0.5 || s.speed[1] != 2 || s.speed[4] != 0 || s.force[1] != 0 || s.force[2] != 7 {
		t.Errorf("height %v, speed %v, force %v", s.height, s.speed, s.force)
	}
	low, high := span(s.height, false)
	pix := curve(s.time, s.height, low, high, 9, 5, [3]uint8{1, 2, 3})
	on := func(x, y int) bool { return pix[4*(9*y+x)+3] == 255 }
	if !on(0, 0) || on(0, 3) || !on(8, 4) || on(8, 0) || !on(5, 4) {
		t.Errorf("the curve is not where it falls and then lies: %v", pix)
	}
}

// What is grabbed goes where the pointer goes.
func TestGizmoDrags(t *testing.T) {
	c := camera.Perspective(geom.V(3, -5, 2), geom.V(0, 0, 0.5), 40, 400, 300)
	g := &gizmo{at: geom.V(0.2, 0.1, 0.5), axes: [3]geom.Vec3{{X: 1}, {Y: 1}, {Z: 1}}, long: 1, only: -1}
	pixel := func(p geom.Vec3) [2]float64 { x, y, _ := c.Project(p); return [2]float64{x, y} }
	for h := handle(0); h < planeHandle; h++ {
		g.tool = toolMove
		tip := g.at.AddScaled(1, g.axes[h])
		if x := pixel(tip); g.pick(c, x[0], x[1], 5) != h {
			t.Errorf("at the tip of arm %d is handle %d", h, g.pick(c, x[0], x[1], 5))
		}
		by, d := g.drag(h, c, pixel(tip), pixel(tip.AddScaled(0.3, g.axes[h])))
		if !near(by.Point(tip), tip.AddScaled(0.3, g.axes[h])) || !near(d, g.axes[h].Scale(0.3)) {
			t.Errorf("axis %d: moved by %v", h, d)
		}
		a, b := g.axes[(h+1)%3], g.axes[(h+2)%3]
		from, to := g.at.Add(a), g.at.AddScaled(0.4, a).AddScaled(-0.2, b)
		if by, _ := g.drag(h+planeHandle, c, pixel(from), pixel(to)); !near(by.Point(from), to) {
			t.Errorf("plane %d: moved by %v", h, by.T)
		}
		g.tool = toolTurn
		if by, d := g.drag(h, c, pixel(from), pixel(g.at.Add(b))); !near(by.Point(from), g.at.Add(b)) || math.Abs(d.At(int(h))-math.Pi/2) > 1e-9 {
			t.Errorf("ring %d: turned by %v", h, d)
		}
		g.tool = toolScale
		if by, d := g.drag(h, c, pixel(tip), pixel(tip.AddScaled(0.5, g.axes[h]))); !near(by.Point(tip), tip.AddScaled(0.5, g.axes[h])) || !near(by.Point(from), from) {
			t.Errorf("axis %d: scaled by %v", h, d)
		}
	}
	if g.pick(c, pixel(g.at)[0], pixel(g.at)[1], 5) != allHandle || g.pick(c, 5, 5, 5) != noHandle {
		t.Error("the middle scales all, the corner of the picture nothing")
	}
}

// Changes move what they name and nothing else, in views of the same things.
func TestChanges(t *testing.T) {
	f := &frame.Frame{
		Camera:    camera.Perspective(geom.V(0, -3, 0), geom.Vec3{}, 40, 40, 30),
		Instances: []frame.Instance{{Mesh: wall, WorldFromObject: geom.Identity, Object: 1, Part: 1}, {Mesh: wall, WorldFromObject: geom.Identity, Object: 1, Part: 2}},
		Lights:    []light.Area{{WorldFromLight: geom.Identity, Size: 2}}, Suns: []light.Sun{{Dir: geom.V(0, 0, -1)}},
	}
	up, twice := geom.Translate(geom.V(0, 0, 1)), about(geom.Vec3{}, geom.Mat3{X: geom.V(2, 0, 0), Y: geom.V(0, 2, 0), Z: geom.V(0, 0, 2)})
	if got := changed(f, &change{what: target{part: 2}, by: up}); got.Instances[0].WorldFromObject.T.Z != 0 || got.Instances[1].WorldFromObject.T.Z != 1 {
		t.Errorf("part 2 up: %v", got.Instances)
	}
	if got := changed(f, &change{what: target{object: 1}, by: up}); got.Instances[0].WorldFromObject.T.Z != 1 || got.Instances[1].WorldFromObject.T.Z != 1 {
		t.Errorf("object 1 up: %v", got.Instances)
	}
	if got := changed(f, &change{what: target{lamp: 1}, by: twice}).Lights[0]; got.Size != 4 || got.WorldFromLight != geom.Identity {
		t.Errorf("a lamp twice as large: %v", got)
	}
	if got := changed(f, &change{what: target{sun: 1}, by: about(geom.Vec3{}, geom.RotX(math.Pi/2))}).Suns[0].Dir; !near(got, geom.V(0, 1, 0)) {
		t.Errorf("a turned sun shines along %v", got)
	}
	if got := changed(f, &change{what: target{camera: true}, by: up}).Camera.WorldFromCamera.T; !near(got, geom.V(0, -3, 1)) {
		t.Errorf("the camera is at %v", got)
	}
	if f.Instances[1].WorldFromObject.T.Z != 0 || f.Lights[0].Size != 2 || f.Suns[0].Dir.Z != -1 {
		t.Error("the frame itself was changed")
	}
	views := []View{{Moves: true}, {Moves: true}, {}}
	thing, eye := change{what: target{object: 1}}, change{what: target{camera: true}}
	for i, want := range [][2]bool{{true, true}, {true, false}, {false, false}} {
		if got := [2]bool{thing.concerns(views, i), eye.concerns(views, i)}; got != want {
			t.Errorf("view %d: %v, want %v", i, got, want)
		}
	}
	if !isRigid(up) || isRigid(twice) {
		t.Error("only what is scaled is not rigid")
	}
}
