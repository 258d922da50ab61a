// Package write puts files on disk and reads back the kinds that are checked later.
//
// Every file appears under its final name only when it is complete: it is written to a temporary name in the same
// folder and renamed. The temporary name is a function of the final one, so what a killed run leaves behind is
// overwritten by the run that makes the file again. Two processes must not write the same file at once. What shall outlive a power
// cut is written or named by Commit; see sync.go.
//
// Paths have two halves: the root (the dataset's folder, as the operating system spells it) and the path below it, which
// is recorded in manifests and therefore always has slashes.
//
// Encoders are chosen by measurement; see BenchmarkPNG and BenchmarkEXR.
package write

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mereo/internal/folder"
	"mereo/internal/phase"
)

// File is a file that was written.
type File struct {
	Path   string `json:"path"` // below the root, with slashes
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // lower-case hex
}

// Nowhere is a root below which nothing is written: files are measured, so that what would be written can be compared with what is
// there without room on a disk or in memory.
const Nowhere = "\x00"

// Bytes writes data to root/path.
func Bytes(root, path string, data []byte) (File, error) {
	return encoded(root, path, func() []byte { return data })
}

// encoded writes what encode returns, which is counted as encoding.
func encoded(root, path string, encode func() []byte) (File, error) {
	return put(root, path, false, func(c *counter) error {
		_, err := c.Write(encode())
		return err
	})
}

// JSON writes v indented by two spaces, with a final newline. Keys come in the order of struct fields, of maps sorted.
// HTML characters are left as they are.
func JSON(root, path string, v any) (File, error) {
	return Stream(root, path, func(w io.Writer) error { return EncodeJSON(w, v) })
}

// EncodeJSON writes what JSON does.
func EncodeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// Stream writes what fill produces to root/path, through a buffer, making missing folders. When fill or the file system
// fails, nothing is left behind and the error names the file.
func Stream(root, path string, fill func(w io.Writer) error) (File, error) {
	return stream(root, path, false, fill)
}

// Streams writes several files at once, each as Stream does.
func Streams(root string, paths []string, fill func(to []io.Writer) error) ([]File, error) {
	files, writers := make([]File, len(paths)), make([]io.Writer, len(paths))
	var open func(k int) error
	open = func(k int) (err error) {
		if k == len(paths) {
			return fill(writers)
		}
		files[k], err = Stream(root, paths[k], func(w io.Writer) error {
			writers[k] = w
			return open(k + 1)
		})
		return err
	}
	return files, open(0)
}

// stream is put with a buffer.
func stream(root, path string, lasting bool, fill func(w io.Writer) error) (File, error) {
	return put(root, path, lasting, func(c *counter) error {
		b := bufio.NewWriterSize(c, 1<<16)
		if err := fill(b); err != nil {
			return err
		}
		return b.Flush()
	})
}

// put is Stream without a buffer. A lasting file is on the disk before it has its final name, and with it when put returns.
func put(root, path string, lasting bool, fill func(c *counter) error) (f File, err error) {
	defer phase.Begin(phase.Encode).End() // but for what is marked inside
	if root == Nowhere {
		c := counter{w: io.Discard, h: sha256.New()}
		if err := fill(&c); err != nil {
			return File{}, sentence(path, err)
		}
		return c.file(path), nil
	}
	if m := folder.InMemory(root); m != nil {
		var b bytes.Buffer
		c := counter{w: &b, h: sha256.New()}
		if err := fill(&c); err != nil {
			return File{}, sentence(path, err)
		}
		m.Keep(path, b.Bytes())
		return c.file(path), nil
	}
	name := filepath.FromSlash(path)
	tmp := Temp(name)
	opening := phase.Begin(phase.Write)
	dir, err := openRoot(root)
	if err != nil {
		return File{}, sentence(path, err)
	}
	defer dir.Close()
	out, err := create(dir, tmp)
	if errors.Is(err, fs.ErrNotExist) {
		if err = dir.MkdirAll(filepath.Dir(name), 0o777); err == nil {
			out, err = create(dir, tmp)
		}
	}
	opening.End()
	if err != nil {
		return File{}, sentence(path, err)
	}
	defer func() {
		if err != nil {
			out.Close()
			dir.Remove(tmp)
			err = sentence(path, err)
		}
	}()
	c := counter{w: out, h: sha256.New()}
	if err := fill(&c); err != nil {
		return File{}, err
	}
	closing := phase.Begin(phase.Write)
	f = c.file(path)
	if lasting {
		if err := out.Sync(); err != nil {
			return File{}, err
		}
	}
	if err := out.Close(); err != nil {
		return File{}, err
	}
	if err := dir.Rename(tmp, name); err != nil {
		return File{}, err
	}
	if lasting {
		if err := syncFolders(root, []File{f}); err != nil {
			return File{}, err
		}
	}
	closing.End()
	return f, nil
}

