package world_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/scenes"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
	"mereo/scenes/vary"
)

// plates is the plan of a toy set: two level plates of two parts each on a floor, seen from above.
type plates struct{ At [2][2]float64 }

const size = 48

func (p *plates) scene(int) (*scenes.Scene, shoot.Options) {
	square := func(x0, x1, y float64) *mesh.Mesh {
		return &mesh.Mesh{
			Positions: []geom.Vec3{{X: x0, Y: -y}, {X: x1, Y: -y}, {X: x1, Y: y}, {X: x0, Y: y}}, Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
		}
	}
	gray := material.Lambert(material.RGB{0.5, 0.5, 0.5})
	s := &scenes.Scene{Backdrop: []scenes.Surface{{Name: "floor", Use: scenes.Floor, Mesh: square(-9, 9, 9), Material: gray}}}
	for _, at := range p.At {
		s.Objects = append(s.Objects, scenes.Object{
			Category: "plate", WorldFromObject: geom.Translate(geom.V(at[0], at[1], 0.5)),
			Parts: []scenes.Part{{Label: "left", Mesh: square(-0.5, 0, 0.5), Material: gray}, {Label: "right", Mesh: square(0, 0.5, 0.5), Material: gray}},
		})
	}
	return s, shoot.Options{}
}

// device draws labels as the processor does, and gray pictures.
type device struct{}

func (device) ShootFrom(s *scenes.Scene, o shoot.Options, poses ...geom.Transform) (out []*frame.Images, err error) {
	for _, pose := range poses {
		seen := *s
		seen.Camera.WorldFromCamera = pose
		b := ref.Draw(seen.Frame())
		im := &frame.Images{Width: b.Width, Height: b.Height, RGB: bytes.Repeat([]byte{90}, 3*b.Width*b.Height)}
		if !o.ColorOnly {
			im.Object, im.Part, im.ViewZ, im.Normal = b.Object, b.Part, b.ViewZ, b.Normal
		}
		out = append(out, im)
	}
	return out, nil
}

func (device) Renderer() string { return "the test's" }
func (device) Close()           {}

// toy is the set of plates. Its labels are drawn by the device, or by the processor.
type toy struct {
	world.Base[*plates]
	processor bool
	drawn     int // how often the processor drew labels
}

func (*toy) Name() string     { return "toy" }
func (*toy) Config() any      { return nil }
func (*toy) About() gen.About { return gen.About{} }

func newToy(processor bool) *toy {
	s := &toy{processor: processor}
	s.Open = s.open
	return s
}

