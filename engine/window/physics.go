//go:build viewer

package window

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// A source makes one scene at a time, and a scene's physics answers one question at a time.
var loadLock, physicsLock sync.Mutex

// physics is the film that is shown, and what is known of the objects.
type physics struct {
	of       Physics // that answers: of the scene as it is shown; nil where none does
	why      string  // where it is nil
	push     Push    // of the film
	film     *Film
	at       float64 // seconds into the film
	playing  bool
	begun    time.Time // when it was at 0, if it plays at this speed
	pulls    []*Pull   // of each step of the film; nil without
	making   bool      // the film is being made
	playWhen bool      // it is to be played when it is there
	saveWhen bool      // it is to be saved when it is there
	distance int       // of the next push, in Scene.PushDistances
	films    map[Push]*Film
	verdicts map[Push][]Verdict
}

// stopPhysics forgets everything, for another scene or the same one changed.
func (v *viewer) stopPhysics() {
	v.wantAnother()
	v.settled++
	v.physics = physics{of: v.scene.Physics, films: map[Push]*Film{}, verdicts: map[Push][]Verdict{}}
	if n := len(v.scene.Falls); n > 0 {
		v.physics.push = v.scene.Falls[n-1]
	}
	v.tellTime()
	v.panels.enablePhysics(v.scene.Physics != nil)
}

// resettle finds the physics of the scene as it was changed by hand.
func (v *viewer) resettle() {
	if v.scene.Physics == nil {
		return
	}
	v.stopPhysics()
	if !v.thingsMoved() {
		return
	}
	p := &v.physics
	p.of = nil
	poses := v.scene.Physics.Places()
	for _, c := range v.editing.changes {
		switch i := int(c.what.object) - 1; {
		case c.what.part != 0 || c.what.object != 0 && !isRigid(c.by):
			p.why = "what was scaled, or a part that was moved alone, has no physics: Ctrl + Z takes changes back"
			return
		case i >= 0 && i < len(poses):
			poses[i] = c.by.Mul(poses[i])
		}
	}
	of, err := v.scene.Physics.From(poses)
	if err != nil {
		p.why = err.Error()
		v.say("%v", err)
		return
	}
	p.of = of
}

// pushName says a push.
func (v *viewer) pushName(p Push) string {
	if p.Object < 0 {
		return p.Name
	}
	return fmt.Sprintf("%s pushed %s by %.2g m", v.objectName(p.Object), words[p.Direction], p.Distance)
}

// instant is the moment of the film that is shown; nil for the scene as it is.
func (v *viewer) instant() *Instant {
	f := v.physics.film
	if f == nil || len(f.Instants) == 0 || !v.current().Moves {
		return nil
	}
	return &f.Instants[v.instantNumber()]
}

// instantNumber is the last instant that is not after the time.
func (v *viewer) instantNumber() int {
	return v.physics.film.number(v.physics.at)
}

// contacts are those of the moment that is shown. Before the first step nothing has been found to touch, so that the first moment
// shows those of the one after it.
func (v *viewer) contacts() []Contact {
	if !v.on[helperContacts] || v.scene == nil || v.instant() == nil {
		return nil
	}
	f := v.physics.film
	n := v.instantNumber()
	if n == 0 && len(f.Instants[0].Contacts) == 0 && len(f.Instants) > 1 {
		n = 1
	}
	return f.Instants[n].Contacts
}

// length is how long the film is, seconds.
func (p *physics) length() float64 {
	if p.film == nil || len(p.film.Instants) == 0 {
		return 0
	}
	return p.film.Instants[len(p.film.Instants)-1].Time
}

// canMove tells whether there is anything to play, and says why not.
func (v *viewer) canMove() bool {
	switch {
	case v.scene == nil:
		return false
	case v.scene.Physics == nil:
		v.say("nothing can be let go in this scene")
		return false
	case v.physics.of == nil:
		v.say("%s", v.physics.why)
		return false
	case !v.current().Moves:
		v.say("nothing can be let go in this picture; press V for another")
		return false
	}
	return true
}

// wantAnother ends what is asked of the physics for another scene or push.
func (v *viewer) wantAnother() {
	v.endPulling()
	if v.pulling != nil && v.pulling.held {
		v.drag = dragging{}
	}
	v.pulling = nil
	if v.unwant != nil {
		v.unwant()
	}
	v.wanted, v.unwant = context.WithCancel(v.ctx)
}

