package gltf

import (
	"bytes"
	"encoding/json"
	"fmt"
	stdimage "image"
	"math"
	"reflect"
	"slices"
	"testing"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/unlit"
	"github.com/qmuntal/gltf/modeler"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/internal/bound"
)

// Alpha modes say where a surface is, and are written as they were read.
func TestAlphaModes(t *testing.T) {
	for _, c := range []struct {
		name string
		m    qm.Material
		want *material.Coverage
	}{
		{"opaque", qm.Material{}, nil},
		{"mask", qm.Material{AlphaMode: qm.AlphaMask}, &material.Coverage{Alpha: 0.5, Cutoff: 0.5}},
		{"mask with a cutoff", qm.Material{AlphaMode: qm.AlphaMask, AlphaCutoff: qm.Float(0.25)}, &material.Coverage{Alpha: 0.5, Cutoff: 0.25}},
		{"mask that cuts nothing", qm.Material{AlphaMode: qm.AlphaMask, AlphaCutoff: qm.Float(0)}, nil},
		{"blend", qm.Material{AlphaMode: qm.AlphaBlend}, &material.Coverage{Alpha: 0.5}},
	} {
		doc := newDoc()
		c.m.Name = c.name
		c.m.PBRMetallicRoughness = &qm.PBRMetallicRoughness{BaseColorFactor: &[4]float64{1, 1, 1, 0.5}}
		doc.Materials = []*qm.Material{&c.m}
		doc.Meshes[0].Primitives[0].Material = qm.Index(0)
		s := load(t, doc)
		if got := s.Frame.Instances[0].Material.Coverage; !reflect.DeepEqual(got, c.want) || len(s.Ignored) > 0 {
			t.Errorf("%s: got %+v and ignored %q, want %+v", c.name, got, s.Ignored, c.want)
		}
		if again := written(t, s.Frame).Instances[0].Material.Coverage; !reflect.DeepEqual(again, c.want) {
			t.Errorf("%s: written and read again it is %+v, want %+v", c.name, again, c.want)
		}
	}
}

// Pictures of normals are read with their scale, and written.
func TestNormalTextures(t *testing.T) {
	doc := newDoc()
	picture := stdimage.NewNRGBA(stdimage.Rect(0, 0, 1, 1))
	copy(picture.Pix, []uint8{255, 128, 128, 255})
	source, err := modeler.WriteImage(doc, "normals", "image/png", bytes.NewReader(pngOf(picture)))
	if err != nil {
		t.Fatal(err)
	}
	doc.Textures = []*qm.Texture{{Source: qm.Index(source)}}
	for scale, want := range map[float64][3]uint8{1: {255, 128, 128}, 0.5: {255, 128, 128}, 0: {128, 128, 255}} {
		doc.Materials = []*qm.Material{{Name: "relief", NormalTexture: &qm.NormalTexture{Index: qm.Index(0), Scale: qm.Float(scale)}}}
		doc.Meshes[0].Primitives[0].Material = qm.Index(0)
		s := load(t, doc)
		for _, f := range []*frame.Frame{s.Frame, written(t, s.Frame)} {
			n := f.Instances[0].Material.NormalTexture
			if n == nil || n.SRGB || len(s.Ignored) > 0 {
				t.Fatalf("got %+v, ignored %q", n, s.Ignored)
			}
			for k := range 3 {
				if d := int(n.Pix[k]) - int(want[k]); d < -1 || d > 1 {
					t.Errorf("scale %g: got %v, want %v", scale, n.Pix[:3], want)
				}
			}
		}
	}
}

// Pictures repeat, or go on as their sampler says, with the same texels; they are written so.
func TestWraps(t *testing.T) {
	doc := newDoc()
	source, err := modeler.WriteImage(doc, "picture", "image/png", bytes.NewReader(pngOf(stdimage.NewNRGBA(stdimage.Rect(0, 0, 2, 1)))))
	if err != nil {
		t.Fatal(err)
	}
	doc.Samplers = []*qm.Sampler{{WrapS: qm.WrapClampToEdge, WrapT: qm.WrapMirroredRepeat}}
	doc.Textures = []*qm.Texture{{Source: qm.Index(source), Sampler: qm.Index(0)}, {Source: qm.Index(source)}}
	doc.Materials = []*qm.Material{{
		Name: "pictured", PBRMetallicRoughness: &qm.PBRMetallicRoughness{BaseColorTexture: &qm.TextureInfo{Index: 0}},
		EmissiveTexture: &qm.TextureInfo{Index: 1}, EmissiveFactor: [3]float64{1, 1, 1},
	}}
	doc.Meshes[0].Primitives[0].Material = qm.Index(0)
	s := load(t, doc)
	for _, f := range []*frame.Frame{s.Frame, written(t, s.Frame)} {
		m := f.Instances[0].Material
		if got, want := m.BaseColorTexture.Wrap, [2]material.Wrap{material.Clamp, material.Mirror}; got != want || m.EmissionTexture.Wrap != [2]material.Wrap{} {
			t.Errorf("got %v and %v, want %v and none", got, m.EmissionTexture.Wrap, want)
		}
	}
	if m := s.Frame.Instances[0].Material; &m.BaseColorTexture.Pix[0] != &m.EmissionTexture.Pix[0] {
		t.Error("the picture was decoded twice")
	}
}

