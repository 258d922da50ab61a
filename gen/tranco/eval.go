package tranco

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mereo/gen/judge"
	"mereo/gen/record"
)

// Baselines that need no predictions, beside judge.Oracle, which predicts the reference.
const (
	// BaselineRandom predicts 2 to 7 distinct candidates, every length and every clip as likely as any other.
	BaselineRandom = judge.Random
	// BaselineEmpty predicts nothing.
	BaselineEmpty = "empty"
	// BaselineReversed predicts the reference from last to first: the worst order of the right clips.
	BaselineReversed = "reversed"
)

// Judge is how sequences of clips are judged. The dataset is a built set's folder, or one of its files {split}.jsonl.
func Judge() *judge.Set {
	file := ""
	return &judge.Set{
		Name: "tranco", Layout: []string{"train.jsonl", "val.jsonl", "test.jsonl"}, Without: []string{"train"},
		Split: func(root, asked string) (string, error) {
			_, split, err := locate(root, asked)
			return split, err
		},
		Flags: func(f *flag.FlagSet) {
			f.StringVar(&file, "candidates", "",
				"file of candidate clips by video, as candidates_test_100.json (default: all clips of the split)")
		},
		Tasks: []*judge.Task{{
			Columns: []judge.Column{
				{Name: "R", Digits: 4}, {Name: "P", Digits: 4}, {Name: "KTD", Digits: 4}, {Name: "SD", Digits: 4}, {Name: "NSD", Digits: 4},
				{Name: "EMR", Digits: 4, Share: true},
			},
			NoPeople: true, Baselines: []string{BaselineRandom, BaselineEmpty, BaselineReversed, judge.Oracle},
			Note: "R = common / reference clips, P = common / predicted clips; the paper's equations and tables have R and P the other way\n" +
				"round. KTD: Kendall's tau distance of common clips, SD: difference of the numbers of clips, NSD: for each clip of the\n" +
				"reference, EMR: clips and order are all right",
			Judge: func(ctx context.Context, j *judge.Job, b *judge.Board) error {
				return judge.Answered(ctx, j, b, func(split string) (judge.Samples[[]string], error) {
					return openSamples(ctx, j, split, file)
				})
			},
		}},
	}
}

// samples are those of a split.
type samples struct {
	job         *judge.Job
	name, split string
	records     []Record
	pool        candidates
}

func openSamples(ctx context.Context, j *judge.Job, split, candidates string) (*samples, error) {
	name, _, err := locate(j.Data, split)
	if err != nil {
		return nil, err
	}
	records, err := readSplit(ctx, name)
	if err != nil {
		return nil, err
	}
	pool, err := readCandidates(candidates, split, records)
	if candidates != "" {
		for _, s := range j.Sources {
			s.Notes = []string{"candidates of " + candidates}
		}
	}
	return &samples{j, name, split, records, pool}, err
}

func (s *samples) Form() judge.Form {
	return judge.Form{
		Key: "video_id", Value: "clips", Text: true, Example: `{"video_id": "...", "clips": ["clip_id", ...]}`, Unit: "samples",
	}
}

func (s *samples) File() string { return s.name }

func (s *samples) Each(ctx context.Context, do func(judge.Sample[[]string]) error) error {
	for i := range s.records {
		if err := cmp.Or(ctx.Err(), do(&clipped{&s.records[i]})); err != nil {
			return err
		}
	}
	return nil
}

func (s *samples) Read(entry judge.Entry) (key string, clips []string, err error) {
	var given struct {
		VideoID string   `json:"video_id"`
		Clips   []string `json:"clips"`
	}
	err = record.Read(entry, &given, record.More|record.Item)
	if err == nil && given.Clips == nil {
		err = errors.New("clips is null, want a list")
	}
	if err != nil {
		return "", nil, fmt.Errorf("%w; write %s, with no clip if none is predicted", err, s.Form().Example)
	}
	key = given.VideoID
	pool, ok := s.pool[key]
	if !ok {
		return "", nil, fmt.Errorf("video_id is %q, which split %s does not have; choose the split that was predicted with --split",
			key, s.split)
	}
	for i, clip := range given.Clips {
		if !slices.Contains(pool, clip) {
			return "", nil, fmt.Errorf("clips[%d] is %q, no candidate of video %q in split %s; predict candidates only", i, clip, key, s.split)
		}
		if first := slices.Index(clips, clip); first >= 0 {
			return "", nil, fmt.Errorf("clips[%d] is %q, as clips[%d] is; predict a clip once", i, clip, first)
		}
		clips = append(clips, clip)
	}
	return key, clips, nil
}

func (s *samples) Baseline(_ context.Context, name string) (func(judge.Sample[[]string]) ([]string, error), func(), error) {
	return func(of judge.Sample[[]string]) ([]string, error) {
		r := of.(*clipped).Record
		switch name {
		case BaselineRandom:
			from := stream(s.job.Seed, s.split, "random baseline", r.VideoID)
			return draw(from, s.pool[r.VideoID], minSteps+from.IntN(maxSteps-minSteps+1)), nil
		case BaselineEmpty:
			return nil, nil
		case BaselineReversed:
			clips := slices.Clone(r.Reference)
			slices.Reverse(clips)
			return clips, nil
		}
		return r.Reference, nil
	}, func() {}, nil
}

// clipped is a sample.
type clipped struct{ *Record }

func (v *clipped) Key() string { return v.VideoID }

func (v *clipped) Judge(_ int, clips []string, _ bool) (cells []judge.Cell, detail any, err error) {
	s := Measure(v.Reference, clips)
	var values []judge.Value
	for _, x := range []float64{s.Recall, s.Precision, s.KTD, s.SD, s.NSD, s.EMR} {
		values = append(values, judge.Number(x))
	}
	return []judge.Cell{judge.All(values...)}, &struct {
		VideoID string   `json:"video_id"`
		Pred    []string `json:"pred"`
		Target  []string `json:"target"`
		Score
	}{v.VideoID, slices.Concat([]string{}, clips), v.Reference, s}, nil
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
	there := slices.DeleteFunc(slices.Clone(splits), func(s string) bool {
		_, err := os.Stat(filepath.Join(root, s+".jsonl"))
		return err != nil
	})
	switch {
	case len(there) == 0:
		return "", "", fmt.Errorf("tranco: %s holds no train.jsonl, val.jsonl or test.jsonl; build the set there first", root)
	case !slices.Contains(there, split):
		return "", "", fmt.Errorf("tranco: %s has no split %q; choose one of those it has: %s", root, split,
			strings.Join(there, ", "))
	}
	return filepath.Join(root, split+".jsonl"), split, nil
}
