package ptr

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/scenes/shoot"
	"mereo/scenes/vary"
)

// Config decides, together with seed, split and index, everything that is made. DefaultConfig is the recommended set;
// a zero means zero except where a field says otherwise.
type Config struct {
	// Width and Height are the picture's size in pixels. The focal length follows the width.
	Width  int `json:"width" yaml:"width"`
	Height int `json:"height" yaml:"height"`
	// Physical is the share of scenes, 0 to 1, in which objects are tilted, lean on walls or are stacked, and are judged by a
	// simulation. Which indices those are depends on the seed and on this share alone; a larger share only adds some.
	Physical float64 `json:"physical" yaml:"physical"`
	// Film adds a film of each physical scene, from its picture on until everything lies still.
	Film bool `json:"film,omitzero" yaml:"film"`
	// MinObjects to MaxObjects is the range from which the number of objects of a static scene is drawn, uniformly.
	// Physical scenes have three.
	MinObjects int `json:"min_objects" yaml:"min_objects"`
	MaxObjects int `json:"max_objects" yaml:"max_objects"`
	// Categories are the weights of the draws. A category that is not named is never drawn.
	Categories map[string]float64 `json:"categories" yaml:"categories"`
	// MaxTries is how many objects are tried for one place in the scene before the whole scene is begun again.
	MaxTries int `json:"max_tries" yaml:"max_tries"`
	// MaxAttempts is how many times a scene is begun before its index is an error.
	MaxAttempts int `json:"max_attempts" yaml:"max_attempts"`
	shoot.Look  `yaml:",inline"`
	// Randomize draws other surfaces and lamps for every scene: see docs/realism.md. Everything else stays.
	Randomize vary.Amounts `json:"randomize,omitzero" yaml:"randomize"`
	// Write chooses the files of a picture.
	Write Write `json:"write" yaml:"write"`
	// SubFrames is how many jittered draws make a standard color picture. If 0, the renderer's default is used.
	SubFrames int `json:"sub_frames" yaml:"sub_frames"`
	// Questions is how many questions are asked about a scene, each of another family.
	Questions int `json:"questions" yaml:"questions"`
	// RelationExist asks whether there is something left of, right of, behind or in front of a thing (family one_hop:1). The
	// published set has no such question: relations without an object were never offered, and the others were taken for
	// questions whose relation changes nothing.
	RelationExist bool `json:"relation_exist" yaml:"relation_exist"`
	// Date is written into the combined scene file, which must not depend on the day it is made.
	Date string `json:"date" yaml:"date"`
	// Published switches single behaviors back to what the published files have.
	Published Published `json:"published" yaml:"published"`
}

// Write chooses files of a picture that not everybody needs. What is not written can be made again from the seed.
type Write struct {
	// Depth is "exr" for distances along the ray, as published, "npy" for distances along the axis, "both" for both.
	Depth string `json:"depth" yaml:"depth"`
	// Normals are those of the surfaces, in the world.
	Normals bool `json:"normals" yaml:"normals"`
}

// Published names the behaviors of the original generator that differ from the recommended ones. All are off by
// default.
type Published struct {
	// Lines: labels with several instances (legs, leg bars) never have a line direction.
	Lines bool `json:"lines" yaml:"lines"`
	// Directions: left, right, front and behind are those of the camera before its jitter, so the same in all scenes.
	Directions bool `json:"directions" yaml:"directions"`
	// Projection: projection_matrix has a vertical focal length of 35/18 of the picture's height, which is too long.
	Projection bool `json:"projection" yaml:"projection"`
	// PartMasks: in static scenes only parts whose name equals a raw label have masks, in physical ones only those that can be asked
	// about, up to the piece with which their color is lost.
	PartMasks bool `json:"part_masks" yaml:"part_masks"`
	// Counts: drawers and refrigerator doors are counted twice, the wheels of chairs and tables as many as their legs.
	Counts bool `json:"counts" yaml:"counts"`
	// Detection: lines and planes are found by random sampling of the mesh even where the model knows them.
	Detection bool `json:"detection" yaml:"detection"`
	// Distances: what makes an unstable object stable is tried at 0.5 m and 1 m only, at the height where it stands, even in the air, and
	// possible_change names a direction once for each distance that works.
	Distances bool `json:"distances" yaml:"distances"`
	// Doubtful asks questions, too, that careful readers may answer otherwise or hesitate over.
	Doubtful bool `json:"doubtful" yaml:"doubtful"`
}

