package shopvrb

import (
	"time"

	"mereo/gen"
	"mereo/scenes/shoot"
)

// Config decides, together with models, templates, seed, split and index, everything that is made. DefaultConfig is the
// recommended set.
type Config struct {
	SceneConfig `yaml:",inline"`
	// Visual and Textual are how many questions of each kind are asked about a picture, each of another template.
	Visual  int `json:"visual_questions" yaml:"visual_questions"`
	Textual int `json:"textual_questions" yaml:"textual_questions"`
	// Models is the SHA-256 of the user's own models and of their tables; "" for the built-in things. New fills it in.
	Models string `json:"models,omitzero" yaml:"models"`
	// JoinModels draws the built-in things, too, beside the user's own.
	JoinModels bool `json:"join_models" yaml:"join_models"`
	// RawQuestions writes questions as the published generator does before they are collected: answers as JSON values and the
	// results of all program nodes.
	RawQuestions bool `json:"raw_questions" yaml:"raw_questions"`
	// Mended replaces single templates whose published form is a slip.
	Mended Mended `json:"mended" yaml:"mended"`
	// Look has no distortion, because the published labels are those of a pinhole.
	shoot.Look `yaml:",inline"`
	// SubFrames is how many jittered draws make a standard picture. If 0, the renderer's default is used.
	SubFrames int `json:"sub_frames" yaml:"sub_frames"`
	// TracedSubFrames is in how many of them rays are followed through glass and metal; 0 for all.
	TracedSubFrames int `json:"traced_sub_frames" yaml:"traced_sub_frames"`
	// Normals writes which way surfaces face, beside the depth of each picture.
	Normals bool `json:"normals" yaml:"normals"`
	// Date is written into the joined files, which must not depend on the day they are made: day/month/year.
	Date string `json:"date" yaml:"date"`
}

// Mended names the templates that can be asked as they were meant. All are off by default.
type Mended struct {
	// EqualCounts: the first four textual comparisons of numbers may be answered with yes.
	EqualCounts bool `json:"equal_counts" yaml:"equal_counts"`
	// SizeUnsaid: the comparison of the size of a related thing with another's does not name the latter.
	SizeUnsaid bool `json:"size_unsaid" yaml:"size_unsaid"`
	// NamesCompared: the last visual comparison, which speaks of kinds of things, compares these, not how they are moved.
	NamesCompared bool `json:"names_compared" yaml:"names_compared"`
}

// Published names the behaviors of the original generator that differ from the recommended ones. All are off by default.
type Published struct {
	// Doubtful asks questions, too, that careful readers may answer otherwise: those that hang on a size that the picture does not show,
	// on the word for a shape, or on who is in front of whom where two stand almost beside each other.
	Doubtful bool `json:"doubtful" yaml:"doubtful"`
	// Words says "another" of what is compared with something of another kind, and a material beside a word that tells it: "transparent
	// glass glass".
	Words bool `json:"words" yaml:"words"`
	// CutOff leaves things in that the border of the picture cuts off.
	CutOff bool `json:"cut_off" yaml:"cut_off"`
	// Dark takes light as it is: the exposure of all pictures is the same.
	Dark bool `json:"dark" yaml:"dark"`
	// BareGlass has lamps so small that glass mirrors points of light, and glass through which no light falls.
	BareGlass bool `json:"bare_glass" yaml:"bare_glass"`
	// Pale takes the values of the random colors for linear reflectances, which makes brown a peach and red a salmon.
	Pale bool `json:"pale" yaml:"pale"`
}

// asPublished has all of them on.
var asPublished = Published{Doubtful: true, Words: true, CutOff: true, Dark: true, BareGlass: true, Pale: true}

// DefaultConfig is the recommended configuration.
func DefaultConfig() Config {
	return Config{SceneConfig: DefaultSceneConfig(), Visual: 20, Textual: 10, SubFrames: 8, TracedSubFrames: 4, Date: "01/01/2026"}
}

// AsPublished sets the switches that make everything as published, without anything of our own.
func (c *Config) AsPublished() {
	c.Extra, c.OwnDirections, c.Mended, c.Published = false, false, Mended{}, asPublished
}

// dateForm is the layout of Config.Date.
const dateForm = "02/01/2006"

// How many templates of each kind there are: each is asked once about a picture.
const mostVisual, mostTextual = 158, 195

// mostCounted is what answers count to.
const mostCounted = 7

// ParseConfig is gen.ParseConfig for this set.
func ParseConfig(name string, data []byte) (Config, error) {
	return gen.ParseConfig(setName, name, data, DefaultConfig())
}

// Validate names every field that is out of range, in one line.
func (c Config) Validate() error {
	bad := c.SceneConfig.faults()
	if c.MaxObjects > mostCounted && c.Visual+c.Textual > 0 {
		bad.Add("max_objects is %d, want %d at most where questions are asked: answers count no further", c.MaxObjects, mostCounted)
	}
	bad.In("visual_questions", c.Visual, 0, mostVisual)
	bad.In("textual_questions", c.Textual, 0, mostTextual)
	bad.In("sub_frames", c.SubFrames, 0, 4096)
	bad.In("traced_sub_frames", c.TracedSubFrames, 0, 4096)
	bad = append(bad, c.Look.Faults(nil)...)
	if _, err := time.Parse(dateForm, c.Date); err != nil {
		bad.Add("date is %q, want day/month/year such as 31/01/2026", c.Date)
	}
	return bad.Err()
}
