package syndacate

import (
	"context"
	"slices"

	"mereo/gen/write/npz"
	"mereo/internal/ordered"
)

// The keys of films with collisions.
const (
	keyMass        = "mass"
	keyInertia     = "inertia"
	keyMassOffsets = "mass_offsets"
	keyImpulses    = "impulses"
	keyJoints      = "joints"
	keyRemoved     = "removed"
)

// collideSource makes films of bodies. Film i draws from a stream of its own.
type collideSource struct{ options FilmOptions }

func newCollideSource(o FilmOptions) *collideSource { return &collideSource{o} }

func (s *collideSource) about() sidecarSource {
	about := aboutFilms(s.options)
	about.Notes = append(about.Notes, "trajectories repeat on one kind of processor")
	return about
}

// elements makes films on all processors.
func (s *collideSource) elements(ctx context.Context, first, n int, pictures bool) ([]npz.Array, error) {
	arrays := newCollideArrays(s.options, n, pictures)
	err := ordered.Do(ctx, n, func(i int) (struct{}, error) {
		start, err := drawCollision(s.options, first+i)
		if err == nil {
			arrays.put(i, collide(s.options, start))
		}
		return struct{}{}, err
	}, func(int, struct{}) error { return nil })
	if err != nil {
		return nil, err
	}
	return arrays.list(), nil
}

// collideArrays are the arrays of some films of bodies. Rows of different films may be written at once.
type collideArrays struct {
	*filmArrays
	mass, inertia, offsets, impulses []float32
	joints, removed                  []int32
}

func newCollideArrays(o FilmOptions, n int, pictures bool) *collideArrays {
	rows := o.config().objectRows()
	return &collideArrays{filmArrays: newFilmArrays(o, n, pictures),
		mass: make([]float32, n*rows), inertia: make([]float32, n*rows),
		offsets: make([]float32, n*rows*2), impulses: make([]float32, n*filmEvents),
		joints: slices.Repeat([]int32{-1}, n*(o.Objects/2)*2), removed: slices.Repeat([]int32{-1}, n)}
}

// list are the arrays in the order of files.
func (a *collideArrays) list() []npz.Array {
	rows := a.config.objectRows()
	out := append(a.filmArrays.list(),
		npz.Array{Key: keyMass, Shape: []int{a.n, rows}, Data: a.mass},
		npz.Array{Key: keyInertia, Shape: []int{a.n, rows}, Data: a.inertia},
		npz.Array{Key: keyMassOffsets, Shape: []int{a.n, rows, 2}, Data: a.offsets},
		npz.Array{Key: keyImpulses, Shape: []int{a.n, filmEvents}, Data: a.impulses})
	if a.options.Variant == jointVariant {
		out = append(out, npz.Array{Key: keyJoints, Shape: []int{a.n, a.options.Objects / 2, 2}, Data: a.joints})
	}
	if a.options.Removed {
		out = append(out, npz.Array{Key: keyRemoved, Shape: []int{a.n}, Data: a.removed})
	}
	return out
}

// put writes the rows of a film, and its pictures.
func (a *collideArrays) put(i int, t *collideTrack) {
	a.filmArrays.put(i, &t.filmTrack)
	rows := a.config.objectRows()
	for j, b := range t.bodies {
		if b == nil {
			continue
		}
		row := i*rows + t.objectSlots[j]
		a.mass[row], a.inertia[row] = float32(b.mass), float32(b.inertia)
		x, y := b.massOffset()
		a.offsets[2*row], a.offsets[2*row+1] = float32(x), float32(y)
		if j%2 == 1 && t.bodies[j-1] != nil {
			x, y := t.objectSlots[j-1], t.objectSlots[j]
			copy(a.joints[(i*(a.options.Objects/2)+j/2)*2:], []int32{int32(min(x, y)), int32(max(x, y))})
		}
	}
	for k, e := range t.events[:min(len(t.events), filmEvents)] {
		a.impulses[i*filmEvents+k] = float32(e.impulse)
	}
	if t.removed >= 0 {
		a.removed[i] = int32(t.objectSlots[t.removed])
	}
}
