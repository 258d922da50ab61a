package tranco

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/judge"
)

// smallSet writes a test split of two videos, of 2 and 3 clips, and a file of candidates.
func smallSet(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "test.jsonl"),
		`{"video_id": "a", "clips": [{"clip_id": "a_0"}, {"clip_id": "a_1"}], "reference": ["a_0", "a_1"], `+
			`"initial": {"time": 1, "image": "a.png"}}

{"video_id": "b", "clips": [{"clip_id": "b_0"}, {"clip_id": "b_1"}, {"clip_id": "b_2"}], `+
			`"reference": ["b_0", "b_1", "b_2"]}
`)
	put(t, filepath.Join(dir, "few.json"), `{"a": ["b_2", "a_1", "a_0"], "b": ["b_0", "b_1", "b_2", "a_0"], "c": []}`)
	return dir
}

// evalOptions are judge.Options with what the set adds.
type evalOptions struct {
	judge.Options
	Candidates string
}

// evaluation is what is reported of the only task.
type evaluation struct {
	Split            string
	Samples, Missing int
	Mean             Score
}

func evaluate(ctx context.Context, root string, o evalOptions) (*evaluation, error) {
	set := Judge()
	var f flag.FlagSet
	set.Flags(&f)
	if err := f.Parse([]string{"--candidates", o.Candidates}); err != nil {
		return nil, err
	}
	o.Data = root
	r, err := judge.Run(ctx, set, o.Options)
	if err != nil {
		return nil, err
	}
	row := r.Tasks[0].Rows[0]
	of := func(column string) float64 { return row.Scores[0][column].Value }
	return &evaluation{r.Split, row.Count, r.Tasks[0].Answers[0].Missing, Score{
		of("P"), of("R"), of("R"), of("P"), of("KTD"), of("SD"), of("NSD"), of("EMR"),
	}}, nil
}

// mean is the arithmetic mean of every metric, zero for no scores.
func mean(scores []Score) Score {
	var m Score
	for _, s := range scores {
		m.RecallAsPrinted += s.RecallAsPrinted
		m.PrecisionAsPrinted += s.PrecisionAsPrinted
		m.Recall += s.Recall
		m.Precision += s.Precision
		m.KTD += s.KTD
		m.SD += s.SD
		m.NSD += s.NSD
		m.EMR += s.EMR
	}
	n := float64(max(1, len(scores)))
	for _, x := range []*float64{
		&m.RecallAsPrinted, &m.PrecisionAsPrinted, &m.Recall, &m.Precision, &m.KTD, &m.SD, &m.NSD, &m.EMR,
	} {
		*x /= n
	}
	return m
}

func TestEvaluate(t *testing.T) {
	dir := smallSet(t)
	pred := put(t, filepath.Join(dir, "p.jsonl"),
		`{"video_id": "b", "clips": ["b_1", "b_0", "a_1"], "score": 3}`+"\n\n"+
			`{"video_id": "a", "clips": ["a_0", "a_1"]}`+"\r\n")
	e, err := evaluate(t.Context(), dir, evalOptions{Options: judge.Options{Pred: []string{pred}}})
	if err != nil {
		t.Fatal(err)
	}
	want := Score{5.0 / 6, 5.0 / 6, 5.0 / 6, 5.0 / 6, 0.5, 0, 0, 0.5}
	if !near(e.Mean.Recall, want.Recall) || !near(e.Mean.Precision, want.Precision) ||
		e.Mean.KTD != 0.5 || e.Mean.EMR != 0.5 || e.Samples != 2 || e.Missing != 0 || e.Split != "test" {
		t.Errorf("got %+v, want mean %+v", e, want)
	}

	// The file of the split does as well as its folder; a sample without prediction counts as empty.
	pred = put(t, pred, `{"video_id": "a", "clips": []}`)
	e, err = evaluate(t.Context(), filepath.Join(dir, "test.jsonl"), evalOptions{Options: judge.Options{Pred: []string{pred}, Partial: true}})
	if err != nil || e.Missing != 1 || e.Split != "test" || e.Mean != (Score{0, 0, 0, 0, 1, 2.5, 1, 0}) {
		t.Errorf("%v, got %+v", err, e)
	}
}

func TestBaselines(t *testing.T) {
	dir := smallSet(t)
	for name, want := range map[string]Score{
		judge.Oracle:     {1, 1, 1, 1, 0, 0, 0, 1},
		BaselineReversed: {1, 1, 1, 1, 1, 0, 0, 0},
		BaselineEmpty:    {0, 0, 0, 0, 1, 2.5, 1, 0},
	} {
		e, err := evaluate(t.Context(), dir, evalOptions{Options: judge.Options{Baseline: name}})
		if err != nil || e.Mean != want {
			t.Errorf("%s: %v, got %+v, want %+v", name, err, e, want)
		}
	}
}

