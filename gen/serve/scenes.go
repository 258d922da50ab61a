package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mereo/gen/show"
	"mereo/gen/stream"
)

// Scene is a scene that a client described. Its methods are called one after the other.
type Scene interface {
	// Names are those of the things.
	Names() []string
	// Simulate makes a film of so many seconds, which Render draws from then on.
	Simulate(ctx context.Context, seconds, fps float64) (*Film, error)
	// Render draws a frame of the film, or with nil the scene as it begins. rgb is nil where color is not wanted.
	Render(ctx context.Context, q *Picture) (rgb []uint8, labels *show.Labels, err error)
}

// Film is what became of a scene's things. Arrays are in C order.
type Film struct {
	Times    []float64 // of the frames, seconds
	Poses    []float64 // (frames, things, 7)
	Contacts []float64 // (contacts, 12)
}

// Picture is a picture that a client wants.
type Picture struct {
	Frame   *int   `json:"frame"`
	Quality string `json:"quality"` // draft, standard, reference; if empty, standard
	Color   bool   `json:"-"`
	Labels  bool   `json:"-"`
}

// building is a scene that is open. A client's requests about it are done in their order.
type building struct {
	line
	Scene
	ctx context.Context
}

// scene opens a scene.
func (c *conn) scene(head json.RawMessage) answer {
	var q struct {
		request
		Scene json.RawMessage `json:"scene"`
	}
	if err := parse(head, &q); err != nil {
		return failed(err)
	}
	if c.Scene == nil {
		return failed(errors.New("serve: this server builds no scenes"))
	}
	if q.Scene == nil {
		return failed(errors.New("serve: scene is missing, want what the scene has"))
	}
	s, err := c.Scene(c.ctx, q.Scene)
	if err != nil {
		return failed(err)
	}
	names := s.Names()
	h, err := c.keep(&building{Scene: s, ctx: c.ctx})
	if err != nil {
		return failed(err)
	}
	return answer{Result: map[string]any{"handle": h, "names": names}}
}

func (b *building) close() {}

func (b *building) do(what string, head json.RawMessage) answer {
	switch what {
	case "simulate":
		return b.simulate(head)
	case "render":
		return b.render(head)
	}
	return failed(fmt.Errorf("serve: %q is no request about a scene, want simulate, render or close", what))
}

func (b *building) simulate(head json.RawMessage) answer {
	var q struct {
		request
		Seconds float64 `json:"seconds"`
		FPS     float64 `json:"fps"`
	}
	if err := parse(head, &q); err != nil {
		return failed(err)
	}
	f, err := b.Simulate(b.ctx, q.Seconds, q.FPS)
	if err != nil {
		return failed(err)
	}
	frames := len(f.Times)
	arrays := []stream.Array{
		{Name: "times", Type: "<f8", Shape: []int{frames}},
		{Name: "poses", Type: "<f8", Shape: []int{frames, len(b.Names()), 7}},
		{Name: "contacts", Type: "<f8", Shape: []int{len(f.Contacts) / 12, 12}},
	}
	stream.Lay(arrays)
	body := [][]byte{stream.Bytes(f.Times), stream.Bytes(f.Poses), stream.Bytes(f.Contacts)}
	return answer{Result: told{Arrays: arrays}, body: padded(arrays, body)}
}

// passes are the arrays that pictures of scenes have.
var passes = []string{stream.RGB, stream.Depth, stream.IDs, stream.Parts, stream.Normals}

func (b *building) render(head json.RawMessage) answer {
	var q struct {
		request
		Picture
		Passes []string `json:"passes"`
	}
	if err := parse(head, &q); err != nil {
		return failed(err)
	}
	for i, name := range q.Passes {
		if !slices.Contains(passes, name) {
			return failed(fmt.Errorf("scene: passes[%d] is %q, want %s", i, name, strings.Join(passes, ", ")))
		}
		q.Color, q.Labels = q.Color || name == stream.RGB, q.Labels || name != stream.RGB
	}
	if len(q.Passes) == 0 {
		return failed(fmt.Errorf("scene: passes is empty, want some of %s", strings.Join(passes, ", ")))
	}
	rgb, labels, err := b.Render(b.ctx, &q.Picture)
	if err != nil {
		return failed(err)
	}
	arrays, data := stream.ArraysOf(0, labels.Width, labels.Height, rgb, labels, q.Passes)
	stream.Lay(arrays)
	return answer{Result: told{Arrays: arrays}, body: padded(arrays, data)}
}
