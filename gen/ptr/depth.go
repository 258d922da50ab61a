package ptr

import (
	"math"

	"mereo/engine/camera"
	"mereo/gen/write"
	"mereo/internal/phase"
)

// What Write.Depth may be.
const (
	depthEXR  = "exr"
	depthNPY  = "npy"
	depthBoth = "both"
)

// hasEXR and hasNPY tell which files of depth there are.
func (w Write) hasEXR() bool { return w.Depth != depthNPY }
func (w Write) hasNPY() bool { return w.Depth != depthEXR }

// depthFile is where the distances along the axis come from.
func (w Write) depthFile(f files) string {
	if w.hasNPY() {
		return f.viewZ
	}
	return f.rayDist
}

// rayDist turns distances along the camera's axis into distances along the ray of each pixel's center, meters; 0 stays 0.
func rayDist(cam *camera.Pinhole, viewZ []float32) []float32 {
	return alongRays(cam, viewZ, func(z, perMeter float64) float64 { return z * perMeter })
}

// axisDist is the inverse of rayDist. There and back a distance changes by its two roundings to float32, 1.2e-7 of it at most.
func axisDist(cam *camera.Pinhole, rayDist []float32) []float32 {
	return alongRays(cam, rayDist, func(d, perMeter float64) float64 { return d / perMeter })
}

// alongRays converts every pixel's distance. perMeter is how much longer the way along its ray is than along the axis.
func alongRays(cam *camera.Pinhole, dist []float32, convert func(d, perMeter float64) float64) []float32 {
	defer phase.Begin(phase.Encode).End()
	out := make([]float32, len(dist))
	for y := range cam.Height {
		for x := range cam.Width {
			d := cam.Direction(float64(x)+0.5, float64(y)+0.5)
			at := y*cam.Width + x
			out[at] = float32(convert(float64(dist[at]), math.Sqrt(1+float64(d.X*d.X)+float64(d.Y*d.Y))))
		}
	}
	return out
}

// readRayDist reads the distances along the rays of the picture of a sample with record r.
func (w Write) readRayDist(root string, f files, r *Record) ([]float32, error) {
	cam := r.pinhole()
	if w.hasEXR() {
		return write.ReadEXR(root, f.rayDist, cam.Width, cam.Height)
	}
	z, err := write.ReadNPY[float32](root, f.viewZ, cam.Height, cam.Width)
	if err != nil {
		return nil, err
	}
	return rayDist(&cam, z), nil
}
