package camera

import (
	"fmt"
	"math"
)

// Distortion is that of a real lens: the model of Brown 1966, "Decentering Distortion of Lenses", with the letters, order and
// axes of OpenCV (module calib3d, "Camera Calibration and 3D Reconstruction"). A point whose direction is (x, y, 1), x right, y
// down and z ahead, is seen where an ideal camera shows (x', y', 1), with r^2 = x^2 + y^2:
//
//	x' = x (1 + K1 r^2 + K2 r^4 + K3 r^6) + 2 P1 x y + P2 (r^2 + 2 x^2)
//	y' = y (1 + K1 r^2 + K2 r^4 + K3 r^6) + P1 (r^2 + 2 y^2) + 2 P2 x y
//
// If zero, there is none. Negative K1 is a barrel, positive a cushion.
type Distortion struct {
	K1 float64 `json:"k1" yaml:"k1"`
	K2 float64 `json:"k2" yaml:"k2"`
	K3 float64 `json:"k3" yaml:"k3"`
	P1 float64 `json:"p1" yaml:"p1"`
	P2 float64 `json:"p2" yaml:"p2"`
}

// String names the coefficients: "k1 -0.2, k2 0, k3 0, p1 0, p2 0".
func (d Distortion) String() string {
	return fmt.Sprintf("k1 %g, k2 %g, k3 %g, p1 %g, p2 %g", d.K1, d.K2, d.K3, d.P1, d.P2)
}

// IsZero reports whether the camera is without distortion.
func (d *Distortion) IsZero() bool { return *d == Distortion{} }

// radial returns the factor by which a point at the squared radius q moves away from the axis, and the derivative of the
// distorted by the undistorted radius.
func (d *Distortion) radial(q float64) (factor, slope float64) {
	factor = 1 + float64(q*(d.K1+float64(q*(d.K2+float64(q*d.K3)))))
	slope = 1 + float64(q*(float64(3*d.K1)+float64(q*(float64(5*d.K2)+float64(7*d.K3*q)))))
	return factor, slope
}

// Apply returns where the direction (x, y, 1) is seen, in the coordinates of the type's formula.
func (d *Distortion) Apply(x, y float64) (xd, yd float64) {
	xx, yy, xy := float64(x*x), float64(y*y), float64(x*y)
	q := xx + yy
	s, _ := d.radial(q)
	xd = float64(x*s) + float64(2*d.P1*xy) + float64(d.P2*(q+float64(2*xx)))
	yd = float64(y*s) + float64(d.P1*(q+float64(2*yy))) + float64(2*d.P2*xy)
	return xd, yd
}

// jacobian returns the derivatives dxd/dx, dxd/dy = dyd/dx and dyd/dy.
func (d *Distortion) jacobian(x, y float64) (xx, xy, yy float64) {
	q := float64(x*x) + float64(y*y)
	s, _ := d.radial(q)
	ds := 2 * (d.K1 + float64(q*(2*d.K2+float64(3*d.K3*q)))) // ds/dx = ds x
	xx = s + float64(ds*x*x) + float64(2*d.P1*y) + float64(6*d.P2*x)
	xy = float64(ds*x*y) + float64(2*d.P1*x) + float64(2*d.P2*y)
	yy = s + float64(ds*y*y) + float64(6*d.P1*y) + float64(2*d.P2*x)
	return xx, xy, yy
}

// Undo is the inverse of Apply, to a few units in the last place, inside of what Pinhole.Validate lets through.
//
// Newton's method, from the distorted point. The Jacobian is symmetric, so that Apply is the gradient of a function, and
// where Validate is content it is positive definite: that function is convex, and there is one solution. With one sign of all
// K, steps along the radius never overshoot.
func (d *Distortion) Undo(xd, yd float64) (x, y float64) {
	if d.IsZero() {
		return xd, yd
	}
	x, y = xd, yd
	for range 64 {
		ax, ay := d.Apply(x, y)
		ex, ey := ax-xd, ay-yd
		xx, xy, yy := d.jacobian(x, y)
		det := float64(xx*yy) - float64(xy*xy)
		dx, dy := (float64(yy*ex)-float64(xy*ey))/det, (float64(xx*ey)-float64(xy*ex))/det
		x, y = x-dx, y-dy
		if math.Abs(dx)+math.Abs(dy) < 1e-15 {
			break
		}
	}
	return x, y
}

