// Package frame holds what a renderer is asked to draw and what it answers, as plain data.
package frame

import (
	"errors"
	"fmt"
	"image"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// Frame is one picture to draw. Meshes and materials are shared, never changed.
type Frame struct {
	Camera    camera.Pinhole
	Instances []Instance
	Lights    []light.Area
	Suns      []light.Sun
	// WorldRadiance comes from every direction in which nothing is hit, W/(m^2 sr).
	WorldRadiance material.RGB
	// Environment, if there is one, is what is seen there instead.
	Environment *light.Environment
	// Quality is how the color picture is made. If zero, Standard.
	Quality Quality
	// SPP is how many paths of light are followed through each pixel with Reference, at most MaxSPP; powers of two spread best.
	// If 0, 512.
	SPP int
	// Caustics makes Reference right in the mean for all light, at the price of much noise. Without, mirrors and lenses do not
	// light diffuse surfaces, so that light comes to these through glass as shadow only, and what a path finds after more than
	// one bounce counts as radiance 10 at most.
	Caustics bool
	// View is how radiance becomes colors. If zero, Plain.
	View View
	// Realism is what photographs have and pictures through a pinhole do not.
	Realism Realism
	// SubFrames is how many jittered draws are averaged into the color picture with Standard. If 0, 16. In an Environment there are
	// at least 16, where Realism.Blurs at least 32, and 8 with Draft.
	SubFrames int
	// TracedSubFrames is in how many of the draws rays are followed through metal, glass and polish; their mean stands for the
	// others, too. Edges are those of all draws. If 0, and where Realism.Blurs, rays are followed in all; in an Environment in at
	// least 8.
	TracedSubFrames int
	// BounceRays look for bounced light from each of the places in the picture at which it is gathered. If 0, 8.
	BounceRays int
	// Seed moves the jitter; the same seed gives the same picture.
	Seed uint64
	// LabelsOnly leaves the color picture out.
	LabelsOnly bool
	// ColorOnly leaves the labels out: Object, Part, ViewZ and Normal.
	ColorOnly bool
	// NoNormals leaves out Normal alone, which is half of what comes back from a device.
	NoNormals bool
	// Stop, when it is closed, gives a Reference picture up between paths, which take minutes. Nil is fine.
	Stop <-chan struct{}
}

// MaxSPP bounds SPP: beyond, sums in float32 gain nothing.
const MaxSPP = 1 << 20

// Instance is a mesh put into the world. Renderers keep what they make of a mesh for as long as it is there.
type Instance struct {
	Mesh            *mesh.Mesh
	WorldFromObject geom.Transform
	Material        *material.Material
	Object          uint16 // 0 for background, objects from 1
	Part            uint16 // 0 for none, parts from 1, counted through the whole picture
	// NoShadow promises that all else lies before it as seen from every lamp, as before a backdrop: it takes no part in shadow
	// maps.
	NoShadow bool
}

// Images is a drawn frame. All rows run from the top. Labels come from one single-sample pass through pixel centers.
type Images struct {
	Width, Height int
	RGB           []uint8   // len 3*W*H, sRGB
	Object        []uint16  // len W*H
	Part          []uint16  // len W*H
	ViewZ         []float32 // len W*H, meters along the camera's axis; 0 where nothing is hit
	Normal        []float32 // len 3*W*H, unit, world, towards the camera; 0 where nothing is hit
}

// Image is the color picture.
func (im *Images) Image() *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, im.Width, im.Height))
	for i := range im.Width * im.Height {
		copy(out.Pix[4*i:], im.RGB[3*i:3*i+3])
		out.Pix[4*i+3] = 255
	}
	return out
}

// Validate checks camera, lights, meshes and materials.
func (f *Frame) Validate() error {
	errs := []error{f.Camera.Validate(), f.Quality.validate(), f.View.validate()}
	if err := f.Realism.Validate(); err != nil {
		errs = append(errs, fmt.Errorf("frame: realism: %w", err))
	}
	if d := f.Realism.Distortion; !d.IsZero() && d != f.Camera.Distortion {
		errs = append(errs, fmt.Errorf("frame: realism.distortion is %v, but the camera's is %v", d, f.Camera.Distortion))
	}
	if f.Camera.Orthographic && f.Realism.Blurs() {
		errs = append(errs, errors.New("frame: realism has a lens or motion, which an orthographic camera does not show"))
	}
	if f.SPP < 0 || f.SPP > MaxSPP {
		errs = append(errs, fmt.Errorf("frame: SPP is %d, want 0 to %d", f.SPP, MaxSPP))
	}
	if l := f.Realism.Lens; l.ApertureMM > 0 && l.Focus > 0 && l.Focus <= f.Camera.Near {
		errs = append(errs, fmt.Errorf("frame: lens.focus_m is %g, want more than %g, where the camera begins to see", l.Focus,
			f.Camera.Near))
	}
	if f.LabelsOnly && f.ColorOnly {
		errs = append(errs, errors.New("frame: neither labels nor color are wanted"))
	}
	if f.Environment != nil {
		errs = append(errs, f.Environment.Validate())
	} else if f.Realism.Environment.File != "" && !f.LabelsOnly {
		errs = append(errs, errors.New("frame: realism.environment names a file, but the frame has no Environment"))
	}
	for i := range f.Lights {
		if err := f.Lights[i].Validate(); err != nil {
			errs = append(errs, fmt.Errorf("light %d: %w", i, err))
		}
	}
	for i := range f.Instances {
		in := &f.Instances[i]
		if in.Mesh == nil || in.Material == nil {
			errs = append(errs, fmt.Errorf("instance %d has no mesh or no material", i))
			continue
		}
		if err := errors.Join(in.Mesh.Validate(), in.Material.Validate()); err != nil {
			errs = append(errs, fmt.Errorf("instance %d: %w", i, err))
		}
	}
	return errors.Join(errs...)
}
