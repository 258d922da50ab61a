// Package show is what people look at: the plain data that the window and the page in the browser need of a sample, whatever set
// it is of, and what a set must be able to do to be looked at.
//
// Vocabulary: a Reader has the samples of one split; a Sample is what the files of a dataset say of one of them; a Made is the
// sample made again from its seed, with its geometry, so that it can be drawn, let go and changed. A Page is all that is told of
// either. An Entity is anything in the scene graph that has a name: an object, a part, a plane, a character.
//
// A set fills a Page with the functions here that say the same thing in the same words everywhere, such as Key, BoxOf, Triple, Relate,
// Sentence and Run.
//
// Everything here is JSON as the page in the browser reads it. World frame, units and pixels are those of the house: +Z up, meters,
// radians, pixels from the top left, boxes half-open.
package show

import (
	"context"

	"mereo/gen"
	"mereo/scenes"
	"mereo/scenes/annot"
	"mereo/scenes/shoot"
)

// Set is a set whose samples can be looked at.
type Set interface {
	gen.Set
	// Show opens the samples of job.Split. With an empty job.Root there is no dataset: Reader.Make works, and nothing else.
	// Nothing is written, and no renderer opened.
	Show(job gen.Job) (Reader, error)
}

// Reader reads and makes the samples of a split. Its methods may be called at once from several goroutines.
type Reader interface {
	// Sample reads what the dataset's files say of a sample. The error wraps fs.ErrNotExist while the sample is not there.
	Sample(index int) (Sample, error)
	// Pictures are those of the sample's Page, which take less time alone.
	Pictures(index int) ([]Picture, error)
	// Questions are those of the sample's Page, which take less time alone. They must not be changed.
	Questions(index int) ([]Question, error)
	// Labels reads the label pictures that lie beside picture number p of Page.Pictures. Fields are nil where the dataset
	// stores nothing; a nil Labels where it stores nothing at all.
	Labels(index, p int) (*Labels, error)
	// Facets are what a sample can be found by. It reads as few files as possible, since it is asked about all samples.
	Facets(index int) (Facets, error)
	// FacetNames are the keys of Facets in the order in which people should see them: "objects", "category", "color",
	// "physical", "question type", "answer", as far as the set has them.
	FacetNames() []string
	// Classes are all that entities of the split may be, in a fixed order that does not depend on its samples; nil where there are
	// none.
	Classes() []Class
	// Functions are those that programs may call, in a fixed order; nil for sets without programs.
	Functions() []Function
	// Make makes a sample again from the seed. With a dataset, the questions are those of its files.
	Make(ctx context.Context, index int) (Made, error)
	// Tester is the test for people that the set has of its own; nil for none.
	Tester() Tester
}

// Facets are the values that a sample has: name, then values, each once, in any order.
type Facets map[string][]string

// Class is what an entity can be: its Kind and its Class.
type Class struct{ Kind, Name string }

// ClassesOf are classes of a kind.
func ClassesOf(kind string, names ...string) (out []Class) {
	for _, n := range names {
		out = append(out, Class{kind, n})
	}
	return out
}

// Sample is a sample as it can be read about and asked about. It does not change and may be used by several goroutines at once.
type Sample interface {
	// Page tells all there is to tell. It must not be changed.
	Page() *Page
	// Run runs a program. An error means that it is no program of this set, in a sentence that names the call; a program that
	// gives no answer on this sample is none: Trace.Fault says so.
	Run(p Program) (*Trace, error)
	// Reword is the text of question number q of the page with the values of program p in place of its own. It is empty where
	// p differs from the question's program in more than side inputs, or cannot be said.
	Reword(q int, p Program) string
	// Drawing is picture number p of the page where it is a drawing of the set's own, which needs no renderer: sRGB, from the top
	// left, len 3*Width*Height. It is nil for what a view draws. With a Made the drawings are the pictures of the page behind those of
	// Views; of what is read, one without a path is in no file of the dataset.
	Drawing(p int) []uint8
	// IDs are the labels of picture number p without ViewZ and Normal, where they follow from the dataset's files and it keeps no
	// pictures of them; else nil.
	IDs(p int) *Labels
}

