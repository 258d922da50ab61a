package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"mereo/engine/geom"
	"mereo/physics"
)

// The records below are what a file holds. Must match the keys in scenario.go, body.go, joint.go and force.go.

type scenarioRecord struct {
	Name     string              `json:"name"`
	Family   string              `json:"family,omitempty"`
	Gravity  [3]float64          `json:"gravity"`
	Rubs     string              `json:"friction_mixing,omitempty"`
	Bounces  string              `json:"restitution_mixing,omitempty"`
	Dt       float64             `json:"dt"`
	Steps    int                 `json:"steps"`
	Bodies   []json.RawMessage   `json:"bodies"`
	Joints   []json.RawMessage   `json:"joints,omitempty"`
	Forces   []json.RawMessage   `json:"forces,omitempty"`
	Expected []expectationRecord `json:"expected,omitempty"`
}

type expectationRecord struct {
	Name     string      `json:"name"`
	Verdict  Verdict     `json:"verdict"`
	Mass     *float64    `json:"mass,omitempty"`
	ComStart *[3]float64 `json:"com_start,omitempty"`
}

type bodyRecord struct {
	Name      string      `json:"name"`
	Fixed     bool        `json:"fixed,omitempty"`
	Kinematic bool        `json:"kinematic,omitempty"`
	Pos       [3]float64  `json:"pos"`
	Quat      [4]float64  `json:"quat"`
	Mass      *massRecord `json:"mass,omitempty"`
	surfaceRecord
	Velocity        *[3]float64   `json:"velocity,omitempty"`
	AngularVelocity *[3]float64   `json:"angular_velocity,omitempty"`
	LinearDamping   float64       `json:"linear_damping,omitempty"`
	AngularDamping  float64       `json:"angular_damping,omitempty"`
	Shapes          []shapeRecord `json:"shapes"`
}

type massRecord struct {
	Mass    float64    `json:"mass"`
	Center  [3]float64 `json:"center"`
	Inertia [6]float64 `json:"inertia"`
}

type surfaceRecord struct {
	Density     *float64 `json:"density,omitempty"`
	Friction    *float64 `json:"friction,omitempty"`
	Rolling     *float64 `json:"rolling_friction,omitempty"`
	Spinning    *float64 `json:"spinning_friction,omitempty"`
	Restitution *float64 `json:"restitution,omitempty"`
	Category    *uint32  `json:"category,omitempty"`
	Mask        *uint32  `json:"mask,omitempty"`
	Sensor      *bool    `json:"sensor,omitempty"`
}

type shapeRecord struct {
	Type       string       `json:"type"`
	Pos        *[3]float64  `json:"pos,omitempty"`
	Quat       *[4]float64  `json:"quat,omitempty"`
	Half       *[3]float64  `json:"half,omitempty"`
	Radius     float64      `json:"radius,omitempty"`
	HalfHeight float64      `json:"half_height,omitempty"`
	Points     [][3]float64 `json:"points,omitempty"`
	Vertices   [][3]float64 `json:"vertices,omitempty"`
	Triangles  [][3]uint32  `json:"triangles,omitempty"`
	surfaceRecord
}

type jointRecord struct {
	Name    string        `json:"name"`
	Kind    string        `json:"kind"`
	A       string        `json:"a"`
	B       string        `json:"b"`
	AFrame  poseRecord    `json:"a_frame"`
	BFrame  poseRecord    `json:"b_frame"`
	Limits  *[2]*float64  `json:"limits,omitempty"`
	Motor   *motorRecord  `json:"motor,omitempty"`
	Stiff   float64       `json:"stiffness,omitempty"`
	Damping float64       `json:"damping,omitempty"`
	Spring  *springRecord `json:"spring,omitempty"`
	Collide bool          `json:"collide,omitempty"`
}

type forceRecord struct {
	Body    string      `json:"body"`
	Force   *[3]float64 `json:"force,omitempty"`
	Torque  *[3]float64 `json:"torque,omitempty"`
	Impulse *[3]float64 `json:"impulse,omitempty"`
	At      *[3]float64 `json:"at,omitempty"`
	Local   bool        `json:"local,omitempty"`
	From    float64     `json:"from,omitempty"`
	Until   *float64    `json:"until,omitempty"`
}

type poseRecord struct {
	Pos  [3]float64 `json:"pos"`
	Quat [4]float64 `json:"quat"`
}

type motorRecord struct {
	Speed float64 `json:"speed"`
	Max   float64 `json:"max"`
}

type springRecord struct {
	Hertz        float64 `json:"hertz"`
	DampingRatio float64 `json:"damping_ratio"`
}

