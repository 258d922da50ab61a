//go:build viewer

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mereo/cmd/sets"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/window"
	"mereo/internal/bound"
	"mereo/internal/folder"
	"mereo/physics"
	"mereo/physics/robots"
	"mereo/physics/scenario"
	"mereo/scenes/bodies"
)

// scenarios are those of a file, one for each index.
type scenarios struct {
	file  string
	list  []*scenario.Scenario
	notes []string // on what is left out of it
}

// openScenarios reads all of a file.
func openScenarios(file string, maxMemory bound.Size) (*scenarios, error) {
	f, err := folder.Named(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := &scenarios{file: filepath.Base(file)}
	for s, err := range robots.Scenarios(file, "", f, robots.Options{MaxMemory: maxMemory}, func(note string) { out.notes = append(out.notes, note) }) {
		if err != nil {
			return nil, err
		}
		out.list = append(out.list, s)
	}
	return out, nil
}

// check says whether a scenario has that index.
func (s *scenarios) check(index int) error {
	if index >= len(s.list) {
		return sets.Usagef("--index is %d, but %s has scenarios 0 to %d", index, s.file, len(s.list)-1)
	}
	return nil
}

func (s *scenarios) Places() (seeds bool, count int) { return false, len(s.list) }

// Places are those of the bodies at first.
func (e *enacted) Places() []geom.Transform {
	return each(e.moving, func(body int) geom.Transform { return e.of.Bodies[body].Def.Pose.Transform() })
}

// From is the scenario with its bodies elsewhere.
func (e *enacted) From(worldFromObject []geom.Transform) (window.Physics, error) {
	out := *e.of
	out.Bodies = slices.Clone(e.of.Bodies)
	for i, body := range e.moving {
		out.Bodies[body].Def.Pose = physics.Pose{Position: worldFromObject[i].T, Rotation: worldFromObject[i].M.Quat()}
	}
	return &enacted{&out, e.moving}, nil
}

// Size of the picture that shows a scenario, pixels.
const scenarioWidth, scenarioHeight = 960, 640

// Scene shows a scenario as it begins.
func (s *scenarios) Scene(_ context.Context, at window.Place) (*window.Scene, error) {
	of := s.list[at.Index]
	w, ids, err := of.Build()
	if err != nil {
		return nil, err
	}
	scene, moving := bodies.Scene(of, []bodies.Places{bodies.PlacesOf(w, ids)}, scenarioWidth, scenarioHeight)
	out := &window.Scene{
		Title:    fmt.Sprintf("%s of %s", of.Name, s.file),
		FileName: fmt.Sprintf("%s-%d", s.file, at.Index),
		Views:    []window.View{{Name: "picture", Frame: scene.Frame(), Moves: true}},
		Physics:  &enacted{of, moving},
		Falls:    []window.Push{{Object: -1, Name: "as it stands"}}, PushDistances: []float64{0.05, defaultPush},
		Rows: []window.Row{
			{Name: "bodies", Value: fmt.Sprint(len(of.Bodies))}, {Name: "joints", Value: fmt.Sprint(len(of.Joints))},
			{Name: "time", Value: fmt.Sprintf("%.3g s, %d steps", float64(of.Steps)*of.Dt, of.Steps)},
		},
	}
	if len(s.notes) > 0 {
		out.Note = s.notes[0]
	}
	for i, body := range moving {
		b := &of.Bodies[body]
		rows := []window.Row{{Name: "mass", Value: fmt.Sprintf("%.4g kg", w.Mass(ids[body]).Mass)}}
		for _, e := range of.Expected {
			if e.Name == b.Name {
				rows = append(rows, window.Row{Name: "expected", Value: string(e.Verdict)})
			}
		}
		out.Entities = append(out.Entities, window.Entity{
			Key: fmt.Sprintf("object %d", i), Name: b.Name, Kind: "body", Object: uint16(i + 1), Rows: rows,
		})
	}
	return out, nil
}

// enacted runs a scenario. Object i is body moving[i].
type enacted struct {
	of     *scenario.Scenario
	moving []int
}

// pushed is the scenario with a body at another place.
func (e *enacted) pushed(p window.Push) *scenario.Scenario {
	if p.Object < 0 {
		return e.of
	}
	along := map[string]geom.Vec3{"left": {X: -1}, "right": {X: 1}, "front": {Y: -1}, "behind": {Y: 1}}[p.Direction]
	out := *e.of
	out.Bodies = slices.Clone(e.of.Bodies)
	at := &out.Bodies[e.moving[p.Object]].Def.Pose.Position
	*at = at.AddScaled(p.Distance, along)
	return &out
}

// Instants of a film are so far from each other, seconds, and further where there would be more than mostInstants.
const (
	instantSeconds = 1.0 / 60
	mostInstants   = 6000
)

func (e *enacted) Film(ctx context.Context, p window.Push) (*window.Film, error) {
	s := e.pushed(p)
	every := max(instantSeconds, float64(s.Steps)*s.Dt/mostInstants)
	out := &window.Film{}
	_, err := s.Run(func(step int, w *physics.World, ids []physics.BodyID) error {
		if now := float64(step) * s.Dt; now >= float64(len(out.Instants))*every-1e-9 || step == s.Steps {
			out.Instants = append(out.Instants, e.instant(now, w, ids))
		}
		return ctx.Err()
	})
	return out, err
}

// instant is where objects are, and what they touch.
func (e *enacted) instant(now float64, w *physics.World, ids []physics.BodyID) window.Instant {
	out := window.Instant{Time: now}
	number := map[physics.BodyID]int{} // of the object, from 1
	for i, body := range e.moving {
		out.WorldFromObject = append(out.WorldFromObject, w.Pose(ids[body]).Transform())
		number[ids[body]] = i + 1
	}
	for c := range w.Contacts() {
		a, b, normal := number[c.A.Body]-1, number[c.B.Body]-1, c.Normal
		if a > b {
			a, b, normal = b, a, normal.Neg()
		}
		for _, p := range c.Points {
			out.Contacts = append(out.Contacts, window.Contact{A: a, B: b, Point: p.Position, Normal: normal, Force: p.Force})
		}
	}
	return out
}

// Start begins a run after a push.
func (e *enacted) Start(p window.Push) (window.Stepper, error) {
	s := e.pushed(p)
	l, err := s.Start()
	if err != nil {
		return nil, err
	}
	return &pulled{e, l, s.Dt}, nil
}

// pulled is a run of a scenario in which somebody pulls at bodies.
type pulled struct {
	of *enacted
	*scenario.Live
	dt float64
}

func (r *pulled) Dt() float64 { return r.dt }

func (r *pulled) Now() window.Instant { return r.of.instant(0, r.World, r.IDs) }

func (r *pulled) Step(pull *window.Pull) error {
	if pull != nil {
		r.World.Pull(r.IDs[r.of.moving[pull.Object]], pull.At, pull.To)
	}
	_, err := r.Live.Step()
	return err
}

// Verdicts are those of one run. Kinematic bodies go where they go, and count as stable.
func (e *enacted) Verdicts(ctx context.Context, p window.Push) ([]window.Verdict, error) {
	result, err := e.pushed(p).Run(func(int, *physics.World, []physics.BodyID) error { return ctx.Err() })
	if err != nil {
		return nil, err
	}
	rests := map[string]bool{}
	for _, b := range result.Bodies {
		rests[b.Name] = b.Verdict == scenario.Rests
	}
	out := make([]window.Verdict, len(e.moving))
	for i, body := range e.moving {
		still, dynamic := rests[e.of.Bodies[body].Name]
		out[i].Stable = still || !dynamic
	}
	return out, nil
}

// Label has nothing to say: a scenario knows no pushes.
func (e *enacted) Label(window.Push) string { return "" }

func (e *enacted) Colliders() [][]*mesh.Mesh {
	out := make([][]*mesh.Mesh, len(e.moving))
	for i, body := range e.moving {
		for _, c := range e.of.Bodies[body].Def.Colliders {
			m := &mesh.Mesh{}
			m.Positions, m.Triangles = c.Shape.Surface()
			out[i] = append(out[i], m.Transformed(c.Pose.Transform()))
		}
	}
	return out
}

// isScenario tells from its name whether a file is one of scenarios or robots.
func isScenario(name string) bool {
	return slices.Contains([]string{".json", ".urdf", ".xml", ".mjcf"}, strings.ToLower(filepath.Ext(name)))
}
