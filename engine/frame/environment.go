package frame

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mereo/engine/light"
	"mereo/engine/material"
)

// Environment says which file's light surrounds the scene. If zero, none does.
type Environment struct {
	// File is an equirectangular Radiance picture (.hdr); a relative path starts at the working directory.
	File string `json:"file,omitzero" yaml:"file"`
	// SHA256 is the file's, in hexadecimal: another file is an error. If empty, Pin fills it in.
	SHA256 string `json:"sha256,omitzero" yaml:"sha256"`
	// Strength is what the file's radiance is multiplied by. If 0, 1 is used.
	Strength float64 `json:"strength,omitzero" yaml:"strength"`
	// TurnDeg turns it about the vertical, counter-clockwise seen from above; see light.Environment.
	TurnDeg float64 `json:"turn_deg,omitzero" yaml:"turn_deg"`
	// DimLamps is the share of light that is taken from the scene's own lamps and suns, 0 to 1: 1 turns them off.
	DimLamps float64 `json:"dim_lamps,omitzero" yaml:"dim_lamps"`
}

func (e *Environment) validate() error {
	var errs []error
	if e.File == "" && *e != (Environment{}) {
		errs = append(errs, errors.New("environment has no file"))
	}
	if !(e.Strength >= 0) || math.IsInf(e.Strength, 0) {
		errs = append(errs, fmt.Errorf("environment.strength is %g, want at least 0", e.Strength))
	}
	if !(math.Abs(e.TurnDeg) <= 360) {
		errs = append(errs, fmt.Errorf("environment.turn_deg is %g, want -360 to 360", e.TurnDeg))
	}
	if !(e.DimLamps >= 0 && e.DimLamps <= 1) {
		errs = append(errs, fmt.Errorf("environment.dim_lamps is %g, want 0 to 1", e.DimLamps))
	}
	return errors.Join(errs...)
}

// Pin fills in the checksum of the file, unless it is known, so that the description says what is seen. It does nothing without
// a file.
func (e *Environment) Pin() error {
	if err := e.validate(); err != nil || e.File == "" || e.SHA256 != "" {
		return err
	}
	_, sum, err := light.LoadPanorama(e.File)
	if err != nil {
		return fmt.Errorf("realism.environment.file: %w", err)
	}
	e.SHA256 = sum
	return nil
}

// Open reads the file; nil without one.
func (e *Environment) Open() (*light.Environment, error) {
	if err := e.validate(); err != nil || e.File == "" {
		return nil, err
	}
	p, sum, err := light.LoadPanorama(e.File)
	if err != nil {
		return nil, fmt.Errorf("realism.environment.file: %w", err)
	}
	if e.SHA256 != "" && e.SHA256 != sum {
		return nil, fmt.Errorf("realism.environment.file: %s: the SHA-256 is %s, want %s: it is another file", e.File, sum, e.SHA256)
	}
	return &light.Environment{Panorama: p, Strength: e.Strength, Turn: e.TurnDeg * math.Pi / 180}, nil
}

// Surround puts an environment around the scene, and dims its lamps and suns by f.Realism. Without an environment nothing changes.
func (f *Frame) Surround(e *light.Environment) {
	f.Environment = e
	share := 1 - f.Realism.Environment.DimLamps
	if e == nil || share == 1 {
		return
	}
	f.Lights, f.Suns = slices.Clone(f.Lights), slices.Clone(f.Suns)
	for i := range f.Lights {
		f.Lights[i].PowerW *= share
	}
	for i := range f.Suns {
		c := f.Suns[i].Irradiance
		f.Suns[i].Irradiance = material.RGB{c[0] * share, c[1] * share, c[2] * share}
	}
}
