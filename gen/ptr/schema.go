package ptr

import (
	"fmt"
	"math"

	"mereo/assets/palette"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/scenes/annot"
	"mereo/scenes/vary"
)

// setName names the set in random streams and on the command line.
const setName = "ptr"

// Record is the scene file of one picture. Keys are written in the order of the fields, those of maps sorted. Lengths are
// meters in the world frame (+Z up), pixels count from the top left. doc.go says more of every key.
type Record struct {
	ImageIndex       int           `json:"image_index"`
	ImageFilename    string        `json:"image_filename"`
	Split            string        `json:"split"`
	Objects          []Object      `json:"objects"`
	Directions       Directions    `json:"directions"`
	Relationships    Relationships `json:"relationships"`
	ProjectionMatrix [4][4]float64 `json:"projection_matrix"`
	CamLocation      [3]float64    `json:"cam_location"`
	CamRotation      [4]float64    `json:"cam_rotation"` // w, x, y, z; world from camera, w >= 0
	Physics          bool          `json:"physics,omitempty"`
	// What follows is not in the published files.
	Camera annot.Camera `json:"camera"` // with its lens; the projection matrix is that of the camera without
	Mereo  Provenance   `json:"mereo"`
	Motion *world.Fall  `json:"motion,omitempty"` // of physical scenes with Config.Film
}

// Object is one piece of furniture.
type Object struct {
	Category          string                 `json:"category"`
	PartnetID         string                 `json:"partnet_id"`
	Coords            [3]float64             `json:"3d_coords"` // of the model's origin
	Rotation          Rotation               `json:"rotation"`
	Scale             float64                `json:"scale"`
	PixelCoords       PixelCoords            `json:"pixel_coords"`
	PartColor         map[string]Color       `json:"part_color"`
	PartCount         map[string]int         `json:"part_count"`
	PartColorOccluded map[string]Color       `json:"part_color_occluded"`
	PartCountOccluded map[string]int         `json:"part_count_occluded"`
	PartColorAll      map[string]RawColor    `json:"part_color_all"`
	LineGeo           map[string][3]float64  `json:"line_geo"`
	PlaneGeo          map[string][3]float64  `json:"plane_geo"`
	ObjMask           annot.RLE              `json:"obj_mask"`
	PartMask          map[string][]annot.RLE `json:"part_mask"`
	OriginalObjs      map[string][]string    `json:"original_objs"`
	QuestionType      []string               `json:"question_type"`
	Stability         string                 `json:"stability,omitempty"`       // yes or no; physical scenes
	PossibleChange    *PossibleChange        `json:"possible_change,omitempty"` // of what is not stable
	// What follows is not in the published files.
	BBox  BBox   `json:"bbox"`
	Parts []Part `json:"parts"`
	// LineSpreadDeg is how far, in degrees, two parts of a name in LineGeo are from parallel; splayed legs have one direction there.
	LineSpreadDeg map[string]float64 `json:"line_spread_deg,omitempty"`
	Simulation    *Simulation        `json:"simulation,omitempty"` // physical scenes
}

// Simulation is what else is known of an object of a physical scene.
type Simulation struct {
	Mode      string  `json:"mode"`                // normal, ground, side wall or support
	Supporter *int    `json:"supporter,omitempty"` // index of the object it is stacked on
	Change    float64 `json:"change"`              // what the verdict is about: meters, or a component of a unit quaternion
	Margin    float64 `json:"margin"`              // share of perturbed repeats with the same verdict
	// EndCoords and EndRotation are the pose at the end, in the form of 3d_coords and rotation.
	EndCoords   [3]float64 `json:"end_coords"`
	EndRotation [3]float64 `json:"end_rotation"`
	Moves       []Move     `json:"moves,omitempty"` // of what is not stable
}

// Move is the outcome of starting an unstable object somewhere else.
type Move struct {
	Direction string  `json:"direction"` // left, right, front or behind, along the axes of the world
	Distance  float64 `json:"distance"`  // meters
	Outcome   string  `json:"outcome"`   // stable, unstable or blocked
	// Unsure says of a stacked object that the outcome is another one halfway to the next distance, with things of one material throughout.
	Unsure bool `json:"unsure,omitempty"`
}

// Part is one part mesh of an object.
type Part struct {
	ID          int    `json:"id"` // in the picture of part ids
	Name        string `json:"name"`
	Label       string `json:"label"`
	Mesh        string `json:"mesh"`
	Color       string `json:"color"`
	Pixels      int    `json:"pixels"`       // in the picture
	PixelsAlone int    `json:"pixels_alone"` // with only its object in the picture; in physical scenes with all objects
	BBox        BBox   `json:"bbox"`         // in the picture
	// Finish is there with randomize.textures.
	Finish *Finish `json:"finish,omitempty"`
}

// Directions are unit vectors on the ground and the vertical.
type Directions struct {
	Left   [3]float64 `json:"left"`
	Right  [3]float64 `json:"right"`
	Front  [3]float64 `json:"front"`
	Behind [3]float64 `json:"behind"`
	Above  [3]float64 `json:"above"`
	Below  [3]float64 `json:"below"`
}

// Relationships hold for every object i the ascending indices of the objects that are left of it, right of it, ...
type Relationships struct {
	Left   [][]int `json:"left"`
	Right  [][]int `json:"right"`
	Front  [][]int `json:"front"`
	Behind [][]int `json:"behind"`
}

