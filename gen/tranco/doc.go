// Package tranco builds and scores TRANCO, the real-video setting of visual transformation reasoning: given the first
// and the last moment of a video, name the clips between them, in order (Hong et al. 2023, "Visual Reasoning: From
// State to Transformation", TPAMI).
//
// TRANCO was never published as data. Build makes it from the annotations of COIN (Tang et al. 2019, "COIN: A
// Large-scale Dataset for Comprehensive Instructional Video Analysis"), which the user has, as the paper describes it:
// every video with 2 to 7 annotated steps is a sample, its steps by starting time are the reference. Which videos are
// in val and which in test is not published, so that results compare with the paper's only in distribution.
//
// A built set is a folder of
//
//	train.jsonl val.jsonl test.jsonl    a Record on each line, by video id
//	candidates_test.json                the clip ids of all test samples, in their order
//	candidates_test_100.json            video id -> 100 of them: its own and random others, shuffled
//
// Times are seconds from the start of the video. No video is decoded: records name the times of the two pictures
// (Record.Initial, Record.Final) and of the clips, and cutting them out is the user's. A clip id is the video's id, "_"
// and the clip's ordinal in time order, from 0.
//
// Evaluate scores predicted clip sequences; Measure is the formulas.
package tranco

import (
	"fmt"

	"mereo/scenes/rng"
)

// splits are the splits of a set in the order of its tables.
var splits = []string{"train", "val", "test"}

// A sample has this many steps, the bounds of the paper's statistics.
const (
	minSteps = 2
	maxSteps = 7
)

// stream is for draws that belong to one video. It depends on the id, not on the place in the file, so that a video
// more or less moves no other's draws.
func stream(seed uint64, split, purpose, video string) *rng.Stream {
	return rng.At(rng.Key{Seed: seed, Set: "tranco", Split: split}, purpose+" "+video)
}

// draw returns n distinct elements in random order, all of them where there are fewer.
func draw(s *rng.Stream, from []string, n int) []string {
	pool := append([]string(nil), from...)
	n = min(n, len(pool))
	for i := range n {
		j := i + s.IntN(len(pool)-i)
		pool[i], pool[j] = pool[j], pool[i]
	}
	return pool[:n]
}

// clipID names a clip by its video and its ordinal in time order, from 0. Ordinals have one digit, so ids of different
// videos differ.
func clipID(video string, ordinal int) string { return fmt.Sprintf("%s_%d", video, ordinal) }
