package tranco

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Baselines that need no predictions.
const (
	// BaselineRandom predicts 2 to 7 distinct candidates, every length and every clip as likely as any other.
	BaselineRandom = "random"
	// BaselineEmpty predicts nothing.
	BaselineEmpty = "empty"
	// BaselineReversed predicts the reference from last to first: the worst order of the right clips.
	BaselineReversed = "reversed"
	// BaselineOracle predicts the reference.
	BaselineOracle = "oracle"
)

// Baselines are their names.
var Baselines = []string{BaselineRandom, BaselineEmpty, BaselineReversed, BaselineOracle}

// EvalOptions say what Evaluate compares with the references: Predictions or Baseline, one of the two.
type EvalOptions struct {
	Split       string // if empty, test
	Predictions string // a file; see Evaluate
	Partial     bool   // a sample without prediction counts as predicted empty and is no error
	Baseline    string // one of Baselines
	Seed        uint64 // of BaselineRandom
	// Candidates is a file like candidates_test_100.json, which says of every video what may be predicted. If empty, all
	// clips of the split may.
	Candidates string
}

// Evaluation is the outcome of Evaluate.
type Evaluation struct {
	Split       string        `json:"split"`
	Predictions string        `json:"predictions,omitempty"`
	Baseline    string        `json:"baseline,omitempty"`
	Candidates  string        `json:"candidates,omitempty"` // the file; absent for all clips of the split
	Samples     int           `json:"samples"`
	Missing     int           `json:"missing,omitempty"` // samples without prediction
	Mean        Score         `json:"mean"`              // over samples
	PerSample   []SampleScore `json:"per_sample"`        // in the order of the split's file
}

// SampleScore is the score of one video.
type SampleScore struct {
	VideoID string `json:"video_id"`
	Score
}

// Evaluate scores predicted clip sequences against the references of a split. The root is a built set's folder, or one
// of its files {split}.jsonl.
//
// A file of predictions has one {"video_id": "...", "clips": ["clip_id", ...]} per line, where other keys are ignored
// and clips may be empty. Every sample of the split needs one prediction. A video that the split does not have, a
// second prediction for a video, a clip that is no candidate and a clip that is predicted twice are errors which name
// the line.
func Evaluate(ctx context.Context, root string, o EvalOptions) (*Evaluation, error) {
	if (o.Predictions == "") == (o.Baseline == "") {
		return nil, fmt.Errorf("tranco: predictions are %q and the baseline is %q, want one of the two", o.Predictions, o.Baseline)
	}
	name, split, err := locate(root, o.Split)
	if err != nil {
		return nil, err
	}
	records, err := readSplit(ctx, name)
	if err != nil {
		return nil, err
	}
	pool, err := readCandidates(o.Candidates, split, records)
	if err != nil {
		return nil, err
	}
	e := &Evaluation{
		Split: split, Predictions: o.Predictions, Baseline: o.Baseline, Candidates: o.Candidates, Samples: len(records),
	}
	var predict func(r *Record) []string
	if o.Baseline != "" {
		if predict, err = baseline(o.Baseline, split, o.Seed, pool); err != nil {
			return nil, err
		}
	} else {
		given, err := readPredictions(o.Predictions, pool)
		if err != nil {
			return nil, err
		}
		if e.Missing, err = given.missing(records, o.Partial); err != nil {
			return nil, err
		}
		predict = func(r *Record) []string { return given.of[r.VideoID].clips }
	}

	var scores []Score
	for i := range records {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("tranco: %s: %w", name, err)
		}
		r := &records[i]
		s := Measure(r.Reference, predict(r))
		scores = append(scores, s)
		e.PerSample = append(e.PerSample, SampleScore{r.VideoID, s})
	}
	e.Mean = Mean(scores)
	return e, nil
}

// locate finds the split's file.
func locate(root, asked string) (name, split string, err error) {
	info, err := os.Stat(root)
	if err != nil {
		return "", "", fmt.Errorf("tranco: %w; give the folder of a built set", err)
	}
	if !info.IsDir() {
		split := strings.TrimSuffix(filepath.Base(root), ".jsonl")
		if asked != "" && asked != split {
			return "", "", fmt.Errorf("tranco: %s is split %s, but %s is asked; give the set's folder", root, split, asked)
		}
		return root, split, nil
	}
	split = cmp.Or(asked, "test")
	var there []string
	for _, s := range splits {
		if _, err := os.Stat(filepath.Join(root, s+".jsonl")); err == nil {
			there = append(there, s)
		}
	}
	switch {
	case len(there) == 0:
		return "", "", fmt.Errorf("tranco: %s holds no train.jsonl, val.jsonl or test.jsonl; build the set there first", root)
	case !slices.Contains(there, split):
		return "", "", fmt.Errorf("tranco: %s has no split %q; choose one of those it has: %s", root, split,
			strings.Join(there, ", "))
	}
	return filepath.Join(root, split+".jsonl"), split, nil
}

// baseline returns what a baseline predicts.
func baseline(name, split string, seed uint64, pool *candidates) (func(*Record) []string, error) {
	switch name {
	case BaselineRandom:
		return func(r *Record) []string {
			s := stream(seed, split, "random baseline", r.VideoID)
			return draw(s, pool.list(r.VideoID), minSteps+s.IntN(maxSteps-minSteps+1))
		}, nil
	case BaselineEmpty:
		return func(*Record) []string { return nil }, nil
	case BaselineReversed:
		return func(r *Record) []string {
			clips := slices.Clone(r.Reference)
			slices.Reverse(clips)
			return clips
		}, nil
	case BaselineOracle:
		return func(r *Record) []string { return r.Reference }, nil
	}
	return nil, fmt.Errorf("tranco: no baseline %q, want random, empty, reversed or oracle", name)
}
