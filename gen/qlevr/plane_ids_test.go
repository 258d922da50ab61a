package qlevr

import (
	"testing"

	"mereo/engine/ref"
	"mereo/gen/show"
)

// The sweep behind the desk bends up through the height of its top, where no plane is.
func TestPlaneIDsAreOnTheDesk(t *testing.T) {
	s := newSampler(DefaultConfig(), 4, "train")
	behind := 0
	for index := range 12 {
		g := s.Sample(index)
		b := ref.Draw(sceneOf(&g.plan, g.variants, &g.view).Frame())
		ids := planeIDs(&g.view.camera, &g.plan, &show.Labels{Width: b.Width, Height: b.Height, Object: b.Object, ViewZ: b.ViewZ})
		cam := &g.view.camera
		for at, z := range b.ViewZ {
			p := cam.WorldFromCamera.Point(cam.Direction(float64(at%b.Width)+0.5, float64(at/b.Width)+0.5).Scale(float64(z)))
			level := z != 0 && b.Object[at] == 0 && p.Z > -topTolerance && p.Z < topTolerance
			if beyond := p.Y > deskSide+deskBorder+0.01; level && beyond {
				behind++
				if ids[at] != 0 {
					t.Fatalf("scene %d: pixel (%d, %d) is of plane id %d, want 0: it shows %v, behind the desk", index, at%b.Width, at/b.Width, ids[at], p)
				}
			}
		}
	}
	if behind == 0 {
		t.Error("no pixel shows the sweep at the height of the desk, so nothing was tested")
	}
}
