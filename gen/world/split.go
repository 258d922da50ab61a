package world

import (
	"context"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/scenes"
	"mereo/scenes/annot"
	"mereo/scenes/shoot"
)

// Split is how the samples of a split come from plans. Its functions may be called at once from several goroutines. All below "Optional"
// may be left out.
type Split[P any] struct {
	Set  string // the name of the set, which begins errors
	Job  gen.Job
	Look *shoot.Look // whose style dresses the scenes, and whose environment surrounds them; nil for neither
	// Meters is how long a unit of the scene looks in life. If 0, 1.
	Meters float64

	// Plan draws the plan of an index from the seed. It repeats rejected attempts itself. Errors name set, split and index.
	Plan func(ctx context.Context, index int) (P, error)
	// Shots are the pictures of a sample: first those that pages have, in their order, then those without a name.
	Shots func(p P) []Shot
	// Scene is what cameras see in one of the states of a plan, and how it is drawn, but for Environment, Fault and which pictures are wanted.
	Scene func(p P, state int) (*scenes.Scene, shoot.Options)
	// Files are those of a sample in the order of writing; the record that tells that all others are there comes last.
	Files func(t *Take[P]) []File
	// Item is what the block says of a sample, but for its files, its fingerprints and what drew it.
	Item func(t *Take[P]) *gen.Item

	// Page tells of a sample. Pictures, the title and the camera are filled in. It may keep in the plan what Run needs.
	Page func(t *Take[P]) (*show.Page, error)

	// Optional:

	// Told is the plan that the files of a sample tell of. What pages do not need may be missing. Without it samples are read by planning
	// them again, and those of other records refused.
	Told func(index int) (P, error)
	// Asked are the questions of the page of a sample whose files are there. The plan of t is what Told gives, and nothing without Told. Nil
	// stands for those of the page, which needs more.
	Asked func(t *Take[P]) ([]show.Question, error)
	// FacetNames and Facets are those of show.Reader.
	FacetNames []string
	Facets     func(index int) (show.Facets, error)
	// Flat: no device is needed, all shots are drawings. Scene may be nil then.
	Flat bool
	// Painter opens what draws; nil stands for shoot.Open.
	Painter func(gpu string) (Painter, error)
	// Things are how many ids labels have; nil stands for those of the scene of the first state.
	Things func(p P) Things
	// Seen is the channel of the ids of color fingerprints; empty stands for objects.
	Seen show.Channel
	// Region finds the regions of a shot, given its other labels.
	Region func(p P, shot int, l *show.Labels) []uint16
	// Replan is the plan that a sample is checked with, where planning each again from its seed takes too long. What is wrong with
	// the record it reports; it is the last that is done then. With f.Remake it plans from the seed.
	Replan func(ctx context.Context, f *Finding[P]) (P, error)
	// Check applies rules beyond those of this package: those of questions, say.
	Check func(ctx context.Context, f *Finding[P]) error
	// Costly: labels that the processor draws are drawn again only of samples that are made again.
	Costly bool
	// Alike is the share of pixels, away from silhouettes, in which labels of the device must be those of the processor. If 0, 0.999.
	Alike float64
	// Proofs are those of gen.Prover, where they are not the usual ones.
	Proofs []gen.Proof
	// Overlaid are the names of the pictures that overlays are made of; nil for the first one.
	Overlaid  []string
	Classes   func() []show.Class
	Functions []show.Function
	Tester    show.Tester
	Run       func(t *Take[P], program show.Program) (*show.Trace, error)
	Reword    func(t *Take[P], question int, program show.Program) string
	Edits     *Edits[P]
	// Physics is a sample as one whose objects can be let go, or nil. m is the sample.
	Physics func(m show.Made, t *Take[P]) show.Physical
	// Film is what things of a sample do, with the names of its cameras; nil for what is no film. The shots are all frames of the first camera, then
	// those of the second, and so on, and pictures and labels of cameras follow from them.
	Film func(t *Take[P]) (*show.Film, error)
}

// Exposure is a moment of a blurred picture.
type Exposure struct {
	Pinhole camera.Pinhole
	State   int
}

// Shot is one picture of a sample.
type Shot struct {
	// Picture is what pages tell of it, but its path. Size and camera may be left out: they follow from Pinhole. A shot without a name is on
	// no page.
	show.Picture
	Pinhole camera.Pinhole
	// State numbers what the camera sees. Shots of one state have one lens, and are drawn in one run.
	State int
	// IDs are the object and part ids where these are cheaper than Labels, which have depth and normals as well. Where Labels is nil the
	// device draws the labels; the processor's are those of the scene then. IDs may be nil, and return nil, which says nothing.
	IDs, Labels func() *show.Labels
	// Next and Before are the numbers of the shots to which flows go.
	Next, Before int
	// Blur are moments of which the color picture is the mean, as a shutter sees what moves; nil for the picture of the state alone.
	Blur []Exposure
	// Draw draws what no camera sees; nil for what one does. sRGB, len 3*Width*Height.
	Draw func() []uint8
}

