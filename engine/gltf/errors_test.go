package gltf

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	qm "github.com/qmuntal/gltf"

	"mereo/internal/bound"
	"mereo/internal/glbs"
	"mereo/internal/hostile"
)

// Every bad file gets one sentence that names the place; the words are part of the interface.
func TestErrors(t *testing.T) {
	good := func() []byte { return encode(t, newDoc()) }
	edited := func(edit func(d map[string]any)) []byte { return editJSON(t, good(), edit) }
	nan := func() []byte {
		doc := newDoc()
		binary.LittleEndian.PutUint32(doc.Buffers[0].Data[16:], math.Float32bits(float32(math.NaN())))
		return encode(t, doc)
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "not a glTF file: it starts neither with the letters glTF nor with a JSON object"},
		{"another format", []byte("\x89PNG\r\n\x1a\n"), "not a glTF file: it starts neither with the letters glTF nor with a JSON object"},
		{"header only", good()[:15], "file is cut short: 15 bytes, a .glb has at least 20"},
		{"half", good()[:100], "file is cut short: 100 bytes, its header says"},
		{"version 1", append([]byte("glTF\x01\x00\x00\x00"), good()[8:]...), "container version is 1, want 2"},
		{"bad JSON", []byte("{\n\"asset\": {\"version\": \"2.0\"},\n\"nodes\": [}"), "JSON line 3, byte 42: invalid character '}' looking for beginning of value"},
		{"no asset", []byte("{}"), "asset is required"},
		{"old asset", edited(func(d map[string]any) { d["asset"] = map[string]any{"version": "1.0"} }), `asset.version is "1.0", want 2.0`},
		{"wrong JSON type", edited(func(d map[string]any) { entry(d, "nodes", 0)["mesh"] = "tri" }), "nodes[0]: mesh is JSON string, want an integer"},
		{"unknown component type", edited(func(d map[string]any) { entry(d, "accessors", 1)["componentType"] = 7 }), "accessors[1]: unknown component type: 7"},
		{"null entry", edited(func(d map[string]any) { d["meshes"] = []any{nil} }), "meshes[0] is null, want an object"},
		{"compressed", edited(func(d map[string]any) { d["extensionsRequired"] = []string{"KHR_draco_mesh_compression"} }),
			`required extension "KHR_draco_mesh_compression" is not supported; "npx @gltf-transform/cli copy IN.glb OUT.glb" writes the file without it`},
		{"unknown required extension", edited(func(d map[string]any) { d["extensionsRequired"] = []string{"ACME_hologram"} }),
			`required extension "ACME_hologram" is not supported, only EXT_mesh_gpu_instancing, KHR_lights_punctual,`},
		{"lamp that there is not", edited(func(d map[string]any) { lit(d, nil) }),
			`node 0 "thing": KHR_lights_punctual: names no light of the file, which has 0`},
		{"lamp of another kind", edited(func(d map[string]any) { lit(d, map[string]any{"type": "tube", "name": "neon"}) }),
			`node 0 "thing": KHR_lights_punctual: light 0 "neon": type is "tube", want "point", "spot" or "directional"`},
		{"dark lamp", edited(func(d map[string]any) { lit(d, map[string]any{"type": "point", "intensity": -1}) }), `light 0 "": intensity is -1, want at least 0`},
		{"inner cone outside", edited(func(d map[string]any) {
			lit(d, map[string]any{"type": "spot", "spot": map[string]any{"innerConeAngle": 1}})
		}), `light 0 "": light: Ball shines within 1 to 0.7853981633974483 rad of its axis, want 0 <= Inner <= Outer <= pi`},
		{"missing buffer", edited(func(d map[string]any) { entry(d, "buffers", 0)["uri"] = "gone.bin" }), `buffer 0: uri "gone.bin": `},
		{"web buffer", edited(func(d map[string]any) { entry(d, "buffers", 0)["uri"] = "https://x.org/a.bin" }),
			`buffer 0: uri "https://x.org/a.bin" has a scheme, want a file beside this one or a data URI`},
		{"bad data URI", edited(func(d map[string]any) { entry(d, "buffers", 0)["uri"] = "data:;base64,*" }), "buffer 0: data URI: illegal base64 data at input byte 0"},
		{"buffer too long", edited(func(d map[string]any) { entry(d, "buffers", 0)["byteLength"] = 1e6 }), "buffer 0: byteLength is 1000000, but there are 44 bytes"},
		{"view outside", edited(func(d map[string]any) { entry(d, "bufferViews", 0)["byteLength"] = 99 }),
			`node 0 "thing": mesh 0 "tri": primitive 0: POSITION: accessor 0: buffer view 0: bytes 0 to 99 are outside buffer 0 of 42 bytes`},
		{"accessor outside", edited(func(d map[string]any) { entry(d, "accessors", 0)["count"] = 4 }),
			`node 0 "thing": mesh 0 "tri": primitive 0: POSITION: accessor 0: 4 elements from byte 0 on are outside buffer view 0 of 36 bytes`},
		{"huge count", edited(func(d map[string]any) { entry(d, "accessors", 0)["count"] = math.MaxInt64 }),
			`primitive 0: POSITION: accessor 0: 9223372036854775807 elements from byte 0 on are outside`},
		{"huge zeros", edited(func(d map[string]any) {
			delete(entry(d, "accessors", 0), "bufferView")
			entry(d, "accessors", 0)["count"] = 1 << 40
		}), "accessor 0: has 1099511627776 elements without a buffer view, at most 1048576 are read"},
		{"accessor missing", edited(func(d map[string]any) {
			entry(d, "meshes", 0)["primitives"].([]any)[0].(map[string]any)["indices"] = 9
		}), `node 0 "thing": mesh 0 "tri": primitive 0: indices: accessor 9 does not exist, there are 2`},
		{"wrong accessor type", edited(func(d map[string]any) {
			entry(d, "meshes", 0)["primitives"].([]any)[0].(map[string]any)["attributes"] = map[string]any{"POSITION": 1}
		}), "POSITION: accessor 1: type is SCALAR, want VEC3"},
		{"index out of range", edited(func(d map[string]any) { entry(d, "accessors", 0)["count"] = 2 }),
			`mesh 0 "tri": primitive 0: indices: accessor 1: index 2 names vertex 2, but there are 2`},
		{"not a multiple of 3", edited(func(d map[string]any) { entry(d, "accessors", 1)["count"] = 2 }), "primitive 0: has 2 vertices, want a multiple of 3"},
		{"NaN vertex", nan(), `node 0 "thing": mesh 0 "tri": primitive 0: POSITION: accessor 0: element 1 is {0 NaN 1}, want finite numbers`},
		{"missing mesh", edited(func(d map[string]any) { entry(d, "nodes", 0)["mesh"] = 3 }), `node 0 "thing": mesh 3 does not exist, there are 1`},
		{"missing material", edited(func(d map[string]any) {
			entry(d, "meshes", 0)["primitives"].([]any)[0].(map[string]any)["material"] = -1
		}), "primitive 0: material -1 does not exist, there are 0"},
		{"missing node", edited(func(d map[string]any) { entry(d, "scenes", 0)["nodes"] = []int{4} }), "node 4 does not exist, there are 1"},
		{"missing scene", edited(func(d map[string]any) { d["scene"] = 2 }), "scene 2 does not exist, there are 1"},
		{"missing camera", edited(func(d map[string]any) { entry(d, "nodes", 0)["camera"] = 0 }), `node 0 "thing": camera 0 does not exist, there are 0`},
		{"cycle", edited(func(d map[string]any) { entry(d, "nodes", 0)["children"] = []int{0} }), `node 0 "thing" is reached twice, want a tree`},
		{"infinite transform", edited(func(d map[string]any) { entry(d, "nodes", 0)["scale"] = []float64{1e300, 1, 1} }), `node 0 "thing": its transform is not finite`},
		{"nothing to draw", edited(func(d map[string]any) { delete(entry(d, "nodes", 0), "mesh") }), "holds no triangles"},
		{"only points", edited(func(d map[string]any) {
			entry(d, "meshes", 0)["primitives"].([]any)[0].(map[string]any)["mode"] = 0
		}), "holds no triangles"},
		{"bad roughness", edited(func(d map[string]any) {
			d["materials"] = []any{map[string]any{"name": "ice", "pbrMetallicRoughness": map[string]any{"roughnessFactor": 2}}}
		}), `material 0 "ice": material: "ice": PerceptualRoughness is 2, want 0 to 1`},
		{"two faults", edited(func(d map[string]any) {
			d["materials"] = []any{map[string]any{"name": "ice", "pbrMetallicRoughness": map[string]any{"roughnessFactor": 2, "metallicFactor": -1}}}
		}), `material 0 "ice": material: "ice": Metallic is -1, want 0 to 1; PerceptualRoughness is 2, want 0 to 1`},
		{"bad ior", edited(func(d map[string]any) {
			d["materials"] = []any{map[string]any{"extensions": map[string]any{"KHR_materials_ior": map[string]any{"ior": "x"}}}}
		}), `material 0 "": KHR_materials_ior: ior is JSON string, want a number`},
		{"sampler missing", edited(func(d map[string]any) {
			d["images"], d["textures"] = []any{map[string]any{"uri": "a.png"}}, []any{map[string]any{"source": 0, "sampler": 7}}
			d["materials"] = []any{map[string]any{"normalTexture": map[string]any{"index": 0}}}
			d["meshes"].([]any)[0].(map[string]any)["primitives"].([]any)[0].(map[string]any)["material"] = 0
		}), `material 0 "": normalTexture: texture 0: sampler 7 does not exist, there are 0`},
		{"texture missing", edited(func(d map[string]any) {
			d["materials"] = []any{map[string]any{"pbrMetallicRoughness": map[string]any{"baseColorTexture": map[string]any{"index": 0}}}}
		}), `material 0 "": baseColorTexture: texture 0 does not exist, there are 0`},
		{"not a picture", edited(func(d map[string]any) {
			d["images"] = []any{map[string]any{"bufferView": 0, "mimeType": "image/png"}}
			d["textures"] = []any{map[string]any{"source": 0}}
			d["materials"] = []any{map[string]any{"pbrMetallicRoughness": map[string]any{"baseColorTexture": map[string]any{"index": 0}}}}
		}), `material 0 "": baseColorTexture: image 0: not a PNG or JPEG picture: image: unknown format`},
		{"bad id", edited(func(d map[string]any) { entry(d, "nodes", 0)["extras"] = map[string]any{"id": 70000} }),
			`node 0 "thing": extras: id is JSON number 70000, want an integer from 0 to 65535`},
		{"bad light", edited(func(d map[string]any) {
			entry(d, "nodes", 0)["extras"] = map[string]any{"light": map[string]any{"type": "point"}}
		}), `node 0 "thing": extras.light.type is "point", want "area", "ball" or "sun"`},
		{"light without size", edited(func(d map[string]any) {
			entry(d, "nodes", 0)["extras"] = map[string]any{"light": map[string]any{"type": "area", "power_w": 3}}
		}), `node 0 "thing": extras.light: light: Size is 0, want more than 0`},
		{"half a size", edited(func(d map[string]any) { d["asset"].(map[string]any)["extras"] = map[string]any{"width": 3} }),
			"asset: extras: has one of width and height, want both or none"},
		{"bad camera", edited(func(d map[string]any) {
			d["cameras"] = []any{map[string]any{"type": "perspective", "perspective": map[string]any{"yfov": 4, "znear": 0.1}}}
			entry(d, "nodes", 0)["camera"] = 0
		}), `node 0 "thing": camera 0: yfov is 4, want more than 0 and less than pi`},
	} {
		path := save(t, "bad.glb", c.data)
		s, err := LoadScene(path, bound.New(0))
		if err == nil {
			t.Errorf("%s: got %d instances, want an error", c.name, len(s.Nodes))
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, "gltf: "+path+": "+c.want) && !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	if _, err := Load("no/such.glb"); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "gltf: no/such.glb: ") {
		t.Errorf("missing file: got %v", err)
	}
}

