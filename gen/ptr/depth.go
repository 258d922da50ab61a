package ptr

import (
	"mereo/gen/world"
	"mereo/gen/write"
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
	return world.RayDists(&cam, z), nil
}