// size is that of the picture.
func (s *Shot) size() (width, height int) {
	if s.Width == 0 {
		return s.Pinhole.Width, s.Pinhole.Height
	}
	return s.Width, s.Height
}

// taken is how the picture was taken; nil for what no camera saw.
func (s *Shot) taken() *annot.Camera {
	if s.Camera != nil || s.Pinhole.Width == 0 {
		return s.Picture.Camera
	}
	c := annot.CameraOf(&s.Pinhole, 1)
	return &c
}

// Things are how many things labels can name.
type Things struct {
	Objects int
	Parts   []int // of each object, whose ids count through all of them
	Regions int
}

// thingsIn are those of a scene.
func thingsIn(s *scenes.Scene) (t Things) {
	t.Objects = len(s.Objects)
	for i := range s.Objects {
		t.Parts = append(t.Parts, len(s.Objects[i].Parts))
	}
	return t
}

// most is the highest id of a channel.
func (t Things) most(c show.Channel) (n int) {
	switch c {
	case show.ChannelPart:
		for _, parts := range t.Parts {
			n += parts
		}
		return n
	case show.ChannelRegion:
		return t.Regions
	}
	return t.Objects
}

// Pass is what a file has of a shot.
type Pass string

// Passes.
const (
	Color       Pass = "color"       // 8-bit RGBA, opaque
	Object      Pass = "object"      // ids, 16-bit gray, or painted in the colors of File.Palette
	Part        Pass = "part"        // ids, 16-bit gray
	Region      Pass = "region"      // ids, 16-bit gray
	ViewZ       Pass = "viewz"       // an array of float32
	RayDist     Pass = "raydist"     // OpenEXR
	Normal      Pass = "normal"      // an array of float32
	Flow        Pass = "flow"        // an array of float32: to the picture of Shot.Next
	BackFlow    Pass = "backflow"    // the same to that of Shot.Before
	Coordinates Pass = "coordinates" // an array of float32: places in the boxes of objects
)

// File is one file of a sample.
type File struct {
	Path string // below the dataset's folder
	// Bytes are those of what is no picture: a record.
	Bytes func() ([]byte, error)
	Pass  Pass // of a picture
	Shot  int
	// Palette paints ids, 0 among them, in colors.
	Palette [][3]uint8
}

// Painter draws the pictures of scenes. Its methods may be called at once from several goroutines.
type Painter interface {
	ShootFrom(*scenes.Scene, shoot.Options, ...transform) ([]*frame.Images, error)
	Renderer() string
	Close()
}

// Base is a gen.Set, show.Set and gen.Overlayer but for Name, Config and About, given how a split is opened. Its set has its own methods
// where it asks questions, joins files or measures figures.
type Base[P any] struct {
	// Open declares job.Split. An error is what keeps every sample of it from being made.
	Open func(job gen.Job) (*Split[P], error)
}

// Stride is 1: every sample has files of its own.
func (Base[P]) Stride() int { return 1 }

// Validate opens the split.
func (b *Base[P]) Validate(job gen.Job) error {
	_, err := b.Open(job)
	return err
}

// NewMaker opens a renderer, for pictures that need one.
func (b *Base[P]) NewMaker(_ context.Context, job gen.Job) (gen.Maker, error) {
	s, err := b.Open(job)
	if err != nil {
		return nil, err
	}
	return s.newMaker()
}

// NewChecker opens what plans samples again.
func (b *Base[P]) NewChecker(_ context.Context, job gen.Job) (gen.Checker, error) {
	s, err := b.Open(job)
	if err != nil {
		return nil, err
	}
	return &checker[P]{s}, nil
}

// Show opens the samples for people.
func (b *Base[P]) Show(job gen.Job) (show.Reader, error) {
	s, err := b.Open(job)
	if err != nil {
		return nil, err
	}
	return s.reader(), nil
}

// Overlays tell where things are in the pictures that Split.Overlaid names.
func (b *Base[P]) Overlays(job gen.Job) (func(index int) ([]gen.Overlay, error), error) {
	s, err := b.Open(job)
	if err != nil {
		return nil, err
	}
	return show.OverlaysOf(s.reader(), s.Overlaid...), nil
}

// NewAsker is nil: no questions are asked.
func (Base[P]) NewAsker(context.Context, gen.Job) (gen.Asker, error) { return nil, nil }

// Assemble joins nothing.
func (Base[P]) Assemble(context.Context, gen.Job) ([]write.File, error) { return nil, nil }

// Tables are none.
func (Base[P]) Tables(context.Context, gen.Job) ([]gen.Table, error) { return nil, nil }

// Figures are none.
func (Base[P]) Figures(context.Context, gen.Job, *gen.Counts) ([]gen.Figure, error) { return nil, nil }
