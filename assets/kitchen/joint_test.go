package kitchen

import (
	"slices"
	"testing"

	"mereo/engine/geom"
)

// A lid closes its vessel, and at the end of its joint it is above the vessel's rim, or beside its middle where it has a
// hinge.
func TestLidsOpen(t *testing.T) {
	parts := map[string][2]string{
		"kettle1": {"body", "lid"}, "kettle2": {"body", "lid"}, "kettle": {"body", "lid"}, "pot": {"body", "lid"},
		"thermos1": {"body", "cap"}, "thermos2": {"shell", "lid"}, "thermos": {"shell", "lid"},
		"food_box1": {"tub", "lid"}, "food_box2": {"tub", "lid"}, "food_box": {"tub", "lid"},
	}
	for i := range catalog {
		e := &catalog[i]
		names, ok := parts[e.name]
		if !ok {
			continue
		}
		m, err := Get(e.pool, e.name)
		if err != nil {
			t.Error(err)
			continue
		}
		part := func(name string) *Part {
			at := slices.IndexFunc(m.Parts, func(p Part) bool { return p.Name == name })
			if at < 0 {
				t.Fatalf("%s %s has no %s", e.pool, e.name, name)
			}
			return &m.Parts[at]
		}
		vessel, lid := part(names[0]).Mesh.Bounds(), part(names[1])
		if lid.Joint == nil {
			t.Errorf("%s %s: the %s does not move", e.pool, e.name, lid.Name)
			continue
		}
		shut, open := lid.Mesh.Bounds(), lid.Mesh.Transformed(lid.Joint.motion(lid.Joint.To)).Bounds()
		if shut.Min.Z > vessel.Max.Z+0.05 || open.Min.Z < vessel.Max.Z && open.Max.X > vessel.Center().X {
			t.Errorf("%s %s: %s %v when shut, %v when open, over a vessel %v", e.pool, e.name, lid.Name, shut, open, vessel)
		}
	}
}

func TestScissorsOpenAndClose(t *testing.T) {
	for _, c := range []struct {
		pool Pool
		name string
		open float64 // between the blades when the joint is at 0
	}{{Training, "scissors1", 0}, {Training, "scissors2", 0.26}, {Benchmark, "scissors", 1.22}} {
		m, err := Get(c.pool, c.name)
		if err != nil {
			t.Fatal(err)
		}
		tip := map[string]geom.Vec3{}
		var joint *Joint
		for i := range m.Parts {
			p := &m.Parts[i]
			if p.Joint != nil {
				joint = p.Joint
			}
			for _, v := range p.Mesh.Positions {
				if far, ok := tip[p.Name]; !ok || v.Y < far.Y {
					tip[p.Name] = v
				}
			}
		}
		for _, x := range []float64{joint.From, 0, joint.To} {
			a, b := tip["blade-1"].Sub(joint.At), joint.motion(x).Point(tip["blade-2"]).Sub(joint.At)
			a.Z, b.Z = 0, 0
			got := geom.Asin(a.Unit().Cross(b.Unit()).Z)
			if a.Dot(b) < 0 {
				t.Fatalf("%s %s: the blades point apart", c.pool, c.name)
			}
			if want := c.open + x; got < want-0.06 || got > want+0.06 {
				t.Errorf("%s %s: at %g its tips are %.3f rad apart, want about %.3f", c.pool, c.name, x, got, want)
			}
		}
	}
}
