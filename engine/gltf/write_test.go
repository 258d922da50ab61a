package gltf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/internal/bound"
)

// tetrahedron is closed, with normals of its own.
func tetrahedron(smooth bool) *mesh.Mesh {
	m := &mesh.Mesh{
		Positions: []geom.Vec3{geom.V(0, 0, 1), geom.V(1, 0, -0.5), geom.V(-0.5, 0.75, -0.5), geom.V(-0.5, -0.75, -0.5)},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}},
		UVs:       [][2]float64{{0, 0}, {1, 0}, {0.5, 1}, {0.25, 0.5}},
	}
	if smooth {
		for _, p := range m.Positions {
			m.Normals = append(m.Normals, p.Unit())
		}
	}
	return m
}

// furnished is a frame with a floor, two objects of which one has two parts, glass, a texture, a lamp of each kind.
func furnished() *frame.Frame {
	texture := &material.Texture{Width: 2, Height: 2, SRGB: true, Pix: []uint8{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 9, 9, 255}}
	painted := &material.Material{Name: "painted", BaseColor: material.RGB{0.5, 0.25, 1}, BaseColorTexture: texture, PerceptualRoughness: 0.25, IOR: 1.4}
	glass := &material.Material{Name: "glass", BaseColor: material.RGB{1, 1, 1}, IOR: 1.5, Transmission: 0.75, Absorption: material.RGB{0, 0.5, 2}}
	painted.Coat = &material.Coat{Share: 0.5, PerceptualRoughness: 0.125}
	painted.Sheen = &material.Sheen{Color: material.RGB{0.5, 0.25, 1}, PerceptualRoughness: 0.75}
	glow := &material.Material{Name: "glow", BaseColor: material.RGB{0, 0, 0}, IOR: 1, PerceptualRoughness: 1, Emission: material.RGB{4, 2, 0}}
	floor := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	smooth, sharp := tetrahedron(true), tetrahedron(false)
	chair := geom.Transform{M: geom.RotZ(0.5), T: geom.V(0.5, 0, 0.5)}
	lamp := geom.Transform{M: geom.Identity3, T: geom.V(-1.5, 0.25, 0.5)}
	down := geom.Transform{M: geom.Identity3, T: geom.V(0, 0, 4)}
	plane := &mesh.Mesh{
		Positions: []geom.Vec3{geom.V(-9, -9, 0), geom.V(9, -9, 0), geom.V(9, 9, 0), geom.V(-9, 9, 0)}, Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
	return &frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(0, -6, 3), geom.V(0, 0, 0.5), geom.V(0, 0, 1)), Width: 64, Height: 48, FocalPx: 60,
			CenterX: 32, CenterY: 24, Near: 0.125, Far: 64,
		},
		Instances: []frame.Instance{
			{Mesh: plane, WorldFromObject: geom.Identity, Material: &floor},
			{Mesh: smooth, WorldFromObject: chair, Material: painted, Object: 1, Part: 1},
			{Mesh: sharp, WorldFromObject: chair, Material: glass, Object: 1, Part: 2},
			{Mesh: smooth, WorldFromObject: lamp, Material: glow, Object: 3, Part: 5},
		},
		Lights:        []light.Area{{WorldFromLight: down, Size: 0.5, PowerW: 100, Color: material.RGB{1, 0.5, 0.25}}},
		Suns:          []light.Sun{{Dir: geom.V(0, 0.6, -0.8), Irradiance: material.RGB{3, 2, 1}, Shadows: true}},
		WorldRadiance: material.RGB{0.125, 0.25, 0.5},
	}
}

