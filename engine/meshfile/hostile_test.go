//go:build linux

package meshfile_test

import (
	"maps"
	"path/filepath"
	"testing"

	"mereo/engine/meshfile"
	"mereo/internal/bound"
	"mereo/internal/hostile"
)

func TestHostileFiles(t *testing.T) {
	files := hostile.OBJ()
	for _, others := range []hostile.Files{hostile.STL(), hostile.PLY(), hostile.MTL()} {
		maps.Copy(files, others)
	}
	hostile.Read(t, files, func(path string) error {
		memory := bound.New(0)
		data, err := memory.Given(path)
		if err != nil {
			return err
		}
		switch filepath.Ext(path) {
		case ".stl":
			_, err = meshfile.STL(data, memory)
		case ".ply":
			_, _, err = meshfile.PLY(data, memory)
		case ".mtl":
			_, err = meshfile.MTL(data, memory)
		default:
			if _, err = meshfile.OBJ(data, memory); err != nil {
				_, _, err = meshfile.OBJGroups(data, bound.New(0))
			}
		}
		return err
	})
}
