package shopvrb

import (
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/scenes/annot"
)

// Record is a scene as published: the file of a sample, and an element of a split's joined file.
type Record struct {
	Split         string         `json:"split"`
	ImageIndex    int            `json:"image_index"`
	ImageFilename string         `json:"image_filename"`
	Objects       []ObjectRecord `json:"objects"`
	Directions    Directions     `json:"directions"`
	Relationships Relationships  `json:"relationships"`
	// Extra is not part of the published format; nil leaves it out.
	Extra *SceneExtra `json:"mereo,omitempty"`
}

// ObjectRecord is a thing as published.
type ObjectRecord struct {
	Name     string     `json:"name"`
	Shape    string     `json:"shape"`
	Size     string     `json:"size"`
	Material string     `json:"material"`
	Position [3]float64 `json:"3d_coords"` // of the model's origin; float32 values
	Rotation float64    `json:"rotation"`  // about z, degrees, in [-120, 60); of what fell its heading, in (-180, 180]
	// Pixel is where the origin is seen: column and row in whole pixels, and the distance along the camera's axis.
	Pixel      PixelDepth `json:"pixel_coords"`
	Color      string     `json:"color"`
	Weight     string     `json:"weight"`
	Movability string     `json:"movability"`
	Mask       *Mask      `json:"mask"` // of what is seen of it; nil where no picture was looked at
	// What cannot be seen, of the thing's class and in some classes of its color or material.
	Picking     string   `json:"picking,omitempty"`
	Powering    string   `json:"powering,omitempty"`
	Disassembly string   `json:"disassembly,omitempty"`
	Attribute   []string `json:"attribute,omitempty"`
	// Extra is not part of the published format; nil leaves it out.
	Extra *ObjectExtra `json:"mereo,omitempty"`
}

// PixelDepth is where a point is seen.
type PixelDepth struct {
	X     int     `json:"0"` // pixels from the left
	Y     int     `json:"1"` // pixels from the top
	Depth float64 `json:"2"` // units along the camera's axis
}

// Mask is a mask in COCO's compressed run-length code.
type Mask struct {
	Size   [2]int `json:"size"` // height, width
	Counts string `json:"counts"`
}

// Directions are unit vectors of the world; none has a negative zero but as published.
type Directions struct {
	Behind [3]float64 `json:"behind"`
	Front  [3]float64 `json:"front"`
	Left   [3]float64 `json:"left"`
	Right  [3]float64 `json:"right"`
	Above  [3]float64 `json:"above"`
	Below  [3]float64 `json:"below"`
}

// Relationships say for each thing i which others, ascending, lie in a direction from it.
type Relationships struct {
	Behind [][]int `json:"behind"`
	Front  [][]int `json:"front"`
	Left   [][]int `json:"left"`
	Right  [][]int `json:"right"`
}

// ObjectExtra is what else is known of a thing.
type ObjectExtra struct {
	Instance string  `json:"instance"` // name of the model: "mug1"
	Scale    float64 `json:"scale"`    // units of the scene in a unit of the model
	// Description is the number, among those of the class, of a text that is true of the thing; noDescription where there is
	// none.
	Description int `json:"description"`
	// Parts are the names of its parts. Part ids count through all things, from 1.
	Parts []string `json:"parts"`
	// Joints are the values of what was drawn open or shut, by name of the part: radians, or units of the model.
	Joints map[string]float64 `json:"joints,omitempty"`
	// Lie is how a thing lies that fell; nil where it was put upright.
	*Lie
}

// Lie is how a thing lies that fell. Positions are those of the model's origin then, and Rotation is the heading.
type Lie struct {
	Pose [4]float64 `json:"pose"` // unit quaternion w, x, y, z, world from model
	// Middle is the point half-way up the model, above its origin when it stands. Relations are those of these points.
	Middle [3]float64 `json:"middle"`
}

// noDescription is the number of a thing without one.
const noDescription = -1

// SceneExtra is what else is known of a scene.
type SceneExtra struct {
	Ground string     `json:"ground"` // "texture1" ... "texture5" or "plain"
	Camera [3]float64 `json:"camera"` // where it is; it looks at the origin
	Lamps  Lamps      `json:"lamps"`
	// Exposure is what all light of the picture was multiplied by; left out where it was not.
	Exposure float64 `json:"exposure,omitzero"`
	// Motion is how things fall in the film; nil where there is none.
	Motion *world.Fall `json:"motion,omitempty"`
	// Calibration says how the picture was taken; nil in records made before it was told.
	Calibration *annot.Camera `json:"calibration,omitempty"`
}

// Lamps are where the lamps are. They shine at the origin.
type Lamps struct {
	Key  [3]float64 `json:"key"`
	Back [3]float64 `json:"back"`
	Fill [3]float64 `json:"fill"`
}

// visual is what a thing has under the key of an attribute that can be seen; "" for other keys.
func (o *ObjectRecord) visual(key string) string {
	switch key {
	case "name":
		return o.Name
	case "shape":
		return o.Shape
	case "size":
		return o.Size
	case "material":
		return o.Material
	case "color":
		return o.Color
	case "weight":
		return o.Weight
	case "movability":
		return o.Movability
	}
	return ""
}

// textual is what a thing has under the key of an attribute that cannot be seen; nil for nothing.
func (o *ObjectRecord) textual(key string) []string {
	word := ""
	switch key {
	case "powering":
		word = o.Powering
	case "disassembly":
		word = o.Disassembly
	case "picking":
		word = o.Picking
	case "attribute":
		return o.Attribute
	}
	if word == "" {
		return nil
	}
	return []string{word}
}

// Append appends the record on one line as Python's json.dumps does, with the published keys in the published order, so that files can
// be compared byte by byte.
func (r *Record) Append(b []byte) []byte { return record.Append(b, record.Python, r) }

// plainObject is a thing with its keys in the order of most classes.
type plainObject ObjectRecord

// lateObject is a thing whose powering is its last published key.
type lateObject struct {
	plainObject
	Powering string       `json:"powering,omitempty"`
	Extra    *ObjectExtra `json:"mereo,omitempty"`
}

// AppendJSON writes the keys in the order of the thing's class.
func (o *ObjectRecord) AppendJSON(b []byte, s record.Style) []byte {
	p := textualProperties[o.Name]
	if len(p) == 0 || p[len(p)-1].key != "powering" {
		return record.Append(b, s, (*plainObject)(o))
	}
	late := lateObject{plainObject(*o), o.Powering, o.Extra}
	late.plainObject.Powering, late.plainObject.Extra = "", nil
	return record.Append(b, s, &late)
}
