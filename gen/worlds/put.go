package worlds

import (
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/scenes/place"
	"mereo/scenes/relate"
	"mereo/scenes/rng"
)

// categoryOf is what rules of placement call a kind: its value of the attribute category, or that of shape, where it has one, else the
// category of its model.
func (w *World) categoryOf(k *kind) string {
	for _, name := range []string{categoryName, "shape"} {
		if a := w.attribute(name); a >= 0 && len(k.values) > a && len(k.values[a]) == 1 {
			return w.attributes[a].Values[k.values[a][0]].Name
		}
	}
	return k.category
}

// Reasons to draw again.
const (
	rejectSupport = "nothing to stand on"
	rejectVessel  = "nothing to lie in"
	rejectWall    = "no place at a wall"
)

// putter puts the things of a scene somewhere, one after the other.
type putter struct {
	*World
	rule       *Placing
	directions relate.Ground
	things     []thing
	stream     func(purpose string) *rng.Stream
	falls      bool // some things have to fall to where they are
}

// rank is how many things have to be there before a thing: 1 where it stands on others or lies in them.
func (p *putter) rank(t *thing) int {
	category := p.categoryOf(t.kind)
	if p.rule.On.Find(category) != nil || p.rule.Inside.Find(category) != nil {
		return 1
	}
	return 0
}

// put finds a place for a thing. The error is a place.Reject.
func (p *putter) put(t *thing) error {
	category := p.categoryOf(t.kind)
	if on := p.rule.On.Find(category); on != nil {
		return p.onto(t, *on)
	}
	if inside := p.rule.Inside.Find(category); inside != nil {
		return p.into(t, *inside)
	}
	if slices.Contains(p.rule.Against, category) {
		return p.against(t)
	}
	if p.rule.Stack > 0 && len(p.things) > 0 && p.stream("scene.place.stack").Bool(p.rule.Stack) {
		if p.onto(t, nil) == nil {
			return nil
		} // where nothing carries it, it stands on the ground
	}
	region := p.stream("scene.place.region")
	for range p.rule.Tries {
		x := region.Uniform(p.rule.Region[0][0], p.rule.Region[0][1])
		y := region.Uniform(p.rule.Region[1][0], p.rule.Region[1][1])
		t.stand(x, y)
		if p.room(t) {
			return nil
		}
	}
	return place.Reject{Reason: rejectRoom}
}

// room tells whether a thing on the ground keeps its distance from others on it.
func (p *putter) room(t *thing) bool {
	at, fall := t.at(), 0.0
	if d := p.rule.Drop; d != nil {
		fall = d.Height.Min
	}
	for i := range p.things {
		o := &p.things[i]
		if o.carried {
			continue
		}
		if o.fixed {
			if o.near(t, p.rule.Gap, fall) {
				return false
			}
			continue
		}
		off := at.Sub(o.at())
		off.Z = 0
		if off.Len()-t.claim-o.claim < p.rule.Gap {
			return false
		}
		if p.rule.Margin.AtLeast == 0 {
			continue
		}
		for _, along := range [...]geom.Vec3{p.directions.Left, p.directions.Behind} {
			if by := math.Abs(off.Dot(along)); by > 0 && by < p.rule.Margin.AtLeast {
				return false
			}
		}
	}
	return true
}

// onto puts a thing on a level face of an earlier one of some categories; nil for any.
func (p *putter) onto(t *thing, categories []string) error {
	var carriers []int
	for i := range p.things {
		if len(p.things[i].faces) > 0 && (categories == nil || slices.Contains(categories, p.categoryOf(p.things[i].kind))) {
			carriers = append(carriers, i)
		}
	}
	if len(carriers) == 0 {
		return place.Reject{Reason: rejectSupport}
	}
	draws := p.stream("scene.place.on")
	for range p.rule.Tries {
		under := &p.things[rng.Choose(draws, carriers)]
		f := &under.faces[draws.IntN(len(under.faces))]
		x, y := draws.Uniform(f.low[0], f.high[0]), draws.Uniform(f.low[1], f.high[1])
		at := under.pose.Point(geom.V(x, y, f.z))
		t.stand(at.X, at.Y)
		t.pose.T.Z += at.Z
		if f.within(x, y, t.claim/under.scale) && p.clear(t) {
			t.carried = true
			return nil
		}
	}
	return place.Reject{Reason: rejectSupport}
}

// clear tells whether a thing that stands on another is away from all that reaches as high.
func (p *putter) clear(t *thing) bool {
	low, high := t.pose.T.Z+float64(t.box.Min.Z*t.scale), t.pose.T.Z+float64(t.box.Max.Z*t.scale)
	for i := range p.things {
		o := &p.things[i]
		if top := o.pose.T.Z + float64(o.box.Max.Z*o.scale); top <= low+1e-9 || o.pose.T.Z+float64(o.box.Min.Z*o.scale) >= high {
			continue
		}
		if o.fixed {
			if o.near(t, p.rule.Gap/10, 0) {
				return false
			}
			continue
		}
		off := t.at().Sub(o.at())
		off.Z = 0
		if off.Len() < t.claim+o.claim+max(0, p.rule.Gap/10) {
			return false
		}
	}
	return true
}

