package export_test

import (
	"encoding/json"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/loop"
	"mereo/gen/show"
	"mereo/gen/worlds"
	"mereo/internal/gltest"
)

// asked is a small world of films with questions, in the attributes of CLEVRER.
const askedFilms = `name: asked
attributes:
  color: {red: red, blue: blue, green: green, yellow: yellow}
  material: [rubber, metal]
  shape: [cube, sphere]
things:
  - {shape: cube, model: {primitive: box, bevel: 0.1}, scale: 0.3, look: {by: material}}
  - {shape: sphere, model: {primitive: sphere}, scale: 0.3, look: {by: material}}
looks:
  rubber: {base: color}
  metal: {base: color, metallic: 1, roughness: 0.2}
scene: {count: 4, distinct: true, place: {gap: 0.2, region: [[-1.5, 1.5], [-1.5, 1.5]]}}
motion: {frames: 24, fps: 12, after: 1, friction: 0.1, start: {at_rest: 0.5, speed: 2..4, towards: things}, collisions: 1..9}
cameras: [{at: [0, -6, 4], size: [65, 48]}]
write: {ids: true}
render: {quality: draft}
questions: {per_scene: 16, most: {film_explanatory: 2, film_predictive: 1, film_counterfactual: 4}}
splits: {train: {count: 4}}
`

