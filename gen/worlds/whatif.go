package worlds

import (
	"context"
	"math"
	"slices"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/motion"
	"mereo/scenes/rng"
)

// Runs with other beginnings tell what hangs on a hair: so many, moved by a millimeter, turned by half a degree, faster or slower by a hundredth.
const nudges = 8

var nudge = motion.Nudge{Move: 0.001, Turn: 0.5 * math.Pi / 180, Speed: 0.01}

// outcome is what happens in runs that differ by nudges alone.
type outcome struct {
	without int    // the thing that is not there; -1 for none
	apart   [2]int // things that go through each other; of equal numbers none
	// By numbers of things, the smaller one first: whether two collide, and of equal ones whether a thing leaves the picture.
	happens map[[2]int]chance
}

// chance is whether something happens.
type chance int

// Chances; what is not in an outcome never happens.
const (
	always chance = iota + 1
	perhaps
)

// imagine finds out what happens after the film, and what would happen in its time without each thing, and if things went through each other that
// are seen to collide.
func (w *World) imagine(ctx context.Context, p *plan, setup *motion.Setup, run *motion.Run) error {
	runs := []*motion.Run{run}
	uniform := rng.At(p.key, "motion.nudges").Uniform
	for range nudges {
		other, err := setup.Nudged(uniform, nudge).Begin(w.rules())
		if err == nil {
			err = other.To(ctx, w.moments())
		}
		if err != nil {
			return err
		}
		runs = append(runs, other)
	}
	next := outcome{without: -1}
	for _, run := range runs {
		next.add(p.unforeseen(run.Film(), w.Motion.Frames-1, w.happenings(p, run.Film(), w.Motion.Frames-1, w.moments()-1)))
	}
	next.settle(len(runs))
	p.otherwise = []outcome{next}
	if !w.asksWhatIf() {
		return nil
	}
	try := func(o outcome, change motion.Change) error {
		for _, run := range runs {
			f, err := run.WhatIf(ctx, change, w.Motion.Frames)
			if err != nil {
				return err
			}
			o.add(w.happenings(p, f, 0, w.Motion.Frames-1))
		}
		o.settle(len(runs))
		p.otherwise = append(p.otherwise, o)
		return nil
	}
	for i := range p.things {
		if !p.things[i].gone {
			if err := try(outcome{without: i}, motion.Change{Without: []int{i}}); err != nil {
				return err
			}
		}
	}
	var done [][2]int
	last := w.lastEvent(p)
	for _, c := range p.collisions() {
		if pair := [2]int{c.A, c.B}; c.Frame < last && !slices.Contains(done, pair) {
			done = append(done, pair)
			if err := try(outcome{without: -1, apart: pair}, motion.Change{Apart: pair}); err != nil {
				return err
			}
		}
	}
	return nil
}

// asksWhatIf tells whether questions are about what would be otherwise.
func (w *World) asksWhatIf() bool {
	if w.Questions == nil {
		return false
	}
	return slices.ContainsFunc(w.families(), func(name string) bool { return name == "film_explanatory" || name == "film_counterfactual" }) ||
		w.Questions.Templates != ""
}

// lastEvent is the last frame of the film in which a collision or a leaving begins, for which others may be causes.
func (w *World) lastEvent(p *plan) (last int) {
	for _, c := range p.collisions() {
		if c.Frame < w.Motion.Frames-1 {
			last = c.Frame
		}
	}
	for i := range p.things {
		for frame := w.Motion.Frames - 1; frame > last && !p.things[i].gone; frame-- {
			if p.pictured(frame-1, p.middleIn(p.film, frame-1, i)) && !p.pictured(frame, p.middleIn(p.film, frame, i)) {
				last = frame
			}
		}
	}
	return last
}

// add adds what happens in a run, in as many runs as it happens; in far more where it is unsure in one.
func (o *outcome) add(run map[[2]int]chance) {
	if o.happens == nil {
		o.happens = map[[2]int]chance{}
	}
	for what, how := range run {
		if how == perhaps {
			how = 1000
		}
		o.happens[what] += how
	}
}

// settle says what happens in all of so many runs.
func (o *outcome) settle(runs int) {
	for what, n := range o.happens {
		o.happens[what] = perhaps
		if int(n) == runs {
			o.happens[what] = always
		}
	}
}

// happenings are what happens in a run between two frames, the last one not counted. What two things do out of the picture, or so softly that it is
// no collision, is unsure.
func (w *World) happenings(p *plan, f *motion.Film, from, to int) map[[2]int]chance {
	out := map[[2]int]chance{}
	set := func(what [2]int, how chance) {
		if out[what] != always {
			out[what] = how
		}
	}
	for _, c := range f.Collisions(oneCollision) {
		if c.Frame < from || c.Frame >= to {
			continue
		}
		if p.pictured(c.Frame, c.Position) {
			set([2]int{c.A, c.B}, always)
		} else {
			set([2]int{c.A, c.B}, perhaps)
		}
	}
	for _, m := range f.Touches {
		if m.Frame >= from && m.Frame < to {
			set([2]int{m.A, m.B}, perhaps)
		}
	}
	for i := range p.things {
		if p.things[i].gone {
			continue
		}
		was := false
		for frame := from; frame <= to; frame++ {
			is := p.pictured(frame, p.middleIn(f, frame, i))
			if was && !is {
				set([2]int{i, i}, always)
			}
			was = is
		}
	}
	return out
}

