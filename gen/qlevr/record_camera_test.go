package qlevr

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"mereo/engine/camera"
	"mereo/gen"
	"mereo/internal/backup"
	"mereo/scenes/annot"
)

// Verify finds every number of a camera that is changed, and readers refuse the file. Where there is no camera at all, as in older
// records, readers have it from the published keys.
func TestCheckFindsDamagedCameras(t *testing.T) {
	s := setOf(t, nil)
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val"}
	item := makeSamples(t, s, job, 1)[0]
	f := s.cfg.filesOf(job.Split, 0)
	kept := backup.Of(t, job.Root, f.record3D)
	r := shownOf(t, s, job)
	if _, err := r.Sample(0); err != nil {
		t.Fatal(err)
	}
	changes := map[string]func(c *annot.Camera){
		"width":      func(c *annot.Camera) { c.Width++ },
		"height":     func(c *annot.Camera) { c.Height-- },
		"near":       func(c *annot.Camera) { c.Near = 0.2 },
		"far":        func(c *annot.Camera) { c.Far = 100 },
		"distortion": func(c *annot.Camera) { c.Distortion = camera.Distortion{K1: 0.1} },
		"kind":       func(c *annot.Camera) { c.Depth.Kind = "ray" },
		"unit":       func(c *annot.Camera) { c.Depth.Unit = 0.1 },
	}
	for i := range 3 {
		for k := range 3 {
			at := string(rune('0'+i)) + string(rune('0'+k))
			changes["K"+at] = func(c *annot.Camera) { c.K[i][k] += 1e-9 }
			changes["R"+at] = func(c *annot.Camera) { c.R[i][k] += 1e-9 }
		}
		changes["t"+string(rune('0'+i))] = func(c *annot.Camera) { c.T[i] += 1e-9 }
	}
	for name, change := range changes {
		changed(kept, f.record3D, func(r *Record) { change(&r.Mereo.Camera) })()
		problems := problemsOf(t, s, job, item, false)
		if len(problems) != 1 || problems[0].Rule != "remake" || !strings.Contains(problems[0].Detail, "mereo.camera") || problems[0].File != f.record3D {
			t.Errorf("%s: found %+v, want that the camera is another one", name, problems)
		}
		if _, err := r.Sample(0); err == nil || !strings.Contains(err.Error(), f.record3D+": camera ") || !strings.HasSuffix(err.Error(), "; make it again") {
			t.Errorf("%s: %v, want an error that names the file", name, err)
		}
		kept.Write(f.record3D, kept.Data[f.record3D])
	}
}

// Datasets that were made when scenes had no camera and configurations no size can still be read.
func TestOlderDatasets(t *testing.T) {
	s := setOf(t, nil)
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val"}
	item := makeSamples(t, s, job, 1)[0]
	name := s.cfg.filesOf(job.Split, 0).record3D
	kept := backup.Of(t, job.Root, name)
	want := *shownAt(t, shownOf(t, s, job), 0).Page()
	text := string(kept.Data[name])
	from := strings.Index(text, `,"camera":{"K"`)
	kept.Write(name, []byte(text[:from]+"}}\n"))
	older := setOf(t, func(c *Config) { c.Width, c.Height, c.LensMM = 0, 0, 0 })
	if echo, err := json.Marshal(older.Config()); err != nil || strings.Contains(string(echo), "width") || strings.Contains(string(echo), "normals") {
		t.Errorf("a configuration without sizes is echoed as %s, %v", echo, err)
	}
	if got := *shownAt(t, shownOf(t, older, job), 0).Page(); !reflect.DeepEqual(got, want) {
		t.Error("without a camera the page is another one")
	}
	got := problemsOf(t, s, job, item, false)
	if len(got) != 1 || got[0].Rule != "remake" || !strings.Contains(got[0].Detail, "mereo.camera is ") {
		t.Errorf("verify finds %+v, want that the camera is missing", got)
	}
}

// The camera of a record is the one that took the picture, in the words of all sets.
func TestRecordedCamera(t *testing.T) {
	g := newSampler(DefaultConfig(), 3, "val").Sample(4)
	data := encodeRecord(g.record())
	var file struct {
		Mereo struct{ Camera json.RawMessage }
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(annot.CameraOf(&g.view.camera, 1))
	if err != nil || string(file.Mereo.Camera) != string(want) {
		t.Errorf("the camera is %s, want %s (%v)", file.Mereo.Camera, want, err)
	}
}
