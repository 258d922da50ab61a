// Package material holds surface descriptions as plain data: metallic-roughness with transmission, as in glTF 2.0.
//
// Colors are linear reflectances in [0, 1].
package material

import (
	"errors"
	"fmt"
	"math"
)

// RGB is a linear color.
type RGB [3]float64

// Material describes one surface. Default fills what is not zero by nature.
type Material struct {
	Name      string
	BaseColor RGB // multiplied with BaseColorTexture when there is one
	// BaseColorTexture is sRGB, repeated along both axes; nil for none.
	BaseColorTexture    *Texture
	Metallic            float64 // 0 dielectric, 1 metal
	PerceptualRoughness float64 // alpha of the GGX distribution is its square; 0 is a perfect mirror or lens
	// MetallicRoughnessTexture is linear: roughness factor in green, metallic factor in blue, as in glTF; nil for none.
	MetallicRoughnessTexture *Texture
	// NormalTexture is linear: the normal, (x, y, z) = 2 rgb - 1, in the frame of the directions in which u grows, v falls, and of the surface's
	// normal, as in glTF; nil for none. Labels do not have it.
	NormalTexture *Texture
	// IOR is the index of refraction of a dielectric, at least 1. 1 means no specular reflection: a Lambert surface.
	IOR float64
	// Transmission is the share of light that enters a dielectric and passes instead of being scattered diffusely.
	Transmission float64
	// TintedReflection gives the reflections of what transmits light the base color, as the glass of Cycles has it; glTF's is
	// white.
	TintedReflection bool
	// Emission is radiance leaving the surface, W/(m^2 sr), multiplied with EmissionTexture, which is sRGB, when there is one.
	Emission        RGB
	EmissionTexture *Texture
	// Flat shades every triangle with its geometric normal, whatever normals the mesh has.
	Flat bool
	// Absorption is how much light what transmits it takes inside, 1/m: over a distance d exp(-Absorption d) is left.
	Absorption RGB
	// Coat is a clear layer on the surface, of index of refraction 1.5; nil for none.
	Coat *Coat
	// Sheen is what upright fibers on the surface send back, as those of velvet; nil for none. What lets light pass has none.
	Sheen *Sheen
	// Coverage says where the surface is; nil for everywhere.
	Coverage *Coverage
}

// Coat is a clear lacquer. What it does not reflect reaches the surface below.
type Coat struct {
	Share               float64 // 0 to 1: of the surface that has it
	PerceptualRoughness float64
}

// Sheen is the light of fibers. What it sends back the surface below does not get.
type Sheen struct {
	Color               RGB     // linear, 0 to 1
	PerceptualRoughness float64 // how wide the rim is; below 0.07 as with 0.07
}

// Coverage is how much there is of a surface: Alpha times the alpha of BaseColorTexture.
type Coverage struct {
	Alpha float64 // 0 to 1
	// Cutoff is the least alpha at which the surface is there; below it there is none. With 0 light passes beside the share alpha of the surface,
	// and labels have it from one half on.
	Cutoff float64
}

// Default is a white dielectric: roughness 0.5, index of refraction 1.45.
func Default() Material {
	return Material{BaseColor: RGB{1, 1, 1}, PerceptualRoughness: 0.5, IOR: 1.45}
}

// Lambert is an ideal diffuse surface of the given reflectance, shaded flat.
func Lambert(reflectance RGB) Material {
	return Material{BaseColor: reflectance, PerceptualRoughness: 1, IOR: 1, Flat: true}
}

// Textures are those of one material: base color, metallic-roughness, normal and emission.
type Textures [4]*Texture

// Textures are the material's pictures, nil where it has none.
func (m *Material) Textures() Textures {
	return Textures{m.BaseColorTexture, m.MetallicRoughnessTexture, m.NormalTexture, m.EmissionTexture}
}

// F0 is the reflectance at normal incidence of the dielectric part, ((n-1)/(n+1))^2.
func (m *Material) F0() float64 {
	r := (m.IOR - 1) / (m.IOR + 1)
	return r * r
}

