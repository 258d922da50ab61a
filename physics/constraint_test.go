package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// A patch gives way to impulses as the bodies do: what it takes for the change of the speeds at its points, and for that of the
// slip, is what impulses on the bodies do.
func TestPatchGivesWayAsBodiesDo(t *testing.T) {
	for seed := range uint64(50) {
		d := rand.New(rand.NewPCG(seed, 0))
		vec := func() geom.Vec3 { return geom.V(d.Float64()-0.5, d.Float64()-0.5, d.Float64()-0.5) }
		w := World{solver: solver{}}
		for range 3 {
			q := geom.Quat{W: d.Float64(), X: d.Float64(), Y: d.Float64(), Z: d.Float64()}.Unit()
			r := q.Mat3()
			inverse := diagonal(1+d.Float64(), 1+d.Float64(), 1+d.Float64())
			w.motions = append(w.motions, motion{invMass: 0.5 + d.Float64(), invInertia: rotatedSym(&inverse, &r), center: vec(), rot: q})
		}
		w.motions[0] = motion{}
		k := constraint{a: int32(2 * (seed % 2)), b: 1, normal: vec().Unit()}
		k.t1, k.t2 = geom.Basis(k.normal)
		for range 4 {
			w.candidates = append(w.candidates, candidate{at: vec(), impulse: d.Float64()})
		}
		w.prepare(&k)
		ma, mb := &w.motions[k.a], &w.motions[k.b]

		// What a force and a torque at the origin do, by the bodies alone.
		state := func() [6]float64 {
			v := k.inFrame(mb.v.Sub(ma.v)).Add(k.inFrame(mb.w).Cross(k.armB)).Sub(k.inFrame(ma.w).Cross(k.armA))
			u := k.inFrame(mb.w.Sub(ma.w))
			return [6]float64{v.X, v.Y, v.Z, u.X, u.Y, u.Z}
		}
		near := func(what string, got, want float64) {
			t.Helper()
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("seed %d: %s is %.15g, want %.15g", seed, what, got, want)
			}
		}
		still := func() { ma.v, ma.w, mb.v, mb.w = geom.Vec3{}, geom.Vec3{}, geom.Vec3{}, geom.Vec3{} }
		for i := range w.points {
			p := &w.points[i]
			still()
			k.push(ma, mb, geom.V(0, 0, 1), geom.V(p.y, -p.x, 0))
			at := w.candidates[i].at
			v := mb.v.Add(mb.w.Cross(at.Sub(mb.center))).Sub(ma.v).Sub(ma.w.Cross(at.Sub(ma.center)))
			near("speed of the pushed point", v.Dot(k.normal), 1/p.normalMass)
			s := state()
			r := k.normals.mul(geom.V(1, p.y, -p.x))
			near("approach", r.X, s[2])
			near("turning about t1", r.Y, s[3])
			near("turning about t2", r.Z, s[4])
			slip := mulVec(&k.cross, geom.V(1, p.y, -p.x))
			near("slip along t1", slip.X, s[0])
			near("slip along t2", slip.Y, s[1])
			near("slip about the normal", slip.Z, s[5])
		}

		// Friction that is strong enough stops all slip at once.
		still()
		mb.v, mb.w = vec(), vec()
		s := state()
		points := w.points[k.firstPoint:]
		var load geom.Vec3
		for _, p := range points {
			load = load.Add(geom.V(1, p.y, -p.x).Scale(p.impulse))
		}
		k.rubs.share(points, load)
		f := k.rubs.solve(points, 1e6, geom.V(s[0], s[1], s[5]), true)
		k.push(ma, mb, geom.V(f.X, f.Y, 0), geom.V(0, 0, f.Z))
		s = state()
		near("slip along t1", s[0], 0)
		near("slip along t2", s[1], 0)
		near("slip about the normal", s[5], 0)
	}
}
