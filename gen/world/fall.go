package world

import (
	"fmt"
	"math"
	"path"
	"strings"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/scenes/settle"
)

// Fall is how objects move in a film of them after they were let go, as records have it.
type Fall struct {
	FPS    float64  `json:"fps"`
	Frames int      `json:"frames"`
	States [][]Pose `json:"states"` // by frame and object
	// Collisions of objects with each other, in the order of time.
	Collisions []Collision `json:"collisions"`
}

// Pose is how an object lies, in the units of the scene.
type Pose struct {
	Location [3]float64 `json:"location"` // of the model's origin; float32 values
	Rotation [4]float64 `json:"rotation"` // unit quaternion w, x, y, z, world from model
}

// Collision is that two objects begin to touch.
type Collision struct {
	Objects  [2]int     `json:"object_ids"` // from 0
	Time     float64    `json:"time"`       // seconds from the first frame
	Frame    int        `json:"frame"`      // the last one before it
	Position [3]float64 `json:"position"`
	Normal   [3]float64 `json:"contact_normal"` // from the first to the second
}

// oneCollision is for how long two objects that touched are apart before they collide again, seconds.
const oneCollision = 0.25

// FallOf is what a film with an instant after every step shows that has a frame after every so many of them, without its still end. The last frame is
// how things lie in the end. unit is how many meters a unit of the scene is.
func FallOf(film *settle.Film, every int, unit float64) *Fall {
	steps := film.Instants
	thin := &settle.Film{Ends: film.Ends}
	for i := 0; i < len(steps)-1; i += every {
		thin.Instants = append(thin.Instants, steps[i])
	}
	thin.Instants = append(thin.Instants, steps[len(steps)-1])
	thin = thin.Trim()
	out := &Fall{Frames: len(thin.Instants), Collisions: []Collision{}}
	for i := range thin.Instants {
		var row []Pose
		for _, at := range thin.Instants[i].WorldFromSolid {
			row = append(row, poseOf(at, unit))
		}
		out.States = append(out.States, row)
	}
	touched := map[[2]int]float64{} // when two did last
	for i := range steps[:min(len(steps), (out.Frames-1)*every+1)] {
		at := &steps[i]
		for _, c := range at.Contacts {
			pair := [2]int{c.A, c.B}
			if last, ok := touched[pair]; c.A >= 0 && (!ok || at.Time-last > oneCollision) {
				out.Collisions = append(out.Collisions, Collision{
					pair, at.Time, max(0, i-1) / every, triple(c.Point.Scale(1 / unit)), triple(c.Normal),
				})
			}
			touched[pair] = at.Time
		}
	}
	if len(steps) > 1 {
		out.FPS = 1 / (steps[1].Time * float64(every))
	}
	return out
}

func poseOf(at geom.Transform, unit float64) Pose {
	t, q := at.T.Scale(1/unit), at.M.Quat()
	return Pose{
		triple(geom.V(float64(float32(t.X)), float64(float32(t.Y)), float64(float32(t.Z)))), [4]float64{q.W + 0, q.X + 0, q.Y + 0, q.Z + 0},
	}
}

// triple is a vector without negative zeros.
func triple(v geom.Vec3) [3]float64 { return [3]float64{v.X + 0, v.Y + 0, v.Z + 0} }

// At is the pose as a vector and a quaternion.
func (p *Pose) At() (geom.Vec3, geom.Quat) {
	l, q := p.Location, p.Rotation
	return geom.V(l[0], l[1], l[2]), geom.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]}
}

// Check says what cannot be of a film of so many objects that a record tells.
func (f *Fall) Check(objects int) error {
	if f.Frames < 1 || len(f.States) != f.Frames {
		return fmt.Errorf("has %d frames and states of %d, want 1 or more, and as many", f.Frames, len(f.States))
	}
	for frame, row := range f.States {
		if len(row) != objects {
			return fmt.Errorf("frame %d has %d objects, want %d", frame, len(row), objects)
		}
		for i, p := range row {
			_, q := p.At()
			if length := float64(q.W*q.W) + float64(q.X*q.X) + float64(q.Y*q.Y) + float64(q.Z*q.Z); !(math.Abs(length-1) <= 1e-9) {
				return fmt.Errorf("frame %d: object %d: rotation is %v, want a unit quaternion", frame, i, p.Rotation)
			}
		}
	}
	return nil
}

// FramesOf are the files of a film beside those of a picture: of colors and ids, in folders of the names that these have. The shots of frames are 1 and
// so on.
func FramesOf(of []File, frames int) (out []File) {
	for frame := range frames {
		for _, f := range of {
			if suffix := path.Ext(f.Path); f.Pass == Color || f.Pass.ids(&show.Labels{}) != nil {
				f.Path, f.Shot = path.Join(strings.TrimSuffix(f.Path, suffix), FrameName(frame)+suffix), 1+frame
				out = append(out, f)
			}
		}
	}
	return out
}

// FrameName is the name of a frame's file in the folder of its film, without its extension.
func FrameName(frame int) string { return fmt.Sprintf("%05d", frame) }
