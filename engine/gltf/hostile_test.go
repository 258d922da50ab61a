//go:build linux

package gltf

import (
	"fmt"
	"strings"
	"testing"

	"mereo/internal/bound"
	"mereo/internal/hostile"
)

func TestHostileFiles(t *testing.T) {
	files := hostile.GLTF()
	// 100 KB: many channels of a million keyframes, which are all zero. At rest it is a triangle.
	files["channels.gltf"] = func() []byte {
		const accessor = `{"componentType": 5126, "type": %q, "count": %d}`
		return fmt.Appendf(nil, `{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
			"accessors": [%s, %s, %s], "animations": [{"samplers": [{"input": 1, "output": 2}], "channels": [%s]}]}`,
			fmt.Sprintf(accessor, "VEC3", 3), fmt.Sprintf(accessor, "SCALAR", maxZeros), fmt.Sprintf(accessor, "VEC3", maxZeros),
			strings.TrimSuffix(strings.Repeat(`{"sampler": 0, "target": {"node": 0, "path": "scale"}},`, 2000), ","))
	}
	hostile.Read(t, files, func(path string) error {
		_, err := LoadScene(path, bound.New(0))
		if err == nil {
			_, err = LoadAt(path, bound.New(0), &Moment{Time: 1})
		}
		return err
	})
}
