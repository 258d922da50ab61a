package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"mereo/engine/frame"
	"mereo/gen/build"
	"mereo/gen/serve"
	"mereo/gen/show"
	"mereo/scenes/shoot"
)

// sceneDrawer draws scenes of clients and samples with changes on devices that are opened when the first picture is wanted.
type sceneDrawer struct {
	mu      sync.Mutex
	studios map[string]*shoot.Studio // by GPU
}

func (d *sceneDrawer) device(gpu string) (*shoot.Studio, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.studios[gpu]; s != nil {
		return s, nil
	}
	s, err := shoot.Open(gpu)
	if err != nil {
		return nil, fmt.Errorf(`%w; "mereo doctor" says what is missing, and passes without rgb need no device`, err)
	}
	if d.studios == nil {
		d.studios = map[string]*shoot.Studio{}
	}
	d.studios[gpu] = s
	return s, nil
}

func (d *sceneDrawer) close() {
	for _, s := range d.studios {
		s.Close()
	}
}

// draw is serve.Server.Draw.
func (d *sceneDrawer) draw(gpu string, v show.View) ([]uint8, error) {
	studio, err := d.device(gpu)
	if err != nil {
		return nil, err
	}
	v.Options.ColorOnly = true
	im, err := studio.Shoot(v.Scene, v.Options)
	if err != nil {
		return nil, err
	}
	return im.RGB, nil
}

// open is serve.Server.Scene.
func (d *sceneDrawer) open(ctx context.Context, document json.RawMessage) (serve.Scene, error) {
	s, err := build.Open(ctx, document)
	if err != nil {
		return nil, err
	}
	return &builtScene{Scene: s, drawer: d}, nil
}

// builtScene is a scene of a client and the last film of it.
type builtScene struct {
	*build.Scene
	drawer *sceneDrawer
	film   *build.Film
}

func (b *builtScene) Simulate(ctx context.Context, seconds, fps float64) (*serve.Film, error) {
	f, err := b.Scene.Simulate(ctx, seconds, fps)
	if err != nil {
		return nil, err
	}
	b.film = f
	return &serve.Film{Times: f.Times, Poses: f.Poses, Contacts: f.Contacts}, nil
}

// Render takes labels from the draw that makes the color, or without color from the processor.
func (b *builtScene) Render(ctx context.Context, q *serve.Picture) ([]uint8, *show.Labels, error) {
	quality := frame.Standard
	if q.Quality != "" {
		if err := quality.UnmarshalText([]byte(q.Quality)); err != nil {
			return nil, nil, fmt.Errorf("scene: quality: %w", err)
		}
	}
	var film *build.Film
	at := 0
	if q.Frame != nil {
		if film, at = b.film, *q.Frame; film == nil {
			return nil, nil, fmt.Errorf("scene: frame is %d, and there is no film: simulate first", at)
		}
	}
	still, err := b.Still(film, at)
	if err != nil {
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if !q.Color {
		l, err := build.Labels(still)
		if err != nil {
			return nil, nil, err
		}
		return nil, &show.Labels{Width: l.Width, Height: l.Height, Object: l.Object, Part: l.Part, ViewZ: l.ViewZ, Normal: l.Normal}, nil
	}
	studio, err := b.drawer.device("")
	if err != nil {
		return nil, nil, err
	}
	// What only mirrors shows is a soft studio where there is no light of one's own.
	im, err := studio.Shoot(still, shoot.Options{
		Quality: quality, Seed: b.Seed(), ColorOnly: !q.Labels, Realism: frame.Realism{Studio: b.Studio()}, Stop: ctx.Done(),
	})
	if err != nil {
		return nil, nil, err
	}
	return im.RGB, &show.Labels{
		Width: im.Width, Height: im.Height, Object: im.Object, Part: im.Part, ViewZ: im.ViewZ, Normal: im.Normal,
	}, nil
}
