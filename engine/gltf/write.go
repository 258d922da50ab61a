package gltf

import (
	"bytes"
	"cmp"
	"fmt"
	stdimage "image"
	"image/png"
	"io"
	"math"
	"slices"

	qm "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// Names are what a written file calls its pieces: Objects[i] object i+1, Parts[i] part i+1. What is not named is called by its
// number.
type Names struct{ Objects, Parts []string }

// Notes are what a written file says beside the frame. All of it may be left out, and lists may be shorter than there are things.
type Notes struct {
	Names
	Camera  string        // name of the frame's camera
	Cameras []NamedCamera // further ones, which other programs offer beside it
	// Extras of the scene, of object i+1 and of part i+1: JSON that other programs keep or pass over. Keys that Load knows are not
	// to be used: "id", "part", "label", "light".
	Scene        map[string]any
	ObjectExtras []map[string]any
	PartExtras   []map[string]any
	// Colliders are the pieces that object i+1 collides with, in its frame. They are a scene of their own, "colliders", which
	// other programs do not show unless asked to. Its nodes have the object id as "collider_of" in their extras.
	Colliders [][]*mesh.Mesh
	// Moves are where object i+1 is in frames that follow each other, FPS a second, the first one as the frame has it: world from object, rigid but
	// for one scale that stays. They are an animation.
	Moves [][]geom.Transform
	FPS   float64
}

// Put places the value of an id, from 1, in a list such as those of Names and Notes.
func Put[T any](list []T, id int, value T) []T {
	for len(list) < id {
		list = append(list, *new(T))
	}
	list[id-1] = value
	return list
}

// NamedCamera is a camera with the name of its picture.
type NamedCamera struct {
	Name string
	camera.Pinhole
}

// Write writes a frame as a .glb file that Load reads back: meshes as float32, the same ids, camera, lamps and suns. A node
// "world", which turns z up into y up, holds the surroundings and a node for each object, which has its WorldFromObject and holds
// its parts. Beside "id" and "label" nodes of parts have "part" in their extras, the part id. Lamps and suns are there for other
// programs, too, nearly as bright. Left out is what glTF has no word for: an environment, the distortion of a lens, reflections tinted
// like glass, suns that shine through things, realism, and how the picture is to be drawn. Equal frames give equal bytes.
func Write(w io.Writer, f *frame.Frame, names Names) error {
	return WriteNoted(w, f, Notes{Names: names})
}

// WriteNoted is Write with more than the frame knows.
func WriteNoted(w io.Writer, f *frame.Frame, notes Notes) error {
	if err := f.Validate(); err != nil {
		return fmt.Errorf("gltf: %w", err)
	}
	e := &writer{
		doc: qm.NewDocument(), notes: notes,
		shapes: map[shapeKey]shape{}, meshes: map[meshKey]int{}, materials: map[*material.Material]int{}, textures: map[*material.Texture]int{},
	}
	e.doc.Asset.Generator = "mereo"
	e.doc.Asset.Extras = assetExtras{Width: &f.Camera.Width, Height: &f.Camera.Height, WorldRadiance: &f.WorldRadiance}
	world := e.node(&qm.Node{Name: "world", Matrix: matrix(houseFromFile.Inverse())})
	e.doc.Scenes[0].Nodes = []int{world}
	below, err := e.things(f.Instances)
	if err != nil {
		return fmt.Errorf("gltf: %w", err)
	}
	if !slices.ContainsFunc(f.Instances, func(in frame.Instance) bool { return in.Object != 0 }) {
		e.doc.Nodes[world].Extras = nodeExtras{ID: new(uint16)} // else Load would number the surroundings
	}
	below = append(below, e.lamps(f)...)
	below = append(below, e.camera(cmp.Or(notes.Camera, "camera"), &f.Camera))
	for i := range notes.Cameras {
		below = append(below, e.camera(notes.Cameras[i].Name, &notes.Cameras[i].Pinhole))
	}
	e.doc.Nodes[world].Children = below
	if notes.Scene != nil {
		e.doc.Scenes[0].Extras = notes.Scene
	}
	e.colliders(f.Instances)
	e.animation()
	out := qm.NewEncoder(w)
	out.AsBinary = true
	if err := out.Encode(e.doc); err != nil {
		return fmt.Errorf("gltf: %w", err)
	}
	return nil
}

// writer is the state of Write: what is shared is written once.
type writer struct {
	doc       *qm.Document
	notes     Notes
	shapes    map[shapeKey]shape
	meshes    map[meshKey]int
	materials map[*material.Material]int
	textures  map[*material.Texture]int
	moving    []moving
}

// shapeKey is a mesh as it lies in buffers: flat ones have no normals.
type shapeKey struct {
	mesh *mesh.Mesh
	flat bool
}

type shape struct {
	attributes qm.PrimitiveAttributes
	indices    int
}

type meshKey struct {
	shapeKey
	material *material.Material
}

func (e *writer) node(n *qm.Node) int {
	e.doc.Nodes = append(e.doc.Nodes, n)
	return len(e.doc.Nodes) - 1
}

// things adds nodes for all instances and returns those that hang on the world. Instances of one object follow each other.
func (e *writer) things(instances []frame.Instance) (below []int, err error) {
	for i := 0; i < len(instances); {
		of := instances[i:]
		id, n := of[0].Object, 1
		for id != 0 && n < len(of) && of[n].Object == id {
			n++
		}
		of = of[:n]
		i += n
		if id == 0 && len(of[0].Mesh.Triangles) == 0 {
			continue
		}
		if id == 0 {
			at, err := e.part(&of[0], of[0].WorldFromObject, fmt.Sprintf("surroundings %d", len(below)+1))
			if err != nil {
				return nil, err
			}
			below = append(below, at)
			continue
		}
		name := nameOf(e.notes.Objects, int(id), "object")
		extras := nodeExtras{ID: &id}.with(e.notes.ObjectExtras, int(id))
		object := e.node(&qm.Node{Name: name, Matrix: matrix(of[0].WorldFromObject), Extras: extras})
		e.move(object, int(id))
		objectFromWorld := of[0].WorldFromObject.Inverse()
		for k := range of {
			if len(of[k].Mesh.Triangles) == 0 {
				continue // glTF has no meshes without triangles
			}
			objectFromPart := geom.Identity
			if of[k].WorldFromObject != of[0].WorldFromObject {
				objectFromPart = objectFromWorld.Mul(of[k].WorldFromObject)
			}
			at, err := e.part(&of[k], objectFromPart, nameOf(e.notes.Parts, int(of[k].Part), "part"))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			e.doc.Nodes[object].Children = append(e.doc.Nodes[object].Children, at)
		}
		below = append(below, object)
	}
	return below, nil
}

// nameOf is the name of an id, from 1.
func nameOf(names []string, id int, kind string) string {
	if id >= 1 && id <= len(names) && names[id-1] != "" {
		return names[id-1]
	}
	return fmt.Sprintf("%s %d", kind, id)
}

// part adds a node with a mesh.
func (e *writer) part(in *frame.Instance, parentFromPart geom.Transform, name string) (int, error) {
	n := &qm.Node{Name: name, Matrix: matrix(parentFromPart)}
	if in.Part != 0 {
		n.Extras = nodeExtras{Part: &in.Part, Label: name}.with(e.notes.PartExtras, int(in.Part))
	}
	key := meshKey{shapeKey{in.Mesh, in.Material.Flat || len(in.Mesh.Normals) == 0}, in.Material}
	at, ok := e.meshes[key]
	if !ok {
		m, err := e.material(in.Material)
		if err != nil {
			return 0, err
		}
		s := e.shape(key.shapeKey)
		at = len(e.doc.Meshes)
		e.meshes[key] = at
		e.doc.Meshes = append(e.doc.Meshes, &qm.Mesh{Name: name, Primitives: []*qm.Primitive{{
			Attributes: s.attributes, Indices: qm.Index(s.indices), Material: qm.Index(m),
		}}})
	}
	n.Mesh = qm.Index(at)
	return e.node(n), nil
}

// shape writes a mesh into the buffer.
func (e *writer) shape(key shapeKey) shape {
	if s, ok := e.shapes[key]; ok {
		return s
	}
	m := key.mesh
	s := shape{attributes: qm.PrimitiveAttributes{qm.POSITION: modeler.WritePosition(e.doc, singles(m.Positions))}}
	if !key.flat {
		s.attributes[qm.NORMAL] = modeler.WriteNormal(e.doc, singles(m.Normals))
	}
	for set, uvs := range [][][2]float64{m.UVs, m.SecondUVs} {
		if len(uvs) > 0 {
			uv := make([][2]float32, len(uvs))
			for i, p := range uvs {
				uv[i] = [2]float32{float32(p[0]), float32(p[1])}
			}
			s.attributes[fmt.Sprintf("TEXCOORD_%d", set)] = modeler.WriteTextureCoord(e.doc, uv)
		}
	}
	if len(m.Colors) > 0 {
		s.attributes[qm.COLOR_0] = modeler.WriteColor(e.doc, m.Colors)
	}
	indices := make([]uint32, 0, 3*len(m.Triangles))
	for _, t := range m.Triangles {
		indices = append(indices, t[:]...)
	}
	s.indices = modeler.WriteIndices(e.doc, indices)
	e.shapes[key] = s
	return s
}

func singles(v []geom.Vec3) [][3]float32 {
	out := make([][3]float32, len(v))
	for i, p := range v {
		out[i] = [3]float32{float32(p.X), float32(p.Y), float32(p.Z)}
	}
	return out
}

func (e *writer) material(m *material.Material) (int, error) {
	if at, ok := e.materials[m]; ok {
		return at, nil
	}
	pbr := &qm.PBRMetallicRoughness{
		BaseColorFactor: &[4]float64{m.BaseColor[0], m.BaseColor[1], m.BaseColor[2], 1},
		MetallicFactor:  qm.Float(m.Metallic), RoughnessFactor: qm.Float(m.PerceptualRoughness),
	}
	out := &qm.Material{Name: m.Name, PBRMetallicRoughness: pbr, DoubleSided: true, Extensions: qm.Extensions{}}
	if c := m.Coverage; c != nil {
		pbr.BaseColorFactor[3] = c.Alpha
		if out.AlphaMode = qm.AlphaBlend; c.Cutoff > 0 {
			out.AlphaMode, out.AlphaCutoff = qm.AlphaMask, qm.Float(c.Cutoff)
		}
	}
	var normal *qm.TextureInfo
	for _, t := range []struct {
		texture *material.Texture
		info    **qm.TextureInfo
	}{
		{m.BaseColorTexture, &pbr.BaseColorTexture}, {m.MetallicRoughnessTexture, &pbr.MetallicRoughnessTexture},
		{m.NormalTexture, &normal}, {m.EmissionTexture, &out.EmissiveTexture},
	} {
		if t.texture == nil {
			continue
		}
		at, err := e.texture(t.texture)
		if err != nil {
			return 0, fmt.Errorf("material %q: %w", m.Name, err)
		}
		*t.info = &qm.TextureInfo{Index: at}
		if t.texture.Second {
			(*t.info).TexCoord = 1
		}
	}
	if normal != nil {
		out.NormalTexture = &qm.NormalTexture{Index: &normal.Index, TexCoord: normal.TexCoord}
	}
	e.extend(out, "KHR_materials_ior", map[string]float64{"ior": m.IOR})
	if m.Transmission > 0 {
		e.extend(out, "KHR_materials_transmission", map[string]float64{"transmissionFactor": m.Transmission})
	}
	if c := m.Coat; c != nil {
		e.extend(out, clearcoat, map[string]float64{"clearcoatFactor": c.Share, "clearcoatRoughnessFactor": c.PerceptualRoughness})
	}
	if s := m.Sheen; s != nil {
		e.extend(out, sheen, map[string]any{"sheenColorFactor": s.Color, "sheenRoughnessFactor": s.PerceptualRoughness})
	}
	if a := m.Absorption; a != (material.RGB{}) {
		// What is left after the distance over which the strongest color falls to 1/e.
		distance := 1 / max(a[0], a[1], a[2])
		left := material.RGB{math.Exp(-a[0] * distance), math.Exp(-a[1] * distance), math.Exp(-a[2] * distance)}
		e.extend(out, volume, map[string]any{"thicknessFactor": 1.0, "attenuationDistance": distance, "attenuationColor": left})
	}
	if strength := max(m.Emission[0], m.Emission[1], m.Emission[2]); strength > 0 {
		for i, v := range m.Emission {
			out.EmissiveFactor[i] = v / strength
		}
		e.extend(out, emissiveStrength, map[string]float64{"emissiveStrength": strength})
	}
	e.doc.Materials = append(e.doc.Materials, out)
	e.materials[m] = len(e.doc.Materials) - 1
	return e.materials[m], nil
}

// extend says something of a material by an extension.
func (e *writer) extend(m *qm.Material, name string, value any) {
	m.Extensions[name] = value
	e.uses(name)
}

// uses names an extension that the file has and no reader must know.
func (e *writer) uses(name string) {
	if !slices.Contains(e.doc.ExtensionsUsed, name) {
		e.doc.ExtensionsUsed = append(e.doc.ExtensionsUsed, name)
	}
}

// texture writes a picture as PNG, of which the file has one however often it is used.
func (e *writer) texture(t *material.Texture) (int, error) {
	if at, ok := e.textures[t]; ok {
		return at, nil
	}
	var b bytes.Buffer
	picture := &stdimage.NRGBA{Pix: t.Pix, Stride: 4 * t.Width, Rect: stdimage.Rect(0, 0, t.Width, t.Height)}
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, picture); err != nil {
		return 0, fmt.Errorf("texture: %w", err)
	}
	source, err := modeler.WriteImage(e.doc, fmt.Sprintf("texture %d", len(e.doc.Textures)), "image/png", &b)
	if err != nil {
		return 0, fmt.Errorf("texture: %w", err)
	}
	out := &qm.Texture{Source: qm.Index(source)}
	if t.Wrap != ([2]material.Wrap{}) {
		modes := [...]qm.WrappingMode{material.Repeat: qm.WrapRepeat, material.Clamp: qm.WrapClampToEdge, material.Mirror: qm.WrapMirroredRepeat}
		e.doc.Samplers = append(e.doc.Samplers, &qm.Sampler{WrapS: modes[t.Wrap[0]], WrapT: modes[t.Wrap[1]]})
		out.Sampler = qm.Index(len(e.doc.Samplers) - 1)
	}
	e.doc.Textures = append(e.doc.Textures, out)
	e.textures[t] = len(e.doc.Textures) - 1
	return e.textures[t], nil
}

