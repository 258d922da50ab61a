//go:build viewer

package main

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mereo/engine/gltf"
	"mereo/internal/bound"
)

// The test's program is mereo-view itself where this is set.
const asProgram = "MEREO_VIEW_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// TestWindow drives the window over a physical scene of PTR with keys and mouse, and compares what is on the screen.
func TestWindow(t *testing.T) {
	d := launch(t, "ptr", "--physics")
	// What fails in a part of the test ends that part.
	run := func(name string, f func(t *testing.T)) {
		t.Run(name, func(t *testing.T) {
			defer func(was *testing.T) { d.t = was }(d.t)
			d.t = t
			f(t)
		})
	}
	scene := d.wait("scene", nil)
	if scene["title"] != "ptr train/0, seed 0" || scene["physics"] != true {
		t.Fatalf("scene is %v", scene)
	}
	d.standard()
	d.move(1100, 780) // off the picture: nothing is told of what is under the pointer
	first := d.settled("color")

	shots := map[string]*image.RGBA{"color": first}
	run("modes", func(t *testing.T) {
		for i, mode := range []string{"depth", "objects", "parts", "normals", "albedo"} {
			d.key(fmt.Sprint(i + 2))
			d.wait("mode", func(e map[string]any) bool { return e["mode"] == mode })
			shot := d.settled(mode)
			for name, other := range shots {
				low := 0.2
				if name == "objects" && mode == "parts" {
					low = 0.005 // both are dark where there is no object
				}
				wantDiffer(t, mode+" and "+name, shot, other, picture, low, 1)
			}
			shots[mode] = shot
		}
		d.key("1")
		d.wait("mode", nil)
		wantDiffer(t, "color again", d.settled("color-again"), first, picture, 0, 0.001)
	})

	run("helpers", func(t *testing.T) {
		for _, h := range []struct{ key, name string }{{"7", "wireframe"}, {"8", "colliders"}, {"g", "grid"}, {"a", "axes"}} {
			d.key(h.key)
			d.wait("helper", func(e map[string]any) bool { return e["helper"] == h.name && e["on"] == true })
			wantDiffer(t, h.name, d.settled(h.name), first, picture, 0.001, 0.6)
			d.key(h.key)
			d.wait("helper", func(e map[string]any) bool { return e["helper"] == h.name && e["on"] == false })
			wantDiffer(t, h.name+" off", d.settled(h.name+"-off"), first, picture, 0, 0.001)
		}
	})

	run("camera", func(t *testing.T) {
		moves := map[string]func(){
			"orbit":  func() { d.drag(1, 400, 300, 550, 340) },
			"late":   func() { d.late(func() { d.drag(1, 400, 300, 550, 340) }) },
			"pan":    func() { d.drag(3, 400, 300, 500, 340) },
			"wheel":  func() { d.move(400, 300); d.wheel(-3) },
			"arrows": func() { d.keys("Left", "Left", "Up") },
			"shift":  func() { d.keys("shift+Right", "shift+Up") },
			"plus":   func() { d.keys("plus", "plus") },
		}
		for _, name := range []string{"orbit", "late", "pan", "wheel", "arrows", "shift", "plus"} {
			d.forget()
			moves[name]()
			d.move(1100, 780)
			d.finishedBy(false)
			shots[name] = d.settled(name)
			wantDiffer(t, name, shots[name], first, picture, 0.1, 1)
			d.key("c")
			d.finishedBy(true)
			wantDiffer(t, "back from "+name, d.settled(name+"-back"), first, picture, 0, 0.002)
		}
	})

	run("late", func(t *testing.T) {
		wantDiffer(t, "a drag that comes late", shots["late"], shots["orbit"], picture, 0, 0.002)
	})

	// Where the picture of ids has the largest object, the middle of its pixels or the one next to it.
	x, y := largest(shots["objects"], picture)
	run("select", func(t *testing.T) {
		d.click(x, y)
		e := d.wait("select", nil)
		if key, _ := e["key"].(string); !strings.HasPrefix(key, "object ") || e["name"] == "" {
			t.Errorf("first click: %v, want an object", e)
		}
		shot := d.settled("selected")
		wantDiffer(t, "details", shot, first, side, 0.01, 1)
		wantDiffer(t, "rim", shot, first, picture, 0.0005, 0.1)
		d.move(1100, 700)
		d.wheel(2)
		d.leaves(shot, side, 0.01)
		d.settled("scrolled")
		d.click(x, y)
		if e := d.wait("select", nil); !strings.HasPrefix(fmt.Sprint(e["key"]), "part ") {
			t.Errorf("second click: %v, want a part", e)
		}
		d.settled("part")
		d.key("8")
		d.click(x+1, y)
		if e := d.wait("pick", nil); e["kind"] != "collider" {
			t.Errorf("click with colliders: %v", e)
		}
		d.key("8")
	})

	run("push", func(t *testing.T) {
		before := d.settled("before-push")
		d.keys("ctrl+Right", "ctrl+Up", "ctrl+Left") // the last one counts
		left := func(e map[string]any) bool { return e["direction"] == "left" }
		if e := d.wait("push", left); e["distance"].(float64) <= 0 {
			t.Errorf("push is %v", e)
		}
		film := d.wait("film", func(e map[string]any) bool { return strings.Contains(e["push"].(string), "left") })
		if film["instants"].(float64) < 2 || film["seconds"].(float64) <= 0 {
			t.Errorf("film is %v", film)
		}
		length := film["seconds"].(float64)
		verdict := d.wait("verdict", left)
		for _, key := range []string{"margin", "margin_before"} {
			if m, ok := verdict[key].(float64); !ok || m < 0 || m > 1 {
				t.Errorf("verdict is %v, want %s from 0 to 1", verdict, key)
			}
		}
		d.key("End")
		if e := d.wait("scrub", nil); e["time"] != length {
			t.Errorf("End: %v, want %g s", e, length)
		}
		d.finishedAt(length)
		after := d.settled("pushed")
		wantDiffer(t, "status", after, before, status, 0.01, 1)
		wantDiffer(t, "details", after, before, side, 0.002, 1)
		wantDiffer(t, "picture", after, before, picture, 0.002, 1)

		d.key("Home")
		if e := d.wait("scrub", nil); e["time"] != 0.0 {
			t.Errorf("Home: %v", e)
		}
		d.finishedAt(0)
		start := d.settled("film-start")
		d.key("period")
		if e := d.wait("step", nil); e["instant"] != 1.0 {
			t.Errorf("step: %v", e)
		}
		d.key("comma")
		if e := d.wait("step", nil); e["instant"] != 0.0 {
			t.Errorf("step back: %v", e)
		}
		d.click(472, 753) // the middle of the slider
		if at := d.wait("scrub", nil)["time"].(float64) / length; at < 0.45 || at > 0.55 {
			t.Errorf("a click in the middle of the slider goes to %.2f of the film", at)
		}
		d.move(1100, 780)
		d.key("Right") // the camera's, whatever was clicked
		d.finishedBy(false)
		d.key("c")
		d.key("Home")
		if e := d.wait("scrub", nil); e["time"] != 0.0 {
			t.Errorf("Home after an arrow key: %v", e)
		}
		d.finishedAt(0)
		d.key("space")
		d.wait("play", func(e map[string]any) bool { return e["playing"] == true })
		d.wait("play", func(e map[string]any) bool { return e["playing"] == false })
		d.finishedAt(length)
		wantDiffer(t, "end of the film", d.settled("film-end"), start, picture, 0.0005, 1)
		d.key("9")
		d.wait("helper", func(e map[string]any) bool { return e["helper"] == "contacts" && e["on"] == true })
		wantDiffer(t, "contacts", d.settled("contacts"), after, picture, 0.0003, 1)
		d.key("9")
	})

	var saved string
	run("save", func(t *testing.T) {
		names := map[string]bool{}
		for range 2 {
			d.key("s")
			path := d.wait("saved", nil)["path"].(string)
			names[path] = true
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(f)
			f.Close()
			if err != nil || img.Bounds().Size() != picture.Size() {
				t.Errorf("%s: %v, %v, want %v", path, img.Bounds(), err, picture.Size())
			}
		}
		if len(names) != 2 {
			t.Errorf("saved twice as %v", names)
		}
		d.key("e")
		saved = d.wait("saved", nil)["path"].(string)
		s, err := gltf.LoadScene(saved, bound.New(0))
		if err != nil {
			t.Fatal(err)
		}
		objects := map[uint16]bool{}
		for _, in := range s.Frame.Instances {
			objects[in.Object] = true
		}
		if want := int(scene["entities"].(float64)) + 1; len(objects) != want {
			t.Errorf("the file has %d ids of objects, want %d with the surroundings", len(objects), want)
		}
	})

	run("help", func(t *testing.T) {
		before := d.settled("no-help")
		d.key("question")
		d.wait("help", func(e map[string]any) bool { return e["on"] == true })
		wantDiffer(t, "help", d.settled("help"), before, picture, 0.3, 1)
		d.key("Escape")
		d.wait("help", func(e map[string]any) bool { return e["on"] == false })
		wantDiffer(t, "no help", d.settled("help-closed"), before, picture, 0, 0.001)
	})

	run("scenes", func(t *testing.T) {
		// What is on the device for a scene is what was there for it before.
		d.key("8")
		var held [2]any
		for i := range held {
			d.key("n")
			d.wait("scene", nil)
			d.standard()
			d.key("p")
			held[i] = d.wait("scene", nil)["held"]
			d.standard()
		}
		d.key("8")
		if !reflect.DeepEqual(held[0], held[1]) {
			t.Errorf("the device holds %v and, when the same scenes were shown again, %v", held[0], held[1])
		}
		for _, c := range []struct {
			key         string
			seed, index float64
		}{{"n", 0, 1}, {"bracketright", 1, 1}, {"bracketleft", 0, 1}, {"p", 0, 0}} {
			d.key(c.key)
			if e := d.wait("scene", nil); e["seed"] != c.seed || e["index"] != c.index {
				t.Errorf("%s: %v, want seed %g, index %g", c.key, e, c.seed, c.index)
			}
		}
		d.standard()
		wantDiffer(t, "the first scene again", d.settled("first-again"), first, picture, 0, 0.002)
		d.key("p")
		d.wait("status", func(e map[string]any) bool { return e["text"] == "this is the first scene" })
		d.key("r")
		if e := d.wait("scene", nil); e["seed"] == 0.0 || e["index"] != 0.0 {
			t.Errorf("resampled: %v", e)
		}
		d.standard()
		wantDiffer(t, "resampled", d.settled("resampled"), first, picture, 0.1, 1)
	})

	d.key("q")
	d.wait("quit", nil)
	if err := d.program.Wait(); err != nil || d.errs.Len() > 0 {
		t.Errorf("the program ended with %v and %q", err, d.errs)
	}
	if saved == "" {
		t.Fatal("no scene was saved")
	}

	f := launch(t, saved)
	file := f.wait("scene", nil)
	if file["title"] != filepath.Base(saved) || file["physics"] != false {
		t.Errorf("the saved scene is %v", file)
	}
	f.standard()
	f.settled("file")
	f.key("n")
	f.wait("status", func(e map[string]any) bool { return e["text"] == "there is one scene" })
	f.key("space")
	f.wait("status", func(e map[string]any) bool { return e["text"] == "nothing can be let go in this scene" })
	f.key("Escape")
	f.wait("quit", nil)

	b := launch(t, "../../physics/scenario/testdata/films.json", "--index", "4")
	if e := b.wait("scene", nil); e["title"] != "bowling of films.json" || e["physics"] != true {
		t.Errorf("the scenario is %v", e)
	}
	start := b.settled("bowling")
	b.key("End")
	if e := b.wait("film", nil); e["seconds"] != 3.0 || e["instants"] != 181.0 {
		t.Errorf("the film is %v", e)
	}
	b.key("End")
	b.finishedAt(3)
	wantDiffer(t, "bowling, the end", b.settled("bowled"), start, picture, 0.001, 1)
	b.key("ctrl+Right")
	b.wait("status", func(e map[string]any) bool { return strings.HasPrefix(fmt.Sprint(e["text"]), "nothing is selected") })
	b.key("p")
	if e := b.wait("scene", nil); e["title"] != "dominoes of films.json" {
		t.Errorf("the scenario before is %v", e)
	}
	b.key("q")
	b.wait("quit", nil)
}