// Made is a sample with its geometry.
type Made interface {
	Sample
	// Views are how the pictures of the page are drawn, in their order. Ids are those of the entities. Drawings have none.
	Views() []View
	// Labels are those of picture number p of the page, found on the processor, all fields that the set knows filled.
	Labels(p int) *Labels
	// Editor is the sample as one that can be changed, Physical as one whose objects can be let go; nil where that cannot be.
	Editor() Editable
	Physics() Physical
}

// Flowing is a Made that tells how what a picture shows moves to the next one.
type Flowing interface {
	Flow(p int) *Labels // its Flow alone; nil of what no camera saw
}

// View is one picture to draw. Views may share a scene.
type View struct {
	Scene   *scenes.Scene // seen by the view's camera
	Options shoot.Options // as the set draws it, without ColorOnly and LabelsOnly
}

// Labels are pictures of numbers, from the top left, len Width*Height.
type Labels struct {
	Width, Height int
	Object        []uint16  // 0 for background
	Part          []uint16  // 0 for none
	Region        []uint16  // of sets with regions, such as planes on a desk; 0 for none
	ViewZ         []float32 // meters along the camera's axis; 0 where nothing is hit
	Normal        []float32 // len 3*Width*Height, unit, world; 0 where nothing is hit
	// Flow, len 3*Width*Height, is where each pixel's point is seen in another picture, less where it is here, pixels right and down; and 1 where it
	// is not seen there, else 0. See flow.Field.
	// BackFlow is the same for a third picture.
	Flow, BackFlow []float32
	// Coordinates, len 3*Width*Height, are those of flow.Coordinates.
	Coordinates []float32
}

// Channel is the field of a channel; nil for none.
func (l *Labels) Channel(c Channel) []uint16 {
	switch c {
	case ChannelObject:
		return l.Object
	case ChannelPart:
		return l.Part
	case ChannelRegion:
		return l.Region
	}
	return nil
}

// Page is what is told of a sample.
type Page struct {
	Title     string     `json:"title"` // "train/12"
	Rows      []Row      `json:"rows"`  // of the whole sample: camera, room, how it was made
	Pictures  []Picture  `json:"pictures"`
	Entities  []Entity   `json:"entities"`  // the scene graph
	Relations []Relation `json:"relations"` // in a fixed order
	Questions []Question `json:"questions"`
	// Motion is how things move in a film, of which the pictures are the frames; nil where there is none.
	Motion *FilmMotion `json:"motion,omitempty"`
	// Plan is the part of the floor that a plan of it shows, world meters; nil for sets without one.
	Plan *Rect `json:"plan,omitempty"`
	// Camera is that of the first picture, as the plan shows it; nil where there is none, or it is not known.
	Camera *PlanCamera `json:"camera,omitempty"`
	// Behind is what relations call behind, a unit vector on the floor; nil where it is the direction of Camera.
	Behind *[2]float64 `json:"behind,omitempty"`
	// Unit is how long a meter of this world is in fact, in meters, in sets of small things whose published world is larger than
	// life. If 0, 1 is used. No length here is multiplied by it: it is for what is told to people.
	Unit float64 `json:"unit,omitempty"`
	// Step is how far apart the places are that entities can be moved to, in sets where they stand on a lattice, world meters. If
	// 0, any place will do.
	Step float64 `json:"step,omitempty"`
	// Facts are Rows as data.
	Facts Facts `json:"-"`
}

// Rect is an upright rectangle: x0 <= x < x1, y0 <= y < y1.
type Rect struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
}

// Row is a line of a table for people: "material", "rubber".
type Row struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Picture is a color picture of the sample.
type Picture struct {
	Name   string `json:"name"` // "picture"; "initial"; "final, left camera"
	Path   string `json:"path"` // below the dataset's folder; empty for what is not on disk
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Film names the film that it is a frame of; empty for a picture of its own. The frames of a film stand one after the other.
	Film string  `json:"film,omitempty"`
	Time float64 `json:"time,omitempty"` // of a frame: seconds since the first one
	// Drawing marks a plan that is drawn in a set whose other pictures are seen by a camera.
	Drawing bool `json:"-"`
	// Camera is how the picture was taken; nil for what no camera saw.
	Camera *annot.Camera `json:"-"`
}

// Channel is a field of Labels in which an entity has its pixels.
type Channel string

// Channels.
const (
	ChannelNone   Channel = ""
	ChannelObject Channel = "object"
	ChannelPart   Channel = "part"
	ChannelRegion Channel = "region"
)

