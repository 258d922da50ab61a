package tranco

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// candidates are the clips that may be predicted.
type candidates struct {
	split  string
	videos map[string]bool
	all    []string            // for every video, unless of is there
	known  map[string]bool     // those of all
	of     map[string][]string // by video
}

func (c *candidates) list(video string) []string {
	if c.of != nil {
		return c.of[video]
	}
	return c.all
}

func (c *candidates) has(video, clip string) bool {
	if c.of != nil {
		return slices.Contains(c.of[video], clip)
	}
	return c.known[clip]
}

// readCandidates takes all clips of the records, or a file {"video id": ["clip id", ...]} that has every record's
// video, with its reference among the clips and no clip twice.
func readCandidates(name, split string, records []Record) (*candidates, error) {
	c := &candidates{split: split, videos: map[string]bool{}, known: map[string]bool{}}
	for _, r := range records {
		c.videos[r.VideoID] = true
	}
	if name == "" {
		c.all = allClips(records)
		for _, clip := range c.all {
			c.known[clip] = true
		}
		return c, nil
	}
	data, err := folder.Given(name, folder.Image)
	if err != nil {
		return nil, fmt.Errorf("tranco: candidates: %w", err)
	}
	if err := json.Unmarshal(data, &c.of); err != nil {
		return nil, fmt.Errorf("tranco: %s: %w; give a file of candidates like candidates_test_100.json",
			name, write.JSONFault(err))
	}
	for _, r := range records {
		list, ok := c.of[r.VideoID]
		if !ok {
			return nil, fmt.Errorf("tranco: %s: video %q of split %s has no candidates; give the file of that split",
				name, r.VideoID, split)
		}
		for _, clip := range r.Reference {
			if !slices.Contains(list, clip) {
				return nil, fmt.Errorf("tranco: %s: video %q: its own clip %q is no candidate; give the file of the same set",
					name, r.VideoID, clip)
			}
		}
		seen := map[string]bool{}
		for i, clip := range list {
			if seen[clip] {
				return nil, fmt.Errorf("tranco: %s: video %q: [%d] is %q, which is there already; name a candidate once",
					name, r.VideoID, i, clip)
			}
			seen[clip] = true
		}
	}
	return c, nil
}

// predictions are the sequences of a file.
type predictions struct {
	name string
	of   map[string]prediction // by video id
}

type prediction struct {
	clips []string
	line  int
}

// predictionForm is what a line of predictions looks like.
const predictionForm = `{"video_id": "...", "clips": ["clip_id", ...]}`

func readPredictions(name string, pool *candidates) (*predictions, error) {
	data, err := folder.Given(name, folder.Image)
	if err != nil {
		return nil, fmt.Errorf("tranco: predictions: %w", err)
	}
	p := &predictions{name: name, of: map[string]prediction{}}
	line := 0
	for text := range bytes.Lines(data) {
		if line++; len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if err := p.add(line, text, pool); err != nil {
			return nil, fmt.Errorf("tranco: %s: line %d: %w", name, line, err)
		}
	}
	return p, nil
}

// add checks a line and keeps it.
func (p *predictions) add(line int, text []byte, pool *candidates) error {
	var given struct {
		VideoID *string           `json:"video_id"`
		Clips   *[]jsontext.Value `json:"clips"` // not strings: null would read as an empty one
	}
	if err := json.Unmarshal(text, &given); err != nil {
		return fmt.Errorf("%w; write %s", write.JSONFault(err), predictionForm)
	}
	switch {
	case given.VideoID == nil:
		return fmt.Errorf("video_id is missing; write %s", predictionForm)
	case given.Clips == nil:
		return fmt.Errorf("clips is missing; write %s, with no clip if none is predicted", predictionForm)
	}
	video := *given.VideoID
	old, again := p.of[video]
	switch {
	case !pool.videos[video]:
		return fmt.Errorf("video_id is %q, which split %s does not have; choose the split that was predicted with --split",
			video, pool.split)
	case again:
		return fmt.Errorf("video %q was predicted in line %d already; keep one of the two", video, old.line)
	}
	var clips []string
	for i, value := range *given.Clips {
		var clip string
		if value.Kind() != '"' {
			return fmt.Errorf("clips[%d] is %s; write a clip id in quotes", i, write.FoundJSON(value.Kind(), value))
		}
		if err := json.Unmarshal(value, &clip); err != nil {
			return fmt.Errorf("clips[%d]: %w", i, err)
		}
		if !pool.has(video, clip) {
			return fmt.Errorf("clips[%d] is %q, no candidate of video %q in split %s; predict candidates only",
				i, clip, video, pool.split)
		}
		if first := slices.Index(clips, clip); first >= 0 {
			return fmt.Errorf("clips[%d] is %q, as clips[%d] is; predict a clip once", i, clip, first)
		}
		clips = append(clips, clip)
	}
	p.of[video] = prediction{clips, line}
	return nil
}

// missing counts the samples without prediction.
func (p *predictions) missing(records []Record, partial bool) (int, error) {
	count, first := 0, ""
	for _, r := range records {
		if _, ok := p.of[r.VideoID]; !ok {
			if count++; count == 1 {
				first = r.VideoID
			}
		}
	}
	if count > 0 && !partial {
		return 0, fmt.Errorf("tranco: %s: %d of %d samples have no prediction, video %q is the first; "+
			"add them, or count them as empty with --partial", p.name, count, len(records), first)
	}
	return count, nil
}
