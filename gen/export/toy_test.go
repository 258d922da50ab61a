package export_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/scenes"
	"mereo/scenes/annot"
	"mereo/scenes/rng"
)

// toy is a set of boxes on a floor: two scenes, before and after, of which the first one is seen by two cameras. Each object has two
// parts, and the floor has a region on each side. The first object is of the other class afterwards.
type toy struct {
	gen.Set // nil: what is not below is not called
	flat    bool
	bent    bool
	moved   bool          // when it is made again
	plan    bool          // a drawing is the last picture
	unit    float64       // meters of life in one of the world; 0 for 1
	reads   *atomic.Int64 // of samples; nil for nobody who counts
	broken  int           // index of the sample that cannot be read; 0 for none
}

const toyBlock = 3 // samples

func (toy) Name() string     { return "toy" }
func (toy) About() gen.About { return gen.About{Title: "Toy"} }
func (s toy) Show(job gen.Job) (show.Reader, error) {
	return toyReader{set: s, job: job}, nil
}

type toyReader struct {
	show.NoTest
	set toy
	job gen.Job
}

func (toyReader) Facets(int) (show.Facets, error) { return nil, nil }

// Questions are those of the page.
func (r toyReader) Questions(index int) ([]show.Question, error) {
	s, err := r.Sample(index)
	if err != nil {
		return nil, err
	}
	return s.Page().Questions, nil
}

// Pictures are those of the page.
func (r toyReader) Pictures(index int) ([]show.Picture, error) {
	s, err := r.Sample(index)
	if err != nil {
		return nil, err
	}
	return s.Page().Pictures, nil
}

func (toyReader) FacetNames() []string       { return nil }
func (toyReader) Functions() []show.Function { return nil }
func (toyReader) Classes() []show.Class {
	return slices.Concat(show.ClassesOf("object", "cup", "box"), show.ClassesOf("part", "lid", "body"), show.ClassesOf("plane", "left", "right"))
}

const (
	toyWidth  = 48
	toyHeight = 36
)

var toyViews = []string{"before", "before, from the right", "after"}

func toyPath(split string, index, p int) string {
	return fmt.Sprintf("%s/pictures/%d.%d.png", split, index, p)
}

func (r toyReader) Sample(index int) (show.Sample, error) {
	if _, err := r.job.Read(toyPath(r.job.Split, index, 0)); err != nil {
		return nil, err
	}
	if r.set.reads != nil {
		r.set.reads.Add(1)
	}
	if r.set.broken > 0 && index == r.set.broken {
		return nil, fmt.Errorf("toy: %s/%d is broken", r.job.Split, index)
	}
	return r.made(index), nil
}

func (r toyReader) Make(ctx context.Context, index int) (show.Made, error) {
	m := r.made(index)
	if r.set.moved {
		m.page.Entities[1].At[0]++
	}
	return m, ctx.Err()
}

// Labels have no depth and no normals.
func (r toyReader) Labels(index, p int) (*show.Labels, error) {
	l := r.made(index).Labels(p)
	l.ViewZ, l.Normal = nil, nil
	return l, nil
}

type toySample struct {
	show.NoDrawings
	show.NoIDs
	show.NoEdits
	show.NoPhysics
	page  *show.Page
	views []show.View
}

func (s *toySample) Page() *show.Page                      { return s.page }
func (s *toySample) Run(show.Program) (*show.Trace, error) { return nil, fs.ErrInvalid }
func (s *toySample) Reword(int, show.Program) string       { return "" }
func (s *toySample) Views() []show.View                    { return s.views }
func (s *toySample) Bodies() []show.Body                   { return nil }

// Labels of a plan show the first object as a square.
func (s *toySample) Labels(p int) *show.Labels {
	if p == len(toyViews) {
		l := &show.Labels{Width: toyWidth, Height: toyHeight, Object: make([]uint16, toyWidth*toyHeight)}
		for i := range 100 {
			l.Object[(5+i/10)*toyWidth+7+i%10] = 1
		}
		return l
	}
	b := ref.Draw(s.views[p].Scene.Frame())
	l := &show.Labels{Width: b.Width, Height: b.Height, Object: b.Object, Part: b.Part, ViewZ: b.ViewZ, Normal: b.Normal}
	l.Region = make([]uint16, len(b.Object))
	for i, o := range b.Object {
		if o == 0 && b.ViewZ[i] > 0 {
			l.Region[i] = uint16(1 + i%b.Width*2/b.Width)
		}
	}
	return l
}

