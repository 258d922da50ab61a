package gltf

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// walk is the state of the descent through the nodes.
type walk struct {
	*reader
	out   *Scene
	asset assetExtras
	seen  []bool           // nodes already placed; the file must be a forest
	world []geom.Transform // where they are
	bent  []bent
	skins map[int][]geom.Transform // by number; see joints
	anyID bool
	given struct{ lamps, suns []int } // those of KHR_lights_punctual among the frame's
}

// inherited is what a node has from those above it.
type inherited struct {
	worldFromNode geom.Transform
	id            *uint16
	object, class string // of the node with the id
	label         string
	part          uint16 // 0: counted
}

// tree places a node and all below it, each before its children. Files have chains of any length, so the way down is a list.
func (w *walk) tree(root int) error {
	type step struct {
		inherited
		children []int // that are left
	}
	way := []step{{inherited{worldFromNode: houseFromFile}, []int{root}}}
	for len(way) > 0 {
		last := &way[len(way)-1]
		if len(last.children) == 0 {
			way = way[:len(way)-1]
			continue
		}
		i, up := last.children[0], last.inherited
		last.children = last.children[1:]
		if err := w.node(i, &up); err != nil {
			return err
		}
		way = append(way, step{up, w.doc.Nodes[i].Children})
	}
	return nil
}

// node places node i below what is up, which becomes what its children inherit.
func (w *walk) node(i int, up *inherited) error {
	if i < 0 || i >= len(w.doc.Nodes) {
		return fmt.Errorf("node %d does not exist, there are %d", i, len(w.doc.Nodes))
	}
	n := w.doc.Nodes[i]
	if w.seen[i] {
		return fmt.Errorf("node %d %q is reached twice, want a tree", i, n.Name)
	}
	w.seen[i] = true
	if err := w.place(i, n, up); err != nil {
		return fmt.Errorf("node %d %q: %w", i, n.Name, err)
	}
	return nil
}

// place adds the node's mesh, light and camera to the frame and updates what its children inherit.
func (w *walk) place(i int, n *qm.Node, up *inherited) error {
	up.worldFromNode = up.worldFromNode.Mul(local(n))
	for _, v := range []geom.Vec3{up.worldFromNode.M.X, up.worldFromNode.M.Y, up.worldFromNode.M.Z, up.worldFromNode.T} {
		if !(v.Len() < math.MaxFloat32) {
			return fmt.Errorf("its transform is not finite: %v", up.worldFromNode)
		}
	}
	w.world[i] = up.worldFromNode
	var x nodeExtras
	if err := readExtras(n.Extras, &x); err != nil {
		return err
	}
	if x.ID != nil {
		up.id, up.object, up.class, w.anyID = x.ID, "", "", true
		if *x.ID != 0 {
			up.object, up.class = n.Name, x.Class
		}
	}
	if x.Label != "" {
		up.label = x.Label
	}
	if x.Part != nil {
		up.part = *x.Part
	}
	if x.Light != nil {
		if err := w.lamp(x.Light, up.worldFromNode); err != nil {
			return err
		}
	} else if raw, ok := n.Extensions[punctualLights].(json.RawMessage); ok {
		if err := w.punctual(raw, up.worldFromNode); err != nil {
			return err
		}
	}
	if n.Camera != nil {
		if err := w.lens(*n.Camera, up.worldFromNode); err != nil {
			return err
		}
	}
	if n.Mesh != nil {
		return w.shape(i, n, up)
	}
	return nil
}

// lamp adds a lamp or a sun.
func (w *walk) lamp(x *lightExtras, worldFromNode geom.Transform) error {
	pose := rigid(worldFromNode)
	switch x.Type {
	case lightArea, lightBall:
		l := light.Area{WorldFromLight: pose, Size: x.Size, PowerW: x.PowerW, Color: material.RGB{1, 1, 1}}
		if x.Color != nil {
			l.Color = *x.Color
		}
		if x.Type == lightBall {
			l.Ball = &light.Ball{Inner: x.Inner, Outer: x.Outer, Range: x.Range}
		}
		if err := l.Validate(); err != nil {
			return fmt.Errorf("extras.light: %w", err)
		}
		w.out.Frame.Lights = append(w.out.Frame.Lights, l)
	case lightSun:
		if x.Irradiance == nil {
			return errors.New("extras.light: a sun has no irradiance, want linear RGB in W/m^2")
		}
		if err := w.sun(light.Sun{Dir: pose.M.Z.Neg(), Irradiance: *x.Irradiance, Shadows: x.Shadows}); err != nil {
			return fmt.Errorf("extras.light: %w", err)
		}
	default:
		return fmt.Errorf("extras.light.type is %q, want \"area\", \"ball\" or \"sun\"", x.Type)
	}
	return nil
}

