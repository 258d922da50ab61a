//go:build viewer

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const oneBox = `[{"name": "NAME", "gravity": [0, 0, -9.81], "dt": 0.01, "steps": 100, "bodies": [
{"name": "floor", "fixed": true, "pos": [0, 0, -0.1], "quat": [1, 0, 0, 0], "friction": 0.5, "shapes": [{"type": "box", "half": [2, 2, 0.1]}]},
{"name": "box", "pos": [0, 0, 0.6], "quat": [1, 0, 0, 0], "density": 100, "friction": 0.5, "shapes": [{"type": "box", "half": [0.2, 0.2, 0.2]}]}]}]`

// A file is read again when it changes, and what is wrong in it is told; the camera stays.
func TestFileChanges(t *testing.T) {
	full(t)
	file := filepath.Join(t.TempDir(), "box.json")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(strings.Replace(oneBox, "NAME", "first", 1))
	d, r := small(t, file)
	d.keys("Right", "Right")
	d.finishedBy(false)
	d.move(r.Max.X+100, r.Max.Y-100)
	before := d.settled("reload-before")
	write(strings.Replace(oneBox, "NAME", "the second one", 1))
	e := d.wait("scene", nil)
	if e["title"] != "the second one of box.json" || e["again"] != true {
		t.Errorf("read again: %v", e)
	}
	d.finishedBy(false)
	wantDiffer(t, "the same scene by the same camera", d.settled("reload-after"), before, r, 0, 0.002)
	write("[{")
	if e := d.wait("failed", nil); !strings.Contains(e["error"].(string), "box.json") {
		t.Errorf("a broken file: %v", e)
	}
	write(strings.Replace(strings.Replace(oneBox, "NAME", "third", 1), "0.6", "1.2", 1))
	if e := d.wait("scene", nil); e["title"] != "third of box.json" {
		t.Errorf("read again: %v", e)
	}
	d.finishedBy(false)
	wantDiffer(t, "another scene", d.settled("reload-third"), before, r, 0.005, 1)
	d.ends()
}
