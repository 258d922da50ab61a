package gltf

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"testing"

	qm "github.com/qmuntal/gltf"
)

func TestIgnoredIsNamed(t *testing.T) {
	if s := load(t, newDoc()); len(s.Ignored) > 0 {
		t.Errorf("plain triangle: got %q, want nothing ignored", s.Ignored)
	}
	doc := newDoc()
	p := doc.Meshes[0].Primitives[0]
	doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, &qm.Primitive{Mode: qm.PrimitiveLines, Attributes: p.Attributes})
	doc.Materials = []*qm.Material{{Name: "leaf", AlphaMode: qm.AlphaMask}}
	doc.ExtensionsUsed = []string{"KHR_materials_ior", "KHR_materials_iridescence"}
	want := []string{"extension KHR_materials_iridescence", "points and lines"}
	if s := load(t, doc); !slices.Equal(s.Ignored, want) {
		t.Errorf("got %q, want %q", s.Ignored, want)
	}

	doc = newDoc()
	doc.Images, doc.Textures = []*qm.Image{{URI: "data:image/png;base64," + base64.StdEncoding.EncodeToString(tinyPNG())}}, []*qm.Texture{{Source: qm.Index(0)}}
	doc.Materials = []*qm.Material{{
		PBRMetallicRoughness: &qm.PBRMetallicRoughness{BaseColorTexture: &qm.TextureInfo{}},
		NormalTexture:        &qm.NormalTexture{Index: qm.Index(0), TexCoord: 2}, EmissiveFactor: [3]float64{1, 1, 1},
		EmissiveTexture: &qm.TextureInfo{TexCoord: 1}, OcclusionTexture: &qm.OcclusionTexture{Index: qm.Index(0)},
		Extensions: qm.Extensions{clearcoat: json.RawMessage(`{"clearcoatFactor":1,"clearcoatTexture":{"index":0}}`)},
	}}
	doc.ExtensionsUsed = []string{clearcoat}
	want = []string{"occlusion maps", "pictures of KHR_materials_clearcoat", "third coordinates of pictures (they have the first)"}
	if s := load(t, doc); !slices.Equal(s.Ignored, want) {
		t.Errorf("got %q, want %q", s.Ignored, want)
	}
}