// Colors of vertices are linear fractions, whatever their kind, and are written.
func TestColorsOfVertices(t *testing.T) {
	want := [][4]uint16{{65535, 0, 32896, 65535}, {0, 65535, 0, 65535}, {257, 514, 771, 65535}}
	for name, data := range map[string]any{
		"bytes":  [][3]uint8{{255, 0, 128}, {0, 255, 0}, {1, 2, 3}},
		"words":  [][3]uint16{{65535, 0, 32896}, {0, 65535, 0}, {257, 514, 771}},
		"floats": [][4]float32{{1, 0, 32896.0 / 65535, 1}, {-1, 2, 0, 1}, {257.0 / 65535, 514.0 / 65535, 771.0 / 65535, 1}},
	} {
		doc := newDoc()
		doc.Meshes[0].Primitives[0].Attributes[qm.COLOR_0] = modeler.WriteColor(doc, data)
		s := load(t, doc)
		if got := s.Frame.Instances[0].Mesh.Colors; !slices.Equal(got, want) || len(s.Ignored) > 0 {
			t.Errorf("%s: got %v, ignored %q, want %v", name, got, s.Ignored, want)
		}
		if got := written(t, s.Frame).Instances[0].Mesh.Colors; !slices.Equal(got, want) {
			t.Errorf("%s: written and read again they are %v, want %v", name, got, want)
		}
	}
}

// written is a frame as it is read after it was written.
func written(t *testing.T, f *frame.Frame) *frame.Frame {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, Names{}); err != nil {
		t.Fatal(err)
	}
	s, err := Read(b.Bytes(), bound.New(0), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s.Frame
}

// A node may have many copies of its mesh, each of which is an object.
func TestCopies(t *testing.T) {
	doc := newDoc()
	places := modeler.WritePosition(doc, [][3]float32{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}})
	sizes := modeler.WritePosition(doc, [][3]float32{{1, 1, 1}, {2, 2, 2}, {3, 3, 3}})
	doc.Nodes[0].Translation = [3]float64{10, 0, 0}
	doc.Nodes[0].Extensions = qm.Extensions{meshInstances: json.RawMessage(fmt.Sprintf(`{"attributes":{"TRANSLATION":%d,"SCALE":%d}}`, places, sizes))}
	doc.ExtensionsUsed = []string{meshInstances}
	doc.ExtensionsRequired = doc.ExtensionsUsed
	s := load(t, doc)
	if len(s.Frame.Instances) != 3 || len(s.Ignored) > 0 {
		t.Fatalf("got %d instances, ignored %q", len(s.Frame.Instances), s.Ignored)
	}
	for i, want := range []geom.Vec3{geom.V(11, 0, 0), geom.V(10, 0, 2), geom.V(10, -3, 0)} { // y up becomes z up
		in := s.Frame.Instances[i]
		if !near(in.WorldFromObject.T, want) || math.Abs(in.WorldFromObject.M.X.Len()-float64(i+1)) > 1e-6 || in.Object != uint16(i+1) || s.Nodes[i].Copy != i {
			t.Errorf("copy %d: at %v, scale %g, object %d, want %v", i, in.WorldFromObject.T, in.WorldFromObject.M.X.Len(), in.Object, want)
		}
	}
}

