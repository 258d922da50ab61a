package trance

import "mereo/engine/geom"

// Setup is what all states of a sample share.
type Setup struct {
	Cameras  [cameraCount]geom.Vec3 // world, metres; all look at the origin
	Lamps    [lampCount]geom.Vec3   // world, metres; all aim at the origin
	Rotation [ObjectCount]float64   // of objects about the vertical, radians in [0, 2 pi)
}

// Made is a sample with everything that was decided on the way.
type Made struct {
	Setup
	States []State    // the initial one, and one after each step
	Steps  []Step     // the reference
	Types  []MoveType // of each step; NoMove for those that move nothing
	Pixels []Pixels   // of each state
	// Attempt is how many initial states were given up before.
	Attempt int
	// Refusals counts why steps could not be carried out, in the attempts that were given up.
	Refusals map[string]int
	// Tries counts the steps that were begun, all attempts together.
	Tries int
}
