package main

import (
	"context"
	"fmt"
	"image"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mereo/assets/furniture"
	"mereo/assets/kitchen"
	"mereo/assets/palette"
	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/gen/write"
)

// assets is "mereo assets".
type assets struct {
	category  string
	out       string
	seeds     int
	size      int
	gpu       string
	colliders bool
	physics   bool
	qlevr     bool
	seed      uint64
}

func newAssets(c console) *cobra.Command {
	var a assets
	cmd := &cobra.Command{
		Use:   "assets",
		Short: "Draw a contact sheet of every object family",
		Long: `Draw a contact sheet of every family of procedural furniture: a few seeds of each, every part in
the color of its label, with a legend of labels.

--category takes kinds of furniture, classes of kitchen things ("mug,wine glass"), kitchen for all of
these, or all for everything. Kitchen things are drawn as they look, with a small picture in the
corner of a large one; with --colliders, a second picture shows every convex piece they collide with.

With --physics-sheet, twelve physical scenes of PTR instead: each as it is before anything moves,
and beside it with every convex piece that its objects collide with in a color of its own.

With --qlevr-sheet, what stands and lies on QLEVR's desk: all shapes in all materials and their
variants, and the pictures of wood and marble that cover areas.`,
		Example: `  mereo assets --out furniture.png
  mereo assets --category chair --seeds 8 --out chairs.png
  mereo assets --category all --out sheet.png
  mereo assets --category "mug,wine glass" --size 480 --colliders --out glasses.png
  mereo assets --physics-sheet --out physics.png
  mereo assets --qlevr-sheet --out qlevr.png`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd.Context(), c) },
	}
	f := cmd.Flags()
	f.StringVar(&a.category, "category", "furniture", "what to draw, one or more of "+strings.Join(assetCategories(), ", "))
	f.StringVar(&a.out, "out", "", "the PNG file to write (required)")
	f.IntVar(&a.seeds, "seeds", 3, "models of each family of furniture")
	f.IntVar(&a.size, "size", 240, "side of a model's picture, pixels")
	f.StringVar(&a.gpu, "gpu", "", `device by number or UUID, or "software"`)
	f.BoolVar(&a.colliders, "colliders", false, "show what kitchen things collide with, too")
	f.BoolVar(&a.physics, "physics-sheet", false, "physical scenes and their colliders")
	f.BoolVar(&a.qlevr, "qlevr-sheet", false, "solids and planes of QLEVR")
	f.Uint64Var(&a.seed, "seed", 0, "seed of the physical scenes")
	return cmd
}

