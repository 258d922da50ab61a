package ptr

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/gltest"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// cpuPainter draws with the CPU rasterizer: true labels, and a color picture that is base color times n.z.
type cpuPainter struct{}

func (cpuPainter) Renderer() string { return "CPU rasteriser" }
func (cpuPainter) Close()           {}

func (cpuPainter) ShootFrom(s *scenes.Scene, o shoot.Options, _ ...geom.Transform) ([]*frame.Images, error) {
	b := ref.Draw(s.Frame())
	im := &frame.Images{Width: b.Width, Height: b.Height, Object: b.Object, Part: b.Part, ViewZ: b.ViewZ, Normal: b.Normal}
	im.RGB = make([]uint8, 3*len(b.Part))
	for at := range b.Part {
		for k := range 3 {
			im.RGB[3*at+k] = uint8(40 + 150*math.Abs(float64(b.Normal[3*at+2])))
		}
	}
	o.Fault(0, im) // gray things have a fault, and are looked at all the same
	return []*frame.Images{im}, nil
}

// smallSet is a set of boxes in small pictures.
func smallSet(t testing.TB, change func(*Config)) *Set {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Width, cfg.Height = 320, 240
	if change != nil {
		change(&cfg)
	}
	s, err := New(cfg, boxSource{500}, "")
	if err != nil {
		t.Fatal(err)
	}
	s.painter = func(string) (world.Painter, error) { return cpuPainter{}, nil }
	return s
}

