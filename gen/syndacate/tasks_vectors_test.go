package syndacate

import (
	"math"
	"slices"
	"strings"
	"testing"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
)

// taskCase is an element that is given by its objects, and what a task makes of it.
type taskCase struct {
	ID, Task string
	Objects  []struct {
		Type string
		Pose []float64
	}
	Subset      []int
	PartSlots   []int `json:"part_slots"`
	ObjectSlots []int `json:"object_slots"`
	X           struct {
		Image *storedBytes
		Shape []int
		Data  []float32
	}
	T struct {
		Shape []int
		Dtype string
		Data  []float64
	}
}

// element makes the element of the case.
func (c taskCase) element(t *testing.T, config samplerConfig) *element {
	t.Helper()
	var classes []int
	var poses []glyph.Pose
	for _, o := range c.Objects {
		if config.sampler == squaresSampler {
			poses = append(poses, glyph.Pose{X: o.Pose[0], Y: o.Pose[1]})
			continue
		}
		classes = append(classes, slices.Index(config.classes(), o.Type))
		p := o.Pose
		poses = append(poses, glyph.Pose{Wideness: p[0], Italic: p[1], Rotation: p[2], Scale: p[3], X: p[4], Y: p[5],
			Thickness: p[6], Brightness: p[7]})
	}
	e, err := newElement(config, classes, poses, c.Subset, c.PartSlots, c.ObjectSlots)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// writeElements writes a file of a small task with the given elements at its end, and zeros before.
func writeElements(t *testing.T, dir string, task Task, elements []*element) {
	t.Helper()
	c := task.sampler
	images := make([]uint8, c.numElements*c.width*c.height)
	parts := make([]float32, c.numElements*c.partRows()*partWidth)
	objects := make([]float32, c.numElements*c.objectRows()*c.objectWidth())
	for i, e := range elements {
		at := c.numElements - len(elements) + i
		copy(images[at*c.width*c.height:], drawElement(c, e))
		size := c.partRows() * partWidth
		e.putParts(c, parts[at*size:(at+1)*size])
		size = c.objectRows() * c.objectWidth()
		e.putObjects(c, objects[at*size:(at+1)*size])
	}
	arrays := []npz.Array{{Key: "images", Shape: []int{c.numElements, 1, c.height, c.width}, Data: images}}
	if c.sampler == syndacateSampler {
		arrays = append(arrays, npz.Array{Key: "part_poses", Shape: []int{c.numElements, c.partRows(), partWidth}, Data: parts})
	}
	arrays = append(arrays,
		npz.Array{Key: "object_poses", Shape: []int{c.numElements, c.objectRows(), c.objectWidth()}, Data: objects},
		npz.Array{Key: "n", Data: []int64{int64(c.numElements)}})
	if _, err := npz.Write(dir, task.File(), arrays); err != nil {
		t.Fatal(err)
	}
}

// The elements of a task's cases are written to one file, whose last elements they are, and read back as the task's x and t.
func TestVectorsTasks(t *testing.T) {
	cases := numberCases[taskCase](t, "tasks.json")
	slices.SortStableFunc(cases, func(a, b taskCase) int { return strings.Compare(a.Task, b.Task) })
	for len(cases) > 0 {
		n := 1
		for n < len(cases) && cases[n].Task == cases[0].Task && n < smallElements-smallTestElements {
			n++
		}
		t.Run(cases[0].Task, func(t *testing.T) { testTaskCases(t, cases[:n]) })
		cases = cases[n:]
	}
}

func testTaskCases(t *testing.T, cases []taskCase) {
	task, err := TaskByName(cases[0].Task)
	if err != nil {
		t.Fatal(err)
	}
	task = task.Small()
	var elements []*element
	for _, c := range cases {
		elements = append(elements, c.element(t, task.sampler))
	}
	dir := t.TempDir()
	writeElements(t, dir, task, elements)
	all := append(make([]taskCase, smallElements-smallTestElements-len(cases)), cases...)
	err = task.Read(t.Context(), dir, "train", func(p Piece) error {
		for i := range p.X.Shape[0] {
			compareTask(t, all[0], tensorRow(p.X, i), tensorRow(p.T, i))
			all = all[1:]
		}
		return nil
	})
	if err != nil || len(all) > 0 {
		t.Errorf("%v, %d elements more", err, len(all))
	}
}

// compareTask compares an element with a case, if it has one.
func compareTask(t *testing.T, c taskCase, x, target npz.Array) {
	t.Helper()
	if c.ID == "" {
		return
	}
	if !slices.Equal(x.Shape, c.X.Shape) || !slices.Equal(target.Shape, c.T.Shape) {
		t.Errorf("%s: shapes are %v and %v, want %v and %v", c.ID, x.Shape, target.Shape, c.X.Shape, c.T.Shape)
	}
	if c.X.Image != nil {
		if !slices.Equal(x.Data.([]uint8), c.X.Image.unpack(t)) {
			t.Errorf("%s: another picture", c.ID)
		}
	} else {
		compareTensor(t, c.ID+": x", x.Data.([]float32), c.X.Data, 1e-6)
	}
	if c.T.Dtype == "i64" {
		if got := target.Data.([]int64); len(c.T.Data) != 1 || got[0] != int64(c.T.Data[0]) {
			t.Errorf("%s: class %v, want %v", c.ID, got, c.T.Data)
		}
		return
	}
	want := make([]float32, len(c.T.Data))
	for i, v := range c.T.Data {
		want[i] = float32(v)
	}
	compareTensor(t, c.ID+": t", target.Data.([]float32), want, 1e-6)
}

func compareTensor(t *testing.T, what string, got, want []float32, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(float64(got[i])-float64(want[i])) <= tolerance) {
			t.Fatalf("%s: number %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}
