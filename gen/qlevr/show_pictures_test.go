package qlevr

import (
	"math"
	"os"
	"slices"
	"testing"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/internal/gltest"
	"mereo/scenes/shoot"
)

// Labels made on the processor show every object and plane where its box is, to the pixel, and objects of the drawing nearly there.
func TestShownLabels(t *testing.T) {
	r := shownOf(t, setOf(t, nil), gen.Job{Seed: 7, Split: "val"})
	m := madeAt(t, r, 1)
	if v := m.Views(); len(v) != 1 || len(v[0].Scene.Objects) != len(m.record.Objects) || v[0].Options.SubFrames != 8 {
		t.Fatalf("views %+v", v)
	}
	solid, flat := m.Labels(0), m.Labels(1)
	if len(solid.ViewZ) != 960*720 || len(solid.Normal) != 3*960*720 || flat.Width != 640 || flat.ViewZ != nil {
		t.Fatalf("labels of %d and %d pixels", len(solid.ViewZ), len(flat.Object))
	}
	for _, c := range []struct {
		picture int
		labels  *show.Labels
	}{{0, solid}, {1, flat}} {
		seen := map[string]int{}
		for _, plane := range m.Page().Entities {
			for _, e := range append([]show.Entity{plane}, plane.Entities...) {
				ids := c.labels.Object
				if e.Channel == show.ChannelRegion {
					ids = c.labels.Region
				}
				box := e.Boxes[c.picture]
				tight := show.Rect{X0: math.Inf(1), Y0: math.Inf(1)}
				for i, id := range ids {
					x, y := float64(i%c.labels.Width), float64(i/c.labels.Width)
					if int(id) != e.ID {
						continue
					}
					seen[e.Key]++
					tight = show.Rect{X0: min(tight.X0, x), Y0: min(tight.Y0, y), X1: max(tight.X1, x+1), Y1: max(tight.Y1, y+1)}
					if e.Kind == "object" && (x < box.X0-2 || y < box.Y0-2 || x > box.X1+1 || y > box.Y1+1) {
						t.Fatalf("picture %d: %s is seen at (%g, %g), outside of %v", c.picture, e.Key, x, y, box)
					}
				}
				if c.picture == 0 && box != tight {
					t.Errorf("the box of %s is %v, its pixels are in %v", e.Key, box, tight)
				}
				if seen[e.Key] == 0 {
					t.Errorf("picture %d: %s is not seen", c.picture, e.Key)
				}
			}
		}
	}
	both := 0
	for i := range solid.Object {
		if solid.Object[i] != 0 && solid.Region[i] != 0 {
			both++
		}
	}
	if both > 0 {
		t.Errorf("%d pixels are of an object and of a plane", both)
	}
	if n := math.Abs(float64(solid.Normal[3*(700*960+480)+2]) - 1); solid.Region[700*960+480] != 0 && n > 1e-6 {
		t.Errorf("the desk's normal is %g off the vertical", n)
	}
}

// What is deleted has no pixels, and the others keep their ids.
func TestEditedLabels(t *testing.T) {
	m := madeAt(t, shownOf(t, setOf(t, nil), genJobVal), 1)
	out, _ := edited(t, m, show.Edit{Kind: show.EditDelete, Entity: "object 5"})
	before, after := m.Labels(0), out.Labels(0)
	same, other := 0, 0
	for i, id := range after.Object {
		switch {
		case id == 5:
			t.Fatalf("pixel %d is of object 5, which is deleted", i)
		case id == before.Object[i]:
			same++
		case before.Object[i] != 5:
			other++
		}
	}
	if other > 0 || same == len(after.Object) {
		t.Errorf("%d pixels are the same, %d are of something else though they were not of object 5", same, other)
	}
	for i, id := range out.Labels(1).Object {
		if id == 5 {
			t.Fatalf("pixel %d of the drawing is of object 5, which is deleted", i)
		}
	}
}

// The view of a sample gives the picture of the dataset, byte for byte, and Labels finds the labels of the dataset away from
// silhouettes.
func TestShownViewIsThePicture(t *testing.T) {
	renderer := gltest.Renderer(t)
	s := setOf(t, func(c *Config) { c.SubFrames, c.Quality = 1, frame.Draft })
	job := genJobVal
	job.Root, job.Pictures, job.GPU = t.TempDir(), true, os.Getenv("MEREO_TEST_GPU")
	makeSamples(t, s, job, 1)
	r := shownOf(t, s, job)
	stored, err := r.Labels(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	page := shownAt(t, r, 0).Page()
	want, err := write.ReadRGB(job.Root, page.Pictures[0].Path, page.Pictures[0].Width, page.Pictures[0].Height)
	if err != nil {
		t.Fatal(err)
	}
	m := madeAt(t, r, 0)
	v := m.Views()[0]
	v.Options.ColorOnly = true
	got, err := shoot.Shoot(renderer, v.Scene, v.Options)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.RGB, want) {
		t.Error("the view's picture is not the dataset's")
	}
	l, differ := m.Labels(0), 0
	for i := range l.Object {
		if l.Object[i] != stored.Object[i] || l.Region[i] != stored.Region[i] || math.Abs(float64(l.ViewZ[i]-stored.ViewZ[i])) > 0.01 {
			differ++
		}
	}
	if differ > len(l.Object)/500 {
		t.Errorf("%d of %d pixels have other labels than in the dataset", differ, len(l.Object))
	}
	if l, err := r.Labels(0, 1); l != nil || err != nil {
		t.Errorf("labels of the drawing on disk: %v, %v", l, err)
	}
}

// The drawing of a sample is the one of the dataset, and what is deleted or recolored is so in it.
func TestDrawing(t *testing.T) {
	s := setOf(t, func(c *Config) { c.Dimension = 2 })
	job := genJobVal
	job.Root, job.Pictures = t.TempDir(), true
	makeSamples(t, s, job, 2)
	r := shownOf(t, s, job)
	m := madeAt(t, r, 1)
	if v, l := m.Views(), m.Labels(0); v != nil || l == nil || l.Width != drawnWidth {
		t.Fatalf("a set of drawings has the views %v and the labels %v", v, l)
	}
	want, err := write.ReadRGB(job.Root, shownAt(t, r, 1).Page().Pictures[0].Path, drawnWidth, drawnRows)
	if err != nil {
		t.Fatal(err)
	}
	drawing := m.Drawing(0)
	if !slices.Equal(drawing, want) {
		t.Error("the drawing is not the dataset's")
	}
	out, _ := edited(t, m, show.Edit{Kind: show.EditDelete, Entity: "object 1"},
		show.Edit{Kind: show.EditRecolor, Entity: "object 2", Color: otherColor(m.plan.objects[1].color)})
	changed, labels, touched := out.Drawing(0), m.Labels(0), [3]int{}
	for i, id := range labels.Object {
		if !slices.Equal(drawing[3*i:3*i+3], changed[3*i:3*i+3]) {
			touched[min(id, 3)%3]++ // 1, 2, or something else
		}
	}
	if touched[1] < 20 || touched[2] < 20 || touched[0] > touched[1]+touched[2] {
		t.Errorf("%d pixels of object 1, %d of object 2 and %d others have changed", touched[1], touched[2], touched[0])
	}
	if three := madeAt(t, shownOf(t, setOf(t, nil), genJobVal), 1); three.Drawing(0) != nil || len(three.Drawing(1)) != 3*640*480 {
		t.Error("pictures of solids are drawings, or the plan is none")
	}
}
