package tranco

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"mereo/gen/record"
	"mereo/internal/folder"
)

// Record is one sample, a video: a line of {split}.jsonl.
type Record struct {
	VideoID   string   `json:"video_id"`
	Task      string   `json:"task"`   // COIN's class, such as MakeTea
	Subset    string   `json:"subset"` // COIN's: training or testing
	NStep     int      `json:"n_step"` // 2 to 7
	Initial   Moment   `json:"initial"`
	Final     Moment   `json:"final"`
	Clips     []Clip   `json:"clips"`     // by starting time
	Reference []string `json:"reference"` // clip ids, the transformation to find
}

// Moment is when a state is seen. Its picture is not part of the set: take the frame at Time of the initial state, the
// last frame before Time of the final one.
type Moment struct {
	Time float64 `json:"time"` // seconds
}

// Clip is one annotated step of a video.
type Clip struct {
	ClipID string  `json:"clip_id"`
	StepID string  `json:"step_id"` // COIN's
	Label  string  `json:"label"`
	Start  float64 `json:"start"`           // seconds
	End    float64 `json:"end"`             // seconds
	Video  string  `json:"video,omitempty"` // file below the folder of videos, with slashes; absent if built without one
}

// readSplit reads a file of records and checks what evaluation relies on: that video ids are distinct, clip ids too,
// and that references are distinct clips of their own record. Other keys, such as users' names of pictures, are
// ignored.
func readSplit(ctx context.Context, name string) ([]Record, error) {
	data, err := folder.Given(name, folder.Image)
	if err != nil {
		return nil, fmt.Errorf("tranco: %w", err)
	}
	var records []Record
	videos, clips := map[string]int{}, map[string]int{} // to lines
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("tranco: %s: line %d: %w", name, line, err)
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var r Record
		err := record.Read(text, &r, record.Part|record.Item)
		if err == nil {
			err = r.check(line, videos, clips)
		}
		if err != nil {
			return nil, fmt.Errorf("tranco: %s: line %d: %w; build the set again", name, line, err)
		}
		records = append(records, r)
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("tranco: %s has no samples; build the set from all of COIN, or choose another split", name)
	}
	return records, nil
}

// check adds the record's ids to those of the lines before.
func (r *Record) check(line int, videos, clips map[string]int) error {
	if r.VideoID == "" {
		return fmt.Errorf("video_id is missing")
	}
	if old, ok := videos[r.VideoID]; ok {
		return fmt.Errorf("video_id is %q, as in line %d", r.VideoID, old)
	}
	videos[r.VideoID] = line
	var own []string
	for i, c := range r.Clips {
		if c.ClipID == "" {
			return fmt.Errorf("clips[%d].clip_id is missing", i)
		}
		if old, ok := clips[c.ClipID]; ok {
			return fmt.Errorf("clips[%d].clip_id is %q, which line %d has already", i, c.ClipID, old)
		}
		clips[c.ClipID] = line
		own = append(own, c.ClipID)
	}
	if len(r.Reference) == 0 {
		return fmt.Errorf("reference is missing or empty")
	}
	for i, clip := range r.Reference {
		if !slices.Contains(own, clip) || slices.Contains(r.Reference[:i], clip) {
			return fmt.Errorf("reference[%d] is %q, want clips of the record, each once", i, clip)
		}
	}
	return nil
}
