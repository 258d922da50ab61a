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

	"mereo/internal/folder"
)

// extension ends the names of members that are arrays.
const extension = ".npy"

// maxRatio is what deflate can save at most: a match of 258 bytes in two bits. It keeps a small file with a wrong length
// from asking for all memory.
const maxRatio = 1032

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
		return nil, fmt.Errorf("npz: %s: %w", path, err)
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

// Header returns the type of an array's elements, by numpy's name, and the array's shape, not nil.
func (r *Reader) Header(key string) (dtype string, shape []int, err error) {
	rows, err := r.Rows(key)
	if err != nil {
		return "", nil, err
	}
	return rows.header.dtype, rows.header.shape, rows.Close()
}

// Read reads an array.
func (r *Reader) Read(key string) (Array, error) {
	rows, err := r.Rows(key)
	if err != nil {
		return Array{}, err
	}
	defer rows.Close()
	data := makeSlice(rows.header.dtype, rows.left)
	if rows.left > 0 {
		if _, err := rows.Read(data); err != nil {
			return Array{}, err
		}
	}
	return Array{key, rows.header.shape, data}, nil
}

// Rows reads an array piece by piece. A row is what one value of the first index has; a scalar is one row.
func (r *Reader) Rows(key string) (*Rows, error) {
	f := r.files[key]
	if f == nil {
		return nil, fmt.Errorf("npz: %s: no array %q, there are %s", r.path, key, strings.Join(r.keys, ", "))
	}
	fail := func(err error) (*Rows, error) { return nil, fmt.Errorf("npz: %s: %s: %w", r.path, key, err) }
	in, err := f.Open()
	if err != nil {
		return fail(err)
	}
	rows := &Rows{in: in, name: r.path + ": " + key}
	if rows.header, err = readHeader(in); err == nil {
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
	header header
	row    int // elements of a row
	left   int // elements that were not read
	piece  []byte
}

// check compares the header with what can be read and with the member's size.
func (r *Rows) check(size uint64) error {
	if !slices.Contains(dtypes, r.header.dtype) {
		return fmt.Errorf("elements are %s, want one of %s", r.header.dtype, strings.Join(dtypes, ", "))
	}
	each := width(r.header.dtype)
	n, ok := elements(r.header.shape, each)
	if found := int64(size) - int64(r.header.size); !ok || found != int64(n*each) {
		return fmt.Errorf("%d bytes of elements, want those of %s in shape %s", found, r.header.dtype, tuple(r.header.shape))
	}
	r.left, r.row = n, 1
	if len(r.header.shape) > 1 {
		r.row, _ = elements(r.header.shape[1:], 1)
	}
	return nil
}

// Read fills data, a slice of the array's type and of whole rows, and returns how many rows were read: fewer than data has
// room for at the end of the array only. With no row left, or with no elements in a row, the error is io.EOF. The file's
// checksum of the array is compared with the last row.
func (r *Rows) Read(data any) (rows int, err error) {
	dtype, n, _ := dtypeOf(data)
	if dtype != r.header.dtype {
		return 0, fmt.Errorf("npz: %s: elements are %s, want %T", r.name, r.header.dtype, data)
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
	if r.left == 0 {
		return n / r.row, r.atEnd()
	}
	return n / r.row, nil
}

// Skip passes n rows, or all that are left when they are fewer.
func (r *Rows) Skip(n int) error {
	n = min(n, r.left/max(r.row, 1))
	if _, err := io.CopyN(io.Discard, r.in, int64(n)*int64(r.row)*int64(width(r.header.dtype))); err != nil {
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
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("npz: %s: %w", r.name, err)
}

// Close ends reading, at any row.
func (r *Rows) Close() error { return r.in.Close() }