// CLEVRER's files tell what the dataset does: ffmpeg reads the films back, and programs, read from their postfix order, give the stored answers.
func TestCLEVRER(t *testing.T) {
	gltest.Renderer(t)
	w, err := worlds.Read("asked.yaml", []byte(askedFilms), worlds.Folder{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	set, job := worlds.New(w), jobOf(t.TempDir(), "train")
	if _, err := loop.Run(t.Context(), set, job, 4, loop.Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	out := exported(t, set, job.Root, export.Options{Format: "clevrer"})
	var films []struct {
		Scene     int    `json:"scene_index"`
		Video     string `json:"video_filename"`
		Questions []struct {
			Question string
			Type     string `json:"question_type"`
			Program  []string
			Answer   string
			Choices  []struct {
				Choice, Answer string
				Program        []string
			}
		}
	}
	read := func(name string, to any) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(out, name))
		if err == nil {
			err = json.Unmarshal(data, to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	read("train.json", &films)
	r, err := set.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	if len(films) != 4 {
		t.Fatalf("%d films", len(films))
	}
	kinds := map[string]int{}
	for i, film := range films {
		s, err := r.Sample(i)
		if err != nil {
			t.Fatal(err)
		}
		if film.Scene != i || !strings.HasSuffix(film.Video, ".mp4") {
			t.Errorf("film %d is %d, %s", i, film.Scene, film.Video)
		}
		// Questions and choices come in the order of the dataset's.
		list := s.Page().Questions
		next := func(program []string, answer string) {
			t.Helper()
			q := list[0]
			list = list[1:]
			if got := answerOf(t, s, i, program); got != q.Answer || answer != q.Answer {
				t.Errorf("film %d: %v gives %q, and %q is stored; want %q", i, program, got, answer, q.Answer)
			}
		}
		for _, q := range film.Questions {
			kinds[q.Type]++
			if q.Choices == nil {
				next(q.Program, q.Answer)
			}
			for _, c := range q.Choices {
				next(append(append([]string{}, c.Program...), q.Program...), map[string]string{"correct": "yes", "wrong": "no"}[c.Answer])
			}
		}
		if len(list) > 0 {
			t.Errorf("film %d: %d questions are missing", i, len(list))
		}
		var a struct {
			Property   []struct{ Color, Material, Shape string } `json:"object_property"`
			Trajectory []struct {
				Objects []struct {
					Location, Orientation [3]float64
					InView                bool `json:"inside_camera_view"`
				}
			} `json:"motion_trajectory"`
			Collision []struct {
				Objects [2]int `json:"object_ids"`
				Frame   int    `json:"frame_id"`
			}
		}
		read(strings.Replace(strings.Replace("train/"+film.Video, "video", "annotation", 1), ".mp4", ".json", 1), &a)
		f, err := s.(show.Filmed).Film()
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Property) != 4 || len(a.Trajectory) != 24 || len(a.Collision) == 0 || a.Property[0].Shape == "" {
			t.Errorf("film %d: %d objects, %d frames, %d collisions", i, len(a.Property), len(a.Trajectory), len(a.Collision))
		}
		for k := range a.Trajectory {
			for o, is := range a.Trajectory[k].Objects {
				want := f.Things[o].States[k]
				e := is.Orientation
				m, q := geom.RotZ(e[2]).Mul(rotY(e[1])).Mul(geom.RotX(e[0])), want.Rotation.Mat3()
				if off := m.X.Sub(q.X).Len() + m.Y.Sub(q.Y).Len(); off > 1e-9 || is.Location != [3]float64{want.Location.X, want.Location.Y, want.Location.Z} {
					t.Fatalf("film %d, frame %d: object %d is off by %g", i, k, o, off)
				}
			}
		}
	}
	for _, kind := range []string{"descriptive", "explanatory", "counterfactual"} {
		if kinds[kind] == 0 {
			t.Errorf("no %s question", kind)
		}
	}
	// Read back, a film is what its frames are, nearly, and one column broader, as an odd width must be.
	video := filepath.Join(out, "train", "video_00001.mp4")
	raw, err := exec.Command("ffmpeg", "-v", "error", "-i", video, "-f", "rawvideo", "-pix_fmt", "rgb24", "-").Output()
	if err != nil || len(raw) != 24*66*48*3 {
		t.Fatalf("ffmpeg reads %d bytes: %v", len(raw), err)
	}
	s, err := r.Sample(1)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for k, p := range s.Page().Pictures {
		file, err := os.Open(gen.Job{Root: job.Root}.Path(p.Path))
		if err != nil {
			t.Fatal(err)
		}
		im, err := png.Decode(file)
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		for y := range 48 {
			for x := range 65 {
				r, g, b, _ := im.At(x, y).RGBA()
				for c, want := range [3]uint32{r >> 8, g >> 8, b >> 8} {
					sum += math.Abs(float64(raw[((k*48+y)*66+x)*3+c]) - float64(want))
				}
			}
		}
	}
	if mean := sum / (24 * 65 * 48 * 3); mean > 3 {
		t.Errorf("frames of the film differ by %.1f of 255 in the mean", mean)
	}
	if all := files(t, exported(t, set, job.Root, export.Options{Format: "video"})); len(all) != 5 {
		t.Errorf("%d files, want a film of each sample and export.json", len(all))
	}
	t.Setenv("PATH", "")
	if _, err := export.Run(t.Context(), set, job.Root, export.Options{Format: "video", Out: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "install it (on Debian: apt install ffmpeg)") {
		t.Errorf("without ffmpeg: got %v", err)
	}
}

func rotY(a float64) geom.Mat3 {
	sin, cos := geom.SinCos(a)
	return geom.Mat3{X: geom.V(cos, 0, -sin), Y: geom.V(0, 1, 0), Z: geom.V(sin, 0, cos)}
}

// answerOf runs a program in postfix order by the second meanings of functions. Words that stand for several of them are told apart by what they take.
func answerOf(t *testing.T, s show.Sample, index int, words []string) string {
	t.Helper()
	type value struct {
		kind string // "object", "objects", "event", "events", "frame", "" for words
		call int
		word string
	}
	var program show.Program
	var stack []value
	call := func(function, kind string, side []string, in ...value) {
		c := show.Call{Function: function, Inputs: []int{}, Side: append([]string{}, side...)}
		for _, v := range in {
			c.Inputs = append(c.Inputs, v.call)
		}
		program = append(program, c)
		stack = append(stack, value{kind: kind, call: len(program) - 1})
	}
	pop := func() value {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return v
	}
	for _, word := range words {
		switch {
		case word == "objects":
			call("scene", "objects", nil)
		case word == "events" || word == "unseen_events" || word == "all_events":
			call(word, "events", nil)
		case word == "null":
			call("whole_film", "frame", nil)
		case word == "unique" || word == "count" || word == "exist":
			v := pop()
			name := map[string]string{"objects": word, "events": map[string]string{"unique": "unique_event", "count": "count_events", "exist": "exist_event"}[word]}[v.kind]
			call(name, strings.TrimSuffix(v.kind, "s"), nil, v)
		case word == "filter_in" || word == "filter_out" || word == "filter_collision":
			objects := pop()
			events := pop()
			if objects.kind == "object" {
				call("single", "objects", nil, objects)
				objects = pop()
			}
			call(word, "events", nil, events, objects)
		case word == "belong_to":
			events, what := pop(), pop()
			call(map[string]string{"object": "object_belong_to", "event": "belong_to"}[what.kind], "", nil, what, events)
		case word == "filter_order":
			side := pop().word
			call(word, "event", []string{side}, pop())
		case word == "filter_color" || word == "filter_material" || word == "filter_shape":
			side := pop().word
			call(word, "objects", []string{side}, pop())
		case word == "filter_moving" || word == "filter_stationary":
			frame := pop()
			call(word, "objects", nil, pop(), frame)
		case word == "filter_before" || word == "filter_after" || word == "filter_ancestor":
			event := pop()
			call(word, "events", nil, pop(), event)
		case word == "filter_start" || word == "filter_end":
			call(word, "event", nil, pop())
		case word == "query_collision_partner":
			object := pop()
			call(word, "object", nil, pop(), object)
		case word == "query_direction":
			frame := pop()
			call(word, "", nil, pop(), frame)
		case word == "query_object":
			call(word, "object", nil, pop())
		case word == "query_frame":
			call(word, "frame", nil, pop())
		case word == "counterfact_events":
			call(word, "events", nil, pop())
		case strings.HasPrefix(word, "query_") || word == "negate":
			call(word, "", nil, pop())
		default:
			stack = append(stack, value{word: word})
		}
	}
	trace, err := s.Run(program)
	if err != nil || trace.Fault != "" {
		t.Fatalf("film %d: %v: %v, %s", index, words, err, trace.Fault)
	}
	return trace.Answer
}
