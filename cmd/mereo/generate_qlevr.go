package main

import (
	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen/qlevr"
)

func newGenerateQLEVR(c console) generator {
	g := generate{set: sets.QLEVR}
	var compat bool
	var dimension int
	var locale string
	cmd := &cobra.Command{
		Use:   g.set,
		Short: "Make QLEVR pictures: solids on the colored areas of a desk, and questions with quantifiers",
		Long: `Make QLEVR pictures: a white desk with one to five colored areas of wood or marble, 20 to 34 small solids
on them and beside them, and ten yes/no questions a picture with one to four quantifiers: do at
least two thirds of the cones lie on the areas that hold more than three cubes apiece? True and
false are asked equally often of every template and every number.

The files of a split lie in the published layout: 2d_scene/SPLIT with the plan, its texture, its map
of materials and its drawing, 3d_scene/SPLIT with pictures, object and plane ids, depth, scenes,
questions and the counters of the balance.` + generateLong,
		Example: `  mereo generate qlevr --out out/qlevr --count 100
  mereo generate qlevr --out out/qlevr --count 70000
  mereo generate qlevr --out out/german --count 100 --locale de
  mereo generate qlevr --out out/flat --count 1000 --dimension 2
  mereo generate qlevr --out out/again --config out/qlevr/dataset.json --split train --index 7`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return g.run(cmd.Context(), c) },
	}
	g.spec = func() (sets.Spec, error) {
		config, err := sets.QLEVRConfig(g.config)
		if err != nil {
			return sets.Spec{}, err
		}
		if cmd.Flags().Changed("dimension") {
			config.Dimension = dimension
		}
		if cmd.Flags().Changed("locale") {
			config.Locale = locale
		}
		if compat {
			config.Published = qlevr.AsPublished
		}
		g.flat = config.Dimension == 2
		g.drawing.apply(&config.Quality, &config.SPP, &config.View)
		return sets.New(g.set, config, sets.Sources{})
	}
	g.flags(cmd)
	f := cmd.Flags()
	f.IntVar(&dimension, "dimension", 3, "ask about pictures of solids (3) or about drawings of the plan alone (2)")
	f.StringVar(&locale, "locale", "en", "language of the questions: en or de")
	f.BoolVar(&compat, "compat", false, "keep the quirks of the published generator (docs/qlevr.md lists them)")
	return generator{cmd, g.ready}
}
