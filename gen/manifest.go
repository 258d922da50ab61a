package gen

import (
	"fmt"
	"slices"

	"mereo/gen/write"
)

// Manifest describes a dataset of which at least one split is complete. It lies in manifest.json and is a function of the
// samples: however they came about, it has the same bytes.
type Manifest struct {
	Identity
	Sums                   // of all splits, with the identity
	Splits []SplitManifest `json:"splits"` // complete splits, by name
	Files  []write.File    `json:"files"`  // the dataset's own files except the manifest itself
}

// SplitManifest describes a complete split.
type SplitManifest struct {
	Split   string `json:"split"`
	Samples int    `json:"samples"`
	Sums
	// Shorter are smaller numbers of samples that were joined, too.
	Shorter  []int `json:"shorter,omitempty"`
	Files    int   `json:"files"` // of the samples and questions
	Bytes    int64 `json:"bytes"` // of the samples and questions
	Attempts int   `json:"attempts"`
	// Rejects counts why attempts, or steps inside attempts, were rejected.
	Rejects map[string]int `json:"rejects"`
	// Renderers counts the samples drawn by each driver.
	Renderers map[string]int `json:"renderers"`
	Questions int            `json:"questions,omitempty"`
	// QuestionRejects counts why questions were not kept.
	QuestionRejects map[string]int `json:"question_rejects,omitempty"`
	// QuestionSource is what all questions were made from (Asker.Source).
	QuestionSource string          `json:"question_source,omitempty"`
	Blocks         []BlockManifest `json:"blocks"`
	Joined         []write.File    `json:"joined"` // files that join samples
}

// BlockManifest names a block's file, which has the checksums of every file of the block's samples and questions.
type BlockManifest struct {
	Block int `json:"block"`
	First int `json:"first"`
	Count int `json:"count"`
	write.File
}

// ReadManifest reads the manifest of a dataset's folder.
func ReadManifest(root string) (*Manifest, error) {
	var m Manifest
	if err := readJSON(root, ManifestFile, &m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("gen: %s: %w; %s", ManifestFile, err, removeIt)
	}
	if err := m.Compact(); err != nil {
		return nil, fmt.Errorf("gen: %s: %w", ManifestFile, err)
	}
	return &m, nil
}

// Named are the files that the manifest names.
func (m *Manifest) Named() []write.File {
	names := slices.Clone(m.Files)
	for _, s := range m.Splits {
		names = append(names, s.Joined...)
		for _, b := range s.Blocks {
			names = append(names, b.File)
		}
	}
	return names
}

// StillJoined tells whether the joined files of a split are those that were made of the same blocks, byte for byte. A folder
// may have many splits, and the end of one is no reason to join the others again.
func (s *SplitManifest) StillJoined(root string, now *SplitManifest) bool {
	if s == nil || !slices.Equal(s.Blocks, now.Blocks) || !slices.Equal(s.Shorter, now.Shorter) {
		return false
	}
	return !slices.ContainsFunc(s.Joined, func(f write.File) bool { return f.Check(root) != nil })
}

// Splits lists the complete splits of a dataset's folder and those that are not, by name.
func Splits(root string) (complete, incomplete []string, err error) {
	names, err := SplitNames(root)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		missing, err := MissingBlocks(root, name)
		switch {
		case err != nil:
			return nil, nil, err
		case len(missing) > 0:
			incomplete = append(incomplete, name)
		default:
			complete = append(complete, name)
		}
	}
	return complete, incomplete, nil
}
