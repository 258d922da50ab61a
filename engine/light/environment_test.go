package light_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/internal/skytest"
)

func TestDirectionsOfAPanorama(t *testing.T) {
	for _, c := range []struct {
		u, v, turn float64
		want       geom.Vec3
	}{
		{0.5, 0.5, 0, geom.V(1, 0, 0)}, {0.25, 0.5, 0, geom.V(0, 1, 0)}, {0.75, 0.5, 0, geom.V(0, -1, 0)}, {0.3, 0, 0, geom.V(0, 0, 1)},
		{0.5, 0.5, math.Pi / 2, geom.V(0, 1, 0)}, {0.5, 0.75, 0, geom.V(math.Sqrt2/2, 0, -math.Sqrt2/2)},
	} {
		e := light.Environment{Turn: c.turn}
		if got := e.Dir(c.u, c.v); got.Sub(c.want).Len() > 1e-12 {
			t.Errorf("(%g, %g) turned by %g: got %v, want %v", c.u, c.v, c.turn, got, c.want)
		}
	}
}

// The parts of a panorama add up to it, and what is drawn has its light.
func TestPartsKeepTheLight(t *testing.T) {
	for _, width := range []int{64, 300, 2048} {
		day := skytest.Day(width)
		parts := day.Parts()
		mean := func(draw *light.Distribution) (sum [3]float64) {
			const n = 400
			for i := range n * n {
				_, _, c := draw.Sample((float64(i/n)+0.5)/n, (float64(i%n)+0.5)/n)
				for k := range c {
					sum[k] += c[k] / (n * n)
				}
			}
			return sum
		}
		all, glare, sky := mean(parts.All), mean(parts.Glare), parts.Sky.Parts().Mean
		for k := range 3 {
			whole := 4 * math.Pi * parts.Mean[k]
			if got := glare[k] + 4*math.Pi*sky[k]; math.Abs(got-whole) > 1e-3*whole {
				t.Errorf("width %d: sky and glare have %.4f, want %.4f", width, got, whole)
			}
			if math.Abs(all[k]-whole) > 0.01*whole {
				t.Errorf("width %d: what is drawn has %.4f, want %.4f", width, all[k], whole)
			}
			if sun := []float64{3, 2.8, 2.4}[k]; math.Abs(glare[k]-sun) > 0.1*sun {
				t.Errorf("width %d: glare has %.3f, want about the sun's %.3f", width, glare[k], sun)
			}
		}
		e := light.Environment{Panorama: day}
		u, v, _ := parts.Glare.Sample(0.5, 0.5)
		s, c := math.Sincos(40 * math.Pi / 180)
		if toSun := geom.V(c/2, -c*math.Sqrt(3)/2, s); e.Dir(u, v).Dot(toSun) < math.Cos(2*math.Pi/float64(width)) {
			t.Errorf("width %d: the sun is seen in %v, want %v", width, e.Dir(u, v), toSun)
		}
	}
	if skytest.Uniform(64, 1).Parts().Glare != nil {
		t.Error("something stands out of uniform light")
	}
}

func TestHDRIsRead(t *testing.T) {
	want := skytest.Day(64)
	for _, runs := range []bool{false, true} {
		file := filepath.Join(t.TempDir(), "day.hdr")
		data := skytest.HDR(want, runs)
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		got, sum, err := light.LoadPanorama(file)
		if err != nil {
			t.Fatal(err)
		}
		if sum != fmt.Sprintf("%x", sha256.Sum256(data)) {
			t.Errorf("checksum is %s", sum)
		}
		if got.Width != 64 || got.Height != 32 {
			t.Fatalf("size is %d x %d, want 64 x 32", got.Width, got.Height)
		}
		for i, v := range want.Pix {
			texel := want.Pix[i/3*3 : i/3*3+3]
			if d := math.Abs(float64(got.Pix[i] - v)); d > float64(max(texel[0], texel[1], texel[2]))/255 {
				t.Fatalf("runs %v: number %d is %g, want %g", runs, i, got.Pix[i], v)
			}
		}
	}
}

// small is a file of 4 x 2 texels, of which pixels are the bytes.
func small(header string, pixels ...byte) []byte {
	return append([]byte("#?RADIANCE\n"+header+"\n-Y 2 +X 4\n"), pixels...)
}

