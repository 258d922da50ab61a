//go:build viewer

package main

import (
	"context"
	"syscall"
	"testing"

	"mereo/cmd/sets"
	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/window"
)

// BenchmarkMoving draws what moves as the window does, at 320 x 240: pictures per second on the software rasterizer.
func BenchmarkMoving(b *testing.B) {
	r, err := engine.New(engine.Options{GPU: "software"})
	if err != nil {
		b.Skip(err)
	}
	defer r.Close()
	for _, name := range []string{filmsFile, "ptr", "shopvrb", "clevr", "trance"} {
		b.Run(name[max(0, len(name)-10):], func(b *testing.B) {
			v := view{split: "train", sources: sets.Sources{}, changed: func(string) bool { return false }}
			at := window.Place{}
			if name == filmsFile {
				at.Index = 4
			}
			source, err := v.open(name, &at)
			if err != nil {
				b.Fatal(err)
			}
			s, err := source.Scene(context.Background(), at)
			if err != nil {
				b.Fatal(err)
			}
			f := *s.Views[0].Frame
			c := &f.Camera
			c.FocalPx *= 320 / float64(c.Width)
			c.Width, c.Height, c.CenterX, c.CenterY = 320, 240, 160, 120
			c.Distortion, f.Realism.Distortion, f.Quality = camera.Distortion{}, camera.Distortion{}, frame.Draft
			f.Realism.Lens, f.Realism.Motion = frame.Lens{}, frame.Motion{}
			draw := func() {
				c.WorldFromCamera.T.X += 1e-3
				if _, err := r.Render(&f); err != nil {
					b.Fatal(err)
				}
			}
			draw()
			used := processor(b)
			for b.Loop() {
				draw()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pictures/s")
			b.ReportMetric(1000*(processor(b)-used)/float64(b.N), "cpu-ms/op")
		})
	}
}

// processor is how long the program has computed on all processors, seconds: what a busy machine does not lengthen.
func processor(b *testing.B) float64 {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