// The random baseline on a test split of the paper's size and lengths comes near to what the paper prints for 100 and
// for all candidates: R .0316, P .0409, KTD .9958, SD 1.9364, NSD .6845, and .0005, .0006, 1.0000, 1.9888, .7093. The
// bounds are at least four standard deviations of the difference of two such runs.
func TestRandomBaseline(t *testing.T) {
	var records []Record
	for i, count := range []int{432, 425, 279, 154, 87, 53} {
		for range count {
			r := Record{VideoID: fmt.Sprintf("v%04d", len(records))}
			for j := range i + minSteps {
				r.Reference = append(r.Reference, clipID(r.VideoID, j))
				r.Clips = append(r.Clips, Clip{ClipID: clipID(r.VideoID, j)})
			}
			records = append(records, r)
		}
	}
	clips := allClips(records)
	if len(clips) != 4918 {
		t.Fatalf("%d clips, want 4918", len(clips))
	}
	pool, err := readCandidates("", "test", records)
	if err != nil {
		t.Fatal(err)
	}
	tiny := candidates{}
	for _, r := range records {
		tiny[r.VideoID] = tinyList(&r, clips, 1)
	}
	for _, c := range []struct {
		pool      candidates
		want, off Score
	}{
		{tiny, Score{RecallAsPrinted: 0.0316, PrecisionAsPrinted: 0.0409, KTD: 0.9958, SD: 1.9364, NSD: 0.6845},
			Score{RecallAsPrinted: 0.016, PrecisionAsPrinted: 0.02, KTD: 0.011, SD: 0.25, NSD: 0.11}},
		{pool, Score{RecallAsPrinted: 0.0005, PrecisionAsPrinted: 0.0006, KTD: 1, SD: 1.9888, NSD: 0.7093},
			Score{RecallAsPrinted: 0.003, PrecisionAsPrinted: 0.003, KTD: 0.001, SD: 0.25, NSD: 0.11}},
	} {
		predict, _, err := (&samples{job: &judge.Job{}, split: "test", pool: c.pool}).Baseline(t.Context(), BaselineRandom)
		if err != nil {
			t.Fatal(err)
		}
		var scores []Score
		for i := range records {
			p, err := predict(&clipped{&records[i]})
			if err != nil || len(p) < 2 || len(p) > 7 {
				t.Fatalf("%v, %d clips, want 2 to 7", err, len(p))
			}
			scores = append(scores, Measure(records[i].Reference, p))
		}
		got := mean(scores)
		for _, m := range []struct {
			name           string
			got, want, off float64
		}{
			{"R", got.RecallAsPrinted, c.want.RecallAsPrinted, c.off.RecallAsPrinted},
			{"P", got.PrecisionAsPrinted, c.want.PrecisionAsPrinted, c.off.PrecisionAsPrinted},
			{"KTD", got.KTD, c.want.KTD, c.off.KTD}, {"SD", got.SD, c.want.SD, c.off.SD},
			{"NSD", got.NSD, c.want.NSD, c.off.NSD},
		} {
			if math.Abs(m.got-m.want) > m.off {
				t.Errorf("%s is %.4f, want %.4f +- %.4f", m.name, m.got, m.want, m.off)
			}
		}
		t.Logf("%+v", got)
	}
}

// The random baseline repeats for a seed, changes with it, and keeps to the candidates of the file.
func TestRandomBaselineSeed(t *testing.T) {
	coin := coinLike(t)
	out := t.TempDir()
	if _, err := Build(t.Context(), BuildOptions{COIN: coin, Out: out}); err != nil {
		t.Fatal(err)
	}
	of := func(seed uint64, list string) Score {
		o := evalOptions{Options: judge.Options{Baseline: BaselineRandom, Seed: seed}}
		if list != "" {
			o.Candidates = filepath.Join(out, list)
		}
		e, err := evaluate(t.Context(), out, o)
		if err != nil {
			t.Fatal(err)
		}
		return e.Mean
	}
	if a, b, c := of(1, ""), of(1, ""), of(2, ""); a != b || a == c {
		t.Errorf("seeds 1, 1, 2 give %+v, %+v, %+v", a, b, c)
	}
	if all, few := of(1, ""), of(1, "candidates_test_100.json"); few.Recall <= all.Recall {
		t.Errorf("recall of 100 candidates is %v, of all %v", few.Recall, all.Recall)
	}
}

