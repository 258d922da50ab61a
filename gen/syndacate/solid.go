package syndacate

import "slices"

// The files syndacate3d_... have the letters and words of the plane in space: every stroke is a cuboid, and a perspective
// camera sees them. An element has at most K objects in O rows (K+1, one always free, or 1 where K is 1), and their strokes,
// each in both directions, in P rows, one always free.
//
//	images        uint8   (N, 1, height, width)
//	part_poses    float32 (N, P, 8)        x1 y1 z1 x2 y2 z2 thickness brightness of a stroke, ends on the axis of the cuboid
//	object_poses  float32 (N, O, 10 + 12)  class; wideness italic scale x y z qw qx qy qz thickness brightness
//	depth         float32 (N, 1, height, width)  of the surface at a pixel's center, along the axis of the camera; 0 for none
//	object_mask   uint8   (N, 1, height, width)  whose surface it is: 1 for the object in the first row that is taken, 2 for the
//	                                             next; 0 for none
//	camera        float32 (N, 16)          clip from world, row by row, as OpenGL has it: column vectors, x right, y up, -1 to 1;
//	                                       its fourth number, w, is the depth
//
// World: right-handed, x right, y up, z towards the camera at rest; the unit is half the width of the plane [-1, 1] x [-1, 1]
// that the camera at rest sees at z = 0, and lengths there are those of the plane. Wideness, italic and scale are those of flat
// poses; the center is at (x, y) (1 - scale) and z; the quaternion turns the upright object about its center, first about z
// (counter-clockwise, where the rotation of flat poses is clockwise), then x, then y. Thickness of a stroke is that of its
// object times scale, in pixels of a picture that is 100 pixels wide: the cuboid is 0.02 times that wide and as deep, with its
// ends flush.
//
// In perspective what is near comes closer to the border: one object in fifty is cut by it, and none is out of sight.
//
// What is nearer hides what is farther, whatever their brightness. A surface of unit normal n is as bright as
// brightness (0.3 + 0.7 max(0, n.l)), l the direction (0.4, 0.8, 0.6) of the light, the background black.

// SolidOptions say what files of strokes in space show. Names of files are made of them; DefaultSolidOptions are those of the
// standard file.
type SolidOptions struct {
	Words   bool   `json:"words"`           // words and no characters
	Orbit   bool   `json:"orbit"`           // the camera stands anywhere round the origin, at the same distance
	Objects int    `json:"max_num_objects"` // 1 to so many, each number equally often
	Seed    uint32 `json:"seed"`            // of all elements of the file
	Width   int    `json:"width"`           // pixels
	Height  int    `json:"height"`          // pixels; the plane [-1, 1] fills it, whatever the width
}

// DefaultSolidOptions are up to three characters.
func DefaultSolidOptions() SolidOptions { return SolidOptions{Objects: 3, Width: 100, Height: 100} }

// Words in names of files.
const (
	solidKind = "syndacate3d"
	orbitKind = "orbit"
)

// mostSolidObjects leaves the numbers of object_mask room in a byte.
const mostSolidObjects = 100

// Validate names every option that is out of range, in one line.
func (o SolidOptions) Validate() error {
	var bad faults
	bad.within("number of objects", o.Objects, 1, mostSolidObjects)
	bad.within("width", o.Width, 1, longestSide)
	bad.within("height", o.Height, 1, longestSide)
	return bad.err("strokes in space: ")
}

// SolidStem is the name of the file of strokes in space without the number of elements and without .npz:
//
//	syndacate3d[_orbit][_words]_hHEIGHToOBJECTSsSEEDwWIDTH
//
// The error is that of Validate.
func SolidStem(o SolidOptions) (string, error) { return stem(&o), o.Validate() }

func (o *SolidOptions) words() []string {
	out := []string{solidKind}
	if o.Orbit {
		out = append(out, orbitKind)
	}
	if o.Words {
		out = append(out, wordsSampler)
	}
	return out
}

func (o *SolidOptions) arguments() []argument {
	return []argument{{'h', &o.Height}, {'o', &o.Objects}, {'s', &o.Seed}, {'w', &o.Width}}
}

// solidOptionsOf reads a stem. Only what SolidStem writes is a stem.
func solidOptionsOf(stem string) (o SolidOptions, err error) {
	words := stemWords(stem)
	o.Orbit, o.Words = slices.Contains(words, orbitKind), slices.Contains(words, wordsSampler)
	return o, readStem(stem, &o)
}

// config has the classes, shapes and objects of the flat files.
func (o SolidOptions) config() samplerConfig {
	c := newSamplerConfig(syndacateSampler)
	if o.Words {
		c = newSamplerConfig(wordsSampler)
	}
	c.maxObjects = o.Objects
	return c
}

// partRows is the number of rows of part_poses for one element.
func (o SolidOptions) partRows() int { return withFreeRow(2 * o.config().list.most() * o.Objects) }
