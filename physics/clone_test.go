package physics

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mereo/engine/geom"
)

// fullWorld has something of everything that a world can hold: shapes of all kinds, a mesh, joints of all kinds, places of removed bodies
// and joints, what sleeps, what bounces, and changes from outside since the last step.
func fullWorld(t testing.TB) *World {
	t.Helper()
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -9.81)})
	shape := shaped(t)
	ground(t, w, 0.8)
	vertices := []geom.Vec3{{X: 5, Y: -5, Z: 0.3}, {X: 15, Y: -5, Z: 0.1}, {X: 15, Y: 5, Z: 0.2}, {X: 5, Y: 5, Z: 0.15}}
	mesh := shape(NewTriMesh(vertices, [][3]uint32{{0, 1, 2}, {0, 2, 3}}))
	addBody(t, w, BodyDef{Type: Static, Colliders: []Collider{{Shape: mesh, Friction: 0.5}}})
	shapes := []*Shape{
		shape(NewSphere(0.2)), shape(NewCapsule(0.2, 0.1)), shape(NewBox(geom.V(0.2, 0.1, 0.15))), shape(NewCylinder(0.1, 0.2)),
		shape(NewHull([]geom.Vec3{{X: 0.2}, {X: -0.2}, {Y: 0.2}, {Y: -0.2}, {Z: 0.2}, {Z: -0.15}})),
	}
	var ids []BodyID
	for i := range 30 {
		d := BodyDef{LinearDamping: 0.01, AngularDamping: 0.02, Pose: Pose{Position: geom.V(float64(i%5)*0.5-1, float64(i/5%2)*0.5, 0.3+float64(i/10)*0.5)}}
		if i%3 == 0 {
			d.Pose.Position.X += 8
		}
		d.Colliders = []Collider{{Shape: shapes[i%5], Density: 500, Friction: 0.6, Restitution: 0.3 * float64(i%2), RollingFriction: 0.001 * float64(i%3)}}
		if i == 4 {
			d.Colliders = append(d.Colliders, Collider{Shape: shapes[0], Pose: Pose{Position: geom.V(0.1, 0, 0.2)}, Density: 100})
		}
		ids = append(ids, addBody(t, w, d))
	}
	boxAt(t, w, geom.V(0.1, 0.1, 0.1), geom.V(-5, -5, 0.1), 0.5) // falls asleep soon
	slide := addBody(t, w, BodyDef{Type: Kinematic, Velocity: geom.V(0.1, 0, 0), Pose: Pose{Position: geom.V(-3, 0, 0.3)}, Colliders: []Collider{{Shape: shapes[2]}}})
	var joints []JointID
	for k, def := range []JointDef{
		{Kind: Fixed}, {Kind: Hinge, Limited: true, Lower: -0.5, Upper: 1, Stiffness: 2, Damping: 0.1}, {Kind: Slider, MotorSpeed: 0.2, MotorMax: 5, Hertz: 5, DampingRatio: 0.5},
		{Kind: Ball, MotorMax: 0.3, Limited: true, Upper: 1}, {Kind: Hinge, Collide: true},
	} {
		def.A, def.B = ids[2*k], ids[2*k+1]
		def.AFrame = Pose{Position: geom.V(0, 0, 0.1)}
		joints = append(joints, addJoint(t, w, def))
	}
	shelf := Collider{Shape: shapes[2], Pose: Pose{Position: geom.V(-5, -5, 0.1)}, Sensor: true}
	addBody(t, w, BodyDef{Type: Static, Colliders: []Collider{shelf}})
	w.RecordEvents(true)
	for range 200 {
		w.Step(1. / 240)
	}
	w.RemoveBody(ids[20])
	w.RemoveBody(ids[23])
	w.RemoveJoint(joints[0])
	for range 3 {
		w.Step(1. / 240)
	}
	w.ApplyForce(ids[12], geom.V(3, 0, 0), geom.V(0, 0, 0.5))
	w.SetVelocity(slide, geom.V(0, 0.1, 0), geom.V(0, 0, 1))
	if err := w.SetPose(ids[13], Pose{Position: geom.V(0, 3, 0.5)}); err != nil {
		t.Fatal(err)
	}
	return w
}

// parts calls f for everything that a value refers to, with a name like World.bodies.colliders.
func parts(v reflect.Value, name string, f func(name string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer:
		if f(name, v); !v.IsNil() && v.Type() != reflect.TypeFor[*Shape]() {
			parts(v.Elem(), name, f)
		}
	case reflect.Slice:
		f(name, v)
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			parts(v.Index(i), name, f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			parts(v.Field(i), name+"."+v.Type().Field(i).Name, f)
		}
	case reflect.Map, reflect.Chan, reflect.Func, reflect.Interface, reflect.UnsafePointer:
		f(name, v)
	}
}

