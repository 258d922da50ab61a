package models

import (
	"testing"

	"mereo/internal/bound"
)

// Lessen makes bounds smaller for a test.
func Lessen(t *testing.T, triangles int, kept bound.Size) {
	a, b := maxTriangles, maxKept
	t.Cleanup(func() { maxTriangles, maxKept = a, b })
	maxTriangles, maxKept = triangles, kept
}
