// Package glbs makes small glTF files for tests of readers and renderers: one for each thing that the format has, and for its borders.
//
// Every file is a picture of its own: what its name says, on a floor that fills the picture of a camera of the shape 4:3, and a lamp of 50 cd on the
// right, in front and above, but where the sample is about lamps. There is no wall, since light that goes to and fro between two surfaces is what
// renderers differ by. Units are meters; y is up and the camera looks along -z. All are legal, and their
// bytes are always the same. A sample that tells "drawn as it says" from "passed over" does it so that one sees it: what would be wrong has another shape,
// place or color.
package glbs

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// Sample is a file and how it is looked at.
type Sample struct {
	Name string
	GLB  []byte
	Time float64 // in seconds, of its animation; 0 for things at rest
	// ThreeJS says that three.js draws it as the format has it. It knows no light but lamps, one set of joints for a vertex, and no glass
	// without a picture of what lies behind.
	ThreeJS bool
}

// All are the samples, by subject. They are made anew at each call.
func All() []Sample {
	var out []Sample
	for _, s := range slices.Concat(shapes, nodes, textures, surfaces, extended, animations, lights) {
		f := newFile()
		s.fill(f)
		out = append(out, Sample{Name: s.name, GLB: f.bytes(), Time: s.time, ThreeJS: !s.oursAlone})
	}
	return out
}

// sample is a row of the tables.
type sample struct {
	name      string
	fill      func(f *file) // puts things on the floor
	time      float64
	oursAlone bool // three.js draws something else
}

// file is a document that is being filled.
type file struct {
	*qm.Document
	shown *qm.Scene
	dark  bool // it gets no lamp but those that it has
}

// newFile has a camera and the floor.
func newFile() *file {
	f := &file{Document: qm.NewDocument()}
	f.shown = f.Scenes[0]
	f.Asset.Generator = "mereo"
	f.camera("camera", vec{0, 2.6, 3.9}, vec{0, 0.55, 0})
	floor := grid(1, 1, func(u, v float64) (p, n vec) { return vec{12*u - 6, 0, 12*v - 8}, vec{0, 1, 0} })
	f.show("floor", floor, paint(0.4, 0.4, 0.4, 0.9), vec{})
	return f
}

// bytes is the file, complete.
func (f *file) bytes() []byte {
	if !f.dark {
		f.lamp(vec{1.6, 2.8, 2.4}, map[string]any{"type": "point", "intensity": 50})
	}
	var b bytes.Buffer
	e := qm.NewEncoder(&b)
	e.AsBinary = true
	if err := e.Encode(f.Document); err != nil {
		panic(fmt.Sprintf("glbs: %v", err))
	}
	return b.Bytes()
}

// camera adds one that looks from a place at another.
func (f *file) camera(name string, from, at vec) {
	f.Cameras = append(f.Cameras, &qm.Camera{Name: name, Type: "perspective", Perspective: &qm.Perspective{
		AspectRatio: qm.Float(4. / 3), Yfov: 0.5, Znear: 0.1,
	}})
	z := unit(sub(from, at))
	x := unit(cross(vec{0, 1, 0}, z))
	f.add(&qm.Node{Name: name, Camera: qm.Index(len(f.Cameras) - 1), Matrix: columns(x, cross(z, x), z, from)})
}

// lamp adds one of KHR_lights_punctual, which shines along -z if it has a direction.
func (f *file) lamp(at vec, light map[string]any) *qm.Node {
	const name = "KHR_lights_punctual"
	f.use(name)
	if f.Extensions == nil {
		f.Extensions = qm.Extensions{name: map[string][]any{}}
	}
	all := f.Extensions[name].(map[string][]any)
	all["lights"] = append(all["lights"], light)
	n := &qm.Node{Name: "lamp", Translation: at, Extensions: qm.Extensions{name: map[string]int{"light": len(all["lights"]) - 1}}}
	f.add(n)
	return n
}