// full leaves a test out of short runs: what it tests is the same for all systems of windows.
func full(t *testing.T) {
	if testing.Short() {
		t.Skip("with X11 it runs in full")
	}
}

// A world is shown from its document, from the first of its splits, and what fell is let go and pushed by distances that suit its size.
func TestWorldInWindow(t *testing.T) {
	full(t)
	file := filepath.Join(t.TempDir(), "tiny.yaml")
	err := os.WriteFile(file, []byte(`name: tiny
things: [{model: {primitive: box}, scale: 0.005, look: {base: blue}}]
scene: {count: 3, place: {region: [[-0.04, 0.04], [-0.03, 0.03]], drop: {height: 0.02}}}
ground: {kind: table, size: [0.3, 0.3]}
lights: [{area: 0.1, energy: 0.4, at: [0.1, -0.1, 0.25]}]
cameras: [{at: [0, -0.2, 0.15], lens: 35}]
splits: {easy: {count: 10}}
`), 0o666)
	if err != nil {
		t.Fatal(err)
	}
	d := launch(t, file)
	if e := d.wait("scene", nil); e["title"] != "tiny easy/0, seed 0" || e["physics"] != true {
		t.Fatalf("scene is %v", e)
	}
	d.standard()
	d.key("9")
	film := d.wait("film", nil)
	if film["push"] != "the fall" || film["instants"].(float64) < 2 {
		t.Errorf("film is %v", film)
	}
	d.key("9")
	d.key("End")
	d.finishedAt(film["seconds"].(float64))
	d.key("3")
	d.wait("mode", nil)
	d.click(largest(d.settled("tiny-objects"), picture))
	if e := d.wait("select", nil); e["name"] != "box" {
		t.Errorf("selected is %v", e)
	}
	d.key("ctrl+Right")
	if e := d.wait("film", nil); e["push"] != "box pushed right by 0.003 m" {
		t.Errorf("film is %v", e)
	}
	d.wait("verdict", nil)
	d.key("q")
	d.wait("quit", nil)
}