func TestHDRNumbersAreKnown(t *testing.T) {
	// 128/256 * 2^1 is 1; repetitions of the first texel; exposures multiply, and divide radiance.
	data := small("EXPOSURE=2\nEXPOSURE=4\n", 128, 64, 0, 129, 1, 1, 1, 3, 0, 0, 0, 0, 128, 128, 128, 132, 1, 1, 1, 2)
	p, err := light.ParseHDR(data)
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := []float32{0.125, 0.0625, 0}, []float32{0, 0, 0}, []float32{1, 1, 1}
	if want := slices.Concat(a, a, a, a, b, c, c, c); !slices.Equal(p.Pix, want) {
		t.Errorf("got %v, want %v", p.Pix, want)
	}
}

func TestHDRErrorsNameThePlace(t *testing.T) {
	good := skytest.HDR(skytest.Uniform(16, 1), true)
	pixels := bytes.Index(good, []byte("+X 16\n")) + 6
	change := func(at int, b byte) []byte {
		out := slices.Clone(good)
		out[pixels+at] = b
		return out
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"png", []byte("\x89PNG\r\n"), `want a Radiance picture (.hdr)`},
		{"ends in the header", []byte("#?RADIANCE\nFORMAT"), "line 2: the file ends here"},
		{"colors", small("FORMAT=32-bit_rle_xyze\n"), `line 2: format is "32-bit_rle_xyze", want 32-bit_rle_rgbe`},
		{"exposure", small("EXPOSURE=0\n"), `line 2: exposure is "0", want a number above 0`},
		{"upside down", []byte("#?RGBE\n\n+Y 2 +X 4\n"), `line 3: size is "+Y 2 +X 4", want -Y height +X width`},
		{"square", []byte("#?RGBE\n\n-Y 4 +X 4\n"), "line 3: panorama is 4 x 4 texels, want twice as wide as high"},
		{"huge", []byte("#?RGBE\n\n-Y 1000000 +X 2000000\n"), "8192 x 4096 at most"},
		{"short", small("", 1, 2, 3, 4), "row 0 of 2, byte 26: the file ends here"},
		{"nothing to repeat", small("", 1, 1, 1, 1), "nothing to repeat"},
		{"too many repeated", small("", 9, 9, 9, 9, 1, 1, 1, 4), "row 0 of 2, byte 30: a repetition has 4 texels, want at most 3"},
		{"row of another width", change(3, 15), "the row has 15 texels, want 16"},
		{"run too long", change(4, 128+17), "a run has 17 texels, want 1 to 16"},
		{"no run", change(4, 0), "a run has 0 texels, want 1 to 16"},
		{"short run", good[:len(good)-1], "row 7 of 8"},
	} {
		if _, err := light.ParseHDR(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		}
	}
	if _, _, err := light.LoadPanorama("nowhere.hdr"); err == nil || !strings.Contains(err.Error(), "nowhere.hdr") {
		t.Errorf("got %v, want an error that names the file", err)
	}
}

// Only regular files are read, and no size is believed before its rows can be there.
func TestHostilePanoramas(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.hdr")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{pipe: "is a pipe, want a file", "/dev/zero": "is a device, want a file"} {
		if _, _, err := light.LoadPanorama(path); err == nil || err.Error() != "light: "+path+": "+want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := light.ParseHDR([]byte("#?RGBE\n\n-Y 4096 +X 8192\n"))
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; err == nil || n > 1<<20 {
		t.Errorf("%v after %d bytes, want an error after a megabyte at most", err, n)
	}
}

// Whatever the bytes, the reader answers with a panorama that is one, or an error.
func FuzzParseHDR(f *testing.F) {
	f.Add(skytest.HDR(skytest.Day(16), true))
	f.Add(skytest.HDR(skytest.Day(16), false))
	f.Add(small("EXPOSURE=2\n", 128, 64, 0, 129, 1, 1, 1, 3))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := light.ParseHDR(data)
		if err != nil {
			return
		}
		if err := (&light.Environment{Panorama: p}).Validate(); err != nil {
			t.Error(err)
		}
	})
}