func (w *walk) sun(s light.Sun) error {
	for _, v := range s.Irradiance {
		if !(v >= 0 && v <= math.MaxFloat32) {
			return fmt.Errorf("irradiance is %v, want numbers of at least 0", s.Irradiance)
		}
	}
	w.out.Frame.Suns = append(w.out.Frame.Suns, s)
	return nil
}

// local is the node's own transform; the library has set what the file leaves out to identity.
func local(n *qm.Node) geom.Transform {
	if hasMatrix(n) {
		return affine(n.Matrix[:])
	}
	q := quat(n.Rotation[:])
	if q == (geom.Quat{}) {
		q.W = 1
	}
	m := q.Mat3()
	return geom.Transform{
		M: geom.Mat3{X: m.X.Scale(n.Scale[0]), Y: m.Y.Scale(n.Scale[1]), Z: m.Z.Scale(n.Scale[2])},
		T: geom.V(n.Translation[0], n.Translation[1], n.Translation[2]),
	}
}

func hasMatrix(n *qm.Node) bool { return n.Matrix != qm.DefaultMatrix && n.Matrix != [16]float64{} }

// affine is a matrix as glTF writes it, column by column, whose last row is 0, 0, 0, 1.
func affine(m []float64) geom.Transform {
	return geom.Transform{
		M: geom.Mat3{X: geom.V(m[0], m[1], m[2]), Y: geom.V(m[4], m[5], m[6]), Z: geom.V(m[8], m[9], m[10])},
		T: geom.V(m[12], m[13], m[14]),
	}
}

// rigid takes scale, shear and mirroring out of t: lights and cameras keep their -z axis and, as far as it can be, +y.
func rigid(t geom.Transform) geom.Transform {
	z := t.M.Z.Unit()
	if z == (geom.Vec3{}) {
		z = geom.V(0, 0, 1)
	}
	y := t.M.Y.AddScaled(-t.M.Y.Dot(z), z).Unit()
	if !(y.Len2() > 0.5) {
		y, _ = geom.Basis(z)
	}
	return geom.Transform{M: geom.Mat3{X: y.Cross(z), Y: y, Z: z}, T: t.T}
}

// lens takes a camera.
func (w *walk) lens(index int, worldFromNode geom.Transform) error {
	if index < 0 || index >= len(w.doc.Cameras) {
		return fmt.Errorf("camera %d does not exist, there are %d", index, len(w.doc.Cameras))
	}
	if o := w.doc.Cameras[index].Orthographic; o != nil {
		return w.orthographic(index, o, worldFromNode)
	}
	p := w.doc.Cameras[index].Perspective
	if p == nil {
		return fmt.Errorf("camera %d has neither perspective nor orthographic", index)
	}
	if !(p.Yfov > 0 && p.Yfov < math.Pi) {
		return fmt.Errorf("camera %d: yfov is %g, want more than 0 and less than pi", index, p.Yfov)
	}
	if !(p.Znear > 0) {
		return fmt.Errorf("camera %d: znear is %g, want more than 0", index, p.Znear)
	}
	c := camera.Pinhole{WorldFromCamera: rigid(worldFromNode), Near: p.Znear, Width: usualWidth, Height: usualHeight}
	if p.Zfar != nil {
		if c.Far = *p.Zfar; !(c.Far > c.Near) {
			return fmt.Errorf("camera %d: zfar is %g, want more than znear, %g", index, c.Far, c.Near)
		}
	}
	if a := p.AspectRatio; a != nil {
		if err := shaped(&c, *a); err != nil {
			return fmt.Errorf("camera %d: aspectRatio %w", index, err)
		}
	}
	w.sized(&c)
	c.FocalPx = float64(c.Height) / 2 / math.Tan(p.Yfov/2)
	w.out.Cameras = append(w.out.Cameras, c)
	return nil
}

