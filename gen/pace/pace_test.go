package pace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var begin = time.Date(2026, 1, 2, 3, 4, 5, 6000000, time.UTC)

// A run writes a line about itself, and one every ten seconds; nothing where nothing was made.
func TestRecord(t *testing.T) {
	root := t.TempDir()
	idle := Record(root, Run{Split: "train"})
	idle.Update(40, begin)
	if err := idle.End(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(root); len(left) > 0 {
		t.Errorf("a run that made nothing left %v", left)
	}

	r := Record(root, Run{Split: "train", Host: "here", Process: 12, Workers: 3, GPUs: []string{"0"}})
	for second := range 25 {
		r.Update(40+second, begin.Add(time.Duration(second)*time.Second))
	}
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	const want = `{"split":"train","host":"here","process":12,"workers":3,"gpus":["0"]}
{"time":"2026-01-02T03:04:05.006Z","made":0}
{"time":"2026-01-02T03:04:06.006Z","made":1}
{"time":"2026-01-02T03:04:16.006Z","made":11}
{"time":"2026-01-02T03:04:26.006Z","made":21}
{"time":"2026-01-02T03:04:29.006Z","made":24}
`
	got, err := os.ReadFile(filepath.Join(root, Folder, "20260102T030405-6000000-12.jsonl"))
	if err != nil || string(got) != want {
		t.Errorf("the file is %s, %v; want %s", got, err, want)
	}
	if svg, err := os.ReadFile(filepath.Join(root, Chart)); err != nil || !strings.Contains(string(svg), "seconds of work (1 run on 1 host)") {
		t.Errorf("the chart is %s, %v", svg, err)
	}
}

// A month of samples has few lines.
func TestLongRunsAreShort(t *testing.T) {
	root := t.TempDir()
	r := Record(root, Run{})
	for i := range 30 * 24 * 60 {
		r.Update(i, begin.Add(time.Duration(i)*time.Minute))
	}
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	runs, err := read(root)
	if err != nil || len(runs) != 1 || len(runs[0].marks) > 2000 || len(runs[0].marks) < lines {
		t.Errorf("%d runs, the first with %d marks, %v", len(runs), len(runs[0].marks), err)
	}
}

// A kill may cut the last line; nonsense before it is an error.
func TestRead(t *testing.T) {
	const run = `{"split":"train"}` + "\n" + `{"time":"2026-01-02T03:04:05Z","made":0}` + "\n" + `{"time":"2026-01-02T03:04:07Z","made":6}` + "\n"
	for _, c := range []struct{ text, want string }{
		{run + `{"time":"2026-01-02T03`, ""}, {run + "\x00\x00\x00\n" + run, ""}, {run + "nonsense\n", ".runs/a.jsonl: line 4 is no record of a run; remove the file\n"},
	} {
		root := t.TempDir()
		if err := os.Mkdir(filepath.Join(root, Folder), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, Folder, "a.jsonl"), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		runs, err := read(root)
		if c.want == "" && (err != nil || len(runs[0].marks) != 2) || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%q: %v, %v, want %q", c.text, runs, err, c.want)
		}
	}
}

// Two runs at once add up, time stands still between runs, and a clock that was set back counts for nothing.
func TestRates(t *testing.T) {
	at := func(second, made int) Mark { return Mark{begin.Add(time.Duration(second) * time.Second), made} }
	spans, hosts := spansOf([]recorded{
		{Run{Host: "a"}, []Mark{at(0, 0), at(100, 100)}}, {Run{Host: "b"}, []Mark{at(50, 0), at(100, 150)}},
		{Run{Host: "a"}, []Mark{at(5000, 0), at(5050, 250), at(4000, 300)}},
	})
	worked := closeGaps(spans)
	if worked != 150 || hosts != 2 || len(spans) != 3 {
		t.Fatalf("%g s of work on %d hosts, %v", worked, hosts, spans)
	}
	for k, p := range rates(spans, worked, 1) {
		want := 1.0 // one a second, then three more, then five
		if k >= 100 {
			want = 5
		} else if k >= 50 {
			want = 4
		}
		if d := p[1] - want; p[0] != float64(k)+0.5 || d > 1e-6 || d < -1e-6 {
			t.Errorf("point %d is %v, want %g a second", k, p, want)
		}
	}
}
