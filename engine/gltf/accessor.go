package gltf

import (
	"encoding/binary"
	"fmt"
	"math"

	qm "github.com/qmuntal/gltf"

	"mereo/internal/bound"
)

// maxZeros bounds accessors that have no bytes of their own (all zero, or sparse on zeros): with nothing to measure
// against, a wrong count would claim all memory.
const maxZeros = 1 << 20

// accessorBytes is taken for each reading of an accessor beside its elements. It bounds how often a small one is read, which many nodes with
// many joints or morph targets may ask for.
const accessorBytes = 256

// floats returns the elements of an accessor of the wanted type, comps numbers each. Normalized integers become
// fractions (glTF 2.0 specification, section 3.6.2.2 "Accessor Data Types"); not-a-numbers are returned as they are.
func (r *reader) floats(index int, want qm.AccessorType) ([]float64, error) {
	if index < 0 || index >= len(r.doc.Accessors) {
		return nil, fmt.Errorf("accessor %d does not exist, there are %d", index, len(r.doc.Accessors))
	}
	a := r.doc.Accessors[index]
	wrap := func(err error) error { return fmt.Errorf("accessor %d: %w", index, err) }
	if a.Type != want {
		return nil, wrap(fmt.Errorf("type is %v, want %v", a.Type, want))
	}
	if err := r.memory.Take(1, accessorBytes); err != nil {
		return nil, wrap(err)
	}
	comps := want.Components()
	var out []float64
	if a.BufferView != nil {
		var err error
		if out, err = r.elements(*a.BufferView, a.ByteOffset, a.Count, comps, a.ComponentType); err != nil {
			return nil, wrap(err)
		}
	} else {
		if a.Count < 0 || a.Count > maxZeros {
			return nil, wrap(fmt.Errorf("has %d elements without a buffer view, at most %d are read", a.Count, maxZeros))
		}
		var err error
		if out, err = bound.Make[float64](r.memory, a.Count*comps); err != nil {
			return nil, wrap(err)
		}
	}
	if s := a.Sparse; s != nil {
		at, err := r.elements(s.Indices.BufferView, s.Indices.ByteOffset, s.Count, 1, s.Indices.ComponentType)
		if err != nil {
			return nil, wrap(fmt.Errorf("sparse indices: %w", err))
		}
		values, err := r.elements(s.Values.BufferView, s.Values.ByteOffset, s.Count, comps, a.ComponentType)
		if err != nil {
			return nil, wrap(fmt.Errorf("sparse values: %w", err))
		}
		for i, f := range at {
			if !(f >= 0 && f < float64(a.Count)) {
				return nil, wrap(fmt.Errorf("sparse index %d is %g, but there are %d elements", i, f, a.Count))
			}
			copy(out[int(f)*comps:], values[i*comps:(i+1)*comps])
		}
	}
	if a.Normalized {
		normalize(out, a.ComponentType)
	}
	return out, nil
}

// elements reads count elements of comps numbers each from a buffer view, after checking that all lie inside it.
func (r *reader) elements(view, offset, count, comps int, ct qm.ComponentType) ([]float64, error) {
	data, stride, err := r.view(view)
	if err != nil {
		return nil, err
	}
	width := ct.ByteSize()
	size := width * comps
	if stride == 0 {
		stride = size
	}
	if stride < size {
		return nil, fmt.Errorf("buffer view %d: byteStride is %d, want at least %d", view, stride, size)
	}
	// Bound count first, so that the product cannot overflow.
	if offset < 0 || count < 0 || offset > len(data) || count > len(data) ||
		(count > 0 && offset+(count-1)*stride+size > len(data)) {
		return nil, fmt.Errorf("%d elements from byte %d on are outside buffer view %d of %d bytes", count, offset, view, len(data))
	}
	out, err := bound.Make[float64](r.memory, count*comps)
	if err != nil {
		return nil, err
	}
	for i := range count {
		for c := range comps {
			out[i*comps+c] = number(data[offset+i*stride+c*width:], ct)
		}
	}
	return out, nil
}

func number(b []byte, ct qm.ComponentType) float64 {
	switch ct {
	case qm.ComponentByte:
		return float64(int8(b[0]))
	case qm.ComponentUbyte:
		return float64(b[0])
	case qm.ComponentShort:
		return float64(int16(binary.LittleEndian.Uint16(b)))
	case qm.ComponentUshort:
		return float64(binary.LittleEndian.Uint16(b))
	case qm.ComponentUint:
		return float64(binary.LittleEndian.Uint32(b))
	}
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

func normalize(v []float64, ct qm.ComponentType) {
	scale := map[qm.ComponentType]float64{
		qm.ComponentByte: math.MaxInt8, qm.ComponentUbyte: math.MaxUint8,
		qm.ComponentShort: math.MaxInt16, qm.ComponentUshort: math.MaxUint16,
	}[ct]
	if scale == 0 {
		return
	}
	for i := range v {
		v[i] = max(v[i]/scale, -1)
	}
}

// indices returns the vertex numbers of an index accessor, checked against the number of vertices.
func (r *reader) indices(index, vertices int) ([]uint32, error) {
	f, err := r.floats(index, qm.AccessorScalar)
	if err != nil {
		return nil, err
	}
	switch ct := r.doc.Accessors[index].ComponentType; ct {
	case qm.ComponentUbyte, qm.ComponentUshort, qm.ComponentUint:
	default:
		return nil, fmt.Errorf("accessor %d: component type is %v, want an unsigned integer", index, ct)
	}
	out, err := bound.Make[uint32](r.memory, len(f))
	if err != nil {
		return nil, err
	}
	for i, v := range f {
		if !(v < float64(vertices)) {
			return nil, fmt.Errorf("accessor %d: index %d names vertex %g, but there are %d", index, i, v, vertices)
		}
		out[i] = uint32(v)
	}
	return out, nil
}
