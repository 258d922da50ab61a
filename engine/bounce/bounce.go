// Package bounce estimates how much light there is in a scene besides what comes straight from lamps and suns.
package bounce

import (
	"math"
	"math/rand/v2"
	"sync"

	"mereo/engine/bvh"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
)

const (
	paths = 128 // of light that are followed
	depth = 8   // how many times a path bounces at most
)

// Light is light that has bounced at least once, in the mean over places.
type Light struct {
	// Around is the box around the objects, world, meters. Mean and Facing are those of places in it.
	Around geom.AABB
	// Mean radiance over all directions, W/(m^2 sr); Far is the same in the mean over the whole scene.
	Mean, Far material.RGB
	// Facing is irradiance / pi of surfaces that face +X, -X, +Y, -Y, +Z and -Z: what one reflects is that times its reflectance.
	Facing [6]material.RGB
}

// Ambient estimates light that has bounced.
//
// Paths of light are followed from lamps, suns and environment. A flux that travels a length through a volume adds as much to the
// integral of radiance over the volume and all directions as their product (the track length estimator of neutron transport: Spanier and
// Gelbard 1969, "Monte Carlo Principles and Neutron Transport Problems"). tree holds the frame's triangles in the order of their
// instances, owner the instance of each, and bounds all of them. Equal input gives an equal result.
func Ambient(f *frame.Frame, tree *bvh.Tree, tris []bvh.Triangle, owner []uint32, bounds geom.AABB) Light {
	region := objects(f, bounds)
	radius := region.Size().Len()/2 + 1e-6
	power := make([]float64, len(f.Lights)+len(f.Suns), len(f.Lights)+len(f.Suns)+1)
	var total float64
	for i := range f.Lights {
		l := &f.Lights[i]
		power[i] = luminance(l.Radiance()) * l.SolidAngle() * l.Side() * l.Side()
	}
	for i := range f.Suns {
		power[len(f.Lights)+i] = luminance(f.Suns[i].Irradiance) * math.Pi * radius * radius
	}
	if f.Environment != nil {
		power = append(power, f.Environment.Scale()*f.Environment.Panorama.Parts().All.Total*math.Pi*radius*radius)
	}
	for _, p := range power {
		total += p
	}
	size := region.Size()
	volume := size.X * size.Y * size.Z
	if total == 0 || volume == 0 {
		return Light{}
	}
	w := walker{f: f, tree: tree, tris: tris, owner: owner, region: region, all: bounds, reflectance: reflectances(f), near: 1, whole: 1}
	r := rand.New(rand.NewPCG(f.Seed, 3))
	for i := range power {
		n := int(math.Ceil(paths * power[i] / total))
		shift := [4]float64{r.Float64(), r.Float64(), r.Float64(), r.Float64()}
		for k := range n {
			// Four dimensions of a rank-1 lattice: Roberts 2018, "The Unreasonable Effectiveness of Quasirandom Sequences".
			var u [4]float64
			for d := range u {
				u[d] = frac(shift[d] + float64(k)*lattice[d])
			}
			switch {
			case i < len(f.Lights):
				w.lamp(&f.Lights[i], u, 1/float64(n), r)
			case i == len(f.Lights)+len(f.Suns):
				w.parallel(environmentSun(f.Environment, u), u, 1/float64(n), r)
			default:
				w.parallel(&f.Suns[i-len(f.Lights)], u, 1/float64(n), r)
			}
		}
	}
	out := Light{Around: region, Mean: w.track, Far: w.far, Facing: w.facing}
	size = bounds.Size()
	for c := range out.Mean {
		out.Mean[c] /= 4 * math.Pi * volume
		out.Far[c] /= 4 * math.Pi * size.X * size.Y * size.Z // the region lies in it, so that is not 0
		for k := range out.Facing {
			out.Facing[k][c] /= math.Pi * volume
		}
	}
	return out
}

// environmentSun is parallel light that stands for all of an environment, in a direction drawn by luminance.
func environmentSun(e *light.Environment, at [4]float64) *light.Sun {
	u, v, c := e.Panorama.Parts().All.Sample(at[2], at[3])
	for k := range c {
		c[k] *= e.Scale()
	}
	return &light.Sun{Dir: e.Dir(u, v).Neg(), Irradiance: c, Shadows: true}
}

// lattice holds powers of 1/g, where g^5 = g + 1.
var lattice = [4]float64{0.8566748838545029, 0.733891856627126, 0.6287067210378087, 0.5385972572236101}

func frac(x float64) float64 { return x - math.Floor(x) }

func luminance(c material.RGB) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// objects is the box around everything with an id, a little enlarged, as far as the scene reaches; without such things, around
// all.
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
	b = b.Pad(b.Size().Len() / 4)
	return geom.AABB{Min: b.Min.Max(all.Min), Max: b.Max.Min(all.Max)}
}

