package main

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen/write"
	"mereo/physics"
	"mereo/physics/scenario"
)

// records writes what bodies do in scenarios into a folder: NAME.jsonl, NAME.npy, NAME-events.jsonl.
type records struct {
	dir        string
	jsonl, npy bool
	fps        float64         // frames per second; 0 for every step
	taken      map[string]bool // first parts of names of files
	files      int
}

// errStopped ends the writing of files whose scenario could not be run.
var errStopped = errors.New("stopped")

// write runs a scenario and records it. No file has its name before the run is over.
func (r *records) write(s *scenario.Scenario, run func(watch watcher) error) error {
	stem := fileName(s.Name)
	if r.taken[stem] {
		return fmt.Errorf("simulate: scenario %s: records called %s are those of another scenario", s.Name, stem)
	}
	r.taken[stem] = true
	t := trajectory{scenario: s, period: s.Dt}
	if r.fps > 0 {
		t.period = max(1/r.fps, s.Dt)
	}
	names, to := []string{stem + "-events.jsonl"}, []*io.Writer{&t.events}
	if r.jsonl {
		names, to = append(names, stem+".jsonl"), append(to, &t.lines)
	}
	if r.npy {
		names, to = append(names, stem+".npy"), append(to, &t.array)
	}
	var failed error
	_, err := write.Streams(r.dir, names, func(w []io.Writer) error {
		for k := range w {
			*to[k] = w[k]
		}
		failed = run(func(step int, w *physics.World, ids []physics.BodyID) error {
			if err := t.see(step, w, ids); err != nil {
				return fmt.Errorf("simulate: scenario %s: step %d: %w", s.Name, step, err)
			}
			return nil
		})
		if failed == nil {
			failed = t.tell(math.Inf(1))
		}
		if failed != nil {
			return errStopped
		}
		return nil
	})
	if failed != nil {
		return failed
	}
	if err == nil {
		r.files += len(names)
	}
	return err
}

// trajectory is a scenario while it is recorded.
type trajectory struct {
	scenario             *scenario.Scenario
	period               float64   // seconds from frame to frame
	lines, array, events io.Writer // nil for what is not wanted

	index    map[physics.BodyID]int
	frames   int // that are written
	touches  []contactLine
	at       map[[2]int]int // places in touches, by bodies
	pending  []eventLine    // told, and not yet written
	previous float64        // time of the step before the last
}

// due reports whether a step is a frame when so many were before.
func (t *trajectory) due(step, frames int) bool {
	return float64(step)*t.scenario.Dt >= float64((float64(frames)-1e-9)*t.period)
}

// count is how many frames there will be.
func (t *trajectory) count() int {
	n := 0
	for step := range t.scenario.Steps + 1 {
		if t.due(step, n) {
			n++
		}
	}
	return n
}

// recordHeader is the first line of the files.
type recordHeader struct {
	Scenario     string            `json:"scenario"`
	Family       string            `json:"family,omitempty"`
	Dt           float64           `json:"dt"`
	Steps        int               `json:"steps"`
	Frames       int               `json:"frames"`
	FrameSeconds float64           `json:"frame_seconds"`
	Gravity      [3]float64        `json:"gravity"`
	Bodies       []recordBody      `json:"bodies"`
	Units        map[string]string `json:"units"`
}

type recordBody struct {
	Name   string     `json:"name"`
	Type   string     `json:"type"`
	Mass   float64    `json:"mass"`
	Center [3]float64 `json:"center"`
}

// recordUnits are those of all files.
var recordUnits = map[string]string{
	"time": "s", "mass": "kg", "center": "m, of mass, in the frame of the body", "position": "m, world", "quaternion": "w x y z, world from body",
	"velocity": "m/s, of the center of mass, world", "angular_velocity": "rad/s, world", "impulse": "N s, on b, world", "pressure": "N s", "speed": "m/s",
}

