package qlevr

import (
	"math"
	"slices"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/internal/gltest"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// lookPresets are the cameras before jitter.
var lookPresets = [3][2][3]float64{
	{{2, -3, 5.5}, {40, 0, 0}},
	{{2, -4.2, 4.5}, {51, 0, 0}},
	{{2, -4.8, 3.5}, {62, 0, 0}},
}

// shootLookPreset draws a plan as a preset sees it, at half the published size.
func shootLookPreset(t *testing.T, p *plan, variants []int, preset int) (*frame.Images, *scenes.Scene) {
	t.Helper()
	at := lookPresets[preset]
	s := sceneOf(p, variants, &view{camera: lookPinhole(at[0], at[1], 480, 360)})
	im, err := shoot.Shoot(gltest.Renderer(t), s, lookOptions(1))
	if err != nil {
		t.Fatal(err)
	}
	return im, s
}

// levelAround is the mean of 3 x 3 pixels.
func levelAround(im *frame.Images, x, y int) (mean [3]float64) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			for k := range mean {
				mean[k] += float64(im.RGB[3*((y+dy)*im.Width+x+dx)+k]) / 9
			}
		}
	}
	return mean
}

// levelSeen is the mean around a place of the world.
func levelSeen(im *frame.Images, s *scenes.Scene, p geom.Vec3) [3]float64 {
	x, y, _ := s.Camera.Project(p)
	return levelAround(im, int(math.Floor(x)), int(math.Floor(y)))
}

// Levels of the published pictures, 0 to 255, for each preset.
func TestPicturesAreAsBrightAsPublished(t *testing.T) {
	plan := &plan{planes: []planPlane{
		{outline: lookSquare(90, 90, 110), material: "wooden", color: "brown"}, {outline: lookSquare(310, 300, 110), material: "marble", color: "gray"},
		{outline: circleOutline(planPoint{90, 300}, 60), material: "marble", color: "black"},
	}}
	for i, m := range objectMaterials {
		plan.objects = append(plan.objects, planObject{
			size: "large", color: objectColors[i], material: m, shape: objectShapes[i],
			outline: outline{center: planPoint{90 + 10*float64(i), 60 + 60*float64(i)}},
		})
	}
	for preset := range lookPresets {
		im, s := shootLookPreset(t, plan, slices.Repeat([]int{1}, len(plan.objects)), preset)
		total := 0.0
		for _, v := range im.RGB {
			total += float64(v) / float64(len(im.RGB))
		}
		within := func(name string, got, want, slack float64) {
			t.Helper()
			if math.Abs(got-want) > slack {
				t.Errorf("preset %d: %s has level %.1f, want %g to within %g", preset, name, got, want, slack)
			}
		}
		within("the picture", total, 150, 15)
		within("the middle of the desk", levelSeen(im, s, geom.V(2, 2, 0))[1], 172, 12)
		within("the back of the desk", levelSeen(im, s, geom.V(2, 4.2, 0))[1], 160, 6)
		within("the front of the desk", levelSeen(im, s, geom.V(2, -0.1, 0))[1], 181, 6)
		within("the backdrop", levelAround(im, im.Width/2, 5)[1], 112, 15)
		if right := levelSeen(im, s, geom.V(4.1, 2, 0)); right[2] < right[0]+2 {
			t.Errorf("preset %d: the right side is %v, want it bluish", preset, right)
		}
		if left := levelSeen(im, s, geom.V(-0.1, 2, 0)); left[0] < left[2] {
			t.Errorf("preset %d: the left side is %v, want it not bluish", preset, left)
		}
	}
}

// A ball shows below itself in black marble, clearly, and less in gray marble; in wood not at all.
func TestMarbleMirrorsAndWoodDoesNot(t *testing.T) {
	mirrored := func(materialName, color string) float64 {
		plan := &plan{planes: []planPlane{{outline: lookSquare(200, 200, 250), material: materialName, color: color}}}
		bare, s := shootLookPreset(t, plan, nil, 2)
		plan.objects = []planObject{{size: "large", color: "yellow", material: "rubber", shape: "sphere", outline: outline{center: planPoint{200, 200}}}}
		with, _ := shootLookPreset(t, plan, []int{1}, 2)
		// A little before the middle of the mirror image, which is as far below as the ball is above.
		at := geom.V(2, 1.98, -0.1)
		a, b := levelSeen(bare, s, at), levelSeen(with, s, at)
		return b[0] + b[1] - a[0] - a[1]
	}
	black, wood := mirrored("marble", "black"), mirrored("wooden", "black")
	if black < 10 {
		t.Errorf("black marble is %.1f levels brighter (red and green added) where it mirrors a yellow ball, want 10 at least", black)
	}
	if wood > 2 {
		t.Errorf("black wood is %.1f levels brighter, want it to mirror nothing", wood)
	}
}

// BenchmarkLookPicture draws all that there is at the published size; four at a time keep the device busy.
func BenchmarkLookPicture(b *testing.B) {
	r := gltest.Renderer(b)
	at := lookPresets[1]
	p, variants := lookOfEverything()
	s := sceneOf(p, variants, &view{camera: lookPinhole(at[0], at[1], 960, 720)})
	b.SetParallelism(4)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := shoot.Shoot(r, s, lookOptions(1)); err != nil {
				b.Error(err)
			}
		}
	})
}

// BenchmarkDrawings makes the three drawings of a plan.
func BenchmarkDrawings(b *testing.B) {
	p, _ := lookOfEverything()
	b.ReportAllocs()
	for b.Loop() {
		drawTexture(p)
		drawMaterialMap(p)
		drawFull(p)
	}
}
