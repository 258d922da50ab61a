// Package npz writes and reads numpy's .npz files: ZIP archives with one member KEY.npy for each array, deflated. An array
// passes in pieces of whole elements, so that one of many gigabytes takes no memory.
//
// The bytes of a file depend on nothing but the arrays: the archive has no times, and the deflater gives the same bytes on
// every machine and however an array is cut into pieces. numpy.load reads what is written, and what numpy.savez and
// numpy.savez_compressed write is read, but for Fortran order and for types that are not in the table of Array.
//
// The format of a member is that of numpy.lib.format: version 1.0 is written, 1.0 to 3.0 are read.
package npz

import (
	"math/bits"
	"reflect"
	"slices"
)

// Array is an array in C order: the last index runs fastest. The type of Data says that of the elements:
//
//	[]uint8    |u1
//	[]int32    <i4
//	[]int64    <i8
//	[]float32  <f4
//	[]float64  <f8
type Array struct {
	Key   string
	Shape []int // empty for a scalar, which has one element
	Data  any
}

// types are the slices of elements that can be written and read, and numpy's names for what is in them.
var types = []reflect.Type{
	reflect.TypeFor[[]uint8](), reflect.TypeFor[[]int32](), reflect.TypeFor[[]int64](), reflect.TypeFor[[]float32](), reflect.TypeFor[[]float64](),
}

var dtypes = []string{"|u1", "<i4", "<i8", "<f4", "<f8"}

// Dtype is numpy's name of the elements of a slice, "" for a type that Array has not.
func Dtype(data any) string {
	dtype, _, _ := dtypeOf(data)
	return dtype
}

// dtypeOf returns numpy's name of the elements of data, a slice, and how many there are. ok is false for other types.
func dtypeOf(data any) (dtype string, n int, ok bool) {
	if i := slices.Index(types, reflect.TypeOf(data)); i >= 0 {
		return dtypes[i], reflect.ValueOf(data).Len(), true
	}
	return "", 0, false
}

// makeSlice returns n zero elements of a type in the table.
func makeSlice(dtype string, n int) any {
	return reflect.MakeSlice(types[slices.Index(dtypes, dtype)], n, n).Interface()
}

// part is data[from:to].
func part(data any, from, to int) any { return reflect.ValueOf(data).Slice(from, to).Interface() }

// width is the size of an element in bytes: the digit that ends the type's name.
func width(dtype string) int { return int(dtype[2] - '0') }

// elements is the product of the lengths. ok is false when one is negative or the bytes are too many to be counted.
func elements(shape []int, width int) (n int, ok bool) {
	product := uint64(width)
	for _, d := range shape {
		high, low := bits.Mul64(product, uint64(d))
		if d < 0 || high != 0 {
			return 0, false
		}
		product = low
	}
	if product > 1<<62 {
		return 0, false
	}
	return int(product / uint64(width)), true
}
