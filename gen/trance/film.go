package trance

import (
	"fmt"
	"math"
	"path"
	"sync"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes"
)

// A film shows the transformation from one camera: the states, and between each two of them a few frames.
const (
	filmFPS  = 12
	filmStep = 9 // frames from a state to the next
)

// framesOf is how many frames a film of so many steps has.
func framesOf(steps int) int { return steps*filmStep + 1 }

// momentOf numbers what a frame of a film shows: a state by its stage, so that it is drawn as the state is; what lies between after all states.
func momentOf(frame, steps int) int {
	if frame%filmStep == 0 {
		return frame / filmStep
	}
	return steps + frame
}

// halfway is the step that is under way at a moment, and how far it is, in (0, 1); ok is false for states. It begins and ends slowly.
func halfway(moment, steps int) (step int, t float64, ok bool) {
	frame := moment - steps
	if frame <= 0 {
		return 0, 0, false
	}
	t = float64(frame%filmStep) / filmStep
	return frame / filmStep, float64(t*t) * (3 - 2*t), true
}

// standing is an object as it stands at a moment. Its scale is 0 where it is not drawn.
type standing struct {
	at    geom.Vec3
	scale float64
}

// standing is object i at a moment.
func (m *generatedSample) standing(moment, i int) standing {
	k, t, between := halfway(moment, len(m.steps))
	if !between {
		o := &m.states[moment][i]
		out := standing{at: o.center()}
		if o.Position.Visible() {
			out.scale = out.at.Z
		}
		return out
	}
	a, b := &m.states[k][i], &m.states[k+1][i]
	out := standing{at: a.center().Lerp(b.center(), t)}
	switch seen := out.at.Z; {
	case a.Position.Visible() && b.Position.Visible():
		out.scale = seen
	case a.Position.Visible(): // it vanishes in the second half of its way, before it is nowhere to be seen
		out.scale = seen * min(1, 2-2*t)
	case b.Position.Visible():
		out.scale = seen * min(1, 2*t)
	}
	if out.scale > 0 {
		out.at.Z = out.scale // it stands on the ground
	}
	return out
}

// sceneAt is what a camera sees at a moment.
func (m *generatedSample) sceneAt(setup *sceneSetup, moment int, c cameraID) *scenes.Scene {
	k, t, between := halfway(moment, len(m.steps))
	if !between {
		return setup.scene(&m.states[moment], c)
	}
	out := setup.scene(&m.states[k], c)
	i := m.steps[k].Object
	o, now := &out.Objects[i], m.standing(moment, i)
	if o.Parts = nil; now.scale == 0 {
		return out
	}
	a, b, f := &m.states[k][i], &m.states[k+1][i], setup.finishOf(i)
	f.darkGlass = setup.darkGlass
	turn, s := geom.RotZ(setup.rotations[i]), now.scale
	o.WorldFromObject = geom.Transform{M: geom.Mat3{X: turn.X.Scale(s), Y: turn.Y.Scale(s), Z: turn.Z.Scale(s)}, T: now.at}
	o.Parts = []scenes.Part{{
		Label: o.Category, Mesh: shapeBetween(a.values[Shape], b.values[Shape], t), Material: materialBetween(a.material(f), b.material(f), t),
	}}
	return out
}

// blendGrid are points around the middle, dense where cubes have edges and cylinders rims, with how far each shape reaches towards them.
var blendGrid = sync.OnceValue(func() (out struct {
	*mesh.Mesh
	reach [][]float64 // by shape and point
}) {
	out.Mesh = solid.SoftBox(geom.V(2, 2, 2), cubeRounding, 4, 18, 18, 18)
	out.reach = make([][]float64, len(values[Shape]))
	for i, p := range out.Positions {
		out.Positions[i] = p.Unit()
		for shape, planes := range unitPlanes() {
			r := math.Inf(1)
			for _, plane := range planes {
				if along := plane.normal.Dot(out.Positions[i]); along > 0 {
					r = min(r, plane.offset/along)
				}
			}
			out.reach[shape] = append(out.reach[shape], r)
		}
	}
	return out
})

// shapeBetween is a unit mesh on the way from one shape to another: what lies in a direction from the middle moves along it.
func shapeBetween(from, to uint8, t float64) *mesh.Mesh {
	if from == to {
		return shapeMesh(from)
	}
	g := blendGrid()
	out := &mesh.Mesh{Triangles: g.Triangles}
	for i, p := range g.Positions {
		r := g.reach[from][i]
		out.Positions = append(out.Positions, p.Scale(r+float64(t*(g.reach[to][i]-r))))
	}
	out = solid.Smooth(out, math.Pi/4)
	out.Closed = true
	return out
}

