package gltf

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	qm "github.com/qmuntal/gltf"
)

// ignored names what the file has and this renderer does not draw, in a fixed order, each once.
func ignored(doc *document, at *Moment) []string {
	found := map[string]bool{"animations (drawn at rest)": len(doc.Animations) > 0 && at == nil}
	for _, m := range doc.Materials {
		found["occlusion maps"] = found["occlusion maps"] || m.OcclusionTexture != nil
		if !alike(m) {
			found["places of some pictures (all have those of the first)"] = true
		}
		for name, text := range m.Extensions {
			if raw, ok := text.(json.RawMessage); ok && strings.HasPrefix(name, "KHR_materials_") && bytes.Contains(raw, []byte(`Texture"`)) {
				found["pictures of "+name] = true
			}
		}
	}
	for _, m := range doc.Meshes {
		for _, p := range m.Primitives {
			switch p.Mode {
			case qm.PrimitiveTriangles, qm.PrimitiveTriangleStrip, qm.PrimitiveTriangleFan:
			default:
				found["points and lines"] = true
			}
		}
	}
	for _, name := range doc.ExtensionsUsed {
		found["extension "+name] = !slices.Contains(Supported, name)
	}
	var out []string
	for name, there := range found {
		if there {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// alike reports whether all pictures of a material have the same coordinates.
func alike(m *qm.Material) bool {
	pbr := m.PBRMetallicRoughness
	if pbr == nil {
		pbr = &qm.PBRMetallicRoughness{}
	}
	all := []*qm.TextureInfo{pbr.BaseColorTexture, pbr.MetallicRoughnessTexture, m.EmissiveTexture}
	if n := m.NormalTexture; n != nil {
		all = append(all, &qm.TextureInfo{TexCoord: n.TexCoord, Extensions: n.Extensions})
	}
	var first *uvSource
	for _, info := range all {
		if info == nil {
			continue
		}
		uv := newUVSource(info)
		if first == nil {
			first = uv
		}
		if *uv != *first {
			return false
		}
	}
	return true
}