type frameLine struct {
	Frame           int           `json:"frame"`
	Step            int           `json:"step"`
	Time            float64       `json:"time"`
	Position        [][3]float64  `json:"position"`
	Quaternion      [][4]float64  `json:"quaternion"`
	Velocity        [][3]float64  `json:"velocity"`
	AngularVelocity [][3]float64  `json:"angular_velocity"`
	Awake           []bool        `json:"awake"`
	Contacts        []contactLine `json:"contacts"`
}

// contactLine is what two bodies did to each other since the frame before.
type contactLine struct {
	A        string     `json:"a"`
	B        string     `json:"b"`
	Position [3]float64 `json:"position"`
	Normal   [3]float64 `json:"normal"`
	Pressure float64    `json:"pressure"`
	Impulse  [3]float64 `json:"impulse"`

	position, normal, impulse geom.Vec3 // sums; the first two times pressure
	weight                    float64   // that of all places
	bodies                    [2]int
}

type eventLine struct {
	Kind     string      `json:"kind"`
	Time     float64     `json:"time"`
	Frame    int         `json:"frame"`
	A        string      `json:"a"`
	ShapeA   *int        `json:"a_shape,omitempty"`
	B        string      `json:"b,omitempty"`
	ShapeB   *int        `json:"b_shape,omitempty"`
	Position [3]float64  `json:"position"`
	Normal   *[3]float64 `json:"normal,omitempty"`
	Speed    *float64    `json:"speed,omitempty"`
	Impulse  *[3]float64 `json:"impulse,omitempty"`

	order physics.EventKind // at one time
}

