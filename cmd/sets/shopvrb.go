package sets

import (
	"mereo/gen"
	"mereo/gen/shopvrb"
)

var shopvrbEntry = entry(kind[shopvrb.Config]{
	defaults: shopvrb.DefaultConfig(),
	parse:    shopvrb.ParseConfig,
	open: func(c shopvrb.Config, s Sources) (gen.Set, error) {
		return shopvrb.New(c, shopvrb.Sources{Templates: s.Templates, Models: s.Models, MaxMemory: s.MaxMemory})
	},
	switches: []toggle[shopvrb.Config]{
		{"drop", "let things fall onto the table and come to rest as they will", func(c *shopvrb.Config) *bool { return &c.Drop }, nil},
		{"film", "film the fall of --drop, 24 frames a second", func(c *shopvrb.Config) *bool { return &c.Film }, nil},
		{"articulate", "open scissors, lids and levers by chance", func(c *shopvrb.Config) *bool { return &c.Articulate }, nil},
		{"join-models", "draw the built-in things, too, beside those of --models", func(c *shopvrb.Config) *bool { return &c.JoinModels }, nil},
		{
			"as-published", "files, questions and pictures as published, without keys of our own (docs/shopvrb.md)",
			nil, (*shopvrb.Config).AsPublished,
		},
	},
}, Entry{
	Name:  "shopvrb",
	Short: "Make SHOP-VRB pictures: kitchen things on a table, visual and textual questions",
	Long: `Make SHOP-VRB pictures: three to seven kitchen things of 20 classes on a table, with masks of things and
parts, depth, seven attributes that are seen, four that must be read up, and 20 visual and 10 textual
questions a picture: tell the heft of the black pan; how should one pick up the thing behind the
dishwasher safe bowl?

The split called benchmark has 20 things and five tables that no other split has; train, val and
test share 46 things and five other tables.

The files of a split lie in the published layout: images/SPLIT with pictures, scenes with scene files
and the joined one, questions with both kinds of questions; ids, parts and depths beside them.

With --models the things are yours: glTF files in a folder, and a table that says what they are
(docs/shopvrb.md); with --join-models the built-in ones are drawn, too.`,
	Example: `  mereo generate shopvrb --out out/shopvrb --count 100
  mereo generate shopvrb --out out/shopvrb --count 10000 --split train
  mereo generate shopvrb --out out/shopvrb --count 1500 --split benchmark
  mereo generate shopvrb --out out/dropped --count 100 --drop
  mereo generate shopvrb --out out/mine --count 100 --models my-things
  mereo generate shopvrb --out out/again --config out/shopvrb/dataset.json --split train --index 7`,
	Splits:   []string{"train", "val", "test", "benchmark"},
	Folders:  []string{"models", "templates"},
	Physical: "drop",
	Explain:  shopvrb.Explain,
	Scene:    "scenes/*/SHOP_VRB_*.json",
	Judge:    shopvrb.Judge,
	Bench:    Bench{Sample: "scenes", Pictures: 1, Records: 5},
})
