package furniture

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
)

// maxTriangles is the ceiling of a model: the software rasterizer pays for every triangle in every pass.
const maxTriangles = 6000

// coverShare is how far a vertex may lie outside of its part's colliders, as a share of the part's largest extent: what
// solid.Hull promises. Small parts may miss coverLeast, large ones coverMost, in meters.
const (
	coverShare = 0.03
	coverLeast = 0.004
	coverMost  = 0.020
)

// Validate reports every broken promise of the model in one error: names, labels, closed meshes that face outwards,
// colliders that are solid and cover their part, primitives of the right kind, the rules of its category, the triangle
// ceiling, the origin. It costs tens of milliseconds; tests and importers call it, Make does not.
func (m *Model) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("furniture: "+format, args...)) }
	set := labelsOf(m.Category)
	if len(set.colored) == 0 {
		bad("unknown category: %q, have %q", m.Category, Categories())
	}
	if len(m.Parts) == 0 {
		return errors.Join(append(errs, errors.New("furniture: model has no parts"))...)
	}
	names := map[string]bool{}
	for i := range m.Parts {
		p := &m.Parts[i]
		if names[p.Name] || p.Name == "" {
			bad("part %d has no name of its own: %q", i, p.Name)
		}
		names[p.Name] = true
		if p.Label != Other && !slices.Contains(set.colored, p.Label) {
			bad("part %s has a label unknown for %s: %q, have %q", p.Name, m.Category, p.Label, set.colored)
		}
		for _, err := range p.check(set) {
			bad("part %s: %w", p.Name, err)
		}
	}
	for i, s := range m.Supports {
		if s.Part < 0 || s.Part >= len(m.Parts) {
			bad("support %d is on part %d, but there are %d", i, s.Part, len(m.Parts))
			continue
		}
		if err := s.check(m.Parts[s.Part]); err != nil {
			bad("support %d on %s: %w", i, m.Parts[s.Part].Name, err)
		}
	}
	counts := m.LabelCounts()
	switch m.Category {
	case Chair:
		if counts["leg"] == 0 && counts["pedestal"] == 0 {
			bad("a chair has neither leg nor pedestal")
		}
		if counts["chair_arm"] > 0 && counts["arm_near_vertical_bar"]+counts["arm_horizontal_bar"] > 0 {
			bad("a chair has both whole arms and arm bars")
		}
	case Refrigerator:
		if counts["door_frame"] == 0 {
			bad("a refrigerator has no door_frame")
		}
	}
	if (m.Category == Chair || m.Category == Table) && counts["caster"] > 0 && counts["caster"] != counts["leg"] {
		bad("%d casters for %d legs, want as many", counts["caster"], counts["leg"])
	}
	if n := m.triangles(); n > maxTriangles {
		bad("model has %d triangles, at most %d", n, maxTriangles)
	}
	if c := m.Bounds().Center(); c.Len() > 4.0/grid {
		bad("origin is %v m from the center of the bounding box, want 0", c)
	}
	return errors.Join(errs...)
}

// check returns what is wrong with one part.
func (p *Part) check(set labelSet) []error {
	if p.Mesh == nil || len(p.Mesh.Triangles) == 0 {
		return []error{errors.New("has no mesh")}
	}
	if err := p.Mesh.Validate(); err != nil {
		return []error{err}
	}
	var errs []error
	if err := solid.CheckClosed(p.Mesh); err != nil {
		errs = append(errs, err)
	}
	if v := solid.Volume(p.Mesh); v <= 0 {
		errs = append(errs, fmt.Errorf("volume is %g m^3, want above 0", v))
	}
	for i, q := range p.Mesh.Positions {
		if q != geom.V(snap(q.X), snap(q.Y), snap(q.Z)) {
			errs = append(errs, fmt.Errorf("position %d is not a multiple of 2^-20 m: %v", i, q))
			break
		}
	}
	errs = append(errs, p.checkColliders()...)
	switch d := p.Primitive.Dir; p.Primitive.Kind {
	case None:
		if d != (geom.Vec3{}) {
			errs = append(errs, fmt.Errorf("direction %v without a line or plane", d))
		}
	case Line, Plane:
		allowed := set.lines
		if p.Primitive.Kind == Plane {
			allowed = set.planes
		}
		if !slices.Contains(allowed, p.Label) {
			errs = append(errs, fmt.Errorf("label %q has no primitive of kind %d", p.Label, p.Primitive.Kind))
		}
		if math.Abs(d.Len()-1) > 1e-9 {
			errs = append(errs, fmt.Errorf("direction %v has length %g, want 1", d, d.Len()))
		}
	default:
		errs = append(errs, fmt.Errorf("unknown primitive: %d", p.Primitive.Kind))
	}
	return errs
}

