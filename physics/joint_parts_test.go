package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

func randomVec(r *rand.Rand) geom.Vec3 {
	return geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
}

func randomTurn(r *rand.Rand) geom.Quat {
	return geom.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
}

// randomMotion is a body that moves; every eighth cannot be moved by impulses.
func randomMotion(r *rand.Rand) motion {
	m := motion{v: randomVec(r), w: randomVec(r), center: randomVec(r), rot: randomTurn(r)}
	if r.IntN(8) > 0 {
		m.invMass = math.Exp(2 * r.NormFloat64())
		i := diagonal(m.invMass/(0.1+r.Float64()), m.invMass/(0.1+r.Float64()), m.invMass/(0.1+r.Float64()))
		m.invInertia = rotatedSym(&i, ptr(randomTurn(r).Mat3()))
	}
	return m
}

func ptr[T any](x T) *T { return &x }

// randomJoint is a joint between two random motions, of which one can be moved, with all its parts.
func randomJoint(r *rand.Rand, kind JointKind) (*World, *joint) {
	w := &World{motions: []motion{{rot: geom.Quat{W: 1}}, randomMotion(r), randomMotion(r)}}
	for w.motions[1].invMass == 0 && w.motions[2].invMass == 0 {
		w.motions[2] = randomMotion(r)
	}
	j := &joint{a: 1, b: 2, def: JointDef{Kind: kind}}
	j.anchorA = Pose{randomVec(r), randomTurn(r)}
	j.anchorB = Pose{randomVec(r), randomTurn(r)}
	if kind != Fixed {
		j.def.Limited, j.def.MotorMax = true, 1
	}
	return w, j
}

// meet turns and moves B so that its frame lies on A's but for a free motion of x.
func (j *joint) meet(w *World, x float64) {
	a, b := &w.motions[1], &w.motions[2]
	fa := frameOf(a, &j.anchorA)
	q, at := fa.q, fa.origin
	sin, cos := math.Sincos(x / 2)
	switch j.def.Kind {
	case Hinge:
		q = q.Mul(geom.Quat{W: cos, Z: sin})
	case Slider:
		at = at.AddScaled(x, fa.axes.Z)
	case Ball:
		q = q.Mul(geom.Quat{W: cos, X: sin})
	}
	b.rot = q.Mul(j.anchorB.Rotation.Conj()).Unit()
	b.center = at.Sub(b.rot.Rotate(j.anchorB.Position))
}

var jointKinds = []JointKind{Fixed, Hinge, Slider, Ball}

// The speed of every row is the derivative of its error: bodies moved for a short time change the error by speed*time.
func TestJointRowsAreDerivatives(t *testing.T) {
	for i := range uint64(400) {
		r := rand.New(rand.NewPCG(10, i))
		kind := jointKinds[i%4]
		w, j := randomJoint(r, kind)
		j.meet(w, 3*r.Float64()-1.5)
		j.place(w)
		a, b := &w.motions[1], &w.motions[2]
		var want []float64
		for k := range j.block.n {
			want = append(want, j.block.rows[k].speed(a, b))
		}
		want = append(want, j.axis.speed(a, b))

		errors := func(h float64) []float64 {
			saved := [2]motion{*a, *b}
			for _, m := range []*motion{a, b} {
				m.center = m.center.AddScaled(h, m.v)
				m.rot = turn(m.rot, m.w, h)
			}
			j.place(w)
			e := append(append([]float64{}, j.block.err[:j.block.n]...), j.axis.at)
			*a, *b = saved[0], saved[1]
			return e
		}
		const h = 1e-5
		before, after := errors(-h), errors(h)
		for k := range want {
			if got := (after[k] - before[k]) / (2 * h); math.Abs(got-want[k]) > 1e-6*(1+math.Abs(want[k])) {
				t.Fatalf("draw %d: error %d of a joint of kind %d changes at %g, its row says %g", i, k, kind, got, want[k])
			}
		}
	}
}

// One pass makes the speeds of a block what was asked for, and momentum and angular momentum stay what they were.
func TestJointBlockIsExact(t *testing.T) {
	for i := range uint64(400) {
		r := rand.New(rand.NewPCG(11, i))
		w, j := randomJoint(r, jointKinds[i%4])
		j.place(w)
		a, b := &w.motions[1], &w.motions[2]
		was := [2]motion{*a, *b}
		k := &j.block
		k.solve(a, b, softness{biasRate: 3, massScale: 1}, &k.err)
		for n := range k.n {
			if got, want := k.rows[n].speed(a, b), -3*k.err[n]; math.Abs(got-want) > 1e-8 {
				t.Fatalf("draw %d: row %d has speed %g, want %g", i, n, got, want)
			}
		}
		if a.invMass == 0 || b.invMass == 0 {
			continue
		}
		momentum := func(m, old *motion) (p, l geom.Vec3) {
			p = m.v.Sub(old.v).Scale(1 / m.invMass)
			return p, m.invInertia.Inverse().MulVec(m.w.Sub(old.w)).Add(m.center.Cross(p))
		}
		pa, la := momentum(a, &was[0])
		pb, lb := momentum(b, &was[1])
		if got := pa.Add(pb).Len(); got > 1e-8*(1+pa.Len()) {
			t.Fatalf("draw %d: momentum changes by %g", i, got)
		}
		if got := la.Add(lb).Len(); got > 1e-7*(1+la.Len()) {
			t.Fatalf("draw %d: angular momentum changes by %g", i, got)
		}
	}
}