func TestWriteRoundTrip(t *testing.T) {
	f := furnished()
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := Write(b, f, Names{Objects: []string{"chair", "", "lamp"}, Parts: []string{"seat", "", "", "", "bulb"}}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two files of one frame differ")
	}
	got, err := LoadScene(save(t, "scene.glb", first.Bytes()), bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Ignored) != 0 {
		t.Errorf("reading leaves out %q, want nothing", got.Ignored)
	}
	for i, want := range []Node{
		{Name: "surroundings 1"}, {Name: "seat", Label: "seat", Object: "chair"}, {Name: "part 2", Label: "part 2", Object: "chair"},
		{Name: "bulb", Label: "bulb", Object: "lamp"},
	} {
		want.Index = got.Nodes[i].Index
		if n := got.Nodes[i]; n != want {
			t.Errorf("node of instance %d is %+v, want %+v", i, n, want)
		}
	}
	g := got.Frame
	if g.Camera.Width != 64 || g.Camera.Height != 48 || math.Abs(g.Camera.FocalPx-60) > 1e-9 || g.Camera.Near != 0.125 || g.Camera.Far != 64 {
		t.Errorf("camera is %+v, want %+v", g.Camera, f.Camera)
	}
	if g.WorldRadiance != f.WorldRadiance {
		t.Errorf("world radiance is %v, want %v", g.WorldRadiance, f.WorldRadiance)
	}
	if len(g.Lights) != 1 || g.Lights[0] != f.Lights[0] {
		t.Errorf("lamps are %v, want %v", g.Lights, f.Lights)
	}
	if len(g.Suns) != 1 || g.Suns[0].Dir.Sub(f.Suns[0].Dir).Len() > 1e-12 || g.Suns[0].Irradiance != f.Suns[0].Irradiance || !g.Suns[0].Shadows {
		t.Errorf("suns are %v, want %v", g.Suns, f.Suns)
	}
	if len(g.Instances) != len(f.Instances) {
		t.Fatalf("%d instances, want %d", len(g.Instances), len(f.Instances))
	}
	for i := range g.Instances {
		a, b := &g.Instances[i], &f.Instances[i]
		if a.Object != b.Object || a.Part != b.Part {
			t.Errorf("instance %d has ids %d and %d, want %d and %d", i, a.Object, a.Part, b.Object, b.Part)
		}
		if flat := b.Material.Flat || len(b.Mesh.Normals) == 0; flat != (len(a.Mesh.Normals) == 0) {
			t.Errorf("instance %d is flat: %v, want %v", i, !flat, flat)
		}
		m, n := *a.Material, *b.Material
		if (m.BaseColorTexture == nil) != (n.BaseColorTexture == nil) || m.BaseColorTexture != nil && !bytes.Equal(m.BaseColorTexture.Pix, n.BaseColorTexture.Pix) {
			t.Errorf("instance %d has another texture", i)
		}
		m.BaseColorTexture, n.BaseColorTexture, n.Flat = nil, nil, false
		if (m.Coat == nil) != (n.Coat == nil) || m.Coat != nil && *m.Coat != *n.Coat {
			t.Errorf("coat of instance %d is %v, want %v", i, m.Coat, n.Coat)
		}
		if (m.Sheen == nil) != (n.Sheen == nil) || m.Sheen != nil && *m.Sheen != *n.Sheen {
			t.Errorf("sheen of instance %d is %v, want %v", i, m.Sheen, n.Sheen)
		}
		for c, a := range n.Absorption {
			if math.Abs(m.Absorption[c]-a) > 1e-9 {
				t.Errorf("absorption of instance %d is %v, want %v", i, m.Absorption, n.Absorption)
			}
		}
		m.Coat, n.Coat, m.Sheen, n.Sheen, m.Absorption, n.Absorption = nil, nil, nil, nil, material.RGB{}, material.RGB{}
		if m != n {
			t.Errorf("material of instance %d is %+v, want %+v", i, m, n)
		}
	}
	if g.Instances[1].Mesh != g.Instances[3].Mesh && g.Instances[1].Material == g.Instances[3].Material {
		t.Error("a shared mesh with one material was written twice")
	}

	// What it comes to: the same labels.
	want, seen := ref.Draw(f), ref.Draw(g)
	for i := range want.Object {
		if seen.Object[i] != want.Object[i] || seen.Part[i] != want.Part[i] || math.Abs(float64(seen.ViewZ[i]-want.ViewZ[i])) > 1e-5 {
			t.Fatalf("pixel %d shows %d, %d at %g; want %d, %d at %g", i, seen.Object[i], seen.Part[i], seen.ViewZ[i], want.Object[i], want.Part[i], want.ViewZ[i])
		}
	}
}

