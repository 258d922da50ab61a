package shopvrb

import (
	"math"
	"slices"
	"testing"

	"mereo/assets/kitchen"
	"mereo/engine/material"
	"mereo/gen"
	"mereo/internal/gltest"
	"mereo/scenes/shoot"
)

// What is metered is about what the picture shows, on every ground, and a bright thing on a dark ground is not exposed away.
func TestPicturesAreExposed(t *testing.T) {
	gltest.Renderer(t)
	for _, pool := range []kitchen.Pool{kitchen.Training, kitchen.Benchmark} {
		for _, ground := range groundNames {
			p := lookBase(kitchen.Training, ground)
			p.published = Published{}
			p.put(t, "mug1", 0, 0, 20, appearance{recolor: true, color: lookColor("cyan")})
			p.put(t, "plate1", 2.5, 0.5, -70, appearance{})
			p.pool = pool
			seen, _ := p.see()
			p.exposure = p.metered(seen)
			im := lookShoot(t, lookSmall(p), shoot.Options{SubFrames: 4, TracedSubFrames: 2, Seed: 1})
			sum, bright := 0.0, 0
			for at := 0; at < len(im.RGB); at += 3 {
				var c [3]float64
				for k := range c {
					c[k] = material.DecodeSRGB(float64(im.RGB[at+k]) / 255)
				}
				l := 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
				sum += math.Sqrt(l)
				if l > 0.95 {
					bright++
				}
			}
			n := float64(im.Width * im.Height)
			lightness := sum / n * (sum / n)
			t.Logf("%v %s: exposure %g, lightness %.3f, %.1f %% glaring", pool, ground, p.exposure, lightness, 100*float64(bright)/n)
			_, most := p.meter(seen)
			limited := p.exposure == stops[len(stops)-1] || 1.27*p.exposure*most > mostLight
			if lightness > 1.4*meterTarget || lightness < 0.5*meterTarget && !limited {
				t.Errorf("%v %s: lightness is %.3f, want about %g", pool, ground, lightness, meterTarget)
			}
			if share := float64(bright) / n; share > 2*brightShare {
				t.Errorf("%v %s: %.3f of the picture glares, want %g", pool, ground, share, brightShare)
			}
		}
	}
}

// The exposure is that of the scene: of no quality, and recorded; published scenes and those in the light of a file have none.
func TestExposureIsRecorded(t *testing.T) {
	for name, c := range map[string]struct {
		change func(c *Config)
		has    bool
	}{
		"default": {nil, true}, "dark": {func(c *Config) { c.Published.Dark = true }, false},
		"surrounded": {func(c *Config) { c.Realism.Environment.File, c.Realism.Environment.SHA256 = "sky.hdr", "0" }, false},
	} {
		set := setOf(t, nil)
		if c.change != nil {
			c.change(&set.cfg)
		}
		s := set.split(gen.Job{Seed: 3, Split: "train"}).sampler
		for index := range 5 {
			m, err := s.Sample(index)
			if err != nil {
				t.Fatal(err)
			}
			e := s.record(m, m.seen.Object).Extra.Exposure
			if (e > 0) != c.has || c.has && !slices.Contains(stops[:], e) {
				t.Errorf("%s: the exposure of scene %d is %g", name, index, e)
			}
			var power [2]float64
			for k := range power {
				power[k] = sceneOf(&m.plan).Lights[0].PowerW
				m.exposure = 0
			}
			if want := max(e, 1); math.Abs(power[0]/power[1]-want) > 1e-12 {
				t.Errorf("%s: light of scene %d is multiplied by %g, want %g", name, index, power[0]/power[1], want)
			}
		}
	}
}

// Soft boxes bring as much light to the middle of the table as the published lamps.
func TestSoftLampsShineAsPublished(t *testing.T) {
	p := lookBase(kitchen.Training, plainName)
	small := lampsOf(p)
	p.published = Published{}
	for i, l := range lampsOf(p) {
		if i < len(lampKinds) && l.Size <= small[i].Size {
			t.Errorf("lamp %d has a side of %g, want more than %g", i, l.Size, small[i].Size)
		}
		if a, b := floorIrradiance(&small[i]), floorIrradiance(&l); math.Abs(a-b) > 1e-12 {
			t.Errorf("lamp %d lights the floor with %g, the published one with %g", i, b, a)
		}
	}
}