// block is a closed box.
func block(x, y, z float64) *mesh.Mesh {
	m := &mesh.Mesh{Closed: true}
	for i := range 8 {
		m.Positions = append(m.Positions, geom.V(x*(float64(i&1)-0.5), y*(float64(i>>1&1)-0.5), z*float64(i>>2)))
	}
	for _, q := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
	}
	return m
}

var toyMeshes = map[string][2]*mesh.Mesh{
	"cup": {block(0.5, 0.4, 0.8), block(0.3, 0.3, 0.1).Transformed(geom.Translate(geom.V(0, 0, 0.8)))},
	"box": {block(0.7, 0.6, 0.3), block(0.7, 0.6, 0.1).Transformed(geom.Translate(geom.V(0.1, 0, 0.3)))},
}

func (r toyReader) made(index int) *toySample {
	s := rng.Named(fmt.Sprintf("toy/%d/%s/%d", r.job.Seed, r.job.Split, index))
	floor := block(20, 20, 0.1).Transformed(geom.Translate(geom.V(0, 0, -0.1)))
	before := &scenes.Scene{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(0.2, -4, 2.5), geom.V(0, 0, 0.3), geom.V(0, 0, 1)), Width: toyWidth, Height: toyHeight, FocalPx: 50,
			CenterX: toyWidth / 2, CenterY: toyHeight / 2, Near: 0.1, Far: 60,
		},
		Backdrop: []scenes.Surface{{Name: "floor", Mesh: floor, Material: material.Lambert(material.RGB{0.5, 0.5, 0.5})}},
		Lights:   []light.Area{{WorldFromLight: geom.Translate(geom.V(0, 0, 4)), Size: 1, PowerW: 100, Color: material.RGB{1, 1, 1}}},
	}
	out := &toySample{page: &show.Page{
		Title: fmt.Sprintf("%s/%d", r.job.Split, index), Rows: []show.Row{{Name: "made", Value: "by hand"}}, Entities: []show.Entity{},
		Relations: []show.Relation{{Name: "left", From: "object 1", To: "object 2"}, {Name: "left", From: "object 1", To: "object 3"}},
		Questions: []show.Question{{
			Text: "How many?", Answer: "3", Rows: []show.Row{{Name: "family", Value: "seven of them"}}, Program: show.Program{{Function: "count"}},
			Facts: show.Facts{"type": "count", "family": 7},
		}},
		Facts: show.Facts{"steps": 1, "share": 0.25, "physical": false, "moves": []show.Facts{{"object": "object 1", "by_m": [2]float64{-2.2, 0}}}},
		Unit:  r.set.unit,
	}}
	names := toyViews
	if r.set.plan {
		names = append(slices.Clone(names), "plan")
	}
	for p, name := range names {
		out.page.Pictures = append(out.page.Pictures, show.Picture{
			Name: name, Path: toyPath(r.job.Split, index, p), Width: toyWidth, Height: toyHeight, Drawing: p == len(toyViews),
		})
	}
	for i := range 3 {
		class := []string{"cup", "box"}[s.IntN(2)]
		size := []float64{1, 1.5}[s.IntN(2)]
		turn := geom.RotZ(s.Uniform(0, 6))
		for _, axis := range []*geom.Vec3{&turn.X, &turn.Y, &turn.Z} {
			*axis = axis.Scale(size)
		}
		at := geom.V(float64(i-1)*0.9, s.Uniform(-1.2, 1.2), 0)
		o := scenes.Object{Category: class, Model: class + "-1", WorldFromObject: geom.Transform{M: turn, T: at}}
		e := show.Entity{
			Key: show.Key("object", i+1), Name: fmt.Sprintf("%s %d", class, i+1), Kind: "object", Class: class, Channel: show.ChannelObject, ID: i + 1,
			Rows: []show.Row{{Name: "size", Value: fmt.Sprint(size, " times, a sentence")}}, At: &[3]float64{at.X, at.Y, at.Z},
			Facts: show.Facts{"color": "blue", "scale": size, "upright": true, "position_m": [3]float64{at.X, at.Y, at.Z}, "sides": 6},
		}
		for k, part := range []string{"body", "lid"} {
			o.Parts = append(o.Parts, scenes.Part{Label: part, Mesh: toyMeshes[class][k], Material: material.Lambert(material.RGB{0.2, 0.3, 0.4})})
			id := 2*i + k + 1
			e.Entities = append(e.Entities, show.Entity{
				Key: show.Key("part", id), Name: part, Kind: "part", Class: part, Channel: show.ChannelPart, ID: id, Rows: []show.Row{{Name: "label", Value: part}},
			})
		}
		before.Objects = append(before.Objects, o)
		out.page.Entities = append(out.page.Entities, e)
	}
	for i, side := range []string{"left", "right"} {
		out.page.Entities = append(out.page.Entities, show.Entity{
			Key: show.Key("plane", i+1), Name: side, Kind: "plane", Class: side, Channel: show.ChannelRegion, ID: i + 1, Rows: []show.Row{},
		})
	}
	if r.set.bent {
		before.Camera.Distortion = camera.Distortion{K1: -0.1}
	}
	right, after := *before, *before
	right.Camera.WorldFromCamera = camera.LookAt(geom.V(3, -3, 2), geom.V(0, 0, 0.3), geom.V(0, 0, 1))
	after.Objects = slices.Clone(before.Objects)
	after.Objects[0].WorldFromObject.T.X -= 2.2 // reaches out of the picture
	if index == 1 {                             // all is gone
		for i := range after.Objects {
			after.Objects[i].Parts = nil
		}
	}
	if !r.set.flat {
		out.views = []show.View{{Scene: before}, {Scene: &right}, {Scene: &after}}
	}
	for p, v := range out.views {
		c := annot.CameraOf(&v.Scene.Camera, cmp.Or(r.set.unit, 1))
		out.page.Pictures[p].Camera = &c
	}
	// Objects have a state for each picture; the first one is a thing of the other class afterwards, in the plan as well.
	for i := range 3 {
		e := &out.page.Entities[i]
		for p := range out.page.Pictures {
			state := show.State{Name: e.Name, Class: e.Class, At: e.At, Facts: maps.Clone(e.Facts)}
			if i == 0 && p >= 2 {
				state.Class = map[string]string{"cup": "box", "box": "cup"}[e.Class]
				state.Name = state.Class + " that was another thing"
				state.At = &[3]float64{e.At[0] - 2.2, e.At[1], e.At[2]}
				state.Facts["color"], state.Facts["position_m"], state.Facts["sides"] = "red", *state.At, 6+p
			}
			e.States = append(e.States, state)
		}
	}
	return out
}

