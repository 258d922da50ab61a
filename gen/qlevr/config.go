package qlevr

import (
	"encoding"
	"errors"
	"fmt"
	"strings"
	"time"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/internal/strict"
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
	// Quality of pictures of solids: "standard", "draft" for fast ones, "reference" for path tracing. Labels are the same.
	Quality frame.Quality `json:"quality" yaml:"quality"`
	// SPP is how many paths of light go through each pixel of reference pictures. If 0, the renderer's default is used.
	SPP int `json:"spp" yaml:"spp"`
	// View of pictures of solids: "filmic" as the published ones, "plain" for sRGB, "agx".
	View frame.View `json:"view" yaml:"view"`
	// Realism is what photographs have and these pictures do not: see docs/realism.md. Distortion is not among it, because the
	// published labels are those of a pinhole.
	Realism frame.Realism `json:"realism,omitzero" yaml:"realism"`
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
}

// AsPublished switches everything back.
var AsPublished = Published{SwappedOperands: true}

// DefaultConfig is the recommended configuration.
func DefaultConfig() Config {
	o := publishedOptics
	return Config{
		Dimension: 3, Width: o.width, Height: o.height, LensMM: o.focalMM, Questions: 10, Locale: "en", View: frame.Filmic, SubFrames: 8, Date: "01/01/2026",
	}
}

// dateForm is the layout of Config.Date.
const dateForm = "01/02/2006"

// maxQuestions is how many families there are: each is asked once about a picture.
const maxQuestions = 671

// ParseConfig reads YAML or JSON; keys that are left out have their defaults. name is for errors.
func ParseConfig(name string, data []byte) (Config, error) {
	c, err := strict.YAML(data, DefaultConfig())
	if err != nil {
		return Config{}, fmt.Errorf("qlevr: config %s: %w; docs/qlevr.md lists the keys", name, err)
	}
	if err := c.Validate(); err != nil {
		return Config{}, fmt.Errorf("qlevr: config %s: %w", name, err)
	}
	return c, nil
}

// Validate names every field that is out of range, in one line.
func (c Config) Validate() error {
	var bad []string
	if c.Dimension != 2 && c.Dimension != 3 {
		bad = append(bad, fmt.Sprintf("dimension is %d, want 2 or 3", c.Dimension))
	}
	bad = append(bad, c.optics().faults()...)
	if c.Questions < 0 || c.Questions > maxQuestions {
		bad = append(bad, fmt.Sprintf("questions is %d, want 0 to %d", c.Questions, maxQuestions))
	}
	if _, _, err := localeOf(c.Locale); err != nil {
		bad = append(bad, err.Error())
	}
	for _, name := range []encoding.TextMarshaler{c.Quality, c.View} {
		if _, err := name.MarshalText(); err != nil {
			bad = append(bad, strings.TrimPrefix(err.Error(), "frame: "))
		}
	}
	if c.SubFrames < 0 || c.SubFrames > 4096 {
		bad = append(bad, fmt.Sprintf("sub_frames is %d, want 0 to 4096", c.SubFrames))
	}
	if c.SPP < 0 || c.SPP > frame.MaxSPP {
		bad = append(bad, fmt.Sprintf("spp is %d, want 0 to %d", c.SPP, frame.MaxSPP))
	}
	if c.Realism.Distortion != (camera.Distortion{}) {
		bad = append(bad, "realism.distortion is set, want none: the published labels are those of a pinhole")
	}
	if err := c.Realism.Validate(); err != nil {
		bad = append(bad, "realism: "+strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	if _, err := time.Parse(dateForm, c.Date); err != nil {
		bad = append(bad, fmt.Sprintf("date is %q, want month/day/year such as 01/31/2026", c.Date))
	}
	if len(bad) > 0 {
		return errors.New(strings.Join(bad, "; "))
	}
	return nil
}

// localeOf is the language of a code, and the file with its sentences.
func localeOf(name string) (l Locale, file []byte, err error) {
	switch name {
	case "en":
		return English(), englishFile, nil
	case "de":
		return German(), germanFile, nil
	}
	return nil, nil, fmt.Errorf("locale is %q, want en or de", name)
}