// Validate names every field that is out of range.
func (m *Material) Validate() error {
	var errs []error
	in := func(field string, v, lo, hi float64) {
		if math.IsNaN(v) || v < lo || v > hi {
			errs = append(errs, fmt.Errorf("%s is %g, want %g to %g", field, v, lo, hi))
		}
	}
	for i := range 3 {
		in(fmt.Sprintf("BaseColor[%d]", i), m.BaseColor[i], 0, 1)
		in(fmt.Sprintf("Emission[%d]", i), m.Emission[i], 0, math.MaxFloat32)
		in(fmt.Sprintf("Absorption[%d]", i), m.Absorption[i], 0, math.MaxFloat32)
	}
	in("Metallic", m.Metallic, 0, 1)
	in("PerceptualRoughness", m.PerceptualRoughness, 0, 1)
	in("IOR", m.IOR, 1, 10)
	in("Transmission", m.Transmission, 0, 1)
	for _, t := range m.Textures() {
		if t != nil {
			errs = append(errs, t.Validate())
		}
	}
	if t := m.BaseColorTexture; t != nil && t.Second {
		errs = append(errs, errors.New("BaseColorTexture is looked up with second texture coordinates, as only other textures can be"))
	}
	if c := m.Coat; c != nil {
		in("Coat.Share", c.Share, 0, 1)
		in("Coat.PerceptualRoughness", c.PerceptualRoughness, 0, 1)
	}
	if s := m.Sheen; s != nil {
		for i, v := range s.Color {
			in(fmt.Sprintf("Sheen.Color[%d]", i), v, 0, 1)
		}
		in("Sheen.PerceptualRoughness", s.PerceptualRoughness, 0, 1)
		if m.Transmission > 0 {
			errs = append(errs, errors.New("Sheen is on what lets light pass, want one of Sheen and Transmission"))
		}
	}
	if c := m.Coverage; c != nil {
		in("Coverage.Alpha", c.Alpha, 0, 1)
		in("Coverage.Cutoff", c.Cutoff, 0, 1)
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("material: %q: %w", m.Name, err)
	}
	return nil
}

// Texture is an 8-bit RGBA picture, rows from the top. Its identity (the pointer) is what the renderer caches by.
type Texture struct {
	Width, Height int
	Pix           []uint8 // len = 4*Width*Height
	SRGB          bool    // color channels are sRGB encoded
	Wrap          [2]Wrap // to the sides, and up and down
	Second        bool    // looked up with a mesh's SecondUVs; not for BaseColorTexture
}

// Wrap is how a picture goes on where texture coordinates are beyond 0 to 1.
type Wrap uint8

const (
	Repeat Wrap = iota
	Clamp       // its border goes on
	Mirror      // every second one is turned round
)

// Texel is the texel in place of number i of n in a row; i may be beyond the picture.
func (w Wrap) Texel(i, n int) int {
	switch w {
	case Clamp:
		return min(max(i, 0), n-1)
	case Mirror:
		i = ((i % (2 * n)) + 2*n) % (2 * n)
		return min(i, 2*n-1-i)
	}
	return ((i % n) + n) % n
}

// Validate checks that Pix has the promised length.
func (t *Texture) Validate() error {
	if t.Width < 1 || t.Height < 1 || len(t.Pix) != 4*t.Width*t.Height {
		return fmt.Errorf("texture of %d x %d has %d bytes, want %d", t.Width, t.Height, len(t.Pix), 4*t.Width*t.Height)
	}
	return nil
}

// EncodeSRGB maps linear [0, 1] to sRGB [0, 1] (IEC 61966-2-1); values outside are clipped.
func EncodeSRGB(l float64) float64 {
	switch {
	case !(l > 0):
		return 0
	case l >= 1:
		return 1
	case l <= 0.0031308:
		return 12.92 * l
	}
	return 1.055*math.Pow(l, 1/2.4) - 0.055
}

// DecodeSRGB is the inverse of EncodeSRGB.
func DecodeSRGB(s float64) float64 {
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}