// toys makes a dataset of complete splits.
func toys(t *testing.T, splits map[string]int) string {
	t.Helper()
	root := t.TempDir()
	grow(t, root, splits)
	return root
}

// grow makes the dataset larger. A sample that is there stays.
func grow(t *testing.T, root string, splits map[string]int) {
	t.Helper()
	m := gen.Manifest{Identity: gen.Identity{Program: "mereo " + gen.Version, Set: "toy", Seed: 7, Pictures: true, Config: json.RawMessage("{}")}}
	for _, split := range slices.Sorted(maps.Keys(splits)) {
		count := splits[split]
		s := gen.SplitManifest{Split: split, Samples: count}
		r := toyReader{set: toy{plan: true}, job: gen.Job{Root: root, Seed: 7, Split: split}}
		for i := range count {
			made := r.made(i)
			for p := range made.page.Pictures {
				rgb := make([]uint8, 3*toyWidth*toyHeight)
				for k, o := range made.Labels(p).Object {
					rgb[3*k], rgb[3*k+1] = uint8(50*o), uint8(i)
				}
				save := write.RGB
				if p == 1 {
					save = write.RGBA
				}
				if _, err := save(root, toyPath(split, i, p), toyWidth, toyHeight, rgb); err != nil {
					t.Fatal(err)
				}
			}
		}
		for first := 0; first < count; first += toyBlock {
			b := gen.BlockManifest{Block: first / toyBlock, First: first, Count: min(toyBlock, count-first)}
			file, err := write.JSON(root, fmt.Sprintf("%s/blocks/%04d.json", split, b.Block), b)
			if err != nil {
				t.Fatal(err)
			}
			b.File = file
			s.Blocks = append(s.Blocks, b)
		}
		m.Splits = append(m.Splits, s)
	}
	if _, err := write.JSON(root, "manifest.json", m); err != nil {
		t.Fatal(err)
	}
}

// exported writes a dataset in a new folder.
func exported(t *testing.T, set show.Set, root string, o export.Options) string {
	t.Helper()
	if o.Out == "" {
		o.Out = t.TempDir()
	}
	if _, err := export.Run(t.Context(), set, root, o); err != nil {
		t.Fatal(err)
	}
	return o.Out
}

// files are the contents of a folder by path.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		out[filepath.ToSlash(name[len(dir)+1:])] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sameTree wants two folders to be equal.
func sameTree(t *testing.T, name string, got, want map[string]string) {
	t.Helper()
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if text, ok := got[path]; !ok {
			t.Errorf("%s: %s is missing", name, path)
		} else if text != want[path] {
			t.Errorf("%s: %s has %d bytes, want %d others", name, path, len(text), len(want[path]))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[path]; !ok {
			t.Errorf("%s: %s should not be there", name, path)
		}
	}
}
