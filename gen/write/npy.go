package write

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/internal/folder"
)

// NPY writes an array in numpy's format 1.0 (numpy.lib.format), little-endian and in C order. The product of shape is
// len(data).
func NPY[T float32 | uint16](root, path string, shape []int, data []T) (File, error) {
	return encoded(root, path, func() []byte { return EncodeNPY(shape, data) })
}

// EncodeNPY returns the file that NPY writes.
func EncodeNPY[T float32 | uint16](shape []int, data []T) []byte {
	mustLen("NPY", len(data), product(shape))
	header := NPYHeader(descr[T](), shape)
	out, err := binary.Append(append(make([]byte, 0, len(header)+4*len(data)), header...), binary.LittleEndian, data)
	if err != nil {
		panic("write: " + err.Error()) // they are numbers
	}
	return out
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// NPYHeader is what precedes the elements of an array in C order in numpy's format 1.0. descr is numpy's name of their type,
// such as "<f4" or "|u1". No lengths make a scalar.
func NPYHeader(descr string, shape []int) []byte {
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, Tuple(shape))
	const before = 10 // magic, version, length
	dict += strings.Repeat(" ", 63-(before+len(dict))%64) + "\n"
	out := append(make([]byte, 0, before+len(dict)), "\x93NUMPY\x01\x00"...)
	return append(binary.LittleEndian.AppendUint16(out, uint16(len(dict))), dict...)
}

// Tuple is a shape as numpy prints it.
func Tuple(shape []int) string {
	dims := make([]string, len(shape))
	for i, d := range shape {
		dims[i] = strconv.Itoa(d)
	}
	if len(shape) == 1 {
		return "(" + dims[0] + ",)"
	}
	return "(" + strings.Join(dims, ", ") + ")"
}

// descr is numpy's name of an element type.
func descr[T float32 | uint16]() string {
	var zero T
	if _, ok := any(zero).(float32); ok {
		return "<f4"
	}
	return "<u2"
}

// ReadNPY reads a file of the kind that NPY writes, with the same element type, of that shape.
func ReadNPY[T float32 | uint16](root, path string, shape ...int) (data []T, err error) {
	raw, err := folder.Read(root, path, atMost(4*product(shape)))
	if err != nil {
		return nil, fmt.Errorf("write: %w", err)
	}
	data, err = decodeNPY[T](raw, shape)
	if err != nil {
		return nil, fmt.Errorf("write: %s: %w", path, err)
	}
	return data, nil
}

// ReadAnyNPY is ReadNPY of any shape.
func ReadAnyNPY[T float32 | uint16](root, path string) (shape []int, data []T, err error) {
	raw, err := folder.Read(root, path, folder.Image)
	if err != nil {
		return nil, nil, fmt.Errorf("write: %w", err)
	}
	shape, body, err := npyHeader[T](raw)
	left := len(body)
	for _, d := range shape {
		if d < 1 || d > left {
			err = cmp.Or(err, fmt.Errorf("%w: %v in %d bytes", ErrSize, shape, len(raw)))
			break
		}
		left /= d
	}
	if err == nil {
		data, err = decodeNPY[T](raw, shape)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("write: %s: %w", path, err)
	}
	return shape, data, nil
}

func decodeNPY[T float32 | uint16](raw []byte, want []int) (data []T, err error) {
	shape, body, err := npyHeader[T](raw)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(shape, want) {
		return nil, fmt.Errorf("%w: %v, want %v", ErrSize, shape, want)
	}
	data = make([]T, product(shape))
	if size := binary.Size(data); len(body) != size {
		return nil, fmt.Errorf("%d bytes of data, want %d for shape %v", len(body), size, shape)
	}
	_, err = binary.Decode(body, binary.LittleEndian, data)
	return data, err
}

// npyHeader is the shape of an array and what follows the header.
func npyHeader[T float32 | uint16](raw []byte) (shape []int, body []byte, err error) {
	h, err := ReadNPYHead(bytes.NewReader(raw))
	if err == nil && h.Dtype != descr[T]() {
		err = fmt.Errorf("elements are %s, want %s", h.Dtype, descr[T]())
	}
	return h.Shape, raw[h.Size:], err
}
