package sets

import (
	"encoding/json"

	"mereo/assets/gltfmodels"
	"mereo/assets/partnet"
	"mereo/gen"
	"mereo/gen/ptr"
)

var ptrEntry = entry(kind[ptr.Config]{
	defaults: ptr.DefaultConfig(),
	parse:    ptr.ParseConfig,
	echoed: func(data json.RawMessage) (ptr.Config, error) {
		c, err := echoed[struct { // the name of the models' source is told, not asked for
			ptr.Config
			Source string `json:"source"`
		}](data)
		return c.Config, err
	},
	open: func(c ptr.Config, s Sources) (gen.Set, error) {
		source, err := s.furniture()
		if err != nil {
			return nil, err
		}
		return ptr.New(c, source, s.Templates)
	},
	switches: []toggle[ptr.Config]{{
		name: "physics", help: "physical scenes only: tilted, leaning and stacked objects, judged by a simulation",
		on: func(c *ptr.Config) { c.Physical = 1 },
	}, {
		name: "film", help: "film what falls in physical scenes, 24 frames a second", field: func(c *ptr.Config) *bool { return &c.Film },
	}, {
		name: "as-published", help: "keep the quirks of the published generator (docs/ptr.md lists them)",
		on: func(c *ptr.Config) { c.Published = ptr.AsPublished },
	}},
}, Entry{
	Name:  "ptr",
	Short: "Make PTR scenes: furniture with named parts in a room",
	Long: `Make PTR scenes: furniture made of named, colored parts in a room, with depth, masks, part
counts, lines and planes, and spatial relations, in the files of the PTR benchmark. In a fifth of
the scenes (the configuration's "physical"; all with --physics) objects are tilted, lean on walls or
are stacked, and a simulation says which are stable and what would make the others so. Ten questions
are asked about every scene, each with its program ("mereo ask" asks them again).`,
	Example: `  mereo generate ptr --out out/ptr --count 100
  mereo generate ptr --out out/ptr --count 20 --split val
  mereo generate ptr --out out/falling --count 100 --physics
  mereo generate ptr --out /shared/ptr --count 52000 --blocks 3/40 --gpu 0
  mereo generate ptr --out out/again --config out/ptr/dataset.json --split val --index 7`,
	Folders:  FolderFlags,
	Physical: "physics",
	Explain:  ptr.Explain,
	Scene:    "*/scenes/PTR_*.json",
	Judge:    ptr.Judge,
	Bench:    Bench{Sample: "scenes", Pictures: 1, Records: 1},
})

// furniture opens the models; nil is procedural furniture.
func (s Sources) furniture() (ptr.Source, error) {
	if s.Models != "" {
		if s.PartNet != "" || s.Mobility != "" {
			return nil, Usagef("--models excludes --partnet and --mobility")
		}
		l, err := gltfmodels.Open(s.Models, s.MaxMemory)
		if err != nil {
			return nil, err
		}
		return ptr.FromLibraries("gltf", l), nil
	}
	var libraries []ptr.Library
	for _, dir := range []string{s.PartNet, s.Mobility} {
		if dir == "" {
			continue
		}
		l, err := partnet.Open(dir, s.MaxMemory)
		if err != nil {
			return nil, err
		}
		libraries = append(libraries, l)
	}
	if len(libraries) == 0 {
		return nil, nil
	}
	return ptr.FromLibraries("partnet", libraries...), nil
}
