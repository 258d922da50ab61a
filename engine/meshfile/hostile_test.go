//go:build linux

package meshfile_test

import (
	"path/filepath"
	"testing"

	"mereo/engine/meshfile"
	"mereo/internal/bound"
	"mereo/internal/hostile"
)

func TestHostileFiles(t *testing.T) {
	files := hostile.OBJ()
	for name, data := range hostile.STL() {
		files[name] = data
	}
	hostile.Read(t, files, func(path string) error {
		memory := bound.New(0)
		data, err := memory.Given(path)
		if err != nil {
			return err
		}
		if filepath.Ext(path) == ".stl" {
			_, err = meshfile.STL(data, memory)
		} else {
			_, err = meshfile.OBJ(data, memory)
		}
		return err
	})
}
