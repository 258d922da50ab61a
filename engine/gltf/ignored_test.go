package gltf

import (
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
	doc.ExtensionsUsed = []string{"KHR_materials_ior", "KHR_materials_sheen"}
	want := []string{"extension KHR_materials_sheen", "points and lines"}
	if s := load(t, doc); !slices.Equal(s.Ignored, want) {
		t.Errorf("got %q, want %q", s.Ignored, want)
	}
}
