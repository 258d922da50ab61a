package engine_test

import (
	"slices"
	"testing"

	"mereo/engine/frame"
	"mereo/internal/gltest"
)

// alongParallels is table, seen by an orthographic camera.
func alongParallels() *frame.Frame {
	f := table(true)
	f.Camera.Orthographic, f.Camera.FocalPx = true, 26
	return f
}

func TestOrthographicLabelsAgreeWithTheCPU(t *testing.T) {
	f := alongParallels()
	f.LabelsOnly = true
	labelsAgree(t, gltest.Renderer(t), f)
}

// Glass, metal, rough things and a table are alike in both qualities along parallel rays.
func TestOrthographicIsNearPathTracing(t *testing.T) {
	f := alongParallels()
	f.SPP, f.SubFrames = 128, 0
	standard, reference, _ := nearPathTracing(t, gltest.Renderer(t), f, 0.06)
	if !slices.Equal(standard.Object, reference.Object) || !slices.Equal(standard.ViewZ, reference.ViewZ) {
		t.Error("labels depend on the quality")
	}
}
