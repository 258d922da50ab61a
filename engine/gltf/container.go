package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// document is a parsed file and, for .glb, its binary chunk.
type document struct {
	qm.Document
	bin []byte
}

// reader turns a document into a scene; buffers, materials and meshes are read once and shared.
type reader struct {
	doc       *document
	open      func(name string) ([]byte, error)
	memory    *bound.Memory
	buffers   [][]byte
	images    map[imageKey]*material.Texture
	materials []*surface
	meshes    map[primitiveKey]*mesh.Mesh // nil of what has no triangles
	plain     *material.Material          // of primitives that name none
	lamps     []punctual
}

const (
	glbMagic  = 0x46546C67 // "glTF"
	chunkJSON = 0x4E4F534A // "JSON"
	chunkBIN  = 0x004E4942 // "BIN\0"
)

// parse splits the container (glTF 2.0 specification, section 4.4 "Binary glTF Layout") and reads the JSON.
func parse(data []byte, memory *bound.Memory) (*document, error) {
	doc := &document{}
	text := data
	if len(data) >= 4 && binary.LittleEndian.Uint32(data) == glbMagic {
		if len(data) < 20 {
			return nil, fmt.Errorf("file is cut short: %d bytes, a .glb has at least 20", len(data))
		}
		if v := binary.LittleEndian.Uint32(data[4:]); v != 2 {
			return nil, fmt.Errorf("container version is %d, want 2", v)
		}
		if n := binary.LittleEndian.Uint32(data[8:]); uint64(n) > uint64(len(data)) {
			return nil, fmt.Errorf("file is cut short: %d bytes, its header says %d", len(data), n)
		}
		text = nil
		for rest, i := data[12:], 0; len(rest) >= 8 && i < 2; i++ {
			n, kind := binary.LittleEndian.Uint32(rest), binary.LittleEndian.Uint32(rest[4:])
			if uint64(n) > uint64(len(rest)-8) {
				return nil, fmt.Errorf("chunk %d is cut short: %d bytes of %d", i, len(rest)-8, n)
			}
			body := rest[8 : 8+n]
			rest = rest[8+n:]
			switch {
			case i == 0 && kind != chunkJSON:
				return nil, fmt.Errorf("first chunk has type %#08x, want JSON (%#08x)", kind, uint32(chunkJSON))
			case i == 0:
				text = body
			case kind == chunkBIN:
				doc.bin = body
			}
		}
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if trimmed := bytes.TrimLeft(text, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		return nil, errors.New("not a glTF file: it starts neither with the letters glTF nor with a JSON object")
	}
	if err := memory.JSON(text); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &doc.Document); err != nil {
		return nil, explain(text, err)
	}
	if !strings.HasPrefix(doc.Asset.Version, "2.") {
		return nil, fmt.Errorf("asset.version is %q, want 2.0", doc.Asset.Version)
	}
	return doc, doc.checkNulls()
}

// explain says where in the JSON text the reading failed: the line for bad syntax, else the list and the entry that
// cannot be read by itself.
func explain(text []byte, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := 1 + bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		return fmt.Errorf("JSON line %d, byte %d: %w", line, syntax.Offset, err)
	}
	var lists map[string]json.RawMessage
	if json.Unmarshal(text, &lists) != nil {
		return err
	}
	for _, l := range []struct {
		name  string
		fresh func() any
	}{
		{"accessors", func() any { return new(qm.Accessor) }},
		{"animations", func() any { return new(qm.Animation) }},
		{"buffers", func() any { return new(qm.Buffer) }},
		{"bufferViews", func() any { return new(qm.BufferView) }},
		{"cameras", func() any { return new(qm.Camera) }},
		{"images", func() any { return new(qm.Image) }},
		{"materials", func() any { return new(qm.Material) }},
		{"meshes", func() any { return new(qm.Mesh) }},
		{"nodes", func() any { return new(qm.Node) }},
		{"scenes", func() any { return new(qm.Scene) }},
		{"skins", func() any { return new(qm.Skin) }},
		{"textures", func() any { return new(qm.Texture) }},
	} {
		var entries []json.RawMessage
		if json.Unmarshal(lists[l.name], &entries) != nil {
			continue
		}
		for i, e := range entries {
			if entryErr := json.Unmarshal(e, l.fresh()); entryErr != nil {
				return fmt.Errorf("%s[%d]: %s", l.name, i, plainError(entryErr))
			}
		}
	}
	return errors.New(plainError(err))
}

// plainError says what a JSON error means without the names of Go types.
func plainError(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		want := map[reflect.Kind]string{
			reflect.String: "text", reflect.Bool: "true or false", reflect.Float64: "a number", reflect.Int: "an integer",
			reflect.Uint16: "an integer from 0 to 65535", reflect.Slice: "a list", reflect.Array: "a list",
			reflect.Struct: "an object", reflect.Map: "an object",
		}[kind.Type.Kind()]
		if want == "" {
			want = "another type"
		}
		return fmt.Sprintf("%s is JSON %s, want %s", kind.Field, kind.Value, want)
	}
	return strings.TrimPrefix(err.Error(), "gltf: ")
}

