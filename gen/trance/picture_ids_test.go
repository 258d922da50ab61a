package trance

import (
	"testing"

	"mereo/engine/camera"
	"mereo/internal/gltest"
	"mereo/scenes/shoot"
)

// TestPicturesShowWhatIsCounted: the renderer, which draws the color pictures, sees the objects where the counter does,
// except beside edges, where the two round corners in their own ways.
func TestPicturesShowWhatIsCounted(t *testing.T) {
	r := gltest.Renderer(t)
	seen, differ := 0, 0
	for index := range 8 {
		cfg := DefaultConfig()
		if index >= 5 {
			cfg.Realism.Distortion = camera.Distortion{K1: -0.28, K2: 0.07, P1: 0.001, P2: -0.0015}
		}
		m := sampled(t, cfg, index)
		counter := newCounter(&m.sceneSetup)
		last := &m.states[len(m.steps)]
		for cam := range cameraID(cameraCount) {
			want := counter.ids(last, cam)
			im, err := shoot.Shoot(r, m.scene(last, cam), shoot.Options{LabelsOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			for at, object := range im.Object {
				got := uint8(object)
				if got > 0 {
					seen++
				}
				if got == want[at] {
					continue
				}
				differ++
				if !beside(want, at, got) {
					t.Errorf("sample %d, %v: pixel %d, %d shows %d, want %d, which is not beside an edge of both", index, cam,
						at%publishedWidth, at/publishedWidth, got, want[at])
				}
			}
		}
	}
	if t.Logf("%d of %d pixels of objects differ", differ, seen); seen < 50_000 || differ > seen/1000 {
		t.Errorf("%d of %d pixels of objects differ, want at most 1 in 1000 of 50,000 or more", differ, seen)
	}
}

// beside tells whether one of the pixels around one has an id.
func beside(ids []uint8, at int, id uint8) bool {
	x, y := at%publishedWidth, at/publishedWidth
	for v := max(y-1, 0); v <= min(y+1, publishedHeight-1); v++ {
		for u := max(x-1, 0); u <= min(x+1, publishedWidth-1); u++ {
			if ids[v*publishedWidth+u] == id {
				return true
			}
		}
	}
	return false
}
