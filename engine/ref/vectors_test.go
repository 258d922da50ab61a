package ref_test

import (
	"path/filepath"
	"testing"

	"mereo/engine/gltf"
	"mereo/engine/ref"
	"mereo/internal/imgdiff"
	"mereo/internal/npy"
	"mereo/internal/vectors"
)

// The reference ids and depths come from rays through pixel centers. Away from silhouettes ids must be equal; depth
// must agree wherever the same thing was hit. On the silhouettes rounding decides, so some pixels may differ there.
func TestVectorsRenderRef(t *testing.T) {
	dir := vectors.Dir(t, "render")
	files, err := filepath.Glob(filepath.Join(dir, "*.glb"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no .glb in %s (%v)", dir, err)
	}
	for _, path := range files {
		base := path[:len(path)-len(".glb")]
		t.Run(filepath.Base(base), func(t *testing.T) {
			f, err := gltf.Load(path)
			if err != nil {
				t.Fatal(err)
			}
			want, err := npy.ReadNPZ(base + "_zid.npz")
			if err != nil {
				t.Fatal(err)
			}
			got := ref.Draw(f)
			ids, depth := want["id"].Uint16, want["depth"].Float32
			if s := want["id"].Shape; s[0] != got.Height || s[1] != got.Width {
				t.Fatalf("drew %d x %d, want %v", got.Width, got.Height, s)
			}
			same, err := imgdiff.CompareIDs(ids, got.Object, got.Width, 2)
			if err != nil {
				t.Fatal(err)
			}
			inner := imgdiff.Uniform(ids, got.Width, 2)
			for i := range inner {
				inner[i] = inner[i] && ids[i] == got.Object[i]
			}
			z, err := imgdiff.CompareDepths(depth, got.ViewZ, inner, 1e-4)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("ids equal %.5f, away from silhouettes %.6f; depth within 1e-4 %.5f", same.Equal, same.InnerEqual, z.WithinTol)
			if same.Equal < 0.999 {
				t.Errorf("%.5f of all ids are equal, want at least 0.999", same.Equal)
			}
			if same.InnerEqual < 0.9999 {
				t.Errorf("%.6f of the ids away from silhouettes are equal, want at least 0.9999", same.InnerEqual)
			}
			if z.WithinTol < 0.999 || z.Missing > z.Compared/1000 {
				t.Errorf("%.5f of %d depths agree within 1e-4, want at least 0.999; %d are missing", z.WithinTol, z.Compared, z.Missing)
			}
		})
	}
}