// MarshalJSON writes what Load reads as the same scenario: all numbers keep their bits. Hulls list their corners, so points
// inside are gone; a body whose mass is not that of its shapes, and one with hulls that are not balanced about the origins of
// their frames, says its mass.
func (s *Scenario) MarshalJSON() ([]byte, error) {
	rec := scenarioRecord{Name: s.Name, Family: s.Family, Gravity: array(s.Gravity), Dt: s.Dt, Steps: s.Steps}
	if n := physics.Mixing(len(mixings)); s.FrictionMixing >= n || s.RestitutionMixing >= n {
		return nil, fmt.Errorf("scenario %s: mixing is %d and %d, want %d at most", s.Name, s.FrictionMixing, s.RestitutionMixing, n-1)
	}
	rec.Rubs, rec.Bounces = mixings[s.FrictionMixing], mixings[s.RestitutionMixing]
	if len(s.Bodies) == 0 {
		return nil, fmt.Errorf("scenario %s: bodies is empty", s.Name)
	}
	add := func(list *[]json.RawMessage, path string, item any, err error) error {
		var raw []byte
		if err == nil {
			raw, err = json.Marshal(item)
		}
		if err != nil {
			return fmt.Errorf("scenario %s: %s: %w", s.Name, path, err)
		}
		*list = append(*list, raw)
		return nil
	}
	for i := range s.Bodies {
		item, err := bodyOut(&s.Bodies[i])
		if err := add(&rec.Bodies, fmt.Sprintf("bodies[%d]", i), item, err); err != nil {
			return nil, err
		}
	}
	for i := range s.Joints {
		item, err := jointOut(&s.Joints[i])
		if err := add(&rec.Joints, fmt.Sprintf("joints[%d]", i), item, err); err != nil {
			return nil, err
		}
	}
	for i := range s.Forces {
		if err := add(&rec.Forces, fmt.Sprintf("forces[%d]", i), forceOut(&s.Forces[i]), nil); err != nil {
			return nil, err
		}
	}
	for _, e := range s.Expected {
		out := expectationRecord{Name: e.Name, Verdict: e.Verdict, Mass: e.Mass}
		if e.Center != nil {
			out.ComStart = some(array(*e.Center))
		}
		rec.Expected = append(rec.Expected, out)
	}
	return json.Marshal(rec)
}

// WriteJSON writes the text of MarshalJSON with a line for each body, joint and force.
func (s *Scenario) WriteJSON(w io.Writer) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	// A line begins at every list of objects of the scenario and at each of its items.
	var out bytes.Buffer
	depth, quoted := 0, false
	for i, c := range text {
		out.WriteByte(c)
		switch {
		case quoted:
			if c == '"' && !escaped(text[:i]) {
				quoted = false
			}
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			if depth++; c == '[' && depth == 2 && text[i+1] == '{' {
				out.WriteByte('\n')
			}
		case c == '}' || c == ']':
			depth--
		case c == ',' && depth == 2 && text[i-1] == '}':
			out.WriteByte('\n')
		}
	}
	out.WriteByte('\n')
	_, err = w.Write(out.Bytes())
	return err
}