// Whatever the bytes, the reader answers with a frame that is valid or with one sentence; it never panics.
func FuzzLoad(f *testing.F) {
	glb := encode(f, newDoc())
	f.Add(glb)
	f.Add(glb[:len(glb)-7])
	f.Add([]byte(`{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"componentType":5126,"type":"VEC3","count":3}]}`))
	doc := newDoc()
	addTexture(f, doc, tinyPNG(), "image/png")
	doc.Materials = []*qm.Material{{PBRMetallicRoughness: &qm.PBRMetallicRoughness{BaseColorTexture: &qm.TextureInfo{}}}}
	doc.Meshes[0].Primitives[0].Material = qm.Index(0)
	doc.Nodes[0].Extras = map[string]any{"id": 3, "light": map[string]any{"type": "area", "size": 1, "power_w": 1}}
	f.Add(encode(f, doc))
	for _, edit := range []func(d map[string]any){
		func(d map[string]any) { entry(d, "accessors", 0)["byteOffset"] = -4 },
		func(d map[string]any) { entry(d, "accessors", 1)["count"] = 1 << 62 },
		func(d map[string]any) { entry(d, "bufferViews", 0)["byteStride"] = 1 },
		func(d map[string]any) { entry(d, "bufferViews", 0)["byteOffset"] = math.MaxInt64 },
		func(d map[string]any) { entry(d, "buffers", 0)["byteLength"] = -1 },
	} {
		f.Add(editJSON(f, glb, edit))
	}
	for _, doc := range []*qm.Document{armDoc(), faceDoc()} {
		animated(doc, 0, qm.TRSTranslation, qm.InterpolationCubicSpline, []float32{0, 1}, make([][3]float32, 6))
		f.Add(encode(f, doc))
	}
	for _, data := range hostile.GLTF().Small() {
		f.Add(data)
	}
	for _, s := range glbs.All() {
		f.Add(s.GLB)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, at := range []*Moment{nil, {Time: 0.5}} {
			s, err := decode(data, bound.New(64e6), func(string) ([]byte, error) { return nil, os.ErrNotExist }, at)
			if err != nil {
				continue
			}
			if err := s.Frame.Validate(); err != nil {
				t.Errorf("accepted a frame that is not valid: %v", err)
			}
			if len(s.Nodes) != len(s.Frame.Instances) {
				t.Errorf("got %d nodes for %d instances", len(s.Nodes), len(s.Frame.Instances))
			}
		}
	})
}

// lit gives the first node the first lamp, and the document one or none.
func lit(d map[string]any, lamp map[string]any) {
	lights := []any{}
	if lamp != nil {
		lights = append(lights, lamp)
	}
	d["extensions"] = map[string]any{punctualLights: map[string]any{"lights": lights}}
	entry(d, "nodes", 0)["extensions"] = map[string]any{punctualLights: map[string]any{"light": 0}}
}