// camera adds a camera.
func (e *writer) camera(name string, c *camera.Pinhole) int {
	out := &qm.Camera{Name: name}
	if c.Orthographic {
		out.Orthographic = &qm.Orthographic{Xmag: float64(c.Width) / 2 / c.FocalPx, Ymag: float64(c.Height) / 2 / c.FocalPx, Znear: c.Near, Zfar: c.Far}
	} else {
		out.Perspective = &qm.Perspective{
			AspectRatio: qm.Float(float64(c.Width) / float64(c.Height)), Yfov: 2 * math.Atan(float64(c.Height)/2/c.FocalPx),
			Znear: c.Near, Zfar: qm.Float(c.Far),
		}
	}
	e.doc.Cameras = append(e.doc.Cameras, out)
	return e.node(&qm.Node{Name: name, Matrix: matrix(c.WorldFromCamera), Camera: qm.Index(len(e.doc.Cameras) - 1)})
}

// colliders adds the scene of the pieces of all objects that are drawn, where they are.
func (e *writer) colliders(instances []frame.Instance) {
	var below []int
	last := uint16(0)
	for i := range instances {
		in := &instances[i]
		if in.Object == last || int(in.Object) > len(e.notes.Colliders) || len(e.notes.Colliders[in.Object-1]) == 0 {
			continue
		}
		last = in.Object
		name := nameOf(e.notes.Objects, int(last), "object")
		of := &qm.Node{Name: "collider of " + name, Matrix: matrix(in.WorldFromObject), Extras: map[string]any{"collider_of": last}}
		for k, piece := range e.notes.Colliders[last-1] {
			s := e.shape(shapeKey{piece, true})
			e.doc.Meshes = append(e.doc.Meshes, &qm.Mesh{
				Name:       fmt.Sprintf("piece %d of %s", k+1, name),
				Primitives: []*qm.Primitive{{Attributes: s.attributes, Indices: qm.Index(s.indices)}},
			})
			of.Children = append(of.Children, e.node(&qm.Node{Name: fmt.Sprintf("piece %d", k+1), Mesh: qm.Index(len(e.doc.Meshes) - 1)}))
		}
		below = append(below, e.node(of))
	}
	if len(below) == 0 {
		return
	}
	world := e.node(&qm.Node{Name: "colliders", Matrix: matrix(houseFromFile.Inverse()), Children: below})
	e.doc.Scenes = append(e.doc.Scenes, &qm.Scene{Name: "colliders", Nodes: []int{world}})
}

// matrix is a transform as glTF writes it, column by column.
func matrix(t geom.Transform) [16]float64 {
	return [16]float64{
		t.M.X.X, t.M.X.Y, t.M.X.Z, 0,
		t.M.Y.X, t.M.Y.Y, t.M.Y.Z, 0,
		t.M.Z.X, t.M.Z.Y, t.M.Z.Z, 0,
		t.T.X, t.T.Y, t.T.Z, 1,
	}
}
