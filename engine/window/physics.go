//go:build viewer

package window

import (
	"fmt"
	"sync"
	"time"
)

// A source makes one scene at a time, and a scene's physics answers one question at a time.
var loadLock, physicsLock sync.Mutex

// physics is the film that is shown, and what is known of the objects.
type physics struct {
	push     Push // of the film
	film     *Film
	at       float64 // seconds into the film
	playing  bool
	begun    time.Time // when it was at 0, if it plays
	waiting  int       // films and verdicts that are being made
	playWhen bool      // the film is to be played when it is there
	verdicts map[Push][]Verdict
	names    map[Push]string
}

// still is the film of everything as it stands.
var still = Push{Object: -1}

// stopPhysics forgets everything, for another scene.
func (v *viewer) stopPhysics() {
	v.physics = physics{push: still, verdicts: map[Push][]Verdict{}, names: map[Push]string{still: "as it stands"}}
	v.panels.setTime(0, 0, false)
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
	f, n := v.physics.film, 0
	for n+1 < len(f.Instants) && f.Instants[n+1].Time <= v.physics.at+1e-9 {
		n++
	}
	return n
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
	case !v.current().Moves:
		v.say("nothing can be let go in this picture; press V for another")
		return false
	}
	return true
}

// wantFilm has the film of the current push made unless it is there or on its way.
func (v *viewer) wantFilm() {
	if v.physics.film == nil && v.physics.waiting == 0 {
		v.makeFilm(v.physics.push)
	}
}

// makeFilm simulates a push beside the window.
func (v *viewer) makeFilm(p Push) {
	scene := v.scene
	v.physics.waiting++
	v.say("simulating: %s ...", v.physics.names[p])
	go func() {
		physicsLock.Lock()
		film, err := scene.Physics.Film(p)
		physicsLock.Unlock()
		v.post(func() {
			if v.scene != scene {
				return
			}
			v.physics.waiting--
			if err != nil {
				v.say("%v", err)
				v.event("failed", map[string]any{"error": err.Error()})
				return
			}
			if p != v.physics.push {
				return // another push came in between
			}
			v.physics.film, v.physics.at = film, 0
			length := v.physics.length()
			v.say("%s: simulated %.2f s", v.physics.names[p], length)
			v.event("film", map[string]any{"push": v.physics.names[p], "instants": len(film.Instants), "seconds": length})
			if v.physics.playWhen {
				v.physics.playWhen = false
				v.play(true)
			}
			v.timeChanged()
		})
	}()
}

// judge has verdicts of a push made, and shows them.
func (v *viewer) judge(p Push, then func()) {
	if _, ok := v.physics.verdicts[p]; ok {
		then()
		return
	}
	scene := v.scene
	go func() {
		physicsLock.Lock()
		list, err := scene.Physics.Verdicts(p)
		physicsLock.Unlock()
		v.post(func() {
			if v.scene != scene {
				return
			}
			if err != nil {
				v.say("%v", err)
				v.event("failed", map[string]any{"error": err.Error()})
				return
			}
			v.physics.verdicts[p] = list
			then()
		})
	}()
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
	p := Push{object, direction, v.scene.PushDistance}
	name := fmt.Sprintf("%s pushed %s by %.2f m", v.objectName(object), words[direction], p.Distance*v.metres())
	v.physics.names[p] = name
	v.physics.push, v.physics.film, v.physics.at, v.physics.playWhen = p, nil, 0, true
	v.play(false)
	v.event("push", map[string]any{"object": object, "direction": direction, "distance": p.Distance})
	v.makeFilm(p)
	v.tellDetails()
	v.judge(still, func() {
		v.tellDetails()
		v.judge(p, func() {
			v.tellDetails()
			before, after := v.physics.verdicts[still][object], v.physics.verdicts[p][object]
			v.say("%s: %s, before %s", name, after, before)
			v.event("verdict", map[string]any{
				"object": object, "direction": direction, "stable": after.Stable, "margin": after.Margin,
				"stable_before": before.Stable, "margin_before": before.Margin,
			})
		})
	})
}

// words are directions as they are said.
var words = map[string]string{"left": "left", "right": "right", "front": "to the front", "behind": "behind"}

func (x Verdict) String() string {
	word := "unstable"
	if x.Stable {
		word = "stable"
	}
	return fmt.Sprintf("%s, margin %.2f", word, x.Margin)
}

// lines are what is known of an object's stability, one sentence each.
func (p *physics) lines(object int) []string {
	var out []string
	tell := func(name string, push Push) {
		list, ok := p.verdicts[push]
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
	if p.push != still {
		tell("as it stands", still)
		name := "pushed " + words[p.push.Direction]
		if p.push.Object != object {
			name = p.names[p.push]
		}
		tell(name, p.push)
	} else if _, ok := p.verdicts[still]; ok {
		tell("as it stands", still)
	}
	return out
}

// asItStands goes back from a push.
func (v *viewer) asItStands() {
	if !v.canMove() {
		return
	}
	v.physics.push, v.physics.film, v.physics.at = still, nil, 0
	v.play(false)
	v.timeChanged()
	v.tellDetails()
	v.wantFilm()
}

// playPause plays the film, making it first if need be, or stops it where it is.
func (v *viewer) playPause() {
	switch {
	case !v.canMove():
	case v.physics.film == nil:
		v.physics.playWhen = true
		v.wantFilm()
	default:
		v.play(!v.physics.playing)
	}
}

// play starts the film, from its beginning if it was at its end, or stops it.
func (v *viewer) play(on bool) {
	p := &v.physics
	if on && p.at >= p.length() {
		p.at = 0
	}
	p.playing = on && p.length() > 0
	p.begun = time.Now().Add(-time.Duration(p.at * float64(time.Second)))
	v.timeChanged()
	v.event("play", map[string]any{"playing": p.playing})
}

// advance goes on with a film that plays, as fast as time does.
func (v *viewer) advance() {
	p := &v.physics
	if !p.playing {
		return
	}
	before := v.instantNumber()
	p.at = time.Since(p.begun).Seconds()
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

// timeChanged shows where in the film one is.
func (v *viewer) timeChanged() {
	v.panels.setTime(v.physics.at, v.physics.length(), v.physics.playing)
	v.changed()
}