// Other programs find the lamps in the words of KHR_lights_punctual, as bright as ours are.
func TestWriteLampsForOthers(t *testing.T) {
	f := furnished()
	var b bytes.Buffer
	if err := Write(&b, f, Names{}); err != nil {
		t.Fatal(err)
	}
	doc, err := parse(b.Bytes(), bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.ExtensionsRequired) > 0 || !slices.Contains(doc.ExtensionsUsed, punctualLights) || len(doc.Scenes) != 1 {
		t.Errorf("extensions are %q, of which %q are required, in %d scenes", doc.ExtensionsUsed, doc.ExtensionsRequired, len(doc.Scenes))
	}
	var lights struct{ Lights []punctual }
	if err := json.Unmarshal(doc.Extensions[punctualLights].(json.RawMessage), &lights); err != nil {
		t.Fatal(err)
	}
	// 100 W on 0.5 m x 0.5 m: radiance 100 W / (4 * 0.25 m^2) = 100 W/(m^2 sr), and 0.25 m^2 of it 25 W/sr.
	lamp := punctual{Name: "lamp 1", Type: "spot", Color: material.RGB{1, 0.5, 0.25}, Intensity: 25, Spot: &cone{Outer: math.Pi / 2}}
	sun := punctual{Name: "sun 1", Type: "directional", Color: material.RGB{1, 2.0 / 3, 1.0 / 3}, Intensity: 3}
	blenderLamp, blenderSun := lamp, sun
	blenderLamp.Name, blenderLamp.Intensity = "lamp 1 for Blender", 25*683
	blenderSun.Name, blenderSun.Intensity = "sun 1 for Blender", 3*683
	if want := []punctual{lamp, blenderLamp, sun, blenderSun}; !reflect.DeepEqual(lights.Lights, want) {
		t.Errorf("lights are %+v, want %+v", lights.Lights, want)
	}
	// Those of the scene shine where ours do; the others belong to no scene, and lie in the same places.
	nodes := map[string]*qm.Node{}
	for _, n := range doc.Nodes {
		nodes[n.Name] = n
	}
	world, spare := nodes["world"], nodes["lamps for Blender"]
	if world.Matrix != spare.Matrix || fmt.Sprint(doc.Scenes[0].Nodes) != fmt.Sprint([]int{slices.Index(doc.Nodes, world)}) {
		t.Errorf("the scene has the nodes %v, lamps for Blender are turned by %v, want %v", doc.Scenes[0].Nodes, spare.Matrix, world.Matrix)
	}
	for i, name := range []string{"lamp 1", "lamp 1 for Blender", "sun 1", "sun 1 for Blender"} {
		n, parent := nodes[name], world
		if i%2 == 1 {
			parent = spare
		}
		if got := string(n.Extensions[punctualLights].(json.RawMessage)); got != fmt.Sprintf(`{"light":%d}`, i) {
			t.Errorf("%s has light %s, want %d", name, got, i)
		}
		if n.Matrix != nodes[strings.TrimSuffix(name, " for Blender")].Matrix || !slices.Contains(parent.Children, slices.Index(doc.Nodes, n)) {
			t.Errorf("%s lies elsewhere: %+v", name, n)
		}
		if (n.Extras != nil) != (i%2 == 0) {
			t.Errorf("extras of %s are %v", name, n.Extras)
		}
	}
}

