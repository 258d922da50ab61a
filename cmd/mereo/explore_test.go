package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mereo/gen/judge"
	"mereo/gen/show"
)

// What a user of the command meets, word for word.
func TestExploreWrongUse(t *testing.T) {
	dir := t.TempDir()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	made := filepath.Join(dir, "made")
	mustMereo(t, "is complete", "generate", "trance", "--count", "1", "--no-pictures", "--out", made)
	begun := filepath.Join(dir, "begun")
	copyFile(t, filepath.Join(made, "dataset.json"), filepath.Join(begun, "dataset.json"))
	help := "\nrun \"mereo help\" or add --help to a command\n"
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"explore", 2, "mereo: explore: 0 arguments, want 1: DIR" + help},
		{"explore DIR --listen here", 2, "mereo: explore: --listen is \"here\", want an address and a port such as 127.0.0.1:8080" + help},
		{"explore DIR --max-memory 5", 2, "mereo: explore: --max-memory is \"5\", " +
			"want a size of at least 16MB, such as 512MB or 2GB" + help},
		{"explore DIR", 1, "mereo: gen: DIR: no dataset is there: dataset.json is missing\n"},
		{"explore DIR/begun", 1, "mereo: explore: DIR/begun has no split yet; generate samples first\n"},
		{"explore DIR/made --models DIR", 2, "mereo: DIR/made: trance takes no folders of models or templates" + help},
		{"explore DIR/made --listen " + taken.Addr().String(), 1, fmt.Sprintf(
			"mereo: explore: %s is taken by another program; choose another port, or --listen 127.0.0.1:0 for a free one\n", taken.Addr())},
	} {
		code, stdout, stderr := mereo(t, strings.Fields(strings.ReplaceAll(c.args, "DIR", dir))...)
		if got := strings.ReplaceAll(stderr, dir, "DIR"); code != c.code || got != c.want || stdout != "" {
			t.Errorf("mereo %s: exit %d, want %d\n got %q\nwant %q\nstdout %q", c.args, code, c.code, got, c.want, stdout)
		}
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o777)
	}
	if err == nil {
		err = os.WriteFile(to, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Who listens to more than this computer is told so.
func TestExploreWarnsOfOthers(t *testing.T) {
	dir := t.TempDir()
	mustMereo(t, "is complete", "generate", "trance", "--count", "1", "--no-pictures", "--out", dir)
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{[]string{"--listen", "127.0.0.1:0"}, ""},
		{[]string{"--listen", "localhost:0"}, ""},
		{[]string{"--listen", "0.0.0.0:0"}, "mereo: warning: listening on 0.0.0.0:0: everybody who can reach this computer may " +
			"look at this dataset and store answers of tests\n"},
		{[]string{"--listen", ":0", "--read-only"}, "mereo: warning: listening on :0: everybody who can reach this computer may " +
			"look at this dataset\n"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		out := &lines{said: make(chan string, 10)}
		var stderr bytes.Buffer
		go func() {
			<-out.said
			time.Sleep(20 * time.Millisecond)
			cancel()
		}()
		code := run(ctx, append([]string{"explore", dir}, c.flags...), console{in: strings.NewReader(""), out: out, err: &stderr})
		if got := stderr.String(); code != exitOK || got != c.want {
			t.Errorf("%q: exit %d, got %q, want %q", c.flags, code, got, c.want)
		}
	}
}

// The pages come up in a real browser, without a complaint.
func TestExplorePagesComeUp(t *testing.T) {
	for _, set := range []string{"ptr", "trance", "qlevr", "shopvrb"} {
		t.Run(set, func(t *testing.T) {
			p := newPage(t, explored(t, set)+"/")
			p.waitFor(`document.querySelectorAll("img").length >= 3`)
			p.screenshot("gallery-" + set)
		})
	}
}

// SynDaCaTE has pictures in no files, and labels of strokes in space alone: what it has comes up, and what it has not is told.
func TestExploreSyndacate(t *testing.T) {
	for set, has := range map[string][]string{"syndacate": nil, "syndacate3d": {"object", "viewz"}} {
		t.Run(set, func(t *testing.T) {
			address := explored(t, set)
			about := fetch[struct {
				Splits                             []struct{ Name string }
				Made, Physical, Editable, Renderer bool
				Test, Warning                      string
			}](t, "GET", address+"/api/dataset", "")
			if about.Made || about.Physical || about.Editable || about.Renderer || about.Test != "" || about.Warning != "" {
				t.Errorf("the dataset is %+v", about)
			}
			for _, s := range about.Splits {
				place := s.Name + "/7"
				if page := fetch[samplePage](t, "GET", address+"/api/sample/"+place, ""); page.Made || len(page.Page.Pictures) == 0 {
					t.Errorf("%s: made is %v, pictures are %v", place, page.Made, page.Page.Pictures)
				}
				for _, channel := range []string{"object", "part", "region", "viewz", "normal"} {
					status, text := call(t, "GET", address+"/api/labels/"+place+"/0/"+channel, "")
					missing := status == 404 && text == `{"error":"the set has no channel `+channel+`"}`
					if want := slices.Contains(has, channel); want && status != 200 || !want && !missing {
						t.Errorf("%s of %s: status %d, %.100s", channel, place, status, text)
					}
				}
				for path, want := range map[string]string{
					"/api/film/" + place + "/0":      `{"error":"the objects of ` + place + ` cannot be let go"}`,
					"/api/scene/" + place + "/0.glb": `{"error":"there is no view here"}`,
				} {
					if status, text := call(t, "GET", address+path, ""); status != 404 || text != want {
						t.Errorf("%s: status %d, %s, want %s", path, status, text, want)
					}
				}
			}
			p := newPage(t, address+"/")
			p.waitFor(`document.querySelectorAll(".card img").length >= 60 && [...document.querySelectorAll(".card img")].some((i) => i.naturalWidth > 0)`)
			p.screenshot("gallery-" + set)
			p = newPage(t, address+"/sample/"+about.Splits[0].Name+"/7")
			p.waitFor(`[...document.querySelectorAll(".picture img")].some((i) => i.naturalWidth > 0)`)
			p.screenshot("sample-" + set)
		})
	}
}

// A page of another origin cannot store an answer, neither with a script nor with a form.
func TestOtherOriginsCannotPost(t *testing.T) {
	dir := exploredDir(t, "ptr")
	address := explored(t, "ptr")
	foreign, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	body := `{"user":"eve","problem":"train","split":"train","index":0,"question":0,"answer":"yes",` +
		`"started":"2026-01-02T03:04:05Z","seconds":1,"mode":"blind"}`
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<div id="app"><p>foreign</p></div>
			<form method="post" enctype="text/plain" action="%[1]s/api/test/answer" target="frame"><input name='%[2]s' value=""></form>
			<iframe name="frame"></iframe>`, address, body)
	})}
	go server.Serve(foreign)
	defer server.Close()
	p := newPage(t, "http://"+foreign.Addr().String())
	for _, words := range []string{"request to another host", "CORS", "Failed to load resource", "Refused to display", "Framing", "frame"} {
		p.allow(words)
	}
	var said []string
	p.evalAsync(fmt.Sprintf(`(async () => {
		const out = [];
		for (const [mode, type] of [["cors", "application/json"], ["cors", "text/plain"], ["no-cors", "text/plain"]]) {
			try {
				const r = await fetch(%[1]q + "/api/test/answer", {method: "POST", mode, headers: {"Content-Type": type}, body: %[2]q});
				out.push(r.type + " " + r.status);
			} catch (e) { out.push("failed"); }
		}
		try { out.push("read " + (await fetch(%[1]q + "/api/dataset")).status); } catch (e) { out.push("failed"); }
		document.querySelector("form").submit();
		await new Promise((f) => setTimeout(f, 1000));
		return out;
	})()`, address, body), &said)
	if got, want := fmt.Sprint(said), "[failed failed failed failed]"; got != want {
		t.Errorf("the page of another origin got %s, want %s", got, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "human_test")); !os.IsNotExist(err) {
		t.Errorf("it stored something: %v", err)
	}
	// The same request from a program on purpose is fine.
	if status, text := call(t, "POST", address+"/api/test/answer", body); status != 200 && status != 400 {
		t.Errorf("status %d: %s", status, text)
	}
}

// call sends a request to an explorer.
func call(t *testing.T, method, address, body string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == "POST" {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(data)
}

// fetch reads the JSON that an explorer answers with.
func fetch[T any](t *testing.T, method, address, body string) (out T) {
	t.Helper()
	status, text := call(t, method, address, body)
	if status != 200 {
		t.Fatalf("%s %s: status %d, %s", method, address, status, text)
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%s %s: %v in %.300s", method, address, err, text)
	}
	return out
}

type samplePage struct {
	Page                     show.Page
	Physical, Editable, Made bool
}

// editables are the entities that can be changed in a way.
func editables(all []show.Entity, kind show.EditKind) (out []show.Entity) {
	for _, e := range all {
		for _, k := range e.Edits {
			if k == kind {
				out = append(out, e)
			}
		}
		out = append(out, editables(e.Entities, kind)...)
	}
	return out
}

// A change of every set gives another picture, in which just that changed, and what is drawn without a change is the sample.
func TestChangesAreDrawn(t *testing.T) {
	for _, set := range []string{"ptr", "trance", "qlevr", "shopvrb"} {
		t.Run(set, func(t *testing.T) {
			address := explored(t, set)
			page := fetch[samplePage](t, "GET", address+"/api/sample/train/0", "")
			if !page.Editable || !page.Made {
				t.Fatalf("%+v, want a sample that can be changed", page)
			}
			type drawn struct {
				Page     show.Page
				Drawn    string
				Warnings []string
				MS       struct{ Make, Draw float64 }
			}
			draw := func(edits string) (drawn, image.Image) {
				t.Helper()
				begun := time.Now()
				d := fetch[drawn](t, "POST", address+"/api/edit/train/0", `{"quality": "draft", "edits": `+edits+`}`)
				_, data := call(t, "GET", address+"/api/drawn/"+d.Drawn+"/0.png", "")
				img, err := png.Decode(strings.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s: %.0f ms, of which %.0f made and %.0f drew it", edits, time.Since(begun).Seconds()*1e3, d.MS.Make, d.MS.Draw)
				return d, img
			}
			_, before := draw("[]")
			changed := 0
			for _, entity := range editables(page.Page.Entities, show.EditRecolor) {
				if len(entity.Boxes) == 0 || entity.Boxes[0].X1-entity.Boxes[0].X0 < 10 || len(entity.Colors) < 2 {
					continue
				}
				box := entity.Boxes[0]
				for _, c := range entity.Colors[:2] {
					edit, _ := json.Marshal([]show.Edit{{Kind: show.EditRecolor, Entity: entity.Key, Color: c}})
					_, after := draw(string(edit))
					inside, outside := difference(before, after, box)
					if inside > 0.02 {
						changed++
					}
					if outside > inside {
						t.Errorf("%s in %s: differs by %.4f inside of its box, and by %.4f outside", entity.Key, c, inside, outside)
					}
				}
				break
			}
			if changed == 0 {
				t.Error("no other color is to be seen")
			}
			status, glb := call(t, "GET", address+"/api/scene/train/0/0.glb", "")
			if status != 200 || !strings.HasPrefix(glb, "glTF\x02\x00\x00\x00") {
				t.Errorf("scene: status %d, %.40q", status, glb)
			}
		})
	}
}

// difference is the mean absolute difference of two pictures, 0 to 1, inside and outside of a box.
func difference(a, b image.Image, box show.Rect) (inside, outside float64) {
	var n [2]int
	var sum [2]float64
	r := a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			k := 1
			if float64(x) >= box.X0 && float64(x) < box.X1 && float64(y) >= box.Y0 && float64(y) < box.Y1 {
				k = 0
			}
			p, q := color.NRGBAModel.Convert(a.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(b.At(x, y)).(color.NRGBA)
			for _, d := range [3]int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B)} {
				sum[k] += float64(max(d, -d)) / 255 / 3
			}
			n[k]++
		}
	}
	return sum[0] / float64(max(1, n[0])), sum[1] / float64(max(1, n[1]))
}

// What people answer is scored by "mereo eval", of all sets with questions, and "mereo verify" has nothing against it.
func TestAnswersOfPeopleAreScored(t *testing.T) {
	for set, task := range map[string]string{"ptr": "", "qlevr": "", "shopvrb": "visual and textual"} {
		t.Run(set, func(t *testing.T) {
			dir := exploredDir(t, set)
			address := explored(t, set)
			stored := map[int]*show.Page{}
			page := func(i int) *show.Page {
				if stored[i] == nil {
					p := fetch[samplePage](t, "GET", fmt.Sprintf("%s/api/sample/train/%d", address, i), "").Page
					stored[i] = &p
				}
				return stored[i]
			}
			const n = 12
			for k := range n {
				q := fetch[struct {
					Index, Question int
					Choices         []string
				}](t, "GET", address+"/api/test?user=anna&problem=train", "")
				answer := strings.ToUpper(page(q.Index).Questions[q.Question].Answer)
				wrong := k%4 == 0
				if wrong {
					answer = "nonsense"
					for _, c := range q.Choices {
						if !strings.EqualFold(c, page(q.Index).Questions[q.Question].Answer) {
							answer = c
						}
					}
				}
				body, _ := json.Marshal(map[string]any{
					"user": "anna", "problem": "train", "split": "train", "index": q.Index, "question": q.Question, "answer": answer,
					"started": time.Unix(int64(k), 0).UTC(), "seconds": 2, "mode": "instant",
				})
				j := fetch[struct{ Judgement show.Judgement }](t, "POST", address+"/api/test/answer", string(body))
				if j.Judgement.Correct == wrong {
					t.Errorf("%s: correct is %v", body, j.Judgement.Correct)
				}
			}
			file := filepath.Join(dir, "human_test", "anna.train.jsonl")
			out := mustMereo(t, task, "eval", dir, "--human", file, "--json")
			var told judge.Report
			if err := json.Unmarshal([]byte(out), &told); err != nil {
				t.Fatal(err)
			}
			found := false
			for _, of := range told.Tasks {
				for _, r := range of.Rows {
					if r.Group == "all" && (of.Task == task || len(told.Tasks) == 1) {
						found = true
						if r.Count != n || r.Scores[0]["accuracy"].Value != 75 {
							t.Errorf("scores are %+v, want %d questions and 75 %%", r, n)
						}
					}
				}
			}
			if !found {
				t.Errorf("no score of all questions in %s", out)
			}
			mustMereo(t, "", "verify", dir, "--sample", "0")
		})
	}
}
