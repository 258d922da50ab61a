//go:build viewer

package window

import (
	"fmt"
	"time"
)

// speeds are how many seconds of a film can be shown in one; the usual one is usualSpeed.
var speeds = []struct {
	by   float64
	name string
}{{1.0 / 8, "1/8"}, {1.0 / 4, "1/4"}, {1.0 / 2, "1/2"}, {1, "1"}, {2, "2"}}

const usualSpeed = 3

func (v *viewer) speed() float64 { return speeds[v.pace].by }

// keepTime has a film that plays go on from where it is.
func (v *viewer) keepTime() {
	v.physics.begun = time.Now().Add(-time.Duration(v.physics.at / v.speed() * float64(time.Second)))
}

// setPace shows films faster or slower.
func (v *viewer) setPace(n int) {
	v.pace = min(len(speeds)-1, max(0, n))
	v.keepTime()
	v.say("films are shown at %s of their speed", speeds[v.pace].name)
	v.tellTime()
	v.event("speed", map[string]any{"speed": v.speed()})
}

// toggleLoop has films begin again when they end, or not.
func (v *viewer) toggleLoop() {
	v.loops = !v.loops
	if v.loops {
		v.say("films begin again when they end")
	} else {
		v.say("films stop when they end")
	}
	v.tellTime()
	v.event("loops", map[string]any{"on": v.loops})
}

// timeChanged shows another moment of the film.
func (v *viewer) timeChanged() {
	v.tellTime()
	v.changed()
}

// tellTime says where in the film one is, and how it goes on.
func (v *viewer) tellTime() {
	p := &v.physics
	text := ""
	if p.length() > 0 {
		text = fmt.Sprintf("%.2f of %.2f s", p.at, p.length())
	}
	if v.pace != usualSpeed {
		text += "   x " + speeds[v.pace].name
	}
	if v.loops {
		text += "   loop"
	}
	v.markMoment()
	v.panels.setTime(p.at, p.length(), p.playing, text)
}