// checkNulls refuses null entries, which JSON allows and every index would have to be wary of.
func (d *document) checkNulls() error {
	return errors.Join(
		noNull("accessors", d.Accessors), noNull("animations", d.Animations), noNull("buffers", d.Buffers), noNull("bufferViews", d.BufferViews),
		noNull("cameras", d.Cameras), noNull("images", d.Images), noNull("materials", d.Materials),
		noNull("meshes", d.Meshes), noNull("nodes", d.Nodes), noNull("scenes", d.Scenes), noNull("skins", d.Skins),
		noNull("textures", d.Textures), noNullPrimitives(d.Meshes), noNullChannels(d.Animations),
	)
}

func noNull[T any](list string, entries []*T) error {
	if i := slices.Index(entries, nil); i >= 0 {
		return fmt.Errorf("%s[%d] is null, want an object", list, i)
	}
	return nil
}

func noNullPrimitives(meshes []*qm.Mesh) error {
	for i, m := range meshes {
		if m != nil && slices.Contains(m.Primitives, nil) {
			return fmt.Errorf("meshes[%d]: a primitive is null, want an object", i)
		}
	}
	return nil
}

func noNullChannels(animations []*qm.Animation) error {
	for i, a := range animations {
		if a != nil && (slices.Contains(a.Channels, nil) || slices.Contains(a.Samplers, nil)) {
			return fmt.Errorf("animations[%d]: a channel or a sampler is null, want an object", i)
		}
	}
	return nil
}

// without are the commands of glTF Transform that write files without an extension. For these forms of compression there is no good library in Go.
var without = map[string]string{
	"KHR_draco_mesh_compression": "copy", "EXT_meshopt_compression": "copy", "KHR_texture_basisu": "ktxdecompress",
}

func (r *reader) checkExtensions() error {
	for _, name := range r.doc.ExtensionsRequired {
		if !slices.Contains(Supported, name) {
			if command, ok := without[name]; ok {
				return fmt.Errorf("required extension %q is not supported; \"npx @gltf-transform/cli %s IN.glb OUT.glb\" writes the file without it", name, command)
			}
			return fmt.Errorf("required extension %q is not supported, only %s", name, strings.Join(Supported, ", "))
		}
	}
	return nil
}

// readBuffers gets the bytes of every buffer and checks that there are as many as promised.
func (r *reader) readBuffers() error {
	for i, b := range r.doc.Buffers {
		data, err := r.bytesOf(b.URI, func() ([]byte, error) {
			if i == 0 && r.doc.bin != nil {
				return r.doc.bin, nil
			}
			return nil, errors.New("has no uri, and the file has no binary chunk for it")
		})
		if err != nil {
			return fmt.Errorf("buffer %d: %w", i, err)
		}
		if b.ByteLength < 0 || b.ByteLength > len(data) {
			return fmt.Errorf("buffer %d: byteLength is %d, but there are %d bytes", i, b.ByteLength, len(data))
		}
		r.buffers = append(r.buffers, data[:b.ByteLength])
	}
	return nil
}

// bytesOf reads a data URI or a file beside the glTF file; without a URI it asks embedded.
func (r *reader) bytesOf(uri string, embedded func() ([]byte, error)) ([]byte, error) {
	if uri == "" {
		return embedded()
	}
	if rest, ok := strings.CutPrefix(uri, "data:"); ok {
		kind, payload, ok := strings.Cut(rest, ",")
		if !ok || !strings.HasSuffix(kind, ";base64") {
			return nil, errors.New("data URI is not base64")
		}
		if err := r.memory.Take(len(payload), 1); err != nil {
			return nil, err
		}
		data, err := base64.StdEncoding.DecodeString(payload)
		if err != nil {
			data, err = base64.RawStdEncoding.DecodeString(payload)
		}
		if err != nil {
			return nil, fmt.Errorf("data URI: %w", err)
		}
		return data, nil
	}
	if u, err := url.Parse(uri); err == nil && u.Scheme != "" {
		return nil, fmt.Errorf("uri %q has a scheme, want a file beside this one or a data URI", uri)
	}
	name, err := url.PathUnescape(uri)
	if err != nil {
		name = uri
	}
	data, err := r.open(name)
	if err != nil {
		return nil, fmt.Errorf("uri %q: %w", uri, err)
	}
	return data, nil
}

// view returns the bytes of a buffer view and its stride, 0 where tightly packed.
func (r *reader) view(index int) (data []byte, stride int, err error) {
	if index < 0 || index >= len(r.doc.BufferViews) {
		return nil, 0, fmt.Errorf("buffer view %d does not exist, there are %d", index, len(r.doc.BufferViews))
	}
	v := r.doc.BufferViews[index]
	if v.Buffer < 0 || v.Buffer >= len(r.buffers) {
		return nil, 0, fmt.Errorf("buffer view %d: buffer %d does not exist, there are %d", index, v.Buffer, len(r.buffers))
	}
	b := r.buffers[v.Buffer]
	if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > len(b) || v.ByteLength > len(b)-v.ByteOffset {
		return nil, 0, fmt.Errorf("buffer view %d: bytes %d to %d are outside buffer %d of %d bytes",
			index, v.ByteOffset, uint64(v.ByteOffset)+uint64(v.ByteLength), v.Buffer, len(b))
	}
	if v.ByteStride < 0 || v.ByteStride > math.MaxUint8 {
		return nil, 0, fmt.Errorf("buffer view %d: byteStride is %d, want 4 to 252", index, v.ByteStride)
	}
	return b[v.ByteOffset : v.ByteOffset+v.ByteLength], v.ByteStride, nil
}
