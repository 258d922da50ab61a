package trance

import (
	"slices"

	"mereo/gen"
	"mereo/scenes/shoot"
	"mereo/scenes/vary"
)

// The two problems. Their names are part of file names.
const (
	ProblemStandard = "standard" // all 33 pairs
	ProblemPosition = "position" // the 16 pairs that move an object
)

// Config decides, together with seed, split and index, everything that is made. DefaultConfig is the recommended set.
type Config struct {
	// Problem is "standard", or "position" for samples in which objects are only moved.
	Problem string `json:"problem" yaml:"problem"`
	// Strict places no two objects of an initial state nearer to each other than the rule of overlapping allows. Otherwise
	// about one initial state in eight has such a pair, as published: places are refused by discs of lattice points.
	Strict bool `json:"strict" yaml:"strict"`
	// Between adds color pictures of the states between the first and the last.
	Between bool `json:"between" yaml:"between"`
	// IDs adds identity pictures of every state from every camera.
	IDs bool `json:"ids" yaml:"ids"`
	// Normals adds to every color picture what way the surfaces in it face, as an array.
	Normals bool `json:"normals" yaml:"normals"`
	// Film adds films of the transformation, one from each camera, with what IDs and Normals add to pictures.
	Film bool `json:"film,omitzero" yaml:"film"`
	// Width and Height are the pictures' size in pixels. Pixels are counted at this size, and an object is visible that has the same
	// share of the picture as 150 pixels of the published 320 x 240, rounded up. So other samples come out at other sizes.
	Width  int `json:"width" yaml:"width"`
	Height int `json:"height" yaml:"height"`
	// LensMM is the focal length of all cameras in millimeters; the sensor is 32 mm wide, and so is the picture.
	LensMM     float64 `json:"lens_mm" yaml:"lens_mm"`
	shoot.Look `yaml:",inline"`
	// Randomize draws other surfaces and lamps for every scene: see docs/realism.md. Everything else stays.
	Randomize vary.Amounts `json:"randomize,omitzero" yaml:"randomize"`
	// SubFrames is how many jittered draws make a standard color picture. If 0, the renderer's default is used.
	SubFrames int `json:"sub_frames" yaml:"sub_frames"`
	// TracedSubFrames is in how many of them rays are followed through metal and glass. If 0, in all.
	TracedSubFrames int `json:"traced_sub_frames" yaml:"traced_sub_frames"`
	// MaxAttempts is how many initial states are drawn before an index is an error.
	MaxAttempts int `json:"max_attempts" yaml:"max_attempts"`
	// Published switches single behaviors back to those of the published generator.
	Published Published `json:"published" yaml:"published"`
}

// Published names the behaviors of the original generator that differ from the recommended ones. All are off by default.
type Published struct {
	// HiddenFirst: a step is allowed when it hides object 0, if that is or was changed, whichever others it hides.
	HiddenFirst bool `json:"hidden_first" yaml:"hidden_first"`
	// StaleViews: view_coords of an object stay what they were when its size changes, until it moves or changes its shape.
	StaleViews bool `json:"stale_views" yaml:"stale_views"`
	// DarkGlass: light takes the color of glass at each surface that it meets, so that gray glass is black and green glass nearly so.
	DarkGlass bool `json:"dark_glass" yaml:"dark_glass"`
}

// AsPublished switches everything back.
var AsPublished = Published{HiddenFirst: true, StaleViews: true, DarkGlass: true}

// DefaultConfig is the recommended configuration.
func DefaultConfig() Config {
	return Config{
		Problem: ProblemStandard, Width: publishedWidth, Height: publishedHeight, LensMM: publishedLensMM, SubFrames: 4,
		TracedSubFrames: 2, MaxAttempts: 10_000,
	}
}

// ParseConfig is gen.ParseConfig for this set.
func ParseConfig(name string, data []byte) (Config, error) {
	return gen.ParseConfig(setName, name, data, DefaultConfig())
}

// Validate names every field that is out of range, in one line.
func (c Config) Validate() error {
	var bad gen.Faults
	if !slices.Contains([]string{ProblemStandard, ProblemPosition}, c.Problem) {
		bad.Add("problem is %q, want %s or %s", c.Problem, ProblemStandard, ProblemPosition)
	}
	bad.In("sub_frames", c.SubFrames, 0, 4096)
	lens := c.lens()
	if min(c.Width, c.Height) < minSide || max(c.Width, c.Height) > maxSide {
		bad.Add("width and height are %d x %d, want %d to %d each", c.Width, c.Height, minSide, maxSide)
		lens = publishedLens
	}
	if !(c.LensMM >= minLensMM && c.LensMM <= maxLensMM) {
		bad.Add("lens_mm is %g, want %d to %d", c.LensMM, minLensMM, maxLensMM)
		lens = publishedLens
	}
	cam := (&sceneSetup{cameras: cameraBases, lens: lens}).pinhole(cameraCenter)
	if c.TracedSubFrames < 0 || c.SubFrames > 0 && c.TracedSubFrames > c.SubFrames {
		bad.Add("traced_sub_frames is %d, want 0 to sub_frames, %d", c.TracedSubFrames, c.SubFrames)
	}
	bad = append(bad, c.Look.Faults(&cam)...)
	bad.In("max_attempts", c.MaxAttempts, 1, 1_000_000)
	bad = append(bad, c.Look.Clash(c.Randomize)...)
	return append(bad, c.Randomize.Faults("randomize")...).Err()
}

// uses tells whether samples have steps with a pair.
func (c Config) uses(p Pair) bool { return c.Problem == ProblemStandard || p.Attribute() == Position }

// pairs are those that samples have steps with, in the order of their numbers.
func (c Config) pairs() (out []Pair) {
	for p := range Pair(PairCount) {
		if c.uses(p) {
			out = append(out, p)
		}
	}
	return out
}
