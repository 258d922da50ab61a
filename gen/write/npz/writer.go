package npz

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"

	"mereo/gen/write"
)

// deflateLevel is chosen by BenchmarkWriter. Changing it changes every file.
const deflateLevel = 5

// pieceBytes is how much of an array is converted at once.
const pieceBytes = 1 << 16

// Member says what was written of an array.
type Member struct {
	Key    string `json:"key"`
	Dtype  string `json:"dtype"` // numpy's name
	Shape  []int  `json:"shape"`
	SHA256 string `json:"sha256"` // lower-case hex, of the elements' bytes without the header
}

// Write writes arrays to root/path, complete or not at all.
func Write(root, path string, arrays []Array) (write.File, error) {
	return write.Stream(root, path, func(w io.Writer) error { return Encode(w, arrays) })
}

// Encode writes arrays as Write does.
func Encode(w io.Writer, arrays []Array) error {
	z := NewWriter(w)
	for _, a := range arrays {
		if err := z.Begin(a.Key, a.Data, a.Shape); err != nil {
			return err
		}
		if err := z.Append(a.Data); err != nil {
			return err
		}
	}
	return z.Close()
}

// Writer writes one file, an array after the other. It is not for several goroutines at once.
type Writer struct {
	zip     *zip.Writer
	members []Member

	// Of the array that was begun last; elements is nil when there is none.
	elements io.Writer
	sum      hash.Hash
	left     int // elements that are still to come
	piece    []byte
}

// NewWriter begins a file. Close completes it and leaves w open.
func NewWriter(w io.Writer) *Writer {
	z := &Writer{zip: zip.NewWriter(w), sum: sha256.New(), piece: make([]byte, 0, pieceBytes)}
	var deflater *flate.Writer
	z.zip.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		if deflater != nil { // members come one after the other
			deflater.Reset(w)
			return deflater, nil
		}
		var err error
		deflater, err = flate.NewWriter(w, deflateLevel)
		return deflater, err
	})
	return z
}

// Begin begins an array, after the one before got all its elements. sample is a slice of the type of the elements, of any
// length or nil.
func (w *Writer) Begin(key string, sample any, shape []int) error {
	if err := w.end(); err != nil {
		return err
	}
	dtype, _, ok := dtypeOf(sample)
	if !ok {
		return fmt.Errorf("npz: %s: elements are %T, want one of %s", key, sample, strings.Join(dtypes, ", "))
	}
	n, ok := elements(shape, width(dtype))
	if !ok {
		return fmt.Errorf("npz: %s: shape is %s, want lengths from 0 with a product below 2^62 bytes", key, write.Tuple(shape))
	}
	if key == "" || slices.ContainsFunc(w.members, func(m Member) bool { return m.Key == key }) {
		return fmt.Errorf("npz: key %q: want one that is not empty and not there yet", key)
	}
	elements, err := w.zip.CreateHeader(&zip.FileHeader{Name: key + extension, Method: zip.Deflate})
	if err != nil {
		return fmt.Errorf("npz: %s: %w", key, err)
	}
	if _, err := elements.Write(write.NPYHeader(dtype, shape)); err != nil {
		return fmt.Errorf("npz: %s: %w", key, err)
	}
	w.elements, w.left = elements, n
	w.members = append(w.members, Member{Key: key, Dtype: dtype, Shape: append([]int{}, shape...)})
	return nil
}

// Append adds elements, of the type that the array was begun with, to what was appended before.
func (w *Writer) Append(data any) error {
	if w.elements == nil {
		return errors.New("npz: elements before an array was begun")
	}
	m := w.members[len(w.members)-1]
	dtype, n, _ := dtypeOf(data)
	if dtype != m.Dtype {
		return fmt.Errorf("npz: %s: elements are %T, want %s", m.Key, data, m.Dtype)
	}
	if n > w.left {
		return fmt.Errorf("npz: %s: %d elements more than shape %s has", m.Key, n-w.left, write.Tuple(m.Shape))
	}
	w.left -= n
	step := pieceBytes / width(dtype)
	for i := 0; i < n; i += step {
		piece, ok := data.([]uint8)
		if ok {
			piece = piece[i:min(i+step, n)]
		} else {
			var err error
			if piece, err = binary.Append(w.piece[:0], binary.LittleEndian, part(data, i, min(i+step, n))); err != nil {
				return fmt.Errorf("npz: %s: %w", m.Key, err)
			}
		}
		w.sum.Write(piece)
		if _, err := w.elements.Write(piece); err != nil {
			return fmt.Errorf("npz: %s: %w", m.Key, err)
		}
	}
	return nil
}

// end completes the array that was begun last.
func (w *Writer) end() error {
	if w.elements == nil {
		return nil
	}
	m := &w.members[len(w.members)-1]
	if w.left > 0 {
		return fmt.Errorf("npz: %s: %d elements are missing from shape %s", m.Key, w.left, write.Tuple(m.Shape))
	}
	m.SHA256 = hex.EncodeToString(w.sum.Sum(nil))
	w.sum.Reset()
	w.elements = nil
	return nil
}

// Close completes the file.
func (w *Writer) Close() error {
	if err := w.end(); err != nil {
		return err
	}
	if err := w.zip.Close(); err != nil {
		return fmt.Errorf("npz: %w", err)
	}
	return nil
}

// Members are the arrays of a file that was closed, in order.
func (w *Writer) Members() []Member { return w.members }
