package main

import (
	"github.com/spf13/pflag"

	"mereo/engine/frame"
	"mereo/scenes/shoot"
)

// drawing are the flags that say how color pictures are made. Labels do not depend on them.
type drawing struct {
	quality frame.Quality
	spp     int
	view    frame.View
	given   func(flag string) bool
}

func (d *drawing) flags(f *pflag.FlagSet) {
	d.given = f.Changed
	f.TextVar(&d.quality, "quality", frame.Standard, "draft (fast), standard, or reference (path tracing, slow)")
	f.TextVar(&d.view, "view", frame.Plain, "how light becomes colors: plain (sRGB), filmic or agx")
	f.IntVar(&d.spp, "spp", 0, "paths of light through each pixel with --quality reference; 0 is 512")
}

// apply changes what a configuration says by the flags that were given.
func (d *drawing) apply(l *shoot.Look) {
	if d.given("quality") {
		l.Quality = d.quality
	}
	if d.given("spp") {
		l.SPP = d.spp
	}
	if d.given("view") {
		l.View = d.view
	}
}

// check finds wrong use; command is for the error.
func (d *drawing) check(command string) error {
	if d.spp < 0 || d.spp > frame.MaxSPP {
		return usagef("%s: --spp is %d, want 0 to %d", command, d.spp, frame.MaxSPP)
	}
	return nil
}
