package trance

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// Packed lists data.h5 and what lies beside it, where splits were packed. Files that are missing or have another size were not.
func (s *Set) Packed(root string) ([]write.File, error) {
	list, err := readPackedList(root)
	if list == nil || err != nil {
		return nil, err
	}
	for _, f := range list.Files {
		if info, err := folder.Stat(root, f.Path); err != nil || info.Size() != f.Bytes {
			return nil, nil
		}
	}
	own, err := write.Sum(root, packedListName)
	if err != nil {
		return nil, fmt.Errorf("trance: %w", err)
	}
	return append(slices.Clone(list.Files), own), nil
}

// rulePacked: data.h5 is not what packing the splits gives.
const rulePacked = "packed"

// packAgain is the cure.
const packAgain = `; "mereo generate trance --hdf5" packs it again`

// CheckPacked packs the splits of the list again and compares every byte with data.h5. Pictures that are not to be made smaller again
// are taken from there; that they can be read and have the right size is checked all the same.
func (s *Set) CheckPacked(ctx context.Context, job gen.Job, again func(split string, index int) bool) ([]gen.Problem, error) {
	bad := func(file, format string, args ...any) []gen.Problem {
		return []gen.Problem{{File: file, Rule: rulePacked, Detail: fmt.Sprintf(format, args...) + packAgain}}
	}
	list, err := readPackedList(job.Root)
	if err != nil {
		return bad(packedListName, "%v", err), nil
	}
	there, err := folder.Open(job.Root, packedName)
	switch {
	case list == nil && errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case list == nil:
		return bad(packedName, "%s does not say what was packed", packedListName), nil
	case err != nil:
		return bad(packedName, "%v", err), nil
	}
	defer there.Close()
	data, err := folder.Read(job.Root, packedListName, folder.Record)
	var own bytes.Buffer
	if err == nil {
		err = write.EncodeJSON(&own, list)
	}
	if err != nil || !bytes.Equal(data, own.Bytes()) {
		return bad(packedListName, "it is not as the program writes it"), nil
	}
	var words []write.File
	if words, err = writeVocabulary(write.Nowhere, ""); err != nil {
		return nil, fmt.Errorf("trance: %w", err)
	}
	if !slices.Equal(list.Files[1:], words) {
		return bad(packedListName, "%s or %s has other words", propertiesName, valuesName), nil
	}
	var splits []string
	p := s.cfg.newPacker(job.Root, nil)
	p.there, p.again = there, again
	for _, l := range list.Splits {
		splits = append(splits, l.Split)
		if l.Data.Path != path.Join(l.Split, dataName) || l.Data.Check(job.Root) != nil {
			return bad(packedName, "%s is another than was packed", path.Join(l.Split, dataName)), nil
		}
		if err := p.count(ctx, l.Split); err != nil {
			return bad(packedName, "%v", err), ctx.Err()
		}
		if n := p.samples[l.Split]; n != l.Samples {
			return bad(packedListName, "%d samples of %s, but there are %d", l.Samples, l.Split, n), nil
		}
	}
	c := comparison{there: there, open: map[int64]bool{}}
	err = p.pack(ctx, &c, splits)
	if err == nil {
		err = c.end()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return bad(packedName, "%v", err), nil
	}
	return nil, nil
}

// comparison takes what is written as an hdf5.File and compares it with a file that is there.
type comparison struct {
	there *os.File
	size  int64
	open  map[int64]bool // bytes that differ, and may be written over
	buf   []byte
}

// mostOpen is how many bytes may differ until they are written over: the heads of groups.
const mostOpen = 1 << 16

func (c *comparison) Write(p []byte) (int, error) {
	at := c.size
	c.size += int64(len(p))
	there, err := c.read(at, len(p))
	if err != nil || bytes.Equal(p, there) {
		return len(p), err
	}
	for i := range p {
		if p[i] != there[i] {
			c.open[at+int64(i)] = true
		}
	}
	if len(c.open) > mostOpen {
		return 0, c.fault()
	}
	return len(p), nil
}

func (c *comparison) WriteAt(p []byte, at int64) (int, error) {
	there, err := c.read(at, len(p))
	for i := range there {
		if delete(c.open, at+int64(i)); p[i] != there[i] {
			c.open[at+int64(i)] = true
		}
	}
	return len(p), err
}

// ReadAt reads what is there: where it differs from what was written, that is told in the end.
func (c *comparison) ReadAt(p []byte, at int64) (int, error) { return c.there.ReadAt(p, at) }

// end is called when all is written.
func (c *comparison) end() error {
	if len(c.open) > 0 {
		return c.fault()
	}
	info, err := c.there.Stat()
	if err == nil && info.Size() != c.size {
		err = fmt.Errorf("has %d bytes, packing again gives %d", info.Size(), c.size)
	}
	return err
}

// fault names the first byte that differs.
func (c *comparison) fault() error {
	return fmt.Errorf("byte %d is not what packing again gives", slices.Min(slices.Collect(maps.Keys(c.open))))
}

func (c *comparison) read(at int64, n int) ([]byte, error) {
	c.buf = slices.Grow(c.buf[:0], n)[:n]
	if _, err := c.there.ReadAt(c.buf, at); err == io.EOF {
		return nil, errors.New("it ends before what packing again gives")
	} else if err != nil {
		return nil, err
	}
	return c.buf, nil
}

// chunkAt is the zlib stream at a place of a file, which must hold size bytes.
func chunkAt(f *os.File, at int64, size int) ([]byte, error) {
	in := &countedBytes{in: bufio.NewReader(io.NewSectionReader(f, at, int64(size)*2+1024))}
	z, err := zlib.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("byte %d: %w", at, err)
	}
	n, err := io.Copy(io.Discard, io.LimitReader(z, int64(size)+1))
	if err == nil && n != int64(size) {
		err = fmt.Errorf("its pixels have %d bytes or more, want %d", n, size)
	}
	if err != nil {
		return nil, fmt.Errorf("byte %d: %w", at, err)
	}
	chunk := make([]byte, in.n)
	_, err = f.ReadAt(chunk, at)
	return chunk, err
}

// countedBytes is an io.ByteReader, beyond which flate reads nothing, that counts.
type countedBytes struct {
	in *bufio.Reader
	n  int
}

func (c *countedBytes) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

func (c *countedBytes) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += n
	return n, err
}