// TestCloneSharesNothing walks through the memory of a world: a field that Clone does not know is found here.
func TestCloneSharesNothing(t *testing.T) {
	w := fullWorld(t)
	c := w.Clone()
	if !reflect.DeepEqual(w, c) {
		t.Error("the clone differs from the world")
	}
	owned, full := map[uintptr]string{}, map[string]bool{}
	parts(reflect.ValueOf(w).Elem(), "World", func(name string, v reflect.Value) {
		switch {
		case v.Type() == reflect.TypeFor[*Shape]():
		case v.Kind() != reflect.Slice && v.Kind() != reflect.Pointer:
			t.Errorf("%s is a %s, which Clone and Save cannot copy", name, v.Kind())
		case v.Kind() == reflect.Slice && v.Cap() == 0:
			full[name] = full[name] || false
		default:
			full[name] = true
			owned[v.Pointer()] = name
		}
	})
	for name, ok := range full {
		if !ok {
			t.Errorf("%s is empty in the world of this test, so that nobody sees whether it is copied", name)
		}
	}
	parts(reflect.ValueOf(c).Elem(), "World", func(name string, v reflect.Value) {
		if v.Kind() == reflect.Slice && v.Cap() > 0 || v.Kind() == reflect.Pointer && v.Type() != reflect.TypeFor[*Shape]() {
			if from, ok := owned[v.Pointer()]; ok {
				t.Errorf("%s of the clone is %s of the world", name, from)
			}
		}
	})
}

// TestNoFieldIsForgotten counts the scalars that Save goes through against those of the structs.
func TestNoFieldIsForgotten(t *testing.T) {
	shape := shaped(t)(NewSphere(1))
	c := func() *codec { return &codec{number: map[*Shape]int{shape: 0}, shapes: []*Shape{shape}} }
	for _, test := range []struct {
		of      any
		derived string // what Restore finds out by itself, by path
		visit   func(*codec)
	}{
		{body{}, "motion roller link secondOrder inertiaScale", func(c *codec) { c.body(&body{alive: true}, 0) }},
		{motion{}, "", func(c *codec) { c.motion(&motion{}) }},
		{collider{}, "body tree node", func(c *codec) { c.collider(&collider{shape: shape}) }},
		{contact{}, "bodyA bodyB sensor", func(c *codec) { c.contact(&contact{manifold: manifold{count: maxPoints}}) }},
		{joint{}, "", func(c *codec) { c.joint(&World{}, &joint{alive: true}) }},
	} {
		want := 0
		var count func(typ reflect.Type, path string)
		count = func(typ reflect.Type, path string) {
			if path != "" && strings.Contains(" "+test.derived+" ", " "+strings.TrimPrefix(path, ".")+" ") {
				return
			}
			switch typ.Kind() {
			case reflect.Struct:
				for i := range typ.NumField() {
					count(typ.Field(i).Type, path+"."+typ.Field(i).Name)
				}
			case reflect.Array:
				for range typ.Len() {
					count(typ.Elem(), path)
				}
			default:
				want++ // a slice is its length, a shape its number
			}
		}
		count(reflect.TypeOf(test.of), "")
		k := c()
		if test.visit(k); k.scalars != want {
			t.Errorf("Save goes through %d scalars of a %T, which has %d: teach the function of save_parts.go the new fields", k.scalars, test.of, want)
		}
	}

	// Of the world itself, by name: what is saved, what follows from it, and what a step begins anew.
	saved := "gravity substeps noSleep maxPairs friction rebound bodies motions colliders freeBodies freeColliders driven joints contactSet solver"
	derived := "awake listAwake trees parent sensors recorder"
	inner := map[string]string{
		"jointSet":   "list free apart",
		"contactSet": "pages freeList sorted pairs nearby padStep movedNow merged paired fresh hits tris old",
		"solver":     "activeJoint lastH lastStep flags placed resisting constraints points sources patches touching newest candidates rollingSet jointTrees was loads bouncing impact",
	}
	check := func(typ reflect.Type, known string) {
		for i := range typ.NumField() {
			if name := typ.Field(i).Name; !strings.Contains(" "+known+" ", " "+name+" ") {
				t.Errorf("%s.%s is new: say in codec.world, or here, what becomes of it", typ.Name(), name)
			}
		}
	}
	check(reflect.TypeFor[World](), saved+" "+derived)
	check(reflect.TypeFor[jointSet](), inner["jointSet"])
	check(reflect.TypeFor[contactSet](), inner["contactSet"])
	check(reflect.TypeFor[solver](), inner["solver"])
}

func BenchmarkClone(b *testing.B) {
	for _, n := range []int{10, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := newWorld(b, WorldDef{Gravity: geom.V(0, 0, -9.81)})
			ground(b, w, 0.5)
			for i := range n {
				boxAt(b, w, geom.V(0.1, 0.1, 0.1), geom.V(float64(i%10)*0.3-1, float64(i/10%10)*0.3-1, 0.1+float64(i/100)*0.2), 0.5)
			}
			for range 10 {
				w.Step(1. / 240)
			}
			for b.Loop() {
				w.Clone()
			}
		})
	}
}
