// Package gltf reads glTF 2.0 files (.glb and .gltf) into frames that the renderer can draw, and writes frames as .glb files.
//
// glTF is y up, the house is z up: every point (x, y, z) of the file is turned to (x, -z, y), cameras and lights with
// it, so what the file calls front (+z) faces -y. Meshes stay in their own frame; the turn is part of WorldFromObject.
//
// Read are: triangles, strips and fans with indices of any width or none, whole and sparse accessors of any component
// type, lamps, the node hierarchy with matrices or translation-rotation-scale, meshes used by several nodes, the first
// perspective camera, metallic-roughness materials with PNG or JPEG textures, and the extensions that Supported names.
// Points and lines have no surface and are left out. A material's alpha cuts it out (MASK), or lets its share of light pass beside it (BLEND);
// labels have such a surface from one half on. Colors of vertices multiply base colors, and pictures of normals turn normals but those of labels.
// Occlusion maps, which path tracing does not need, are passed over, and named in Scene.Ignored; an extension that the file requires and that is
// not supported is an error.
//
// Skins and morph targets (their positions and normals) move the vertices while a file is read. Things are at rest, as their nodes
// say, or by LoadAt as one of the file's animations has them at a time.
//
// Beside standard glTF a file may say, in "extras" objects:
//
//   - of the asset: "width", "height" in pixels, "world_radiance" (linear RGB, from every direction);
//   - of a node: "light" {"type": "area", "size": meters, "power_w": watts, "color": linear RGB}, a square that shines
//     along the node's local -z, {"type": "ball", the same, "inner", "outer": radians, "range": meters}, as light.Ball, or
//     {"type": "sun", "irradiance": linear RGB in W/m^2, "shadows": bool}, which shines there from infinitely far away; "id",
//     the object id 0 to 65535, with "class", what sort of thing the object is; "part", the part id, and "label", a part's name, which nodes
//     below inherit.
//
// Lamps of KHR_lights_punctual are balls of 1 cm radius, and suns whose shadows are hard; a node whose extras have a light has no other.
// A candela is 1 W/sr and a lux 1 W/m^2, or 1/683 of that where the file's lamps would else make white too bright: see photometric.
//
// Where the file is silent: a dielectric has the index of refraction 1.5, or 1.45 if light passes through it; the picture is 800 x 600, or 800 wide in the
// camera's aspect ratio; without a camera the scene is seen from the front, the right and above, as in view.go; without
// any lamp or world radiance there are a key and a fill lamp and a faint world, as in view.go;
// without any id every node with a mesh gets its own, from 1 in drawing order, and parts without an id are counted.
//
// Files may come from strangers. A file reads others in its folder and below, regular ones only; and what it becomes, together with
// what a renderer makes of it and of its picture, stays within a bound of memory, whatever its counts and sizes say.
package gltf

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// Scene is a file's content: a frame and what the file calls its pieces.
type Scene struct {
	Frame *frame.Frame
	// Nodes is parallel to Frame.Instances: the node that each instance came from. A mesh of several primitives gives
	// several instances of one node.
	Nodes []Node
	// Cameras are the file's perspective cameras, in the order of their nodes. Frame.Camera is the first one, or another where there is none.
	Cameras []camera.Pinhole
	// Ignored names what the file has and the frame does not show ("occlusion maps"), sorted.
	Ignored []string
	// Files are the names, relative to the file, of the other files that were read for it, in order.
	Files []string
}

// Node names one mesh node of the file, or one of the copies that it has by EXT_mesh_gpu_instancing.
type Node struct {
	Index int    // in the file's list of nodes
	Copy  int    // of the copies, from 0
	Name  string // may be empty
	Label string // extras.label of the node or its nearest labeled ancestor; may be empty
	// Object is the name of the node whose extras.id is the object id: the node or its nearest ancestor with one. It may be empty,
	// and is for surroundings.
	Object string
	Class  string // extras.class of that node; may be empty
}

// Supported lists the extensions a file may require.
var Supported = []string{
	meshInstances, punctualLights, clearcoat, emissiveStrength, "KHR_materials_ior", sheen, specular, "KHR_materials_transmission", "KHR_materials_unlit",
	volume,
	"KHR_mesh_quantization", "KHR_texture_transform",
}

// Load reads the scene of a .glb or .gltf file as a frame, within the usual bound of memory. Instances whose object id is not 0
// carry the part ids 1, 2, ... in drawing order, one per node. Errors are one sentence that names the file and the place in it.
func Load(path string) (*frame.Frame, error) {
	s, err := LoadScene(path, bound.New(0))
	if err != nil {
		return nil, err
	}
	return s.Frame, nil
}

// LoadScene is Load with the names and labels of the nodes, within the memory that the caller gives. The file may be a link; what it
// names lies in the folder of path or below.
func LoadScene(path string, memory *bound.Memory) (*Scene, error) {
	return LoadAt(path, memory, nil)
}

// LoadAt is LoadScene at a moment of one of the file's animations, of which there must be one; or at rest if at is nil.
func LoadAt(path string, memory *bound.Memory, at *Moment) (*Scene, error) {
	data, err := memory.Given(path)
	if err != nil {
		return nil, fmt.Errorf("gltf: %w", err)
	}
	dir := filepath.Dir(path)
	s, err := read(data, memory, func(name string) ([]byte, error) { return memory.Read(dir, name) }, at)
	if err != nil {
		return nil, fmt.Errorf("gltf: %s: %w", path, err)
	}
	return s, nil
}

// Read is LoadScene of a file's bytes. open reads the files that it names, relative to it; how much of them is read, and from where, is
// open's concern.
func Read(data []byte, memory *bound.Memory, open func(name string) ([]byte, error)) (*Scene, error) {
	return read(data, memory, open, nil)
}

func read(data []byte, memory *bound.Memory, open func(name string) ([]byte, error), at *Moment) (*Scene, error) {
	var files []string
	s, err := decode(data, memory, func(name string) ([]byte, error) {
		if !slices.Contains(files, name) {
			files = append(files, name)
		}
		return open(name)
	}, at)
	if err != nil {
		if text := err.Error(); strings.Contains(text, "\n") { // several joined faults
			err = errors.New(strings.ReplaceAll(text, "\n", "; "))
		}
		return nil, err
	}
	s.Files = files
	return s, nil
}

// decode reads a file's bytes, at rest or at a moment; open reads the files it refers to, named relative to it.
func decode(data []byte, memory *bound.Memory, open func(name string) ([]byte, error), at *Moment) (*Scene, error) {
	doc, err := parse(data, memory)
	if err != nil {
		return nil, err
	}
	r := &reader{doc: doc, open: open, memory: memory, images: map[imageKey]*material.Texture{}, meshes: map[primitiveKey]*mesh.Mesh{}}
	if err := r.checkExtensions(); err != nil {
		return nil, err
	}
	if err := r.readLamps(); err != nil {
		return nil, err
	}
	if err := r.readBuffers(); err != nil {
		return nil, err
	}
	if err := r.readMaterials(); err != nil {
		return nil, err
	}
	if at != nil {
		if err := r.animate(*at); err != nil {
			return nil, err
		}
	}
	s, err := r.scene()
	if err != nil {
		return nil, err
	}
	s.Ignored = ignored(doc, at)
	return s, nil
}