func (s *toy) open(job gen.Job) (*world.Split[*plates], error) {
	palette := [][3]uint8{{9, 9, 9}, {255, 0, 0}, {0, 0, 255}}
	return &world.Split[*plates]{
		Set: "toy", Job: job, Painter: func(string) (world.Painter, error) { return device{}, nil }, Seen: show.ChannelPart, Costly: true,
		Plan: func(_ context.Context, index int) (*plates, error) {
			draws := rng.At(rng.Key{Seed: job.Seed, Set: "toy", Split: job.Split, Index: index}, "places")
			p := &plates{}
			for i := range p.At {
				p.At[i] = [2]float64{float64(2*i) - 1 + draws.Uniform(-0.2, 0.2), draws.Uniform(-1, 1)}
			}
			return p, nil
		},
		Shots: func(p *plates) []world.Shot {
			up := world.Shot{Pinhole: camera.Pinhole{
				WorldFromCamera: camera.LookAt(geom.V(0, 0, 5), geom.V(0, 0, 0), geom.V(0, 1, 0)),
				Width:           size, Height: size, FocalPx: 50, CenterX: size / 2, CenterY: size / 2, Near: 0.1, Far: 50,
			}}
			up.Name = "picture"
			if s.processor {
				up.Labels = func() *show.Labels {
					s.drawn++
					scene, _ := p.scene(0)
					scene.Camera = up.Pinhole
					l := world.LabelsOf(ref.Draw(scene.Frame()))
					l.Region = regions(l)
					return l
				}
			}
			plan := world.Shot{Draw: func() []uint8 { return bytes.Repeat([]byte{uint8(100 + 50*p.At[0][0])}, 3*4*2) }}
			plan.Name, plan.Width, plan.Height, plan.Drawing = "plan", 4, 2, true
			// The flow goes to where a camera beside the first one sees things; that has no files.
			side := up
			side.Name, up.Next = "", 2
			side.Pinhole.WorldFromCamera.T.X += 0.5
			side.Labels = func() *show.Labels {
				scene, _ := p.scene(0)
				scene.Camera = side.Pinhole
				return world.LabelsOf(ref.Draw(scene.Frame()))
			}
			return []world.Shot{up, plan, side}
		},
		Scene: (*plates).scene, Region: func(_ *plates, _ int, l *show.Labels) []uint16 { return regions(l) },
		Things: func(*plates) world.Things { return world.Things{Objects: 2, Parts: []int{2, 2}, Regions: 2} },
		Files: func(t *world.Take[*plates]) []world.File {
			at := func(name string) string {
				return fmt.Sprintf("%s/%s_%06d.%s", job.Split, strings.Split(name, ".")[0], t.Index, strings.Split(name, ".")[1])
			}
			return []world.File{
				{Path: at("color.png"), Pass: world.Color}, {Path: at("object.png"), Pass: world.Object, Palette: palette},
				{Path: at("part.png"), Pass: world.Part}, {Path: at("region.png"), Pass: world.Region}, {Path: at("viewz.npy"), Pass: world.ViewZ},
				{Path: at("normal.npy"), Pass: world.Normal},
				{Path: at("flow.npy"), Pass: world.Flow}, {Path: at("coordinates.npy"), Pass: world.Coordinates},
				{Path: at("plan.png"), Pass: world.Color, Shot: 1},
				{Path: at("record.json"), Bytes: func() ([]byte, error) { return json.Marshal(t.Plan) }},
			}
		},
		Item: func(t *world.Take[*plates]) *gen.Item { return &gen.Item{Index: t.Index} },
		Page: func(t *world.Take[*plates]) (*show.Page, error) {
			page := &show.Page{}
			for i := range t.Plan.At {
				page.Entities = append(page.Entities, show.Entity{Key: show.Key("object", i+1), Boxes: []show.Rect{show.BoxOf(t.Tally(0, show.ChannelObject).Boxes[i])}})
			}
			return page, nil
		},
		Edits: &world.Edits[*plates]{
			Within: show.Around(5), Keys: func(*plates) string { return "object 1 and object 2" },
			Copy: func(p *plates) *plates { q := *p; return &q },
			Handle: func(p *plates, key string) *show.Handle {
				i := slices.Index([]string{"object 1", "object 2"}, key)
				if i < 0 {
					return nil
				}
				return &show.Handle{Move: func(x, y float64) { p.At[i] = [2]float64{x, y} }, Why: "it can only be moved"}
			},
			Finish: func(context.Context, *plates, *world.Take[*plates]) ([]string, error) {
				return []string{"Changed."}, nil
			},
		},
	}, nil
}

// regions are the upper half of the floor and the lower one.
func regions(l *show.Labels) []uint16 {
	out := make([]uint16, len(l.Object))
	for at, id := range l.Object {
		if id == 0 {
			out[at] = uint16(1 + 2*at/len(out))
		}
	}
	return out
}

// madeToy makes sample 3 of a set.
func madeToy(t *testing.T, s *toy, job gen.Job) gen.Item {
	t.Helper()
	m, err := s.NewMaker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	item, err := m.Make(t.Context(), 3)
	if err != nil {
		t.Fatal(err)
	}
	item.Renderer = m.Renderer()
	return *item
}

