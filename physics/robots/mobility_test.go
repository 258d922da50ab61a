package robots_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/physics"
	"mereo/physics/robots"
)

// slab is a box in an OBJ file, y up, as in PartNet-Mobility.
func slab(lo, hi geom.Vec3) string {
	var b strings.Builder
	for i := range 8 {
		c := geom.AABB{Min: lo, Max: hi}.Corner(i)
		fmt.Fprintf(&b, "v %g %g %g\n", c.X, c.Y, c.Z)
	}
	for _, f := range []string{"1 5 7 3", "2 4 8 6", "1 2 6 5", "3 7 8 4", "1 3 4 2", "5 6 8 7"} {
		b.WriteString("usemtl m\nf " + f + "\n")
	}
	return b.String()
}

// A cabinet as PartNet-Mobility has them: an empty base, a fixed link that turns y up to z up, links of many meshes that are
// drawn and collided with, no masses. The door hangs on an upright hinge to the left, and the drawer goes towards +z of the
// meshes, which is -x of the world.
func TestMobility(t *testing.T) {
	files := map[string]string{
		"left": slab(geom.V(-0.5, 0, -0.3), geom.V(-0.48, 1, 0.3)), "right": slab(geom.V(0.48, 0, -0.3), geom.V(0.5, 1, 0.3)),
		"door": slab(geom.V(-0.48, 0.5, 0.28), geom.V(0.48, 1, 0.3)), "knob": slab(geom.V(0.4, 0.7, 0.3), geom.V(0.42, 0.72, 0.35)),
		"box": slab(geom.V(-0.45, 0.1, -0.25), geom.V(0.45, 0.4, 0.28)),
		// A sheet without thickness, of both windings.
		"sheet": "v -0.45 0.1 0.3\nv 0.45 0.1 0.3\nv 0.45 0.4 0.3\nv -0.45 0.4 0.3\nf 1 2 3 4\nf 4 3 2 1\n",
	}
	link := func(name string, at geom.Vec3, meshes ...string) string {
		s := `<link name="` + name + `">`
		for _, kind := range []string{"visual", "collision"} {
			for _, m := range meshes {
				s += fmt.Sprintf(`<%s name="%s"><origin xyz="%g %g %g"/><geometry><mesh filename="textured_objs/%s.obj"/></geometry></%s>`, kind, m, -at.X, -at.Y, -at.Z, m, kind)
			}
		}
		return s + `</link>`
	}
	hinge := geom.V(-0.48, 0, 0.28)
	text := `<?xml version="1.0" ?><robot name="partnet_45661"><link name="base"/>` +
		link("link_0", hinge, "door", "knob") + link("link_1", geom.Vec3{}, "box", "sheet") + link("link_2", geom.Vec3{}, "left", "right") + `
		<joint name="joint_0" type="revolute"><origin xyz="-0.48 0 0.28"/><axis xyz="0 -1 0"/><child link="link_0"/><parent link="link_2"/>
		<limit lower="0" upper="1.5707963267948966"/></joint>
		<joint name="joint_1" type="prismatic"><origin xyz="0 0 0"/><axis xyz="0 0 1"/><child link="link_1"/><parent link="link_2"/><limit lower="0" upper="0.4"/></joint>
		<joint name="joint_2" type="fixed"><origin rpy="1.570796326794897 0 -1.570796326794897" xyz="0 0 0"/><child link="link_2"/><parent link="base"/></joint></robot>`
	args := []string{"mobility.urdf", text}
	for name, obj := range files {
		args = append(args, "textured_objs/"+name+".obj", obj)
	}
	w := build(t, robots.Options{Density: 600, Start: map[string]float64{"joint_0": math.Pi / 2, "joint_1": 0.1}}, args...)
	if w.notes != "" {
		t.Errorf("notes are %q", w.notes)
	}
	door, drawer := w.body(t, "link_0"), w.body(t, "link_1")
	doorMass := 600 * (0.96*0.5*0.02 + 0.02*0.02*0.05)
	about(t, "door's mass", w.Mass(door).Mass, doorMass, 1e-9)
	if m := w.Mass(drawer).Mass; m < 600*0.9*0.3*0.53 || m > 1.01*600*0.9*0.3*0.53 {
		t.Errorf("drawer's mass is %g", m)
	}
	// Of the meshes, x goes to -y of the world, y to z and z to -x. Opened by a quarter about the hinge, the far edge of the
	// door lies 0.96 m in front of it.
	p := w.Pose(door).Transform().Point(geom.V(0.96, 0.5, 0))
	near(t, "edge of the open door", p, geom.V(-0.28-0.96, 0.48, 0.5), 1e-12)
	near(t, "drawer", w.Pose(drawer).Position, geom.V(-0.1, 0, 0), 1e-12)
	if k := w.s.Bodies[0].Def.Colliders[0].Shape.Kind(); w.s.Bodies[0].Def.Type != physics.Static || k != "mesh" {
		t.Errorf("the body is of type %d with a %s", w.s.Bodies[0].Def.Type, k)
	}
	// Nothing moves by itself: the hinge is upright, the drawer level.
	w.at(2)
	near(t, "edge after 2 s", w.Pose(door).Transform().Point(geom.V(0.96, 0.5, 0)), p, 1e-3)
	near(t, "drawer after 2 s", w.Pose(drawer).Position, geom.V(-0.1, 0, 0), 1e-3)
	// A push shuts the drawer: its lower limit stops it.
	w.ApplyImpulse(drawer, geom.V(w.Mass(drawer).Mass*0.2, 0, 0), w.Center(drawer))
	w.at(1)
	near(t, "drawer, shut", w.Pose(drawer).Position, geom.Vec3{}, 1e-3)
}