// Entity is something of the scene graph.
type Entity struct {
	// Key is unique in the page and the same whenever it is made: "object 3", "part 12", by the numbers that the published set
	// gives to its things, else by the ids of label pictures.
	Key  string `json:"key"`
	Name string `json:"name"` // what a person would call it: "red chair", "leg"
	Kind string `json:"kind"` // "object", "part", "plane", "character", ...
	// Class is what it is in the words of the set's labels, which exports hand on: "chair", "leg", "sphere". Empty where there
	// are no classes of its kind.
	Class   string  `json:"class,omitempty"`
	Channel Channel `json:"channel,omitempty"`
	ID      int     `json:"id,omitempty"` // in its channel
	Rows    []Row   `json:"rows"`         // attributes
	// Boxes are where it is seen in each picture of the page; zero where it is not.
	Boxes []Rect `json:"boxes,omitempty"`
	// Lines are what it is drawn with in each picture, in pixels, for sets whose pictures are drawn with lines: picture, line,
	// points.
	Lines [][][][2]float64 `json:"lines,omitempty"`
	// At is its place in the world; nil where it has none.
	At *[3]float64 `json:"at,omitempty"`
	// Plan is its outline seen from above, world meters, counter-clockwise; empty for what a plan does not show.
	Plan [][2]float64 `json:"plan,omitempty"`
	// Color is its color as "#rrggbb" (sRGB); empty where it has none of its own.
	Color string `json:"color,omitempty"`
	// Edits are what Editable.Edit can do to it, and Colors the names that it may be recolored to.
	Edits    []EditKind `json:"edits,omitempty"`
	Colors   []string   `json:"colors,omitempty"`
	Entities []Entity   `json:"entities,omitempty"` // what it consists of, or holds
	// Facts are Rows as data. Of things that change between the pictures, States has what they are in each picture; else it is nil.
	// See In.
	Facts  Facts   `json:"-"`
	States []State `json:"-"`
}

// Relation holds between two entities: From is left of To.
type Relation struct {
	Name string `json:"name"`
	From string `json:"from"` // keys
	To   string `json:"to"`
}

// Question is a question about the sample.
type Question struct {
	Text   string `json:"text"`
	Answer string `json:"answer"`
	// Choices are all answers that a question of its kind may have, where they are few. People are asked such questions only.
	Choices []string `json:"choices,omitempty"`
	Rows    []Row    `json:"rows"` // its type, family, group
	// Texts are what has to be read to answer it, beside the picture: of what, and the text.
	Texts []Row `json:"texts,omitempty"`
	// Evidence says where these texts tell what the program reads: of what, and the words.
	Evidence []Row   `json:"evidence,omitempty"`
	Program  Program `json:"program"`
	// Of one of several choices: the number of the question that they share, from 1, its words, and the choice. Text is both.
	Group  int    `json:"group,omitempty"`
	Stem   string `json:"stem,omitempty"`
	Choice string `json:"choice,omitempty"`
	Facts  Facts  `json:"-"` // Rows as data
}

// Program is a list of calls, each with inputs among the calls before it; the last one gives the answer.
type Program []Call

// Call is one function of a program.
type Call struct {
	Function string   `json:"function"`
	Inputs   []int    `json:"inputs"`
	Side     []string `json:"side"` // constants
}

// Function is what a call may name.
type Function struct {
	Name string   `json:"name"`
	In   []string `json:"in"` // types of inputs
	Side []Side   `json:"side"`
	Out  string   `json:"out"`
	Help string   `json:"help"` // one sentence
}

// Side is a constant that a function takes.
type Side struct {
	Type    string   `json:"type"`
	Options []string `json:"options,omitempty"` // all values, where they can be listed
}

// Trace is what a program did.
type Trace struct {
	Results []Result `json:"results"` // of the calls that yielded something, in order, up to the first that does not
	Answer  string   `json:"answer"`
	Fault   string   `json:"fault,omitempty"` // why there is no answer, a sentence
}

// Result is what a call yielded.
type Result struct {
	Text     string   `json:"text"`               // "3", "yes", "2 objects"
	Entities []string `json:"entities,omitempty"` // keys of what it is about
	Events   []Event  `json:"events,omitempty"`   // of a film
}
