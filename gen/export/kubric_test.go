package export_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"image/color"
	"image/png"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/loop"
	"mereo/gen/show"
	"mereo/gen/worlds"
	"mereo/internal/bound"
	"mereo/internal/gltest"
	"mereo/internal/oracle"
)

//go:embed testdata/kubric.py
var kubricReader string

// filmed has two cameras, and does not write normals: they are found again.
const filmed = `name: thrown
attributes:
  color: {red: "#ad2323", blue: "#2a4bd7"}
  size: {large: 0.4, small: 0.25}
things:
  - {category: cube, model: {primitive: box, bevel: 0.1}, scale: size, look: {base: color}}
  - {category: ball, model: {primitive: sphere}, scale: size, look: {base: color}}
scene: {count: 3..5, place: {gap: 0.2, region: [[-2, 2], [-2, 2]]}}
motion: {frames: 8, fps: 12, after: 0.5, start: {at_rest: 0.3, height: 0..1, speed: 2..4, spin: 0..6}, collisions: 1..9}
cameras:
  - {name: left, at: [6, -6, 4], look_at: [0, 0, 0.3], size: [160, 120]}
  - {name: right, at: [7, -4, 4], look_at: [0, 0, 0.3], size: [160, 120]}
write: {flow: true, backward_flow: true, coordinates: true, depth: npy, ids: true}
render: {quality: draft}
splits: {train: {count: 2}}
`

