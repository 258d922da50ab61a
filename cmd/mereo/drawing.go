package main

import (
	"github.com/spf13/pflag"

	"mereo/engine/frame"
	"mereo/scenes/shoot"
	"mereo/scenes/vary"
)

// drawing are the flags that say how color pictures are made. Labels do not depend on them.
type drawing struct {
	quality frame.Quality
	spp     int
	view    frame.View
	look    vary.Style
	given   func(flag string) bool
}

func (d *drawing) flags(f *pflag.FlagSet) {
	d.given = f.Changed
	f.TextVar(&d.quality, "quality", frame.Standard, "draft (fast), standard, or reference (path tracing, slow)")
	f.TextVar(&d.view, "view", frame.Plain, "how light becomes colors: plain (sRGB), filmic or agx")
	f.IntVar(&d.spp, "spp", 0, "paths of light through each pixel with --quality reference; 0 is 512")
}

// styles is the flag of those who draw scenes of sets, which have floors, walls and lamps of their own.
func (d *drawing) styles(f *pflag.FlagSet) {
	f.TextVar(&d.look, "look", vary.Published, "light, floors and walls: published, daylight, or varied (drawn for each scene)")
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
	if d.given("look") {
		l.Style = d.look
	}
}

// check finds wrong use; command is for the error.
func (d *drawing) check(command string) error {
	if d.spp < 0 || d.spp > frame.MaxSPP {
		return usagef("%s: --spp is %d, want 0 to %d", command, d.spp, frame.MaxSPP)
	}
	return nil
}
