package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/gen/write"
	"mereo/physics"
	"mereo/physics/scenario"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// recording is where all bodies of a scenario were, picture by picture.
type recording struct{ shots [][]geom.Transform }

func (r *recording) add(w *physics.World, ids []physics.BodyID) {
	shot := make([]geom.Transform, len(ids))
	for i, id := range ids {
		shot[i] = w.Pose(id).Transform()
	}
	r.shots = append(r.shots, shot)
}

// film draws recordings: fixed bodies in grey, each other body in a colour of its own.
type film struct {
	dir           string
	width, height int
	subFrames     int
	studio        *shoot.Studio
	taken         map[string]bool // first parts of names of pictures
}

func openFilm(dir, gpu string, width, height, subFrames int) (*film, error) {
	studio, err := shoot.Open(gpu)
	if err != nil {
		return nil, fmt.Errorf(`%w; "mereo doctor" says what is missing`, err)
	}
	return &film{dir, width, height, subFrames, studio, map[string]bool{}}, nil
}

func (f *film) close() { f.studio.Close() }

// draw writes the pictures and returns how many.
func (f *film) draw(ctx context.Context, c console, s *scenario.Scenario, rec *recording) (int, error) {
	stem := fileName(s.Name)
	if f.taken[stem] {
		return 0, fmt.Errorf("simulate: scenario %s: pictures called %s-0001.png are those of another scenario", s.Name, stem)
	}
	f.taken[stem] = true
	scene, moving := f.set(s, rec)
	p := newProgress(c, "pictures")
	defer p.end()
	for n, shot := range rec.shots {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		for i, body := range moving {
			scene.Objects[i].WorldFromObject = shot[body]
		}
		im, err := f.studio.Shoot(scene, shoot.Options{SubFrames: f.subFrames})
		if err != nil {
			return n, err
		}
		name := fmt.Sprintf("%s-%04d.png", stem, n+1)
		if _, err := write.RGB(f.dir, name, im.Width, im.Height, im.RGB); err != nil {
			return n, err
		}
		p.update(n+1, len(rec.shots))
	}
	return len(rec.shots), nil
}

// fileName keeps what every file system takes.
func fileName(s string) string {
	const kept = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
	out := []rune(s)
	for i, r := range out {
		if !strings.ContainsRune(kept, r) || r == '.' && i == 0 {
			out[i] = '_'
		}
	}
	return string(out)
}

// set builds the scene. Object i is body moving[i].
func (f *film) set(s *scenario.Scenario, rec *recording) (scene *scenes.Scene, moving []int) {
	scene = &scenes.Scene{WorldRadiance: material.RGB{0.62, 0.62, 0.64}}
	grey := material.Lambert(material.RGB{0.55, 0.55, 0.55})
	for i := range s.Bodies {
		def := &s.Bodies[i].Def
		m := bodyMesh(&s.Bodies[i])
		if def.Type == physics.Static {
			scene.Backdrop = append(scene.Backdrop, scenes.Surface{
				Name: s.Bodies[i].Name, Mesh: m.Transformed(rec.shots[0][i]), Material: grey,
			})
			continue
		}
		paint := material.Lambert(reflectance(sheetColors[len(moving)%len(sheetColors)]))
		paint.Flat = false
		scene.Objects = append(scene.Objects, scenes.Object{
			Category: "body", Model: s.Bodies[i].Name, Parts: []scenes.Part{{Label: s.Bodies[i].Name, Mesh: m, Material: paint}},
		})
		moving = append(moving, i)
	}
	center, distance, toCamera := f.view(s, rec, moving)
	scene.Camera = camera.Pinhole{
		WorldFromCamera: camera.LookAt(center.AddScaled(distance, toCamera), center, geom.V(0, 0, 1)),
		Width:           f.width, Height: f.height, FocalPx: filmFocal * float64(f.width),
		CenterX: float64(f.width) / 2, CenterY: float64(f.height) / 2,
		Near: distance / 100, Far: distance*10 + 100,
	}
	// A wide lamp above the left shoulder; its power keeps the light on the bodies the same for all sizes.
	lamp := center.Add(geom.V(-0.35, -0.5, 0.9).Scale(distance))
	scene.Lights = []light.Area{{
		WorldFromLight: camera.LookAt(lamp, center, geom.V(0, 1, 0)),
		Size:           0.4 * distance, PowerW: 7 * distance * distance, Color: material.RGB{1, 0.98, 0.94},
	}}
	return scene, moving
}

