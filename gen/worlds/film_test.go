package worlds

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/gltest"
	"mereo/scenes/annot"
	"mereo/scenes/settle"
)

const filmed = `name: thrown
things:
  - {category: cube, model: {primitive: box, bevel: 0.1}, scale: 0.3, look: {base: red}}
  - {category: ball, model: {primitive: sphere}, scale: 0.3, look: {base: blue}}
scene: {count: 4..6, place: {gap: 0.2, region: [[-2, 2], [-2, 2]]}}
motion: {frames: 12, fps: 12, after: 0.5, start: {at_rest: 0.3, height: 0..1, speed: 1..3, spin: 0..6}, collisions: 1..9%s}
cameras: [{at: [6, -6, 4], size: [96, 72]}]
write: {flow: true, backward_flow: true, coordinates: true, depth: npy, ids: true}
`

// Films begin where things are put and with the speeds asked for, have as many collisions as are wanted, go on beyond the last frame, and are the same
// every time. Nothing is inside of anything else, and nothing goes through the ground.
func TestFilms(t *testing.T) {
	w := open(t, fmt.Sprintf(filmed, ""))
	resting, moving := 0, 0
	for index, p := range plans(t, w, "train", 12) {
		if len(p.film.Frames) != 18 || w.frames() != 12 {
			t.Fatalf("%d moments of %d frames, want 18 of 12", len(p.film.Frames), w.frames())
		}
		if n := w.shown(p); n < 1 || n > 9 {
			t.Errorf("film %d shows %d collisions, want 1 to 9", index, n)
		}
		for i := range p.things {
			thing, first := &p.things[i], p.film.Frames[0][i]
			speed, spin := first.Velocity.Len(), first.Angular.Len()
			switch {
			case thing.velocity == thing.spin && speed == 0:
				resting++
			case speed < 1 || speed > 3 || spin > 6 || first.Velocity.Z != 0:
				t.Errorf("a thing begins with %v and %v", first.Velocity, first.Angular)
			default:
				moving++
			}
			if first.Pose.Position.Sub(thing.pose.T).Len() > 1e-9 {
				t.Errorf("a thing begins at %v, is put at %v", first.Pose.Position, thing.pose.T)
			}
		}
		for frame := range 12 {
			s, now := w.sceneAt(p, float64(frame)), *p
			now.things = append([]thing(nil), p.things...)
			for i := range now.things {
				pose := p.film.Frames[frame][i].Pose.Transform()
				now.things[i].lay(&pose)
				if low := s.Objects[i].Parts[0].Mesh.Transformed(s.Objects[i].WorldFromObject).Bounds().Min.Z; low < -0.02 {
					t.Errorf("film %d, frame %d: a thing is %.3f m below the ground", index, frame, -low)
				}
			}
			all := make([]int, len(p.things))
			for i := range all {
				all[i] = i
			}
			bodies, err := w.bodies(&now, all)
			if err != nil {
				t.Fatal(err)
			}
			for i := range bodies {
				for k := range i {
					if settle.Overlap(bodies[i], bodies[k], 0.02) {
						t.Errorf("film %d, frame %d: things %d and %d are in each other", index, frame, i, k)
					}
				}
			}
		}
		again := plans(t, w, "train", index+1)[index]
		if !reflect.DeepEqual(again.film, p.film) {
			t.Errorf("film %d is another one the second time", index)
		}
		if index == 2 {
			break
		}
	}
	if resting == 0 || moving == 0 {
		t.Errorf("%d things rest, %d move", resting, moving)
	}
}

