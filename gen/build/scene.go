package build

import (
	"context"
	"fmt"
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/ref"
	"mereo/physics"
	"mereo/scenes"
	"mereo/scenes/bodies"
)

// Scene is a scene of somebody's own. It is not changed after it was opened, and may be used by several goroutines at once.
type Scene struct {
	doc   *document
	world *bodies.World
	scene *scenes.Scene // as it begins
	all   []physics.BodyID
}

// Open reads a document and makes what it says. Errors are sentences that name the place. ctx ends it between two things.
func Open(ctx context.Context, data []byte) (*Scene, error) {
	d, err := read(data)
	if err != nil {
		return nil, err
	}
	w, err := bodies.NewWorld(physics.WorldDef{Gravity: vec(d.Gravity), MaxPairs: maxPairs})
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	s := &Scene{doc: d, world: w}
	if f := d.Floor; f != nil {
		if err := s.addFloor(f); err != nil {
			return nil, err
		}
	}
	shop := workshop{made: map[string]*form{}, many: len(d.Things) > 200}
	for i := range d.Things {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t, key := &d.Things[i], fmt.Sprintf("things[%d]", i)
		f, err := shop.form(key, t)
		if err != nil {
			return nil, err
		}
		id, err := w.AddParts(t.Name, f.body(t), f.dressed(i, &t.surface))
		if err != nil {
			return nil, fmt.Errorf("scene: %s: %w", key, err)
		}
		s.all = append(s.all, id)
	}
	s.scene = w.Scene()
	s.scene.Camera = d.Camera.pinhole(d.Size)
	s.light()
	return s, nil
}

// addFloor adds a slab whose upper side is the floor.
func (s *Scene) addFloor(f *floor) error {
	const half = 0.5 // of its thickness
	shape, err := physics.NewBox(geom.V(f.Size/2, f.Size/2, half))
	if err == nil {
		c := f.surface.stuff(nil)
		c.Shape = shape
		m := material.Default()
		m.BaseColor, m.PerceptualRoughness = material.RGB{0.5, 0.5, 0.5}, 0.8
		m = f.surface.on(m)
		m.Flat = true
		_, err = s.world.Add("floor", physics.BodyDef{
			Type: physics.Static, Pose: physics.Pose{Position: geom.V(0, 0, f.Z-half)}, Colliders: []physics.Collider{c},
		}, m)
	}
	if err != nil {
		return fmt.Errorf("scene: floor: %w", err)
	}
	return nil
}

// pinhole is the camera. One that looks straight up or down has +Y on top.
func (v *view) pinhole(size [2]int) camera.Pinhole {
	eye, to := vec(v.At), vec(v.To)
	c := camera.Perspective(eye, to, v.FOV, size[0], size[1])
	c.FocalPx = float64(size[0]) / 2 / geom.Tan(v.FOV/2*math.Pi/180) // the angle is that of the width
	if v.At[0] == v.To[0] && v.At[1] == v.To[1] {
		c.WorldFromCamera = camera.LookAt(eye, to, geom.V(0, 1, 0))
	}
	c.Far = max(c.Far, farthest)
	return c
}

