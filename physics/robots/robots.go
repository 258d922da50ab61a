// Package robots reads what has links and joints, robots and furniture with doors and drawers, from URDF files and from the
// rigid part of MJCF into scenarios.
//
// Links that are fixed to each other become one body, named after the link that the others hang on; poses and limits of
// joints stay as the file says: the angle of a hinge and the way of a slider are those of the file's joint, less its value
// at zero of an MJCF "ref". Nothing of a file is skipped silently: Load returns a sentence for what could not be had.
//
// Meshes of what cannot move are surfaces of triangles; those of what moves, and all of MJCF, are their convex hulls. A file
// reads other files below the folder that it is opened in, regular ones only, and nothing else.
package robots

import (
	"fmt"
	"os"

	"mereo/internal/bound"
	"mereo/physics/scenario"
)

// Options say what files leave open. The zero value is a good start.
type Options struct {
	Density  float64 // of links without a mass, kg/m3. If 0, 1000 is used
	Friction float64 // of surfaces that say nothing. If 0, 0.7 is used
	// FreeBase lets the first link of a URDF file go and puts a floor below it. Else it is fixed, as is whatever MJCF does
	// not give a joint.
	FreeBase bool
	// SelfCollision lets links of a URDF file touch others than those they are joined to. MJCF says itself what touches.
	SelfCollision bool
	// Hold has motors keep the joints of a URDF file where they are, with the effort of their limits. Else they are loose.
	Hold bool
	// Start has where joints are at the start, by name: radians, meters, in the file's terms.
	Start   map[string]float64
	Seconds float64 // how long the scenario lasts. If 0, 3 is used
	// MaxMemory bounds what the files become. If 0, bound.Default is used.
	MaxMemory bound.Size
}

// Load reads a file of the folder. Notes are sentences on what the scenario does not have of it; errors name file, line and
// element.
func Load(folder *os.Root, name string, o Options) (s *scenario.Scenario, notes []string, err error) {
	setDefault(&o.Density, 1000)
	setDefault(&o.Friction, 0.7)
	setDefault(&o.Seconds, 3)
	r := newReader(folder, name, bound.New(o.MaxMemory))
	top := r.file(name)
	m := model{r: r, o: o, name: stem(name), gravity: earth, dt: 1.0 / 240}
	switch {
	case r.err != nil:
	case top.name == "robot":
		m.urdf(top)
	case top.name == "mujoco":
		m.mjcf(top)
	default:
		r.fail(top, "want <robot> (URDF) or <mujoco> (MJCF)")
	}
	if r.err == nil {
		s = m.scenario()
	}
	if r.err != nil {
		return nil, nil, fmt.Errorf("robots: %w", r.err)
	}
	r.unread(top)
	return s, r.sentences(), nil
}

func setDefault(x *float64, v float64) {
	if *x == 0 {
		*x = v
	}
}