func lowered(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

// The categories of --category beside those of furniture and the classes of kitchen things.
const allCategories, furnitureCategory = "all", "furniture"

// assetCategories are what --category takes.
func assetCategories() []string {
	out := append([]string{allCategories, furnitureCategory}, lowered(furniture.Categories())...)
	return append(append(out, kitchenCategory), kitchen.Classes()...)
}

// chosen are the categories of furniture and classes of kitchen things that --category stands for, each once. The error names
// what is neither.
func (a *assets) chosen() (categories, classes []string, err error) {
	wanted := map[string]bool{}
	for word := range strings.SplitSeq(strings.ToLower(a.category), ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(assetCategories(), word) {
			return nil, nil, usagef("assets: --category has %q, want one of %s", word, strings.Join(assetCategories(), ", "))
		}
		wanted[word] = true
	}
	for _, c := range furniture.Categories() {
		if wanted[allCategories] || wanted[furnitureCategory] || wanted[strings.ToLower(c)] {
			categories = append(categories, c)
		}
	}
	for _, c := range kitchen.Classes() {
		if wanted[allCategories] || wanted[kitchenCategory] || wanted[c] {
			classes = append(classes, c)
		}
	}
	return categories, classes, nil
}

func (a *assets) run(ctx context.Context, c console) error {
	categories, classes, err := a.chosen()
	switch {
	case a.out == "":
		return usagef("assets: --out is missing")
	case strings.ToLower(filepath.Ext(a.out)) != ".png":
		return usagef("assets: --out is %q, want a name that ends with .png", a.out)
	case err != nil:
		return err
	case a.seeds < 1 || a.seeds > 100:
		return usagef("assets: --seeds is %d, want 1 to 100", a.seeds)
	case a.size < 32 || a.size > 2048:
		return usagef("assets: --size is %d, want 32 to 2048", a.size)
	case a.size < 2*smallTile && len(classes) > 0:
		return usagef("assets: --size is %d, want %d at least for kitchen things", a.size, 2*smallTile)
	case a.colliders && len(categories) > 0:
		return usagef("assets: --colliders is for kitchen things, as in --category kitchen")
	}
	switch {
	case a.physics && a.qlevr:
		return usagef("assets: --physics-sheet and --qlevr-sheet exclude each other")
	case a.physics:
		return a.physicsSheet(ctx, c)
	case a.qlevr:
		return a.qlevrSheet(ctx, c)
	}
	r, err := engine.New(engine.Options{GPU: a.gpu})
	if err != nil {
		return fmt.Errorf(`%w; "mereo doctor" says what is missing`, err)
	}
	defer r.Close()

	total := 0
	for _, category := range categories {
		total += len(furniture.Families(category)) * a.seeds
	}
	for _, class := range classes {
		total += len(kitchenModels(class))
	}
	p := newProgress(c, "models")
	defer p.end()
	done := 0
	drawn := func() {
		done++
		p.update(done, total)
	}
	s := sheet{tile: a.size, high: a.size, perFamily: 1}
	switch {
	case len(categories) > 0:
		s.perFamily = a.seeds
	case a.colliders:
		s.perFamily = 2
	}
	for _, category := range categories {
		if err := a.furnitureRows(ctx, r, &s, category, drawn); err != nil {
			return err
		}
	}
	for _, class := range classes {
		if err := a.kitchenRows(ctx, r, &s, class, drawn); err != nil {
			return err
		}
	}
	if err := a.write(&s); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %d models of %s\n", a.out, done, strings.Join(append(lowered(categories), classes...), ", "))
	return nil
}

// furnitureRows draws the families of a category.
func (a *assets) furnitureRows(ctx context.Context, r *engine.Renderer, s *sheet, category string, drawn func()) error {
	colors := labelColors(category)
	s.heading(category, legend(category, colors))
	for _, family := range furniture.Families(category) {
		var tiles []image.Image
		for seed := range a.seeds {
			if err := ctx.Err(); err != nil {
				return err
			}
			m, err := furniture.Make(category, family.Name, uint64(seed))
			if err != nil {
				return err
			}
			im, err := r.Render(portrait(m, colors, a.size))
			if err != nil {
				return err
			}
			tiles = append(tiles, rgbImage(im.Width, im.Height, im.RGB))
			drawn()
		}
		s.family(family.Name, tiles)
	}
	return nil
}

// write draws the sheet into the file.
func (a *assets) write(s *sheet) error {
	picture, err := s.draw()
	if err != nil {
		return err
	}
	_, err = write.Opaque(filepath.Dir(a.out), filepath.Base(a.out), picture)
	return err
}

var otherColor = [3]uint8{214, 209, 200}

// labelColors gives every label of a category a color of its own: the first ones are large parts and get the light colors.
func labelColors(category string) map[string][3]uint8 {
	colors := map[string][3]uint8{furniture.Other: otherColor}
	for i, label := range furniture.Labels(category) {
		colors[label] = palette.Apart(i).RGB
	}
	return colors
}

// portrait is a model on a floor, seen from the front, the right and above, in a square picture. The distance is such that
// the sphere around the bounding box fills the picture.
func portrait(m *furniture.Model, colors map[string][3]uint8, size int) *frame.Frame {
	const focal = 2.0 // in picture widths: a long lens keeps legs parallel
	box := m.Bounds()
	center := box.Min.Add(box.Max).Scale(0.5)
	radius := box.Max.Sub(box.Min).Len() / 2
	distance := radius * math.Sqrt(1+4*focal*focal) * 0.99 // corners of the box are never all in view
	toCamera := geom.V(0.52, -0.76, 0.39).Unit()
	f := &frame.Frame{Camera: around(center, toCamera, distance, focal, size), WorldRadiance: material.RGB{0.62, 0.62, 0.64}}
	// A lamp as wide as the model, three radii away; its power keeps the light on the model the same for all sizes.
	lamp := center.Add(geom.V(-0.9, -1.4, 2.4).Scale(radius))
	f.Lights = []light.Area{{
		WorldFromLight: camera.LookAt(lamp, center, geom.V(0, 1, 0)),
		Size:           radius, PowerW: 44 * radius * radius, Color: material.RGB{1, 0.98, 0.94},
	}}
	f.Instances = append(f.Instances, floorAt(box.Min.Z, radius*40, gray(0.9)))
	for i, part := range m.Parts {
		c := colors[part.Label]
		paint := material.Lambert(palette.Color{RGB: c}.SRGB())
		f.Instances = append(f.Instances, frame.Instance{
			Mesh: part.Mesh, WorldFromObject: geom.Identity, Material: &paint, Object: 1, Part: uint16(i + 1),
		})
	}
	return f
}

// around is a square picture of what is at a center, from a direction. Focal is in picture widths.
func around(center, toCamera geom.Vec3, distance, focal float64, size int) camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: camera.LookAt(center.Add(toCamera.Scale(distance)), center, geom.V(0, 0, 1)),
		Width:           size, Height: size,
		FocalPx: focal * float64(size), CenterX: float64(size) / 2, CenterY: float64(size) / 2,
		Near: distance / 100, Far: distance * 20,
	}
}

// floorAt is a square floor at a height.
func floorAt(z, side float64, color material.RGB) frame.Instance {
	surface := material.Lambert(color)
	return frame.Instance{
		Mesh: &mesh.Mesh{
			Positions: []geom.Vec3{geom.V(-side, -side, z), geom.V(side, -side, z), geom.V(side, side, z), geom.V(-side, side, z)},
			Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
		},
		WorldFromObject: geom.Identity, Material: &surface,
	}
}
