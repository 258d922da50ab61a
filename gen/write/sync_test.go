package write

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// What Commit does to the disk is tested by cmd/mereo, with recordings of system calls; here is what comes of it.
func TestCommit(t *testing.T) {
	root := t.TempDir()
	var names []File
	for _, p := range []string{"a/b/1", "a/2", "3"} {
		f, err := Bytes(root, p, []byte(p))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, f)
	}
	f, err := CommitJSON(root, "c/list.json", names, names)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := JSON(root, "c/plain.json", names)
	if err != nil || plain.SHA256 != f.SHA256 {
		t.Errorf("%+v, %v, want the bytes of %+v", plain, err, f)
	}

	// A name of what is not there is no name, and the file that would say so does not appear.
	if _, err := CommitJSON(root, "d.json", append(names, File{Path: "a/none"}), names); !errors.Is(err, fs.ErrNotExist) || err.Error() != "write: a/none: no such file or directory" {
		t.Errorf("error is %v", err)
	}
	for i := range 2 * many { // a batch that is synced with its file system
		f, err := Bytes(root, fmt.Sprintf("many/%d", i), []byte{byte(i)})
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, f)
	}
	if err := Sync(root, names); err != nil {
		t.Error(err)
	}
	if err := Sync(root, append(names, File{Path: "a/none"})); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error is %v", err)
	}
	want := errors.New("no")
	if _, err := Commit(root, "d.json", names, func(io.Writer) error { return want }); !errors.Is(err, want) {
		t.Errorf("error is %v", err)
	}
	for _, name := range []string{"d.json", ".d.json.part"} {
		if _, err := os.Stat(filepath.Join(root, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is there, %v", name, err)
		}
	}
	for range 2 {
		if err := Remove(root, "c/list.json"); err != nil {
			t.Error(err)
		}
	}
	if err := Folder(filepath.Join(root, "x/y/z")); err != nil {
		t.Error(err)
	}
	if err := Folder(filepath.Join(root, "3/z")); err == nil {
		t.Error("no error for a folder below a file")
	}
}
