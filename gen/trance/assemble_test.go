package trance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/write"
)

func TestAssemble(t *testing.T) {
	cfg := DefaultConfig()
	job := gen.Job{Root: t.TempDir(), Split: "val", Count: 8}
	var samples []*generatedSample
	for index := range job.Count {
		m := sampled(t, cfg, index)
		samples = append(samples, m)
		if _, err := write.Bytes(job.Root, cfg.infoPath("val", index), encoded(t, cfg.infoRecord(index, m))); err != nil {
			t.Fatal(err)
		}
	}
	files, err := cfg.assemble(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Path)
		if err := f.Check(job.Root); err != nil {
			t.Error(err)
		}
	}
	want := []string{"val/data.jsonl", "val/basic.jsonl", "val/properties.json", "val/values.json"}
	if !slices.Equal(names, want) {
		t.Errorf("files are %q, want %q", names, want)
	}

	// What the program's own evaluation reads is what was made.
	var single []*generatedSample
	for _, m := range samples {
		if len(m.steps) == 1 {
			single = append(single, m)
		}
	}
	if len(single) == 0 || len(single) == len(samples) {
		t.Fatalf("%d of %d samples have one step, want some", len(single), len(samples))
	}
	for name, want := range map[string][]*generatedSample{"data.jsonl": samples, "basic.jsonl": single} {
		n := 0
		err := EachRecord(t.Context(), filepath.Join(job.Root, "val", name), func(r *Record) error {
			if m := want[n]; r.Initial != m.states[0] || r.Final != m.states[len(m.steps)] || !slices.Equal(r.Reference, m.steps) {
				t.Errorf("%s: line %d is %v, want %v", name, n, r.Sample, m)
			}
			n++
			return nil
		})
		if err != nil || n != len(want) {
			t.Errorf("%s: %d records and %v, want %d", name, n, err, len(want))
		}
	}

	again, err := cfg.assemble(t.Context(), job)
	if err != nil || !slices.Equal(again, files) {
		t.Errorf("again: %v and %v, want %v", again, err, files)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := cfg.assemble(ended, job); err == nil {
		t.Error("a run that was ended says nothing")
	}
	broken := cfg.infoPath("val", 3)
	if err := os.WriteFile(filepath.Join(job.Root, broken), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := cfg.assemble(t.Context(), job); err == nil || !strings.Contains(err.Error(), broken) {
		t.Errorf("error is %v, want one that names %s", err, broken)
	}
	if err := files[0].Check(job.Root); err != nil {
		t.Errorf("the file of before is gone: %v", err)
	}
}

// A line of data.jsonl has the keys of the published data and no others.
func TestReleasedLine(t *testing.T) {
	m := &generatedSample{sceneSetup: sceneSetup{lens: publishedLens, cameras: cameraBases}, states: make([]State, 3), pixels: make([]pixelCounts, 3)}
	for i := range m.states[0] {
		m.states[0][i].Position = Point{-36 + 8*i, 1}
	}
	m.steps, m.types = []Step{{4, pairOf(Shape, 1)}, {4, Move{Direction: 4, Steps: 1}.Pair()}}, []moveType{noMove, innerMove}
	for k, step := range m.steps {
		m.states[k+1] = m.states[k]
		m.states[k+1].Apply(step)
	}
	got, steps, err := releasedLine(encoded(t, DefaultConfig().infoRecord(7, m)))
	if err != nil {
		t.Fatal(err)
	}
	objects := func(moved string) string {
		var list []string
		for i := range ObjectCount {
			o := fmt.Sprintf(`{"color":"gray","material":"rubber","shape":"cube","size":"large","position":[%d,1]}`, -36+8*i)
			if i == 4 && moved != "" {
				o = moved
			}
			list = append(list, o)
		}
		return strings.Join(list, ",")
	}
	want := `{"idx":7,"states":[{"objects":[` + objects("") +
		`],"images":{"Camera_Center":"TRANCE_standard_img_000007-initial.Camera_Center.png"}},{"objects":[` +
		objects(`{"color":"gray","material":"rubber","shape":"sphere","size":"large","position":[-14,-9]}`) +
		`],"images":{"Camera_Left":"TRANCE_standard_img_000007-final.Camera_Left.png",` +
		`"Camera_Center":"TRANCE_standard_img_000007-final.Camera_Center.png",` +
		`"Camera_Right":"TRANCE_standard_img_000007-final.Camera_Right.png"}}],` +
		`"transformations":[{"obj_idx":4,"attr":"shape","val":"sphere","options":["sphere"]},` +
		`{"obj_idx":4,"attr":"position","val":["front-left",1],"options":[["front-left",1]],"type":"inner"}]}` + "\n"
	if string(got) != want || steps != 2 {
		t.Errorf("%d steps, line\n%swant\n%s", steps, got, want)
	}
	for _, bad := range []string{"", "{}", `{"idx": 1, "states": [{}, {}]}`, `{"states": 3}`} {
		if line, _, err := releasedLine([]byte(bad)); err == nil {
			t.Errorf("%q became the line %s", bad, line)
		}
	}
}