type walker struct {
	f           *frame.Frame
	tree        *bvh.Tree
	tris        []bvh.Triangle
	owner       []uint32
	region, all geom.AABB
	reflectance []material.RGB
	far         material.RGB    // as track, inside of all
	near, whole float64         // how much the path counts for track and facing, and for far
	track       material.RGB    // sum of flux x length inside of the region, of light that has bounced
	facing      [6]material.RGB // the same times the cosine, for surfaces that face +X, -X, +Y, -Y, +Z, -Z
}

// lamp starts at a point of the square in a direction drawn by the cosine, or at the middle of the ball in any in which it shines. share is
// that of the path in the lamp's flux.
func (w *walker) lamp(a *light.Area, u [4]float64, share float64, r *rand.Rand) {
	flux := a.Radiance()
	for c := range flux {
		flux[c] *= a.SolidAngle() * a.Side() * a.Side() * share
	}
	axis := a.WorldFromLight.M.Z.Neg()
	ray := geom.Ray{Origin: a.WorldFromLight.T}
	if a.Ball == nil {
		ray.Origin = a.WorldFromLight.Point(geom.V((u[0]-0.5)*a.Size, (u[1]-0.5)*a.Size, 0))
		ray.Dir = cosine(axis, u[2], u[3])
	} else {
		width := 1 - max(-1, math.Cos(a.Ball.Outer)) // of the cosines
		c := 1 - u[2]*width
		x, y := geom.Basis(axis)
		sin, cos := math.Sincos(2 * math.Pi * u[3])
		rad := math.Sqrt(max(0, 1-c*c))
		ray.Dir = x.Scale(rad*cos).AddScaled(rad*sin, y).AddScaled(c, axis)
		for k := range flux {
			flux[k] *= a.Emission().At(c) * 2 * math.Pi * width / a.SolidAngle()
		}
	}
	if h, ok := w.tree.Intersect(ray, 1e-4, math.Inf(1)); ok {
		for k := range flux {
			flux[k] *= a.Within(h.T)
		}
		w.hit(ray, h, flux, r)
	}
}

// parallel follows two paths of a sun's light: one through the region, and one through the whole scene, of which most would miss the region.
func (w *walker) parallel(s *light.Sun, u [4]float64, share float64, r *rand.Rand) {
	w.near, w.whole = 1, 0
	w.sun(s, u, w.region, share, r)
	w.near, w.whole = 0, 1
	w.sun(s, u, w.all, share, r)
	w.near, w.whole = 1, 1
}

// sun starts on a disc around a box that faces it. Every surface that faces a sun without shadows along the ray is lit.
func (w *walker) sun(s *light.Sun, u [4]float64, box geom.AABB, share float64, r *rand.Rand) {
	center, radius := box.Center(), box.Size().Len()/2+1e-6
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

// hit follows a path from its first hit.
func (w *walker) hit(ray geom.Ray, h bvh.Hit, flux material.RGB, r *rand.Rand) {
	for range depth {
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
		ray = geom.Ray{Origin: ray.At(h.T), Dir: cosine(n, r.Float64(), r.Float64())}
		var ok bool
		if h, ok = w.tree.Intersect(ray, 1e-4, math.Inf(1)); !ok {
			h.T = math.Inf(1)
		}
		length, far := inside(ray, h.T, w.region), inside(ray, h.T, w.all)
		for c := range flux {
			w.track[c] += w.near * flux[c] * length
			w.far[c] += w.whole * flux[c] * far
			for axis := range 3 {
				side, cos := 2*axis, -ray.Dir.At(axis)
				if cos < 0 {
					side, cos = side+1, -cos
				}
				w.facing[side][c] += w.near * flux[c] * length * cos
			}
		}
		if !ok {
			return
		}
	}
}

// inside is the length of a ray up to t that lies in a box.
func inside(ray geom.Ray, t float64, box geom.AABB) float64 {
	from, to := 0.0, t
	for axis := range 3 {
		inverse := 1 / ray.Dir.At(axis)
		a, b := (box.Min.At(axis)-ray.Origin.At(axis))*inverse, (box.Max.At(axis)-ray.Origin.At(axis))*inverse
		if a > b {
			a, b = b, a
		}
		// A ray in the plane of a side gives 0 * infinity, which leaves the bounds as they are.
		if a > from {
			from = a
		}
		if b < to {
			to = b
		}
	}
	return max(0, to-from)
}

// cosine is a direction about n with density cos/pi.
func cosine(n geom.Vec3, u, v float64) geom.Vec3 {
	x, y := geom.Basis(n)
	s, c := math.Sincos(2 * math.Pi * v)
	rad := math.Sqrt(u)
	return x.Scale(rad*c).AddScaled(rad*s, y).AddScaled(math.Sqrt(1-u), n)
}

// reflectances are the mean diffuse colors of the instances.
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
		if colors := f.Instances[i].Mesh.Colors; len(colors) > 0 {
			var sum [3]float64
			for _, v := range colors {
				for k := range sum {
					sum[k] += float64(v[k])
				}
			}
			for k := range c {
				c[k] *= sum[k] / float64(len(colors)) / math.MaxUint16
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

// meanColor is the mean linear color of a picture, computed once.
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