func triple(v geom.Vec3) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// line writes a value as a line of JSON.
func line(w io.Writer, v any) error {
	if w == nil {
		return nil
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// begin writes what comes first.
func (t *trajectory) begin(w *physics.World, ids []physics.BodyID) error {
	w.RecordEvents(true)
	s := t.scenario
	t.index, t.at = map[physics.BodyID]int{}, map[[2]int]int{}
	head := recordHeader{Scenario: s.Name, Family: s.Family, Dt: s.Dt, Steps: s.Steps, Frames: t.count(), FrameSeconds: t.period,
		Gravity: triple(s.Gravity), Units: recordUnits}
	types := map[physics.BodyType]string{physics.Dynamic: "dynamic", physics.Static: "fixed", physics.Kinematic: "kinematic"}
	for i, id := range ids {
		t.index[id] = i
		m := w.Mass(id)
		head.Bodies = append(head.Bodies, recordBody{s.Bodies[i].Name, types[s.Bodies[i].Def.Type], m.Mass, triple(m.Center)})
	}
	if t.array != nil {
		if _, err := t.array.Write(write.NPYHeader("<f8", []int{head.Frames, len(ids), 13})); err != nil {
			return err
		}
	}
	return errors.Join(line(t.lines, &head), line(t.events, &head))
}

// see records the world after a step.
func (t *trajectory) see(step int, w *physics.World, ids []physics.BodyID) error {
	if step == 0 {
		if err := t.begin(w, ids); err != nil {
			return err
		}
	}
	now := float64(step) * t.scenario.Dt
	if t.lines != nil {
		for touch := range w.Touching() {
			t.sum(&touch)
		}
	}
	for e := range w.Events() {
		t.pending = append(t.pending, t.event(&e, float64(step-1)*t.scenario.Dt))
	}
	if t.due(step, t.frames) {
		if err := t.frame(step, now, w, ids); err != nil {
			return err
		}
		t.frames++
	}
	// An impact may be told of a step late.
	until := t.previous
	t.previous = now
	return t.tell(until)
}

// sum adds what two bodies did to each other in a step.
func (t *trajectory) sum(touch *physics.Touch) {
	key := [2]int{t.index[touch.A.Body], t.index[touch.B.Body]}
	i, ok := t.at[key]
	if !ok {
		i = len(t.touches)
		t.at[key] = i
		t.touches = append(t.touches, contactLine{A: t.scenario.Bodies[key[0]].Name, B: t.scenario.Bodies[key[1]].Name, bodies: key})
	}
	c := &t.touches[i]
	const slight = 1e-100 // N s: what only lies near counts where nothing presses
	weight := max(touch.Pressure, slight)
	c.Pressure += touch.Pressure
	c.weight += weight
	c.position, c.normal = c.position.AddScaled(weight, touch.Position), c.normal.AddScaled(weight, touch.Normal)
	c.impulse = c.impulse.Add(touch.Impulse)
}

// contacts are the sums since the frame before, in the order of the bodies.
func (t *trajectory) contacts() []contactLine {
	slices.SortFunc(t.touches, func(a, b contactLine) int { return slices.Compare(a.bodies[:], b.bodies[:]) })
	for i := range t.touches {
		c := &t.touches[i]
		c.Position, c.Normal, c.Impulse = triple(c.position.Scale(1/c.weight)), triple(c.normal.Unit()), triple(c.impulse)
	}
	return t.touches
}

// frame writes where all bodies are.
func (t *trajectory) frame(step int, now float64, w *physics.World, ids []physics.BodyID) error {
	f := frameLine{Frame: t.frames, Step: step, Time: now, Contacts: t.contacts()}
	if f.Contacts == nil {
		f.Contacts = []contactLine{}
	}
	row := make([]byte, 0, 13*8*len(ids))
	for _, id := range ids {
		p, v, a := w.Pose(id), w.Velocity(id), w.AngularVelocity(id)
		q := p.Rotation
		f.Position = append(f.Position, triple(p.Position))
		f.Quaternion = append(f.Quaternion, [4]float64{q.W, q.X, q.Y, q.Z})
		f.Velocity, f.AngularVelocity = append(f.Velocity, triple(v)), append(f.AngularVelocity, triple(a))
		f.Awake = append(f.Awake, w.Awake(id))
		for _, x := range [13]float64{p.Position.X, p.Position.Y, p.Position.Z, q.W, q.X, q.Y, q.Z, v.X, v.Y, v.Z, a.X, a.Y, a.Z} {
			row = binary.LittleEndian.AppendUint64(row, math.Float64bits(x))
		}
	}
	t.touches = t.touches[:0]
	clear(t.at)
	if t.array != nil {
		if _, err := t.array.Write(row); err != nil {
			return err
		}
	}
	return line(t.lines, &f)
}

// event is the line of an event of a step that began at a time.
func (t *trajectory) event(e *physics.Event, began float64) eventLine {
	body := func(ref physics.ShapeRef) string { return t.scenario.Bodies[t.index[ref.Body]].Name }
	// Nanoseconds, so that what was told a step late has the same time as what happened with it.
	time := math.Round(float64((began+e.Time)*1e9)) / 1e9
	out := eventLine{Kind: e.Kind.String(), order: e.Kind, Time: max(0, time), A: body(e.A), Position: triple(e.Position)}
	if out.Frame = int(out.Time / t.period); float64((float64(out.Frame)+1e-9)*t.period) < out.Time {
		out.Frame++
	}
	if e.B.Body != (physics.BodyID{}) {
		out.B, out.ShapeA, out.ShapeB = body(e.B), &e.A.Collider, &e.B.Collider
	}
	if e.Normal != (geom.Vec3{}) {
		n := triple(e.Normal)
		out.Normal = &n
	}
	if e.Kind == physics.ContactBegin || e.Kind == physics.Impact {
		out.Speed = &e.Speed
	}
	if e.Kind == physics.Impact {
		p := triple(e.Impulse)
		out.Impulse = &p
	}
	return out
}

// tell writes the events up to a time, in order.
func (t *trajectory) tell(until float64) error {
	slices.SortStableFunc(t.pending, func(a, b eventLine) int { return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.order, b.order)) })
	n := 0
	for n < len(t.pending) && t.pending[n].Time <= until {
		if err := line(t.events, &t.pending[n]); err != nil {
			return err
		}
		n++
	}
	t.pending = slices.Delete(t.pending, 0, n)
	return nil
}