func makeItems(t testing.TB, s *Set, job gen.Job, n int) []gen.Item {
	t.Helper()
	m, err := s.NewMaker(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var items []gen.Item
	for i := range n {
		item, err := m.Make(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		item.Renderer = m.Renderer() // as the loop does
		items = append(items, *item)
	}
	return items
}

func problems(t testing.TB, s *Set, job gen.Job, item gen.Item, remake bool) []gen.Problem {
	t.Helper()
	c, err := s.NewChecker(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p, err := c.Check(context.Background(), item, remake)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// barrel moves the corners of pictures inwards by about a sixteenth.
var barrel = camera.Distortion{K1: -0.28, K2: 0.07, P1: 0.001, P2: -0.0015}

// TestMadeIsCoherent makes samples and finds nothing wrong with them, whatever is switched on.
func TestMadeIsCoherent(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Config)
	}{
		{"recommended", nil},
		{"distorted", func(c *Config) { c.Physical, c.Realism.Distortion = 0.5, barrel }},
		{"published and distorted", func(c *Config) {
			c.Published.Projection, c.Realism.Distortion = true, camera.Distortion{K1: 0.3, P2: 0.01}
		}},
		{"published", func(c *Config) { c.Published = AsPublished }},
	} {
		for _, pictures := range []bool{true, false} {
			s := smallSet(t, c.change)
			job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: pictures}
			for _, item := range makeItems(t, s, job, 4) {
				if want := map[bool]int{true: 5, false: 1}[pictures]; len(item.Files) != want {
					t.Errorf("%s: sample %d has %d files, want %d", c.name, item.Index, len(item.Files), want)
				}
				for _, p := range problems(t, s, job, item, true) {
					t.Errorf("%s, pictures %v: %+v", c.name, pictures, p)
				}
			}
		}
	}
}

// TestRendered makes a sample with the real renderer; its pictures and labels agree with the CPU's view of the scene.
func TestRendered(t *testing.T) {
	gltest.Renderer(t)
	rendered(t, camera.Distortion{})
	rendered(t, barrel)
}

func rendered(t *testing.T, d camera.Distortion) {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Realism.Distortion = d
	cfg.Width, cfg.Height, cfg.SubFrames, cfg.Write.Normals = 400, 300, 2, true
	s, err := New(cfg, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 1, Split: "train", Pictures: true}
	m, err := s.NewMaker(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if m.Renderer() == "" {
		t.Error("the renderer has no name")
	}
	for i := range 2 {
		item, err := m.Make(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		item.Renderer = m.Renderer()
		for _, p := range problems(t, s, job, *item, true) {
			t.Errorf("%+v", p)
		}
	}
}

// noticed tells whether problems are of a rule, or of a place of the record.
func noticed(all []gen.Problem, scene, rule string) bool {
	return slices.ContainsFunc(all, func(p gen.Problem) bool {
		return p.Rule == rule || p.Rule == "remake" && p.File == scene && strings.HasPrefix(p.Detail, "differs from what the seed gives: "+rule)
	})
}

// TestCheckFindsDamage changes one thing at a time and expects the rule that must notice, or the place of what is not as it follows from the
// rest of the record, or from the seed.
func TestCheckFindsDamage(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical = 0 })
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train", Pictures: true}
	item := makeItems(t, s, job, 1)[0]
	f := filesOf(job.Split, 0)
	keep := map[string][]byte{}
	for _, name := range []string{f.scene, f.ids, f.viewZ, f.rayDist, f.image} {
		data, err := os.ReadFile(filepath.Join(job.Root, name))
		if err != nil {
			t.Fatal(err)
		}
		keep[name] = data
	}
	record := func(change func(r *Record)) func() {
		return func() {
			r, err := ParseRecord(keep[f.scene])
			if err != nil {
				t.Fatal(err)
			}
			change(r)
			if _, err := write.Bytes(job.Root, f.scene, record.Append(nil, record.Indented, r)); err != nil {
				t.Fatal(err)
			}
		}
	}
	depth := func(change func(z []float32)) func() {
		return func() {
			z, err := write.ReadNPY[float32](job.Root, f.viewZ, 240, 320)
			if err != nil {
				t.Fatal(err)
			}
			change(z)
			if _, err := write.NPY(job.Root, f.viewZ, []int{240, 320}, z); err != nil {
				t.Fatal(err)
			}
		}
	}
	image := func(change func(rgb []uint8)) func() {
		return func() {
			rgb, err := write.ReadRGB(job.Root, f.image, 320, 240)
			if err != nil {
				t.Fatal(err)
			}
			change(rgb)
			if _, err := write.RGBA(job.Root, f.image, 320, 240, rgb); err != nil {
				t.Fatal(err)
			}
		}
	}
	first := func(r *Record) *Object { return &r.Objects[0] }
	for _, c := range []struct {
		rule   string
		remake bool
		damage func()
	}{
		{"readable", false, func() { os.WriteFile(filepath.Join(job.Root, f.scene), []byte("{"), 0o666) }},
		{"readable", false, func() { os.WriteFile(filepath.Join(job.Root, f.rayDist), []byte("v/1"), 0o666) }},
		{"colors", false, image(func(rgb []uint8) { clear(rgb) })},
		{"colors", false, image(slices.Reverse[[]uint8])},
		{"colors", false, image(func(rgb []uint8) { // a tenth of it is painted over
			for at := range rgb[:len(rgb)/10] {
				rgb[at] = 255
			}
		})},
		{"identity", false, record(func(r *Record) { r.ImageIndex = 4 })},
		{"mask-sum", false, record(func(r *Record) { first(r).ObjMask.Counts[0]++ })},
		{"cam_location[2] ", false, record(func(r *Record) { r.CamLocation[2] += 0.001 })},
		{"camera.K[0][0] ", false, record(func(r *Record) { r.Camera.K[0][0] *= 1.0001; r.Camera.K[1][1] = r.Camera.K[0][0] })},
		{"camera.K[1][2] ", false, record(func(r *Record) { r.Camera.K[1][2] += 0.5 })},
		{"camera.R[1][0] ", false, record(func(r *Record) { r.Camera.R[1][0] += 1e-6 })},
		{"camera.t[2] ", false, record(func(r *Record) { r.Camera.T[2] += 1e-6 })},
		{"camera.near ", false, record(func(r *Record) { r.Camera.Near = 0.2 })},
		{"camera.far ", false, record(func(r *Record) { r.Camera.Far = 99 })},
		{"picture-size", false, record(func(r *Record) { r.Camera.Width-- })},
		{"readable", false, record(func(r *Record) { r.Camera.K[0][1] = 1 })},
		{"readable", false, record(func(r *Record) { r.Camera.K[1][1]++ })},
		{"readable", false, record(func(r *Record) { r.Camera.Depth.Unit = 2 })},
		{"readable", false, record(func(r *Record) { r.Camera.Depth.Kind = "ray" })},
		{"readable", false, record(func(r *Record) { r.Camera.Far = 0 })},
		{"camera.distortion ", false, record(func(r *Record) { r.Camera.Distortion.K2 = 0.1 })},
		{"directions.left[0] ", false, record(func(r *Record) { r.Directions.Left, r.Directions.Right = r.Directions.Right, r.Directions.Left })},
		{"projection_matrix[0][0] ", false, record(func(r *Record) { r.ProjectionMatrix[0][0] *= 1.001 })},
		{"relationships.left[0] ", false, record(func(r *Record) { r.Relationships.Left[0] = append(r.Relationships.Left[0], 0) })},
		{"objects[0].pixel_coords[0] ", false, record(func(r *Record) { first(r).PixelCoords.X += 2 })},
		{"position", false, record(func(r *Record) { first(r).Coords[0] = 5.1 })},
		{"yaw", false, record(func(r *Record) { first(r).Rotation.Yaw = 0.1 })},
		{"objects[0].bbox[2] ", false, record(func(r *Record) { first(r).BBox.X1++ })},
		{"objects[0].parts[0].bbox[1] ", false, record(func(r *Record) { first(r).Parts[0].BBox.Y0-- })},
		{"objects[0].parts[0].name ", false, record(func(r *Record) { first(r).Parts[0].Name = "nose" })},
		{"objects[0].part_color", false, record(func(r *Record) { first(r).PartColor = map[string]Color{} })},
		{"objects[0].part_count.nose ", false, record(func(r *Record) { first(r).PartCount["nose"] = 1 })},
		{"objects[0].part_color_occluded", false, record(func(r *Record) { first(r).Parts[0].PixelsAlone = 4 })},
		{"objects[0].parts[0].id ", false, record(func(r *Record) { first(r).Parts[0].ID = 2 })},
		{"objects[0].parts[0].pixels ", false, record(func(r *Record) { first(r).Parts[0].Pixels++ })},
		{"objects[1].obj_mask", false, record(func(r *Record) { r.Objects[1].ObjMask = r.Objects[0].ObjMask })},
		{"objects[0].part_mask", false, record(func(r *Record) {
			for name := range first(r).PartMask {
				first(r).PartMask[name] = first(r).PartMask[name][1:]
			}
		})},
		{"depth-kinds", false, depth(func(z []float32) { z[1000] *= 1.0001 })},
		{"depth-room", false, depth(func(z []float32) { z[0] *= 1.01 })},
		{"mereo.wall ", false, record(func(r *Record) { r.Mereo.Wall = 9 })},
		{"objects[0].original_objs.", false, record(func(r *Record) { first(r).OriginalObjs = nil })},
		{"remake-viewz", true, func() {
			depth(func(z []float32) {
				for i := range z {
					z[i] *= 0.9998 // less than what the other rules notice
				}
			})()
			z, err := write.ReadNPY[float32](job.Root, f.viewZ, 240, 320)
			if err != nil {
				t.Fatal(err)
			}
			r, err := ParseRecord(keep[f.scene])
			if err != nil {
				t.Fatal(err)
			}
			cam := r.pinhole()
			if _, err := write.EXR(job.Root, f.rayDist, cam.Width, cam.Height, world.RayDists(&cam, z)); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		c.damage()
		got := problems(t, s, job, item, c.remake)
		if !noticed(got, f.scene, c.rule) {
			t.Errorf("damage for rule %s was not noticed: got %+v", c.rule, got)
		}
		for name, data := range keep {
			if err := os.WriteFile(filepath.Join(job.Root, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := problems(t, s, job, item, true); len(got) > 0 {
		t.Errorf("after mending: got %+v, want no problems", got)
	}
}

// TestRecordsRepeat: records do not depend on order, on the number of workers, or on what was made before.
func TestRecordsRepeat(t *testing.T) {
	const n = 12
	one := func(s *Sampler, index int) []byte {
		m, err := s.Sample(index)
		if err != nil {
			t.Error(err)
			return nil
		}
		data, err := json.Marshal(s.Record(m, m.Composite()))
		if err != nil {
			t.Error(err)
		}
		return data
	}
	set := smallSet(t, func(c *Config) { c.Physical = 0.5 })
	sampler := func() *Sampler {
		s, err := NewSampler(set.cfg, set.source, 11, "train")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	var want [n][]byte
	for i, s := 0, sampler(); i < n; i++ {
		want[i] = one(s, i)
	}
	shared := sampler()
	var wg sync.WaitGroup
	for i := n - 1; i >= 0; i-- {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if got := one(shared, i); !bytes.Equal(got, want[i]) {
				t.Errorf("scene %d: %s", i, record.Diff(got, want[i]))
			}
		}()
	}
	wg.Wait()
}

// TestPicturesDoNotMoveRecords: with and without pictures everything but masks, boxes and pixel counts is the same.
func TestPicturesDoNotMoveRecords(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical = 0.5 })
	read := func(pictures bool) *Record {
		job := gen.Job{Root: t.TempDir(), Seed: 5, Split: "test", Pictures: pictures}
		makeItems(t, s, job, 1)
		data, err := os.ReadFile(filepath.Join(job.Root, filesOf("test", 0).scene))
		if err != nil {
			t.Fatal(err)
		}
		r, err := ParseRecord(data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Objects {
			o := &r.Objects[i]
			o.ObjMask, o.PartMask, o.BBox = r.Objects[0].ObjMask, nil, BBox{}
			for k := range o.Parts {
				o.Parts[k].Pixels, o.Parts[k].BBox = 0, BBox{}
			}
		}
		return r
	}
	a, errA := json.Marshal(read(true))
	b, errB := json.Marshal(read(false))
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("records differ:\nwith pictures    %.300s\nwithout pictures %.300s", a, b)
	}
}

func TestAssemble(t *testing.T) {
	s := smallSet(t, nil)
	job := gen.Job{Root: t.TempDir(), Seed: 5, Split: "val", Count: 3}
	items := makeItems(t, s, job, job.Count)
	asked := askBlock(t, s, job, items, job.Root)
	fs, err := s.Assemble(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	if len(fs) != 2 || fs[0].Path != "val/ptr_scenes.json" || fs[1].Path != "val/questions.json" {
		t.Fatalf("files: got %+v, want val/ptr_scenes.json and val/questions.json", fs)
	}
	var joined struct {
		Questions []struct {
			QuestionIndex int `json:"question_index"`
			ImageIndex    int `json:"image_index"`
			Program       []struct {
				ValueInputs *[]any `json:"value_inputs"`
				SideInputs  any    `json:"side_inputs"`
			}
		}
	}
	data, err := os.ReadFile(filepath.Join(job.Root, fs[1].Path))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &joined); err != nil {
		t.Fatal(err)
	}
	if len(joined.Questions) != asked.Count || asked.Count == 0 {
		t.Errorf("questions.json has %d questions, want %d", len(joined.Questions), asked.Count)
	}
	for i, q := range joined.Questions {
		if q.QuestionIndex != i || i > 0 && q.ImageIndex < joined.Questions[i-1].ImageIndex {
			t.Errorf("question %d is number %d of picture %d, want running numbers and pictures in order", i, q.QuestionIndex, q.ImageIndex)
		}
		for k, n := range q.Program {
			if n.ValueInputs == nil || n.SideInputs != nil {
				t.Errorf("question %d: node %d has no value_inputs, or side_inputs", i, k)
			}
		}
	}
	if data, err = os.ReadFile(filepath.Join(job.Root, fs[0].Path)); err != nil {
		t.Fatal(err)
	}
	var all struct {
		Info   map[string]string
		Scenes []struct {
			ImageIndex int `json:"image_index"`
		}
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Scenes) != 3 || all.Scenes[2].ImageIndex != 2 {
		t.Errorf("got %d scenes, want 3 in index order", len(all.Scenes))
	}
	if all.Info["split"] != "val" || all.Info["date"] != "01/01/2026" || all.Info["version"] != "1.0" {
		t.Errorf("info: got %v", all.Info)
	}
	if err := os.Remove(filepath.Join(job.Root, filesOf("val", 1).scene)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Assemble(context.Background(), job); err == nil || !strings.Contains(err.Error(), "ptr_scenes.json") {
		t.Errorf("a missing scene file: got %v, want an error", err)
	}
}