// beside has the physics of the scene asked beside the window, and done called when that has happened. Nothing is asked, and what is
// being asked ends, if another push or scene is wanted.
func (v *viewer) beside(work func(context.Context, Physics) error, done func()) {
	of, wanted, settled := v.physics.of, v.wanted, v.settled
	go func() {
		physicsLock.Lock()
		defer physicsLock.Unlock()
		if wanted.Err() != nil {
			return
		}
		err := work(wanted, of)
		v.post(func() {
			switch {
			case v.settled != settled:
			case err == nil:
				done()
			case wanted.Err() == nil:
				v.change(v.scene.Falls[0], false)
				v.say("%v", err)
				v.event("failed", map[string]any{"error": err.Error()})
			}
		})
	}()
}

// change goes to what becomes of another push.
func (v *viewer) change(p Push, play bool) {
	v.wantAnother()
	v.physics.push, v.physics.film, v.physics.at, v.physics.making, v.physics.playWhen, v.physics.saveWhen = p, nil, 0, false, play, false
	v.play(false)
	v.tellDetails()
}

// wantFilm shows the film of the push, made before if need be.
func (v *viewer) wantFilm() {
	p := v.physics.push
	switch {
	case v.physics.film != nil || v.physics.making:
	case v.physics.films[p] != nil:
		v.filmed()
	default:
		v.physics.making = true
		v.say("simulating: %s ...", v.pushName(p))
		var film *Film
		v.beside(func(ctx context.Context, ph Physics) (err error) { film, err = ph.Film(ctx, p); return err }, func() {
			v.physics.films[p] = film
			if p == v.physics.push && v.physics.film == nil {
				v.filmed()
			}
		})
	}
}

// filmed shows the film of the push from its beginning.
func (v *viewer) filmed() {
	p := &v.physics
	p.film, p.pulls, p.at, p.making = p.films[p.push], nil, 0, false
	name := v.pushName(p.push)
	v.say("%s: simulated %.2f s", name, p.length())
	v.event("film", map[string]any{"push": name, "instants": len(p.film.Instants), "seconds": p.length()})
	if p.playWhen {
		p.playWhen = false
		v.play(true)
	}
	if p.saveWhen {
		p.saveWhen = false
		v.saveFilm()
	}
	if v.plots.on {
		v.tellDetails()
		v.event("plots", map[string]any{"on": true, "shown": len(v.plots.lines)})
	}
	v.timeChanged()
}

// judge has verdicts of a push made, and then does what they are for.
func (v *viewer) judge(p Push, then func()) {
	if _, ok := v.physics.verdicts[p]; ok {
		then()
		return
	}
	var list []Verdict
	v.beside(func(ctx context.Context, ph Physics) (err error) { list, err = ph.Verdicts(ctx, p); return err }, func() {
		v.physics.verdicts[p] = list
		v.tellDetails()
		then()
	})
}

// push moves the selected object, shows what becomes of it, and judges it before and after.
func (v *viewer) push(direction string) {
	if !v.canMove() {
		return
	}
	object := v.selectedObject()
	if object < 0 {
		v.say("nothing is selected; click an object, then push it")
		return
	}
	p := Push{Object: object, Direction: direction, Distance: v.scene.PushDistances[v.physics.distance]}
	v.event("push", map[string]any{"object": object, "direction": direction, "distance": p.Distance})
	if v.physics.of.Label(p) == "blocked" {
		v.say("%s: blocked, it would be inside of another object or a wall", v.pushName(p))
		return
	}
	v.change(p, true)
	v.wantFilm()
	still := v.scene.Falls[0]
	v.judge(still, func() {
		if v.physics.push != p {
			return
		}
		v.judge(p, func() {
			if v.physics.push != p {
				return
			}
			before, after := v.physics.verdicts[still][object], v.physics.verdicts[p][object]
			v.say("%s: %s, before %s", v.pushName(p), after, before)
			v.event("verdict", map[string]any{
				"object": object, "direction": direction, "stable": after.Stable, "margin": after.Margin,
				"stable_before": before.Stable, "margin_before": before.Margin,
			})
		})
	})
}

