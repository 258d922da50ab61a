// Package scenario reads rigid-body scenarios from JSON files, runs them, and says which bodies moved.
//
// A file holds one scenario or a list of them. Lengths are in meters, angles in radians, masses in kg; z is up, poses
// are those of the world from the body and of the body from the shape, quaternions are written w, x, y, z:
//
//	{"name": "drop", "gravity": [0, 0, -9.81], "dt": 0.0041666666666666667, "steps": 720,
//	 "bodies": [
//	  {"name": "ground", "fixed": true, "pos": [0, 0, -0.5], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.5,
//	   "shapes": [{"type": "box", "half": [20, 20, 0.5]}]},
//	  {"name": "ball", "pos": [0, 0, 1], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.5,
//	   "shapes": [{"type": "sphere", "radius": 0.1}]}],
//	 "expected": [{"name": "ball", "verdict": "moves"}]}
//
// A body may be kinematic and have restitution, velocity and angular_velocity (of the center of mass, world frame), damping,
// category and mask, and a mass instead of a density; a shape may have pos and quat and a surface of its own, and be a sensor.
// Bodies may be joined and pushed (joints, forces). Shapes are box (half), sphere (radius), cylinder and capsule (radius and
// half_height, along z; a capsule's half_height leaves out its caps), hull (points, and their volume if one likes; balanced about
// the origin of its frame), mesh (vertices, triangles, counter-clockwise seen from outside; on a body that moves, the solid inside:
// package decompose finds hulls for it, the mass is its own) and heights (spacing, heights: ground). Nothing else may be there:
// unknown keys are errors. docs/physics.md has all keys.
package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/physics"
)

// Scenario is an arrangement of bodies and how long to watch it.
type Scenario struct {
	Name, Family string
	Gravity      geom.Vec3 // m/s2
	// What the coefficients of two surfaces are together.
	FrictionMixing, RestitutionMixing physics.Mixing

	Dt       float64 // seconds
	Steps    int
	Bodies   []Body
	Joints   []Joint
	Forces   []Force
	Expected []Expectation

	where string // file and name, for errors
}

// Body is a body with its name, which no other body of the scenario has.
type Body struct {
	Name string
	Def  physics.BodyDef
	// Looks are the shapes as the file has them, where Def has hulls for a mesh that moves; else nil.
	Looks []physics.Collider
}

// Verdict says whether a body stayed where it was.
type Verdict string

// A body moves when, after all steps, it is farther from its start than MovedLimit or TurnedLimit.
const (
	Rests Verdict = "rests"
	Moves Verdict = "moves"

	movedLimit  = 0.05 // of the center of mass, meters
	turnedLimit = 0.05 // radians
)

// Expectation is what the file says about a dynamic body. Mass (kg) and Center (of mass, at the start, world) are nil
// where it says nothing.
type Expectation struct {
	Name    string
	Verdict Verdict
	Mass    *float64
	Center  *geom.Vec3
}