// What is written for other programs changes nothing of the frame that is read, nor do they make the file one that cannot be read.
func TestLampsForOthersAreNotRead(t *testing.T) {
	f := furnished()
	var b bytes.Buffer
	if err := Write(&b, f, Names{}); err != nil {
		t.Fatal(err)
	}
	read := func(edit func(doc *document)) *Scene {
		doc, err := parse(b.Bytes(), bound.New(0))
		if err != nil {
			t.Fatal(err)
		}
		doc.Buffers[0].Data = doc.bin
		edit(doc)
		s, err := Read(encode(t, &doc.Document), bound.New(0), nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	with := read(func(doc *document) { doc.ExtensionsRequired = []string{punctualLights} })
	without := read(func(doc *document) {
		doc.ExtensionsUsed, doc.Extensions = slices.DeleteFunc(doc.ExtensionsUsed, func(s string) bool { return s == punctualLights }), nil
		for _, n := range doc.Nodes {
			delete(n.Extensions, punctualLights)
		}
	})
	if len(with.Ignored) > 0 || !reflect.DeepEqual(with.Frame, without.Frame) {
		t.Errorf("with the extension the frame is %+v and %q is left out; want %+v", with.Frame, with.Ignored, without.Frame)
	}
}

// An object whose mesh has no triangles is a node that shows nothing: glTF has no empty meshes.
func TestWriteEmptyMesh(t *testing.T) {
	f := furnished()
	f.Instances[0].Mesh, f.Instances[3].Mesh = &mesh.Mesh{}, &mesh.Mesh{}
	var b bytes.Buffer
	if err := Write(&b, f, Names{}); err != nil {
		t.Fatal(err)
	}
	got, err := Load(save(t, "scene.glb", b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Instances) != 2 || got.Instances[1].Object != 1 || got.Instances[1].Part != 2 {
		t.Errorf("instances are %+v, want the two parts of object 1", got.Instances)
	}
}

func TestWriteRefuses(t *testing.T) {
	f := furnished()
	f.Camera.FocalPx = 0
	err := Write(&bytes.Buffer{}, f, Names{})
	if want := "gltf: camera: FocalPx is 0, want more than 0"; err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

func TestSunErrors(t *testing.T) {
	for _, c := range []struct {
		extras map[string]any
		want   string
	}{
		{map[string]any{"type": "sun"}, "extras.light: a sun has no irradiance, want linear RGB in W/m^2"},
		{map[string]any{"type": "sun", "irradiance": []float64{1, -1, 0}}, "extras.light: irradiance is [1 -1 0], want numbers of at least 0"},
	} {
		doc := newDoc()
		doc.Nodes[0].Extras = map[string]any{"light": c.extras}
		path := save(t, "scene.glb", encode(t, doc))
		_, err := LoadScene(path, bound.New(0))
		if want := "gltf: " + path + `: node 0 "thing": ` + c.want; err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
}

// What is said beside the frame is there for other programs and changes nothing of what Load reads.
func TestWriteNoted(t *testing.T) {
	f := furnished()
	second := NamedCamera{"from the left", f.Camera}
	second.WorldFromCamera = camera.LookAt(geom.V(-6, 0, 3), geom.V(0, 0, 0.5), geom.V(0, 0, 1))
	var b bytes.Buffer
	err := WriteNoted(&b, f, Notes{
		Names: Names{Objects: []string{"chair"}}, Camera: "from the front", Cameras: []NamedCamera{second}, Scene: map[string]any{"seed": 7},
		ObjectExtras: []map[string]any{{"class": "seat"}, {"class": "is not drawn"}, {}}, PartExtras: []map[string]any{nil, {"color": "red"}},
		Colliders: [][]*mesh.Mesh{{tetrahedron(false), tetrahedron(true)}, {tetrahedron(false)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := parse(b.Bytes(), bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	extras := map[string]string{}
	for _, n := range doc.Nodes {
		extras[n.Name] = fmt.Sprint(n.Extras)
	}
	for name, want := range map[string]string{
		"chair": "map[class:seat id:1]", "part 2": "map[color:red label:part 2 part:2]", "collider of chair": "map[collider_of:1]", "object 3": "map[id:3]",
		"from the front": "<nil>", "from the left": "<nil>",
	} {
		if extras[name] != want {
			t.Errorf("extras of %s are %s, want %s", name, extras[name], want)
		}
	}
	if len(doc.Scenes) != 2 || doc.Scenes[1].Name != "colliders" || *doc.Scene != 0 || fmt.Sprint(doc.Scenes[0].Extras) != "map[seed:7]" || len(doc.Cameras) != 2 {
		t.Errorf("scenes are %+v, cameras %+v", doc.Scenes, doc.Cameras)
	}
	got, err := Read(b.Bytes(), bound.New(0), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Frame.Instances) != len(f.Instances) || got.Frame.Camera.WorldFromCamera.T.Sub(f.Camera.WorldFromCamera.T).Len() > 1e-9 {
		t.Errorf("%d instances seen from %v, want those of the frame", len(got.Frame.Instances), got.Frame.Camera.WorldFromCamera.T)
	}
}

// Surroundings alone stay surroundings.
func TestWriteWithoutObjects(t *testing.T) {
	f := furnished()
	f.Instances = f.Instances[:1]
	var b bytes.Buffer
	if err := Write(&b, f, Names{}); err != nil {
		t.Fatal(err)
	}
	got, err := Read(b.Bytes(), bound.New(0), nil)
	if err != nil {
		t.Fatal(err)
	}
	if in := got.Frame.Instances; len(in) != 1 || in[0].Object != 0 {
		t.Errorf("instances are %+v, want one without an id", in)
	}
}
