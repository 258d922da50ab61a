package shoot

import (
	"encoding"
	"fmt"
	"strings"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/scenes/vary"
)

// Look is how color pictures are made, as configurations of sets say it. Labels do not depend on it.
type Look struct {
	// Quality is "standard", "draft" for fast pictures, "reference" for path tracing.
	Quality frame.Quality `json:"quality" yaml:"quality"`
	// SPP is how many paths of light go through each pixel of reference pictures. If 0, the renderer's default is used.
	SPP int `json:"spp" yaml:"spp"`
	// View is "plain" for sRGB, "filmic" and "agx" for other looks.
	View frame.View `json:"view" yaml:"view"`
	// Style is "published", "daylight" or "varied": how scenes are lit and surrounded. See docs/realism.md.
	Style vary.Style `json:"look,omitzero" yaml:"look"`
	// Realism is what photographs have and these pictures do not: see docs/realism.md.
	Realism frame.Realism `json:"realism,omitzero" yaml:"realism"`
}

// Looks is the look itself, for who knows only that a configuration has one.
func (l *Look) Looks() *Look { return l }

// Faults are sentences about what is out of range. lens is what the distortion belongs to; nil for a set whose labels are those of a
// pinhole, which takes none.
func (l *Look) Faults(lens *camera.Pinhole) (bad []string) {
	for _, name := range []encoding.TextMarshaler{l.Quality, l.View, l.Style} {
		if _, err := name.MarshalText(); err != nil {
			_, what, _ := strings.Cut(err.Error(), ": ")
			bad = append(bad, what)
		}
	}
	if l.SPP < 0 || l.SPP > frame.MaxSPP {
		bad = append(bad, fmt.Sprintf("spp is %d, want 0 to %d", l.SPP, frame.MaxSPP))
	}
	if d := l.Realism.Distortion; !d.IsZero() && lens == nil {
		bad = append(bad, "realism.distortion is set, want none: the published labels are those of a pinhole")
	} else if !d.IsZero() {
		cam := *lens
		cam.Distortion = d
		if err := cam.Validate(); err != nil {
			bad = append(bad, fmt.Sprintf("realism.distortion: %v", err))
		}
	}
	if l.Style != vary.Published && (l.Realism.Environment.File != "" || l.Realism.Studio > 0) {
		bad = append(bad, "look and realism.environment or realism.studio are all set, want one of them: a look has its own sky")
	}
	if err := l.Realism.Validate(); err != nil {
		bad = append(bad, "realism: "+strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return bad
}

// Clash is a sentence about a look beside other surfaces and lamps that are asked for.
func (l *Look) Clash(by vary.Amounts) []string {
	if l.Style != vary.Published && by != (vary.Amounts{}) {
		return []string{"look and randomize are both set, want one: both draw surfaces and lamps"}
	}
	return nil
}
