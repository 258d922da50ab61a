package write

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"syscall"
	"testing"
	"time"
)

// benchPicture is the file named by MEREO_BENCH_PNG, a real rendering, or else the made-up picture.
func benchPicture(b *testing.B) (width, height int, rgb []uint8) {
	if name := os.Getenv("MEREO_BENCH_PNG"); name != "" {
		im, err := ReadPicture("/", name)
		if err != nil {
			b.Fatal(err)
		}
		rgb, err := colors(name, im)
		if err != nil {
			b.Fatal(err)
		}
		return im.Bounds().Dx(), im.Bounds().Dy(), rgb
	}
	return 800, 600, picture(800, 600)
}

// cpu is the processor time this process has used. Machines are shared, so wall time alone says little.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measure runs encode and reports the size of what it returns and the processor time of a run.
func measure(b *testing.B, encode func() []byte) {
	before, n := cpu(), 0
	for b.Loop() {
		n = len(encode())
	}
	b.ReportMetric(float64(cpu()-before)/float64(b.N)/1e6, "cpu-ms/op")
	b.ReportMetric(float64(n), "bytes")
}

func BenchmarkPNG(b *testing.B) {
	w, h, rgb := benchPicture(b)
	rgba := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		copy(rgba.Pix[4*i:], rgb[3*i:3*i+3])
		rgba.Pix[4*i+3] = 255
	}
	// image/png would drop an alpha channel that is 255 everywhere; the comparison is between equal formats.
	rgba.Pix[3] = 254
	ids := masks(w, h)
	g16 := image.NewGray16(image.Rect(0, 0, w, h))
	for i, v := range ids {
		g16.Pix[2*i], g16.Pix[2*i+1] = byte(v>>8), byte(v)
	}
	cases := []struct {
		name string
		ours func() []byte
		std  image.Image
	}{
		{"RGBA", func() []byte { return encodePNG(w, h, 8, 6, 4, rgba.Pix) }, rgba},
		{"RGB", func() []byte { return encodePNG(w, h, 8, 2, 3, rgb) }, nil},
		{"Gray16", func() []byte { return encodePNG(w, h, 16, 0, 2, g16.Pix) }, g16},
	}
	for _, c := range cases {
		b.Run(c.name+"/ours", func(b *testing.B) {
			measure(b, c.ours)
		})
		if c.std == nil {
			continue
		}
		b.Run(c.name+"/std", func(b *testing.B) {
			measure(b, func() []byte {
				var buf bytes.Buffer
				if err := png.Encode(&buf, c.std); err != nil {
					b.Fatal(err)
				}
				return buf.Bytes()
			})
		})
	}
}

func BenchmarkEXR(b *testing.B) {
	const w, h = 800, 600
	values := distance(w, h)
	measure(b, func() []byte { return encodeEXR(w, h, values) })
}

func BenchmarkNPY(b *testing.B) {
	values := distance(800, 600)
	for b.Loop() {
		if _, err := NPY(b.TempDir(), "a.npy", []int{600, 800}, values); err != nil {
			b.Fatal(err)
		}
	}
}
