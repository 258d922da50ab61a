package settle

import (
	"fmt"
	"slices"

	"mereo/engine/geom"
	"mereo/physics"
)

// Film is a run as it can be watched: instants in the order of time, the first one before the first step.
type Film struct {
	Instants []Instant
	Ends     []Outcome // as Stage.Run returns them
}

// Instant is one moment of a run.
type Instant struct {
	Time           float64          // seconds since the start
	WorldFromSolid []geom.Transform // of every thing
	Contacts       []Contact        // where things touch each other or a block
}

// Contact is a point where two things touch.
type Contact struct {
	A, B   int       // things, A < B; or A = -1 where B touches a block
	Point  geom.Vec3 // world, half-way between both surfaces
	Normal geom.Vec3 // world, unit, from A to B
	Force  float64   // along the normal, newtons
}

// Film is Run with everything that can be seen on the way: an instant every so many steps, the last one included. It ends when all
// things rest, as Run does.
func (s *Stage) Film(things []Thing, v Variant, every int) (*Film, error) {
	if every < 1 {
		return nil, fmt.Errorf("settle: an instant every %d steps, want at least 1", every)
	}
	film := &Film{}
	steps := 0
	last := Instant{Time: -1}
	var err error
	film.Ends, err = s.run(things, v, func(w *physics.World, actors []actor, time float64) {
		if last = instantOf(w, actors, things, time); steps%every == 0 {
			film.Instants = append(film.Instants, last)
		}
		steps++
	})
	if err != nil {
		return nil, err
	}
	if film.Instants[len(film.Instants)-1].Time != last.Time {
		film.Instants = append(film.Instants, last)
	}
	return film, nil
}

// Renumber is the film with thing i as number to[i] of as many as there are in resting. What has no such number rests where resting
// has it, and does not change.
func (f *Film) Renumber(to []int, resting []geom.Transform) *Film {
	out := &Film{Instants: slices.Clone(f.Instants), Ends: make([]Outcome, len(resting))}
	for k := range out.Instants {
		at := &out.Instants[k]
		poses := slices.Clone(resting)
		for i, pose := range at.WorldFromSolid {
			poses[to[i]] = pose
		}
		at.WorldFromSolid, at.Contacts = poses, slices.Clone(at.Contacts)
		for n := range at.Contacts {
			c := &at.Contacts[n]
			if c.A >= 0 {
				c.A = to[c.A]
			}
			c.B = to[c.B]
		}
	}
	for i, pose := range resting {
		out.Ends[i] = Outcome{WorldFromSolid: pose, Rests: true}
	}
	for i, end := range f.Ends {
		out.Ends[to[i]] = end
	}
	return out
}

// instantOf writes down where everything is.
func instantOf(w *physics.World, actors []actor, things []Thing, time float64) Instant {
	at := Instant{Time: time, WorldFromSolid: make([]geom.Transform, len(actors))}
	number := make(map[physics.BodyID]int, len(actors))
	for i := range actors {
		pose := w.Pose(actors[i].id)
		at.WorldFromSolid[i] = geom.Transform{M: pose.Rotation.Mat3().Mul(things[i].WorldFromSolid.M), T: pose.Position}
		number[actors[i].id] = i
	}
	of := func(id physics.BodyID) int {
		if i, ok := number[id]; ok {
			return i
		}
		return -1
	}
	for c := range w.Contacts() {
		a, b := of(c.A.Body), of(c.B.Body)
		normal := c.Normal
		if a > b {
			a, b, normal = b, a, normal.Neg()
		}
		for _, p := range c.Points {
			at.Contacts = append(at.Contacts, Contact{a, b, p.Position, normal, p.Force})
		}
	}
	return at
}