// into holds a thing above the middle of an earlier one of some categories, into which it falls.
func (p *putter) into(t *thing, categories []string) error {
	var vessels []int
	for i := range p.things {
		if slices.Contains(categories, p.categoryOf(p.things[i].kind)) && p.things[i].claim > t.claim {
			vessels = append(vessels, i)
		}
	}
	if len(vessels) == 0 {
		return place.Reject{Reason: rejectVessel}
	}
	draws := p.stream("scene.place.inside")
	n := rng.Choose(draws, vessels)
	v := &p.things[n]
	free := (v.claim - t.claim) / 3
	at := v.at()
	x := at.X + draws.Uniform(-free, free)
	y := at.Y + draws.Uniform(-free, free)
	t.stand(x, y)
	t.pose.T.Z += v.pose.T.Z + float64(v.box.Max.Z*v.scale) + float64(0.1*t.claim)
	for i := range p.things {
		if p.things[i].vessel == n+1 { // it falls into it first
			t.pose.T.Z += float64(2.2 * max(t.claim, p.things[i].claim))
		}
	}
	t.carried, t.vessel, p.falls = true, n+1, true
	return nil
}

// against puts a thing with its back to a wall of the room. Its front is that of its model, -Y.
func (p *putter) against(t *thing) error {
	x, y := float64(p.Ground.Size[0]/2), float64(p.Ground.Size[1]/2)
	draws := p.stream("scene.place.against")
	depth := float64((t.box.Max.Y - t.middle().Y) * t.scale)
	half := float64((t.box.Max.X - t.middle().X) * t.scale)
	const off = 0.005 // of the room's width, from the wall
	away := depth + float64(off*x)
	for range p.rule.Tries {
		switch draws.IntN(3) {
		case 0:
			t.turn = 0
			t.stand(draws.Uniform(min(half-x, 0), max(x-half, 0)), y-away)
		case 1:
			t.turn = 90
			t.stand(away-x, draws.Uniform(min(half-y, 0), max(y-half, 0)))
		default:
			t.turn = 270
			t.stand(x-away, draws.Uniform(min(half-y, 0), max(y-half, 0)))
		}
		if p.room(t) {
			return nil
		}
	}
	return place.Reject{Reason: rejectWall}
}

// face is a level face on which others can stand, in the frame of a body.
type face struct {
	z         float64
	hull      [][2]float64 // convex, counter-clockwise from above
	low, high [2]float64   // of its box
}

// leastFace is the share of a body's outline that a face covers at least on which things stand.
const leastFace = 0.25

// facesOf are the level faces of parts that look up, from the largest to the smallest three: their triangles by height.
func facesOf(parts []part, box geom.AABB) (out []face) {
	area, points := map[int64]float64{}, map[int64][][2]float64{}
	grid := max(box.Size().Z, 1e-9) / 2000
	for _, p := range parts {
		for _, t := range p.mesh.Triangles {
			a, b, c := p.mesh.Positions[t[0]], p.mesh.Positions[t[1]], p.mesh.Positions[t[2]]
			n := b.Sub(a).Cross(c.Sub(a))
			if n.Z <= 0 || n.Z < 0.9999*n.Len() || a.Z < box.Min.Z+float64(0.02*box.Size().Z) {
				continue
			}
			z := int64(math.Round((a.Z - box.Min.Z) / grid))
			area[z] += float64(n.Z / 2)
			for _, v := range []geom.Vec3{a, b, c} {
				points[z] = append(points[z], [2]float64{v.X, v.Y})
			}
		}
	}
	whole := float64(box.Size().X * box.Size().Y)
	var heights []int64
	for z, a := range area {
		if a > leastFace*whole {
			heights = append(heights, z)
		}
	}
	slices.Sort(heights)
	for _, z := range heights {
		f := face{z: box.Min.Z + float64(float64(z)*grid), hull: show.Outline(points[z])}
		f.low, f.high = f.hull[0], f.hull[0]
		for _, p := range f.hull {
			for i := range 2 {
				f.low[i], f.high[i] = min(f.low[i], p[i]), max(f.high[i], p[i])
			}
		}
		out = append(out, f)
	}
	return out
}

// within tells whether a circle lies in the face.
func (f *face) within(x, y, radius float64) bool {
	for i, a := range f.hull {
		b := f.hull[(i+1)%len(f.hull)]
		ex, ey := b[0]-a[0], b[1]-a[1]
		inside := float64(ex*(y-a[1])) - float64(ey*(x-a[0]))
		if inside < float64(radius*math.Sqrt(float64(ex*ex)+float64(ey*ey))) {
			return false
		}
	}
	return true
}