// What comes in begins outside of the picture, on the ground, and waits there for its time; it goes towards a thing that stands still, or to the middle;
// no two things are alike where they must not be; and records tell what enters the picture, leaves it and comes to rest.
func TestThingsComeIn(t *testing.T) {
	text, err := Text("clevrer")
	if err != nil {
		t.Fatal(err)
	}
	w := open(t, strings.Replace(string(text), "  lead: 2.5\n", "", 1))
	outside, enters, rests := 0, 0, 0
	s := &split{World: w, job: gen.Job{Split: "train"}}
	for index, p := range plans(t, w, "train", 6) {
		if alike(p.things) {
			t.Errorf("film %d: two things are alike", index)
		}
		for i := range p.things {
			thing := &p.things[i]
			at, v := thing.at(), thing.velocity
			if math.Abs(at.Z-0.2) > 1e-6 || math.Hypot(at.X, at.Y) > 6 {
				t.Errorf("film %d: a thing begins at %v", index, at)
			}
			if v.Len() == 0 {
				continue
			}
			aims := -(v.X*at.X + v.Y*at.Y) // towards the middle
			least := math.Cos(math.Pi/6+1e-6) * math.Hypot(at.X, at.Y)
			for k := range p.things {
				to := p.things[k].at().Sub(at)
				if to.Z = 0; k != i && p.things[k].velocity.Len() == 0 && v.Dot(to) >= math.Cos(math.Pi/36+1e-6)*to.Len()*v.Len() {
					aims = math.Inf(1)
				}
			}
			if aims < least*v.Len() {
				t.Errorf("film %d: a thing at %v begins with %v, want towards the middle or one that stands still", index, at, v)
			}
			if frame := int(thing.begins * 25); frame > 0 {
				outside++
				if was, is := p.film.Frames[0][i], p.film.Frames[frame][i]; was.Pose != is.Pose || p.pictured(frame, p.middleIn(p.film, frame, i)) {
					t.Errorf("film %d: thing %d is %+v until %d, want it to wait out of the picture", index, i, is, frame)
				}
			}
		}
		r, err := s.record(&world.Take[*plan]{Index: index, Plan: p})
		if err != nil {
			t.Fatal(err)
		}
		m := r.Motion
		for _, e := range m.Enters {
			enters++
			if m.States[e.Frame-1][e.Object].InView || !m.States[e.Frame][e.Object].InView {
				t.Errorf("film %d: %+v is no entrance", index, e)
			}
		}
		for _, e := range m.Rests {
			rests++
			if e.Frame == 0 || m.States[e.Frame-1][e.Object].Location == m.States[len(m.States)-1][e.Object].Location && m.States[e.Frame-1][e.Object].Velocity == [3]float64{} {
				t.Errorf("film %d: %+v is not when it comes to rest", index, e)
			}
		}
	}
	if outside < 5 || enters < 3 || rests < 3 {
		t.Errorf("%d things begin outside, %d enter, %d come to rest", outside, enters, rests)
	}
}

