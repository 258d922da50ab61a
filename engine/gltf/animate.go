package gltf

import (
	"errors"
	"fmt"
	"math"
	"sort"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/geom"
)

// Moment is a time of one of a file's animations.
type Moment struct {
	Animation int // in the file's list
	// Time is in seconds. Before its first keyframe and after its last one a channel keeps still.
	Time float64
}

// animate gives the nodes what an animation says of them at a moment (glTF 2.0 specification, section 3.11 "Animations").
func (r *reader) animate(at Moment) error {
	all := r.doc.Animations
	if len(all) == 0 {
		return errors.New("has no animation, so there is nothing to show at a time")
	}
	if at.Animation < 0 || at.Animation >= len(all) {
		return fmt.Errorf("animation %d does not exist, there are %d", at.Animation, len(all))
	}
	a := all[at.Animation]
	for i, c := range a.Channels {
		if err := r.channel(a, c, at.Time); err != nil {
			return fmt.Errorf("animation %d %q: channel %d: %w", at.Animation, a.Name, i, err)
		}
	}
	return nil
}

// channel gives a node one of its properties. A channel without a node belongs to an extension.
func (r *reader) channel(a *qm.Animation, c *qm.AnimationChannel, time float64) error {
	if c.Target.Node == nil {
		return nil
	}
	at := *c.Target.Node
	if at < 0 || at >= len(r.doc.Nodes) {
		return fmt.Errorf("node %d does not exist, there are %d", at, len(r.doc.Nodes))
	}
	n := r.doc.Nodes[at]
	kind, ok := map[qm.TRSProperty]qm.AccessorType{
		qm.TRSTranslation: qm.AccessorVec3, qm.TRSRotation: qm.AccessorVec4, qm.TRSScale: qm.AccessorVec3, qm.TRSWeights: qm.AccessorScalar,
	}[c.Target.Path]
	if !ok {
		return fmt.Errorf(`path is %q, want "translation", "rotation", "scale" or "weights"`, c.Target.Path)
	}
	if kind != qm.AccessorScalar && hasMatrix(n) {
		return fmt.Errorf("node %d %q has a matrix, which hides its %s", at, n.Name, c.Target.Path)
	}
	if c.Sampler < 0 || c.Sampler >= len(a.Samplers) {
		return fmt.Errorf("sampler %d does not exist, there are %d", c.Sampler, len(a.Samplers))
	}
	v, err := r.sample(a.Samplers[c.Sampler], kind, time)
	if err != nil {
		return fmt.Errorf("sampler %d: %w", c.Sampler, err)
	}
	switch c.Target.Path {
	case qm.TRSTranslation:
		n.Translation = [3]float64(v)
	case qm.TRSRotation:
		n.Rotation = [4]float64(v)
	case qm.TRSScale:
		n.Scale = [3]float64(v)
	default:
		n.Weights = v
	}
	return nil
}

// sample is the value of a sampler at a time: of VEC4, a rotation in glTF's order x, y, z, w and of any length; of SCALAR, a weight per
// morph target.
// Formulas are those of appendix C of the specification, "Animation Sampler Interpolation Modes".
func (r *reader) sample(s *qm.AnimationSampler, kind qm.AccessorType, time float64) ([]float64, error) {
	times, err := r.floats(s.Input, qm.AccessorScalar)
	if err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	last := 0.0
	for i, t := range times {
		if !(t >= last && t <= math.MaxFloat32) {
			return nil, fmt.Errorf("input: accessor %d: keyframe %d is at %g s, want rising times from %g s on", s.Input, i, t, last)
		}
		last = t
	}
	out, err := r.floats(s.Output, kind)
	if err != nil {
		return nil, fmt.Errorf("output: %w", err)
	}

	// A keyframe of a spline is an in-tangent, a value and an out-tangent.
	parts := 1
	if s.Interpolation == qm.InterpolationCubicSpline {
		parts = 3
	}
	keys := parts * len(times)
	width := len(out) / max(1, keys)
	if width == 0 || width*keys != len(out) || kind != qm.AccessorScalar && width != kind.Components() {
		want := fmt.Sprint(keys)
		if kind == qm.AccessorScalar {
			want += " for each morph target"
		}
		return nil, fmt.Errorf("output: accessor %d: has %d elements for %d keyframes, want %s", s.Output, len(out)/kind.Components(), len(times), want)
	}
	part := func(key, of int) []float64 { return out[(parts*key+of)*width:][:width] }
	value := parts / 2

	next := sort.Search(len(times), func(i int) bool { return times[i] > time })
	if next == 0 {
		return part(0, value), nil
	}
	k := next - 1
	from := part(k, value)
	if next == len(times) || s.Interpolation == qm.InterpolationStep {
		return from, nil
	}
	to := part(next, value)
	td := times[next] - times[k]
	t := (time - times[k]) / td
	switch {
	case parts == 3:
		b, a := part(k, 2), part(next, 0)
		t2, t3 := t*t, t*t*t
		for i := range from {
			from[i] = float64((2*t3-3*t2+1)*from[i]) + float64(td*(t3-2*t2+t)*b[i]) + float64((3*t2-2*t3)*to[i]) + float64(td*(t3-t2)*a[i])
		}
	case kind == qm.AccessorVec4:
		q := slerp(quat(from), quat(to), t)
		return []float64{q.X, q.Y, q.Z, q.W}, nil
	default:
		for i := range from {
			from[i] += float64(t * (to[i] - from[i]))
		}
	}
	return from, nil
}

// quat is a rotation in glTF's order x, y, z, w, with length 1.
func quat(v []float64) geom.Quat { return geom.Quat{W: v[3], X: v[0], Y: v[1], Z: v[2]}.Unit() }

// slerp turns from v to w the shorter way at a constant speed, t from 0 to 1 (section C.4 of the specification):
// (sin(a (1-t)) v + s sin(a t) w) / sin(a), where cos(a) = |v.w| and s is the sign of v.w.
func slerp(v, w geom.Quat, t float64) geom.Quat {
	s := float64(v.W*w.W) + float64(v.X*w.X) + float64(v.Y*w.Y) + float64(v.Z*w.Z)
	a := geom.Acos(min(1, math.Abs(s)))
	e, f := 1-t, t
	if a > 1e-6 { // else the sines are as their angles, and may be 0
		e, f = geom.Sin(a*e)/geom.Sin(a), geom.Sin(a*f)/geom.Sin(a)
	}
	f = math.Copysign(f, s)
	at := func(v, w float64) float64 { return float64(e*v) + float64(f*w) }
	return geom.Quat{W: at(v.W, w.W), X: at(v.X, w.X), Y: at(v.Y, w.Y), Z: at(v.Z, w.Z)}
}
