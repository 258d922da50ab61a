package gltf

import (
	"path/filepath"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/bound"
	"mereo/internal/vectors"
)

// The render vectors must load whatever their number: with the size, the lamps and the camera the file states, and
// every object in front of the camera.
func TestVectorsRenderLoad(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(vectors.Dir(t, "render"), "*.glb"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenes among the render vectors: %v", err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			s, err := LoadScene(path, bound.New(0))
			if err != nil {
				t.Fatal(err)
			}
			f := s.Frame
			if f.Camera.Width < 16 || f.Camera.Height < 16 {
				t.Errorf("size is %d x %d", f.Camera.Width, f.Camera.Height)
			}
			if len(f.Lights) == 0 || f.WorldRadiance[0] <= 0 {
				t.Errorf("got %d lights and world radiance %v, want both", len(f.Lights), f.WorldRadiance)
			}
			floor := false
			box := geom.EmptyAABB()
			for i, in := range f.Instances {
				if (in.Object == 0) != (in.Part == 0) {
					t.Errorf("%s: object %d has part %d", s.Nodes[i].Name, in.Object, in.Part)
				}
				if in.Object == 0 {
					floor = true
					continue
				}
				center := in.Mesh.Bounds().Transformed(in.WorldFromObject).Center()
				box = box.Grow(center)
				if _, _, z := f.Camera.Project(center); z <= f.Camera.Near || z >= f.Camera.Far {
					t.Errorf("%s: object %d lies at depth %g, outside %g to %g", s.Nodes[i].Name, in.Object, z, f.Camera.Near, f.Camera.Far)
				}
			}
			if !floor {
				t.Error("no background instance with id 0")
			}
			// Objects stand on something that is level in z: the scene is wider than high.
			if size := box.Size(); size.Z > size.X || size.Z > size.Y {
				t.Errorf("objects spread over %v, want z up", size)
			}
		})
	}
}
