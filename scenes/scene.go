// Package scenes holds Scene, the plain-data record that every stage of a dataset passes on: what stands where, under
// which lamps, seen by which camera. A Scene knows ids and numbers, never GL handles or bodies.
package scenes

import (
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// Scene is one arrangement in the world frame: right-handed, +Z up, meters.
type Scene struct {
	Camera        camera.Pinhole
	Lights        []light.Area
	Suns          []light.Sun
	WorldRadiance material.RGB
	Backdrop      []Surface // floor, walls: id 0
	Objects       []Object  // object ids are 1, 2, ... in this order; part ids count through all objects
}

// Surface is a piece of the surroundings, already in the world frame.
type Surface struct {
	Name     string
	Mesh     *mesh.Mesh
	Material material.Material
	NoShadow bool // see frame.Instance
	Use      Use
}

// Use says which surfaces a scene may have others of: see vary.Style. What is Content stays.
type Use uint8

// Uses of surfaces.
const (
	Content Use = iota
	Floor       // level
	Wall        // upright, or bent from the floor up to a wall
)

// Object is a thing made of parts.
type Object struct {
	Category        string
	Model           string         // names the model, unique inside its category
	WorldFromObject geom.Transform // a turn, a scale alike in all directions, and a shift
	Parts           []Part
}

// Part is one labeled piece of an object.
type Part struct {
	Label    string // the part's label in the set's own words
	Mesh     *mesh.Mesh
	Material material.Material
}

// Poses are the WorldFromObject of the objects.
func (s *Scene) Poses() []geom.Transform {
	out := make([]geom.Transform, len(s.Objects))
	for i := range s.Objects {
		out[i] = s.Objects[i].WorldFromObject
	}
	return out
}

// Frame returns the scene as a picture to draw. The parts of object i (id i+1) get the part ids after those of object
// i-1, in order, from 1. A part without triangles has its id and is not drawn.
func (s *Scene) Frame() *frame.Frame {
	f := &frame.Frame{Camera: s.Camera, Lights: s.Lights, Suns: s.Suns, WorldRadiance: s.WorldRadiance}
	for i := range s.Backdrop {
		b := &s.Backdrop[i]
		f.Instances = append(f.Instances, frame.Instance{
			Mesh: b.Mesh, WorldFromObject: geom.Identity, Material: &b.Material, NoShadow: b.NoShadow,
		})
	}
	part := uint16(0)
	for i := range s.Objects {
		o := &s.Objects[i]
		for j := range o.Parts {
			part++
			if len(o.Parts[j].Mesh.Triangles) == 0 {
				continue
			}
			f.Instances = append(f.Instances, frame.Instance{
				Mesh: o.Parts[j].Mesh, WorldFromObject: o.WorldFromObject, Material: &o.Parts[j].Material,
				Object: uint16(i + 1), Part: part,
			})
		}
	}
	return f
}

// PartColors are the linear reflectances of the parts by part id: nil for the background, for what is textured, a metal, clear or glows,
// and may so have any color in a picture.
func (s *Scene) PartColors() []*[3]float64 {
	out := []*[3]float64{nil}
	for i := range s.Objects {
		for j := range s.Objects[i].Parts {
			out = append(out, s.Objects[i].Parts[j].color())
		}
	}
	return out
}

// ObjectColors are those of objects by object id: of objects with one part.
func (s *Scene) ObjectColors() []*[3]float64 {
	out := make([]*[3]float64, 1+len(s.Objects))
	for i := range s.Objects {
		if parts := s.Objects[i].Parts; len(parts) == 1 {
			out[i+1] = parts[0].color()
		}
	}
	return out
}

func (p *Part) color() *[3]float64 {
	m := &p.Material
	if m.Textures() != (material.Textures{}) || m.Metallic != 0 || m.Transmission != 0 || m.Emission != (material.RGB{}) {
		return nil
	}
	return (*[3]float64)(&m.BaseColor)
}
