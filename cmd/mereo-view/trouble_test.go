//go:build viewer

package main

import (
	"encoding/json"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/ptr"
)

// What cannot be read or written is told in the window, and everything else goes on.
func TestTroubles(t *testing.T) {
	root := filepath.Join(t.TempDir(), "set")
	put := func(name string, data []byte) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	config, err := json.Marshal(ptr.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	identity, err := json.Marshal(gen.Identity{Set: "ptr", Seed: 3, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	put("dataset.json", identity)
	put("train/scenes/PTR_train_000000.json", []byte("{"))

	d := launch(t, root)
	status := func(want string) {
		t.Helper()
		d.wait("status", func(e map[string]any) bool { return e["text"] == want })
	}
	status("train/scenes/PTR_train_000000.json: ptr: scene file: line 1, column 2: the text ends within a value: what is shown was made from the seed alone")
	d.standard()
	d.settled("broken-sample")
	d.key("n")
	status(root + " has no sample train/1: this one was made from the seed alone")
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	d.key("p")
	status(root + " has no sample train/0: this one was made from the seed alone")
	d.standard()

	if err := os.Remove(d.out); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.out, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"s", "e"} {
		d.key(key)
		d.wait("failed", func(e map[string]any) bool { return e["error"] == "mkdir "+d.out+": not a directory" })
	}
	d.settled("cannot-save")
	if err := os.Remove(d.out); err != nil {
		t.Fatal(err)
	}
	d.keys("s", "q") // what is being saved is finished
	d.wait("quit", nil)
	if err := d.program.Wait(); err != nil || d.errs.Len() > 0 {
		t.Errorf("the program ended with %v and %q", err, d.errs)
	}
	f, err := os.Open(filepath.Join(d.out, "ptr-train-000000-seed-3-color.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := png.Decode(f); err != nil {
		t.Errorf("saved when the program ended: %v", err)
	}
}

// A file that cannot be read is one sentence on the standard error.
func TestBrokenFile(t *testing.T) {
	s := newSession(t, 1280, 800, 1)
	for _, c := range []struct{ name, data, want string }{
		{"noise.glb", "noise", "not a glTF file: it starts neither with the letters glTF nor with a JSON object"},
		{"cut.glb", "glTF\x02\x00\x00\x00\x00\x10\x00\x00", "file is cut short: 12 bytes, a .glb has at least 20"},
		{"empty.gltf", "{}", "asset is required"},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.data), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], path)
		cmd.Env = append(append(os.Environ(), asProgram+"=1"), s.env()...)
		var errs strings.Builder
		cmd.Stderr = &errs
		cmd.Run()
		if want := "mereo view: gltf: " + path + ": " + c.want + "\n"; cmd.ProcessState.ExitCode() != 1 || errs.String() != want {
			t.Errorf("%s: exit code %d, %q, want 1 and %q", c.name, cmd.ProcessState.ExitCode(), errs.String(), want)
		}
	}
}
