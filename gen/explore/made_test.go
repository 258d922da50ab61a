package explore

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/ptr"
	"mereo/gen/show"
	"mereo/gen/trance"
)

// openSet makes count samples of a set, without pictures, and explores them. Nothing can draw there, on any machine.
func openSet(t *testing.T, set show.Set, count int, change func(*Options)) *Explorer {
	t.Helper()
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "train"}
	if _, err := loop.Run(t.Context(), set, job, count, loop.Options{}); err != nil {
		t.Fatal(err)
	}
	id, err := gen.ReadIdentity(job.Root)
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Root: job.Root, Set: set, Identity: id, GPU: "77", Log: log.New(faults{t}, "", 0)}
	if change != nil {
		change(&opt)
	}
	e, err := Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// openRooms explores physical scenes of PTR.
func openRooms(t *testing.T, count int, change func(*Options)) *Explorer {
	t.Helper()
	cfg := ptr.DefaultConfig()
	cfg.Physical = 1
	set, err := ptr.New(cfg, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return openSet(t, set, count, change)
}

// Without pictures and without a renderer all that needs none of them is there, and a sentence where something does.
func TestWithoutPictures(t *testing.T) {
	e := openRooms(t, 1, nil)
	about := get[struct {
		Made, Physical, Editable, Pictures, Renderer bool
		Warning                                      string
	}](t, e, "/api/dataset")
	if !about.Made || !about.Physical || !about.Editable || about.Pictures || about.Renderer || about.Warning != "" {
		t.Errorf("the dataset is %+v", about)
	}
	page := get[struct{ Page show.Page }](t, e, "/api/sample/train/0").Page
	for channel, size := range map[string]int{"object": 2, "part": 2, "viewz": 4, "normal": 12} {
		status, data, h := ask(t, e, "GET", "/api/labels/train/0/0/"+channel, "")
		if want := page.Pictures[0].Width * page.Pictures[0].Height * size; status != http.StatusOK || len(data) != want ||
			h.Get("X-Source") != "made" || h.Get("X-Width") != itoa(page.Pictures[0].Width) {
			t.Errorf("%s: status %d, %d bytes, want %d; %v", channel, status, len(data), want, h)
		}
	}
	wantError(t, e, "GET", "/api/labels/train/0/0/region", "", 404, "the set has no channel region")
	wantError(t, e, "GET", "/api/labels/train/0/1/object", "", 404, `picture is "1", want 0 to 0`)
	wantError(t, e, "GET", "/api/picture/train/0/0.png", "", 404, "train/0 has no picture on disk")
	wantError(t, e, "GET", "/thumb/train/0", "", 404, "train/0 has no picture on disk")
	if status, glb, _ := ask(t, e, "GET", "/api/scene/train/0/0.glb", ""); status != http.StatusOK || !strings.HasPrefix(glb, "glTF") {
		t.Errorf("scene: status %d, %.80q", status, glb)
	}
	status, answer, _ := ask(t, e, "POST", "/api/edit/train/0", `{"edits": [], "quality": "draft"}`)
	if status != http.StatusNotImplemented || !strings.HasPrefix(answer, `{"error":"nothing can be drawn: `) {
		t.Errorf("a change: status %d, %s", status, answer)
	}
}

// What is being made when the program ends is answered so that the page asks again.
func TestEndingServer(t *testing.T) {
	e := openRooms(t, 1, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(ctx, "GET", "/api/labels/train/0/0/object", nil)
	r.Host = "127.0.0.1:8080"
	e.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusServiceUnavailable || w.Body.String() != `{"error":"mereo explore is ending"}` {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
}

// What a change or a film may be, word for word.
func TestLimitsOfChangesAndFilms(t *testing.T) {
	e := openRooms(t, 1, nil)
	const edit, film, run = "/api/edit/train/0", "/api/film/train/0", "/api/run/train/0"
	many := `[` + strings.TrimSuffix(strings.Repeat(`{"kind": "turn", "entity": "object 1", "turn": 0.1},`, maxEdits+1), ",") + `]`
	objects := len(get[struct{ Page show.Page }](t, e, "/api/sample/train/0").Page.Entities)
	for _, c := range []struct {
		method, address, body string
		status                int
		want                  string
	}{
		{"POST", edit, `{"quality": "draft", "edits": ` + many + `}`, 400, `201 changes, want at most 200`},
		{"POST", edit, `{"quality": "draft", "edits": [], "picture": 1}`, 400, `picture is 1, want 0 to 0`},
		{"POST", edit, `{"quality": "draft", "edits": [], "picture": -1}`, 400, `picture is -1, want 0 to 0`},
		{"POST", edit, `{"quality": "draft", "edits": [{"kind": "turn", "entity": "object 1", "turn": 1e999}]}`, 400,
			`the request is no JSON of its kind: line 1, column 79: edits[0].turn is 1e999, want a number of 64 bits`},
		{"POST", edit, `{"quality": "draft", "edits": [{"kind": "melt", "entity": "object 1"}]}`, 400,
			`ptr: change 1 (melt object 1): the kind is "melt", want move, turn, recolor, delete or step`},
		{"POST", film, `{"object": 0, "direction": "left", "distance": 0}`, 400, `distance is 0, want more than 0 and at most 10`},
		{"POST", film, `{"object": -1, "direction": "left", "distance": 1}`, 400, fmt.Sprintf(`object is -1, want 0 to %d`, objects-1)},
		{"POST", film, `{"object": 1000000000000000000, "direction": "left", "distance": 1}`, 400,
			fmt.Sprintf(`object is 1000000000000000000, want 0 to %d`, objects-1)},
		{"POST", film, `{"object": -1, "edits": ` + many + `}`, 400, `201 changes, want at most 200`},
		{"GET", film + "/1e18", "", 404, `film is "1e18", want 0 to`},
		{"GET", film + "/0-left", "", 404, `film is "0-left", want a number or a move such as 0-left-0.5`},
		{"GET", film + "/0-left-NaN", "", 400, `distance is NaN, want more than 0 and at most 10`},
		{"GET", film + "/changed-abc", "", 404, `the film changed-abc is no longer kept; ask for it again`},
		{"POST", run, `{"program": [{"function": "scene"}], "question": -1, "edits": ` + many + `}`, 400, `201 changes, want at most 200`},
	} {
		status, answer, _ := ask(t, e, c.method, c.address, c.body)
		if status != c.status || !strings.HasPrefix(strings.ReplaceAll(answer, `\"`, `"`), `{"error":"`+c.want) {
			t.Errorf("%s %s %.100s: status %d, %s\nwant %d, %s", c.method, c.address, c.body, status, answer, c.status, c.want)
		}
	}
	type filmed struct {
		WhatIf show.WhatIf
		N      string
		Frames int
	}
	if f := get[filmed](t, e, film+"/0"); f.WhatIf.Object != -1 || f.Frames < 2 || f.N != "0" {
		t.Errorf("letting go is %+v", f)
	}
}

// A dataset that this program would make otherwise says so.
func TestWarnings(t *testing.T) {
	warning := func(e *Explorer) string { return get[struct{ Warning string }](t, e, "/api/dataset").Warning }
	older := openRooms(t, 1, func(o *Options) { o.Identity.Program = "mereo 0.0.1" })
	if got, want := warning(older), "The dataset was made by mereo 0.0.1, and this is mereo "+gen.Version+
		": scenes in 3D, changes and physics may differ from the pictures."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// Another seed makes other samples, as other models do.
	other := openRooms(t, 1, func(o *Options) { o.Identity.Seed++ })
	got := warning(other)
	if !strings.HasPrefix(got, "What is made again differs from the files: in train/0, ") ||
		!strings.HasSuffix(got, "was the dataset made by another version, or with other --models?") {
		t.Errorf("got %q", got)
	}
	if got, want := warning(open(t, 3, nil, "train")), "Samples cannot be made again: toy: samples cannot be made again."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TRANCE's own test: tasks, judgements and what is stored of them.
func TestTasksAreJudgedAndKept(t *testing.T) {
	cfg := trance.DefaultConfig()
	set, err := trance.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	const count = 8
	e := openSet(t, set, count, nil)
	about := get[struct {
		Test     string
		Problems []string
	}](t, e, "/api/dataset")
	if about.Test != "task" || fmt.Sprint(about.Problems) != "[basic event view]" {
		t.Errorf("the test is %+v", about)
	}
	body := func(index int, answer, mode string) string {
		return fmt.Sprintf(`{"user": "anna", "problem": "event", "split": "train", "index": %d, "answer": %s,
			"started": "2026-01-02T03:04:%02dZ", "seconds": 2.5, "mode": %q}`, index, answer, index, mode)
	}
	type step struct {
		Object int    `json:"obj_idx"`
		Attr   string `json:"attr"`
		Pair   string `json:"pair"`
	}
	type judgement struct {
		Judgement struct {
			Correct bool
			Result  struct{ Truth []step }
		}
	}
	const wrong = `[{"obj_idx": 0, "attr": "color", "pair": "red"}, {"obj_idx": 0, "attr": "color", "pair": "blue"}]`
	asked := map[int]bool{}
	for n := range count {
		task := get[struct {
			Split string
			Index int
		}](t, e, "/api/test?user=anna&problem=event")
		if asked[task.Index] || task.Split != "train" {
			t.Fatalf("task %d is %+v, which came before", n, task)
		}
		asked[task.Index] = true
		mode := []string{"instant", "blind"}[n%2]
		answer := send(t, e, body(task.Index, wrong, mode))
		if mode == "blind" && answer != `{"stored":true}` || mode == "instant" && !strings.Contains(answer, `"correct":false`) {
			t.Errorf("%s: %s", mode, answer)
		}
		if again := send(t, e, body(task.Index, wrong, mode)); again != answer {
			t.Errorf("sent again: %s, want %s", again, answer)
		}
		wantError(t, e, "POST", "/api/test/answer", strings.Replace(body(task.Index, wrong, mode), "T03", "T04", 1), 409,
			"anna has answered this before")
	}
	wantError(t, e, "GET", "/api/test?user=anna&problem=event", "", 404, "anna has answered everything that there is in event")
	h := get[struct {
		Lines      []judgement
		Statistics struct {
			Answers int
			Right   float64
			Time    float64
			Scores  any
		}
	}](t, e, "/api/test/history?user=anna&problem=event")
	if len(h.Lines) != count || h.Statistics.Answers != count || h.Statistics.Right != 0 || h.Statistics.Time != 2.5 || h.Statistics.Scores == nil {
		t.Errorf("history: %d lines, %+v", len(h.Lines), h.Statistics)
	}
	// The solution that somebody was told is right for the next one.
	truth := h.Lines[0].Judgement.Result.Truth
	var steps []string
	for _, s := range truth {
		steps = append(steps, fmt.Sprintf(`{"obj_idx": %d, "attr": %q, "pair": %q}`, s.Object, s.Attr, s.Pair))
	}
	var last int
	for _, l := range get[struct{ Lines []struct{ Index int } }](t, e, "/api/test/history?user=anna&problem=event").Lines[:1] {
		last = l.Index
	}
	right := strings.Replace(body(last, "["+strings.Join(steps, ", ")+"]", "instant"), "anna", "ben", 1)
	if answer := send(t, e, right); !strings.Contains(answer, `"correct":true`) {
		t.Errorf("the solution %v is judged as %s", truth, answer)
	}
	const form = `write [{"obj_idx": 0, "attr": "position", "pair": "front.1"}, ...]`
	for answer, want := range map[string]string{
		`"red"`: "trance: the answer cannot be read: the value is a text, want a list; " + form,
		`null`:  "trance: the answer is missing; " + form,
		`[{"obj_idx": 99, "attr": "color", "pair": "red"}]`: "trance: answer[0].obj_idx is 99, want 0 to 9",
	} {
		wantError(t, e, "POST", "/api/test/answer", strings.Replace(body(0, answer, "instant"), "anna", "cleo", 1), 400, want)
	}
}
