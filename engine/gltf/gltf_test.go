package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	stdimage "image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/modeler"

	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/internal/bound"
)

func near(a, b geom.Vec3) bool { return a.Sub(b).Len() < 1e-6 }

func TestAxesTurnFromYUpToZUp(t *testing.T) {
	doc := newDoc()
	doc.Nodes[0].Translation = [3]float64{1, 2, 3}
	in := load(t, doc).Frame.Instances[0]
	// The file's point (1, 2, 4) is vertex 1 after the translation; (x, y, z) -> (x, -z, y).
	if got, want := in.WorldFromObject.Point(in.Mesh.Positions[1]), geom.V(1, -4, 2); !near(got, want) {
		t.Errorf("vertex 1: got %v, want %v", got, want)
	}
	m := in.Mesh.Transformed(in.WorldFromObject)
	a, b, c := m.Positions[m.Triangles[0][0]], m.Positions[m.Triangles[0][1]], m.Positions[m.Triangles[0][2]]
	if n := b.Sub(a).Cross(c.Sub(a)).Unit(); !near(n, geom.V(0, 0, 1)) {
		t.Errorf("the file's up (+y) became %v, want +z", n)
	}
}

func TestHierarchy(t *testing.T) {
	doc := newDoc()
	doc.Nodes = []*qm.Node{
		{Name: "root", Children: []int{1, 2}, Translation: [3]float64{10, 0, 0}, Extras: map[string]any{"id": 7, "label": "chair"}},
		// A quarter turn about y (up): x goes to -z.
		{Name: "turned", Mesh: qm.Index(0), Rotation: [4]float64{0, math.Sqrt(0.5), 0, math.Sqrt(0.5)}, Scale: [3]float64{2, 1, 1}},
		{Name: "mirrored", Mesh: qm.Index(0), Matrix: [16]float64{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1},
			Extras: map[string]any{"id": 0, "label": "seat"}},
	}
	s := load(t, doc)
	in := s.Frame.Instances
	if len(in) != 2 || in[0].Mesh != in[1].Mesh {
		t.Fatalf("got %d instances, want 2 that share their mesh", len(in))
	}
	if got, want := in[0].WorldFromObject.Point(geom.V(1, 0, 0)), geom.V(10, 2, 0); !near(got, want) {
		t.Errorf("turned and doubled: got %v, want %v", got, want)
	}
	if got, want := in[1].WorldFromObject.Point(geom.V(1, 0, 0)), geom.V(9, 0, 5); !near(got, want) {
		t.Errorf("mirrored: got %v, want %v", got, want)
	}
	if in[1].WorldFromObject.M.Det() >= 0 {
		t.Error("mirroring is lost")
	}
	m := in[1].Mesh.Transformed(in[1].WorldFromObject)
	v := m.Triangles[0]
	if n := m.Positions[v[1]].Sub(m.Positions[v[0]]).Cross(m.Positions[v[2]].Sub(m.Positions[v[0]])); n.Z <= 0 {
		t.Errorf("mirrored triangle faces %v, want +z still", n)
	}
	for i, want := range []struct {
		object, part uint16
		node         Node
	}{{7, 1, Node{1, 0, "turned", "chair", "root", ""}}, {0, 0, Node{2, 0, "mirrored", "seat", "", ""}}} {
		if in[i].Object != want.object || in[i].Part != want.part || s.Nodes[i] != want.node {
			t.Errorf("instance %d: got object %d, part %d, %+v, want %+v", i, in[i].Object, in[i].Part, s.Nodes[i], want)
		}
	}
}

func TestObjectsWithoutIDsAreNumbered(t *testing.T) {
	doc := newDoc()
	doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, doc.Meshes[0].Primitives[0])
	doc.Nodes = append(doc.Nodes, &qm.Node{Name: "again", Mesh: qm.Index(0)})
	doc.Scenes[0].Nodes = []int{0, 1}
	var got [][2]uint16
	for _, in := range load(t, doc).Frame.Instances {
		got = append(got, [2]uint16{in.Object, in.Part})
	}
	want := [][2]uint16{{1, 1}, {1, 1}, {2, 2}, {2, 2}}
	for i := range want {
		if len(got) != len(want) || got[i] != want[i] {
			t.Fatalf("object and part ids: got %v, want %v", got, want)
		}
	}
}

