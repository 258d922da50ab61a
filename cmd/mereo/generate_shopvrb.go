package main

import (
	"github.com/spf13/cobra"

	"mereo/cmd/sets"
)

func newGenerateShopVRB(c console) generator {
	g := generate{set: sets.ShopVRB, splits: []string{"train", "val", "test", "benchmark"}}
	var compat, drop, articulate, join bool
	var s sets.Sources
	cmd := &cobra.Command{
		Use:   g.set,
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
(docs/shopvrb.md); with --join-models the built-in ones are drawn, too.` + generateLong,
		Example: `  mereo generate shopvrb --out out/shopvrb --count 100
  mereo generate shopvrb --out out/shopvrb --count 10000 --split train
  mereo generate shopvrb --out out/shopvrb --count 1500 --split benchmark
  mereo generate shopvrb --out out/dropped --count 100 --drop
  mereo generate shopvrb --out out/mine --count 100 --models my-things
  mereo generate shopvrb --out out/again --config out/shopvrb/dataset.json --split train --index 7`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return g.run(cmd.Context(), c) },
	}
	g.spec = func() (sets.Spec, error) {
		config, err := sets.ShopVRBConfig(g.config)
		if err != nil {
			return sets.Spec{}, err
		}
		if cmd.Flags().Changed("drop") {
			config.Drop = drop
		}
		if cmd.Flags().Changed("articulate") {
			config.Articulate = articulate
		}
		if cmd.Flags().Changed("join-models") {
			config.JoinModels = join
		}
		if compat {
			config.Compat()
		}
		g.drawing.apply(&config.Quality, &config.SPP, &config.View)
		return sets.New(g.set, config, s)
	}
	g.flags(cmd)
	f := cmd.Flags()
	f.BoolVar(&drop, "drop", false, "let things fall onto the table and come to rest as they will")
	f.BoolVar(&articulate, "articulate", false, "open scissors, lids and levers by chance")
	f.StringVar(&s.Models, "models", "", "folder of glTF models of your own, with a table of their properties")
	s.MemoryFlag(cmd)
	s.TemplateFlag(cmd)
	f.BoolVar(&join, "join-models", false, "draw the built-in things, too, beside those of --models")
	f.BoolVar(&compat, "compat", false, "files as published, without keys of our own (docs/shopvrb.md)")
	return generator{cmd, g.ready}
}
