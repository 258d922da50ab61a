package gltf

import (
	"errors"
	"fmt"
	"math"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"

	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/texfile"
	"mereo/internal/bound"
)

// surface is a material and where its texture coordinates come from; uv is nil without textures.
type surface struct {
	material   *material.Material
	uv, second *uvSource // of the first picture, and of others that have another one; nil for none
}

// seen says where a picture's coordinates come from, and whether they are the second.
func (s *surface) seen(uv *uvSource) (second bool) {
	switch {
	case s.uv == nil:
		s.uv = uv
	case *s.uv == *uv:
	case s.second == nil:
		s.second = uv
		return true
	default:
		return *s.second == *uv // others have the first, and ignored names them
	}
	return false
}

// uvSource is a texture coordinate set and the map of KHR_texture_transform: u' = T R S u.
type uvSource struct {
	set           int
	offset, scale [2]float64
	sin, cos      float64
}

// name is that of the coordinates among the attributes of a primitive.
func (t *uvSource) name() string { return fmt.Sprintf("TEXCOORD_%d", t.set) }

// apply scales, turns counter-clockwise as seen with v growing downwards, then moves.
func (t *uvSource) apply(u, v float64) [2]float64 {
	u, v = u*t.scale[0], v*t.scale[1]
	return [2]float64{
		float64(t.cos*u) + float64(t.sin*v) + t.offset[0],
		float64(t.cos*v) - float64(t.sin*u) + t.offset[1],
	}
}

type imageKey struct {
	index  int
	srgb   bool
	wrap   [2]material.Wrap
	second bool
	sharp  bool
}

// readMaterials turns every material of the file; the last one, of primitives that name none, is the default of the
// specification: white, metallic 1, roughness 1.
func (r *reader) readMaterials() error {
	for i, m := range r.doc.Materials {
		s, err := r.surface(m)
		if err == nil {
			err = s.material.Validate()
		}
		if err != nil {
			return fmt.Errorf("material %d %q: %w", i, m.Name, err)
		}
		r.materials = append(r.materials, s)
	}
	r.plain = &material.Material{Name: "default", BaseColor: material.RGB{1, 1, 1}, Metallic: 1, PerceptualRoughness: 1, IOR: opaqueIOR}
	return nil
}

// Indices of refraction where a file states none. glTF's own is 1.5: 0.04 of the light is reflected from the front. Cycles, whose
// pictures are what files are compared with, has that, too, but refracts with 1.45.
const (
	opaqueIOR = 1.5
	glassIOR  = 1.45
)

func (r *reader) surface(m *qm.Material) (*surface, error) {
	out := &material.Material{Name: m.Name}
	s := &surface{material: out}
	pbr := m.PBRMetallicRoughness
	if pbr == nil {
		pbr = &qm.PBRMetallicRoughness{}
	}
	base := pbr.BaseColorFactorOrDefault()
	out.BaseColor = material.RGB{base[0], base[1], base[2]}
	switch m.AlphaMode {
	case qm.AlphaMask:
		if cutoff := m.AlphaCutoffOrDefault(); cutoff > 0 {
			out.Coverage = &material.Coverage{Alpha: base[3], Cutoff: min(cutoff, 1)}
		}
	case qm.AlphaBlend:
		out.Coverage = &material.Coverage{Alpha: base[3]}
	}
	out.Metallic, out.PerceptualRoughness = pbr.MetallicFactorOrDefault(), pbr.RoughnessFactorOrDefault()

	// Pictures.
	if info := pbr.BaseColorTexture; info != nil {
		im, err := r.texture(info.Index, true, s.seen(newUVSource(info)))
		if err != nil {
			return nil, fmt.Errorf("baseColorTexture: %w", err)
		}
		out.BaseColorTexture = im
	}
	if info := pbr.MetallicRoughnessTexture; info != nil {
		im, err := r.texture(info.Index, false, s.seen(newUVSource(info)))
		if err != nil {
			return nil, fmt.Errorf("metallicRoughnessTexture: %w", err)
		}
		out.MetallicRoughnessTexture = im
	}

	if info := m.NormalTexture; info != nil && info.Index != nil {
		im, err := r.texture(*info.Index, false, s.seen(newUVSource(&qm.TextureInfo{TexCoord: info.TexCoord, Extensions: info.Extensions})))
		if err != nil {
			return nil, fmt.Errorf("normalTexture: %w", err)
		}
		if out.NormalTexture, err = r.scaled(im, info.ScaleOrDefault()); err != nil {
			return nil, fmt.Errorf("normalTexture: %w", err)
		}
	}

	out.Emission = material.RGB{m.EmissiveFactor[0], m.EmissiveFactor[1], m.EmissiveFactor[2]}
	if info := m.EmissiveTexture; info != nil && out.Emission != (material.RGB{}) {
		im, err := r.texture(info.Index, true, s.seen(newUVSource(info)))
		if err != nil {
			return nil, fmt.Errorf("emissiveTexture: %w", err)
		}
		out.EmissionTexture = im
	}
	if err := extended(out, m.Extensions); err != nil {
		return nil, err
	}
	if _, ok := m.Extensions[unlit.ExtensionName]; ok {
		// It shows its color whatever the light: it reflects nothing and shines so.
		out.Emission, out.EmissionTexture = out.BaseColor, out.BaseColorTexture
		out.BaseColor, out.IOR, out.Metallic, out.PerceptualRoughness, out.Transmission = material.RGB{}, 1, 0, 1, 0
		out.MetallicRoughnessTexture, out.NormalTexture = nil, nil
	}
	return s, nil
}