func TestScenesAndRoots(t *testing.T) {
	doc := newDoc()
	doc.Nodes = append(doc.Nodes, &qm.Node{Name: "second", Mesh: qm.Index(0)}, &qm.Node{Name: "third", Mesh: qm.Index(0)})
	doc.Scenes = append(doc.Scenes, &qm.Scene{Nodes: []int{2, 1}})
	doc.Scene = qm.Index(1)
	s := load(t, doc)
	if len(s.Nodes) != 2 || s.Nodes[0].Name != "third" || s.Nodes[1].Name != "second" {
		t.Errorf("scene 1: got %+v, want third and second", s.Nodes)
	}
	glb := editJSON(t, encode(t, doc), func(d map[string]any) {
		delete(d, "scenes")
		delete(d, "scene")
		entry(d, "nodes", 0)["children"] = []int{2}
	})
	s, err := LoadScene(save(t, "rootless.glb", glb), bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Nodes) != 3 || s.Nodes[1].Name != "third" {
		t.Errorf("without scenes: got %+v, want thing, third, second", s.Nodes)
	}
}

func TestTriangleModes(t *testing.T) {
	for _, c := range []struct {
		name  string
		mode  qm.PrimitiveMode
		order []uint32
		want  [][3]uint32
	}{
		{"list", qm.PrimitiveTriangles, []uint32{0, 1, 2, 2, 1, 3}, [][3]uint32{{0, 1, 2}, {2, 1, 3}}},
		{"strip turns every second round", qm.PrimitiveTriangleStrip, []uint32{0, 1, 2, 3, 4}, [][3]uint32{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}},
		{"fan shares the first", qm.PrimitiveTriangleFan, []uint32{5, 1, 2, 3}, [][3]uint32{{1, 2, 5}, {2, 3, 5}}},
		{"strip of two is nothing", qm.PrimitiveTriangleStrip, []uint32{0, 1}, nil},
	} {
		got, err := (&reader{memory: bound.New(0)}).triangles(c.mode, c.order)
		if err != nil || len(got) != len(c.want) {
			t.Errorf("%s: got %v, %v, want %v", c.name, got, err, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: got %v, want %v", c.name, got, c.want)
			}
		}
	}
}

func TestIndexWidths(t *testing.T) {
	for _, c := range []struct {
		name string
		data any
	}{{"8 bit", []uint8{0, 1, 2}}, {"16 bit", []uint16{0, 1, 2}}, {"32 bit", []uint32{0, 1, 2}}, {"none", nil}} {
		doc := newDoc()
		doc.Meshes[0].Primitives[0].Indices = nil
		if c.data != nil {
			doc.Meshes[0].Primitives[0].Indices = qm.Index(modeler.WriteAccessor(doc, qm.TargetElementArrayBuffer, c.data))
		}
		if got := load(t, doc).Frame.Instances[0].Mesh.Triangles; len(got) != 1 || got[0] != [3]uint32{0, 1, 2} {
			t.Errorf("%s: got %v, want one triangle 0 1 2", c.name, got)
		}
	}
}

