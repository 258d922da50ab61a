package build

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mereo/assets/palette"
	"mereo/engine/material"
	"mereo/gen/record"
)

// Bounds of documents.
const (
	maxThings    = 4000
	maxLights    = 64 // lamps and suns each
	maxSide      = 4096
	maxTriangles = 10_000_000
	farthest     = 1000.0 // meters, of coordinates and sizes
)

// document is a scene as a client writes it. Keys that are missing have the values of standard and those that the fields say. Lengths are
// meters, angles degrees, powers watts; +Z is up.
type document struct {
	Size    [2]int     `json:"size"` // pixels, width first
	Camera  view       `json:"camera"`
	Gravity [3]float64 `json:"gravity"` // m/s2
	Seed    uint64     `json:"seed"`    // of the picture's noise
	Sky     *float64   `json:"sky"`     // radiance from all directions, W/(m^2 sr); without, that of the studio, or 0.2 beside lights
	Floor   *floor     `json:"floor"`   // without, there is none
	Things  []thing    `json:"things"`
	Lamps   []lamp     `json:"lamps"`
	Suns    []sun      `json:"suns"` // with neither lamps nor suns there is the light of a studio
}

// standard is what a document changes.
func standard() document {
	return document{
		Size: [2]int{640, 480}, Gravity: [3]float64{0, 0, -9.81},
		Camera: view{At: [3]float64{3, -4, 2.5}, To: [3]float64{0, 0, 0.3}, FOV: 40},
	}
}

type view struct {
	At  [3]float64 `json:"at"`
	To  [3]float64 `json:"to"`
	FOV float64    `json:"fov"` // horizontal, degrees
}

// surface is what a thing is made of. Missing keys are those of stuff.
type surface struct {
	Color       *color   `json:"color"`
	Roughness   *float64 `json:"roughness"` // perceptual; 0 is a mirror
	Metallic    *float64 `json:"metallic"`
	Glass       bool     `json:"glass"`
	Friction    *float64 `json:"friction"`
	Rolling     *float64 `json:"rolling_friction"` // meters
	Restitution *float64 `json:"restitution"`
}

type floor struct {
	surface
	Size float64 `json:"size"` // of its sides; without, 200
	Z    float64 `json:"z"`
}

type thing struct {
	surface
	Kind     string      `json:"kind"`
	Name     string      `json:"name"` // without, its kind and number
	At       [3]float64  `json:"at"`
	Turn     turn        `json:"turn"`
	Mass     *float64    `json:"mass"`    // kg
	Density  *float64    `json:"density"` // kg/m3; without both, 500
	Fixed    bool        `json:"fixed"`
	Velocity *[3]float64 `json:"velocity"`         // of the center of mass, m/s
	Angular  *[3]float64 `json:"angular_velocity"` // rad/s, along the world's axes

	// Which of these a thing has follows from its kind: see kinds.
	Size     *[3]float64   `json:"size"`
	Radius   *float64      `json:"radius"`
	Height   *float64      `json:"height"`
	Vertices *[][3]float64 `json:"vertices"`
	Faces    *[][3]int     `json:"faces"`
	File     *string       `json:"file"`
	Scale    *float64      `json:"scale"`
	Category *string       `json:"category"`
	Number   *int          `json:"number"`
}

// kinds are the keys that things of a kind need, and after a bar those that they may have.
var kinds = map[string]string{
	"box": "size |", "sphere": "radius |", "cylinder": "radius height |", "mesh": "vertices faces |", "model": "file | scale",
	"furniture": "category | number scale",
}

type lamp struct {
	At    [3]float64 `json:"at"`
	To    [3]float64 `json:"to"`
	Size  float64    `json:"size"`  // of its sides; without, 1
	Power float64    `json:"power"` // without, 100
	Color *color     `json:"color"` // without, white
}

type sun struct {
	Direction [3]float64 `json:"direction"` // the way the light goes
	Strength  float64    `json:"strength"`  // irradiance, W/m^2; without, 2
	Color     *color     `json:"color"`
	Hard      *bool      `json:"shadows"` // without, true
}

// color is a name or three linear reflectances.
type color material.RGB

// names are colors beside those of the palette.
var names = map[string]material.RGB{
	"white": {0.8, 0.8, 0.8}, "black": {0.015, 0.015, 0.015}, "orange": {0.7, 0.22, 0.02}, "pink": {0.75, 0.25, 0.4},
}

