package show

import (
	"mereo/engine/camera"
	"mereo/engine/geom"
)

// Filmed is a Sample that may be a film of things that move.
type Filmed interface {
	Sample
	// Film tells what the things do; nil of a sample that is none.
	Film() (*Film, error)
}

// Film is what things do while cameras look at them. The pictures of the page are the frames of the first camera.
type Film struct {
	FPS      float64
	Frames   int
	StepRate float64    // of the simulation, steps a second
	Gravity  [3]float64 // m/s²
	Cameras  []FilmCamera
	Things   []FilmThing // in the order of ids; what was deleted is left out
	Impacts  []Impact    // within the frames, in the order of time
	// Collisions are those of two things: impacts of two soon after each other are one.
	Collisions []FilmCollision
}

// FilmCollision is that two things collide.
type FilmCollision struct {
	Frame    int // the last one before it
	A, B     int // ids, the smaller one first
	Position geom.Vec3
}

// FilmCamera is a camera of a film.
type FilmCamera struct {
	Name     string // empty for the only one
	Pictures []Picture
	Pinholes []camera.Pinhole // of each picture
	// Labels are those of a frame: what the dataset's files have, and of the fields that are wanted, named by the constants below, what the
	// processor finds where they do not. Objects, and parts where things have some, are always there.
	Labels func(frame int, want ...string) (*Labels, error)
}

// Fields of Labels, as FilmCamera.Labels wants them and people name them.
const (
	FieldDepth       = "depth"
	FieldNormals     = "normals"
	FieldFlow        = "flow"
	FieldBackFlow    = "backward_flow"
	FieldCoordinates = "coordinates"
)

// FilmThing is a thing of a film.
type FilmThing struct {
	ID    int    // in label pictures
	Model string // what it is made of
	Fixed bool   // it never moves
	Mass  float64
	// Of two surfaces the product of frictions acts, and the larger restitution.
	Friction, Restitution float64
	Box                   geom.AABB // in its own frame, m
	States                []FilmState
}

// FilmState is where a thing is in a frame, and how it moves.
type FilmState struct {
	Location          geom.Vec3 // of its own frame's origin, m
	Rotation          geom.Quat // of its own frame to the world
	Velocity, Angular geom.Vec3 // of its center of mass, m/s, and rad/s, world
}

// Impact is that two things met, or one and what never moves.
type Impact struct {
	Time     float64 // seconds from the first frame
	A, B     int     // ids; 0 for the ground and walls
	Position geom.Vec3
	Normal   geom.Vec3 // unit, from A to B
	Impulse  geom.Vec3 // that B got, N s
}
