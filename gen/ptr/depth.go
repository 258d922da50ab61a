package ptr

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
