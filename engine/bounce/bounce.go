// Package bounce finds virtual lights: points at which light from the lamps has bounced off a surface, and from which
// it lights the rest of the scene (Keller 1997, "Instant Radiosity").
package bounce

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"mereo/engine/bvh"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
)

// Max is the largest number of virtual lights.
const Max = 256

// depth is how many times a path of light bounces at most. Of the paths, every second goes on after each bounce, with
// twice the flux: the first bounce is seen best.
const depth = 3

// aimed is the share of a lamp's paths that start towards the objects, where lights must lie closest together.
const aimed = 0.4

// Light is a small diffuse patch that sends Flux into the half space over it.
type Light struct {
	Position, Normal geom.Vec3    // world
	Flux             material.RGB // W
	Area             float64      // of the patch, m^2
	bounces          int          // of the light that it stands for, from 1
}

// Lights follows paths of light from the frame's lamps and suns. tree holds the frame's triangles in the order of
// their instances, and owner the instance of each. Equal input gives equal lights; no more than Max are returned.
func Lights(f *frame.Frame, tree *bvh.Tree, tris []bvh.Triangle, owner []uint32, bounds geom.AABB) []Light {
	paths := Max * 4 / 7 // 1 + 1/2 + 1/4 lights for each
	power := make([]float64, len(f.Lights)+len(f.Suns))
	var total float64
	region := objects(f, bounds)
	radius := region.Size().Len()/2 + 1e-6
	for i := range f.Lights {
		power[i] = luminance(f.Lights[i].Radiance()) * math.Pi * f.Lights[i].Size * f.Lights[i].Size
	}
	for i := range f.Suns {
		power[len(f.Lights)+i] = luminance(f.Suns[i].Irradiance) * math.Pi * radius * radius
	}
	for _, p := range power {
		total += p
	}
	if total == 0 {
		return nil
	}
	w := walker{f: f, tree: tree, tris: tris, owner: owner, reflectance: reflectances(f)}
	r := rand.New(rand.NewPCG(f.Seed, 3))
	for i := range power {
		n := int(math.Round(float64(paths) * power[i] / total))
		shift := [4]float64{r.Float64(), r.Float64(), r.Float64(), r.Float64()}
		for k := range n {
			// Four dimensions of a rank-1 lattice: Roberts 2018, "The Unreasonable Effectiveness of Quasirandom Sequences".
			var u [4]float64
			for d := range u {
				u[d] = frac(shift[d] + float64(k)*lattice[d])
			}
			w.path = k
			if i < len(f.Lights) {
				w.lamp(i, u, region.Center(), radius, 1/float64(n), r)
			} else {
				w.sun(i-len(f.Lights), u, region.Center(), radius, 1/float64(n), r)
			}
		}
	}
	if len(w.out) > Max {
		w.out = w.out[:Max]
	}
	w.open()
	w.out = slices.DeleteFunc(w.out, func(l Light) bool { return luminance(l.Flux) == 0 })
	w.spread()
	return w.out
}

// lattice holds powers of 1/g, where g^5 = g + 1.
var lattice = [4]float64{0.8566748838545029, 0.733891856627126, 0.6287067210378087, 0.5385972572236101}

func frac(x float64) float64 { return x - math.Floor(x) }

func luminance(c material.RGB) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// objects is the box around everything with an id, a little enlarged; without such things, around all.
func objects(f *frame.Frame, all geom.AABB) geom.AABB {
	b := geom.EmptyAABB()
	for i := range f.Instances {
		if in := &f.Instances[i]; in.Object > 0 {
			b = b.Union(in.Mesh.Bounds().Transformed(in.WorldFromObject))
		}
	}
	if b.Empty() {
		return all
	}
	return b.Pad(b.Size().Len() / 4)
}

type walker struct {
	f           *frame.Frame
	tree        *bvh.Tree
	tris        []bvh.Triangle
	owner       []uint32
	reflectance []material.RGB
	path        int // number of the path among its lamp's
	out         []Light
}

