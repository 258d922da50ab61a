package trance

import (
	"context"
	"testing"

	"mereo/engine/material"
	"mereo/gen"
	"mereo/internal/gltest"
	"mereo/scenes/shoot"
	"mereo/scenes/vary"
)

func randomizedConfig(textures, lights float64) Config {
	c := DefaultConfig()
	c.Randomize = vary.Amounts{Textures: textures, Lights: lights}
	return c
}

// Records of randomized samples are those of the others, but for the keys that say what was drawn; and nothing is wrong
// with them.
func TestRandomizeKeepsTheSample(t *testing.T) {
	for index := range 6 {
		off := randomizedConfig(0, 0)
		want := string(encoded(t, off.infoRecord(index, sampled(t, off, index))))
		for _, cfg := range []Config{
			randomizedConfig(1, 0), randomizedConfig(0, 1), randomizedConfig(0.3, 0.3), randomizedConfig(1, 1),
		} {
			made := sampled(t, cfg, index)
			r := cfg.infoRecord(index, made)
			if (r.Lights != nil) != (cfg.Randomize.Lights > 0) || (r.FloorPaint != nil) != (cfg.Randomize.Textures > 0) {
				t.Errorf("%+v: sample %d has lights %v and floor %v", cfg.Randomize, index, r.Lights, r.FloorPaint)
			}
			if _, err := cfg.tell(index, encoded(t, r)); err != nil {
				t.Errorf("%+v: sample %d: %v", cfg.Randomize, index, err)
			}
			for _, fault := range broken(cfg, made, true) {
				t.Errorf("%+v: sample %d: %s", cfg.Randomize, index, fault)
			}
			lamps := sampled(t, off, index).lamps
			if moved := made.lamps != lamps; moved != (cfg.Randomize.Lights > 0) {
				t.Errorf("%+v: sample %d has lamps at %v, published %v", cfg.Randomize, index, made.lamps, lamps)
			}
			r.Lights, r.FloorPaint, r.Lamps = nil, nil, infoLamps{xyz(lamps[0]), xyz(lamps[1]), xyz(lamps[2])}
			for k := range r.States {
				for i := range r.States[k].Objects {
					o := &r.States[k].Objects[i]
					if drawn := o.Roughness+o.IOR > 0; drawn != (cfg.Randomize.Textures > 0) {
						t.Errorf("%+v: sample %d: object %d has roughness %g and index %g", cfg.Randomize, index, i, o.Roughness, o.IOR)
					}
					o.Roughness, o.IOR = 0, 0
				}
			}
			if got := string(encoded(t, r)); got != want {
				t.Errorf("%+v: sample %d: the rest of the record moved", cfg.Randomize, index)
			}
		}
	}
}

// Metal stays metal, glass glass and rubber rubber, in every finish that can be drawn.
func TestFinishesKeepMaterials(t *testing.T) {
	made := sampled(t, randomizedConfig(1, 0), 0)
	for i := range made.finish {
		for m := range values[Material] {
			o := Object{}
			o.values[Material] = uint8(m)
			got, own := o.material(made.finish[i]), o.material(publishedFinish)
			var lo, hi float64
			switch o.Value(Material) {
			case "metal":
				lo, hi = 0.05, 0.14
			case "rubber":
				lo, hi = 0.45, 0.8
			}
			if r := got.PerceptualRoughness; r < lo || r > hi || got.Validate() != nil {
				t.Errorf("%s: roughness %g, want %g to %g", got.Name, r, lo, hi)
			}
			if o.Value(Material) == "glass" && (got.IOR < 1.35 || got.IOR > 1.65) {
				t.Errorf("glass bends by %g", got.IOR)
			}
			got.PerceptualRoughness, got.IOR = own.PerceptualRoughness, own.IOR
			if got != own {
				t.Errorf("%+v, published %+v", got, own)
			}
		}
	}
}

// The lines stay brighter than the floor, whatever it is painted with.
func TestLinesFollowTheFloor(t *testing.T) {
	for index := range 12 {
		made := sampled(t, randomizedConfig(1, 0), index)
		list := made.backdrop()
		if len(list) != len(backdrop) {
			t.Fatalf("%d surfaces, want %d", len(list), len(backdrop))
		}
		for _, s := range list[2:] {
			for c, v := range s.Material.BaseColor {
				if floor := made.floor.Color[c]; v <= floor && v < 1 || s.Material.BaseColorTexture != nil {
					t.Errorf("sample %d: %s reflects %g on a floor of %g", index, s.Name, v, floor)
				}
			}
		}
		if err := made.scene(&made.states[0], cameraCenter).Frame().Validate(); err != nil {
			t.Errorf("sample %d: %v", index, err)
		}
	}
	if backdrop[0].Material.BaseColor != (material.RGB{0.8, 0.8, 0.8}) || backdrop[0].Mesh.UVs != nil {
		t.Error("the published floor was painted")
	}
}

func TestRandomizedPictures(t *testing.T) {
	r := gltest.Renderer(t)
	for index := range 6 {
		made := sampled(t, randomizedConfig(1, 1), index)
		im, err := shoot.Shoot(r, made.scene(&made.states[0], cameraCenter), shoot.Options{SubFrames: 2})
		if err != nil {
			t.Fatal(err)
		}
		sum, white := 0, 0
		for _, v := range im.RGB {
			sum += int(v)
			if v == 255 {
				white++
			}
		}
		n := len(im.RGB)
		if mean := sum / n; mean < 60 || mean > 190 || white > n/50 {
			t.Errorf("sample %d: mean level %d, want 60 to 190, and %d of %d values clipped, want at most 2 %%", index, mean, white, n)
		}
	}
}

// Samples are made, checked and made again.
func TestRandomizedIsCoherent(t *testing.T) {
	s, err := New(randomizedConfig(0.5, 0.5))
	if err != nil {
		t.Fatal(err)
	}
	ctx, job := context.Background(), gen.Job{Root: t.TempDir(), Seed: 3, Split: "train"}
	m, err := s.NewMaker(ctx, job)
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.NewChecker(ctx, job)
	if err != nil {
		t.Fatal(err)
	}
	for index := range 3 {
		item, err := m.Make(ctx, index)
		if err != nil {
			t.Fatal(err)
		}
		item.Index = index
		problems, err := c.Check(ctx, *item, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems {
			t.Errorf("sample %d: %+v", index, p)
		}
	}
	if _, err := ParseConfig("f.yaml", []byte("randomize: {textures: 1.5}\n")); err == nil ||
		err.Error() != "trance: config f.yaml: randomize.textures is 1.5, want 0 to 1" {
		t.Errorf("got %v", err)
	}
}