// create makes a new file in place of what has the name: writing into a link or a pipe that somebody left there would go elsewhere.
func create(dir *os.Root, name string) (*os.File, error) {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	f, err := dir.OpenFile(name, flags, 0o666)
	if errors.Is(err, fs.ErrExist) {
		if err := dir.Remove(name); err != nil {
			return nil, err
		}
		f, err = dir.OpenFile(name, flags, 0o666)
	}
	return f, err
}

// openRoot opens a folder, which is made where it is missing, for writing below it: links that lead out of it are not followed.
func openRoot(root string) (*os.Root, error) {
	root = filepath.Clean(root) // "" is "."
	dir, err := os.OpenRoot(root)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(root, 0o777); err == nil {
			dir, err = os.OpenRoot(root)
		}
	}
	return dir, err
}

// Temp is the name under which a file is written before it is complete.
func Temp(name string) string {
	return filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".part")
}

// Sum returns path, size and checksum of a file that is there.
func Sum(root, path string) (File, error) {
	in, err := folder.Open(root, path)
	if err != nil {
		return File{}, fmt.Errorf("write: %w", err)
	}
	defer in.Close()
	return sum(in, path)
}

func sum(in io.Reader, path string) (File, error) {
	h := sha256.New()
	n, err := io.Copy(h, in)
	if err != nil {
		return File{}, sentence(path, err)
	}
	return File{Path: path, Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

// Check says why the file below root is not the one that f describes: missing, no regular file, another size, another checksum; nil
// when it is the one. A wrong size is found without reading the file.
func (f File) Check(root string) error {
	in, err := folder.Open(root, f.Path)
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return sentence(f.Path, err)
	}
	if info.Size() != f.Bytes {
		return fmt.Errorf("write: %s: %d bytes, want %d", f.Path, info.Size(), f.Bytes)
	}
	got, err := sum(in, f.Path)
	if err != nil {
		return err
	}
	if got.SHA256 != f.SHA256 {
		return fmt.Errorf("write: %s: SHA-256 is %s, want %s", f.Path, got.SHA256, f.SHA256)
	}
	return nil
}

// counter counts and hashes what passes.
type counter struct {
	w io.Writer
	h hash.Hash
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	defer phase.Begin(phase.Write).End()
	n, err := c.w.Write(p)
	c.h.Write(p[:n])
	c.n += int64(n)
	return n, err
}

// file is what passed as a file.
func (c *counter) file(path string) File {
	return File{Path: path, Bytes: c.n, SHA256: hex.EncodeToString(c.h.Sum(nil))}
}

// sentence names the file once, by its path below the root, and keeps the cause (no space left on device, permission
// denied, ...) for errors.Is.
func sentence(p string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	cause := err
	if errors.As(err, &pe) {
		cause = pe.Err
	} else if errors.As(err, &le) {
		cause = le.Err
	}
	if strings.HasSuffix(cause.Error(), "path escapes from parent") { // os has no value for this error
		return fmt.Errorf("write: %s: a link leads out of the folder", p)
	}
	return fmt.Errorf("write: %s: %w", p, cause)
}
