//go:build viewer

package window

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"mereo/engine/geom"
)

// pulling is a run in which the pointer pulls at an object. Its fields but mu and pull are the window's.
type pulling struct {
	object int
	viewZ  float64 // of the plane in which the pointer is, parallel to the picture
	held   bool
	stop   context.CancelFunc

	mu   sync.Mutex
	pull *Pull // that acts now; nil once it was let go
}

const (
	pullInstant = 1.0 / 60 // seconds from one moment of a pulled film to the next
	afterPull   = 2.0      // seconds that go on at least after the object was let go
)

// grabBody begins to pull at what is under a point of the window.
func (v *viewer) grabBody(x, y float64) {
	px, py, i, ok := v.pixelAt(x, y)
	if !ok || !v.canMove() {
		return
	}
	live := v.physics.of
	object := int(v.shot.images.Object[i]) - 1
	if object < 0 {
		v.say("there is nothing to pull: begin on a body")
		return
	}
	if v.pulling != nil {
		v.pulling.stop()
	}
	v.play(false)

	// The film so far is what the run repeats, with what was pulled in it.
	p := &v.physics
	film, pulls := &Film{}, []*Pull(nil)
	now := 0.0
	if p.film != nil {
		n := v.instantNumber()
		film.Instants = slices.Clone(p.film.Instants[:n+1])
		now, pulls = p.film.Instants[n].Time, slices.Clone(p.pulls)
	}
	until := max(p.length(), now)
	at, viewZ := v.worldAt(px, py, i)
	pose := v.objectPose(object)
	pull := &Pull{object, pose.Inverse().Point(at), at}

	ctx, stop := context.WithCancel(v.wanted)
	q := &pulling{object: object, viewZ: viewZ, held: true, stop: stop, pull: pull}
	v.pulling = q
	v.drag = dragging{on: true, far: true}
	v.say("pulling %s ...", v.objectName(object))
	push, speed, settled := p.push, v.speed(), v.settled
	post := func(f func()) {
		v.post(func() {
			if v.pulling == q && v.settled == settled {
				f()
			}
		})
	}
	go func() {
		physicsLock.Lock()
		defer physicsLock.Unlock()
		r, err := live.Start(push)
		if err == nil {
			steps := int(math.Round(now / r.Dt()))
			pulls = append(pulls, make([]*Pull, max(0, steps-len(pulls)))...)[:steps]
			for i := 0; i < steps && err == nil && ctx.Err() == nil; i++ {
				err = r.Step(pulls[i])
			}
		}
		if err == nil && len(film.Instants) == 0 {
			film.Instants = append(film.Instants, r.Now())
		}
		if err == nil {
			post(func() {
				p.film, p.pulls, p.at, p.making = film, nil, now, false
				v.event("pull", map[string]any{"object": object, "time": now})
				v.timeChanged()
			})
			err = q.follow(ctx, r, now, until, speed, pulls, func(more []Instant, pulls []*Pull) {
				post(func() {
					p.film = &Film{append(p.film.Instants, more...)}
					p.pulls, p.at = pulls, p.length()
					v.timeChanged()
				})
			})
		}
		post(func() { v.pulled(err) })
	}()
}

// follow steps a run as fast as time goes on, and tells what is new, until a while after the object was let go.
func (q *pulling) follow(ctx context.Context, r Stepper, now, until, speed float64, pulls []*Pull, tell func([]Instant, []*Pull)) error {
	dt, begun, from, let := r.Dt(), time.Now(), now, -1.0
	told := now
	for ctx.Err() == nil && (let < 0 || now < max(until, let+afterPull)) {
		// A slow machine falls behind time, rather than never to catch up with it.
		due := min(from+time.Since(begun).Seconds()*speed, now+0.1)
		var more []Instant
		for now+dt <= due {
			q.mu.Lock()
			pull := q.pull
			if pull != nil {
				same := *pull
				pull = &same
			}
			q.mu.Unlock()
			if pull == nil && let < 0 {
				let = now
			}
			if err := r.Step(pull); err != nil {
				return err
			}
			pulls = append(pulls, pull)
			now += dt
			if now >= told+pullInstant-1e-9 {
				told = now
				at := r.Now()
				at.Time = now
				more = append(more, at)
			}
		}
		if len(more) > 0 {
			tell(more, slices.Clone(pulls))
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil
}

// objectPose is where the picture shows an object.
func (v *viewer) objectPose(object int) geom.Transform {
	for i := range v.shot.whole.Instances {
		if in := &v.shot.whole.Instances[i]; int(in.Object) == object+1 {
			return in.WorldFromObject
		}
	}
	return geom.Identity
}

// pullTo has the spring end at a point of the window.
func (v *viewer) pullTo(x, y float64) {
	q := v.pulling
	c := &v.shot.frame.Camera
	px, py := v.within(x, y, c.Width, c.Height)
	to := c.Ray(px, py).At(q.viewZ)
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.pull != nil {
		q.pull.To = to
	}
}

// letBody lets go what is pulled; time goes on for a while.
func (v *viewer) letBody() {
	q := v.pulling
	q.held = false
	q.mu.Lock()
	q.pull = nil
	q.mu.Unlock()
	v.event("let", map[string]any{"object": q.object})
}

// pulled ends a run that was pulled at: it is a film now.
func (v *viewer) pulled(err error) {
	q := v.pulling
	v.pulling = nil
	q.stop()
	if q.held {
		v.drag = dragging{}
	}
	if err != nil {
		v.say("%v", err)
		v.event("failed", map[string]any{"error": err.Error()})
		return
	}
	v.say("%s was pulled: the film has %.2f s; 0 brings back the one without", v.objectName(q.object), v.physics.length())
	v.event("pulled", map[string]any{"object": q.object, "seconds": v.physics.length(), "instants": len(v.physics.film.Instants)})
	v.tellDetails()
	v.timeChanged()
}

// endPulling stops a run that is pulled at where it is.
func (v *viewer) endPulling() {
	if v.pulling != nil {
		v.pulling.stop()
	}
}

// placeSpring draws the spring where the picture shows the object.
func (v *viewer) placeSpring() {
	q := v.pulling
	if q == nil || !q.held || v.shot == nil {
		v.overlay.setSpring(nil)
		return
	}
	q.mu.Lock()
	pull := *q.pull
	q.mu.Unlock()
	v.overlay.setSpring([]geom.Vec3{v.objectPose(q.object).Point(pull.At), pull.To})
}