// orthographic takes a camera of parallel rays. What it sees reaches up to ymag above and below its axis; of a picture with another shape than
// its own, all that it sees is shown.
func (w *walk) orthographic(index int, o *qm.Orthographic, worldFromNode geom.Transform) error {
	if !(o.Xmag > 0 && o.Ymag > 0) || math.IsInf(o.Xmag, 0) || math.IsInf(o.Ymag, 0) {
		return fmt.Errorf("camera %d: xmag and ymag are %g and %g, want more than 0", index, o.Xmag, o.Ymag)
	}
	if !(o.Znear >= 0 && o.Zfar > o.Znear) {
		return fmt.Errorf("camera %d: znear and zfar are %g and %g, want 0 <= znear < zfar", index, o.Znear, o.Zfar)
	}
	c := camera.Pinhole{WorldFromCamera: rigid(worldFromNode), Near: max(o.Znear, 1e-6*o.Zfar), Far: o.Zfar, Width: usualWidth, Height: usualHeight, Orthographic: true}
	if err := shaped(&c, o.Xmag/o.Ymag); err != nil {
		return fmt.Errorf("camera %d: xmag / ymag %w", index, err)
	}
	w.sized(&c)
	c.FocalPx = min(float64(c.Width)/2/o.Xmag, float64(c.Height)/2/o.Ymag)
	w.out.Cameras = append(w.out.Cameras, c)
	return nil
}

// shaped gives a camera's picture the usual width, and the height that an aspect ratio says.
func shaped(c *camera.Pinhole, aspect float64) error {
	if !(aspect >= 0.05 && aspect <= 800) {
		return fmt.Errorf("is %g, want 0.05 to 800", aspect)
	}
	c.Height = max(1, int(math.Round(usualWidth/aspect)))
	return nil
}

// sized gives a camera the size that the file says for all, and the middle of its picture.
func (w *walk) sized(c *camera.Pinhole) {
	if w.asset.Width != nil {
		c.Width, c.Height = *w.asset.Width, *w.asset.Height
	}
	c.CenterX, c.CenterY = float64(c.Width)/2, float64(c.Height)/2
}

// shape adds an instance for every primitive of the node's mesh, and for each copy of it.
func (w *walk) shape(i int, n *qm.Node, up *inherited) error {
	if *n.Mesh < 0 || *n.Mesh >= len(w.doc.Meshes) {
		return fmt.Errorf("mesh %d does not exist, there are %d", *n.Mesh, len(w.doc.Meshes))
	}
	m := w.doc.Meshes[*n.Mesh]
	if n.Skin == nil && up.worldFromNode.M == (geom.Mat3{}) {
		return nil // scaled to a point, the usual way to hide a node
	}
	copies, err := w.copies(n)
	if err != nil {
		return fmt.Errorf("%s: %w", meshInstances, err)
	}
	weights := n.Weights
	if len(weights) == 0 {
		weights = m.Weights
	}
	meshes, materials := make([]*mesh.Mesh, len(m.Primitives)), make([]*material.Material, len(m.Primitives))
	wrap := func(j int, err error) error {
		return fmt.Errorf("mesh %d %q: primitive %d: %w", *n.Mesh, m.Name, j, err)
	}
	for j, p := range m.Primitives {
		s := &surface{material: w.plain}
		if p.Material != nil {
			if *p.Material < 0 || *p.Material >= len(w.materials) {
				return wrap(j, fmt.Errorf("material %d does not exist, there are %d", *p.Material, len(w.materials)))
			}
			s = w.materials[*p.Material]
		}
		triangles, err := w.mesh(p, s)
		if err == nil && triangles != nil {
			triangles, err = w.morphed(triangles, p, weights)
		}
		if err != nil {
			return wrap(j, err)
		}
		meshes[j], materials[j] = triangles, s.material
	}
	for c, place := range copies {
		for j, triangles := range meshes {
			drawn := bound.Size(instanceBytes)
			if triangles != nil {
				drawn += drawnVertexBytes*bound.Size(len(triangles.Positions)) + drawnTriangleBytes*bound.Size(len(triangles.Triangles))
			}
			if err := w.memory.Take(1, drawn); err != nil {
				return wrap(j, err)
			}
			if triangles == nil {
				continue
			}
			if n.Skin != nil {
				w.bent = append(w.bent, bent{len(w.out.Frame.Instances), j})
			}
			in := frame.Instance{Mesh: triangles, WorldFromObject: up.worldFromNode.Mul(place), Material: materials[j]}
			if up.id != nil {
				in.Object = *up.id
			}
			in.Part = up.part
			w.out.Frame.Instances = append(w.out.Frame.Instances, in)
			w.out.Nodes = append(w.out.Nodes, Node{Index: i, Copy: c, Name: n.Name, Label: up.label, Object: up.object, Class: up.class})
		}
	}
	return nil
}

// What an instance takes: itself, and what a renderer, or whoever makes one mesh of several, has for each of its vertices and
// triangles. A mesh of many instances is small in a file and large there. And what the picture takes that the file asks for.
const (
	instanceBytes      = 512
	drawnVertexBytes   = 160
	drawnTriangleBytes = 300
	pictureBytes       = 128 // of a pixel beyond the usual size, with all labels, in the renderer and as they come back
)