// materialBetween is a material on the way from one to another.
func materialBetween(a, b material.Material, t float64) material.Material {
	mix := func(x, y float64) float64 { return x + float64(t*(y-x)) }
	out := a
	for k := range out.BaseColor {
		out.BaseColor[k] = mix(a.BaseColor[k], b.BaseColor[k])
	}
	out.Metallic, out.Transmission = mix(a.Metallic, b.Metallic), mix(a.Transmission, b.Transmission)
	out.PerceptualRoughness, out.IOR = mix(a.PerceptualRoughness, b.PerceptualRoughness), mix(a.IOR, b.IOR)
	out.TintedReflection = a.TintedReflection || b.TintedReflection
	return out
}

// idsAt are those that are counted: 0 for nothing, or the object's index + 1. Unlike objects floor and lines hide nothing.
func (m *generatedSample) idsAt(moment int, c cameraID) []uint16 {
	if _, _, between := halfway(moment, len(m.steps)); !between {
		return m.ids(place{moment, c})
	}
	s := m.sceneAt(&m.sceneSetup, moment, c)
	s.Backdrop = nil
	return ref.Draw(s.Frame()).Object
}

// shot is a picture of a moment.
func (m *generatedSample) shot(moment int, c cameraID) world.Shot {
	ids := func() *show.Labels {
		return &show.Labels{Width: m.width, Height: m.height, Object: m.idsAt(moment, c)}
	}
	return world.Shot{Pinhole: m.pinhole(c), State: moment, IDs: ids, Labels: func() *show.Labels {
		all := world.LabelsOf(ref.Draw(m.sceneAt(&m.sceneSetup, moment, c).Frame()))
		all.Object, all.Part = ids().Object, nil
		return all
	}}
}

// eachFrame goes through the frames of all films of a sample of so many steps, by camera.
func (c Config) eachFrame(steps int, do func(cam cameraID, frame int)) {
	for cam := range cameraID(cameraCount) {
		for frame := range framesOf(steps) {
			if c.Film {
				do(cam, frame)
			}
		}
	}
}

// filmFiles are those of the frames. shot is the number of the first one's.
func (c Config) filmFiles(split string, index, steps, shot int) (out []world.File) {
	c.eachFrame(steps, func(cam cameraID, frame int) {
		add := func(wanted bool, kind pictureKind, suffix string) {
			if wanted {
				folder := fmt.Sprintf("TRANCE_%s_%s_%06d.%s", c.Problem, kind, index, cam)
				out = append(out, file(path.Join(split, "film", folder, world.FrameName(frame)+suffix), shot, kind))
			}
		}
		add(true, colorPicture, ".png")
		add(c.IDs, idPicture, ".png")
		add(c.Normals, normalPicture, ".npy")
		shot++
	})
	return out
}

// infoMotion is how objects move in the films of a sample.
type infoMotion struct {
	FPS    int            `json:"fps"`
	Frames int            `json:"frames"`
	Stages []int          `json:"stages"` // the frame of each state
	States [][]infoMoving `json:"states"` // by frame and object
}

// infoMoving is an object in a frame.
type infoMoving struct {
	Location [3]float64 `json:"location"` // of its center, meters
	Rotation [4]float64 `json:"rotation"` // quaternion w, x, y, z: of the object to the world
	Scale    float64    `json:"scale"`    // half of its height, meters; 0 where it is not drawn
}

// infoMotion is nil where no film is made.
func (c Config) infoMotion(m *generatedSample) *infoMotion {
	if !c.Film {
		return nil
	}
	n := len(m.steps)
	out := &infoMotion{FPS: filmFPS, Frames: framesOf(n)}
	for frame := range out.Frames {
		if frame%filmStep == 0 {
			out.Stages = append(out.Stages, frame)
		}
		row := make([]infoMoving, ObjectCount)
		for i := range row {
			q, a := geom.RotZ(m.rotations[i]).Quat(), m.standing(momentOf(frame, n), i)
			row[i] = infoMoving{xyz(a.at), [4]float64{q.W + 0, q.X + 0, q.Y + 0, q.Z + 0}, a.scale}
		}
		out.States = append(out.States, row)
	}
	return out
}

// file is a picture among files.
func file(path string, shot int, kind pictureKind) world.File {
	f := world.File{Path: path, Shot: shot, Pass: passes[kind]}
	if kind == idPicture {
		f.Palette = idPalette
	}
	return f
}
