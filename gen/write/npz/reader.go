package npz

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// extension ends the names of members that are arrays.
const extension = ".npy"

// maxRatio is what deflate can save at most: a match of 258 bytes in two bits. It keeps a small file with a wrong length
// from asking for all memory.
const maxRatio = 1032

// Limits of what is held in memory of a file that may come from a stranger.
const (
	// MaxWhole is how many bytes of an array are read whole in any case; more are where the archive has at least one of maxWhole of them.
	MaxWhole = 256 << 20
	maxWhole = 64
	// maxNamed is how many keys an error names.
	maxNamed = 12
)

// Reader reads one file. Several goroutines may use it at once.
type Reader struct {
	path  string
	file  *os.File
	keys  []string
	files map[string]*zip.File
}

// Open opens a file and reads which arrays it has. Members of the archive that are not arrays are left out.
func Open(path string) (*Reader, error) {
	file, err := folder.Named(path)
	if err != nil {
		return nil, fmt.Errorf("npz: %w", err)
	}
	info, err := file.Stat()
	if err == nil {
		var r *Reader
		if r, err = newReader(file, info.Size(), path); err == nil {
			r.file = file
			return r, nil
		}
	}
	file.Close()
	return nil, err
}

// newReader reads a file of size bytes that is called path in errors.
func newReader(in io.ReaderAt, size int64, path string) (*Reader, error) {
	archive, err := zip.NewReader(in, size)
	if err != nil {
		return nil, fmt.Errorf("npz: %s: is no .npz file, or it is cut short: make it with numpy.savez", path)
	}
	archive.RegisterDecompressor(zip.Deflate, flate.NewReader)
	r := &Reader{path: path, files: map[string]*zip.File{}}
	for _, f := range archive.File {
		key, ok := strings.CutSuffix(f.Name, extension)
		if !ok {
			continue
		}
		if r.files[key] != nil {
			return nil, fmt.Errorf("npz: %s: two arrays have the key %q", path, key)
		}
		if f.CompressedSize64 > uint64(size) || f.UncompressedSize64/maxRatio > f.CompressedSize64 {
			return nil, fmt.Errorf("npz: %s: %s: %d bytes are said to be deflated to %d in a file of %d", path, key,
				f.UncompressedSize64, f.CompressedSize64, size)
		}
		r.keys = append(r.keys, key)
		r.files[key] = f
	}
	return r, nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.file.Close() }

// Keys are those of the arrays, in the order of the file.
func (r *Reader) Keys() []string { return slices.Clone(r.keys) }

// Names are the first keys, for a sentence.
func (r *Reader) Names() string {
	if len(r.keys) > maxNamed {
		return fmt.Sprintf("%s and %d more", strings.Join(r.keys[:maxNamed], ", "), len(r.keys)-maxNamed)
	}
	return strings.Join(r.keys, ", ")
}

// Header returns the type of an array's elements, by numpy's name, and the array's shape, not nil.
func (r *Reader) Header(key string) (dtype string, shape []int, err error) {
	a, err := r.Look(key)
	return Dtype(a.Data), a.Shape, err
}

// Look is Read without elements, of which Data is an empty slice.
func (r *Reader) Look(key string) (Array, error) {
	rows, err := r.Rows(key)
	if err != nil {
		return Array{}, err
	}
	return Array{key, rows.header.Shape, makeSlice(rows.header.Dtype, 0)}, rows.Close()
}

// Read reads an array; one that is larger than MaxWhole only if the file is not much smaller.
func (r *Reader) Read(key string) (Array, error) {
	return r.read(key, -1, func(n uint64, f *zip.File) bool { return n <= MaxWhole || n/maxWhole <= f.CompressedSize64 })
}

// First reads the first n rows of an array, or all that there are.
func (r *Reader) First(key string, n int) (Array, error) {
	return r.read(key, n, func(uint64, *zip.File) bool { return true })
}

