package sets

import (
	"github.com/spf13/pflag"

	"mereo/gen"
	"mereo/gen/qlevr"
)

var qlevrEntry = entry(kind[qlevr.Config]{
	defaults: qlevr.DefaultConfig(),
	parse:    qlevr.ParseConfig,
	open:     func(c qlevr.Config, _ Sources) (gen.Set, error) { return qlevr.New(c) },
	switches: []toggle[qlevr.Config]{{
		name: "as-published", help: "keep the quirks of the published generator (docs/qlevr.md lists them)",
		on: func(c *qlevr.Config) { c.Published = qlevr.AsPublished },
	}},
	flags: func(f *pflag.FlagSet) func(c *qlevr.Config, r *Request, run *Run) error {
		dimension := f.Int("dimension", 3, "ask about pictures of solids (3) or about drawings of the plan alone (2)")
		locale := f.String("locale", "en", "language of the questions: en or de")
		return func(c *qlevr.Config, r *Request, run *Run) error {
			if r.Changed("dimension") {
				c.Dimension = *dimension
			}
			if r.Changed("locale") {
				c.Locale = *locale
			}
			run.Flat = c.Dimension == 2
			return nil
		}
	},
}, Entry{
	Name:  "qlevr",
	Short: "Make QLEVR pictures: solids on the colored areas of a desk, and questions with quantifiers",
	Long: `Make QLEVR pictures: a white desk with one to five colored areas of wood or marble, 20 to 34 small solids
on them and beside them, and ten yes/no questions a picture with one to four quantifiers: do at
least two thirds of the cones lie on the areas that hold more than three cubes apiece? True and
false are asked equally often of every template and every number.

The files of a split lie in the published layout: 2d_scene/SPLIT with the plan, its texture, its map
of materials and its drawing, 3d_scene/SPLIT with pictures, object and plane ids, depth, scenes,
questions and the counters of the balance.`,
	Example: `  mereo generate qlevr --out out/qlevr --count 100
  mereo generate qlevr --out out/qlevr --count 70000
  mereo generate qlevr --out out/german --count 100 --locale de
  mereo generate qlevr --out out/flat --count 1000 --dimension 2
  mereo generate qlevr --out out/again --config out/qlevr/dataset.json --split train --index 7`,
	Explain: qlevr.Explain,
	Scene:   "3d_scene/*/scenes/3d_*.json",
	Judge:   qlevr.Judge,
	Bench:   Bench{Sample: "scenes", Pictures: 1, Records: 20},
})
