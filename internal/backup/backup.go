// Package backup keeps the contents of files that a test damages, to mend them.
package backup

import (
	"os"
	"path/filepath"
	"testing"
)

// Files are the contents of some files when they were whole.
type Files struct {
	T    testing.TB
	Root string
	Data map[string][]byte // by path below Root
}

// Of keeps the files of some paths below a folder.
func Of(t testing.TB, root string, names ...string) *Files {
	t.Helper()
	f := &Files{t, root, map[string][]byte{}}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		f.Data[name] = data
	}
	return f
}

// Write puts other contents into a file.
func (f *Files) Write(name string, data []byte) {
	f.T.Helper()
	if err := os.WriteFile(filepath.Join(f.Root, name), data, 0o666); err != nil {
		f.T.Fatal(err)
	}
}

// Mend writes all files as they were.
func (f *Files) Mend() {
	f.T.Helper()
	for name, data := range f.Data {
		f.Write(name, data)
	}
}