// escaped reports whether a quote after the text is part of a string.
func escaped(text []byte) bool {
	n := len(text) - len(bytes.TrimRight(text, `\`))
	return n%2 == 1
}

func bodyOut(b *Body) (bodyRecord, error) {
	def := &b.Def
	rec := bodyRecord{
		Name: b.Name, Fixed: def.Type == physics.Static, Kinematic: def.Type == physics.Kinematic,
		Pos: array(def.Pose.Position), Quat: quat(def.Pose.Rotation),
		Velocity: unlessZero(def.Velocity), AngularVelocity: unlessZero(def.AngularVelocity),
		LinearDamping: def.LinearDamping, AngularDamping: def.AngularDamping, Shapes: []shapeRecord{},
	}
	shapes := def.Colliders
	if b.Looks != nil {
		shapes = b.Looks
	}
	var common physics.Collider
	if len(shapes) > 0 {
		common = shapes[0]
	}
	rec.surfaceRecord = surfaceOut(&common, &physics.Collider{})
	rec.Density, rec.Friction = &common.Density, &common.Friction
	for i := range shapes {
		c := &shapes[i]
		if c.Shape == nil {
			return rec, fmt.Errorf("shapes[%d] is missing", i)
		}
		out := shapeOut(c.Shape)
		if c.Pose.Position != (geom.Vec3{}) {
			out.Pos = some(array(c.Pose.Position))
		}
		if q := quat(c.Pose.Rotation); q != [4]float64{1, 0, 0, 0} {
			out.Quat = &q
		}
		out.surfaceRecord = surfaceOut(c, &common)
		rec.Shapes = append(rec.Shapes, out)
	}
	if def.Type == physics.Dynamic {
		rec.Mass = massOut(b, common.Density)
	}
	return rec, nil
}

// massOut is what a file must say of the mass of a body for which it gives a density, nil where it need not.
func massOut(b *Body, density float64) *massRecord {
	def := &b.Def
	said := def.Mass
	if b.Looks == nil && density > 0 {
		read := balanced(def.Colliders, nil)
		var parts []physics.MassProperties
		for _, c := range def.Colliders {
			parts = append(parts, c.Mass())
		}
		sum := physics.SumMasses(parts...)
		if said == nil {
			said = &sum
		}
		if read == nil {
			read = &sum
		}
		if *said == *read {
			return nil
		}
	}
	if said == nil {
		return nil // there is none, as reading says again
	}
	i := &said.Inertia
	return &massRecord{said.Mass, array(said.Center), [6]float64{i.X.X, i.Y.Y, i.Z.Z, i.X.Y, i.X.Z, i.Y.Z}}
}

// surfaceOut is what c has other than the body.
func surfaceOut(c, of *physics.Collider) surfaceRecord {
	var out surfaceRecord
	if c.Density != of.Density {
		out.Density = &c.Density
	}
	if c.Friction != of.Friction {
		out.Friction = &c.Friction
	}
	if c.RollingFriction != of.RollingFriction {
		out.Rolling = &c.RollingFriction
	}
	if c.SpinningFriction != of.SpinningFriction {
		out.Spinning = &c.SpinningFriction
	}
	if c.Restitution != of.Restitution {
		out.Restitution = &c.Restitution
	}
	if c.Category != of.Category {
		out.Category = some(max(c.Category, 1))
	}
	if c.Mask != of.Mask {
		if out.Mask = &c.Mask; c.Mask == 0 {
			out.Mask = some(uint32(math.MaxUint32))
		}
	}
	if c.Sensor != of.Sensor {
		out.Sensor = &c.Sensor
	}
	return out
}

func shapeOut(s *physics.Shape) shapeRecord {
	out := shapeRecord{Type: s.Kind(), Radius: s.Radius(), HalfHeight: s.HalfHeight()}
	switch out.Type {
	case "box":
		out.Half = some(array(s.Bounds().Max))
	case "hull":
		vertices, _ := s.Surface()
		out.Points = arrays(vertices)
	case "mesh":
		vertices, triangles := s.Surface()
		out.Vertices, out.Triangles = arrays(vertices), triangles
	}
	return out
}

func jointOut(j *Joint) (jointRecord, error) {
	d := &j.Def
	if int(d.Kind) >= len(jointKinds) {
		return jointRecord{}, fmt.Errorf("kind is %d, want Fixed, Hinge, Slider or Ball", d.Kind)
	}
	rec := jointRecord{
		Name: j.Name, Kind: jointKinds[d.Kind], A: j.A, B: j.B, Collide: d.Collide, Stiff: d.Stiffness, Damping: d.Damping,
		AFrame: poseRecord{array(d.AFrame.Position), quat(d.AFrame.Rotation)},
		BFrame: poseRecord{array(d.BFrame.Position), quat(d.BFrame.Rotation)},
	}
	if d.Limited {
		rec.Limits = &[2]*float64{}
		for i, end := range []float64{d.Lower, d.Upper} {
			if !math.IsInf(end, 0) {
				rec.Limits[i] = &end
			}
		}
	}
	if d.MotorMax != 0 {
		rec.Motor = &motorRecord{d.MotorSpeed, d.MotorMax}
	}
	if d.Hertz != 0 {
		rec.Spring = &springRecord{d.Hertz, d.DampingRatio}
	}
	return rec, nil
}

func forceOut(f *Force) forceRecord {
	rec := forceRecord{Body: f.Body, Local: f.Local, From: f.From, Force: unlessZero(f.Force), Torque: unlessZero(f.Torque), Impulse: unlessZero(f.Impulse)}
	if rec.Force == nil && rec.Torque == nil && rec.Impulse == nil {
		rec.Force = &[3]float64{}
	}
	if f.At != nil {
		rec.At = some(array(*f.At))
	}
	if !math.IsInf(f.Until, 1) {
		rec.Until = &f.Until
	}
	return rec
}

func some[T any](v T) *T { return &v }

func array(v geom.Vec3) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

func arrays(vs []geom.Vec3) [][3]float64 {
	out := make([][3]float64, len(vs))
	for i, v := range vs {
		out[i] = array(v)
	}
	return out
}

func unlessZero(v geom.Vec3) *[3]float64 {
	if v == (geom.Vec3{}) {
		return nil
	}
	return some(array(v))
}

func quat(q geom.Quat) [4]float64 {
	if q == (geom.Quat{}) {
		q.W = 1
	}
	return [4]float64{q.W, q.X, q.Y, q.Z}
}