// Films of a world are exported in all forms, and read back by software that is not ours.
func TestFilms(t *testing.T) {
	gltest.Renderer(t)
	w, err := worlds.Read("films.yaml", []byte(filmed), worlds.Folder{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	set, job := worlds.New(w), jobOf(t.TempDir(), "train")
	if _, err := loop.Run(t.Context(), set, job, 2, loop.Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	t.Run("kubric", func(t *testing.T) {
		out := exported(t, set, job.Root, export.Options{Format: "kubric"})
		atLeast(t, "kubric", counted(t, kubricReader, out, job.Root, "thrown"), map[string]int{
			"films": 4, "frames": 32, "compared": 32 * 2 * 2 * 160 * 120, "placed": 10000, "moving": 500, "instances": 12, "collisions": 8, "ground": 100000,
		})
	})
	t.Run("coco", func(t *testing.T) {
		checkCOCO(t, set, job.Root, true, map[string]int{"images": 32, "cameras": 32, "masks": 80, "amodal": 80, "videos": 8, "tracks": 24, "tracked": 160})
	})
	t.Run("gltf", func(t *testing.T) {
		r, err := set.Show(job)
		if err != nil {
			t.Fatal(err)
		}
		checkAnimation(t, exported(t, set, job.Root, export.Options{Format: "gltf"}), r)
	})
	t.Run("webdataset", func(t *testing.T) {
		channels := []string{export.Depth, export.Normals, export.Flow, export.BackFlow, export.Coordinates}
		checkWebDataset(t, set, job.Root, channels, map[string]int{"samples": 2, "pictures": 32, "ids": 32, "depth": 32, "normals": 32, "flow": 32, "coordinates": 32})
	})
}

// checkAnimation wants the objects of a film's file to be where they are in each frame.
func checkAnimation(t *testing.T, out string, r show.Reader) {
	t.Helper()
	made, err := r.Make(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if all := files(t, out); len(all) != 3 {
		t.Errorf("%d files, want one for each film and export.json", len(all))
	}
	moved := 0
	for k, v := range made.Views()[:8] { // those of the other camera are the same scenes
		s, err := gltf.LoadAt(filepath.Join(out, "train", "000001.glb"), bound.New(0), &gltf.Moment{Time: float64(k) / 12})
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range s.Frame.Instances {
			if in.Object == 0 {
				continue
			}
			want := v.Scene.Objects[in.Object-1].WorldFromObject
			for i := range 8 {
				p := geom.AABB{Min: geom.V(-1, -1, -1), Max: geom.V(1, 1, 1)}.Corner(i)
				if off := in.WorldFromObject.Point(p).Sub(want.Point(p)).Len(); off > 1e-5 {
					t.Fatalf("frame %d: object %d is %g m away from where it is", k, in.Object, off)
				}
			}
			if want != made.Views()[0].Scene.Objects[in.Object-1].WorldFromObject {
				moved++
			}
		}
	}
	if moved < 10 {
		t.Errorf("objects move in %d frames, want more", moved)
	}
	var report struct{ Messages []string }
	if text := oracle.Node(t, validate, out); json.Unmarshal([]byte(text), &report) != nil || len(report.Messages) > 0 {
		t.Errorf("the validator complains: %s", text)
	}
}

// squares are films in which a square goes three columns to the right and two rows down in each frame, given by hand.
type squares struct{ toy }

func (s squares) Show(job gen.Job) (show.Reader, error) {
	return squareReader{toyReader{set: s.toy, job: job}}, nil
}

type squareReader struct{ toyReader }

func (r squareReader) Sample(index int) (show.Sample, error) {
	s, err := r.toyReader.Sample(index)
	if err != nil {
		return nil, err
	}
	return squareFilm{s.(*toySample)}, nil
}

type squareFilm struct{ *toySample }

const squareFrames = 3

func (f squareFilm) Film() (*show.Film, error) {
	lens := camera.Pinhole{
		WorldFromCamera: geom.Identity, Width: toyWidth, Height: toyHeight, FocalPx: 40, CenterX: toyWidth / 2, CenterY: toyHeight / 2, Near: 0.1, Far: 9,
	}
	of := show.FilmCamera{Pictures: f.page.Pictures[:squareFrames], Pinholes: []camera.Pinhole{lens, lens, lens}}
	of.Labels = func(frame int, _ ...string) (*show.Labels, error) {
		const n = toyWidth * toyHeight
		l := &show.Labels{
			Width: toyWidth, Height: toyHeight, Object: make([]uint16, n), ViewZ: make([]float32, n), Normal: make([]float32, 3*n),
			Flow: make([]float32, 3*n), BackFlow: make([]float32, 3*n), Coordinates: make([]float32, 3*n),
		}
		for y := range 10 {
			for x := range 10 {
				i := (5+2*frame+y)*toyWidth + 8 + 3*frame + x
				l.Object[i], l.ViewZ[i] = 2, 4
				l.Normal[3*i+1], l.Coordinates[3*i+2] = -1, 0.25
				if frame+1 < squareFrames {
					l.Flow[3*i], l.Flow[3*i+1] = 3, 2
				}
				if frame > 0 {
					l.BackFlow[3*i], l.BackFlow[3*i+1] = -3, -2
				}
			}
		}
		return l, nil
	}
	still := func(id int) show.FilmThing {
		q := geom.Quat{W: 1}
		return show.FilmThing{ID: id, Model: "square", Mass: 1, States: []show.FilmState{{Rotation: q}, {Rotation: q}, {Rotation: q}}}
	}
	return &show.Film{
		FPS: 12, Frames: squareFrames, StepRate: 240, Cameras: []show.FilmCamera{of}, Things: []show.FilmThing{still(1), still(2)},
		Impacts: []show.Impact{{Time: 0.125, A: 0, B: 2, Position: geom.V(0, 0, -2), Normal: geom.V(0, 0, 1), Impulse: geom.V(1, 0, 2)}},
	}, nil
}

// Numbers are those of Kubric: flow has rows first and the direction of time both ways, depth goes along the ray, instances are numbered by what is
// seen of them, and a force is an impulse in one step.
func TestKubricNumbers(t *testing.T) {
	root := toys(t, map[string]int{"train": 4})
	all := files(t, exported(t, squares{}, root, export.Options{Format: "kubric"}))
	const folder = "train/000002/"
	var ranges map[string]struct{ Min, Max float64 }
	if err := json.Unmarshal([]byte(all[folder+"data_ranges.json"]), &ranges); err != nil {
		t.Fatal(err)
	}
	// at reads a pixel of the square, and one beside it.
	at := func(name string, x, y int) color.NRGBA64 {
		t.Helper()
		im, err := png.Decode(strings.NewReader(all[folder+name]))
		if err != nil {
			t.Fatal(err)
		}
		return color.NRGBA64Model.Convert(im.At(x, y)).(color.NRGBA64)
	}
	for _, c := range []struct {
		kind     string
		frame    int
		row, col float64
	}{{"forward_flow", 0, 2, 3}, {"forward_flow", 1, 2, 3}, {"forward_flow", 2, 0, 0}, {"backward_flow", 0, 0, 0}, {"backward_flow", 1, 2, 3}, {"backward_flow", 2, 2, 3}} {
		r, px := ranges[c.kind], at(c.kind+"_0000"+string(rune('0'+c.frame))+".png", 12+3*c.frame, 9+2*c.frame)
		value := func(v uint16) float64 { return float64(v)/65535*(r.Max-r.Min) + r.Min }
		if math.Abs(value(px.R)-c.row) > 1e-4 || math.Abs(value(px.G)-c.col) > 1e-4 || px.B != 0 {
			t.Errorf("%s of frame %d is %.4f rows, %.4f columns, %d, want %g, %g, 0", c.kind, c.frame, value(px.R), value(px.G), px.B, c.row, c.col)
		}
	}
	if px := at("object_coordinates_00000.png", 12, 9); px.R != 0 || px.B != 16384 {
		t.Errorf("object coordinates are %v, want 0, 0, 0.25", px)
	}
	if px := at("normal_00000.png", 12, 9); px.R != 32768 || px.G != 0 {
		t.Errorf("the normal is %v, want 0, -1, 0", px)
	}
	tiff := []byte(all[folder+"depth_00000.tiff"])
	pixels := tiff[len(tiff)-4*toyWidth*toyHeight:]
	depth := func(x, y int) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(pixels[4*(y*toyWidth+x):])))
	}
	if got, want := depth(8, 5), 4*math.Sqrt(1+(15.5*15.5+12.5*12.5)/(40*40)); math.Abs(got-want) > 1e-6 || depth(0, 0) != 1e10 {
		t.Errorf("the depth is %g and %g, want %g and 1e10", got, depth(0, 0), want)
	}
	var about struct {
		Instances []struct {
			Name       string
			Visibility []int
		}
	}
	if err := json.Unmarshal([]byte(all[folder+"metadata.json"]), &about); err != nil || len(about.Instances) != 1 || about.Instances[0].Visibility[1] != 100 {
		t.Errorf("instances are %+v (%v), want the one that is seen", about.Instances, err)
	}
	want := `{"collisions":[{"contact_normal":[0,0,1],"force":480,"frame":1.5,"image_position":[0.5,0.5],"instances":[-1,0],"position":[0,0,-2]}]}` + "\n"
	if got := all[folder+"events.json"]; got != want {
		t.Errorf("events are %s, want %s", got, want)
	}
}

// Exports of films have the same bytes with any number of workers and go on where they were stopped; what is no film is refused.
func TestKubricIsRepeatable(t *testing.T) {
	root := toys(t, map[string]int{"test": 2, "train": 5})
	o := export.Options{Format: "kubric", Workers: 1}
	want := files(t, exported(t, squares{}, root, o))
	o.Workers, o.Out = 4, t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stop := o
	stop.Progress = func(done, _ int) {
		if done == 4 {
			cancel()
		}
	}
	if _, err := export.Run(ctx, squares{}, root, stop); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: got %v", err)
	}
	sameTree(t, "stopped", files(t, exported(t, squares{}, root, o)), want)
	_, err := export.Run(t.Context(), toy{}, root, export.Options{Format: "kubric", Out: t.TempDir()})
	if text := "export: samples of this dataset (toy) are no films of things that move, so they cannot be exported as kubric; want another format"; err == nil || err.Error() != text {
		t.Errorf("got %v, want %s", err, text)
	}
	if !bytes.HasPrefix([]byte(want["train/000000/depth_00000.tiff"]), []byte("II*\x00")) {
		t.Error("depth is no TIFF")
	}
}
