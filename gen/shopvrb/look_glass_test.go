package shopvrb

import (
	"slices"
	"testing"

	"mereo/assets/kitchen"
)

// Light falls through what is of clear glass alone and stands, and nothing of it is in the labels: they come from the scene without it.
func TestLightFallsThroughGlass(t *testing.T) {
	p := lookBase(kitchen.Training, "texture2")
	p.exposure = 2
	p.put(t, "glass1", 0, 0, 0, appearance{})
	p.put(t, "glass4", 1, 2, 0, appearance{replace: "Plastic", color: lookColor("red")})
	p.put(t, "mug1", -2, 1, 0, appearance{})
	p.put(t, "wine_glass1", -1, -2, 0, appearance{})
	p.objects[3].rest = &rest{}
	p.put(t, "bowl1", 2, -1, 0, appearance{})
	s := p.glazed(sceneOf(p))
	spots := s.Backdrop[2:]
	if len(s.Backdrop) != 4 || len(groundOf(p.pool, p.ground)) != 2 {
		t.Fatalf("there are %d surfaces, want the sheet's two, one under the tumbler and one under the bowl", len(s.Backdrop))
	}
	for i, k := range []int{0, 4} {
		at, box := p.objects[k].worldFromModel().T, spots[i].Mesh.Bounds()
		if c := box.Center().Sub(at); c.Len() > 0.02 || box.Size().X < 0.3 || box.Size().X > 1.2 {
			t.Errorf("the light under thing %d fills %v", k, box)
		}
		if e := spots[i].Material.Emission; !(e[0] > 0) || e[0] < e[2] {
			t.Errorf("the light under thing %d is %v, want that of a red table", k, e)
		}
	}
	for i := range s.Objects {
		if glows := s.Objects[i].Parts[0].Material.Emission[0] > 0; glows != slices.Contains([]int{0, 3, 4}, i) {
			t.Errorf("thing %d has a veil: %v", i, glows)
		}
	}
}
