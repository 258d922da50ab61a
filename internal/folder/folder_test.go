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
}