// filmFocal is the focal length in widths of the picture.
const filmFocal = 1.4

// view finds the nearest place, in a fixed direction from the front, the right and above, from which all of the
// motion is seen: in the axes of the camera, a point that lies x to the side of the axis and z towards the camera
// from its centre is in the picture when the camera is at least |x|/tan + z away from the centre.
func (f *film) view(s *scenario.Scenario, rec *recording, bodies []int) (center geom.Vec3, distance float64, to geom.Vec3) {
	if len(bodies) == 0 { // nothing moves: look at everything
		for i := range s.Bodies {
			bodies = append(bodies, i)
		}
	}
	to = geom.V(0.52, -0.76, 0.39).Unit()
	worldFromView := camera.LookAt(to, geom.Vec3{}, geom.V(0, 0, 1)).M
	viewFromWorld := worldFromView.Transpose()
	var points []geom.Vec3
	for _, shot := range rec.shots {
		for _, i := range bodies {
			for _, c := range s.Bodies[i].Def.Colliders {
				box, t := c.Shape.Bounds(), shot[i].Mul(c.Pose.Transform())
				for k := range 8 {
					points = append(points, viewFromWorld.MulVec(t.Point(box.Corner(k))))
				}
			}
		}
	}
	middle := geom.Bounds(points).Center()
	tanX := 0.5 / filmFocal
	tanY := tanX * float64(f.height) / float64(f.width)
	for _, p := range points {
		p = p.Sub(middle)
		distance = max(distance, math.Abs(p.X)/tanX+p.Z, math.Abs(p.Y)/tanY+p.Z)
	}
	return worldFromView.MulVec(middle), 1.08 * distance, to
}

// bodyMesh is the surface of all shapes of a body, in its frame, smooth where they are round; meshes as they are in the file.
func bodyMesh(b *scenario.Body) *mesh.Mesh {
	shapes := b.Def.Colliders
	if b.Looks != nil {
		shapes = b.Looks
	}
	parts := make([]*mesh.Mesh, len(shapes))
	for i, c := range shapes {
		m := &mesh.Mesh{}
		m.Positions, m.Triangles = c.Shape.Surface()
		if k := c.Shape.Kind(); k != "box" && k != "hull" {
			m = smooth(m)
		}
		parts[i] = m.Transformed(c.Pose.Transform())
	}
	return mesh.Merge(parts...)
}

// smooth gives every corner of every triangle the mean normal of those triangles around its vertex that are less than
// 40 degrees off: rims stay sharp.
func smooth(m *mesh.Mesh) *mesh.Mesh {
	const cosCrease = 0.766
	normal := make([]geom.Vec3, len(m.Triangles))
	around := make([][]int, len(m.Positions))
	for i, t := range m.Triangles {
		a := m.Positions[t[0]]
		normal[i] = m.Positions[t[1]].Sub(a).Cross(m.Positions[t[2]].Sub(a)) // as long as twice the area
		for _, v := range t {
			around[v] = append(around[v], i)
		}
	}
	out := m.Faceted()
	for i, t := range m.Triangles {
		for k, v := range t {
			var sum geom.Vec3
			for _, j := range around[v] {
				if normal[i].Dot(normal[j]) > cosCrease*normal[i].Len()*normal[j].Len() {
					sum = sum.Add(normal[j])
				}
			}
			if n := sum.Unit(); n != (geom.Vec3{}) {
				out.Normals[3*i+k] = n
			}
		}
	}
	return out
}
