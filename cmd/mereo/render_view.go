package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/studio"
)

// renderView says from where a picture is taken.
type renderView struct {
	size   [2]int        // pixels; zeros for those of the file
	number int           // of the file's camera; -1 for the file's view
	orbit  *studio.Orbit // before number
}

// views are those that the flags ask for, in order.
func (r *render) views() ([]renderView, error) {
	v := renderView{number: -1}
	if r.size != "" {
		w, h, ok := strings.Cut(r.size, "x")
		var errs [2]error
		v.size[0], errs[0] = strconv.Atoi(w)
		v.size[1], errs[1] = strconv.Atoi(h)
		if !ok || errs[0] != nil || errs[1] != nil || min(v.size[0], v.size[1]) < 1 || max(v.size[0], v.size[1]) > 16384 {
			return nil, usagef("render: --size is %q, want width and height in pixels, 1 to 16384, such as 640x480", r.size)
		}
	}
	if at, ok := strings.CutPrefix(r.camera, "orbit:"); ok {
		orbit, err := readOrbit(at)
		if err != nil {
			return nil, usagef("render: --camera is %q, want orbit:AZIMUTH,ELEVATION or orbit:AZIMUTH,ELEVATION,DISTANCE: %v", r.camera, err)
		}
		v.orbit = &orbit
	} else if r.camera != "" {
		n, err := strconv.Atoi(r.camera)
		if err != nil || n < 0 {
			return nil, usagef("render: --camera is %q, want the number of a camera of the file, from 0, or orbit:AZIMUTH,ELEVATION", r.camera)
		}
		v.number = n
	}
	if r.turntable == 0 {
		return []renderView{v}, nil
	}
	if v.number >= 0 {
		return nil, usagef("render: --turntable goes around the scene: give --camera an orbit, or leave it out")
	}
	from := studio.Overview
	if v.orbit != nil {
		from = *v.orbit
	}
	var out []renderView
	for k := range r.turntable {
		orbit := from
		orbit.Azimuth += 2 * math.Pi * float64(k) / float64(r.turntable)
		out = append(out, renderView{v.size, -1, &orbit})
	}
	return out, nil
}

// readOrbit reads degrees and meters.
func readOrbit(text string) (studio.Orbit, error) {
	words := strings.Split(text, ",")
	if len(words) != 2 && len(words) != 3 {
		return studio.Orbit{}, fmt.Errorf("got %d numbers", len(words))
	}
	var n [3]float64
	for i, w := range words {
		v, err := strconv.ParseFloat(strings.TrimSpace(w), 64)
		if err != nil || math.IsNaN(v-v) {
			return studio.Orbit{}, fmt.Errorf("%q is no number", w)
		}
		n[i] = v
	}
	switch {
	case math.Abs(n[1]) > 90:
		return studio.Orbit{}, fmt.Errorf("elevation is %g degrees, want -90 to 90", n[1])
	case len(words) == 3 && !(n[2] > 0):
		return studio.Orbit{}, fmt.Errorf("distance is %g m, want more than 0", n[2])
	}
	return studio.Orbit{Azimuth: n[0] * math.Pi / 180, Elevation: n[1] * math.Pi / 180, Distance: n[2]}, nil
}

// of is the camera of a frame of a file that has some.
func (v renderView) of(f *frame.Frame, cameras []camera.Pinhole) (camera.Pinhole, error) {
	c := f.Camera
	size := v.size
	if size[0] == 0 {
		size = [2]int{c.Width, c.Height}
	}
	if v.orbit != nil {
		center, radius := studio.Sphere(f)
		return studio.Camera(center, radius, *v.orbit, size[0], size[1]), nil
	}
	if v.number >= 0 {
		if v.number >= len(cameras) {
			return c, fmt.Errorf("has %d cameras, counted from 0, and no camera %d", len(cameras), v.number)
		}
		c = cameras[v.number]
	}
	if v.size[0] != 0 {
		c.FocalPx *= float64(size[1]) / float64(c.Height)
		c.Width, c.Height, c.CenterX, c.CenterY = size[0], size[1], float64(size[0])/2, float64(size[1])/2
	}
	return c, nil
}
