// Package bucket keeps datasets in object storage: S3 and what speaks its language, Google Cloud Storage, folders.
//
// A bucket has the files of a dataset under their names in the dataset's folder. Finished blocks are put there whole: the file of a
// block comes after those of its samples, and the manifest after everything else, so what is there can be relied on at any moment,
// and several machines may put blocks of one dataset into one bucket.
//
// gocloud.dev/blob talks to the stores: one library with the same behavior for all of them.
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
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob" // file://
	_ "gocloud.dev/blob/gcsblob"  // gs://
	_ "gocloud.dev/blob/s3blob"   // s3://
	"gocloud.dev/gcerrors"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// Bucket is a place in object storage for one dataset.
type Bucket struct {
	store   *blob.Bucket
	address string // for people
	folder  string // of file://, else empty
}

// Open opens the place that an address names:
//
//	s3://BUCKET/PREFIX?region=...&endpoint=...&use_path_style=true    see gocloud.dev/aws for all parameters
//	gs://BUCKET/PREFIX
//	file:///FOLDER
//
// Who may do what is decided by the environment, as for the stores' own programs (AWS_ACCESS_KEY_ID, AWS_PROFILE,
// GOOGLE_APPLICATION_CREDENTIALS). Nothing is asked of the store yet.
func Open(ctx context.Context, address string) (*Bucket, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("bucket: %w", err)
	}
	prefix := strings.Trim(u.Path, "/")
	query := u.Query()
	switch {
	case (u.Scheme == "s3" || u.Scheme == "gs") && u.Host == "":
		return nil, fmt.Errorf("bucket: %s names no bucket; want %s://BUCKET/PREFIX", address, u.Scheme)
	case u.Scheme == "s3" || u.Scheme == "gs":
		u.Path = ""
	case u.Scheme == "file" && (u.Host != "" || prefix == ""):
		return nil, fmt.Errorf("bucket: %s is not a folder; want file:///FOLDER with three slashes", address)
	case u.Scheme == "file":
		prefix = ""
		// The files that are there are the dataset's and nothing else.
		query.Set("create_dir", "true")
		query.Set("no_tmp_dir", "true")
		query.Set("metadata", "skip")
	default:
		return nil, fmt.Errorf("bucket: %s is no address of a bucket; want s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or file:///FOLDER", address)
	}
	place := ""
	if u.Scheme == "file" {
		place = filepath.FromSlash(u.Path)
		if err := write.Folder(place); err != nil {
			return nil, fmt.Errorf("bucket: %s: %w", address, err)
		}
	}
	u.RawQuery = query.Encode()
	store, err := blob.OpenBucket(ctx, u.String())
	if err != nil {
		return nil, fmt.Errorf("bucket: %s: %w", address, err)
	}
	if prefix != "" {
		store = blob.PrefixedBucket(store, prefix+"/")
	}
	at, _, _ := strings.Cut(address, "?")
	return &Bucket{store, at, place}, nil
}

// Close ends what is under way.
func (b *Bucket) Close() error { return b.store.Close() }

// name is a file's address, for errors.
func (b *Bucket) name(path string) string { return strings.TrimSuffix(b.address, "/") + "/" + path }

// missing tells whether an error means that there is no such file.
func missing(err error) bool {
	return gcerrors.Code(err) == gcerrors.NotFound || errors.Is(err, fs.ErrNotExist)
}

// open opens a file for reading. In a folder that is a regular file inside of it.
func (b *Bucket) open(ctx context.Context, path string) (io.ReadCloser, error) {
	if b.folder != "" {
		return folder.Open(b.folder, path)
	}
	return b.store.NewReader(ctx, path, nil)
}

// read reads a small file; nil where there is none.
func (b *Bucket) read(ctx context.Context, path string) ([]byte, error) {
	var data bytes.Buffer
	err := b.download(ctx, path, folder.Record, &data)
	if missing(err) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return data.Bytes(), nil
}

// download copies a file to w. A bucket that sends more than limit bytes is cut off.
func (b *Bucket) download(ctx context.Context, path string, limit int64, w io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // what is left is not waited for
	in, err := b.open(ctx, path)
	if err != nil {
		return fmt.Errorf("bucket: %s: %w", b.name(path), err)
	}
	defer in.Close()
	n, err := io.Copy(w, io.LimitReader(in, limit+1))
	if err == nil && n > limit {
		err = fmt.Errorf("more than %d bytes are sent; do not trust the bucket, or push the file again", limit)
	}
	if err != nil {
		return fmt.Errorf("bucket: %s: %w", b.name(path), err)
	}
	return nil
}

// size is how many bytes a file has, and its SHA-256 where the store remembers it.
func (b *Bucket) size(ctx context.Context, path string) (n int64, sum string, err error) {
	if b.folder != "" {
		info, err := folder.Stat(b.folder, path)
		if err != nil {
			return 0, "", err
		}
		return info.Size(), "", nil
	}
	a, err := b.store.Attributes(ctx, path)
	if err != nil {
		return 0, "", err
	}
	return a.Size, a.Metadata[sumKey], nil
}

