package frame_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/internal/skytest"
)

func TestEnvironmentIsPinned(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sky.hdr")
	if err := os.WriteFile(file, skytest.HDR(skytest.Uniform(16, 1), true), 0o666); err != nil {
		t.Fatal(err)
	}
	d := frame.Environment{File: file, Strength: 0.5, TurnDeg: 90}
	if err := d.Pin(); err != nil || len(d.SHA256) != 64 {
		t.Fatalf("checksum is %q, %v", d.SHA256, err)
	}
	e, err := d.Open()
	if err != nil || e.Scale() != 0.5 || math.Abs(e.Turn-math.Pi/2) > 1e-12 || e.Panorama.Width != 16 {
		t.Fatalf("got %+v, %v", e, err)
	}
	if err := os.WriteFile(file, skytest.HDR(skytest.Uniform(16, 0.5), true), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Open(); err == nil || !strings.Contains(err.Error(), "want "+d.SHA256+": it is another file") {
		t.Errorf("another file: got %v", err)
	}
	var none frame.Environment
	if e, err := none.Open(); e != nil || err != nil || none.Pin() != nil {
		t.Errorf("no file: got %v, %v", e, err)
	}
}

func TestValidateEnvironment(t *testing.T) {
	for _, c := range []struct {
		spoil func(f *frame.Frame)
		want  string
	}{
		{func(f *frame.Frame) { f.Realism.Environment.Strength = 1 }, "environment has no file"},
		{func(f *frame.Frame) { f.Realism.Environment = frame.Environment{File: "a", Strength: -1} }, "strength is -1, want at least 0"},
		{func(f *frame.Frame) { f.Realism.Environment = frame.Environment{File: "a", TurnDeg: 361} }, "turn_deg is 361, want -360 to 360"},
		{func(f *frame.Frame) { f.Realism.Environment = frame.Environment{File: "a", DimLamps: 2} }, "dim_lamps is 2, want 0 to 1"},
		{func(f *frame.Frame) { f.Realism.Environment.File = "a" }, "names a file, but the frame has no Environment"},
		{func(f *frame.Frame) { f.Environment = &light.Environment{} }, "environment: there is no panorama"},
		{func(f *frame.Frame) {
			p := skytest.Uniform(4, 1)
			p.Pix[3*5] = -1
			f.Environment = &light.Environment{Panorama: p}
		}, "environment: radiance at row 1, column 1 is -1, want at least 0"},
	} {
		f := triangle()
		c.spoil(f)
		if err := f.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want an error with %q", err, c.want)
		}
	}
}

func TestSurroundDimsLamps(t *testing.T) {
	f := triangle()
	own := f.Lights
	f.Suns = []light.Sun{{Irradiance: material.RGB{1, 2, 3}}}
	f.Realism.Environment = frame.Environment{File: "a", DimLamps: 0.75}
	f.Surround(nil)
	if f.Lights[0].PowerW != 10 {
		t.Errorf("without an environment the lamp has %g W, want 10", f.Lights[0].PowerW)
	}
	f.Surround(&light.Environment{Panorama: skytest.Uniform(4, 1)})
	if f.Lights[0].PowerW != 2.5 || f.Suns[0].Irradiance != (material.RGB{0.25, 0.5, 0.75}) || own[0].PowerW != 10 {
		t.Errorf("lamp has %g W, sun %v, and the lamp of before %g W", f.Lights[0].PowerW, f.Suns[0].Irradiance, own[0].PowerW)
	}
}
