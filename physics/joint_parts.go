package physics

import "mereo/engine/geom"

// row is one number that a constraint wants of two bodies: the speed u.(vB - vA) + jB.wB - jA.wA. An impulse of size 1
// along it pushes B by u and twists it by jB, and A the other way by u and jA.
type row struct{ u, jA, jB geom.Vec3 }

func (r *row) speed(a, b *motion) float64 {
	return r.u.Dot(b.v.Sub(a.v)) + (r.jB.Dot(b.w) - r.jA.Dot(a.w))
}

// along returns by how much an impulse of size 1 along s changes the speed of r, where s has been divided by the
// masses.
func (r *row) along(s *row) float64 { return r.u.Dot(s.u) + (r.jA.Dot(s.jA) + r.jB.Dot(s.jB)) }

// divided returns r times the inverse masses: u by the sum of both, jA and jB by the inertias.
func (r *row) divided(a, b *motion) row {
	return row{r.u.Scale(a.invMass + b.invMass), mulSym(&a.invInertia, r.jA), mulSym(&b.invInertia, r.jB)}
}

// add adds x times s.
func (r *row) add(x float64, s *row) {
	r.u, r.jA, r.jB = r.u.AddScaled(x, s.u), r.jA.AddScaled(x, s.jA), r.jB.AddScaled(x, s.jB)
}

// impulse gives the bodies what r, summed up from rows and their impulses, says.
func (r *row) impulse(a, b *motion) {
	if a.invMass != 0 {
		a.v = a.v.AddScaled(-a.invMass, r.u)
		a.w = a.w.Sub(mulSym(&a.invInertia, r.jA))
	}
	if b.invMass != 0 {
		b.v = b.v.AddScaled(b.invMass, r.u)
		b.w = b.w.Add(mulSym(&b.invInertia, r.jB))
	}
}

// block is all that a joint holds together, as rows that are solved at once: a joint alone is exact after one pass,
// however long its lever arms are.
type block struct {
	n     int
	rows  [6]row
	err   [6]float64 // of position, along the rows: meters, radians
	total [6]float64 // impulse of the sub-step: N s, N m s
	mass  factors    // the mass matrix that the rows see
}

// push adds a row.
func (k *block) push(r row) {
	k.rows[k.n] = r
	k.n++
}

// factor factors the rows' mass matrix.
func (k *block) factor(a, b *motion) {
	for j := range k.n {
		s := k.rows[j].divided(a, b)
		for i := j; i < k.n; i++ {
			k.mass.l[i][j] = k.rows[i].along(&s)
		}
	}
	k.mass.split(k.n)
}

// factors are those of a symmetric matrix of at most 6 rows, L*D*L^T. Golub & Van Loan 1996, "Matrix Computations", section 4.1.2.
type factors struct {
	l       [6][6]float64 // below the diagonal, which is 1
	inverse [6]float64    // of D; 0 for a row that depends on those before
}

// split factors the matrix of n rows of which l holds the lower half.
func (f *factors) split(n int) {
	n = min(n, 6)     // spares checks of bounds, here and below
	var ld [6]float64 // row i of L*D
	for i := range n {
		for j := range i {
			x := f.l[i][j]
			for m := range j {
				x -= float64(ld[m] * f.l[j][m])
			}
			ld[j] = x
			f.l[i][j] = float64(x * f.inverse[j])
		}
		whole := f.l[i][i]
		d := whole
		for m := range i {
			d -= float64(ld[m] * f.l[i][m])
		}
		f.inverse[i] = 0
		if d > 1e-13*whole {
			f.inverse[i] = 1 / d
		}
	}
}

// forward replaces x by the solution of L y = x.
func (f *factors) forward(n int, x *[6]float64) {
	n = min(n, 6)
	for i := range n {
		l, y := &f.l[i], x[i]
		for j := range i {
			y -= float64(l[j] * x[j])
		}
		x[i] = y
	}
}

// back replaces x by the solution of D*L^T y = x.
func (f *factors) back(n int, x *[6]float64) {
	n = min(n, 6)
	for i := range n {
		x[i] *= f.inverse[i]
	}
	for j := n - 1; j > 0; j-- {
		l, y := &f.l[j], x[j]
		for i := range j {
			x[i] -= float64(l[i] * y)
		}
	}
}

