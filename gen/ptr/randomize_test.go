package ptr

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/assets/palette"
	"mereo/engine/material"
	"mereo/gen"
	"mereo/internal/gltest"
	"mereo/scenes/shoot"
	"mereo/scenes/vary"
)

// randomizedConfig has physical scenes, too.
func randomizedConfig(textures, lights float64) Config {
	c := DefaultConfig()
	c.Width, c.Height, c.Physical = 320, 240, 0.5
	c.Randomize = vary.Amounts{Textures: textures, Lights: lights}
	return c
}

// Records of randomized scenes are those of the others, but for the keys that say what was drawn.
func TestRandomizeKeepsTheScene(t *testing.T) {
	bare := func(r *Record) string {
		m := &r.Mereo
		m.FloorPaint, m.WallPaint, m.Lamps, m.Sun = nil, nil, nil, Sun{}
		for i := range r.Objects {
			for k := range r.Objects[i].Parts {
				r.Objects[i].Parts[k].Finish = nil
			}
		}
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	made := func(textures, lights float64, index int) *Record {
		s, m := sampleOf(t, randomizedConfig(textures, lights), boxSource{500}, "train", index)
		return s.Record(m, m.Composite())
	}
	for i := range 6 {
		off, textures, lights, both := made(0, 0, i), made(1, 0, i), made(0, 1, i), made(1, 1, i)
		// The two are apart.
		if fmt.Sprint(textures.Mereo.Lamps, textures.Mereo.Sun) != fmt.Sprint(off.Mereo.Lamps, off.Mereo.Sun) {
			t.Errorf("scene %d: textures moved lamps: %v, want %v", i, textures.Mereo.Lamps, off.Mereo.Lamps)
		}
		if fmt.Sprint(both.Mereo.Lamps) != fmt.Sprint(lights.Mereo.Lamps) || *both.Mereo.FloorPaint != *textures.Mereo.FloorPaint {
			t.Errorf("scene %d: what is drawn for one depends on the other", i)
		}
		if lights.Mereo.FloorPaint != nil || lights.Objects[0].Parts[0].Finish != nil || textures.Mereo.Lamps[0].Kelvins != 0 {
			t.Errorf("scene %d: the record has what was not drawn", i)
		}
		// Everything was drawn.
		for k, l := range both.Mereo.Lamps {
			own := off.Mereo.Lamps[k]
			if l.Location == own.Location || l.Size == own.Size || l.PowerW == own.PowerW || l.Color == own.Color || l.Kelvins == 0 {
				t.Errorf("scene %d: lamp %+v, published %+v", i, l, own)
			}
		}
		want := bare(off)
		for name, r := range map[string]*Record{"textures": textures, "lights": lights, "both": both} {
			if got := bare(r); got != want {
				t.Errorf("scene %d: %s moved the rest of the record", i, name)
			}
		}
	}
}

// What a part reflects is nearest to the color that its label names, and a multiple of it.
func TestFinishesKeepColors(t *testing.T) {
	grained := 0
	for i := range 6 {
		_, m := sampleOf(t, randomizedConfig(1, 0), boxSource{500}, "train", i)
		for k, o := range m.Scene.Objects {
			for j, p := range o.Parts {
				color, name := p.Material.BaseColor, m.Objects[k].colors[j].Name
				if p.Material.BaseColorTexture != nil {
					grained++
					mean := meanLinear(p.Material.BaseColorTexture)
					if mean < 0.88 || mean > 0.96 {
						t.Errorf("scene %d: grain reflects %g in the mean, want 0.92", i, mean)
					}
					for c := range color {
						color[c] *= mean
					}
				}
				nearest, least := "", math.Inf(1)
				for _, c := range palette.All() {
					own, off := c.Linear(), 0.0
					for n := range own {
						off += (own[n] - color[n]) * (own[n] - color[n])
					}
					if off < least {
						nearest, least = c.Name, off
					}
				}
				if nearest != name {
					t.Errorf("scene %d: a %s part reflects %v, which is nearest to %s", i, name, color, nearest)
				}
			}
		}
	}
	if grained == 0 {
		t.Error("no part has a grain")
	}
}

func meanLinear(t *material.Texture) float64 {
	sum := 0.0
	for k := 0; k < len(t.Pix); k += 4 {
		sum += material.DecodeSRGB(float64(t.Pix[k]) / 255)
	}
	return sum / float64(len(t.Pix)/4)
}

// Parts with a label in common have one finish, inside its ranges; others have others.
func TestFinishes(t *testing.T) {
	seen := map[float64]bool{}
	for i := range 6 {
		_, m := sampleOf(t, randomizedConfig(1, 0), boxSource{500}, "train", i)
		for k, o := range m.Objects {
			byLabel := map[string]Finish{}
			for j, f := range m.Randomized.Finishes[k] {
				if had, ok := byLabel[o.raw[j]]; ok && had != f {
					t.Errorf("scene %d: two %s of one object have finishes %+v and %+v", i, o.raw[j], had, f)
				}
				byLabel[o.raw[j]] = f
				seen[f.Roughness] = true
				if f.Roughness < 0.45 || f.Roughness > 1 || f.IOR < 1 || f.IOR > 1.5 || f.Metallic < 0 || f.Metallic > 0.3 ||
					f.Grain < 1 || f.Grain > 4 {
					t.Errorf("scene %d: finish %+v", i, f)
				}
			}
		}
	}
	if len(seen) < 20 {
		t.Errorf("%d different roughnesses in six scenes", len(seen))
	}
}

func TestRandomizedIsCoherent(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Randomize, c.Physical = vary.Amounts{Textures: 1, Lights: 1}, 0.5 })
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: true}
	for _, item := range makeItems(t, s, job, 3) {
		for _, p := range problems(t, s, job, item, true) {
			t.Errorf("%+v", p)
		}
	}
}

