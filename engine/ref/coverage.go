package ref

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// coverage tells where the triangle at hand is there.
type coverage struct {
	cam     *camera.Pinhole
	picture *material.Texture // nil for none
	least   float64           // alpha of the picture, 0 to 255

	weight [3]geom.Vec3 // as in shader
	uv     [3][2]float64
	alpha  [3]float64 // of the corners
}

// coverageOf is that of a material; nil where all of the surface is there. A material may be nil.
func coverageOf(cam *camera.Pinhole, m *material.Material) *coverage {
	if m == nil || m.Coverage == nil {
		return nil
	}
	cutoff := m.Coverage.Cutoff
	if cutoff == 0 {
		cutoff = 0.5 // labels have from there on what light passes beside
	}
	return &coverage{cam: cam, picture: m.BaseColorTexture, least: 255 * cutoff / max(m.Coverage.Alpha, 1e-9)}
}

// load takes a triangle, whose corners v are in the camera frame.
func (c *coverage) load(m *mesh.Mesh, corners [3]uint32, v *[3]geom.Vec3) {
	c.weight = weights(c.cam, v)
	for k, i := range corners {
		c.uv[k], c.alpha[k] = [2]float64{}, 1
		if len(m.Colors) > 0 {
			c.alpha[k] = float64(m.Colors[i][3]) / math.MaxUint16
		}
		if len(m.UVs) > 0 {
			c.uv[k] = m.UVs[i]
		}
	}
}

// at tells whether the triangle is there along the ray through an image point without distortion.
func (c *coverage) at(x, y float64) bool {
	ray := geom.V((x-c.cam.CenterX)/c.cam.FocalPx, (c.cam.CenterY-y)/c.cam.FocalPx, -1)
	var u, v, alpha, sum float64
	for k := range c.weight {
		w := c.weight[k].Dot(ray)
		alpha += float64(w * c.alpha[k])
		u, v, sum = u+float64(w*c.uv[k][0]), v+float64(w*c.uv[k][1]), sum+w
	}
	if alpha /= sum; c.picture == nil {
		return 255*alpha >= c.least
	}
	return alpha*alphaAt(c.picture, u/sum, v/sum) >= c.least
}

// alphaAt is a picture's alpha, 0 to 255, linear between the centers of texels.
func alphaAt(t *material.Texture, u, v float64) float64 {
	texel := func(x, y float64) float64 {
		return float64(t.Pix[4*(t.Wrap[1].Texel(int(y), t.Height)*t.Width+t.Wrap[0].Texel(int(x), t.Width))+3])
	}
	x, y := texels(t.Wrap[0], u, t.Width), texels(t.Wrap[1], v, t.Height)
	x0, y0 := math.Floor(x), math.Floor(y)
	fx, fy := x-x0, y-y0
	top := float64((1-fx)*texel(x0, y0)) + float64(fx*texel(x0+1, y0))
	bottom := float64((1-fx)*texel(x0, y0+1)) + float64(fx*texel(x0+1, y0+1))
	return float64((1-fy)*top) + float64(fy*bottom)
}

// texels is a texture coordinate in texels from the first one's center, in the picture or half a texel beside it.
func texels(wrap material.Wrap, u float64, n int) float64 {
	switch wrap {
	case material.Clamp:
		u = min(max(u, 0), 1)
	case material.Mirror:
		u = 1 - math.Abs(u-2*math.Floor(u/2)-1)
	default:
		u -= math.Floor(u)
	}
	return u*float64(n) - 0.5
}
