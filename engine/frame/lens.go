package frame

import "fmt"

// Lens lets only what lies at one distance be sharp. If zero, the camera is a pinhole.
type Lens struct {
	// ApertureMM is the diameter of the opening that light comes through, in millimeters: focal length over f-number, so 25 for
	// 50 mm at f/2. If 0, the camera is a pinhole.
	ApertureMM float64 `json:"aperture_mm,omitzero" yaml:"aperture_mm"`
	// Focus is the ViewZ of what is sharp, in meters, more than the camera's Near. If 0, that of what the middle of the picture
	// shows, and infinity where it shows nothing.
	Focus float64 `json:"focus_m,omitzero" yaml:"focus_m"`
}

// maxApertureMM is that of a large telescope: more is a slip of the unit.
const maxApertureMM = 1000

func (l *Lens) validate() error {
	if !(l.ApertureMM >= 0 && l.ApertureMM <= maxApertureMM) {
		return fmt.Errorf("lens.aperture_mm is %g, want 0 to %d", l.ApertureMM, maxApertureMM)
	}
	if !(l.Focus >= 0) {
		return fmt.Errorf("lens.focus_m is %g, want more than 0, or 0 for what the middle of the picture shows", l.Focus)
	}
	return nil
}
