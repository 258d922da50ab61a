package models

import (
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// Parameter is a tensor that training changes, under its published name.
type Parameter struct {
	Name  string
	Shape []int // empty for a scalar
	Data  []float32

	start start
	index int // in the model's list
}

// start is the distribution of a parameter's first values: normal with a standard deviation of spread, or uniform in
// [-spread, spread).
type start struct {
	normal bool
	spread float64
}

var startAtZero = start{}

// parameters are those of a model, in the order in which its layers were made.
type parameters struct{ list []*Parameter }

func (p *parameters) add(name string, start start, shape ...int) *Parameter {
	n := &Parameter{Name: name, Shape: shape, Data: make([]float32, size(shape)), start: start, index: len(p.list)}
	p.list = append(p.list, n)
	return n
}

// draw sets the first values. Each parameter has a stream of its own, by the model's name and its own.
func (p *parameters) draw(seed uint64, model string) {
	for _, parameter := range p.list {
		stream := rng.At(rng.Key{Seed: seed, Set: "syndacate", Split: model}, "weights "+parameter.Name)
		for i := range parameter.Data {
			if parameter.start.normal {
				parameter.Data[i] = float32(parameter.start.spread * normal(stream))
			} else {
				parameter.Data[i] = float32(stream.Uniform(-parameter.start.spread, parameter.start.spread))
			}
		}
	}
}

// normal has mean 0 and variance 1. Box and Muller 1958, "A Note on the Generation of Random Normal Deviates".
func normal(s *rng.Stream) float64 {
	radius := math.Sqrt(-2 * math.Log(1-s.Float64()))
	return radius * geom.Cos(2*math.Pi*s.Float64())
}

// size is the number of elements of a shape.
func size(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// must is a promise between the parts of this package.
func must(ok bool, format string, args ...any) {
	if !ok {
		panic("models: " + fmt.Sprintf(format, args...))
	}
}