// divide replaces x by the solution of L*D*L^T y = x.
func (k *block) divide(x *[6]float64) {
	k.mass.forward(k.n, x)
	k.mass.back(k.n, x)
}

// sum adds the rows, each times its x.
func (k *block) sum(x *[6]float64) row {
	var r row
	for i := range k.n {
		r.add(x[i], &k.rows[i])
	}
	return r
}

// pull is the impulse of the sub-step on B, without its torque.
func (k *block) pull() geom.Vec3 {
	var p geom.Vec3
	for i := range k.n {
		p = p.AddScaled(k.total[i], k.rows[i].u)
	}
	return p
}

// solve makes the speeds of the rows what softness and the errors ask for.
func (k *block) solve(a, b *motion, s softness, err *[6]float64) {
	var x [6]float64
	for i := range k.n {
		x[i] = k.rows[i].speed(a, b) + float64(s.biasRate*err[i])
	}
	k.divide(&x)
	for i := range k.n {
		x[i] = float64(-s.massScale*x[i]) - float64(s.impulseScale*k.total[i])
		k.total[i] += x[i]
	}
	r := k.sum(&x)
	r.impulse(a, b)
}

// axis is a row along which a joint is free but for limits and a motor. Its impulses do not disturb the rows of the
// block: they come with what the block answers, so that an axis too is exact after one pass.
type axis struct {
	row
	at                  float64    // position: meters, radians
	answer              [6]float64 // the block's impulses, times -1, to an impulse of size 1
	pushed              row        // the axis with the answer
	mass                float64    // what such an impulse meets
	motor, lower, upper float64    // impulses of the sub-step; lower pushes up, upper down
	spring, begun       float64    // impulse of the spring and the damper; the position when the sub-step began
}

// total is the impulse along the axis.
func (x *axis) total() float64 { return x.motor + x.lower - x.upper + x.spring }

// prepare computes the block's answer and the mass. The block has been factored.
func (x *axis) prepare(k *block, a, b *motion) {
	s := x.row.divided(a, b)
	for i := range k.n {
		x.answer[i] = k.rows[i].along(&s)
	}
	k.divide(&x.answer)
	x.pushed = x.row
	for i := range k.n {
		x.pushed.add(-x.answer[i], &k.rows[i])
	}
	s = x.pushed.divided(a, b)
	x.mass = 0
	if d := x.pushed.along(&s); d > 0 {
		x.mass = 1 / d
	}
}

// give pushes along the axis.
func (x *axis) give(d float64, k *block, a, b *motion) {
	for i := range k.n {
		k.total[i] -= float64(d * x.answer[i])
	}
	var r row
	r.add(d, &x.pushed)
	r.impulse(a, b)
}

// drive brings the axis to a speed, with an impulse of at most most.
func (x *axis) drive(speed, most float64, k *block, a, b *motion) {
	total := x.motor - float64(x.mass*(x.speed(a, b)-speed))
	total = min(max(total, -most), most)
	d := total - x.motor
	x.motor = total
	x.give(d, k, a, b)
}

// hold keeps the axis from lower to upper: within them it may come as near as the time h allows, beyond them it is
// pushed back with softness s.
func (x *axis) hold(lower, upper float64, s softness, h float64, k *block, a, b *motion) {
	d := stopImpulse(x.speed(a, b), x.at-lower, x.mass, x.lower, s, h)
	x.lower += d
	x.give(d, k, a, b)
	d = stopImpulse(-x.speed(a, b), upper-x.at, x.mass, x.upper, s, h)
	x.upper += d
	x.give(-d, k, a, b)
}

// stopImpulse is the change of the impulse total, which only pushes, of a stop that is room away and approached at
// -speed.
func stopImpulse(speed, room, mass, total float64, s softness, h float64) float64 {
	if room > 0 {
		return max(total-float64(mass*(speed+room/h)), 0) - total
	}
	want := float64(mass * s.massScale * (speed + float64(s.biasRate*room)))
	return max(total-want-float64(s.impulseScale*total), 0) - total
}
