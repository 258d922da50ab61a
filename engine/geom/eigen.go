package geom

import "math"

// Eigen returns the eigenvalues of a symmetric matrix, ascending, and its unit eigenvectors as columns: Jacobi's method
// (Golub and Van Loan, "Matrix Computations", section 8.5), which ends with what is off the diagonal below rounding.
func (m *Mat3) Eigen() (values Vec3, vectors Mat3) {
	a := [3][3]float64{{m.X.X, m.Y.X, m.Z.X}, {m.X.Y, m.Y.Y, m.Z.Y}, {m.X.Z, m.Y.Z, m.Z.Z}}
	v := [3]Vec3{{X: 1}, {Y: 1}, {Z: 1}} // columns
	for range 20 {
		off := 0.0
		for _, pq := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			p, q := pq[0], pq[1]
			if math.Abs(a[p][q]) <= float64(1e-15*(a[p][p]+a[q][q])) {
				continue
			}
			off++
			tau := (a[q][q] - a[p][p]) / (2 * a[p][q])
			t := math.Copysign(1, tau) / (math.Abs(tau) + math.Sqrt(1+float64(tau*tau)))
			c := 1 / math.Sqrt(1+float64(t*t))
			s := float64(t * c)
			for k := range 3 {
				kp, kq := a[k][p], a[k][q]
				a[k][p], a[k][q] = float64(c*kp)-float64(s*kq), float64(s*kp)+float64(c*kq)
			}
			for k := range 3 {
				pk, qk := a[p][k], a[q][k]
				a[p][k], a[q][k] = float64(c*pk)-float64(s*qk), float64(s*pk)+float64(c*qk)
			}
			v[p], v[q] = v[p].Scale(c).AddScaled(-s, v[q]), v[p].Scale(s).AddScaled(c, v[q])
		}
		if off == 0 {
			break
		}
	}
	at := [3]int{0, 1, 2}
	for _, p := range [3]int{0, 1, 0} { // three exchanges sort three
		if a[at[p+1]][at[p+1]] < a[at[p]][at[p]] {
			at[p], at[p+1] = at[p+1], at[p]
		}
	}
	i, j, k := at[0], at[1], at[2]
	return Vec3{a[i][i], a[j][j], a[k][k]}, Mat3{v[i], v[j], v[k]}
}