// AsPublished switches everything back.
var AsPublished = Published{
	Lines: true, Directions: true, Projection: true, PartMasks: true, Counts: true, Detection: true, Distances: true, Doubtful: true,
}

// DefaultConfig is the published set with its known slips mended.
func DefaultConfig() Config {
	c := Config{
		Width: 800, Height: 600,
		Physical:   0.2,
		MinObjects: 3, MaxObjects: 6,
		Categories:  map[string]float64{},
		MaxTries:    200,
		MaxAttempts: 40,
		Write:       Write{Depth: depthBoth},
		SubFrames:   8,
		Questions:   10,
		Date:        "01/01/2026",
	}
	for _, cat := range categories {
		c.Categories[cat.name] = cat.weight
	}
	return c
}

// ParseConfig is gen.ParseConfig for this set.
func ParseConfig(name string, data []byte) (Config, error) {
	return gen.ParseConfig(setName, name, data, DefaultConfig())
}

// Validate names every field that is out of range, in one line.
func (c Config) Validate() error {
	var bad gen.Faults
	bad.In("width", c.Width, 16, 8192)
	bad.In("height", c.Height, 16, 8192)
	if !(c.Physical >= 0 && c.Physical <= 1) {
		bad.Add("physical is %g, want 0 to 1", c.Physical)
	}
	if c.Film && c.Physical == 0 {
		bad.Add("film is on and physical 0, want scenes in which things may fall")
	}
	bad.In("min_objects", c.MinObjects, 1, maxObjects)
	bad.In("max_objects", c.MaxObjects, min(max(1, c.MinObjects), maxObjects), maxObjects)
	bad.In("max_tries", c.MaxTries, 1, 1_000_000)
	bad.In("max_attempts", c.MaxAttempts, 1, 1_000_000)
	bad.In("sub_frames", c.SubFrames, 0, 4096)
	bad.In("questions", c.Questions, 0, 1000)
	if d := c.Write.Depth; d != depthEXR && d != depthNPY && d != depthBoth {
		bad.Add("write.depth is %q, want %s, %s or %s", d, depthEXR, depthNPY, depthBoth)
	}
	lens := newCamera(cameraBase, c.Width, c.Height)
	bad = slices.Concat(bad, c.Look.Faults(&lens), c.Randomize.Faults("randomize"))
	bad = append(bad, c.Look.Clash(c.Randomize)...)
	sum := 0.0
	for name, w := range c.Categories {
		if categoryOf(name) == nil {
			bad.Add("category %s is unknown, want one of %s", name, strings.Join(CategoryNames(), ", "))
		}
		if math.IsNaN(w) || w < 0 || w > 1e9 {
			bad.Add("weight of %s is %g, want 0 to 1e9", name, w)
		}
		sum += w
	}
	if !(sum > 0) {
		bad.Add("no category has a weight above 0")
	}
	slices.Sort(bad) // weights come in map order
	return bad.Err()
}

// maxObjects keeps part ids far inside 16 bits and object ids small.
const maxObjects = 32

// String is the configuration as one line of JSON, in fixed order.
func (c Config) String() string {
	data, err := json.Marshal(c)
	if err != nil {
		panic(fmt.Sprintf("ptr: configuration cannot be written: %v", err))
	}
	return string(data)
}

// weights returns the weights in the fixed order of categories.
func (c Config) weights() []float64 {
	w := make([]float64, len(categories))
	for i, cat := range categories {
		w[i] = c.Categories[cat.name]
	}
	return w
}
