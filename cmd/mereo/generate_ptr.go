package main

import (
	"github.com/spf13/cobra"

	"mereo/cmd/sets"
)

func newGeneratePTR(c console) generator {
	g := generate{set: sets.PTR}
	var s sets.Sources
	var physics bool
	cmd := &cobra.Command{
		Use:   g.set,
		Short: "Make PTR scenes: furniture with named parts in a room",
		Long: `Make PTR scenes: furniture made of named, colored parts in a room, with depth, masks, part
counts, lines and planes, and spatial relations, in the files of the PTR benchmark. In a fifth of
the scenes (the configuration's "physical"; all with --physics) objects are tilted, lean on walls or
are stacked, and a simulation says which are stable and what would make the others so. Ten questions
are asked about every scene, each with its program ("mereo ask" asks them again).` + generateLong,
		Example: `  mereo generate ptr --out out/ptr --count 100
  mereo generate ptr --out out/ptr --count 20 --split val
  mereo generate ptr --out out/falling --count 100 --physics
  mereo generate ptr --out /shared/ptr --count 52000 --blocks 3/40 --gpu 0
  mereo generate ptr --out out/again --config out/ptr/dataset.json --split val --index 7`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return g.run(cmd.Context(), c) },
	}
	g.spec = func() (sets.Spec, error) {
		config, err := sets.PTRConfig(g.config)
		if err != nil {
			return sets.Spec{}, err
		}
		if physics {
			config.Physical = 1
		}
		g.drawing.apply(&config.Quality, &config.SPP, &config.View)
		return sets.New(g.set, config, s)
	}
	g.flags(cmd)
	cmd.Flags().BoolVar(&physics, "physics", false, "physical scenes only: tilted, leaning and stacked objects, judged by a simulation")
	s.Flags(cmd)
	s.TemplateFlag(cmd)
	return generator{cmd, g.ready}
}
