package qlevr

import (
	"fmt"
	"time"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/scenes/shoot"
)

// Config decides, together with seed, split and index, everything that is made. DefaultConfig is the recommended set.
type Config struct {
	// Dimension is 3 for pictures of solids on a desk, with the drawing of the plan beside them, or 2 for the drawing alone.
	// Scenes and questions are the same.
	Dimension int `json:"dimension" yaml:"dimension"`
	// Width and Height are the size of pictures of solids in pixels, in which scene files count. If 0, as in what older datasets say
	// of themselves, 960 and 720 are used. Drawings have the published size.
	Width  int `json:"width,omitzero" yaml:"width"`
	Height int `json:"height,omitzero" yaml:"height"`
	// LensMM is the focal length in millimeters of all cameras, whose sensor is as wide as the picture: 36 mm. If 0, 50 is used.
	LensMM float64 `json:"lens_mm,omitzero" yaml:"lens_mm"`
	// Normals adds a file with the normals of pictures of solids.
	Normals bool `json:"normals,omitzero" yaml:"normals"`
	// Questions is how many questions are asked about a picture, each of another family.
	Questions int `json:"questions" yaml:"questions"`
	// Locale is the language of questions: "en" or "de".
	Locale string `json:"locale" yaml:"locale"`
	// Look is that of pictures of solids, "filmic" as the published ones. It has no distortion, because the published labels are those of a
	// pinhole.
	shoot.Look `yaml:",inline"`
	// SubFrames is how many jittered draws make a standard picture. If 0, the renderer's default is used.
	SubFrames int `json:"sub_frames" yaml:"sub_frames"`
	// Date is written into the joined files, which must not depend on the day they are made: month/day/year.
	Date string `json:"date" yaml:"date"`
	// Published switches single behaviors back to those of the published generator.
	Published Published `json:"published" yaml:"published"`
}

// Published names the behaviors of the original generator that differ from the recommended ones. All are off by default.
type Published struct {
	// SwappedOperands: in family 56 of some files the first number is counted among what the sentence names second, so that
	// answers do not fit the sentences.
	SwappedOperands bool `json:"swapped_operands" yaml:"swapped_operands"`
	// Words of English that fit other things, too: a square pyramid is a pentahedron, and so is a triangular prism; marble is dappled.
	Words bool `json:"words" yaml:"words"`
	// Doubtful asks questions, too, that careful readers may answer otherwise: those that hang on whether 20 pixels are of wood, marble or
	// leather, or on how many corners a pyramid stands.
	Doubtful bool `json:"doubtful" yaml:"doubtful"`
}

// AsPublished switches everything back.
var AsPublished = Published{SwappedOperands: true, Words: true, Doubtful: true}

// DefaultConfig is the recommended configuration.
func DefaultConfig() Config {
	o := publishedOptics
	return Config{
		Dimension: 3, Width: o.width, Height: o.height, LensMM: o.focalMM, Questions: 10, Locale: "en",
		Look: shoot.Look{View: frame.Filmic}, SubFrames: 8, Date: "01/01/2026",
	}
}

// dateForm is the layout of Config.Date.
const dateForm = "01/02/2006"

// maxQuestions is how many families there are: each is asked once about a picture.
const maxQuestions = 671

// ParseConfig is gen.ParseConfig for this set.
func ParseConfig(name string, data []byte) (Config, error) {
	return gen.ParseConfig(setName, name, data, DefaultConfig())
}

// Validate names every field that is out of range, in one line.
func (c Config) Validate() error {
	var bad gen.Faults
	if c.Dimension != 2 && c.Dimension != 3 {
		bad.Add("dimension is %d, want 2 or 3", c.Dimension)
	}
	bad = append(bad, c.optics().faults()...)
	bad.In("questions", c.Questions, 0, maxQuestions)
	if _, _, err := c.locale(); err != nil {
		bad.Add("%v", err)
	}
	bad.In("sub_frames", c.SubFrames, 0, 4096)
	bad = append(bad, c.Look.Faults(nil)...)
	if _, err := time.Parse(dateForm, c.Date); err != nil {
		bad.Add("date is %q, want month/day/year such as 01/31/2026", c.Date)
	}
	return bad.Err()
}

// locale is the language of questions, and the file with its sentences.
func (c Config) locale() (l Locale, file []byte, err error) {
	switch c.Locale {
	case "en":
		if c.Published.Words {
			return publishedEnglish(), englishFile, nil
		}
		return English(), englishFile, nil
	case "de":
		return German(), germanFile, nil
	}
	return nil, nil, fmt.Errorf("locale is %q, want en or de", c.Locale)
}
