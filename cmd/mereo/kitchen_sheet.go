package main

import (
	"context"
	"fmt"
	"image"
	"image/draw"
	"math"

	"mereo/assets/kitchen"
	"mereo/assets/palette"
	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/scenes/settle"
)

// kitchenCategory is the category of all things of the kitchen; each class is one, too.
const kitchenCategory = "kitchen"

// kitchenModels are the models of a class, those for training first.
func kitchenModels(class string) []*kitchen.Model {
	var out []*kitchen.Model
	for _, pool := range []kitchen.Pool{kitchen.Training, kitchen.Benchmark} {
		for _, name := range kitchen.Names(pool) {
			m, err := kitchen.Get(pool, name)
			if err != nil {
				panic(err) // a name of Names
			}
			if m.Class == class {
				out = append(out, m)
			}
		}
	}
	return out
}

// smallTile is the side of the small pictures on the sheet, pixels: things must be known at this size.
const smallTile = 60

// kitchenRows draws the models of a class: each large with a small picture in its corner, and with colliders on a second
// picture where they are wanted.
func (a *assets) kitchenRows(ctx context.Context, r *engine.Renderer, s *sheet, class string, drawn func()) error {
	s.heading(class, nil)
	for _, m := range kitchenModels(class) {
		if err := ctx.Err(); err != nil {
			return err
		}
		shoot := func(size int, colliders bool) (image.Image, error) {
			f, err := kitchenPortrait(m, size, colliders)
			if err != nil {
				return nil, err
			}
			im, err := r.Render(f)
			if err != nil {
				return nil, err
			}
			return rgbImage(size, size, im.RGB), nil
		}
		large, err := shoot(a.size, false)
		if err != nil {
			return err
		}
		small, err := shoot(smallTile, false)
		if err != nil {
			return err
		}
		corner := image.Rect(a.size-smallTile, a.size-smallTile, a.size, a.size)
		draw.Draw(large.(draw.Image), corner, small, image.Point{}, draw.Src)
		tiles := []image.Image{large}
		if a.colliders {
			hulls, err := shoot(a.size, true)
			if err != nil {
				return err
			}
			tiles = append(tiles, hulls)
		}
		name := m.Name
		if m.Pool == kitchen.Benchmark {
			name += " (benchmark)"
		}
		s.family(name, tiles)
		drawn()
	}
	return nil
}

// kitchenPortrait is a thing on a gray table under the lamps of SHOP-VRB, or its colliders, each in a color of its own. The
// thing stands as high above the picture's lower rim as below its upper one.
func kitchenPortrait(m *kitchen.Model, size int, colliders bool) (*frame.Frame, error) {
	const focal = 2.2 // in picture widths
	box := m.Bounds()
	center := box.Center()
	radius := box.Size().Len() / 2
	toCamera := geom.V(7.481, -6.508, 5.344).Unit()
	distance := float64(2.1*focal) * radius
	f := &frame.Frame{
		Camera:        around(center, toCamera, distance, focal, size),
		WorldRadiance: gray(0.3), // as if in a room, or metal would look black
	}
	// The lamps stand as in a scene whose table is 6 units wide, and shrink with the thing.
	scale := radius / 1.5
	for _, l := range []struct {
		at    geom.Vec3
		size  float64
		power float64
		color material.RGB
	}{
		{geom.V(6.4467, -2.9052, 4.2584), 0.5, 100, material.RGB{1, 0.9323, 0.8167}},
		{geom.V(-4.6711, -4.0136, 3.0112), 0.5, 30, material.RGB{0.7617, 0.8177, 1}},
		{geom.V(-1.1685, 2.6460, 5.8157), 1, 50, gray(1)},
		{geom.V(4.145, -1.946, 8.890), 1.99, 45, gray(1)},
	} {
		f.Lights = append(f.Lights, light.Area{
			WorldFromLight: camera.LookAt(l.at.Scale(scale), geom.Vec3{}, geom.V(0, 0, 1)),
			Size:           l.size * scale, PowerW: 1.6 * 4 / math.Pi * l.power * scale * scale, Color: l.color,
		})
	}
	f.Instances = append(f.Instances, floorAt(box.Min.Z-0.001, radius*40, gray(0.8)))
	add := func(m *mesh.Mesh, surface material.Material) {
		f.Instances = append(f.Instances, frame.Instance{
			Mesh: m, WorldFromObject: geom.Identity, Material: &surface, Object: 1, Part: uint16(len(f.Instances)),
			NoShadow: surface.Transmission == 1, // in whose shadow the bottom of a glass looks filled with ink
		})
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		if !colliders {
			add(p.Mesh, p.Surface)
			continue
		}
		body, err := settle.NewSolid(p.Colliders)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", m.Name, p.Name, err)
		}
		for _, piece := range body.Pieces() {
			add(piece, material.Lambert(palette.Apart(len(f.Instances)).SRGB()))
		}
	}
	return f, nil
}

func gray(v float64) material.RGB { return material.RGB{v, v, v} }