// The factors of a block times each other are its mass matrix, computed from the rows alone.
func TestJointBlockFactors(t *testing.T) {
	for i := range uint64(400) {
		r := rand.New(rand.NewPCG(12, i))
		w, j := randomJoint(r, jointKinds[i%4])
		j.place(w)
		k, a, b := &j.block, &w.motions[1], &w.motions[2]
		var x, y [6]float64
		for n := range k.n {
			x[n] = r.NormFloat64()
		}
		y = x
		k.divide(&y)
		for n := range k.n {
			got := 0.0
			for m := range k.n {
				p, q := &k.rows[n], &k.rows[m]
				mass := (a.invMass + b.invMass) * p.u.Dot(q.u)
				mass += p.jA.Dot(a.invInertia.MulVec(q.jA)) + p.jB.Dot(b.invInertia.MulVec(q.jB))
				got += mass * y[m]
			}
			if math.Abs(got-x[n]) > 1e-7 {
				t.Fatalf("draw %d: row %d of the mass matrix times the solution is %g, want %g", i, n, got, x[n])
			}
		}
	}
}

// A row that follows from others gets no impulse of its own and does no harm.
func TestJointBlockWithDependentRows(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 0))
	a, b := randomMotion(r), randomMotion(r)
	var k block
	for i := range 3 {
		k.push(row{u: randomVec(r), jA: randomVec(r), jB: randomVec(r)})
		if i > 0 {
			sum := k.rows[0]
			sum.add(float64(i), &k.rows[k.n-1])
			k.push(sum)
		}
	}
	k.factor(&a, &b)
	k.solve(&a, &b, rigid, &k.err)
	for i := range k.n {
		if got := k.rows[i].speed(&a, &b); !(math.Abs(got) < 1e-9) {
			t.Errorf("row %d of 5, two of which follow from the others, has speed %g, want 0", i, got)
		}
	}
}

// Driving the axis reaches the speed in one pass, leaves the block's speeds alone, and all impulses add up to what
// happened.
func TestJointAxisIsExact(t *testing.T) {
	for i := range uint64(400) {
		r := rand.New(rand.NewPCG(14, i))
		w, j := randomJoint(r, jointKinds[1+i%3])
		j.meet(w, 0.3)
		j.place(w)
		a, b, k, x := &w.motions[1], &w.motions[2], &j.block, &j.axis
		was := [2]motion{*a, *b}
		k.solve(a, b, rigid, &k.err)
		x.drive(2, 1e9, k, a, b)
		if got := x.speed(a, b); math.Abs(got-2) > 1e-8 {
			t.Fatalf("draw %d: axis has speed %g, want 2", i, got)
		}
		most := 0.5 * math.Abs(x.motor)
		x.drive(2, most, k, a, b)
		if math.Abs(x.motor) > most*(1+1e-15) {
			t.Fatalf("draw %d: motor gave %g, want at most %g", i, x.motor, most)
		}
		for n := range k.n {
			if got := k.rows[n].speed(a, b); math.Abs(got) > 1e-8 {
				t.Fatalf("draw %d: row %d has speed %g after the drive, want 0", i, n, got)
			}
		}
		sum := j.impulses()
		sum.impulse(&was[0], &was[1])
		for n, m := range []*motion{a, b} {
			if dv, dw := was[n].v.Sub(m.v).Len(), was[n].w.Sub(m.w).Len(); dv > 1e-8 || dw > 1e-8 {
				t.Fatalf("draw %d: the impulses of the joint leave body %d off by %g m/s, %g rad/s", i, n, dv, dw)
			}
		}
	}
}

func TestStopImpulse(t *testing.T) {
	s := softness{biasRate: 10, massScale: 0.5, impulseScale: 0.25}
	const mass, h = 2, 0.1
	for _, c := range []struct {
		name               string
		speed, room, total float64
		want               float64
	}{
		{"far away", -1, 1, 0, 0},
		{"arrives at the stop", -1, 0.1, 0, 0},
		{"would pass the stop", -3, 0.1, 0, 2 * 2},
		{"leaves", 1, 0.1, 0, 0},
		{"needs less than before", 0, 0.1, 5, -2},
		{"never pulls", 5, 0.1, 3, -3},
		{"infinitely far", -1e9, math.Inf(1), 0, 0},
		{"infinitely far, was near", -1e9, math.Inf(1), 2, -2},
		{"beyond: pushed back softly", -1, -0.1, 0, 2 * 0.5 * (1 + 1)},
		{"beyond: softness gives some of it up", -1, -0.1, 4, 2*0.5*(1+1) - 0.25*4},
		{"beyond, coming back fast enough", 1, -0.1, 0, 0},
		{"beyond, coming back too fast", 4, -0.1, 0.5, -0.5},
	} {
		if got := stopImpulse(c.speed, c.room, mass, c.total, s, h); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: got %g, want %g", c.name, got, c.want)
		}
	}
}