func newUVSource(info *qm.TextureInfo) *uvSource {
	t := &uvSource{set: info.TexCoord, scale: [2]float64{1, 1}, cos: 1}
	if x, ok := info.Extensions[texturetransform.ExtensionName].(*texturetransform.TextureTransform); ok && x != nil {
		t.offset, t.scale = x.Offset, x.Scale
		t.sin, t.cos = geom.SinCos(x.Rotation)
		if x.TexCoord != nil {
			t.set = *x.TexCoord
		}
	}
	return t
}

// scaled is a picture of normals whose x and y are multiplied.
func (r *reader) scaled(t *material.Texture, scale float64) (*material.Texture, error) {
	if scale == 1 {
		return t, nil
	}
	if math.IsNaN(scale) || math.IsInf(scale, 0) {
		return nil, fmt.Errorf("scale is %g, want a number", scale)
	}
	pix, err := bound.Make[uint8](r.memory, len(t.Pix))
	if err != nil {
		return nil, err
	}
	copy(pix, t.Pix)
	for i := 0; i < len(pix); i += 4 {
		n := geom.V(scale*(float64(pix[i])/127.5-1), scale*(float64(pix[i+1])/127.5-1), float64(pix[i+2])/127.5-1).Unit()
		for k := range 3 {
			pix[i+k] = uint8(math.Round(127.5 * (n.At(k) + 1)))
		}
	}
	return &material.Texture{Width: t.Width, Height: t.Height, Pix: pix, Wrap: t.Wrap, Second: t.Second}, nil
}

// texture decodes the picture of a texture once. second: it is looked up with second texture coordinates.
func (r *reader) texture(index int, srgb, second bool) (*material.Texture, error) {
	if index < 0 || index >= len(r.doc.Textures) {
		return nil, fmt.Errorf("texture %d does not exist, there are %d", index, len(r.doc.Textures))
	}
	source := r.doc.Textures[index].Source
	if source == nil {
		return nil, fmt.Errorf("texture %d has no source", index)
	}
	if *source < 0 || *source >= len(r.doc.Images) {
		return nil, fmt.Errorf("texture %d: image %d does not exist, there are %d", index, *source, len(r.doc.Images))
	}
	wrap, sharp, err := r.sampler(r.doc.Textures[index].Sampler)
	if err != nil {
		return nil, fmt.Errorf("texture %d: %w", index, err)
	}
	key := imageKey{*source, srgb, wrap, second, sharp}
	if im, ok := r.images[key]; ok {
		return im, nil
	}
	plain := imageKey{index: *source, srgb: srgb, sharp: sharp} // with the same texels
	im, ok := r.images[plain]
	if !ok {
		if im, err = r.decodeImage(r.doc.Images[*source], srgb); err == nil && sharp {
			im, err = r.enlarged(im)
		}
		if err != nil {
			return nil, fmt.Errorf("image %d: %w", *source, err)
		}
		r.images[plain] = im
	}
	if key != plain {
		own := *im
		own.Wrap, own.Second = wrap, second
		r.images[key], im = &own, &own
	}
	return im, nil
}

// sampler is how a sampler goes on beyond pictures, and whether their texels are squares; nil repeats pictures that are smooth.
func (r *reader) sampler(index *int) (wrap [2]material.Wrap, sharp bool, err error) {
	if index == nil {
		return wrap, false, nil
	}
	if *index < 0 || *index >= len(r.doc.Samplers) {
		return wrap, false, fmt.Errorf("sampler %d does not exist, there are %d", *index, len(r.doc.Samplers))
	}
	s := r.doc.Samplers[*index]
	for i, mode := range []qm.WrappingMode{s.WrapS, s.WrapT} {
		wrap[i] = map[qm.WrappingMode]material.Wrap{qm.WrapClampToEdge: material.Clamp, qm.WrapMirroredRepeat: material.Mirror}[mode]
	}
	return wrap, s.MagFilter == qm.MagNearest, nil
}

// Pictures whose texels are squares are enlarged up to a size, but not so often that those of a few texels take much memory.
const sharpSide, sharpTimes = 512, 16

// enlarged is a picture with squares in place of texels, between which renderers are smooth; t where it is so large that none are seen.
func (r *reader) enlarged(t *material.Texture) (*material.Texture, error) {
	times := min(sharpTimes, sharpSide/max(t.Width, t.Height, 1))
	if times < 2 {
		return t, nil
	}
	out := *t
	out.Width, out.Height = times*t.Width, times*t.Height
	var err error
	if out.Pix, err = bound.Make[uint8](r.memory, 4*out.Width*out.Height); err != nil {
		return nil, err
	}
	for y := range out.Height {
		for x := range out.Width {
			copy(out.Pix[4*(y*out.Width+x):][:4], t.Pix[4*(y/times*t.Width+x/times):])
		}
	}
	return &out, nil
}

func (r *reader) decodeImage(in *qm.Image, srgb bool) (*material.Texture, error) {
	data, err := r.bytesOf(in.URI, func() ([]byte, error) {
		if in.BufferView == nil {
			return nil, errors.New("has neither uri nor bufferView")
		}
		data, _, err := r.view(*in.BufferView)
		return data, err
	})
	if err != nil {
		return nil, err
	}
	return texfile.Decode(data, srgb, r.memory)
}