// Provenance is what else is needed to make the scene again, and how it came about.
type Provenance struct {
	Version int    `json:"version"`
	Source  string `json:"source"`
	Seed    uint64 `json:"seed"`
	Attempt int    `json:"attempt"`
	Slots   int    `json:"slots"`
	Floor   int    `json:"floor"`
	Wall    int    `json:"wall"`
	// FloorPaint and WallPaint are there with randomize.textures.
	FloorPaint *vary.Paint    `json:"floor_paint,omitempty"`
	WallPaint  *vary.Paint    `json:"wall_paint,omitempty"`
	Lamps      []Lamp         `json:"lamps"`
	Sun        Sun            `json:"sun"`
	Draws      map[string]int `json:"draws"`
	Rejects    map[string]int `json:"rejects"`
}

// Lamp is a square light that shines along its local -z.
type Lamp struct {
	Name     string     `json:"name"`
	Location [3]float64 `json:"location"`
	Rotation [4]float64 `json:"rotation"` // w, x, y, z; world from lamp
	Size     float64    `json:"size"`
	PowerW   float64    `json:"power_w"`
	Color    [3]float64 `json:"color"`
	Kelvins  float64    `json:"kelvins,omitzero"` // with randomize.lights: the filter's temperature, before white balance
}

// Sun is a light without shadows from infinitely far away.
type Sun struct {
	Direction  [3]float64 `json:"direction"` // the way light travels
	Irradiance [3]float64 `json:"irradiance"`
	Kelvins    float64    `json:"kelvins,omitzero"` // as of lamps
}

// Color is one of the eight colors of parts, as palette.Color. Its 8-bit values are linear reflectances times 255. In JSON it is
// [name, [r, g, b]].
type Color struct {
	Name string   `json:"0"`
	RGB  [3]uint8 `json:"1"`
}

// reflectance is what the color is painted with: its values are not decoded, so it looks paler than on a screen.
func (c Color) reflectance() material.RGB { return palette.Color(c).Linear() }

// RawColor is a color by raw label. That of "other" is written with four components in [0, 1], as in the published
// files.
type RawColor struct {
	Color
	Fractions bool
}

// AppendJSON writes [name, [r, g, b]], or [name, [r, g, b, 1]] in fractions.
func (c *RawColor) AppendJSON(b []byte, s record.Style) []byte {
	if !c.Fractions {
		return record.Append(b, s, &c.Color)
	}
	l := c.reflectance()
	return record.Append(b, s, &rawColor{c.Name, []float64{l[0], l[1], l[2], 1}})
}

// rawColor is a color in either form.
type rawColor struct {
	Name string    `json:"0"`
	RGB  []float64 `json:"1"`
}

// ParseJSON reads either form.
func (c *RawColor) ParseJSON(r *record.Reader) error {
	var read rawColor
	if err := r.Value(&read); err != nil {
		return err
	}
	c.Name, c.Fractions = read.Name, len(read.RGB) == 4
	scale := 1.0
	if c.Fractions {
		scale = 255
	} else if len(read.RGB) != 3 {
		return fmt.Errorf("has %d components, want 3 or 4", len(read.RGB))
	}
	for i := range c.RGB {
		v := read.RGB[i] * scale
		if !(v >= 0 && v <= 255) {
			return fmt.Errorf("has the component %g, want 0 to %g", read.RGB[i], 255/scale)
		}
		c.RGB[i] = uint8(math.Round(v))
	}
	return nil
}

// PixelCoords is a projected point: column and row of the nearest pixel corner, and the distance along the camera's axis
// in meters. In JSON it is [column, row, distance].
type PixelCoords struct {
	X     int     `json:"0"`
	Y     int     `json:"1"`
	ViewZ float64 `json:"2"`
}

// Rotation is how an object is turned. In static scenes it is the yaw, in JSON a number. In physical scenes it is the whole
// orientation of the published model frame (+Y up, front +Z) as Euler angles, world from model = RotZ(c) RotY(b) RotX(a),
// in JSON [a, b, c]. Radians.
type Rotation struct {
	Yaw   float64
	Euler *[3]float64 // nil in static scenes
}

// AppendJSON writes a number or three.
func (r *Rotation) AppendJSON(b []byte, s record.Style) []byte {
	if r.Euler != nil {
		return record.Append(b, s, r.Euler)
	}
	return record.AppendNumber(b, r.Yaw, s)
}

// ParseJSON reads a number or three.
func (r *Rotation) ParseJSON(from *record.Reader) error {
	*r = Rotation{}
	if from.Next() != '[' {
		return from.Value(&r.Yaw)
	}
	r.Euler = new([3]float64)
	return from.Value(r.Euler)
}

// worldFromModel is the rotation as a matrix, from the house's model frame.
func (r Rotation) worldFromModel() geom.Mat3 {
	if r.Euler == nil {
		return geom.RotZ(r.Yaw)
	}
	return geom.RotZ(r.Euler[2]).Mul(geom.RotY(r.Euler[1])).Mul(geom.RotX(r.Euler[0])).Mul(yUpFromHouse.M)
}

// PossibleChange lists the directions in which an unstable object, moved, is stable, and the last place that was tried. In
// JSON it is [[direction, ...], [x, y, z]].
type PossibleChange struct {
	Directions []string   `json:"0"`
	LastTried  [3]float64 `json:"1"`
}

// BBox is a tight half-open box of pixels, as annot.Box; in JSON [x0, y0, x1, y1], all zero when nothing is visible.
type BBox struct {
	X0 int `json:"0"`
	Y0 int `json:"1"`
	X1 int `json:"2"`
	Y1 int `json:"3"`
}
