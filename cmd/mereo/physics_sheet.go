package main

import (
	"context"
	"fmt"
	"image"
	"strings"

	"mereo/gen/ptr"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// sheetScenes is how many physical scenes the sheet shows.
const sheetScenes = 12

// physicsSheet draws physical scenes and what their objects collide with. Under each stands how the objects are put and
// what the simulation says of them.
func (a *assets) physicsSheet(ctx context.Context, c console) error {
	config := ptr.DefaultConfig()
	config.Physical = 1
	config.Width, config.Height = 4*a.size, 3*a.size
	sampler, err := ptr.NewSampler(config, ptr.Procedural{}, a.seed, "train")
	if err != nil {
		return err
	}
	studio, err := shoot.Open(a.gpu)
	if err != nil {
		return fmt.Errorf(`%w; "mereo doctor" says what is missing`, err)
	}
	defer studio.Close()

	p := newProgress(c, "scenes")
	defer p.end()
	s := sheet{tile: config.Width, high: config.Height, perFamily: 2}
	s.heading("Physical scenes and what they collide with", nil)
	for i := range sheetScenes {
		if err := ctx.Err(); err != nil {
			return err
		}
		sample, err := sampler.Sample(i)
		if err != nil {
			return err
		}
		var tiles []image.Image
		for _, scene := range []*scenes.Scene{sample.Scene, sample.Colliders()} {
			im, err := studio.Shoot(scene, shoot.Options{SubFrames: config.SubFrames})
			if err != nil {
				return err
			}
			tiles = append(tiles, rgbImage(im.Width, im.Height, im.RGB))
		}
		s.family(fmt.Sprintf("%d: %s", i, captionOf(sample)), tiles)
		p.update(i+1, sheetScenes)
	}
	if err := a.write(&s); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %d physical scenes\n", a.out, sheetScenes)
	return nil
}

// captionOf names the objects of a sample, how they are put, and the verdicts.
func captionOf(m *ptr.Sample) string {
	var words []string
	for i := range m.Objects {
		o := &m.Objects[i]
		stable := "stable"
		if !o.Verdict.Stable {
			stable = "unstable"
		}
		words = append(words, fmt.Sprintf("%s, %s, %s (%.0f %%)", strings.ToLower(o.Category), o.Mode, stable, 100*o.Verdict.Margin))
	}
	return strings.Join(words, "; ")
}
