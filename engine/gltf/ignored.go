package gltf

import (
	"slices"

	qm "github.com/qmuntal/gltf"
)

// ignored names what the file has and this renderer does not draw, in a fixed order, each once.
func ignored(doc *document, at *Moment) []string {
	found := map[string]bool{"animations (drawn at rest)": len(doc.Animations) > 0 && at == nil}
	for _, m := range doc.Materials {
		found["occlusion maps"] = found["occlusion maps"] || m.OcclusionTexture != nil
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
