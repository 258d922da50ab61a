package window

import (
	"context"
	"io"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Source has the scenes that can be looked at.
type Source interface {
	// Scene makes a scene. It is called beside the window, never twice at once, and should return early when ctx ends.
	Scene(ctx context.Context, at Place) (*Scene, error)
	// Places tells where there are scenes: whether there are other seeds, and how many indices there are, 0 for no end.
	Places() (seeds bool, count int)
}

// Place names one of a source's scenes.
type Place struct {
	Seed  uint64
	Index int
}

// Options of a window.
type Options struct {
	Source Source
	Start  Place
	File   string // that the source reads, which is read again when it changes; empty for none
	// Open opens another file, or File again. It is called beside the window. If nil, no other files can be shown.
	Open          func(file string) (Source, Place, error)
	Width, Height int    // of the window at first, screen units. If 0, 1280 x 800
	GPU           string // what the renderer draws on, see engine.Options
	Out           string // folder for saved pictures and scenes. If empty, the working directory
	// Random gives the seeds of what is resampled. It must not be nil where a source has other seeds.
	Random func() uint64
	// WriteScene writes a frame as a file of a scene; names are those of the frame's objects and parts by their ids. If nil, scenes
	// cannot be saved.
	WriteScene func(w io.Writer, f *frame.Frame, s *Scene) error
	// WriteWorld writes a document of a world whose things are those of a scene that was saved, in a file beside it.
	WriteWorld func(w io.Writer, saved string) error
	// Events, if not nil, gets a line of JSON for everything that happens, for tests and scripts.
	Events io.Writer
}

// Scene is what is shown at a time. It is never changed.
type Scene struct {
	Title     string // "ptr train/12, seed 0"
	FileName  string // what names of saved files begin with: "ptr-train-000012-seed-0"
	Rows      []Row  // of the whole scene
	Views     []View // at least one
	Entities  []Entity
	Relations []Relation
	Physics   Physics // nil where nothing can be let go
	// Falls are the ways in which everything can be let go without a push, the first one as it stands, and the last one what is
	// played first; at least one where there is Physics.
	Falls []Push
	// PushDistances are by how much an object can be pushed, meters; at least one where there is Physics.
	PushDistances []float64
	Meters        float64 // of one unit of the scene's lengths. If 0, 1
	Note          string  // a sentence for the status line; may be empty
}

// View is a picture that the scene's owner takes of it.
type View struct {
	Name  string
	Frame *frame.Frame
	Moves bool // its objects are those of Scene.Physics, object id i+1 for object i
}

// Row is a line of a table: "material", "rubber".
type Row struct{ Name, Value string }

// Entity is anything that has a name: an object, a part, a region.
type Entity struct {
	Key, Name, Kind string
	Class           string // what sort of thing it is: "chair"; may be empty
	// Object and Part are the ids that its pixels have: Part for a part, Object for an object; 0 for what has no pixels of its own.
	Object, Part uint16
	Rows         []Row
	// Outline is where it lies as seen from above, world meters, for what is picked by its place and not by an id.
	Outline  [][2]float64
	Entities []Entity
}

// Relation holds between two entities, named by their keys: From is left of To.
type Relation struct{ Name, From, To string }

// Physics lets the objects of a scene go. Its methods are called beside the window, one at a time, but for Label.
type Physics interface {
	// Film shows what becomes of the objects after a push.
	Film(ctx context.Context, p Push) (*Film, error)
	// Verdicts judges every object after a push.
	Verdicts(ctx context.Context, p Push) ([]Verdict, error)
	// Label is what the labels say becomes of an object that is pushed: "stable", "unstable" or "blocked"; empty where they say
	// nothing.
	Label(p Push) string
	// Colliders are the convex pieces of every object, in its frame.
	Colliders() [][]*mesh.Mesh
	// Places are those at first: worldFromObject of every object, in a slice of the caller's own.
	Places() []geom.Transform
	// From is the physics of the scene with its objects where these are, rigidly moved.
	From(worldFromObject []geom.Transform) (Physics, error)
	// Start begins a run after a push, in which objects can be pulled at while time goes on. It is called beside the window.
	Start(p Push) (Stepper, error)
}

// Stepper is a run that is stepped. Its methods are called one at a time, beside the window.
type Stepper interface {
	Dt() float64 // seconds of a step
	// Step goes on by Dt, with a spring that pulls at an object unless pull is nil.
	Step(pull *Pull) error
	Now() Instant
}

// Pull is a spring between a point of an object, in its frame, and a point of the world.
type Pull struct {
	Object int
	At, To geom.Vec3
}

// Push moves one object and then lets everything go.
type Push struct {
	Object    int     // from 0; -1 for none
	Name      string  // of what no object is pushed in: "as it stands"
	Direction string  // one of Directions; empty without an object
	Distance  float64 // meters
}

// directions are those of pushes, along -x, +x, -y and +y of the world.
var directions = []string{"left", "right", "front", "behind"}

// Film is what becomes of the objects, in the order of time.
type Film struct{ Instants []Instant }

// Instant is one moment of a film.
type Instant struct {
	Time            float64          // seconds
	WorldFromObject []geom.Transform // of every object, in the place of those of the frame's instances
	Contacts        []Contact
}

// Contact is a point where object A, or what is not an object if it is -1, touches object B.
type Contact struct {
	A, B          int
	Point, Normal geom.Vec3 // world; unit, from A to B
	Force         float64   // newtons
}

// Verdict is what becomes of an object.
type Verdict struct {
	Stable bool
	Margin float64 // share of the perturbed repeats that agree, up to 1; 0 if there were none
}
