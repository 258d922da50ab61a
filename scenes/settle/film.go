package settle

import (
	"context"
	"fmt"
	"math"
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
// things rest, as Run does, and with an error when ctx ends before.
func (s *Stage) Film(ctx context.Context, things []Thing, v Variant, every int) (*Film, error) {
	if every < 1 {
		return nil, fmt.Errorf("settle: an instant every %d steps, want at least 1", every)
	}
	film := &Film{}
	dt := s.rules.Duration / float64(s.rules.Steps*max(v.Finer, 1))
	last := Instant{Time: -1}
	var err error
	film.Ends, err = s.run(things, v, func(r *running, step int, _ float64) (bool, error) {
		if last = instantOf(r.world, r.actors, things, float64(step)*dt); step%every == 0 {
			film.Instants = append(film.Instants, last)
		}
		return false, ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	if film.Instants[len(film.Instants)-1].Time != last.Time {
		film.Instants = append(film.Instants, last)
	}
	return film, nil
}

// What can be seen of a motion, and for how long a film shows that it is over.
const (
	seenShift = 0.001 // meters
	seenTurn  = 0.005 // radians
	moment    = 0.3   // seconds
)

// Trim is the film without its still end. From a moment after the last motion that can be seen, which is where it ends then, it shows
// everything as it is at the very end. Ends stay.
func (f *Film) Trim() *Film {
	end := len(f.Instants) - 1
	last := f.Instants[end]
	still := end // the first instant after which nothing moves
	for still > 0 && f.Instants[still-1].LooksLike(last) {
		still--
	}
	cut := still
	for cut < end && f.Instants[cut].Time < f.Instants[still].Time+moment {
		cut++
	}
	last.Time = f.Instants[cut].Time
	return &Film{Instants: append(slices.Clone(f.Instants[:cut]), last), Ends: f.Ends}
}

// LooksLike tells whether nobody sees that something is elsewhere, in a scene of the size of a room or a table.
func (at Instant) LooksLike(b Instant) bool {
	return slices.EqualFunc(at.WorldFromSolid, b.WorldFromSolid, func(a, b geom.Transform) bool {
		turned := 0.0
		for _, d := range [...]geom.Vec3{a.M.X.Sub(b.M.X), a.M.Y.Sub(b.M.Y), a.M.Z.Sub(b.M.Z)} {
			turned = max(turned, math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z))
		}
		return a.T.Sub(b.T).Len() <= seenShift && turned <= seenTurn
	})
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
