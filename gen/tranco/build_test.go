package tranco

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

// put writes a file, making its folder.
func put(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// annotated is a COIN entry of n steps, last step first in the file.
func annotated(subset string, n int) map[string]any {
	steps := []any{}
	for i := n - 1; i >= 0; i-- {
		steps = append(steps, map[string]any{
			"id": fmt.Sprint(100 + i), "label": fmt.Sprintf("do <%d>", i),
			"segment": []float64{float64(10 * i), float64(10*i) + 7.5},
		})
	}
	return map[string]any{
		"class": "MakeTea", "subset": subset, "duration": float64(10 * (n + 1)), "recipe_type": 3, "start": 0, "end": 10 * n,
		"video_url": "https://example.org/x", "annotation": steps,
	}
}

// coinLike is an annotation file of 40 training and 240 testing videos of 1 to 8 steps.
func coinLike(t *testing.T) string {
	t.Helper()
	database := map[string]any{}
	for i := range 40 {
		database[fmt.Sprintf("tr-%02d", i)] = annotated("training", 1+i%8)
	}
	for i := range 240 {
		database[fmt.Sprintf("_te%03d", i)] = annotated("testing", 1+i%8)
	}
	data, err := json.Marshal(map[string]any{"database": database})
	if err != nil {
		t.Fatal(err)
	}
	return put(t, filepath.Join(t.TempDir(), "COIN.json"), string(data))
}

// tree reads all files below a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(data)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

func built(t *testing.T, o BuildOptions) (*Report, map[string]string) {
	t.Helper()
	o.Out = filepath.Join(t.TempDir(), "a", "set")
	r, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r, tree(t, o.Out)
}

func TestBuild(t *testing.T) {
	coin := coinLike(t)
	report, files := built(t, BuildOptions{COIN: coin, Seed: 5})
	_, again := built(t, BuildOptions{COIN: coin, Seed: 5})
	if !maps.Equal(files, again) {
		t.Error("the same build gives other bytes")
	}
	if got, want := slices.Sorted(maps.Keys(files)), []string{
		"candidates_test.json", "candidates_test_100.json", "test.jsonl", "train.jsonl", "val.jsonl",
	}; !slices.Equal(got, want) {
		t.Errorf("files are %q, want %q", got, want)
	}
	_, other := built(t, BuildOptions{COIN: coin, Seed: 6})
	for name := range files {
		if seeded := name == "candidates_test_100.json"; (files[name] != other[name]) != seeded {
			t.Errorf("%s: changes with the seed: %v, want %v", name, files[name] != other[name], seeded)
		}
	}

	// Of 8 lengths 2 are left out.
	if report.TooFew != 35 || report.TooMany != 35 || report.NoVideo != 0 || report.Late != 0 || report.Candidates != 100 {
		t.Errorf("got %+v", report)
	}
	train, val, test := report.Splits[0], report.Splits[1], report.Splits[2]
	if train.Samples != 30 || train.Clips != 135 || train.Steps != [6]int{5, 5, 5, 5, 5, 5} ||
		val.Samples+test.Samples != 180 {
		t.Errorf("got %+v", report.Splits)
	}
	// 5/12 of 180 is 75 with a standard deviation of 6.6.
	if val.Samples < 55 || val.Samples > 95 {
		t.Errorf("val has %d of 180 samples, want about 75", val.Samples)
	}

	want := `{"video_id":"tr-01","task":"MakeTea","subset":"training","n_step":2,` +
		`"initial":{"time":0},"final":{"time":17.5},` +
		`"clips":[{"clip_id":"tr-01_0","step_id":"100","label":"do <0>","start":0,"end":7.5},` +
		`{"clip_id":"tr-01_1","step_id":"101","label":"do <1>","start":10,"end":17.5}],` +
		`"reference":["tr-01_0","tr-01_1"]}` + "\n"
	if got := files["train.jsonl"]; !strings.HasPrefix(got, want) {
		t.Errorf("train.jsonl begins\n%.400s\nwant\n%s", got, want)
	}
}

// The candidates of a sample are 100 distinct test clips with its own among them, in no telling order.
func TestBuildCandidates(t *testing.T) {
	_, files := built(t, BuildOptions{COIN: coinLike(t)})
	var all []string
	var tiny map[string][]string
	for name, to := range map[string]any{"candidates_test.json": &all, "candidates_test_100.json": &tiny} {
		if err := json.Unmarshal([]byte(files[name]), to); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	var own []string
	first := map[int]int{}
	for line := range strings.Lines(files["test.jsonl"]) {
		var r Record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		own = append(own, r.Reference...)
		list := tiny[r.VideoID]
		if len(list) != 100 || len(slices.Compact(slices.Sorted(slices.Values(list)))) != 100 {
			t.Errorf("%s: %d candidates, want 100 distinct ones", r.VideoID, len(list))
		}
		for _, clip := range r.Reference {
			if !slices.Contains(list, clip) {
				t.Errorf("%s: %s is missing", r.VideoID, clip)
			}
		}
		for _, clip := range list {
			if !slices.Contains(all, clip) {
				t.Errorf("%s: %s is no test clip", r.VideoID, clip)
			}
		}
		first[slices.Index(list, r.Reference[0])/25]++
	}
	if !slices.Equal(own, all) {
		t.Error("candidates_test.json is not the clips of test.jsonl in their order")
	}
	// About 105 samples: a quarter of the list that holds fewer than 10 first clips would have 1 chance in 10,000.
	for quarter := range 4 {
		if first[quarter] < 10 {
			t.Errorf("first clips are in quarters of the lists %v times", first)
		}
	}
}

func TestBuildVideos(t *testing.T) {
	coin, dir := coinLike(t), t.TempDir()
	put(t, filepath.Join(dir, "7", "tr-01.mp4"), "x")
	put(t, filepath.Join(dir, "8", "tr-01.webm"), "x") // the second by path
	put(t, filepath.Join(dir, "tr-02.WEBM"), "x")
	put(t, filepath.Join(dir, "tr-03.mp4"), "")       // a broken download
	put(t, filepath.Join(dir, "tr-04.mp4.part"), "x") // an unfinished one
	put(t, filepath.Join(dir, "tr-00.mkv"), "x")      // has a single step
	put(t, filepath.Join(dir, "tr-05.json"), "x")
	report, files := built(t, BuildOptions{COIN: coin, Videos: dir})
	if report.NoVideo != 277 || report.FirstNone != "_te000" || report.TooFew != 1 || report.TooMany != 0 ||
		report.Candidates != 0 || report.Splits[0].Samples != 2 || report.Splits[2].Samples != 0 {
		t.Errorf("got %+v", report)
	}
	for _, want := range []string{`"video":"7/tr-01.mp4"`, `"video":"tr-02.WEBM"`} {
		if !strings.Contains(files["train.jsonl"], want) {
			t.Errorf("no %s in %s", want, files["train.jsonl"])
		}
	}
	if files["test.jsonl"] != "" || files["candidates_test.json"] != "[]\n" ||
		files["candidates_test_100.json"] != "{}\n" {
		t.Errorf("files of an empty split: %q %q", files["candidates_test.json"], files["candidates_test_100.json"])
	}
}

// Steps are ordered by start; ties keep the order of the file, and the last to start ends the sample.
func TestRecordOrder(t *testing.T) {
	v, err := parseVideo("v", []byte(`{"class": "c", "subset": "testing", "annotation": [
 {"id": "late", "segment": [9, 9], "label": ""}, {"id": "tie 1", "segment": [2, 30], "label": ""},
 {"id": "tie 2", "segment": [2, 3], "label": ""}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, reason := v.record("v.mp4")
	var got []string
	for _, c := range r.Clips {
		got = append(got, c.ClipID+" "+c.StepID)
	}
	if want := []string{"v_0 tie 1", "v_1 tie 2", "v_2 late"}; !reflect.DeepEqual(got, want) || reason != "" ||
		r.Initial.Time != 2 || r.Final.Time != 9 {
		t.Errorf("got %q %q, %v to %v", got, reason, r.Initial.Time, r.Final.Time)
	}
}

// A video keeps its split for ever: moving one would move test samples into val between versions.
func TestSplitFrozen(t *testing.T) {
	training, testing := "training", "testing"
	var got []string
	for _, id := range []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"} {
		got = append(got, splitOf(&video{id: id, coinVideo: coinVideo{Subset: testing}}))
		if s := splitOf(&video{id: id, coinVideo: coinVideo{Subset: training}}); s != "train" {
			t.Errorf("training video %s is in %s", id, s)
		}
	}
	if want := "test test val val test test test test test test"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", strings.Join(got, " "), want)
	}
}

// What a user meets, word for word. Nothing is written.
func TestWrongCOIN(t *testing.T) {
	step := `{"id": "1", "segment": [0, 1], "label": "x"}`
	entry := func(annotation string) string {
		return `{"database": {"a": {"class": "c", "subset": "testing", "annotation": [` + step + `]}, ` +
			`"v": {"class": "c", "subset": "testing", "annotation": ` + annotation + `}}}`
	}
	inVideo := `tranco: COIN: video "v": `
	for _, c := range []struct{ why, text, want string }{
		{"no JSON", `{"database": {`,
			"tranco: COIN: line 1, column 15: the text ends within a value; give COIN's annotation file, COIN.json"},
		{"another file", `{"videos": {}}`,
			`tranco: COIN: database is missing or empty; give COIN's annotation file, {"database": {"VIDEO": {...}}}`},
		{"a list", `{"database": []}`,
			"tranco: COIN: line 1, column 14: database is a list, want a group of keys; give COIN's annotation file, COIN.json"},
		{"a video twice", `{"database": {"v": {}, "v": {}}}`,
			"tranco: COIN: line 1, column 24: database.v is there twice; give COIN's annotation file, COIN.json"},
		{"no class", `{"database": {"v": {}}}`, inVideo + "class is missing; correct the entry or take it out"},
		{"no subset", `{"database": {"v": {"class": "c"}}}`, inVideo + "subset is missing; correct the entry or take it out"},
		{"empty subset", `{"database": {"v": {"class": "c", "subset": "", "annotation": []}}}`,
			inVideo + `subset is empty; write training or testing`},
		{"no annotation", `{"database": {"v": {"class": "c", "subset": "training"}}}`,
			inVideo + "annotation is missing; correct the entry or take it out"},
		{"null", entry("null"), inVideo + "annotation is null; write the steps or take the entry out"},
		{"no id", entry(`[` + step + `, {"segment": [0, 1], "label": "x"}]`),
			inVideo + "annotation[1].id is missing; correct the entry or take it out"},
		{"no label", entry(`[{"id": "1", "segment": [0, 1]}]`),
			inVideo + "annotation[0].label is missing; correct the entry or take it out"},
		{"no segment", entry(`[{"id": "1", "label": "x"}]`),
			inVideo + "annotation[0].segment is missing; correct the entry or take it out"},
		{"three times", entry(`[{"id": "1", "segment": [0, 1, 2], "label": "x"}]`),
			inVideo + "annotation[0].segment has another length than 2; correct the entry or take it out"},
		{"negative", entry(`[{"id": "1", "segment": [-0.5, 1], "label": "x"}]`),
			inVideo + "annotation[0].segment starts at -0.5 s; write 0 or later"},
		{"reversed", entry(`[` + step + `, {"id": "1", "segment": [7, 3.5], "label": "x"}]`),
			inVideo + "annotation[1].segment ends at 3.5 s, before it starts at 7 s; write start, then end"},
		{"words for times", entry(`[{"id": "1", "segment": ["0", 1], "label": "x"}]`),
			inVideo + "annotation[0].segment[0] is a text, want a number; correct the entry or take it out"},
		{"a number for an id", entry(`[{"id": 1, "segment": [0, 1], "label": "x"}]`),
			inVideo + "annotation[0].id is 1, want a text; correct the entry or take it out"},
		{"no name", `{"database": {"": {}}}`,
			`tranco: COIN: video "": the id is empty; name the video or take the entry out`},
		{"no samples", entry(`[]`), "tranco: COIN: none of the 2 videos has 2 to 7 steps; give all of COIN's annotations"},
	} {
		dir := t.TempDir()
		coin := put(t, filepath.Join(dir, "COIN"), c.text)
		out := filepath.Join(dir, "out")
		_, err := Build(t.Context(), BuildOptions{COIN: coin, Out: out})
		if got := strings.ReplaceAll(fmt.Sprint(err), coin, "COIN"); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.why, got, c.want)
		}
		if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the folder was made: %v", c.why, err)
		}
	}
}

func TestWrongBuild(t *testing.T) {
	coin, dir := coinLike(t), t.TempDir()
	empty, file := t.TempDir(), put(t, filepath.Join(dir, "file"), "x")
	for _, c := range []struct {
		o    BuildOptions
		want string
	}{
		{BuildOptions{Videos: filepath.Join(dir, "none")},
			"tranco: videos: stat DIR/none: no such file or directory; give the folder that holds them"},
		{BuildOptions{Videos: file}, "tranco: videos: DIR/file is a file; give the folder that holds them"},
		{BuildOptions{Videos: empty},
			"tranco: EMPTY holds none of the 280 videos of COIN; name files by video id, such as _te000.mp4"},
		{BuildOptions{Out: file}, "tranco: DIR/file: write: train.jsonl: not a directory"},
	} {
		c.o.COIN = coin
		if c.o.Out == "" {
			c.o.Out = filepath.Join(dir, "out")
		}
		_, err := Build(t.Context(), c.o)
		if got := strings.NewReplacer(coin, "COIN", dir, "DIR", empty, "EMPTY").Replace(fmt.Sprint(err)); got != c.want {
			t.Errorf("got %s\nwant %s", got, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(dir, "stopped")
	if _, err := Build(ctx, BuildOptions{COIN: coin, Out: out}); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped build: %v", err)
	}
	if files := tree(t, out); len(files) != 0 {
		t.Errorf("a stopped build leaves %v", slices.Sorted(maps.Keys(files)))
	}
}
