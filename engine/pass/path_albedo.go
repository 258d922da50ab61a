package pass

import (
	"math"
	"math/bits"
)

// Sizes of a table of albedos; must match shaders/path/lobes.glsl.
const (
	albedoCosines     = 64
	albedoRoughnesses = 32
	albedoSamples     = 1024
)

// albedos are shares of uniform light that a GGX surface sends towards a viewer, without light that bounces between its
// microfacets. Surfaces that neither keep nor make light divide by them.
type albedos struct {
	metal    float64 // of reflectance 1
	coat     float64 // of a dielectric, reflected
	glassIn  float64 // of glass seen from outside, reflected and passed
	glassOut float64 // of glass seen from inside
}

// albedoTable has them for an index of refraction at the square roots of cosines 0 to 1, fastest, and at perceptual roughness
// 0 to 1. It takes some 20 ms.
func albedoTable(ior float64) [][4]float32 {
	out := make([][4]float32, 0, albedoCosines*albedoRoughnesses)
	for j := range albedoRoughnesses {
		for i := range albedoCosines {
			x := float64(i) / (albedoCosines - 1)
			a := albedosGGX(max(x*x, 1e-4), float64(j)/(albedoRoughnesses-1), ior, albedoSamples)
			out = append(out, [4]float32{float32(a.metal), float32(a.coat), float32(a.glassIn), float32(a.glassOut)})
		}
	}
	return out
}

// albedosGGX integrates over n microfacet normals that the viewer sees (Heitz 2018, "Sampling the GGX Distribution of Visible
// Normals"), for which a direction counts with G2/G1 of its Fresnel share. Must match shaders/path/lobes.glsl.
func albedosGGX(cosine, roughness, ior float64, n int) albedos {
	alpha := roughness * roughness
	if alpha < 1e-3 {
		f := fresnelDielectric(cosine, 1/ior)
		return albedos{1, f, 1, 1}
	}
	var sum albedos
	sine := math.Sqrt(1 - cosine*cosine)
	// Viewer in the plane y = 0; the hemisphere's configuration.
	hx, hz := alpha*sine, cosine
	l := math.Hypot(hx, hz)
	hx, hz = hx/l, hz/l
	lambda := func(z float64) float64 { return 0.5 * (math.Sqrt(1+alpha*alpha*(1-z*z)/(z*z)) - 1) }
	lv := lambda(cosine)
	for i := range n {
		u0, u1 := (float64(i)+0.5)/float64(n), float64(bits.Reverse32(uint32(i)))/(1<<32)+0.5/float64(n)
		s, c := math.Sincos(math.Pi * (u1 - 0.5)) // half of the disc: the other mirrors it
		a, b := math.Sqrt(u0)*c, math.Sqrt(u0)*s
		m := 0.5 * (1 + hz)
		b = (1-m)*math.Sqrt(1-a*a) + m*b
		// t1 = (0, 1, 0), t2 = h x t1 = (-hz, 0, hx).
		w := math.Sqrt(max(0, 1-a*a-b*b))
		nx, ny, nz := alpha*(w*hx-b*hz), alpha*a, max(1e-6, w*hz+b*hx)
		l := math.Sqrt(nx*nx + ny*ny + nz*nz)
		nx, nz = nx/l, nz/l
		voh := nx*sine + nz*cosine
		up := 0.0
		if z := 2*voh*nz - cosine; z > 0 {
			up = (1 + lv) / (1 + lv + lambda(z))
		}
		f := fresnelDielectric(voh, 1/ior)
		sum.metal += up
		sum.coat += f * up
		for _, side := range []struct {
			eta float64
			sum *float64
		}{{1 / ior, &sum.glassIn}, {ior, &sum.glassOut}} {
			f := fresnelDielectric(voh, side.eta)
			*side.sum += f * up
			if f == 1 {
				continue
			}
			// z of the refracted direction, as refract in GLSL has it.
			z := -side.eta*cosine + (side.eta*voh-math.Sqrt(1-side.eta*side.eta*(1-voh*voh)))*nz
			if z < 0 {
				*side.sum += (1 - f) / (1 + lambda(z))
			}
		}
	}
	k := 1 / float64(n)
	return albedos{sum.metal * k, sum.coat * k, sum.glassIn * k, sum.glassOut * k}
}

// fresnelDielectric must match that in shaders/common/brdf.glsl; eta = index on the ray's side / index on the other.
func fresnelDielectric(cosine, eta float64) float64 {
	sine2 := eta * eta * (1 - cosine*cosine)
	if sine2 >= 1 {
		return 1
	}
	t := math.Sqrt(1 - sine2)
	s, p := (eta*cosine-t)/(eta*cosine+t), (cosine-eta*t)/(cosine+eta*t)
	return 0.5 * (s*s + p*p)
}
