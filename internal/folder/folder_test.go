package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRead(t *testing.T) {
	root := t.TempDir()
	in := func(name string) string { return filepath.Join(root, name) }
	outside := filepath.Join(t.TempDir(), "secret")
	for _, err := range []error{
		os.WriteFile(outside, []byte("secret"), 0o666), os.Mkdir(in("a"), 0o777), os.WriteFile(in("a/b"), []byte("0123456789"), 0o666),
		os.Symlink("a/b", in("inside")), os.Symlink(outside, in("outside")), os.Symlink("/dev/zero", in("zero")),
		os.Symlink("loop", in("loop")), syscall.Mkfifo(in("pipe"), 0o666),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		path, want string
		limit      int64
	}{
		{"a/b", "", 10},
		{"inside", "", 10},
		{"a/b", "a/b: has more than 0 MB", 9},
		{"outside", "outside: leads out of the folder", 10},
		{"zero", "zero: leads out of the folder", 10},
		{"../secret", "../secret: leads out of the folder", 10},
		{outside, outside + ": leads out of the folder", 10},
		{"loop", "loop: too many levels", 10},
		{"pipe", "pipe: is a pipe, want a file", 10},
		{"a", "a: is a folder, want a file", 10},
		{"none", "none: no such file", 10},
	} {
		data, err := Read(root, c.path, c.limit)
		if c.want == "" && (err != nil || string(data) != "0123456789") || c.want != "" && !strings.HasPrefix(fmt.Sprint(err), c.want) {
			t.Errorf("%s: %q, %v, want %s", c.path, data, err, c.want)
		}
	}
	if _, err := Read(root, "none", 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want one that is fs.ErrNotExist", err)
	}
	dev, err := os.OpenRoot("/dev")
	if err != nil {
		t.Fatal(err)
	}
	defer dev.Close()
	if _, err := In(dev, "zero"); fmt.Sprint(err) != "zero: is a device, want a file" {
		t.Errorf("a device: %v", err)
	}
	for path, want := range map[string]string{
		in("outside"): "", in("zero"): in("zero") + ": is a device, want a file", in("pipe"): in("pipe") + ": is a pipe, want a file",
		in("a"): in("a") + ": is a folder, want a file", in("none"): in("none") + ": no such file or directory",
	} {
		if data, err := Given(path, 6); want == "" && (err != nil || string(data) != "secret") || want != "" && fmt.Sprint(err) != want {
			t.Errorf("%s: %q, %v, want %s", path, data, err, want)
		}
	}
	if info, err := Stat(root, "a"); err != nil || !info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := Inside(in("pipe") + "/x"); fmt.Sprint(err) != in("pipe")+"/x: not a directory" {
		t.Errorf("a pipe for a folder: %v", err)
	}
	if _, err := Inside(in("outside")); fmt.Sprint(err) != in("outside")+": leads out of the folder" {
		t.Errorf("a link out of the folder: %v", err)
	}
}

func TestAppend(t *testing.T) {
	root := t.TempDir()
	outside := filepath.Join(t.TempDir(), "precious")
	for _, err := range []error{
		os.WriteFile(outside, []byte("precious"), 0o666), os.Symlink(outside, filepath.Join(root, "link")),
		syscall.Mkfifo(filepath.Join(root, "pipe"), 0o666),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		f, err := Append(root, "new")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("line"); err != nil || f.Name() != filepath.Join(root, "new") {
			t.Errorf("%s: %v", f.Name(), err)
		}
		f.Close()
	}
	if data, err := Read(root, "new", 8); err != nil || string(data) != "lineline" {
		t.Errorf("%q, %v", data, err)
	}
	for path, want := range map[string]string{"link": "link: leads out of the folder", "pipe": "pipe: is a pipe, want a file"} {
		if _, err := Append(root, path); fmt.Sprint(err) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Listing a tree waits for no pipe and leaves nothing out that is inside.
func TestFS(t *testing.T) {
	root := t.TempDir()
	for _, err := range []error{
		os.MkdirAll(filepath.Join(root, "a/blocks"), 0o777), os.WriteFile(filepath.Join(root, "a/blocks/plan.json"), nil, 0o666),
		syscall.Mkfifo(filepath.Join(root, "b"), 0o666), os.Symlink("/proc/self", filepath.Join(root, "c")),
		os.Symlink("a", filepath.Join(root, "d")), os.Mkdir(filepath.Join(root, "e"), 0o777),
		syscall.Mkfifo(filepath.Join(root, "e/blocks"), 0o666),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := fs.Glob(FS(root), "*/blocks/*")
	if want := "[a/blocks/plan.json d/blocks/plan.json]"; err != nil || fmt.Sprint(found) != want {
		t.Errorf("%v, %v, want %s", found, err, want)
	}
	entries, err := fs.ReadDir(FS(root), ".")
	if err != nil || len(entries) != 5 {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := fs.ReadDir(FS(filepath.Join(root, "none")), "."); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want one that is fs.ErrNotExist", err)
	}
	if _, err := fs.ReadFile(FS(root), "b"); fmt.Sprint(err) != "b: is a pipe, want a file" {
		t.Errorf("%v", err)
	}
}
