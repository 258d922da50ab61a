//go:build cgo && linux

package engine

import (
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
)

// What those who ask for a picture of 800 x 600 do with what came back of it.
func BenchmarkImages(b *testing.B) {
	const n = 800 * 600
	d := drawn{ids: make([]byte, 4*n), viewZ: make([]byte, 4*n), normal: make([]byte, 16*n), color: make([]byte, 4*n)}
	for name, noNormals := range map[string]bool{"all": false, "without normals": true} {
		f := &frame.Frame{Camera: camera.Pinhole{Width: 800, Height: 600}, NoNormals: noNormals}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				d.images(f, 0)
			}
		})
	}
}