// use names an extension, once.
func (f *file) use(name string) {
	if !slices.Contains(f.ExtensionsUsed, name) {
		f.ExtensionsUsed = append(f.ExtensionsUsed, name)
	}
}

// require names an extension without which the file cannot be read.
func (f *file) require(name string) {
	f.use(name)
	f.ExtensionsRequired = append(f.ExtensionsRequired, name)
}

// add puts a node into the list and returns its number; below none, it is on top of the scene.
func (f *file) add(n *qm.Node) int {
	i := f.below(n)
	f.shown.Nodes = append(f.shown.Nodes, i)
	return i
}

// below puts a node into the list, for a parent to name it.
func (f *file) below(n *qm.Node) int {
	f.Nodes = append(f.Nodes, n)
	return len(f.Nodes) - 1
}

// mesh adds one of some primitives.
func (f *file) mesh(p ...*qm.Primitive) *int {
	f.Meshes = append(f.Meshes, &qm.Mesh{Primitives: p})
	return qm.Index(len(f.Meshes) - 1)
}

// material adds one.
func (f *file) material(m *qm.Material) *int {
	f.Materials = append(f.Materials, m)
	return qm.Index(len(f.Materials) - 1)
}

// show adds a node with a mesh of its own.
func (f *file) show(name string, s shape, m *qm.Material, at vec) *qm.Node {
	return f.stand(name, f.primitive(s, m), at)
}

// stand adds a node with a mesh of one primitive.
func (f *file) stand(name string, p *qm.Primitive, at vec) *qm.Node {
	n := &qm.Node{Name: name, Mesh: f.mesh(p), Translation: at}
	f.add(n)
	return n
}

// primitive has a shape's positions, normals and coordinates, and 16-bit indices. Without a material it is of the format's default.
func (f *file) primitive(s shape, m *qm.Material) *qm.Primitive {
	p := f.unindexed(s, m)
	p.Indices = qm.Index(modeler.WriteIndices(f.Document, s.corners))
	return p
}

// unindexed is primitive without indices.
func (f *file) unindexed(s shape, m *qm.Material) *qm.Primitive {
	p := &qm.Primitive{Attributes: qm.PrimitiveAttributes{qm.POSITION: modeler.WritePosition(f.Document, s.positions)}}
	if s.normals != nil {
		p.Attributes[qm.NORMAL] = modeler.WriteNormal(f.Document, s.normals)
	}
	if s.coords != nil {
		p.Attributes[qm.TEXCOORD_0] = modeler.WriteTextureCoord(f.Document, s.coords)
	}
	if m != nil {
		p.Material = f.material(m)
	}
	return p
}

// paint is a dielectric of a linear color.
func paint(r, g, b, roughness float64) *qm.Material {
	return &qm.Material{PBRMetallicRoughness: &qm.PBRMetallicRoughness{
		BaseColorFactor: &[4]float64{r, g, b, 1}, MetallicFactor: qm.Float(0), RoughnessFactor: qm.Float(roughness),
	}}
}

// Colors of things: warm before the gray of the floor, and cold for second things.
func warm() *qm.Material { return paint(0.8, 0.3, 0.08, 0.6) }
func cold() *qm.Material { return paint(0.1, 0.35, 0.7, 0.6) }

type vec = [3]float64

func sub(a, b vec) vec { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func cross(a, b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func unit(a vec) vec {
	l := math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2])
	return vec{a[0] / l, a[1] / l, a[2] / l}
}

// columns is a matrix of three axes and a place.
func columns(x, y, z, t vec) [16]float64 {
	return [16]float64{x[0], x[1], x[2], 0, y[0], y[1], y[2], 0, z[0], z[1], z[2], 0, t[0], t[1], t[2], 1}
}

// turn is a rotation by an angle about an axis of length 1, as glTF has it: x, y, z, w.
func turn(axis vec, angle float64) [4]float64 {
	s, c := math.Sincos(angle / 2)
	return [4]float64{axis[0] * s, axis[1] * s, axis[2] * s, c}
}
