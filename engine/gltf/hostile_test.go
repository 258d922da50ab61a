//go:build linux

package gltf

import (
	"testing"

	"mereo/internal/bound"
	"mereo/internal/hostile"
)

func TestHostileFiles(t *testing.T) {
	hostile.Read(t, hostile.GLTF(), func(path string) error {
		_, err := LoadScene(path, bound.New(0))
		return err
	})
}
