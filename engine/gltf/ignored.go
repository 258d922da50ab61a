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
		found["third coordinates of pictures (they have the first)"] = found["third coordinates of pictures (they have the first)"] || coordinates(m) > 2
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

// coordinates counts how many texture coordinates the pictures of a material have.
func coordinates(m *qm.Material) int {
	pbr := m.PBRMetallicRoughness
	if pbr == nil {
		pbr = &qm.PBRMetallicRoughness{}
	}
	all := []*qm.TextureInfo{pbr.BaseColorTexture, pbr.MetallicRoughnessTexture, m.EmissiveTexture}
	if n := m.NormalTexture; n != nil {
		all = append(all, &qm.TextureInfo{TexCoord: n.TexCoord, Extensions: n.Extensions})
	}
	found := map[uvSource]bool{}
	for _, info := range all {
		if info != nil {
			found[*newUVSource(info)] = true
		}
	}
	return len(found)
}