// unforeseen makes unsure what nobody who saw a film up to a frame can foresee: what comes from things that are not in the picture then.
func (p *plan) unforeseen(f *motion.Film, last int, happens map[[2]int]chance) map[[2]int]chance {
	unknown := make([]bool, len(p.things))
	for i := range unknown {
		unknown[i] = !p.pictured(last, p.middleIn(f, last, i))
	}
	for _, m := range f.Impacts {
		if m.A < 0 || m.B < 0 || m.Time*f.FPS < float64(last) || !unknown[m.A] && !unknown[m.B] {
			continue
		}
		unknown[m.A], unknown[m.B] = true, true
		happens[[2]int{min(m.A, m.B), max(m.A, m.B)}] = perhaps
	}
	for i := range unknown {
		if out := [2]int{i, i}; unknown[i] && happens[out] != 0 {
			happens[out] = perhaps
		}
	}
	return happens
}

// middleIn is where the middle of a thing is in a frame.
func (p *plan) middleIn(f *motion.Film, frame, i int) geom.Vec3 {
	t := &p.things[i]
	return f.Frames[frame][i].Pose.Transform().Point(t.middle().Scale(t.scale))
}

// seconds is when a frame is taken.
func (p *plan) seconds(frame int) float64 { return float64(frame) / p.fps }

// camera is the first one in a frame.
func (p *plan) camera(frame int) *camera.Pinhole {
	c := &p.cameras[0]
	if c.moves == nil {
		return &c.Pinhole
	}
	seen := c.at(p.seconds(frame))
	return &seen
}

// pictured tells whether a place is in the first camera's picture in a frame.
func (p *plan) pictured(frame int, at geom.Vec3) bool {
	x, y, z := p.camera(frame).Project(at)
	return z > 0 && p.inside(x, y) > 0
}

// disc is about what a thing with its middle at a place covers in the first camera's picture in a frame: the middle and the radius, pixels. z is the depth, not
// above 0 behind the camera.
func (p *plan) disc(frame, i int, at geom.Vec3) (x, y, z, r float64) {
	cam := p.camera(frame)
	x, y, z = cam.Project(at)
	half := p.things[i].box.Size().Scale(p.things[i].scale / 2)
	r = float64(max(half.X, half.Y, half.Z) * cam.FocalPx)
	if !cam.Orthographic {
		r /= z
	}
	return x, y, z, r
}

// shows tells whether a thing at a place shows in the first camera's first picture, or nearly.
func (p *plan) shows(i int, at geom.Vec3) bool {
	x, y, z, r := p.disc(0, i, at)
	return z > 0 && p.inside(x, y) > -2*r
}

// inside is how far from the rim of the first camera's picture a place in it is, pixels; negative outside.
func (p *plan) inside(x, y float64) float64 {
	cam := &p.cameras[0].Pinhole
	return min(x, y, float64(cam.Width)-x, float64(cam.Height)-y)
}

// doubtful tells whether somebody who looks at a frame could say that a thing is not in it though it is, or the other way round: it is at the rim of
// the first camera's picture, or behind another thing.
func (p *plan) doubtful(f *motion.Film, frame, i int) bool {
	x, y, z, r := p.disc(frame, i, p.middleIn(f, frame, i))
	if z <= 0 {
		return false
	}
	if in := p.inside(x, y); in < float64(0.5*r) && in > -r {
		return true
	}
	for k := range p.things {
		if k == i || p.things[k].gone {
			continue
		}
		if kx, ky, kz, kr := p.disc(frame, k, p.middleIn(f, frame, k)); kz > 0 && kz < z && math.Sqrt(float64((kx-x)*(kx-x))+float64((ky-y)*(ky-y))) < float64(0.8*kr) {
			return true
		}
	}
	return false
}

// outcomeRecord is what happens in runs that begin nearly alike.
type outcomeRecord struct {
	Without []int `json:"without,omitempty"` // the object that is not there
	Apart   []int `json:"apart,omitempty"`   // two that go through each other
	happenRecord
	Unsure happenRecord `json:"unsure"` // what happens in some of the runs, or out of the picture
}

// happenRecord is what happens.
type happenRecord struct {
	Collisions [][2]int `json:"collisions"`
	Leaves     []int    `json:"leaves"`
}

// outcomeRecord tells an outcome, with the numbers that things have in the record.
func (o *outcome) record(number []int) outcomeRecord {
	r := outcomeRecord{happenRecord: happenRecord{[][2]int{}, []int{}}, Unsure: happenRecord{[][2]int{}, []int{}}}
	if o.without >= 0 {
		r.Without = []int{number[o.without]}
	}
	if o.apart[0] != o.apart[1] {
		r.Apart = []int{number[o.apart[0]], number[o.apart[1]]}
	}
	for a := range number {
		for b := a; b < len(number); b++ {
			to := &r.happenRecord
			switch o.happens[[2]int{a, b}] {
			case 0:
				continue
			case perhaps:
				to = &r.Unsure
			}
			if a == b {
				to.Leaves = append(to.Leaves, number[a])
			} else {
				to.Collisions = append(to.Collisions, [2]int{number[a], number[b]})
			}
		}
	}
	return r
}
