//go:build cgo && linux

package pass

import (
	"testing"
	"testing/fstest"

	"mereo/engine/gl"
	"mereo/shaders"
)

// BenchmarkFill adds one color to a picture, which is the least that lighting does to a pixel of a sub-frame.
func BenchmarkFill(b *testing.B) {
	const width, height, draws = 800, 600, 100
	screen, err := shaders.Files.ReadFile("post/screen.vert")
	if err != nil {
		b.Fatal(err)
	}
	files := fstest.MapFS{
		"screen.vert": &fstest.MapFile{Data: screen},
		"one.frag":    &fstest.MapFile{Data: []byte("layout(location = 0) out vec4 oColor;\nvoid main() { oColor = vec4(1.0); }\n")},
	}
	onDevice(b, func() error {
		p, err := gl.NewProgram(files, "screen.vert", "one.frag")
		if err != nil {
			return err
		}
		sum := gl.Stack{Format: gl.RGBA32F}
		sum.Resize(width, height, 1)
		defer sum.Delete()
		target, all := gl.NewFramebuffer(nil, sum.Layers[0]), gl.NewVertexArray(0)
		defer target.Delete()
		done := gl.Stack{Format: gl.RGBA8} // whose copy waits for the draws
		done.Resize(1, 1, 1)
		defer done.Delete()
		var r gl.Readback
		for b.Loop() {
			target.Bind()
			p.Use()
			gl.BlendAdd()
			for range draws {
				all.DrawScreen()
			}
			gl.BlendOff()
			r.Start(&done, 1, gl.LayoutRGBA8)
			if _, err := r.Wait(); err != nil {
				return err
			}
		}
		b.ReportMetric(float64(b.N)*draws*width*height/b.Elapsed().Seconds()/1e6, "Mpixel/s")
		return gl.Check("fill")
	})
}

// BenchmarkCopy brings pictures back that were drawn together.
func BenchmarkCopy(b *testing.B) {
	const width, height, pictures = 320, 240, 13
	onDevice(b, func() error {
		s := gl.Stack{Format: gl.RGBA8}
		s.Resize(width, height, pictures)
		defer s.Delete()
		var r gl.Readback
		b.SetBytes(4 * width * height * pictures)
		for b.Loop() {
			r.Start(&s, pictures, gl.LayoutRGBA8)
			if _, err := r.Wait(); err != nil {
				return err
			}
		}
		return gl.Check("copy")
	})
}

// BenchmarkUpload brings as much to the device as a scene of TRANCE has.
func BenchmarkUpload(b *testing.B) {
	data := make([][4]float32, 1<<16)
	onDevice(b, func() error {
		var buffer gl.Buffer
		b.SetBytes(int64(16 * len(data)))
		for b.Loop() {
			gl.Upload(&buffer, data)
		}
		return gl.Check("upload")
	})
}
