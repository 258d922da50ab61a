package trance

import (
	"github.com/go-json-experiment/json/jsontext"

	"mereo/engine/camera"
	"mereo/gen/record"
)

// infoRecord is everything that is known of a sample: a file of info/. Its keys and their order are those of the published
// generator; val, and options of steps that move nothing, are added, so that the record serves the published loaders, too.
// As there, it names pictures of every state, those of Config.Between and Config.IDs too where they are not drawn.
// Lengths are meters in the world (+Z up).
type infoRecord struct {
	Idx             int                      `json:"idx"`
	States          []infoState              `json:"states"`
	Transformations []infoStep               `json:"transformations"`
	Count           int                      `json:"n_transformation"`
	Lamps           infoLamps                `json:"lamps"`
	Lights          *infoLights              `json:"lights,omitzero"`      // with randomize.lights
	FloorPaint      *floorPaint              `json:"floor_paint,omitzero"` // with randomize.textures
	Cameras         byCamera[[3]float64]     `json:"cameras"`
	Directions      byCamera[infoDirections] `json:"directions"`
	Distortion      camera.Distortion        `json:"distortion,omitzero"` // of the lens of all cameras
	Own             *infoOwn                 `json:"mereo,omitzero"`      // nil in records of versions that did not write it
	Motion          *infoMotion              `json:"motion,omitzero"`     // with film
}

// byCamera has a key for each camera; those of zero values are left out.
type byCamera[T any] struct {
	Left   T `json:"Camera_Left,omitzero"`
	Center T `json:"Camera_Center,omitzero"`
	Right  T `json:"Camera_Right,omitzero"`
}

// of is the value of a camera.
func (b *byCamera[T]) of(c cameraID) *T { return [cameraCount]*T{&b.Left, &b.Center, &b.Right}[c] }

type infoLamps struct {
	Key  [3]float64 `json:"Lamp_Key"`
	Back [3]float64 `json:"Lamp_Back"`
	Fill [3]float64 `json:"Lamp_Fill"`
}

// infoDirections are unit vectors on the ground as a camera sees them: behind is away from it, unlike in pairs.
type infoDirections struct {
	Behind      [3]float64 `json:"behind"`
	Front       [3]float64 `json:"front"`
	Left        [3]float64 `json:"left"`
	Right       [3]float64 `json:"right"`
	BehindLeft  [3]float64 `json:"behind_left"`
	BehindRight [3]float64 `json:"behind_right"`
	FrontLeft   [3]float64 `json:"front_left"`
	FrontRight  [3]float64 `json:"front_right"`
}

type infoState struct {
	Stage   int                         `json:"stage"`
	Objects []infoObject                `json:"objects"`
	Images  byCamera[string]            `json:"images"`   // base names; the first state has the center's only
	Segs    byCamera[string]            `json:"segs"`     // base names
	Graphs  byCamera[infoGraph]         `json:"graphs"`   // objects of the visible area
	Pixels  byCamera[map[string]int]    `json:"n_pixels"` // by name, of objects that have some
	Status  byCamera[map[string]string] `json:"status"`   // by name
}

// pixels are the counts as numbers; what is not written is 0.
func (s *infoState) pixels() (p pixelCounts) {
	for c := range cameraID(cameraCount) {
		of := *s.Pixels.of(c)
		for i := range p[c] {
			p[c][i] = of[objectName(i)]
		}
	}
	return p
}

// infoGraph has for every object i the ascending list of those that are left of it, right of it, ...
type infoGraph struct {
	Left   map[int][]int `json:"left"`
	Right  map[int][]int `json:"right"`
	Front  map[int][]int `json:"front"`
	Behind map[int][]int `json:"behind"`
}

type infoObject struct {
	Name       string               `json:"name"`
	Shape      string               `json:"shape"`
	Size       string               `json:"size"`
	Rotation   float64              `json:"rotation"` // about the vertical, radians in [0, 2 pi)
	Position   Point                `json:"position"`
	Coords     [3]float64           `json:"3d_coords"`   // of the center, single precision
	ViewCoords byCamera[[3]float64] `json:"view_coords"` // of the center: pixels from the left and from the bottom; depth
	Material   string               `json:"material"`
	Color      string               `json:"color"`
	Roughness  float64              `json:"roughness,omitzero"` // perceptual, of rubber and metal; with randomize.textures
	IOR        float64              `json:"ior,omitzero"`       // of glass; with randomize.textures
}

type infoStep struct {
	StartStage int              `json:"start_stage"`
	EndStage   int              `json:"end_stage"`
	Attr       string           `json:"attr"`
	Old        jsontext.Value   `json:"old"` // a word, or [x, y]
	New        jsontext.Value   `json:"new"`
	Target     jsontext.Value   `json:"target"` // a word, or [direction, steps]
	Val        jsontext.Value   `json:"val"`    // the same
	Type       string           `json:"type,omitzero"`
	Options    []jsontext.Value `json:"options"`
	Pair       Pair             `json:"pair"`
	ObjName    string           `json:"obj_name"`
	ObjIdx     int              `json:"obj_idx"`
}

// encode is the record as it lies on disk, on one line: whitespace would be half of the file.
func (r *infoRecord) encode() []byte { return encodeLine(r) }

func encodeLine(v any) []byte { return append(record.JSON(v), '\n') }