func problems(t *testing.T, s *toy, job gen.Job, item gen.Item, remake bool) []gen.Problem {
	t.Helper()
	c, err := s.NewChecker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.Check(t.Context(), item, remake)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Nothing is wrong with a sample as it was made. Any other file in the place of one is found, and told of.
func TestEveryFileIsChecked(t *testing.T) {
	for _, processor := range []bool{false, true} {
		s := newToy(processor)
		job := gen.Job{Root: t.TempDir(), Seed: 1, Split: "train", Pictures: true}
		other := gen.Job{Root: t.TempDir(), Seed: 2, Split: "train", Pictures: true}
		item := madeToy(t, s, job)
		madeToy(t, s, other)
		for _, remake := range []bool{false, true} {
			s.drawn = 0
			if bad := problems(t, s, job, item, remake); len(bad) > 0 || s.drawn > 0 != (processor && remake) {
				t.Fatalf("processor %v: found %v, want nothing, and labels drawn %d times", processor, bad, s.drawn)
			}
		}
		if len(item.Files) != 10 || len(item.Colors) != 1 {
			t.Errorf("%d files and %d fingerprints, want 10 and 1", len(item.Files), len(item.Colors))
		}
		for _, f := range item.Files {
			name := filepath.Join(job.Root, f.Path)
			good, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			wrong, err := os.ReadFile(filepath.Join(other.Root, f.Path))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(f.Path, "normal") { // all look up
				wrong = write.EncodeNPY([]int{size, size, 3}, make([]float32, 3*size*size))
			}
			if strings.Contains(f.Path, "color") { // gray, too
				if _, err := write.RGBA(other.Root, f.Path, size, size, bytes.Repeat([]byte{91}, 3*size*size)); err != nil {
					t.Fatal(err)
				}
				if wrong, err = os.ReadFile(filepath.Join(other.Root, f.Path)); err != nil {
					t.Fatal(err)
				}
			}
			for what, data := range map[string][]byte{"another sample's": wrong, "cut": good[:len(good)/2], "missing": nil} {
				if err := os.WriteFile(name, data, 0o666); err != nil {
					t.Fatal(err)
				}
				if data == nil {
					os.Remove(name)
				}
				bad := problems(t, s, job, item, true)
				if !slices.ContainsFunc(bad, func(p gen.Problem) bool { return p.File == f.Path }) {
					t.Errorf("processor %v: %s, %s: found %v, want a problem of it", processor, f.Path, what, bad)
				}
			}
			if err := os.WriteFile(name, good, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A record's problem names the place and both values.
// spy remembers what it shot.
type spy struct {
	device
	scene   *scenes.Scene
	options shoot.Options
}

func (s *spy) ShootFrom(scene *scenes.Scene, o shoot.Options, poses ...geom.Transform) ([]*frame.Images, error) {
	s.scene, s.options = scene, o
	return s.device.ShootFrom(scene, o, poses...)
}

// A look reaches the pictures, the pages and the checks of a sample, is the same in all of them, and leaves its record alone.
func TestLooksDressSamples(t *testing.T) {
	record := func(style vary.Style) (data []byte, seen *spy, page show.View) {
		s, job := newToy(false), gen.Job{Root: t.TempDir(), Split: "train", Count: 4, Seed: 5, Pictures: true}
		seen = &spy{}
		s.Open = func(job gen.Job) (*world.Split[*plates], error) {
			split, err := s.open(job)
			split.Look, split.Painter = &shoot.Look{Style: style}, func(string) (world.Painter, error) { return seen, nil }
			return split, err
		}
		item := madeToy(t, s, job)
		if bad := problems(t, s, job, item, true); len(bad) > 0 {
			t.Errorf("look %d: %v", style, bad)
		}
		_, _, made := readAndMade(t, s, job)
		data, err := os.ReadFile(filepath.Join(job.Root, "train/record_000003.json"))
		if err != nil {
			t.Fatal(err)
		}
		return data, seen, made.Views()[0]
	}
	own, plain, _ := record(vary.Published)
	again, dressed, page := record(vary.Daylight)
	if !bytes.Equal(own, again) {
		t.Errorf("the record is %s in daylight, %s without", again, own)
	}
	if plain.options.Environment != nil || plain.scene.Backdrop[0].Material.Name != "" {
		t.Error("the published look has a sky or another floor")
	}
	if dressed.options.Environment == nil || dressed.scene.Backdrop[0].Material.Name == "" {
		t.Error("daylight has no sky, or the set's own floor")
	}
	if page.Options.Environment.Turn != dressed.options.Environment.Turn || page.Scene.Backdrop[0].Material.Name != dressed.scene.Backdrop[0].Material.Name {
		t.Error("the page has another look than the picture")
	}
}

func TestRecordsAreTold(t *testing.T) {
	s := newToy(false)
	job := gen.Job{Root: t.TempDir(), Seed: 1, Split: "train"}
	item := madeToy(t, s, job)
	if len(item.Files) != 1 {
		t.Fatalf("without pictures there are the files %v, want the record", item.Files)
	}
	if _, err := write.Bytes(job.Root, item.Files[0].Path, []byte(`{"At":[[7,7],[7,7]]}`)); err != nil {
		t.Fatal(err)
	}
	const want = "differs from what the seed gives: At[0][0] is 7, want "
	if bad := problems(t, s, job, item, false); len(bad) != 1 || !strings.HasPrefix(bad[0].Detail, want) {
		t.Errorf("found %v, want one problem: %s", bad, want)
	}
	r, err := s.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Sample(3); err == nil || !strings.HasPrefix(err.Error(), "toy: train/record_000003.json: "+want) {
		t.Errorf("got %v", err)
	}
}

// readAndMade are sample 3 of a split as its files tell of it, and made again.
func readAndMade(t *testing.T, s show.Set, job gen.Job) (show.Reader, show.Sample, show.Made) {
	t.Helper()
	r, err := s.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	read, err := r.Sample(3)
	if err != nil {
		t.Fatal(err)
	}
	made, err := r.Make(t.Context(), 3)
	if err != nil {
		t.Fatal(err)
	}
	return r, read, made
}

// What is on disk, what is made again and what is changed tell the same way; changes leave the sample as it was.
func TestReadMadeAndChanged(t *testing.T) {
	s := newToy(false)
	job := gen.Job{Root: t.TempDir(), Seed: 1, Split: "train", Pictures: true}
	madeToy(t, s, job)
	r, read, made := readAndMade(t, s, job)
	if !reflect.DeepEqual(read.Page(), made.Page()) || read.Page().Title != "train/3" || read.Page().Pictures[0].Path == "" {
		t.Errorf("on disk it is\n%+v, made again\n%+v", read.Page(), made.Page())
	}
	stored, err := r.Labels(3, 0)
	if err == nil {
		if stored.Flow == nil || stored.Coordinates == nil {
			t.Error("nothing is stored of flow and coordinates")
		}
		stored.Flow, stored.Coordinates = nil, nil // which no page shows
	}
	if err != nil || !reflect.DeepEqual(stored, made.Labels(0)) {
		t.Errorf("stored labels are not those of what is made again: %v", err)
	}
	if len(made.Views()) != 1 || read.Drawing(0) != nil || len(read.Drawing(1)) != 3*4*2 {
		t.Errorf("%d views and drawings of %d and %d bytes, want 1, 0 and 24", len(made.Views()), len(read.Drawing(0)), len(read.Drawing(1)))
	}
	before := made.Page().Entities[0].Boxes[0]
	changed, warnings, err := made.Editor().Edit(t.Context(), []show.Edit{{Kind: show.EditMove, Entity: "object 1", X: 0, Y: 1.5}})
	if err != nil || !slices.Equal(warnings, []string{"Changed."}) {
		t.Fatalf("changed: %q, %v", warnings, err)
	}
	if changed.Page().Entities[0].Boxes[0] == before || made.Page().Entities[0].Boxes[0] != before || changed.Page().Pictures[0].Path != "" {
		t.Errorf("changed it is\n%+v, before\n%+v", changed.Page(), made.Page())
	}
	if world.TakeOf[*plates](changed).Plan.At[0] != [2]float64{0, 1.5} {
		t.Error("the plan is not that of the change")
	}
	if _, _, err := made.Editor().Edit(t.Context(), []show.Edit{{Kind: show.EditTurn, Entity: "object 1"}}); err == nil ||
		err.Error() != "toy: change 1 (turn object 1): it can only be moved" {
		t.Errorf("got %v", err)
	}
	if _, err := r.Labels(3, 2); err == nil || err.Error() != "toy: train/3: there is no picture 2, want 0 to 1" {
		t.Errorf("got %v", err)
	}
}