// setDistance chooses by how much the next push is, in Scene.PushDistances.
func (v *viewer) setDistance(n int) {
	if !v.canMove() {
		return
	}
	v.physics.distance = n % len(v.scene.PushDistances)
	v.say("objects are pushed by %.2g m", v.scene.PushDistances[v.physics.distance])
	v.tellDetails()
}

// words are directions as they are said.
var words = map[string]string{"left": "left", "right": "right", "front": "to the front", "behind": "behind"}

func (x Verdict) String() string {
	word := "unstable"
	if x.Stable {
		word = "stable"
	}
	if x.Margin == 0 {
		return word
	}
	return fmt.Sprintf("%s, margin %.0f %%", word, 100*x.Margin)
}

// verdictLines are what is known of an object's stability, one sentence each.
func (v *viewer) verdictLines(object int) []string {
	var out []string
	tell := func(name string, push Push) {
		list, ok := v.physics.verdicts[push]
		if !ok {
			out = append(out, name+" is being judged ...")
			return
		}
		steady := 0
		for _, x := range list {
			if x.Stable {
				steady++
			}
		}
		out = append(out, fmt.Sprintf("%s: %s (%d of %d objects stable)", name, list[object], steady, len(list)))
	}
	push, still := v.physics.push, v.scene.Falls[0]
	if _, ok := v.physics.verdicts[still]; ok || push.Object >= 0 {
		tell(still.Name, still)
	}
	switch push.Object {
	case -1:
	case object:
		tell(fmt.Sprintf("pushed %s by %.2g m", words[push.Direction], push.Distance), push)
	default:
		tell(v.pushName(push), push)
	}
	return out
}

// letGo goes to the first way to let everything go without a push, and from each to the next.
func (v *viewer) letGo() {
	if !v.canMove() {
		return
	}
	falls := v.scene.Falls
	next := falls[(slices.Index(falls, v.physics.push)+1)%len(falls)]
	v.change(next, false)
	v.wantFilm()
}

// playPause plays the film, making it first if need be, or stops it where it is.
func (v *viewer) playPause() {
	switch {
	case !v.canMove():
	case v.pulling != nil:
		v.endPulling()
	case v.physics.film == nil:
		v.physics.playWhen = true
		v.wantFilm()
	default:
		v.play(!v.physics.playing)
	}
}

// play starts the film, from its beginning if it was at its end, or stops it.
func (v *viewer) play(on bool) {
	v.endPulling()
	p := &v.physics
	if on && p.at >= p.length() {
		p.at = 0
	}
	p.playing = on && p.length() > 0
	v.keepTime()
	v.timeChanged()
	v.event("play", map[string]any{"playing": p.playing})
}

// advance goes on with a film that plays.
func (v *viewer) advance() {
	p := &v.physics
	if !p.playing {
		return
	}
	before := v.instantNumber()
	p.at = time.Since(p.begun).Seconds() * v.speed()
	if p.at >= p.length() && v.loops {
		p.at = math.Mod(p.at, p.length())
		v.keepTime()
		v.event("loop", nil)
		v.timeChanged()
		return
	}
	if p.at >= p.length() {
		p.at, p.playing = p.length(), false
		v.event("play", map[string]any{"playing": false})
		v.timeChanged()
		return
	}
	if v.instantNumber() != before {
		v.timeChanged()
	}
}

// step goes to the next instant, or to the one before.
func (v *viewer) step(by int) {
	if !v.canMove() {
		return
	}
	if v.physics.film == nil {
		v.wantFilm()
		return
	}
	f := v.physics.film
	n := min(len(f.Instants)-1, max(0, v.instantNumber()+by))
	v.play(false)
	v.physics.at = f.Instants[n].Time
	v.timeChanged()
	v.event("step", map[string]any{"instant": n, "time": v.physics.at})
}

// scrub goes to a share of the film, 0 to 1.
func (v *viewer) scrub(share float64) {
	if !v.canMove() {
		return
	}
	if v.physics.film == nil {
		v.wantFilm()
		return
	}
	v.play(false)
	v.physics.at = share * v.physics.length()
	v.timeChanged()
	v.event("scrub", map[string]any{"time": v.physics.at})
}
