// Package bucket keeps datasets in object storage: S3 and what speaks its language, Google Cloud Storage, folders.
//
// A bucket has the files of a dataset under their names in the dataset's folder. Finished blocks are put there whole: the file of a
// block comes after those of its samples, and the manifest after everything else, so what is there can be relied on at any moment,
// and several machines may put blocks of one dataset into one bucket.
//
// minio-go talks to the stores: it adds half as much to the program as Amazon's client alone, and Google's store takes what it sends.
package bucket

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"strings"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// Bucket is a place in object storage for one dataset. Inside of this package the dataset's folder is one, too, so that copying is the
// same in both directions.
type Bucket struct {
	store   store
	address string // for people
	again   string // the cure for a file that is another one than was made
	bad     string // the cure for one that makes no sense
}

// here is the folder of a dataset.
func here(root string) *Bucket {
	return &Bucket{disk(root), root, "verify the dataset", "remove the file and run the command that made it again"}
}

// store is what keeps files under their paths, which have slashes. For a file that is not there errors are fs.ErrNotExist.
type store interface {
	// open opens a file for reading.
	open(ctx context.Context, path string) (io.ReadCloser, error)
	// stat is how many bytes a file has, and its SHA-256 where the store remembers it.
	stat(ctx context.Context, path string) (n int64, sum string, err error)
	// put writes a file, or nothing if the content is another. If names is not nil, it comes onto a disk after the files in it.
	put(ctx context.Context, c content, names []write.File) error
	// keep brings files that are there onto a disk.
	keep(files []write.File) error
	// list is the paths of the files in a folder, and those of the folders in it with a slash at the end, in any order.
	list(ctx context.Context, dir string) iter.Seq2[string, error]
}

// content is what shall be a file.
type content struct {
	write.File
	in io.Reader // a file or bytes in memory, unless it comes from a store
}

var errOther = errors.New("it is not the file that was made")

// copyTo copies the content. What has too many bytes is cut off.
func (c content) copyTo(w io.Writer) error {
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, h), io.LimitReader(c.in, c.Bytes+1))
	switch {
	case err != nil:
		return err
	case n > c.Bytes:
		return fmt.Errorf("more than %d bytes are sent: %w", c.Bytes, errOther)
	case hex.EncodeToString(h.Sum(nil)) != c.SHA256:
		return errOther
	}
	return nil
}

// Open opens the place that an address names:
//
//	s3://BUCKET/PREFIX?region=...&endpoint=...&use_path_style=true    parameters has all
//	gs://BUCKET/PREFIX
//	file:///FOLDER
//
// Who may do what is decided by the environment, as docs/buckets.md says. Nothing is asked of the store yet.
func Open(address string) (*Bucket, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("bucket: %w", err)
	}
	var s store
	switch object := u.Scheme == "s3" || u.Scheme == "gs"; {
	case object && u.Host == "":
		return nil, fmt.Errorf("bucket: %s names no bucket; want %s://BUCKET/PREFIX", address, u.Scheme)
	case object:
		s, err = newObjects(u, nil)
	case u.Scheme == "file" && (u.Host != "" || strings.Trim(u.Path, "/") == ""):
		return nil, fmt.Errorf("bucket: %s is not a folder; want file:///FOLDER with three slashes", address)
	case u.Scheme == "file":
		s, err = newDisk(u)
	default:
		return nil, fmt.Errorf("bucket: %s is no address of a bucket; want s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or file:///FOLDER", address)
	}
	at, _, _ := strings.Cut(address, "?")
	if err != nil {
		return nil, fmt.Errorf("bucket: %s: %w", at, err)
	}
	return &Bucket{s, at, "push it again", "do not trust it"}, nil
}

// name is a file's address, for errors.
func (b *Bucket) name(path string) string { return strings.TrimSuffix(b.address, "/") + "/" + path }

// fail is an error of a file.
func (b *Bucket) fail(path string, err error) error {
	return fmt.Errorf("bucket: %s: %w", b.name(path), err)
}

// read reads a small file; nil where there is none. A bucket that sends too many bytes is cut off.
func (b *Bucket) read(ctx context.Context, path string) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // what is left is not waited for
	in, err := b.store.open(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, b.fail(path, err)
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, folder.Record+1))
	if err == nil && len(data) > folder.Record {
		err = fmt.Errorf("more than %d bytes are sent; %s", folder.Record, b.bad)
	}
	if err != nil {
		return nil, b.fail(path, err)
	}
	return data, nil
}

// has tells whether a file is there with this size and checksum. Where the store remembers no checksum the file is read.
func (b *Bucket) has(ctx context.Context, f write.File) (bool, error) {
	n, sum, err := b.store.stat(ctx, f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, b.fail(f.Path, err)
	case n != f.Bytes:
		return false, nil
	case sum != "":
		return sum == f.SHA256, nil
	}
	err = b.with(ctx, f, func(c content) error { return c.copyTo(io.Discard) })
	if errors.Is(err, errOther) {
		return false, nil
	}
	return err == nil, err
}

// with opens a file for use.
func (b *Bucket) with(ctx context.Context, f write.File, use func(c content) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // what is left is not waited for
	in, err := b.store.open(ctx, f.Path)
	if err == nil {
		defer in.Close()
		err = use(content{f, in})
	}
	if errors.Is(err, errOther) {
		err = fmt.Errorf("%w; %s", err, b.again)
	}
	if err != nil {
		return b.fail(f.Path, err)
	}
	return nil
}

// move copies a file, unless it is there. A file that is not what f says is refused. A file that names others, which are there, comes
// after them.
func (b *Bucket) move(ctx context.Context, to *Bucket, f write.File, names []write.File) (moved bool, err error) {
	there, err := to.has(ctx, f)
	if there && names != nil { // perhaps in the kernel's memory only
		err = to.store.keep(append(names[:len(names):len(names)], f))
	}
	if there || err != nil {
		return false, err
	}
	err = b.with(ctx, f, func(c content) error {
		if err := to.store.put(ctx, c, names); err != nil {
			return fmt.Errorf("to %s: %w", to.address, err)
		}
		return nil
	})
	return err == nil, err
}

// write writes a small file, which comes after everything that is there, unless it is there with these bytes.
func (b *Bucket) write(ctx context.Context, path string, data []byte) error {
	old, err := b.read(ctx, path)
	if err != nil || old != nil && bytes.Equal(old, data) {
		return err
	}
	if err := b.store.put(ctx, content{file(path, data), bytes.NewReader(data)}, []write.File{}); err != nil {
		return b.fail(path, err)
	}
	return nil
}

// file describes data.
func file(path string, data []byte) write.File {
	sum := sha256.Sum256(data)
	return write.File{Path: path, Bytes: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}
}