// ParseJSON reads a color.
func (c *color) ParseJSON(r *record.Reader) error {
	if r.Next() == '[' {
		if err := r.Value((*material.RGB)(c)); err != nil {
			return err
		}
		for _, v := range c {
			if !(v >= 0 && v <= 1) {
				return fmt.Errorf("is %v, want numbers from 0 to 1", *(*[3]float64)(c))
			}
		}
		return nil
	}
	var name string
	if err := r.Value(&name); err != nil {
		return err
	}
	if named, ok := palette.Named(name); ok {
		*c = color(named.SRGB())
		return nil
	}
	rgb, ok := names[name]
	if *c = color(rgb); !ok {
		var all []string
		for _, p := range palette.All() {
			all = append(all, p.Name)
		}
		all = append(all, slices.Sorted(maps.Keys(names))...)
		return fmt.Errorf("is %q, want %s, or three numbers from 0 to 1", name, strings.Join(all, ", "))
	}
	return nil
}

// turn is a rotation: an angle about the vertical, or a quaternion w, x, y, z.
type turn struct {
	angle float64 // degrees
	quat  [4]float64
}

// ParseJSON reads a turn.
func (t *turn) ParseJSON(r *record.Reader) error {
	if r.Next() != '[' {
		return r.Value(&t.angle)
	}
	if err := r.Value(&t.quat); err != nil {
		return err
	}
	square := 0.0
	for _, v := range t.quat {
		square += float64(v * v)
	}
	if !(square > 1e-6 && square < 1e6) {
		return fmt.Errorf("is %v, want an angle in degrees or a quaternion w, x, y, z", t.quat)
	}
	return nil
}

// checker keeps the first fault of a document.
type checker struct{ err error }

func (c *checker) fault(key, format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("scene: "+key+" "+format, args...)
	}
}

func (c *checker) number(key string, v, least, most float64) {
	if !(v >= least && v <= most) {
		c.fault(key, "is %v, want %v to %v", v, least, most)
	}
}

func (c *checker) optional(key string, v *float64, least, most float64) {
	if v != nil {
		c.number(key, *v, least, most)
	}
}

func (c *checker) vector(key string, v [3]float64, least, most float64) {
	for i, x := range v {
		c.number(fmt.Sprintf("%s[%d]", key, i), x, least, most)
	}
}

// smallest is the least size of things, meters.
const smallest = 1e-4

// read reads a document and finds what is wrong with it.
func read(data []byte) (*document, error) {
	d := standard()
	if err := record.Read(data, &d, record.Lacking|record.Item); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	c := &checker{}
	for i, side := range d.Size {
		c.number(fmt.Sprintf("size[%d]", i), float64(side), 1, maxSide)
	}
	c.vector("camera.at", d.Camera.At, -farthest, farthest)
	c.vector("camera.to", d.Camera.To, -farthest, farthest)
	if d.Camera.At == d.Camera.To {
		c.fault("camera.to", "is camera.at, want another place to look at")
	}
	c.number("camera.fov", d.Camera.FOV, 1, 170)
	c.vector("gravity", d.Gravity, -1000, 1000)
	c.optional("sky", d.Sky, 0, 1000)
	if f := d.Floor; f != nil {
		if f.Size == 0 {
			f.Size = 200
		}
		c.number("floor.size", f.Size, smallest, farthest)
		c.number("floor.z", f.Z, -farthest, farthest)
		c.surface("floor", &f.surface)
	}
	for _, list := range []struct {
		key        string
		count, max int
	}{{"things", len(d.Things), maxThings}, {"lamps", len(d.Lamps), maxLights}, {"suns", len(d.Suns), maxLights}} {
		if list.count > list.max {
			c.fault(list.key, "are %d, want at most %d", list.count, list.max)
		}
	}
	seen := map[string]int{}
	for i := range d.Things {
		c.thing(fmt.Sprintf("things[%d]", i), i, &d.Things[i])
		name := d.Things[i].Name
		if k, twice := seen[name]; twice {
			c.fault(fmt.Sprintf("things[%d].name", i), "is %q, as is that of things[%d], want another one", name, k)
		}
		seen[name] = i
	}
	for i := range d.Lamps {
		c.lamp(fmt.Sprintf("lamps[%d]", i), &d.Lamps[i])
	}
	for i := range d.Suns {
		c.sun(fmt.Sprintf("suns[%d]", i), &d.Suns[i])
	}
	return &d, c.err
}

