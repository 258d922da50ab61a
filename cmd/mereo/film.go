package main

import (
	"context"
	"fmt"
	"strings"

	"mereo/gen/write"
	"mereo/physics/scenario"
	"mereo/scenes/bodies"
	"mereo/scenes/shoot"
)

// film draws scenarios as time goes by.
type film struct {
	dir           string
	width, height int
	subFrames     int
	studio        *shoot.Studio
	taken         map[string]bool // first parts of names of pictures
}

func openFilm(dir, gpu string, width, height, subFrames int) (*film, error) {
	studio, err := shoot.Open(gpu)
	if err != nil {
		return nil, fmt.Errorf(`%w; "mereo doctor" says what is missing`, err)
	}
	return &film{dir, width, height, subFrames, studio, map[string]bool{}}, nil
}

func (f *film) close() { f.studio.Close() }

// draw writes the pictures and returns how many.
func (f *film) draw(ctx context.Context, c console, s *scenario.Scenario, moments []bodies.Places) (int, error) {
	stem := fileName(s.Name)
	if f.taken[stem] {
		return 0, fmt.Errorf("simulate: scenario %s: pictures called %s-0001.png are those of another scenario", s.Name, stem)
	}
	f.taken[stem] = true
	scene, moving := bodies.Scene(s, moments, f.width, f.height)
	p := newProgress(c, "pictures")
	defer p.end()
	for n, places := range moments {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		for i, body := range moving {
			scene.Objects[i].WorldFromObject = places[body]
		}
		im, err := f.studio.Shoot(scene, shoot.Options{SubFrames: f.subFrames})
		if err != nil {
			return n, err
		}
		name := fmt.Sprintf("%s-%04d.png", stem, n+1)
		if _, err := write.RGB(f.dir, name, im.Width, im.Height, im.RGB); err != nil {
			return n, err
		}
		p.update(n+1, len(moments))
	}
	return len(moments), nil
}

// fileName keeps what every file system takes.
func fileName(s string) string {
	const kept = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
	out := []rune(s)
	for i, r := range out {
		if !strings.ContainsRune(kept, r) || r == '.' && i == 0 {
			out[i] = '_'
		}
	}
	return string(out)
}