func TestSparseAndZeroAccessors(t *testing.T) {
	doc := newDoc()
	views := len(doc.BufferViews)
	index := modeler.WriteIndices(doc, []uint16{1, 2})
	values := modeler.WritePosition(doc, [][3]float32{{3, 0, 0}, {0, 0, 4}})
	doc.Accessors = append(doc.Accessors, &qm.Accessor{ // no buffer view: zeros, but for vertices 1 and 2
		ComponentType: qm.ComponentFloat, Type: qm.AccessorVec3, Count: 3,
		Sparse: &qm.Sparse{
			Count:   2,
			Indices: qm.SparseIndices{BufferView: views, ByteOffset: doc.Accessors[index].ByteOffset, ComponentType: qm.ComponentUshort},
			Values:  qm.SparseValues{BufferView: *doc.Accessors[values].BufferView, ByteOffset: doc.Accessors[values].ByteOffset},
		},
	})
	doc.Accessors[len(doc.Accessors)-1].Sparse.Indices.BufferView = *doc.Accessors[index].BufferView
	doc.Meshes[0].Primitives[0].Attributes[qm.POSITION] = len(doc.Accessors) - 1
	got := load(t, doc).Frame.Instances[0].Mesh.Positions
	want := []geom.Vec3{{}, geom.V(3, 0, 0), geom.V(0, 0, 4)}
	for i := range want {
		if len(got) != 3 || got[i] != want[i] {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestNormalsAndTextureCoordinates(t *testing.T) {
	doc := newDoc()
	p := doc.Meshes[0].Primitives[0]
	p.Attributes[qm.NORMAL] = modeler.WriteNormal(doc, [][3]float32{{0, 2, 0}, {0, 0, 0}, {0, 0, 1}})
	p.Attributes[qm.TEXCOORD_0] = modeler.WriteTextureCoord(doc, [][2]uint8{{0, 255}, {51, 102}, {255, 0}})
	addTexture(t, doc, pngOf(stdimage.NewNRGBA(stdimage.Rect(0, 0, 2, 3))), "image/png")
	doc.Materials = []*qm.Material{{PBRMetallicRoughness: &qm.PBRMetallicRoughness{BaseColorTexture: &qm.TextureInfo{Index: 0}}}}
	p.Material = qm.Index(0)
	m := load(t, doc).Frame.Instances[0].Mesh
	// Vertex 1 has a zero normal and gets the triangle's, which is +y in the file.
	for i, want := range []geom.Vec3{geom.V(0, 1, 0), geom.V(0, 1, 0), geom.V(0, 0, 1)} {
		if !near(m.Normals[i], want) {
			t.Errorf("normal %d: got %v, want %v", i, m.Normals[i], want)
		}
	}
	for i, want := range [][2]float64{{0, 1}, {0.2, 0.4}, {1, 0}} { // 51/255 and 102/255
		if m.UVs[i] != want {
			t.Errorf("texture coordinate %d: got %v, want %v", i, m.UVs[i], want)
		}
	}
}

// KHR_texture_transform: scale, then a turn that is counter-clockwise with v down, then the offset.
func TestTextureTransform(t *testing.T) {
	info := &qm.TextureInfo{Extensions: qm.Extensions{texturetransform.ExtensionName: &texturetransform.TextureTransform{
		Offset: [2]float64{0.5, 0.25}, Rotation: math.Pi / 2, Scale: [2]float64{2, 3}, TexCoord: qm.Index(4),
	}}}
	uv := newUVSource(info)
	got := uv.apply(0.1, 0.1) // scaled (0.2, 0.3), turned (0.3, -0.2), moved
	if want := [2]float64{0.8, 0.05}; math.Abs(got[0]-want[0]) > 1e-12 || math.Abs(got[1]-want[1]) > 1e-12 || uv.set != 4 {
		t.Errorf("got %v of set %d, want %v of set 4", got, uv.set, want)
	}
}

func TestMaterial(t *testing.T) {
	doc := newDoc()
	picture := stdimage.NewNRGBA(stdimage.Rect(0, 0, 2, 1))
	picture.Set(0, 0, color.NRGBA{255, 0, 0, 255})
	picture.Set(1, 0, color.NRGBA{0, 0, 0, 255})
	addTexture(t, doc, pngOf(picture), "image/png")
	doc.Materials = []*qm.Material{
		{
			Name: "glass",
			PBRMetallicRoughness: &qm.PBRMetallicRoughness{
				BaseColorFactor: &[4]float64{0.1, 0.2, 0.3, 1}, MetallicFactor: qm.Float(0), RoughnessFactor: qm.Float(0.25),
				BaseColorTexture: &qm.TextureInfo{}, MetallicRoughnessTexture: &qm.TextureInfo{},
			},
			Extensions: qm.Extensions{
				"KHR_materials_transmission": json.RawMessage(`{"transmissionFactor":0.75}`),
				"KHR_materials_ior":          json.RawMessage(`{"ior":1.33}`),
			},
		},
		{
			Name: "lamp", EmissiveFactor: [3]float64{1, 0.5, 0.5}, EmissiveTexture: &qm.TextureInfo{},
			Extensions: qm.Extensions{"KHR_materials_emissive_strength": json.RawMessage(`{"emissiveStrength":8}`)},
		},
	}
	p := doc.Meshes[0].Primitives[0]
	glass, lamp := *p, *p
	glass.Material, lamp.Material = qm.Index(0), qm.Index(1)
	doc.Meshes[0].Primitives = []*qm.Primitive{&glass, &lamp, p}
	in := load(t, doc).Frame.Instances

	g := in[0].Material
	if g.Name != "glass" || g.BaseColor != (material.RGB{0.1, 0.2, 0.3}) || g.PerceptualRoughness != 0.25 || g.Metallic != 0 ||
		g.Transmission != 0.75 || g.IOR != 1.33 {
		t.Errorf("glass: got %+v", g)
	}
	if x := g.BaseColorTexture; x == nil || x.Width != 2 || x.Height != 1 || !x.SRGB || !bytes.Equal(x.Pix, picture.Pix) {
		t.Errorf("base color texture: got %+v, want the sRGB picture", x)
	}
	if x := g.MetallicRoughnessTexture; x == nil || x.SRGB || !bytes.Equal(x.Pix, picture.Pix) {
		t.Errorf("metallic-roughness texture: got %+v, want the linear picture", x)
	}
	if got, want := in[1].Material.Emission, (material.RGB{8, 4, 4}); got != want {
		t.Errorf("emission: got %v, want %v", got, want)
	}
	if x := in[1].Material.EmissionTexture; x == nil || !x.SRGB || !bytes.Equal(x.Pix, picture.Pix) {
		t.Errorf("emission texture: got %+v, want the sRGB picture", x)
	}
	if d := in[2].Material; d.Metallic != 1 || d.PerceptualRoughness != 1 || d.IOR != 1.5 || d.BaseColor != (material.RGB{1, 1, 1}) {
		t.Errorf("material of a primitive without one: got %+v", d)
	}
}

func TestLightsWorldAndCamera(t *testing.T) {
	doc := newDoc()
	doc.Asset.Extras = map[string]any{"width": 400, "height": 200, "world_radiance": []float64{0.1, 0.2, 0.3}}
	doc.Cameras = []*qm.Camera{
		{Type: "perspective", Perspective: &qm.Perspective{Yfov: math.Pi / 2, Znear: 0.1, AspectRatio: qm.Float(4)}},
		{Type: "orthographic", Orthographic: &qm.Orthographic{Xmag: 1, Ymag: 1, Zfar: 10, Znear: 0}},
	}
	doc.Nodes = append(doc.Nodes,
		&qm.Node{Camera: qm.Index(0), Translation: [3]float64{0, 1, 5}, Scale: [3]float64{3, 3, 3}},
		&qm.Node{Camera: qm.Index(1), Translation: [3]float64{0, 1, 5}},
		&qm.Node{Name: "key", Translation: [3]float64{0, 4, 0}, Extras: map[string]any{"light": map[string]any{
			"type": "area", "size": 0.5, "power_w": 100, "color": []float64{1, 0.5, 0.25}}}})
	doc.Scenes[0].Nodes = []int{0, 1, 2, 3}
	s := load(t, doc)
	f := s.Frame
	c := f.Camera
	// tan(45 deg) = 1, so the focal length is half the height.
	if c.Width != 400 || c.Height != 200 || math.Abs(c.FocalPx-100) > 1e-9 || c.CenterX != 200 || c.CenterY != 100 {
		t.Errorf("camera: got %+v, want 400 x 200 with focal length 100", c)
	}
	// It looks along the file's -z, which is +y here, from (0, -5, 1).
	if x, y, z := c.Project(geom.V(0, 0, 1)); math.Abs(x-200)+math.Abs(y-100)+math.Abs(z-5) > 1e-9 {
		t.Errorf("the point ahead is at (%g, %g), depth %g, want (200, 100), depth 5", x, y, z)
	}
	if x, y, _ := c.Project(geom.V(1, 0, 2)); !(x > 200) || !(y < 100) {
		t.Errorf("right and up is at (%g, %g), want right of 200 and above 100", x, y)
	}
	// One of parallel rays sees a square of 2 m, the full height of the picture, however far away.
	if len(s.Cameras) != 2 {
		t.Fatalf("got %d cameras, want 2", len(s.Cameras))
	}
	if x, y, z := s.Cameras[1].Project(geom.V(1, 4, 2)); math.Abs(x-300)+math.Abs(y)+math.Abs(z-9) > 1e-9 || math.Abs(s.Cameras[1].Near-1e-5) > 1e-12 || s.Cameras[1].Far != 10 {
		t.Errorf("orthographic: a corner of what it sees is at (%g, %g), depth %g, want (300, 0), depth 9; %+v", x, y, z, s.Cameras[1])
	}
	if len(f.Lights) != 1 || f.Lights[0].Color != (material.RGB{1, 0.5, 0.25}) || !near(f.Lights[0].WorldFromLight.T, geom.V(0, 0, 4)) ||
		!near(f.Lights[0].WorldFromLight.M.Z, geom.V(0, -1, 0)) {
		t.Errorf("lights: got %+v", f.Lights)
	}
	if f.WorldRadiance != (material.RGB{0.1, 0.2, 0.3}) {
		t.Errorf("world radiance: got %v", f.WorldRadiance)
	}
}

func TestDefaultsSeeAndLightEverything(t *testing.T) {
	for _, scale := range []float64{0.01, 1, 50} {
		doc := newDoc()
		doc.Nodes[0].Scale = [3]float64{scale, scale, scale}
		f := load(t, doc).Frame
		if f.Camera.Width != 800 || f.Camera.Height != 600 || len(f.Lights) != 2 || f.WorldRadiance[0] <= 0 {
			t.Errorf("scale %g: got %d x %d, %d lights, world %v", scale, f.Camera.Width, f.Camera.Height, len(f.Lights), f.WorldRadiance)
		}
		in := f.Instances[0]
		for _, p := range in.Mesh.Positions {
			x, y, z := f.Camera.Project(in.WorldFromObject.Point(p))
			if x < 0 || x > 800 || y < 0 || y > 600 || z < f.Camera.Near || z > f.Camera.Far {
				t.Errorf("scale %g: %v is seen at (%g, %g), depth %g", scale, p, x, y, z)
			}
		}
		// Irradiance of a small lamp that the point faces: PowerW / (4 r^2), the same at every scale.
		r := f.Lights[0].WorldFromLight.T.Sub(in.WorldFromObject.Point(in.Mesh.Bounds().Center())).Len()
		if e := f.Lights[0].PowerW / (4 * r * r); math.Abs(e-0.7*math.Pi) > 1e-6 {
			t.Errorf("scale %g: key irradiance %g, want %g", scale, e, 0.7*math.Pi)
		}
	}
}

func TestTextFileWithExternalFiles(t *testing.T) {
	doc := newDoc()
	dir := t.TempDir()
	doc.Buffers[0].URI = "the%20data.bin"
	if err := os.WriteFile(filepath.Join(dir, "the data.bin"), doc.Buffers[0].Data, 0o644); err != nil {
		t.Fatal(err)
	}
	var jpg bytes.Buffer
	if err := jpeg.Encode(&jpg, stdimage.NewGray(stdimage.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	doc.Images = []*qm.Image{{URI: "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpg.Bytes())}}
	doc.Textures = []*qm.Texture{{Source: qm.Index(0)}}
	doc.Materials = []*qm.Material{{PBRMetallicRoughness: &qm.PBRMetallicRoughness{BaseColorTexture: &qm.TextureInfo{}}}}
	doc.Meshes[0].Primitives[0].Material = qm.Index(0)
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "scene.gltf")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if x := f.Instances[0].Material.BaseColorTexture; len(f.Instances[0].Mesh.Positions) != 3 || x == nil || x.Width != 8 {
		t.Errorf("got %d positions and texture %v, want 3 and an 8 pixel picture", len(f.Instances[0].Mesh.Positions), x)
	}
}

// addTexture embeds a picture as the next texture of the document.
func addTexture(t testing.TB, doc *qm.Document, data []byte, mime string) {
	t.Helper()
	i, err := modeler.WriteImage(doc, "picture", mime, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	doc.Textures = append(doc.Textures, &qm.Texture{Source: qm.Index(i)})
}

func pngOf(im stdimage.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, im); err != nil {
		panic(err)
	}
	return b.Bytes()
}
