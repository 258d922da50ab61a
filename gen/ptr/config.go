package ptr

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"mereo/engine/frame"
	"mereo/internal/strict"
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
	// Quality of color pictures: "standard", "draft" for fast ones, "reference" for path tracing. Labels are the same.
	Quality frame.Quality `json:"quality" yaml:"quality"`
	// SPP is how many paths of light go through each pixel of reference pictures. If 0, the renderer's default is used.
	SPP int `json:"spp" yaml:"spp"`
	// View of color pictures: "plain" for sRGB, "filmic" and "agx" for other looks.
	View frame.View `json:"view" yaml:"view"`
	// Realism is what photographs have and these pictures do not: see docs/realism.md.
	Realism frame.Realism `json:"realism,omitzero" yaml:"realism"`
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
	// Distances: what makes an unstable object stable is tried at 0.5 m and 1 m only, and possible_change names a direction
	// once for each distance that works.
	Distances bool `json:"distances" yaml:"distances"`
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

// ParseConfig reads YAML or JSON on top of DefaultConfig. name says where data comes from, in errors; an unknown or
// repeated key, a wrong type and a value out of range are errors.
func ParseConfig(name string, data []byte) (Config, error) {
	c := DefaultConfig()
	weights := c.Categories
	c.Categories = nil
	c, err := strict.YAML(data, c)
	if err != nil {
		return Config{}, fmt.Errorf("ptr: config %s: %w; docs/ptr.md lists the keys", name, err)
	}
	if c.Categories == nil {
		c.Categories = weights
	}
	if err := c.Validate(); err != nil {
		return Config{}, fmt.Errorf("ptr: config %s: %w", name, err)
	}
	return c, nil
}

// Validate names every field that is out of range, in one line.
func (c Config) Validate() error {
	var bad []string
	in := func(field string, v, lo, hi int) {
		if v < lo || v > hi {
			bad = append(bad, fmt.Sprintf("%s is %d, want %d to %d", field, v, lo, hi))
		}
	}
	in("width", c.Width, 16, 8192)
	in("height", c.Height, 16, 8192)
	if !(c.Physical >= 0 && c.Physical <= 1) {
		bad = append(bad, fmt.Sprintf("physical is %g, want 0 to 1", c.Physical))
	}
	in("min_objects", c.MinObjects, 1, maxObjects)
	in("max_objects", c.MaxObjects, min(max(1, c.MinObjects), maxObjects), maxObjects)
	in("max_tries", c.MaxTries, 1, 1_000_000)
	in("max_attempts", c.MaxAttempts, 1, 1_000_000)
	in("sub_frames", c.SubFrames, 0, 4096)
	in("spp", c.SPP, 0, frame.MaxSPP)
	in("questions", c.Questions, 0, 1000)
	if d := c.Write.Depth; d != depthEXR && d != depthNPY && d != depthBoth {
		bad = append(bad, fmt.Sprintf("write.depth is %q, want %s, %s or %s", d, depthEXR, depthNPY, depthBoth))
	}
	if err := c.Realism.Validate(); err != nil {
		bad = append(bad, "realism: "+strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	lens := newCamera(cameraBase, c.Width, c.Height)
	if lens.Distortion = c.Realism.Distortion; !lens.Distortion.IsZero() {
		if err := lens.Validate(); err != nil {
			bad = append(bad, fmt.Sprintf("realism.distortion: %v", err))
		}
	}
	bad = append(bad, c.Randomize.Faults("randomize")...)
	sum := 0.0
	var unknown []string
	for name, w := range c.Categories {
		if categoryOf(name) == nil {
			unknown = append(unknown, name)
		}
		if math.IsNaN(w) || w < 0 || w > 1e9 {
			bad = append(bad, fmt.Sprintf("weight of %s is %g, want 0 to 1e9", name, w))
		}
		sum += w
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		bad = append(bad, fmt.Sprintf("category %s is unknown, want one of %s", name, strings.Join(CategoryNames(), ", ")))
	}
	if !(sum > 0) {
		bad = append(bad, "no category has a weight above 0")
	}
	if len(bad) == 0 {
		return nil
	}
	slices.Sort(bad) // weights come in map order
	return fmt.Errorf("%s", strings.Join(bad, "; "))
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
