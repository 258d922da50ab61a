package physics_test

import (
	"reflect"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
)

// TestCopiesGoOn: a clone and what was saved and restored go on as the world does, to the last bit, from whatever moment: while things fall,
// while they sleep, after bodies were taken out, and with forces that wait for the next step.
func TestCopiesGoOn(t *testing.T) {
	slept := false
	for _, c := range hashed {
		w, ids := c.setup().Build()
		for round, before := range []int{3, 60, 400} {
			for range before {
				w.Step(fixture.Dt)
			}
			dynamic := c.setup().Dynamic()
			if round > 0 && len(dynamic) > 8 {
				k := dynamic[round*3]
				w.RemoveBody(ids[k])
				if round == 2 {
					def := c.setup().Bodies[k]
					def.Pose.Position.Z += 0.5
					id, err := w.AddBody(def)
					if err != nil {
						t.Fatal(err)
					}
					ids[k] = id
				}
			}
			last := ids[dynamic[len(dynamic)-1]]
			w.ApplyForce(last, geom.V(5, 2, 0), w.Center(last))
			for id := range w.Bodies() {
				slept = slept || round == 2 && id != last && w.Mass(id).Mass > 0 && !w.Awake(id)
			}

			restored, err := physics.Restore(w.Save())
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			copies := map[string]*physics.World{"clone": w.Clone(), "restored": restored}
			wait := w.Clone() // steps later, when the world that it was cloned from has long gone on
			var hashes []uint64
			for step := range 90 {
				flags := w.Step(fixture.Dt)
				hashes = append(hashes, w.Hash())
				for name, k := range copies {
					if got := k.Step(fixture.Dt); got != flags || k.Hash() != hashes[step] {
						t.Fatalf("%s, round %d: %s differs from step %d on", c.name, round, name, step+1)
					}
				}
			}
			for step, want := range hashes {
				if wait.Step(fixture.Dt); wait.Hash() != want {
					t.Fatalf("%s, round %d: the clone that waited differs from step %d on", c.name, round, step+1)
				}
			}
			copies["clone that waited"] = wait
			for name, k := range copies {
				if !reflect.DeepEqual(seen(k), seen(w)) {
					t.Errorf("%s, round %d: %s says other things of its bodies and contacts", c.name, round, name)
				}
			}
		}
	}
	if !slept {
		t.Error("nothing slept in any of the worlds")
	}
}

// seen is what a world says of itself beside what Hash covers.
func seen(w *physics.World) (out []any) {
	for c := range w.Contacts() {
		points := append([]physics.ContactPoint(nil), c.Points...)
		out = append(out, c.A, c.B, c.Normal, points)
	}
	for id := range w.Bodies() {
		out = append(out, id, w.Awake(id), w.Mass(id))
		hit, ok := w.RayCast(geom.Ray{Origin: w.Center(id).Add(geom.V(0.01, 0.02, 5)), Dir: geom.V(0, 0, -1)}, 10)
		out = append(out, hit, ok)
	}
	return out
}

// A restored world has the bodies and joints of the one that was saved, by the same names.
func TestRestoredJoints(t *testing.T) {
	s := fixture.Cart()
	w, _ := s.Build()
	for range 100 {
		w.Step(fixture.Dt)
	}
	r, err := physics.Restore(w.Save())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for id := range w.Joints() {
		if got, want := r.JointForce(id), w.JointForce(id); got != want || want == (geom.Vec3{}) {
			t.Errorf("joint %v: force %v, want %v", id, got, want)
		}
		n++
	}
	if n != len(s.Joints) {
		t.Errorf("%d joints, want %d", n, len(s.Joints))
	}
}
