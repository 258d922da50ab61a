package tranco

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"

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
