package hostile

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
)

// GLTF are files of glTF.
func GLTF() Files {
	const up = "../../../../../../../../../../../.."
	out := Files{
		// 352 bytes: the picture that the file asks for has a gigabyte of numbers.
		"picture.gltf": text(one(`, "extras": {"width": 16384, "height": 16384}`, buffer(data(36)))),
		// 66 KB: many primitives of few accessors, which are all zero.
		"primitives.gltf": text(primitives(2000, func(int) string { return `{"attributes": {"POSITION": 0}}` }, zeros)),
		// The same of as many accessors, so that no two primitives are equal.
		"accessors.gltf": text(primitives(2000, func(i int) string { return fmt.Sprintf(`{"attributes": {"POSITION": %d}}`, i) }, strings.Repeat(zeros+",", 1999)+zeros)),
		// A million instances of one triangle.
		"instances.gltf": text(fmt.Sprintf(`{"asset": {"version": "2.0"}, "nodes": [%s], "meshes": [{"primitives": [%s]}], "accessors": [%s], %s}`,
			list(1000, `{"mesh": 0}`), list(1000, `{"attributes": {"POSITION": 0}}`), accessor, buffer(data(36)))),
		// A thousand nodes that each bend a mesh of a million vertices, and ten thousand that bend a triangle by as many sets of joints.
		"skins.gltf":  text(skins(1000, 1, zeros+","+strings.Replace(zeros, "VEC3", "VEC4", 1))),
		"joints.gltf": text(skins(10_000, 10_000, few+","+strings.Replace(few, "VEC3", "VEC4", 1))),
		// Ten thousand nodes that each add ten thousand targets to a triangle.
		"targets.gltf": text(fmt.Sprintf(`{"asset": {"version": "2.0"}, "nodes": [%s], "meshes": [{"weights": [%s], "primitives": [{"attributes": {"POSITION": 0}, "targets": [%s]}]}], "accessors": [%s]}`,
			list(10_000, `{"mesh": 0}`), list(10_000, "1"), list(10_000, `{"POSITION": 0}`), few)),
		"chain.gltf":      text(chain(3_500_000)),
		"shortchain.gltf": text(chain(40_000)),
		"cycle.gltf":      text(`{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"children": [1]}, {"children": [2]}, {"children": [0]}]}`),
		"nodes.gltf":      text(`{"asset": {"version": "2.0"}, "nodes": [` + list(3_500_000, `{}`) + `]}`),
		"deep.gltf":       text(`{"asset": {"version": "2.0", "extras": ` + strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000) + `}}`),
		"values.gltf":     text(`{"asset": {"version": "2.0", "extras": [` + list(10_000_000, `1`) + `]}}`),
		"textures.gltf": func() []byte { // 20 pictures of 8192 x 8192 out of the same 9 KB
			picture := image.NewPaletted(image.Rect(0, 0, 8192, 8192), color.Palette{color.Black, color.White})
			var b bytes.Buffer
			if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, picture); err != nil {
				panic(err)
			}
			return []byte(textured(b.Bytes(), 20))
		},
		"jpeg.gltf": func() []byte { // the header of a progressive picture of 8000 x 8000
			return []byte(textured([]byte{0xff, 0xd8, 0xff, 0xc2, 0, 17, 8, 8000 >> 8, 8000 & 0xff, 8000 >> 8, 8000 & 0xff, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0}, 1))
		},
	}
	for name, uri := range map[string]string{
		"pipe": pipe, "endless": endless, "outside": outside, "device": up + "/dev/zero", "passwd": up + "/etc/passwd", "absolute": "/etc/passwd",
		"escaped": strings.ReplaceAll(up, ".", "%2e") + "/etc/passwd", "folder": ".", "itself": "itself.gltf/../../x",
	} {
		out[name+".gltf"] = text(one("", buffer(uri)))
		out[name+"picture.gltf"] = text(one(fmt.Sprintf(`}, "images": [{"uri": %q}], "textures": [{"source": 0}], "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}], "extras": {"a": 1`, uri),
			buffer(data(36))))
	}
	return out
}

func text(s string) func() []byte { return func() []byte { return []byte(s) } }

func list(n int, item string) string { return strings.Repeat(item+",", n-1) + item }

// accessor is that of a triangle, zeros one without bytes.
const (
	accessor = `{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3}`
	few      = `{"componentType": 5126, "type": "VEC3", "count": 3}`
	zeros    = `{"componentType": 5126, "type": "VEC3", "count": 1048575}`
)

func data(n int) string {
	return "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(make([]byte, n))
}

func buffer(uri string) string {
	return fmt.Sprintf(`"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": %q}]`, uri)
}

// one is a file with one triangle; more belongs to its asset.
func one(more, buffers string) string {
	return fmt.Sprintf(`{"asset": {"version": "2.0"%s}, "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "accessors": [%s], %s}`,
		more, accessor, buffers)
}

func primitives(n int, each func(i int) string, accessors string) string {
	var all []string
	for i := range n {
		all = append(all, each(i))
	}
	return fmt.Sprintf(`{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "meshes": [{"primitives": [%s]}], "accessors": [%s]}`, strings.Join(all, ","), accessors)
}

// skins is a mesh, bent by one joint in as many sets, of as many nodes; accessors are its positions and its joints and weights.
func skins(nodes, sets int, accessors string) string {
	attributes := `"POSITION": 0`
	for i := range sets {
		attributes += fmt.Sprintf(`, "JOINTS_%d": 1, "WEIGHTS_%d": 1`, i, i)
	}
	return fmt.Sprintf(`{"asset": {"version": "2.0"}, "nodes": [%s], "skins": [{"joints": [0]}], "meshes": [{"primitives": [{"attributes": {%s}}]}], "accessors": [%s]}`,
		list(nodes, `{"mesh": 0, "skin": 0}`), attributes, accessors)
}

// chain has nodes each of which is the child of the one before.
func chain(n int) string {
	var b strings.Builder
	b.WriteString(`{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [`)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, `{"children":[%d]},`, i)
	}
	b.WriteString(`{}]}`)
	return b.String()
}

// textured has as many materials, each with a picture of its own out of the same bytes.
func textured(picture []byte, n int) string {
	var images, textures, materials []string
	for i := range n {
		images = append(images, `{"bufferView": 0, "mimeType": "image/png"}`)
		textures = append(textures, fmt.Sprintf(`{"source": %d}`, i))
		materials = append(materials, fmt.Sprintf(`{"pbrMetallicRoughness": {"baseColorTexture": {"index": %d}}}`, i))
	}
	return fmt.Sprintf(`{"asset": {"version": "2.0"}, "images": [%s], "textures": [%s], "materials": [%s], "bufferViews": [{"buffer": 0, "byteLength": %d}], "buffers": [{"byteLength": %d, "uri": "data:;base64,%s"}]}`,
		strings.Join(images, ","), strings.Join(textures, ","), strings.Join(materials, ","), len(picture), len(picture), base64.StdEncoding.EncodeToString(picture))
}