// What is not lit shows its color: it shines and reflects nothing.
// Sheen is read where no light passes.
func TestSheen(t *testing.T) {
	const velvet = `{"sheenColorFactor":[0.5,0.25,1],"sheenRoughnessFactor":0.75}`
	for _, c := range []struct {
		extensions map[string]string
		want       *material.Sheen
	}{
		{map[string]string{sheen: velvet}, &material.Sheen{Color: material.RGB{0.5, 0.25, 1}, PerceptualRoughness: 0.75}},
		{map[string]string{sheen: `{"sheenRoughnessFactor":0.75}`}, nil},
		{map[string]string{sheen: velvet, "KHR_materials_transmission": `{"transmissionFactor":1}`}, nil},
	} {
		doc := newDoc()
		doc.Materials = []*qm.Material{{Extensions: qm.Extensions{}}}
		for name, text := range c.extensions {
			doc.Materials[0].Extensions[name] = json.RawMessage(text)
			doc.ExtensionsUsed = append(doc.ExtensionsUsed, name)
		}
		doc.Meshes[0].Primitives[0].Material = qm.Index(0)
		if got := load(t, doc).Frame.Instances[0].Material.Sheen; (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%v: sheen is %v, want %v", c.extensions, got, c.want)
		}
	}
}

// Extensions of materials become what the renderer knows: reflectance from the front an index of refraction, 0.04 being glTF's usual one, and
// what is left of light after a distance an absorption.
func TestLayers(t *testing.T) {
	for _, c := range []struct {
		name, text string
		f0         float64
		coat       *material.Coat
		absorption material.RGB
	}{
		{specular, `{}`, 0.04, nil, material.RGB{}},
		{specular, `{"specularFactor":0}`, 0, nil, material.RGB{}},
		{specular, `{"specularFactor":0.5,"specularColorFactor":[2,2,2]}`, 0.04, nil, material.RGB{}},
		{specular, `{"specularColorFactor":[100,100,100]}`, 0.64, nil, material.RGB{}},
		{clearcoat, `{"clearcoatFactor":0.5,"clearcoatRoughnessFactor":0.25}`, 0.04, &material.Coat{Share: 0.5, PerceptualRoughness: 0.25}, material.RGB{}},
		{clearcoat, `{"clearcoatRoughnessFactor":0.25}`, 0.04, nil, material.RGB{}},
		{volume, `{"thicknessFactor":1,"attenuationDistance":0.5,"attenuationColor":[1,0.5,0.25]}`, 0.04, nil, material.RGB{0, 2 * math.Ln2, 4 * math.Ln2}},
		{volume, `{"attenuationDistance":0.5,"attenuationColor":[1,0.5,0.25]}`, 0.04, nil, material.RGB{}},
		{volume, `{"thicknessFactor":1,"attenuationColor":[1,0.5,0.25]}`, 0.04, nil, material.RGB{}},
	} {
		doc := newDoc()
		doc.Materials = []*qm.Material{{Extensions: qm.Extensions{c.name: json.RawMessage(c.text)}}}
		doc.ExtensionsUsed = []string{c.name}
		doc.Meshes[0].Primitives[0].Material = qm.Index(0)
		s := load(t, doc)
		m := s.Frame.Instances[0].Material
		if len(s.Ignored) > 0 || math.Abs(m.F0()-c.f0) > 1e-9 || (m.Coat == nil) != (c.coat == nil) || m.Coat != nil && *m.Coat != *c.coat {
			t.Errorf("%s %s: reflects %g from the front, coat %v, ignored %q, want %g, %v and nothing", c.name, c.text, m.F0(), m.Coat, s.Ignored, c.f0, c.coat)
		}
		for i, a := range c.absorption {
			if math.Abs(m.Absorption[i]-a) > 1e-9 {
				t.Errorf("%s %s: absorbs %v, want %v", c.name, c.text, m.Absorption, c.absorption)
			}
		}
	}
}

func TestUnlit(t *testing.T) {
	doc := newDoc()
	doc.Materials = []*qm.Material{{
		Name: "sign", Extensions: qm.Extensions{"KHR_materials_unlit": unlit.Unlit{}},
		PBRMetallicRoughness: &qm.PBRMetallicRoughness{BaseColorFactor: &[4]float64{0.1, 0.2, 0.3, 1}},
	}}
	doc.ExtensionsUsed = []string{"KHR_materials_unlit"}
	doc.Meshes[0].Primitives[0].Material = qm.Index(0)
	m := load(t, doc).Frame.Instances[0].Material
	if m.Emission != (material.RGB{0.1, 0.2, 0.3}) || m.BaseColor != (material.RGB{}) || m.F0() != 0 || m.Metallic != 0 {
		t.Errorf("got %+v", m)
	}
}