// What a user meets, word for word.
func TestWrongPredictions(t *testing.T) {
	dir := smallSet(t)
	form := `; write {"video_id": "...", "clips": ["clip_id", ...]}, with no clip if none is predicted`
	good := `{"video_id": "a", "clips": ["a_0"]}` + "\n"
	for _, c := range []struct{ why, text, want string }{
		{"unknown video", good + `{"video_id": "c", "clips": []}`,
			`:2: video_id is "c", which split test does not have; choose the split that was predicted with --split`},
		{"sample twice", good + "\n" + good, `:3: video_id "a" was answered in line 1 already; keep one of the two`},
		{"unknown clip", `{"video_id": "a", "clips": ["a_0", "a_2"]}`,
			`:1: clips[1] is "a_2", no candidate of video "a" in split test; predict candidates only`},
		{"clip twice", `{"video_id": "a", "clips": ["a_0", "a_1", "a_0"]}`,
			`:1: clips[2] is "a_0", as clips[0] is; predict a clip once`},
		{"number for a clip", `{"video_id": "a", "clips": [3]}`, `:1: clips[0] is 3, want a text` + form},
		{"null for a clip", `{"video_id": "a", "clips": [null]}`, `:1: clips[0] is null, want a text` + form},
		{"word for clips", `{"video_id": "a", "clips": "a_0"}`, `:1: clips is a text, want a list` + form},
		{"number for a video", `{"video_id": 7, "clips": []}`, `:1: video_id is 7, want a text` + form},
		{"no video", `{"clips": []}`, `:1: video_id is missing` + form},
		{"no clips", `{"video_id": "a"}`, `:1: clips is missing` + form},
		{"null for clips", `{"video_id": "a", "clips": null}`, `:1: clips is null, want a list` + form},
		{"key twice", `{"video_id": "a", "clips": [], "clips": []}`, `:1: clips is there twice`},
		{"cut", good + `{"video_id": "b", `, `:2: the text ends within a value`},
		{"one missing", good,
			`: 1 of 2 samples have no answer, video_id "b" is the first; add them, or count them as wrong with --partial`},
		{"empty", "",
			`: 2 of 2 samples have no answer, video_id "a" is the first; add them, or count them as wrong with --partial`},
	} {
		pred := put(t, filepath.Join(dir, "p.jsonl"), c.text)
		_, err := evaluate(t.Context(), dir, evalOptions{Options: judge.Options{Pred: []string{pred}}})
		if got := strings.ReplaceAll(fmt.Sprint(err), pred, "P"); !strings.HasPrefix(got, "judge: P"+c.want) {
			t.Errorf("%s:\n got %s\nwant judge: P%s", c.why, got, c.want)
		}
	}
	// A clip of the split that is not in the video's list.
	pred := put(t, filepath.Join(dir, "p.jsonl"), `{"video_id": "a", "clips": ["b_0"]}`)
	few := filepath.Join(dir, "few.json")
	_, err := evaluate(t.Context(), dir, evalOptions{judge.Options{Pred: []string{pred}}, few})
	if want := `clips[0] is "b_0", no candidate of video "a"`; !strings.Contains(fmt.Sprint(err), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestWrongSet(t *testing.T) {
	record := `{"video_id": "a", "clips": [{"clip_id": "a_0"}], "reference": ["a_0"]}` + "\n"
	for _, c := range []struct{ why, text, want string }{
		{"empty", "\n", "SET has no samples; build the set from all of COIN, or choose another split"},
		{"no id", `{}`, "SET: line 1: video_id is missing; build the set again"},
		{"twice", record + record, `SET: line 2: video_id is "a", as in line 1; build the set again`},
		{"clip of two videos", record + strings.Replace(record, `"a"`, `"b"`, 1),
			`SET: line 2: clips[0].clip_id is "a_0", which line 1 has already; build the set again`},
		{"no reference", `{"video_id": "a"}`, "SET: line 1: reference is missing or empty; build the set again"},
		{"another's clip", strings.Replace(record, `["a_0"]`, `["a_0", "b_0"]`, 1),
			`SET: line 1: reference[1] is "b_0", want clips of the record, each once; build the set again`},
		{"clip without id", `{"video_id": "a", "clips": [{}]}`,
			"SET: line 1: clips[0].clip_id is missing; build the set again"},
		{"cut", `{"video_id": "a"`, "SET: line 1: the text ends within a value; build the set again"},
		{"words for times", `{"initial": {"time": "1"}}`,
			"SET: line 1: initial.time is a text, want a number; build the set again"},
	} {
		set := put(t, filepath.Join(t.TempDir(), "test.jsonl"), c.text)
		_, err := evaluate(t.Context(), set, evalOptions{Options: judge.Options{Baseline: judge.Oracle}})
		if got := strings.ReplaceAll(fmt.Sprint(err), set, "SET"); got != "tranco: "+c.want {
			t.Errorf("%s:\n got %s\nwant tranco: %s", c.why, got, c.want)
		}
	}
}

func TestWrongEval(t *testing.T) {
	dir := smallSet(t)
	set := filepath.Join(dir, "test.jsonl")
	list := func(text string) string { return put(t, filepath.Join(t.TempDir(), "list"), text) }
	for _, c := range []struct {
		root string
		o    evalOptions
		want string
	}{
		{dir, evalOptions{Options: judge.Options{Split: "val"}}, `tranco: DIR has no split "val"; choose one of those it has: test`},
		{set, evalOptions{Options: judge.Options{Split: "val"}}, "tranco: DIR/test.jsonl is split test, but val is asked; give the set's folder"},
		{dir, evalOptions{Options: judge.Options{Baseline: "human"}}, `judge: tranco has no baseline "human", want one of random, empty, reversed, oracle`},
		{dir, evalOptions{Options: judge.Options{Pred: []string{filepath.Join(dir, "none")}}},
			"judge: predictions: DIR/none: no such file or directory"},
		{dir, evalOptions{Candidates: filepath.Join(dir, "none")},
			"tranco: candidates: DIR/none: no such file or directory"},
		{dir, evalOptions{Candidates: list(`["a_0"]`)},
			"tranco: LIST: line 1, column 1: is a list, want a group of keys; give a file of candidates like candidates_test_100.json"},
		{dir, evalOptions{Candidates: list(`{"a": ["a_0", "a_1"]}`)},
			`tranco: LIST: video "b" of split test has no candidates; give the file of that split`},
		{dir, evalOptions{Candidates: list(`{"a": ["a_0"]}`)},
			`tranco: LIST: video "a": its own clip "a_1" is no candidate; give the file of the same set`},
		{dir, evalOptions{Candidates: list(`{"a": ["a_0", "a_1", "a_0"]}`)},
			`tranco: LIST: video "a": [2] is "a_0", which is there already; name a candidate once`},
	} {
		if c.o.Pred == nil && c.o.Baseline == "" {
			c.o.Baseline = BaselineEmpty
		}
		_, err := evaluate(t.Context(), c.root, c.o)
		got := fmt.Sprint(err)
		if c.o.Candidates != "" {
			got = strings.ReplaceAll(got, c.o.Candidates, "LIST")
			c.want = strings.ReplaceAll(c.want, "DIR/none", "LIST")
		}
		if got = strings.ReplaceAll(got, dir, "DIR"); got != c.want {
			t.Errorf("got %s\nwant %s", got, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := evaluate(ctx, dir, evalOptions{Options: judge.Options{Baseline: judge.Oracle}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped evaluation: %v", err)
	}
}

// FuzzPredictions: whatever a line says, it ends in an error or in distinct candidates of a video of the split.
func FuzzPredictions(f *testing.F) {
	for _, seed := range []string{
		`{"video_id": "a", "clips": ["a_0"]}`, `{"clips": null}`, `[]`, "\x00", `{"video_id": "a", "clips": [[]]}`,
	} {
		f.Add([]byte(seed))
	}
	records := []Record{{VideoID: "a", Clips: []Clip{{ClipID: "a_0"}, {ClipID: "a_1"}}, Reference: []string{"a_0", "a_1"}}}
	pool, err := readCandidates("", "test", records)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		video, clips, err := (&samples{split: "test", pool: pool}).Read(line)
		if err == nil && (video != "a" || len(clips) > 2 || len(clips) == 2 && clips[0] == clips[1]) {
			t.Errorf("%q is read as %v of %q", line, clips, video)
		}
	})
}

// FuzzVideo: whatever an entry says, it ends in an error, a reason, or a record that a split may hold.
func FuzzVideo(f *testing.F) {
	f.Add([]byte(`{"class": "c", "subset": "testing", "annotation": [{"id": "1", "segment": [0, 1], "label": "x"},
 {"id": "1", "segment": [0, 1], "label": "x"}]}`))
	f.Add([]byte(`{"annotation": [{}], "subset": null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := parseVideo("v", data)
		if err != nil {
			return
		}
		r, reason := v.record("")
		if reason != "" {
			return
		}
		err = r.check(1, map[string]int{}, map[string]int{})
		if err != nil || r.NStep < 2 || r.NStep > 7 || r.Initial.Time > r.Final.Time {
			t.Errorf("%q makes %+v: %v", data, r, err)
		}
	})
}
