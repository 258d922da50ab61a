package world

import (
	"context"
	"sync"

	"mereo/engine/frame"
	"mereo/engine/material"
)

// linearOf is the light of a level of a color picture.
var linearOf = sync.OnceValue(func() (out [256]float64) {
	for i := range out {
		out[i] = material.DecodeSRGB(float64(i) / 255)
	}
	return out
})

// usualSPP is the renderer's number of paths through a pixel.
const usualSPP = 512

// expose draws a blurred color picture: the mean of the light of its moments, which share its sub-frames or paths.
func (m *maker[P]) expose(ctx context.Context, t *Take[P], shot int) ([]uint8, error) {
	s := &t.Shots[shot]
	var sum []float64
	for k, e := range s.Blur {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		scene, o := t.scene(e.State, m.environment)
		scene.Camera = e.Pinhole
		o.ColorOnly, o.Stop = true, ctx.Done()
		if o.Quality == frame.Reference && o.SPP == 0 {
			o.SPP = usualSPP
		}
		o.SubFrames, o.TracedSubFrames, o.SPP = share(o.SubFrames, s.Blur), share(o.TracedSubFrames, s.Blur), share(o.SPP, s.Blur)
		o.Seed += uint64(k) // other jitter
		images, err := m.painter.ShootFrom(scene, o, e.Pinhole.WorldFromCamera)
		if err != nil {
			return nil, err
		}
		if sum == nil {
			sum = make([]float64, len(images[0].RGB))
		}
		for i, level := range images[0].RGB {
			sum[i] += linearOf()[level]
		}
	}
	out := make([]uint8, len(sum))
	for i, light := range sum {
		out[i] = uint8(255*material.EncodeSRGB(light/float64(len(s.Blur))) + 0.5)
	}
	return out, nil
}

// share is what each moment gets of a number, at least 1; 0 stands for the usual number.
func share(n int, of []Exposure) int {
	if n == 0 {
		return 0
	}
	return max(1, n/len(of))
}