// ReadAll reads all arrays of a file in its order, which together may have limit bytes.
func ReadAll(path string, limit int64) (out []Array, err error) {
	r, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for _, key := range r.keys {
		a, err := r.read(key, -1, func(n uint64, _ *zip.File) bool { limit -= int64(n); return limit >= 0 })
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// Size is how many bytes the elements of arrays have.
func Size(arrays ...Array) (bytes int64) {
	for _, a := range arrays {
		if dtype, n, ok := dtypeOf(a.Data); ok {
			bytes += int64(n) * int64(width(dtype))
		}
	}
	return bytes
}

// read reads n rows, all where n is -1, of which may allows the bytes.
func (r *Reader) read(key string, n int, may func(bytes uint64, f *zip.File) bool) (Array, error) {
	rows, err := r.Rows(key)
	if err != nil {
		return Array{}, err
	}
	defer rows.Close()
	if n >= 0 && len(rows.header.Shape) > 0 && n < rows.header.Shape[0] {
		rows.header.Shape[0], rows.left = n, n*rows.row
		rows.cut = true
	}
	bytes := uint64(rows.left) * uint64(width(rows.header.Dtype))
	if !may(bytes, r.files[key]) {
		return Array{}, fmt.Errorf("npz: %s: %s %s has %d MB of elements in %d KB of the file, more than are read", r.path, key,
			write.Tuple(rows.header.Shape), bytes>>20, r.files[key].CompressedSize64>>10)
	}
	data := makeSlice(rows.header.Dtype, rows.left)
	if rows.left > 0 {
		if _, err := rows.Read(data); err != nil {
			return Array{}, err
		}
	}
	return Array{key, rows.header.Shape, data}, nil
}

// Rows reads an array piece by piece. A row is what one value of the first index has; a scalar is one row.
func (r *Reader) Rows(key string) (*Rows, error) {
	f := r.files[key]
	if f == nil {
		return nil, fmt.Errorf("npz: %s: no array %q, there are %s", r.path, key, r.Names())
	}
	fail := func(err error) (*Rows, error) { return nil, fmt.Errorf("npz: %s: %s: %w", r.path, key, words(err)) }
	in, err := f.Open()
	if err != nil {
		return fail(err)
	}
	rows := &Rows{in: in, name: r.path + ": " + key}
	if rows.header, err = write.ReadNPYHead(in); err == nil {
		err = rows.check(f.UncompressedSize64)
	}
	if err != nil {
		in.Close()
		return fail(err)
	}
	return rows, nil
}

// Rows are the rows of an array that were not read yet. It is not for several goroutines at once.
type Rows struct {
	in     io.ReadCloser
	name   string
	header write.NPYHead
	row    int  // elements of a row
	left   int  // elements that were not read
	cut    bool // what follows them is not wanted
	piece  []byte
}

// check compares the header with what can be read and with the member's size.
func (r *Rows) check(size uint64) error {
	if !slices.Contains(dtypes, r.header.Dtype) {
		return fmt.Errorf("elements are %s, want one of %s", r.header.Dtype, strings.Join(dtypes, ", "))
	}
	each := width(r.header.Dtype)
	n, ok := elements(r.header.Shape, each)
	if found := int64(size) - int64(r.header.Size); !ok || found != int64(n*each) {
		return fmt.Errorf("%d bytes of elements, want those of %s in shape %s", found, r.header.Dtype, write.Tuple(r.header.Shape))
	}
	r.left, r.row = n, 1
	if len(r.header.Shape) > 1 {
		r.row, _ = elements(r.header.Shape[1:], 1)
	}
	if r.row*each > MaxWhole {
		return fmt.Errorf("a row of %s in shape %s has %d MB, want %d at most", r.header.Dtype, write.Tuple(r.header.Shape), r.row*each>>20,
			MaxWhole>>20)
	}
	return nil
}

// Read fills data, a slice of the array's type and of whole rows, and returns how many rows were read: fewer than data has
// room for at the end of the array only. With no row left, or with no elements in a row, the error is io.EOF. The file's
// checksum of the array is compared with the last row.
func (r *Rows) Read(data any) (rows int, err error) {
	dtype, n, _ := dtypeOf(data)
	if dtype != r.header.Dtype {
		return 0, fmt.Errorf("npz: %s: elements are %s, want %T", r.name, r.header.Dtype, data)
	}
	if r.left == 0 {
		return 0, io.EOF
	}
	if n == 0 || n%r.row != 0 {
		panic(fmt.Sprintf("npz: %s: room for %d elements, want whole rows of %d", r.name, n, r.row))
	}
	n = min(n, r.left)
	each := width(dtype)
	step := pieceBytes / each
	for i := 0; i < n; i += step {
		values := part(data, i, min(i+step, n))
		piece, same := values.([]uint8)
		if !same {
			piece = r.room(each * min(step, n-i))
		}
		if _, err := io.ReadFull(r.in, piece); err != nil {
			return 0, r.fail(err)
		}
		if !same {
			if _, err := binary.Decode(piece, binary.LittleEndian, values); err != nil {
				return 0, r.fail(err)
			}
		}
	}
	r.left -= n
	if r.left == 0 && !r.cut {
		return n / r.row, r.atEnd()
	}
	return n / r.row, nil
}

// Skip passes n rows, or all that are left when they are fewer.
func (r *Rows) Skip(n int) error {
	n = min(n, r.left/max(r.row, 1))
	if _, err := io.CopyN(io.Discard, r.in, int64(n)*int64(r.row)*int64(width(r.header.Dtype))); err != nil {
		return r.fail(err)
	}
	r.left -= n * r.row
	return nil
}

// room returns a buffer of n bytes, pieceBytes at most.
func (r *Rows) room(n int) []byte {
	if r.piece == nil {
		r.piece = make([]byte, pieceBytes)
	}
	return r.piece[:n]
}

// atEnd reads to the end of the member, where package zip compares checksums.
func (r *Rows) atEnd() error {
	switch n, err := r.in.Read(r.room(1)); {
	case n != 0:
		return r.fail(errors.New("more elements than the archive says"))
	case err != io.EOF:
		return r.fail(err)
	}
	return nil
}

func (r *Rows) fail(err error) error {
	if errors.Is(err, io.EOF) {
		err = write.ErrCut
	}
	return fmt.Errorf("npz: %s: %w", r.name, words(err))
}

// words says what package zip finds.
func words(err error) error {
	var flaw flate.CorruptInputError
	switch {
	case errors.Is(err, zip.ErrChecksum):
		return fmt.Errorf("the file is damaged: %w", err)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, zip.ErrFormat), errors.As(err, &flaw):
		return write.ErrCut
	}
	return err
}

// Close ends reading, at any row.
func (r *Rows) Close() error { return r.in.Close() }