// coverDirs are the directions in which colliders are compared with vertices: the axes, which tell most, then the other
// points of a cube's surface grid.
var coverDirs = func() []geom.Vec3 {
	out := []geom.Vec3{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}
	for x := -3; x <= 3; x++ {
		for y := -3; y <= 3; y++ {
			for z := -3; z <= 3; z++ {
				if max(x*x, y*y, z*z) == 9 && x*x+y*y+z*z > 9 {
					out = append(out, geom.V(float64(x), float64(y), float64(z)).Unit())
				}
			}
		}
	}
	return out
}()

// checkColliders tests that each set is solid, and that each vertex of the mesh lies, seen from every one of coverDirs,
// within tolerance of the reach of one set.
func (p *Part) checkColliders() []error {
	if len(p.Colliders) == 0 {
		return []error{errors.New("has no collider")}
	}
	reach := make([][]float64, len(p.Colliders))
	for i, h := range p.Colliders {
		if !isSolid(h) {
			return []error{fmt.Errorf("collider %d has %d points in one plane, need 4 that are not", i, len(h))}
		}
		reach[i] = make([]float64, len(coverDirs))
		for k, d := range coverDirs {
			reach[i][k] = math.Inf(-1)
			for _, q := range h {
				reach[i][k] = max(reach[i][k], q.Dot(d))
			}
		}
	}
	size := p.Mesh.Bounds().Size()
	tolerance := min(max(coverLeast, coverShare*max(size.X, size.Y, size.Z)), coverMost)
	for i, q := range p.Mesh.Positions {
		nearest := math.Inf(1)
		for h := range reach {
			nearest = min(nearest, beyond(q, reach[h], tolerance))
		}
		if nearest > tolerance {
			return []error{fmt.Errorf("vertex %d at %v is over %.4f m outside of all colliders, at most %.4f", i, q, nearest, tolerance)}
		}
	}
	return nil
}

// beyond returns how far q lies beyond a reach, or the first distance above enough that it meets.
func beyond(q geom.Vec3, reach []float64, enough float64) float64 {
	out := 0.0
	for k, d := range coverDirs {
		if out = max(out, q.Dot(d)-reach[k]); out > enough {
			break
		}
	}
	return out
}

// isSolid reports whether the points span a volume (more than a tenth of a cubic millimeter somewhere).
func isSolid(points []geom.Vec3) bool {
	if len(points) < 4 {
		return false
	}
	far := func(dist func(geom.Vec3) float64) geom.Vec3 {
		best, at := -1.0, geom.Vec3{}
		for _, p := range points {
			if d := dist(p); d > best {
				best, at = d, p
			}
		}
		return at
	}
	a := points[0]
	b := far(func(p geom.Vec3) float64 { return p.Sub(a).Len2() })
	c := far(func(p geom.Vec3) float64 { return b.Sub(a).Cross(p.Sub(a)).Len2() })
	n := b.Sub(a).Cross(c.Sub(a))
	d := far(func(p geom.Vec3) float64 { return math.Abs(n.Dot(p.Sub(a))) })
	return math.Abs(n.Dot(d.Sub(a))) > 1e-10
}

// check returns what is wrong with a support: its polygon must be level, counter-clockwise, convex, at its own height
// and, to 5 mm, inside the part's box (the rim of a hollow seat lies a little above its top edge).
func (s Support) check(p Part) error {
	if len(s.Polygon) < 3 {
		return fmt.Errorf("polygon has %d points, need at least 3", len(s.Polygon))
	}
	box := p.Mesh.Bounds().Pad(5e-3)
	n := len(s.Polygon)
	for i, q := range s.Polygon {
		if q.Z != s.Z {
			return fmt.Errorf("point %d is at height %g, want %g", i, q.Z, s.Z)
		}
		if !box.Contains(q) {
			return fmt.Errorf("point %d at %v is outside of the part", i, q)
		}
		a, b := s.Polygon[(i+n-1)%n], s.Polygon[(i+1)%n]
		if q.Sub(a).Cross(b.Sub(q)).Z <= 0 {
			return fmt.Errorf("polygon does not turn left at point %d", i)
		}
	}
	return nil
}