// A film plays as it was made, with what comes after its last frame.
func TestFilmInWindow(t *testing.T) {
	full(t)
	file := filepath.Join(t.TempDir(), "rolled.yaml")
	err := os.WriteFile(file, []byte(`name: rolled
things: [{model: {primitive: sphere}, scale: 0.3, look: {base: blue}}]
scene: {count: 3, place: {region: [[-1, 1], [-1, 1]]}}
motion: {frames: 5, fps: 10, after: 0.5, start: {speed: 1..2}}
cameras: [{at: [0, -5, 3], size: [160, 120]}]
`), 0o666)
	if err != nil {
		t.Fatal(err)
	}
	d := launch(t, file)
	if e := d.wait("scene", nil); e["title"] != "rolled train/0, seed 0" || e["physics"] != true {
		t.Fatalf("scene is %v", e)
	}
	d.standard()
	d.key("9")
	film := d.wait("film", nil)
	if film["push"] != "the film" || film["instants"] != 10.0 || film["seconds"] != 0.9 {
		t.Errorf("film is %v", film)
	}
	d.key("9")
	d.key("End")
	d.finishedAt(0.9)
	d.key("q")
	d.wait("quit", nil)
}

// wantNoDisplay starts the program where no window can be opened, and wants one sentence that says why.
func wantNoDisplay(t *testing.T, why string, env ...string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "ptr")
	cmd.Env = append(append(os.Environ(), asProgram+"=1", "DISPLAY=", "WAYLAND_DISPLAY=", "XDG_RUNTIME_DIR="), env...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	want := "mereo view: no window can be opened: " + why + "; \"mereo explore DIR\" shows datasets in a browser instead, on any machine\n"
	if code := cmd.ProcessState.ExitCode(); code != 1 || errs.String() != want || out.Len() > 0 {
		t.Errorf("%v: %v, exit code %d, %q, want 1 and %q", env, err, code, errs.String(), want)
	}
}

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "mereo view: 0 arguments, want 1: a set, a dataset's folder, or a file of a world, of a scene or of scenarios\nadd --help for what there is\n"},
		{"ptr --index -1", 2, "mereo view: --index is -1, want at least 0\nadd --help for what there is\n"},
		{"ptr --size 10x10", 2, "mereo view: --size is \"10x10\", want a width and a height of at least 640x480\nadd --help for what there is\n"},
		{"ptr --size 800x600x2", 2, "mereo view: --size is \"800x600x2\", want a width and a height of at least 640x480\nadd --help for what there is\n"},
		{"trance --physics", 2, "mereo view: --physics is for ptr or shopvrb, not for trance\nadd --help for what there is\n"},
		{"nothing.glb", 1, "mereo view: stat nothing.glb: no such file or directory\n"},
		{"nothing", 1, "mereo view: nothing is no set (ptr, trance, qlevr, shopvrb, clevr), no dataset's folder, and no .yaml, .glb, .json, .urdf or .xml file\n"},
		{"nothing.yaml", 1, "mereo view: nothing.yaml: no such file or directory\n"},
		{"../../physics/scenario/testdata/films.json --index 5", 2, "mereo view: --index is 5, but films.json has scenarios 0 to 4\nadd --help for what there is\n"},
		{"../../physics/scenario/testdata/films.json --seed 5", 2, "mereo view: ../../physics/scenario/testdata/films.json has no seeds: --seed is for sets and folders\nadd --help for what there is\n"},
		{"syndacate", 1, "mereo view: syndacate has drawings and no scenes; \"mereo explore\" and \"mereo inspect\" show them\n"},
	} {
		var errs strings.Builder
		if code := run(t.Context(), strings.Fields(c.args), io.Discard, &errs); code != c.code || errs.String() != c.want {
			t.Errorf("%q: exit code %d, %q, want %d, %q", c.args, code, errs.String(), c.code, c.want)
		}
	}
}
