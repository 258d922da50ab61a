package syndacate

import (
	"slices"
	"strings"

	"mereo/assets/glyph"
)

// Films (VinDaCaTE) are short videos of the same letters and words in motion. An element of a file vindacate_... is one film of
// T frames, 0.1 s apart, with at most K objects in O rows (K+1, one always free, or 1 where K is 1) and their lines in P rows.
// An object has the same row in all frames, and so has a line: rows are drawn once for each film.
//
//	images        uint8   (N, T, 1, height, width)
//	part_poses    float32 (N, T, P, 6)   lines, as in still pictures; no such array for words
//	object_poses  float32 (N, T, O, 18)  class and pose, as in still pictures
//	velocities    float32 (N, T, O, 3)   of the center of the pose along x and y, units of the plane per second; and of its
//	                                     rotation, radians per second, clockwise
//	events        int32   (N, 32, 4)     frame, kind, a, b; in order of time, -1 where there are no more
//
// The frame of an event is the first one at or after it. Kinds are those of filmEventKind; a and b are rows of objects, a < b,
// or for walls the row of the object and the wall (0 left, 1 right, 2 bottom, 3 top); entering and leaving have b = -1. Films
// with more than 32 events list the first.
//
// Here objects pass over each other, the brighter one in front for all time, and the center of a pose bounces off walls so that
// the circle around the object stays in the plane. In the files vindacate_collide_... they are rigid bodies (collide.go).
// The rotation of a pose counts on through full turns, so that it may leave the range of still pictures.

// FilmOptions say what films show. Names of files are made of them; DefaultFilmOptions are those of the standard file.
type FilmOptions struct {
	Words    bool   `json:"words"`           // words and no characters
	Objects  int    `json:"max_num_objects"` // 1 to so many, each number equally often
	Frames   int    `json:"num_frames"`      // at least 2
	Seed     uint32 `json:"seed"`            // of all films of the file
	Flips    bool   `json:"flip_parts"`      // every line is listed, and painted, in both directions; characters only
	Width    int    `json:"width"`           // pixels
	Height   int    `json:"height"`          // pixels
	Upsample int    `json:"upsample_ratio"`  // pictures are painted so many times larger

	Drift  bool `json:"drift"`  // scale, wideness and italic swing about where they begin
	Appear bool `json:"appear"` // an object may enter later, or leave before the end

	Collide bool   `json:"collide"` // objects are rigid bodies
	Variant string `json:"variant"` // of collisions, one of CollideVariants; "" is the plain one
	Gravity bool   `json:"gravity"` // bodies fall
	Removed bool   `json:"removed"` // the same films as without this option, with one object missing from the start
}

// DefaultFilmOptions are up to three characters in 20 frames.
func DefaultFilmOptions() FilmOptions {
	return FilmOptions{Objects: 3, Frames: 20, Flips: true, Width: 100, Height: 100, Upsample: 10}
}

const filmKind = "vindacate"

const collideKind = "collide"

// Limits that keep arrays of a film far from overflow.
const (
	mostFilmObjects = 9
	mostFilmBodies  = 5 // for which there has been room in 10,000 of 10,000 films; six failed in one of them
	mostFilmFrames  = 1000
)

// Validate names every option that is out of range, in one line.
func (o FilmOptions) Validate() error {
	var bad faults
	most := mostFilmObjects
	if o.Collide {
		most = mostFilmBodies
	}
	bad.within("number of objects", o.Objects, 1, most)
	bad.within("number of frames", o.Frames, 2, mostFilmFrames)
	bad.within("width", o.Width, 1, longestSide)
	bad.within("height", o.Height, 1, longestSide)
	bad.within("upsample ratio", o.Upsample, 1, mostUpsample)
	bad.unless(!o.Words || !o.Flips, "words have no parts that could be flipped")
	bad.unless(!o.Collide || !o.Drift && !o.Appear, "rigid bodies neither drift in shape nor appear")
	bad.unless(o.Collide || o.Variant == "" && !o.Gravity && !o.Removed, "variants, gravity and removed objects are for films with collisions")
	bad.unless(o.Variant == "" || slices.Contains(CollideVariants, o.Variant), "variant is %q, want one of %s", o.Variant,
		strings.Join(CollideVariants, ", "))
	bad.unless(o.Variant != jointVariant || o.Objects != 1, "joints are for two objects and more")
	return bad.err("film: ")
}

// FilmStem is the name of the file of films without their number and without .npz:
//
//	vindacate[_collide[_VARIANT]][_words]_ARGUMENTS
//
// The arguments are letters with values: a appear, c removed, d drift, f flips, g gravity, h height, o objects, s seed,
// t frames, u upsample, w width; a and d only without collisions, c and g only with them, f only for characters. The error is
// that of Validate.
func FilmStem(o FilmOptions) (string, error) { return stem(&o), o.Validate() }

func (o *FilmOptions) words() []string {
	out := []string{filmKind}
	if o.Collide {
		out = append(out, collideKind)
	}
	if o.Variant != "" {
		out = append(out, o.Variant)
	}
	if o.Words {
		out = append(out, wordsSampler)
	}
	return out
}

func (o *FilmOptions) arguments() []argument {
	out := []argument{{'a', &o.Appear}, {'d', &o.Drift}}
	if o.Collide {
		out = []argument{{'c', &o.Removed}, {'g', &o.Gravity}}
	}
	if !o.Words {
		out = append(out, argument{'f', &o.Flips})
	}
	out = append(out, argument{'h', &o.Height}, argument{'o', &o.Objects}, argument{'s', &o.Seed}, argument{'t', &o.Frames},
		argument{'u', &o.Upsample}, argument{'w', &o.Width})
	slices.SortFunc(out, func(a, b argument) int { return int(a.letter) - int(b.letter) })
	return out
}

// filmOptionsOf reads a stem. Only what FilmStem writes is a stem.
func filmOptionsOf(stem string) (o FilmOptions, err error) {
	for _, word := range stemWords(stem)[1:] {
		switch word {
		case collideKind:
			o.Collide = true
		case wordsSampler:
			o.Words = true
		default:
			o.Variant = word
		}
	}
	return o, readStem(stem, &o)
}

// config is the sampler of the objects and rows of a film.
func (o FilmOptions) config() samplerConfig {
	c := newSamplerConfig(syndacateSampler)
	if o.Words {
		c = newSamplerConfig(wordsSampler)
	}
	c.flipParts = o.Flips
	c.maxObjects = o.Objects
	c.width, c.height, c.upsample = o.Width, o.Height, o.Upsample
	return c
}

// halfWidth is half the width of an object's strokes in units of the plane.
func (o FilmOptions) halfWidth(p glyph.Pose) float64 {
	return float64(p.Thickness*p.Scale) / float64(max(o.Width, o.Height))
}