func TestRandomizeIsChecked(t *testing.T) {
	for text, want := range map[string]string{
		"randomize: {textures: 2, lights: -1}\n": "ptr: config f.yaml: randomize.lights is -1, want 0 to 1; randomize.textures is 2, want 0 to 1",
		"randomize: {lights: .nan}\n":            "ptr: config f.yaml: randomize.lights is NaN, want 0 to 1",
		"randomize: {lamps: 1}\n":                `ptr: config f.yaml: line 1, column 13: randomize.lamps is an unknown key; docs/ptr.md lists the keys`,
	} {
		if _, err := ParseConfig("f.yaml", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
	if s := DefaultConfig().String(); strings.Contains(s, "randomize") {
		t.Errorf("what is off is in the echo: %s", s)
	}
}

// The renderer's labels have the same bits, and no picture is dark or blown out.
func TestRandomizedPictures(t *testing.T) {
	r := gltest.Renderer(t)
	for i := range 6 {
		_, plain := sampleOf(t, randomizedConfig(0, 0), Procedural{}, "train", i)
		_, drawn := sampleOf(t, randomizedConfig(1, 1), Procedural{}, "train", i)
		want, err := shoot.Shoot(r, plain.Scene, shoot.Options{LabelsOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		got, err := shoot.Shoot(r, drawn.Scene, shoot.Options{SubFrames: 2})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Part, want.Part) || !slices.Equal(got.Object, want.Object) || !slices.Equal(got.ViewZ, want.ViewZ) ||
			!slices.Equal(got.Normal, want.Normal) {
			t.Errorf("scene %d: labels differ", i)
		}
		sum, white := 0, 0
		for _, v := range got.RGB {
			sum += int(v)
			if v == 255 {
				white++
			}
		}
		n := len(got.RGB)
		if mean := sum / n; mean < 45 || mean > 170 || white > n/50 {
			t.Errorf("scene %d: mean level %d, want 45 to 170, and %d of %d values clipped, want at most 2 %%", i, mean, white, n)
		}
	}
}