// light sets the lamps and suns of the document, or else those of a studio: a large lamp over the left shoulder of who looks, a weak one
// from the right, and bright walls. It follows the camera, so that pictures of all sizes and sides are as bright.
func (s *Scene) light() {
	d, out := s.doc, s.scene
	out.Lights, out.Suns = nil, nil
	sky := 0.2
	for i := range d.Lamps {
		l := &d.Lamps[i]
		out.Lights = append(out.Lights, lampAt(vec(l.At), vec(l.To), l.Size, l.Power, l.Color.or(white)))
	}
	for i := range d.Suns {
		u := &d.Suns[i]
		c := u.Color.or(white)
		out.Suns = append(out.Suns, light.Sun{
			Dir: vec(u.Direction).Unit(), Irradiance: material.RGB{c[0] * u.Strength, c[1] * u.Strength, c[2] * u.Strength},
			Shadows: u.Hard == nil || *u.Hard,
		})
	}
	if len(d.Lamps)+len(d.Suns) == 0 {
		sky = 0.35
		to := vec(d.Camera.To)
		back := vec(d.Camera.At).Sub(to)
		reach := back.Len()
		back.Z = 0
		if back = back.Unit(); back == (geom.Vec3{}) {
			back = geom.V(0, -1, 0)
		}
		right := geom.V(-back.Y, back.X, 0)
		at := func(x, y, z float64) geom.Vec3 {
			return to.AddScaled(reach*x, right).AddScaled(reach*y, back).Add(geom.V(0, 0, reach*z))
		}
		// The power of a lamp goes with the square of its distance, for the same light.
		out.Lights = []light.Area{
			lampAt(at(-0.6, 0.35, 0.9), to, 0.2*reach, 12*reach*reach, material.RGB{1, 0.97, 0.92}),
			lampAt(at(0.9, 0.2, 0.5), to, 0.3*reach, 1.5*reach*reach, material.RGB{0.9, 0.95, 1}),
		}
	}
	if d.Sky != nil {
		sky = *d.Sky
	}
	out.WorldRadiance = material.RGB{sky, sky, sky}
	if d.Floor != nil {
		// Shadow maps have room for what is small when the floor, which is large, takes no part in them.
		out.Backdrop[0].NoShadow = d.lightFromAbove(out)
	}
}

// lightFromAbove tells whether the floor throws no shadow on what can be seen.
func (d *document) lightFromAbove(s *scenes.Scene) bool {
	above := d.Camera.At[2] > d.Floor.Z
	for i := range s.Lights {
		above = above && s.Lights[i].WorldFromLight.T.Z > d.Floor.Z
	}
	for i := range s.Suns {
		above = above && s.Suns[i].Dir.Z < 0
	}
	return above
}

var white = material.RGB{1, 1, 1}

func (c *color) or(other material.RGB) material.RGB {
	if c == nil {
		return other
	}
	return material.RGB(*c)
}

// lampAt is a lamp that shines at a place.
func lampAt(at, to geom.Vec3, size, power float64, c material.RGB) light.Area {
	up := geom.V(0, 0, 1)
	if at.X == to.X && at.Y == to.Y {
		up = geom.V(0, 1, 0)
	}
	return light.Area{WorldFromLight: camera.LookAt(at, to, up), Size: size, PowerW: power, Color: c}
}

// Names are those of the things, in their order: thing i has the id i+1 in pictures.
func (s *Scene) Names() []string {
	out := make([]string, len(s.doc.Things))
	for i := range out {
		out[i] = s.doc.Things[i].Name
	}
	return out
}

// Seed is that of the picture's noise.
func (s *Scene) Seed() uint64 { return s.doc.Seed }

// Studio is the radiance of the ceiling that metal and glass show where the document has no lights: see frame.Realism.
func (s *Scene) Studio() float64 {
	if len(s.doc.Lamps)+len(s.doc.Suns) > 0 {
		return 0
	}
	return 1.5
}

// Still is the scene as it begins, or as it is in a frame of a film of it.
func (s *Scene) Still(f *Film, frame int) (*scenes.Scene, error) {
	if f == nil {
		return s.scene, nil
	}
	if frame < 0 || frame >= len(f.places) {
		return nil, fmt.Errorf("scene: frame is %d, want 0 to %d", frame, len(f.places)-1)
	}
	out := *s.scene
	out.Objects = append([]scenes.Object(nil), out.Objects...)
	for i, at := range f.places[frame] {
		out.Objects[i].WorldFromObject = at
	}
	return &out, nil
}

// Labels are ids, parts, depth and normals of a still, found by the processor.
func Labels(still *scenes.Scene) (*ref.Buffer, error) {
	f := still.Frame()
	f.LabelsOnly = true
	if err := f.Validate(); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	return ref.Draw(f), nil
}