func (c *checker) surface(key string, s *surface) {
	c.optional(key+".roughness", s.Roughness, 0, 1)
	c.optional(key+".metallic", s.Metallic, 0, 1)
	c.optional(key+".friction", s.Friction, 0, 10)
	c.optional(key+".rolling_friction", s.Rolling, 0, 1)
	c.optional(key+".restitution", s.Restitution, 0, 1)
}

func (c *checker) thing(key string, i int, t *thing) {
	keys, ok := kinds[t.Kind]
	if !ok {
		c.fault(key+".kind", "is %q, want %s", t.Kind, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
		return
	}
	if t.Name == "" {
		t.Name = fmt.Sprintf("%s %d", t.Kind, i+1)
	}
	needs, may, _ := strings.Cut(keys, "|")
	for _, own := range []struct {
		key   string
		given bool
	}{
		{"size", t.Size != nil}, {"radius", t.Radius != nil}, {"height", t.Height != nil}, {"vertices", t.Vertices != nil},
		{"faces", t.Faces != nil}, {"file", t.File != nil}, {"scale", t.Scale != nil}, {"category", t.Category != nil}, {"number", t.Number != nil},
	} {
		switch needed := slices.Contains(strings.Fields(needs), own.key); {
		case needed && !own.given:
			c.fault(key+"."+own.key, "is missing, which a %s has", t.Kind)
		case own.given && !needed && !slices.Contains(strings.Fields(may), own.key):
			c.fault(key+"."+own.key, "is there, which no %s has", t.Kind)
		}
	}
	c.vector(key+".at", t.At, -farthest, farthest)
	c.number(key+".turn", t.Turn.angle, -1e6, 1e6)
	if t.Mass != nil && t.Density != nil {
		c.fault(key+".mass", "and density are both there, want one of them")
	}
	c.optional(key+".mass", t.Mass, 1e-6, 1e9)
	c.optional(key+".density", t.Density, 1e-3, 1e6)
	for _, v := range []struct {
		key string
		of  *[3]float64
	}{{".velocity", t.Velocity}, {".angular_velocity", t.Angular}} {
		if v.of != nil && t.Fixed {
			c.fault(key+v.key, "is there, which nothing fixed has")
		} else if v.of != nil {
			c.vector(key+v.key, *v.of, -1000, 1000)
		}
	}
	if t.Size != nil {
		c.vector(key+".size", *t.Size, smallest, farthest)
	}
	c.optional(key+".radius", t.Radius, smallest, farthest)
	c.optional(key+".height", t.Height, smallest, farthest)
	c.optional(key+".scale", t.Scale, 1e-6, 1e6)
	c.surface(key, &t.surface)
	c.mesh(key, t)
}

func (c *checker) mesh(key string, t *thing) {
	if c.err != nil || t.Kind != "mesh" {
		return
	}
	if len(*t.Vertices) < 3 || len(*t.Faces) < 1 {
		c.fault(key, "has %d vertices and %d faces, want at least 3 and 1", len(*t.Vertices), len(*t.Faces))
	}
	for i, v := range *t.Vertices {
		if max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])) > farthest {
			c.fault(fmt.Sprintf("%s.vertices[%d]", key, i), "is %v, want numbers from %v to %v", v, -farthest, farthest)
		}
	}
	for i, f := range *t.Faces {
		for _, v := range f {
			if v < 0 || v >= len(*t.Vertices) {
				c.fault(fmt.Sprintf("%s.faces[%d]", key, i), "is %v, want three of the %d vertices, counted from 0", f, len(*t.Vertices))
			}
		}
	}
}

func (c *checker) lamp(key string, l *lamp) {
	if l.Size == 0 {
		l.Size = 1
	}
	if l.Power == 0 {
		l.Power = 100
	}
	c.vector(key+".at", l.At, -farthest, farthest)
	c.vector(key+".to", l.To, -farthest, farthest)
	if l.At == l.To {
		c.fault(key+".to", "is %s.at, want another place to shine at", key)
	}
	c.number(key+".size", l.Size, smallest, farthest)
	c.number(key+".power", l.Power, 0, 1e9)
}

func (c *checker) sun(key string, s *sun) {
	if s.Strength == 0 {
		s.Strength = 2
	}
	c.vector(key+".direction", s.Direction, -farthest, farthest)
	if s.Direction == ([3]float64{}) {
		c.fault(key+".direction", "is zero or missing, want the way that the light goes, such as [0.4, 0.5, -1]")
	}
	c.number(key+".strength", s.Strength, 0, 1e6)
}
