package vary

import (
	"math"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/scenes/rng"
)

// Chromaticities of black bodies for the CIE 1931 observer; 2,856 K is illuminant A (CIE 15).
func TestPlanckKnownAnswers(t *testing.T) {
	for _, c := range []struct{ kelvins, x, y float64 }{
		{2000, 0.52669, 0.41331}, {2856, 0.44757, 0.40745}, {4000, 0.38045, 0.37675}, {6500, 0.31352, 0.32363},
		{10000, 0.28063, 0.28828},
	} {
		l := planck(c.kelvins)
		// Back to CIE 1931 by the matrix of IEC 61966-2-1.
		x := 0.4124*l[0] + 0.3576*l[1] + 0.1805*l[2]
		y := 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
		z := 0.0193*l[0] + 0.1192*l[1] + 0.9505*l[2]
		if got := [2]float64{x / (x + y + z), y / (x + y + z)}; math.Hypot(got[0]-c.x, got[1]-c.y) > 1.5e-3 || math.Abs(y-1) > 1e-3 {
			t.Errorf("%g K is at %.4f with luminance %.4f, want (%.4f, %.4f) with 1", c.kelvins, got, y, c.x, c.y)
		}
	}
}

func lampAt(at geom.Vec3, power float64) light.Area {
	return light.Area{
		WorldFromLight: camera.LookAt(at, geom.Vec3{}, geom.V(0, 0, 1)), Size: 0.5, PowerW: power, Color: material.RGB{1, 0.9, 0.8},
	}
}

func room() (lamps []light.Area, suns []light.Sun, within geom.AABB) {
	lamps = []light.Area{lampAt(geom.V(6, -6, 3.5), 100), lampAt(geom.V(-2, -2, 3), 30), lampAt(geom.V(4, 2, 5), 50)}
	suns = []light.Sun{{Dir: geom.V(-0.2, 0.4, -0.9).Unit(), Irradiance: material.RGB{0.4, 0.4, 0.4}}}
	return lamps, suns, geom.AABB{Min: geom.V(-5, -8, 4), Max: geom.V(5, 3, 8)}
}

// A lamp of 4 W straight above a place at 2 m gives it 1/4 W/m^2, and less to places aside by cos^4.
func TestLightOnTheFloor(t *testing.T) {
	point := geom.AABB{}
	down := camera.LookAt(geom.V(0, 0, 2), geom.Vec3{}, geom.V(0, 1, 0))
	lamps := []light.Area{{WorldFromLight: down, PowerW: 4, Color: material.RGB{1, 0.5, 0}}}
	if got := onFloor(lamps, nil, point); math.Abs(got[0]-0.25) > 1e-12 || math.Abs(got[1]-0.125) > 1e-12 || got[2] != 0 {
		t.Errorf("below the lamp: %v, want [0.25 0.125 0]", got)
	}
	aside := geom.AABB{Min: geom.V(2, 0, 0), Max: geom.V(2, 0, 0)} // at 45 degrees
	if got := onFloor(lamps, nil, aside); math.Abs(got[0]-0.25/4) > 1e-12 {
		t.Errorf("at 45 degrees: %v, want %v", got[0], 0.25/4)
	}
	suns := []light.Sun{{Dir: geom.V(0.6, 0, -0.8), Irradiance: material.RGB{1, 2, 3}}}
	if got := onFloor(nil, suns, aside); math.Abs(got[2]-2.4) > 1e-12 {
		t.Errorf("sun: %v, want 2.4", got[2])
	}
}

// Whatever is drawn, all lights together give the floor what they gave before, in all channels alike and within the
// drawn level; each lamp for itself is inside its ranges.
func TestRelight(t *testing.T) {
	for seed := range uint64(200) {
		lamps, suns, within := room()
		before := onFloor(lamps, suns, within)
		for _, amount := range []float64{0.3, 1} {
			got := Relight(rng.At(rng.Key{Seed: seed}, "lights"), amount, lamps, suns, within)
			if len(got.Lamps) != 3 || len(got.Suns) != 1 || len(got.LampsK) != 3 || len(got.SunK) != 1 {
				t.Fatalf("seed %d: %+v, want three lamps and a sun", seed, got)
			}
			after := onFloor(got.Lamps, got.Suns, within)
			level := after[1] / before[1]
			if most := math.Pow(1.4, amount) + 1e-9; level > most || level < 1/most {
				t.Errorf("seed %d: level %g, want at most a factor of %g", seed, level, most)
			}
			for c := range after {
				if math.Abs(after[c]/before[c]-level) > 1e-9 {
					t.Errorf("seed %d: channel %d is scaled by %g, green by %g", seed, c, after[c]/before[c], level)
				}
			}
			for i, l := range got.Lamps {
				at, own := l.WorldFromLight.T, lamps[i].WorldFromLight.T
				if amount == 1 && !within.Pad(1e-9).Contains(at) {
					t.Errorf("seed %d: lamp at %v, want it in %v", seed, at, within)
				}
				if size := l.Size / lamps[i].Size; math.Abs(math.Log(size)) > amount*math.Log(3)+1e-9 {
					t.Errorf("seed %d: size is multiplied by %g with amount %g", seed, size, amount)
				}
				if amount == 1 && at.Sub(own).Len() == 0 || l.Validate() != nil || max(l.Color[0], l.Color[1], l.Color[2]) != 1 {
					t.Errorf("seed %d: lamp %+v: %v", seed, l, l.Validate())
				}
				if k := got.LampsK[i]; k < 1e6/miredMax-1e-6 || k > 1e6/miredMin+1e-6 {
					t.Errorf("seed %d: %g K", seed, k)
				}
			}
			if d := got.Suns[0].Dir; math.Abs(d.Len()-1) > 1e-12 || d.Z > -0.5 {
				t.Errorf("seed %d: sun shines along %v", seed, d)
			}
		}
	}
}

// The amount does not change what is drawn: half the amount is half the way.
func TestAmountsShareDraws(t *testing.T) {
	lamps, suns, within := room()
	at := func(amount float64) Lights { return Relight(rng.Named("x"), amount, lamps, suns, within) }
	none, half, all := at(0), at(0.5), at(1)
	for i := range lamps {
		own, far := none.Lamps[i].WorldFromLight.T, all.Lamps[i].WorldFromLight.T
		if got, want := half.Lamps[i].WorldFromLight.T, own.Lerp(far, 0.5); got.Sub(want).Len() > 1e-9 {
			t.Errorf("lamp %d stands at %v, want %v", i, got, want)
		}
		if got, want := half.Lamps[i].Size, math.Sqrt(lamps[i].Size*all.Lamps[i].Size); math.Abs(got-want) > 1e-12 {
			t.Errorf("lamp %d has size %g, want %g", i, got, want)
		}
		n := none.Lamps[i]
		if own != lamps[i].WorldFromLight.T || math.Abs(n.PowerW-lamps[i].PowerW) > 1e-9 || math.Abs(n.Color[2]-0.8) > 1e-12 {
			t.Errorf("lamp %d with the amount 0 is %+v, want %+v", i, n, lamps[i])
		}
	}
}