// sumKey is the metadata that has a file's SHA-256.
const sumKey = "sha256"

// has tells whether a file is there with this size and checksum. Where the store remembers no checksum the file is read.
func (b *Bucket) has(ctx context.Context, f write.File) (bool, error) {
	n, sum, err := b.size(ctx, f.Path)
	switch {
	case missing(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("bucket: %s: %w", b.name(f.Path), err)
	case n != f.Bytes:
		return false, nil
	case sum != "":
		return sum == f.SHA256, nil
	}
	h := sha256.New()
	if err := b.download(ctx, f.Path, f.Bytes, h); err != nil {
		return false, err
	}
	return hex.EncodeToString(h.Sum(nil)) == f.SHA256, nil
}

// put copies a file of a folder into the bucket, unless it is there. A file that is not what f says is refused. A file that names
// others, which are there, comes onto the disk of a file:// bucket after them.
func (b *Bucket) put(ctx context.Context, root string, f write.File, names []write.File) (sent bool, err error) {
	there, err := b.has(ctx, f)
	if there && b.folder != "" && names != nil { // perhaps in the kernel's memory only
		err = write.Sync(b.folder, append(slices.Clone(names), f))
	}
	if there || err != nil {
		return false, err
	}
	in, err := folder.Open(root, f.Path)
	if err != nil {
		return false, fmt.Errorf("bucket: %w", err)
	}
	defer in.Close()
	send := func(to io.Writer) error {
		h := sha256.New()
		n, err := io.Copy(io.MultiWriter(to, h), in)
		if err == nil && (n != f.Bytes || hex.EncodeToString(h.Sum(nil)) != f.SHA256) {
			err = errors.New("it is not the file that was made; verify the dataset")
		}
		return err
	}
	if b.folder != "" { // the store's library leaves files in the kernel's memory
		if names == nil {
			_, err = write.Stream(b.folder, f.Path, send)
		} else {
			_, err = write.Commit(b.folder, f.Path, names, send)
		}
		if err != nil {
			return false, fmt.Errorf("bucket: %w", err)
		}
		return true, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // before Close: gives up what was sent
	w, err := b.store.NewWriter(ctx, f.Path, &blob.WriterOptions{Metadata: map[string]string{sumKey: f.SHA256}, ContentType: contentType(f.Path)})
	if err != nil {
		return false, fmt.Errorf("bucket: %s: %w", b.name(f.Path), err)
	}
	if err := send(w); err != nil {
		cancel()
		w.Close()
		return false, fmt.Errorf("bucket: %s: %w", f.Path, err)
	}
	if err := w.Close(); err != nil {
		return false, fmt.Errorf("bucket: %s: %w", b.name(f.Path), err)
	}
	return true, nil
}

// get copies a file of the bucket into a folder, unless it is there. What comes must be what f says, and is written inside of the
// folder.
func (b *Bucket) get(ctx context.Context, root string, f write.File) (sent bool, err error) {
	if f.Check(root) == nil {
		return false, nil
	}
	got, err := write.Stream(root, f.Path, func(w io.Writer) error {
		h := sha256.New()
		if err := b.download(ctx, f.Path, f.Bytes, io.MultiWriter(w, h)); err != nil {
			return err
		}
		if hex.EncodeToString(h.Sum(nil)) != f.SHA256 {
			return fmt.Errorf("bucket: %s is not the file that was made; push it again", b.name(f.Path))
		}
		return nil
	})
	return got.Path != "", err
}

// putBytes writes a small file, unless it is there with these bytes.
func (b *Bucket) putBytes(ctx context.Context, path string, data []byte) error {
	old, err := b.read(ctx, path)
	if err != nil || old != nil && bytes.Equal(old, data) {
		return err
	}
	if b.folder != "" {
		if _, err := write.Commit(b.folder, path, nil, content(data)); err != nil {
			return fmt.Errorf("bucket: %w", err)
		}
		return nil
	}
	sum := sha256.Sum256(data)
	options := blob.WriterOptions{Metadata: map[string]string{sumKey: hex.EncodeToString(sum[:])}, ContentType: contentType(path)}
	if err := b.store.WriteAll(ctx, path, data, &options); err != nil {
		return fmt.Errorf("bucket: %s: %w", b.name(path), err)
	}
	return nil
}

// content writes data.
func content(data []byte) func(w io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// contentType is what browsers need to show a file; without it the library would read the beginning of each.
func contentType(path string) string {
	switch filepath.Ext(path) {
	case ".json":
		return "application/json"
	case ".html":
		return "text/html; charset=utf-8"
	case ".png":
		return "image/png"
	case ".md":
		return "text/markdown; charset=utf-8"
	}
	return "application/octet-stream"
}