// Load reads a file, called file in errors, scenario by scenario. A scenario that is wrong gives its error in its
// place, and those after it follow; text that is not JSON gives one error and nothing else.
func Load(file string, from io.Reader) iter.Seq2[*Scenario, error] {
	return func(yield func(*Scenario, error) bool) {
		text, err := io.ReadAll(io.LimitReader(from, maxFile+1))
		if err == nil && len(text) > maxFile {
			err = fmt.Errorf("has more than %d bytes, want no more", maxFile)
		}
		if err != nil {
			yield(nil, fmt.Errorf("%s: %w", file, err))
			return
		}
		var raw json.RawMessage
		if err := json.Unmarshal(text, &raw); err != nil {
			line := 0
			var syntax *json.SyntaxError
			if errors.As(err, &syntax) {
				line = bytes.Count(text[:syntax.Offset], []byte("\n"))
			}
			yield(nil, fmt.Errorf("%s:%d: %w", file, line+1, err))
			return
		}
		items := []field{{raw: raw}}
		if raw[0] == '[' {
			items = (&reader{}).upTo(field{"scenarios", raw}, math.MaxInt)
		}
		names := map[string]bool{}
		for _, item := range items {
			s, err := parse(file, item)
			if err == nil && names[s.Name] {
				err = fmt.Errorf("%s: name is that of an earlier scenario", s.where)
			}
			if err != nil {
				s = nil
			} else {
				names[s.Name] = true
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// parse reads one scenario. Errors name it; where its name cannot be read, its place in the file.
func parse(file string, f field) (*Scenario, error) {
	s := &Scenario{where: file}
	var r, named reader
	m := r.object(f)
	if name, ok := m["name"]; ok {
		if s.Name = named.text(name); named.err == nil {
			s.where += ": scenario " + s.Name
			f.path, r = "", reader{}
			m = r.object(f)
		}
	}
	r.keys(f, m, "name", "family?", "gravity", "friction_mixing?", "restitution_mixing?", "dt", "steps", "bodies", "joints?", "forces?", "expected?")
	r.text(m["name"])
	if f, ok := m["family"]; ok {
		s.Family = r.text(f)
	}
	s.Gravity = r.vec(m["gravity"], r.number)
	mixing := func(key string) physics.Mixing {
		f, ok := m[key]
		if !ok {
			return physics.MixDefault
		}
		return physics.Mixing(max(0, slices.Index(mixings, r.choice(f, mixings[1:]...))))
	}
	s.FrictionMixing, s.RestitutionMixing = mixing("friction_mixing"), mixing("restitution_mixing")
	s.Dt = r.positive(m["dt"])
	s.Steps = r.count(m["steps"], 1, maxSteps)
	s.bodies(&r, m["bodies"])
	if f, ok := m["joints"]; ok {
		s.joints(&r, f)
	}
	if f, ok := m["forces"]; ok {
		s.forces(&r, f)
	}
	if f, ok := m["expected"]; ok {
		s.expected(&r, f)
	}
	if r.err != nil {
		return nil, fmt.Errorf("%s: %w", s.where, r.err)
	}
	return s, nil
}

// mixings are the names of physics.Mixing; the default has none.
var mixings = []string{"", "product", "minimum", "maximum", "geometric_mean", "average"}

// What somebody else's file can ask for ends here. The largest are some gigabytes of memory and some hours of work.
const (
	maxFile   = 256 << 20     // bytes
	maxSteps  = 10_000_000    // 11 hours at 240 steps a second
	maxBodies = 100_000       // of a scenario, and as many joints, forces and expectations
	maxShapes = 200_000       // of a scenario
	maxPoints = 1_000_000     // of a hull, and as many vertices and triangles of a mesh
	maxWork   = 5_000_000_000 // steps times shapes
	minPairs  = 200_000       // of shapes near each other, a kilobyte each, which any scenario may have
	maxNear   = 40            // as many pairs it may have for each shape, if that is more
)

// PerByte is what a byte of a file becomes at most while it is read, in bytes: values are kept as text at every level.
const PerByte = 12

// shapes is how many there are.
func (s *Scenario) shapes() int {
	n := 0
	for i := range s.Bodies {
		n += len(s.Bodies[i].Def.Colliders)
	}
	return n
}

func (s *Scenario) bodies(r *reader, f field) {
	byName := map[string]bool{}
	for i, f := range r.upTo(f, maxBodies) {
		b := Body{Name: fmt.Sprintf("body%d", i)}
		b.Def, b.Looks = body(r, f)
		if m := r.object(f); m["name"].raw != nil {
			b.Name = r.text(m["name"])
		}
		if r.err == nil && byName[b.Name] {
			r.fail(f.member("name"), "is %q, as that of an earlier body", b.Name)
		}
		byName[b.Name] = true
		s.Bodies = append(s.Bodies, b)
	}
	if n := s.shapes(); r.err == nil && n > maxShapes {
		r.fail(f.path, "have %d shapes, want at most %d", n, maxShapes)
	} else if r.err == nil && s.Steps > maxWork/max(n, 1) {
		r.fail("steps", "is %d, want at most %d with %d shapes", s.Steps, maxWork/n, n)
	}
	if r.err == nil && len(s.Bodies) == 0 {
		r.fail(f.path, "is empty")
	}
}

// expected reads what the file says about its dynamic bodies.
func (s *Scenario) expected(r *reader, f field) {
	left := map[string]bool{}
	for i := range s.Bodies {
		if s.Bodies[i].Def.Type == physics.Dynamic {
			left[s.Bodies[i].Name] = true
		}
	}
	for _, f := range r.upTo(f, maxBodies) {
		m := r.object(f)
		r.keys(f, m, "name", "verdict", "mass?", "com_start?")
		e := Expectation{Name: r.text(m["name"])}
		if r.err == nil && !left[e.Name] {
			r.fail(m["name"].path, "is %q, want each dynamic body's at most once", e.Name)
		}
		delete(left, e.Name)
		e.Verdict = Verdict(r.choice(m["verdict"], string(Moves), string(Rests)))
		if f, ok := m["mass"]; ok {
			mass := r.positive(f)
			e.Mass = &mass
		}
		if f, ok := m["com_start"]; ok {
			center := r.vec(f, r.number)
			e.Center = &center
		}
		s.Expected = append(s.Expected, e)
	}
}
