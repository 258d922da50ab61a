package models

import (
	"fmt"
	"slices"

	"mereo/gen/write/npz"
)

// Model is a network with its parameters.
type Model struct {
	Name string
	In   []int // shape of one element

	parameters
	body, head layer // head is nil where there is none of its own
	aliases    []alias
	constants  []npz.Array
}

// alias is a second name under which published files have a parameter.
type alias struct{ name, of string }

// Count is the number of trainable numbers.
func (m *Model) Count() int {
	n := 0
	for _, p := range m.list {
		n += len(p.Data)
	}
	return n
}

// forward is the output for a batch of inputs.
func (m *Model) forward(t *tape, x *value) *value {
	y := m.body(t, x)
	if m.head != nil {
		y = m.head(t, y)
	}
	return y
}

// State is everything that published files of weights hold: parameters, their second names, constants.
func (m *Model) State() []npz.Array {
	arrays := slices.Clone(m.constants)
	for _, p := range m.list {
		arrays = append(arrays, npz.Array{Key: p.Name, Shape: p.Shape, Data: p.Data})
	}
	for _, a := range m.aliases {
		p := m.named(a.of)
		arrays = append(arrays, npz.Array{Key: a.name, Shape: p.Shape, Data: p.Data})
	}
	return arrays
}

func (m *Model) named(name string) *Parameter {
	for _, p := range m.list {
		if p.Name == name {
			return p
		}
	}
	panic("models: no parameter " + name)
}

// Load sets the parameters from arrays such as State gives, second names and constants optional. It changes nothing when one
// is missing, unknown or of another shape.
func (m *Model) Load(arrays []npz.Array) error {
	state, given := map[string]npz.Array{}, map[string][]float32{}
	for _, s := range m.State() {
		state[s.Key] = s
	}
	for _, a := range arrays {
		want, ok := state[a.Key]
		if !ok {
			return fmt.Errorf("models: %s has no parameter %s", m.Name, a.Key)
		}
		if !slices.Equal(a.Shape, want.Shape) {
			return fmt.Errorf("models: %s: %s has shape %v, want %v", m.Name, a.Key, a.Shape, want.Shape)
		}
		data, ok := a.Data.([]float32)
		if !ok {
			return fmt.Errorf("models: %s: %s is of type %T, want []float32", m.Name, a.Key, a.Data)
		}
		given[a.Key] = data
	}
	for _, p := range m.list {
		if given[p.Name] == nil {
			return fmt.Errorf("models: %s: parameter %s is missing", m.Name, p.Name)
		}
	}
	for _, p := range m.list {
		copy(p.Data, given[p.Name])
	}
	return nil
}
