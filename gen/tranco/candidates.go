package tranco

import (
	"fmt"
	"slices"

	"mereo/gen/record"
	"mereo/internal/folder"
)

// candidates are the clips that may be predicted, by the videos of a split.
type candidates map[string][]string

// readCandidates takes all clips of the records, or a file {"video id": ["clip id", ...]} that has every record's
// video, with its reference among the clips and no clip twice.
func readCandidates(name, split string, records []Record) (candidates, error) {
	out := candidates{}
	if name == "" {
		all := allClips(records)
		for _, r := range records {
			out[r.VideoID] = all
		}
		return out, nil
	}
	data, err := folder.Given(name, folder.Image)
	if err != nil {
		return nil, fmt.Errorf("tranco: candidates: %w", err)
	}
	var given candidates
	if err := record.Read(data, &given, record.Exact); err != nil {
		return nil, fmt.Errorf("tranco: %s: %w; give a file of candidates like candidates_test_100.json", name, err)
	}
	for _, r := range records {
		list, ok := given[r.VideoID]
		if !ok {
			return nil, fmt.Errorf("tranco: %s: video %q of split %s has no candidates; give the file of that split",
				name, r.VideoID, split)
		}
		seen := map[string]bool{}
		for i, clip := range list {
			if seen[clip] {
				return nil, fmt.Errorf("tranco: %s: video %q: [%d] is %q, which is there already; name a candidate once",
					name, r.VideoID, i, clip)
			}
			seen[clip] = true
		}
		if own := slices.IndexFunc(r.Reference, func(clip string) bool { return !seen[clip] }); own >= 0 {
			return nil, fmt.Errorf("tranco: %s: video %q: its own clip %q is no candidate; give the file of the same set",
				name, r.VideoID, r.Reference[own])
		}
		out[r.VideoID] = list
	}
	return out, nil
}