// reach returns a radius within which all directions lie that are seen up to the radius seen, or an error where the map
// is not known to be one-to-one there.
//
// With p = (P2, P1) the tangential part is |v|^2 p + 2 (p.v) v, at most 3 |p| r^2 long, and the eigenvalues of its Jacobian
// are at most 6 |p| r. Those of the radial part are its slope and its factor. As long as these are larger, the Jacobian of the
// whole, which is symmetric, is positive definite on the disc, so that no two of its points are seen at one place.
func (d *Distortion) reach(seen float64) (float64, error) {
	const steps, most = 256, 4
	p := math.Sqrt(float64(d.P1*d.P1) + float64(d.P2*d.P2))
	for i := 1; i <= most*steps; i++ {
		r := seen * float64(i) / steps
		factor, slope := d.radial(r * r)
		if !(min(factor, slope) > 6*p*r) {
			return 0, fmt.Errorf("distortion %v folds the picture at radius %.3g, before its corner at %.3g; "+
				"make the coefficients smaller", *d, factor*r, seen)
		}
		if float64(factor*r)-float64(3*p*r*r) >= seen {
			return r, nil
		}
	}
	return 0, fmt.Errorf("distortion %v shows at the corner, at radius %.3g, what lies farther out than %.3g; "+
		"make the coefficients smaller", *d, seen, most*seen)
}

// rimPx is how far outside the picture distortion is still one-to-one, pixels: as far as the filters of pixels reach.
const rimPx = 2

// checkDistortion reports a distortion that is not one-to-one over the picture.
func (c *Pinhole) checkDistortion() error {
	if c.Distortion.IsZero() {
		return nil
	}
	dx := max(c.CenterX, float64(c.Width)-c.CenterX) + rimPx
	dy := max(c.CenterY, float64(c.Height)-c.CenterY) + rimPx
	if _, err := c.Distortion.reach(math.Sqrt(float64(dx*dx)+float64(dy*dy)) / c.FocalPx); err != nil {
		return err
	}
	if w := c.Wide(); w.Width > maxSize || w.Height > maxSize {
		return fmt.Errorf("distortion %v needs a picture of %d x %d behind it, want at most %d",
			c.Distortion, w.Width, w.Height, maxSize)
	}
	return nil
}

// Undistorted returns the image point, in pixels, at which the camera without its distortion shows what it shows at (x, y).
func (c *Pinhole) Undistorted(x, y float64) (float64, float64) {
	u, v := c.Distortion.Undo((x-c.CenterX)/c.FocalPx, (y-c.CenterY)/c.FocalPx)
	return c.CenterX + float64(c.FocalPx*u), c.CenterY + float64(c.FocalPx*v)
}

// Wide returns a camera without distortion at the same place, which sees all that c sees and 2 pixels more on each side, with
// pixels as dense as the densest of c. Pictures of c are taken out of its pictures.
func (c *Pinhole) Wide() Pinhole {
	w := *c
	w.Distortion = Distortion{}
	if c.Distortion.IsZero() {
		return w
	}
	// The map is continuous and one-to-one, so that the rim bounds the rest; the densest place may lie anywhere.
	const cells = 32
	x0, y0, x1, y1, density := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1), 1.0
	for i := range cells + 1 {
		for j := range cells + 1 {
			x := float64(float64(c.Width+2*rimPx)*float64(i)/cells) - rimPx
			y := float64(float64(c.Height+2*rimPx)*float64(j)/cells) - rimPx
			u, v := c.Distortion.Undo((x-c.CenterX)/c.FocalPx, (y-c.CenterY)/c.FocalPx)
			x0, y0, x1, y1 = min(x0, u), min(y0, v), max(x1, u), max(y1, v)
			xx, xy, yy := c.Distortion.jacobian(u, v)
			half := (xx - yy) / 2
			density = max(density, float64((xx+yy)/2)+math.Sqrt(float64(half*half)+float64(xy*xy))) // the larger eigenvalue
		}
	}
	// Two pixels more hold what the rim bulges between the cells' corners, and the filter's taps.
	const margin = 2 + rimPx
	w.FocalPx = c.FocalPx * density
	left, top := math.Floor(x0*w.FocalPx)-margin, math.Floor(y0*w.FocalPx)-margin
	w.CenterX, w.CenterY = -left, -top
	w.Width = int(math.Ceil(x1*w.FocalPx)+margin) - int(left)
	w.Height = int(math.Ceil(y1*w.FocalPx)+margin) - int(top)
	return w
}
