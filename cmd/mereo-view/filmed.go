package main

import (
	"context"
	"errors"
	"slices"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/window"
	"mereo/gen/show"
)

// filmed plays the film that a sample is, with what happens after its last frame. Nothing in it can be pushed or pulled at.
type filmed struct {
	instants []window.Instant
	dt       float64 // seconds between frames
}

var errFilmed = errors.New("a film goes as it went; mereo explore moves its things and makes it again")

// filmOf is the film of a sample; not ok for one that is none.
func filmOf(page *show.Page, poses []geom.Transform) (f *filmed, ok bool) {
	if page.Motion == nil || len(page.Motion.Poses) < 2 || len(page.Pictures) < 2 {
		return nil, false
	}
	f = &filmed{dt: page.Pictures[1].Time - page.Pictures[0].Time}
	for frame, row := range page.Motion.Poses {
		at := slices.Clone(poses)
		for i, pose := range row {
			if pose == nil || i >= len(at) {
				continue
			}
			scale := poses[i].M.X.Len()
			m := geom.Quat{W: pose.Q[0], X: pose.Q[1], Y: pose.Q[2], Z: pose.Q[3]}.Unit().Mat3()
			at[i] = geom.Transform{M: geom.Mat3{X: m.X.Scale(scale), Y: m.Y.Scale(scale), Z: m.Z.Scale(scale)}, T: geom.V(pose.T[0], pose.T[1], pose.T[2])}
		}
		f.instants = append(f.instants, window.Instant{Time: float64(frame) * f.dt, WorldFromObject: at})
	}
	return f, true
}

func (f *filmed) Film(context.Context, window.Push) (*window.Film, error) {
	return &window.Film{Instants: f.instants}, nil
}

func (f *filmed) Start(window.Push) (window.Stepper, error) { return &replay{f, 0}, nil }

func (f *filmed) Places() []geom.Transform { return slices.Clone(f.instants[0].WorldFromObject) }

func (f *filmed) Verdicts(context.Context, window.Push) ([]window.Verdict, error) {
	return nil, errFilmed
}

func (f *filmed) From([]geom.Transform) (window.Physics, error) { return nil, errFilmed }

func (*filmed) Label(window.Push) string { return "" }

func (f *filmed) Colliders() [][]*mesh.Mesh {
	return make([][]*mesh.Mesh, len(f.instants[0].WorldFromObject))
}

// replay is a film that is stepped.
type replay struct {
	*filmed
	at int
}

func (r *replay) Dt() float64 { return r.dt }

func (r *replay) Step(*window.Pull) error {
	r.at = min(r.at+1, len(r.instants)-1)
	return nil
}

func (r *replay) Now() window.Instant { return r.instants[r.at] }