// lamp starts at a point of the square, in a direction drawn from a mixture: towards a disc around the objects that
// faces the lamp, or by the cosine.
func (w *walker) lamp(i int, u [4]float64, center geom.Vec3, radius, share float64, r *rand.Rand) {
	a := &w.f.Lights[i]
	axis := a.WorldFromLight.M.Z.Neg()
	p := a.WorldFromLight.Point(geom.V((u[0]-0.5)*a.Size, (u[1]-0.5)*a.Size, 0))
	toward := center.Sub(p)
	distance := toward.Len()
	toward = toward.Unit()
	share0 := aimed
	if distance < 1e-6 {
		share0 = 0
	}
	var dir geom.Vec3
	if r.Float64() < share0 {
		x, y := geom.Basis(toward)
		rad, phi := radius*math.Sqrt(u[2]), 2*math.Pi*u[3]
		dir = toward.Scale(distance).AddScaled(rad*math.Cos(phi), x).AddScaled(rad*math.Sin(phi), y).Unit()
	} else {
		dir = cosine(axis, u[2], u[3])
	}
	cos := axis.Dot(dir)
	if cos <= 0 {
		return
	}
	density := (1 - share0) * cos / math.Pi
	if c := toward.Dot(dir); c > 0 && share0 > 0 {
		// The ray meets the disc's plane after distance / c; a disc seen under c from there has the density below.
		if t := distance / c; p.AddScaled(t, dir).Sub(center).Len() <= radius {
			density += share0 * t * t / (c * math.Pi * radius * radius)
		}
	}
	flux := a.Radiance()
	for k := range flux {
		flux[k] *= cos * a.Size * a.Size * share / density
	}
	ray := geom.Ray{Origin: p, Dir: dir}
	if h, ok := w.tree.Intersect(ray, 1e-4, math.Inf(1)); ok {
		w.hit(ray, h, flux, r)
	}
}

// sun starts on a disc that faces it. Every surface that faces a sun without shadows along the ray is lit.
func (w *walker) sun(i int, u [4]float64, center geom.Vec3, radius, share float64, r *rand.Rand) {
	s := &w.f.Suns[i]
	x, y := geom.Basis(s.Dir)
	rad, phi := radius*math.Sqrt(u[0]), 2*math.Pi*u[1]
	o := center.AddScaled(rad*math.Cos(phi), x).AddScaled(rad*math.Sin(phi), y).AddScaled(-4*radius-100, s.Dir)
	flux := s.Irradiance
	for c := range flux {
		flux[c] *= math.Pi * radius * radius * share
	}
	ray := geom.Ray{Origin: o, Dir: s.Dir}
	for t := 0.0; ; {
		h, ok := w.tree.Intersect(ray, t, math.Inf(1))
		if !ok {
			return
		}
		if w.normal(h.Index).Dot(s.Dir) < 0 {
			w.hit(ray, h, flux, r)
		}
		if s.Shadows {
			return
		}
		t = h.T + 1e-4
	}
}

func (w *walker) normal(tri int) geom.Vec3 {
	t := &w.tris[tri]
	return t.B.Sub(t.A).Cross(t.C.Sub(t.A)).Unit()
}

// hit leaves a light and goes on, if it is the path's turn.
func (w *walker) hit(ray geom.Ray, h bvh.Hit, flux material.RGB, r *rand.Rand) {
	for bounces := 1; ; bounces++ {
		n := w.normal(h.Index)
		if n.Dot(ray.Dir) > 0 {
			n = n.Neg()
		}
		rho := w.reflectance[w.owner[h.Index]]
		for c := range flux {
			flux[c] *= rho[c]
		}
		if luminance(flux) <= 0 {
			return
		}
		p := ray.At(h.T)
		w.out = append(w.out, Light{Position: p, Normal: n, Flux: flux, bounces: bounces})
		if bounces == depth || w.path%(1<<bounces) != 0 {
			return
		}
		for c := range flux {
			flux[c] *= 2
		}
		ray = geom.Ray{Origin: p, Dir: cosine(n, r.Float64(), r.Float64())}
		var ok bool
		if h, ok = w.tree.Intersect(ray, 1e-4, math.Inf(1)); !ok {
			return
		}
	}
}

// cosine is a direction about n with density cos/pi.
func cosine(n geom.Vec3, u, v float64) geom.Vec3 {
	x, y := geom.Basis(n)
	s, c := math.Sincos(2 * math.Pi * v)
	rad := math.Sqrt(u)
	return x.Scale(rad*c).AddScaled(rad*s, y).AddScaled(math.Sqrt(1-u), n)
}

