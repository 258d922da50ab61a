package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"path"
	"path/filepath"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// disk is a folder as a store. It has the dataset's files and nothing else.
type disk string

func newDisk(u *url.URL) (disk, error) {
	if u.RawQuery != "" {
		return "", fmt.Errorf("it has the parameters %q; the address of a folder has none", u.RawQuery)
	}
	root := filepath.FromSlash(u.Path)
	return disk(root), write.Folder(root)
}

func (d disk) open(_ context.Context, path string) (io.ReadCloser, error) {
	return folder.Open(string(d), path)
}

func (d disk) stat(_ context.Context, path string) (n int64, sum string, err error) {
	info, err := folder.Stat(string(d), path)
	if err != nil {
		return 0, "", err
	}
	return info.Size(), "", nil
}

func (d disk) put(_ context.Context, c content, names []write.File) (err error) {
	if names == nil {
		_, err = write.Stream(string(d), c.Path, c.copyTo)
	} else {
		_, err = write.Commit(string(d), c.Path, names, c.copyTo)
	}
	return err
}

func (d disk) keep(files []write.File) error { return write.Sync(string(d), files) }

func (d disk) list(_ context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		entries, err := fs.ReadDir(folder.FS(d), path.Clean(dir))
		if errors.Is(err, fs.ErrNotExist) {
			return
		} else if err != nil {
			yield("", err)
			return
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			if e.IsDir() {
				name += "/"
			}
			if !yield(name, nil) {
				return
			}
		}
	}
}
