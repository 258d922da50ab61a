// Package engine is the renderer: it draws a frame.Frame with OpenGL and returns frame.Images.
package engine

import "errors"

// Options choose the device.
type Options struct {
	// GPU is a device index or UUID as Devices lists them, "software" for the software rasterizer, or "" for the first
	// hardware device and the software rasterizer where there is none.
	GPU string
	// batchPixels is how many pixels are drawn in one submission, unless one frame has more; 0 for what suits the device.
	batchPixels int
	// compute makes the software rasterizer find light by compute shaders, as GPUs do.
	compute bool
}

// Info names what draws.
type Info struct {
	Vendor, Renderer, Version string // GL_VENDOR, GL_RENDERER, GL_VERSION
	Software                  bool   // a software rasterizer
}

// Device is something that a Renderer can be opened on.
type Device struct {
	Index    int
	Name     string
	UUID     string // empty where the driver does not tell
	Software bool
}

// ErrNoGL is wrapped by New when no OpenGL context can be had on this machine.
var ErrNoGL = errors.New("no OpenGL context can be had")