// spread gives each light a share of the surface around it, from the distance d to its third neighbour on the same
// side: three of n points scattered over an area lie within d where pi d^2 / 3 is the area for one. Without it there
// are bright spots close to a light, which are the error of having few of them.
func (w *walker) spread() {
	for i := range w.out {
		near := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
		for j := range w.out {
			if j == i || w.out[i].Normal.Dot(w.out[j].Normal) < 0.5 {
				continue
			}
			d := w.out[i].Position.Sub(w.out[j].Position).Len2()
			switch {
			case d < near[0]:
				near = [3]float64{d, near[0], near[1]}
			case d < near[1]:
				near[1], near[2] = d, near[1]
			case d < near[2]:
				near[2] = d
			}
		}
		d := near[2]
		if math.IsInf(d, 1) {
			d = 1
		}
		w.out[i].Area = math.Pi * d / 3
	}
	if len(w.out) == 0 {
		return
	}
	// No patch may shine much brighter than most, and after more than one bounce it must be dimmer: a strong light that
	// happens to lie alone under a table would glow on the floor.
	exitance := make([]float64, len(w.out))
	for i, l := range w.out {
		exitance[i] = luminance(l.Flux) / l.Area
	}
	slices.Sort(exitance)
	median := exitance[len(exitance)/2]
	for i := range w.out {
		limit := 1.5 * median
		if w.out[i].bounces > 1 {
			limit = 0.4 * median
		}
		w.out[i].Area = max(w.out[i].Area, luminance(w.out[i].Flux)/limit)
	}
}

// open dims lights by the share of their view that objects block nearby. Nothing casts a shadow in the light of a virtual
// light, so one that lies under a bed or in a shelf would shine through its walls; its light stays in there and is
// left out.
func (w *walker) open() {
	const rays = 12
	for i := range w.out {
		l := &w.out[i]
		free := 0
		for k := range rays {
			u, v := (float64(k)+0.5)/rays, frac(float64(k)*0.6180339887498949)
			h, hit := w.tree.Intersect(geom.Ray{Origin: l.Position, Dir: cosine(l.Normal, u, v)}, 1e-4, nearby)
			if !hit || w.f.Instances[w.owner[h.Index]].Object == 0 {
				free++
			}
		}
		for c := range l.Flux {
			l.Flux[c] *= float64(free) / rays
		}
	}
}

// nearby is how far a virtual light must see to count as open, metres.
const nearby = 1.0

// reflectances are the mean diffuse colours of the instances.
func reflectances(f *frame.Frame) []material.RGB {
	out := make([]material.RGB, len(f.Instances))
	for i := range f.Instances {
		m := f.Instances[i].Material
		c := m.BaseColor
		if m.BaseColorTexture != nil {
			mean := meanColor(m.BaseColorTexture)
			for k := range c {
				c[k] *= mean[k]
			}
		}
		for k := range c {
			c[k] *= (1 - m.Metallic) * (1 - m.Transmission)
		}
		out[i] = c
	}
	return out
}

var means sync.Map // *material.Texture -> material.RGB

// meanColor is the mean linear colour of a picture, computed once.
func meanColor(t *material.Texture) material.RGB {
	if c, ok := means.Load(t); ok {
		return c.(material.RGB)
	}
	var decode [256]float64
	for i := range decode {
		decode[i] = float64(i) / 255
		if t.SRGB {
			decode[i] = material.DecodeSRGB(decode[i])
		}
	}
	var sum material.RGB
	for i := 0; i < len(t.Pix); i += 4 {
		for c := range sum {
			sum[c] += decode[t.Pix[i+c]]
		}
	}
	for c := range sum {
		sum[c] /= float64(t.Width * t.Height)
	}
	means.Store(t, sum)
	return sum
}

// Ambient is the radiance that the lights would send to a point from everywhere, as a mean over all directions.
func Ambient(lights []Light, p geom.Vec3) material.RGB {
	var sum material.RGB
	for i := range lights {
		l := &lights[i]
		d := p.Sub(l.Position)
		r2 := d.Len2()
		c := math.Max(0, l.Normal.Dot(d.Unit()))
		for k := range sum {
			sum[k] += l.Flux[k] / math.Pi * c / (r2 + l.Area/math.Pi) / (4 * math.Pi)
		}
	}
	return sum
}