// A film is a folder of frames, whose flow leads from one to the next and back, and a record of states and collisions, which verify holds against the seed.
func TestFilmFiles(t *testing.T) {
	gltest.Renderer(t)
	w := open(t, fmt.Sprintf(filmed, ""))
	root := t.TempDir()
	job := gen.Job{Root: root, Seed: 1, Split: "train", Pictures: true}
	set := New(w)
	m, err := set.NewMaker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	item, err := m.Make(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	item.Renderer = m.Renderer()
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if len(item.Files) != 6*12+1 {
		t.Errorf("%d files, want 6 for each of 12 frames and a record", len(item.Files))
	}
	if err := gen.CheckItem("train", *item); err != nil {
		t.Error(err)
	}
	c, err := set.NewChecker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if bad, err := c.Check(t.Context(), *item, true); err != nil || len(bad) > 0 {
		t.Errorf("problems %v, %v, want none", bad, err)
	}
	read := func(kind string, frame, numbers int) []float32 {
		shape := []int{72, 96}
		if numbers > 1 {
			shape = append(shape, numbers)
		}
		out, err := write.ReadNPY[float32](root, fmt.Sprintf("%s/train/thrown_train_000000/%05d.npy", kind, frame), shape...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	moved, far := 0, 0
	for frame := range 11 {
		there, back := read("flow", frame, 3), read("backward_flow", frame+1, 3)
		for i := range 72 * 96 {
			x, y := float64(i%96)+0.5+float64(there[3*i]), float64(i/96)+0.5+float64(there[3*i+1])
			if there[3*i+2] == 1 || there[3*i] == 0 && there[3*i+1] == 0 {
				continue
			}
			moved++
			// Back from the nearest pixel: nearly where it came from, for flow varies little from pixel to pixel.
			j := int(y)*96 + int(x)
			if back[3*j+2] == 1 {
				continue
			}
			if off := math.Hypot(x+float64(back[3*j])-float64(i%96)-0.5, y+float64(back[3*j+1])-float64(i/96)-0.5); off > 3 {
				far++ // the nearest pixel shows another thing
			}
		}
	}
	if moved < 2000 || far > moved/50 {
		t.Errorf("%d pixels move, of which %d do not come back", moved, far)
	}
	for i, v := range read("flow", 11, 3) {
		if i%3 < 2 && math.Abs(float64(v)) > 1e-3 {
			t.Fatal("the last frame moves, though there is none behind it")
		}
	}

	s := &split{World: w, job: job}
	p := plans(t, w, "train", 1)[0]
	r, err := s.record(&world.Take[*plan]{Index: 0, Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Image   string `json:"image_filename"`
		Objects []any
		Motion  struct {
			FPS        float64
			Frames     int
			States     [][]struct{ Rotation []float64 }
			Collisions []struct {
				Objects [2]int `json:"object_ids"`
				Frame   int
				Time    float64
			}
		}
	}
	if err := json.Unmarshal(record.JSON(r), &told); err != nil {
		t.Fatal(err)
	}
	if m := told.Motion; told.Image != "thrown_train_000000/00000.png" || m.FPS != 12 || m.Frames != 12 || len(m.States) != 18 || len(m.States[0]) != len(told.Objects) ||
		len(m.States[0][0].Rotation) != 4 || len(m.Collisions) == 0 || m.Collisions[0].Objects[0] >= m.Collisions[0].Objects[1] {
		t.Errorf("the record tells %+v", told.Motion.Collisions)
	}
}

// What cannot be filmed is told.
func TestFilmMistakes(t *testing.T) {
	for text, want := range map[string]string{
		", rolling: -1":                 "line 6, column 132: motion.rolling is -1, want 0 to 10",
		"}\nrelations: {eps: 0.1":       "",
		", friction: 11":                "motion.friction is 11, want 0 to 10",
		", gravity: 0":                  "",
		"}\nrender: {quality: draft":    "",
		", start: {speed: 1}":           "motion.start is there twice",
		", shuter: 0.5":                 "motion.shuter is an unknown key, want frames, fps, after, lead, gravity, friction, restitution, rolling, shutter, touch, expect, start, collisions",
		"}\nsplits: {train: {count: 2}": "",
	} {
		_, err := Read("thrown.yaml", []byte(fmt.Sprintf(filmed, text)), Folder{}, nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	text := strings.Replace(fmt.Sprintf(filmed, ""), "place: {", "place: {drop: {height: 1}, ", 1)
	if _, err := Read("thrown.yaml", []byte(text), Folder{}, nil); err == nil || !strings.Contains(err.Error(), "scene.place.drop lets things fall before the film, want motion.start.height in its place") {
		t.Errorf("drop: %v", err)
	}
	w := open(t, strings.Replace(fmt.Sprintf(filmed, ""), "collisions: 1..9", "collisions: 60", 1))
	w.Scene.Attempts = 3
	p, err := w.planner(gen.Job{Split: "train"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.plan(context.Background(), 0); err == nil || !strings.Contains(err.Error(), "too few or too many collisions") {
		t.Errorf("collisions: %v", err)
	}
}

// What was moved or deleted by hand makes another film, in which what is gone meets nothing.
func TestEditedFilms(t *testing.T) {
	w := open(t, fmt.Sprintf(filmed, ""))
	s := &split{World: w, job: gen.Job{Split: "train"}}
	before := plans(t, w, "train", 1)[0]
	edits := s.edits()
	after := edits.Copy(before)
	edits.Handle(after, "object 1").Move(1.5, -1.5)
	edits.Handle(after, "object 2").Delete()
	if _, err := edits.Finish(t.Context(), before, &world.Take[*plan]{Plan: after}); err != nil {
		t.Fatal(err)
	}
	if after.film == before.film || after.film.Frames[0][0].Pose == before.film.Frames[0][0].Pose {
		t.Error("the film is the one before")
	}
	for _, c := range after.collisions() {
		if c.A == 1 || c.B == 1 {
			t.Errorf("what was deleted collides: %+v", c)
		}
	}
	r, err := s.record(&world.Take[*plan]{Plan: after})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Objects) != len(before.things)-1 || len(r.Motion.States[0]) != len(r.Objects) {
		t.Errorf("%d objects with %d states, want one less than %d", len(r.Objects), len(r.Motion.States[0]), len(before.things))
	}
}

// Cameras that move go with the speeds that are asked for and look at their target, the two of a stereo pair side by side; records tell where they are.
func TestMovingCameras(t *testing.T) {
	w := open(t, strings.Replace(fmt.Sprintf(filmed, ""), "at: [6, -6, 4]", "at: [6, -6, 4], look_at: [0, 0, 0.5], travel: 0.5..1, orbit: 10..20, stereo: 0.1", 1))
	s := &split{World: w, job: gen.Job{Split: "train"}}
	for index, p := range plans(t, w, "train", 4) {
		left, right := &p.cameras[0], &p.cameras[1]
		r, err := s.record(&world.Take[*plan]{Index: index, Plan: p})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(r.Motion.Cameras); n != 2 || len(r.Motion.Cameras[1].Frames) != 12 {
			t.Fatalf("film %d: the record has %d cameras", index, n)
		}
		for frame := range 12 {
			a, b := left.at(p.seconds(frame)), right.at(p.seconds(frame))
			if x, y, _ := a.Project(geom.V(0, 0, 0.5)); math.Hypot(x-48, y-36) > 1e-6 {
				t.Errorf("film %d, frame %d: the target is at %v, %v, want it in the middle", index, frame, x, y)
			}
			if off := b.WorldFromCamera.T.Sub(a.WorldFromCamera.T).Sub(a.WorldFromCamera.M.X.Scale(0.1)).Len(); off > 1e-9 || a.WorldFromCamera.M != b.WorldFromCamera.M {
				t.Errorf("film %d, frame %d: the right camera is off by %g", index, frame, off)
			}
			if got := r.Motion.Cameras[0].Frames[frame]; got != annot.CameraOf(&a, 1) {
				t.Errorf("film %d, frame %d: the record has another camera", index, frame)
			}
		}
		first, last := left.at(0), left.at(1)
		if first != left.Pinhole {
			t.Errorf("film %d: the camera begins elsewhere", index)
		}
		way := last.WorldFromCamera.T.Sub(first.WorldFromCamera.T).Len()
		if around := first.WorldFromCamera.T.Sub(geom.V(0, 0, 0.5)).Len(); way < around*10*math.Pi/180*0.7-1 || way > around*20*math.Pi/180+1 {
			t.Errorf("film %d: the camera goes %.2f m in a second, at %.1f m", index, way, around)
		}
	}
}

// Warped by backward flow, a frame becomes the next one, where nothing is hidden, also where the camera moves: pixels of matt things away from edges differ
// by less than 2 of 255.
func TestFramesFollowFlow(t *testing.T) {
	gltest.Renderer(t)
	text := strings.NewReplacer("size: [96, 72]", "size: [320, 240], travel: 0.5..1, orbit: 5..10", "frames: 12, fps: 12, after: 0.5", "frames: 4, fps: 48",
		"look: {base: red}", "look: {base: red, roughness: 1}", "look: {base: blue}", "look: {base: blue, roughness: 1}",
		"collisions: 1..9", "collisions: 0..9").Replace(fmt.Sprintf(filmed, ""))
	w := open(t, text+"ground: {kind: plane}\nrender: {sub_frames: 32}\n")
	root := t.TempDir()
	m, err := New(w).NewMaker(t.Context(), gen.Job{Root: root, Seed: 2, Split: "train", Pictures: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Make(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	m.Close()
	picture := func(kind string, frame int) image.Image {
		f, err := os.Open(fmt.Sprintf("%s/%s/train/thrown_train_000000/%05d.png", root, kind, frame))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		im, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		return im
	}
	const width, height = 320, 240
	sum, count := 0.0, 0
	for frame := range 3 {
		before, after, ids := picture("images", frame), picture("images", frame+1), picture("ids", frame+1)
		flow, err := write.ReadNPY[float32](root, fmt.Sprintf("backward_flow/train/thrown_train_000000/%05d.npy", frame+1), height, width, 3)
		if err != nil {
			t.Fatal(err)
		}
		id := func(x, y int) uint32 { r, _, _, _ := ids.At(x, y).RGBA(); return r }
		for y := 3; y < height-3; y++ {
			for x := 3; x < width-3; x++ {
				k := 3 * (y*width + x)
				inside := id(x, y) != 0 && flow[k+2] == 0
				for dy := -3; dy <= 3; dy++ {
					for dx := -3; dx <= 3; dx++ {
						inside = inside && id(x+dx, y+dy) == id(x, y)
					}
				}
				fx, fy := float64(x)+float64(flow[k]), float64(y)+float64(flow[k+1])
				if !inside || fx < 0 || fy < 0 || fx >= width-1 || fy >= height-1 {
					continue
				}
				x0, y0 := int(fx), int(fy)
				sx, sy := fx-float64(x0), fy-float64(y0)
				level := func(im image.Image, x, y int) (out [3]float64) {
					r, g, b, _ := im.At(x, y).RGBA()
					return [3]float64{float64(r >> 8), float64(g >> 8), float64(b >> 8)}
				}
				is := level(after, x, y)
				a, b, c, d := level(before, x0, y0), level(before, x0+1, y0), level(before, x0, y0+1), level(before, x0+1, y0+1)
				for i := range 3 {
					was := (a[i]*(1-sx)+b[i]*sx)*(1-sy) + (c[i]*(1-sx)+d[i]*sx)*sy
					sum += math.Abs(was - is[i])
					count++
				}
			}
		}
	}
	if mean := sum / float64(count); count < 3000 || mean >= 2 {
		t.Errorf("%d values differ by %.2f of 255 in the mean, want less than 2", count, mean)
	} else {
		t.Logf("%d values differ by %.2f of 255 in the mean", count, mean)
	}
}

// With a shutter, what moves is blurred and what stands still is as it was; a draft is sharp; and the labels are those without one.
func TestShutter(t *testing.T) {
	gltest.Renderer(t)
	made := func(shutter string) (string, []write.File) {
		text := strings.NewReplacer("frames: 12, fps: 12, after: 0.5", "frames: 2, fps: 12"+shutter, "collisions: 1..9", "collisions: 0..9").Replace(fmt.Sprintf(filmed, ""))
		w := open(t, text+"render: {sub_frames: 8}\n")
		root := t.TempDir()
		m, err := New(w).NewMaker(t.Context(), gen.Job{Root: root, Seed: 3, Split: "train", Pictures: true})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		item, err := m.Make(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		return root, item.Files
	}
	sharp, a := made("")
	_, b := made(", shutter: 0.5")
	blurred, again := made(", shutter: 0.5")
	for i := range a {
		color := strings.HasPrefix(a[i].Path, "images/")
		if same := a[i].SHA256 == b[i].SHA256; same == color || again[i].SHA256 != b[i].SHA256 {
			t.Errorf("%s: it is %t that a shutter changes nothing", a[i].Path, same)
		}
	}
	read := func(root string) *image.RGBA {
		f, err := os.Open(root + "/images/train/thrown_train_000000/00001.png")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		im, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		out := image.NewRGBA(im.Bounds())
		draw.Draw(out, im.Bounds(), im, image.Point{}, draw.Src)
		return out
	}
	flow, err := write.ReadNPY[float32](sharp, "backward_flow/train/thrown_train_000000/00001.npy", 72, 96, 3)
	if err != nil {
		t.Fatal(err)
	}
	p, q := read(sharp), read(blurred)
	moved, still, movedBy, stillBy := 0, 0, 0, 0
	for i := range 96 * 72 {
		by := 0
		for k := range 3 {
			by += max(int(p.Pix[4*i+k])-int(q.Pix[4*i+k]), int(q.Pix[4*i+k])-int(p.Pix[4*i+k]))
		}
		if math.Hypot(float64(flow[3*i]), float64(flow[3*i+1])) > 1.5 {
			moved, movedBy = moved+1, movedBy+by
		} else if flow[3*i] == 0 {
			still, stillBy = still+1, stillBy+by
		}
	}
	if moved < 50 || movedBy < 5*moved || stillBy > 8*still {
		t.Errorf("%d pixels that move differ by %d, %d others by %d", moved, movedBy, still, stillBy)
	}
}
