package tranco

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/record"
	"mereo/internal/folder"
)

// coinFile is COIN's annotation file, COIN.json. Of its keys those are read that a record needs; the others (video_url,
// start, end, recipe_type) may be absent.
type coinFile struct {
	Database *map[string]jsontext.Value `json:"database"` // by video id
}

// coinVideo is an entry of the database.
type coinVideo struct {
	Class      string     `json:"class"`
	Subset     string     `json:"subset"`             // training, or another word for what is tested on
	Duration   float64    `json:"duration,omitempty"` // seconds; 0 for not known
	Annotation []coinStep `json:"annotation"`         // not in time order, as a rule
}

type coinStep struct {
	ID      string     `json:"id"`
	Segment [2]float64 `json:"segment"` // start and end, seconds
	Label   string     `json:"label"`
}

// video is a checked entry with its id.
type video struct {
	id string
	coinVideo
}

// readCOIN returns the videos of an annotation file by id.
func readCOIN(name string) ([]video, error) {
	data, err := folder.Given(name, folder.Image)
	if err != nil {
		return nil, fmt.Errorf("tranco: annotations: %w; give the path of COIN's annotation file, COIN.json", err)
	}
	var f coinFile
	if err := record.Read(data, &f, record.Part); err != nil {
		return nil, fmt.Errorf("tranco: %s: %w; give COIN's annotation file, COIN.json", name, err)
	}
	if f.Database == nil || len(*f.Database) == 0 {
		return nil, fmt.Errorf(`tranco: %s: database is missing or empty; give COIN's annotation file, `+
			`{"database": {"VIDEO": {...}}}`, name)
	}
	var videos []video
	for _, id := range slices.Sorted(maps.Keys(*f.Database)) {
		v, err := parseVideo(id, (*f.Database)[id])
		if err != nil {
			return nil, fmt.Errorf("tranco: %s: video %q: %w", name, id, err)
		}
		videos = append(videos, v)
	}
	return videos, nil
}

// parseVideo reads and checks an entry of the database.
func parseVideo(id string, data []byte) (video, error) {
	v := video{id: id}
	if id == "" {
		return v, fmt.Errorf("the id is empty; name the video or take the entry out")
	}
	if err := record.Read(data, &v.coinVideo, record.More|record.Item); err != nil {
		return v, fmt.Errorf("%w; correct the entry or take it out", err)
	}
	switch {
	case v.Subset == "":
		return v, fmt.Errorf("subset is empty; write training or testing")
	case v.Annotation == nil:
		return v, fmt.Errorf("annotation is null; write the steps or take the entry out")
	}
	for i, s := range v.Annotation {
		switch start, end := s.Segment[0], s.Segment[1]; {
		case start < 0:
			return v, fmt.Errorf("annotation[%d].segment starts at %v s; write 0 or later", i, start)
		case end < start:
			return v, fmt.Errorf("annotation[%d].segment ends at %v s, before it starts at %v s; write start, then end", i, end, start)
		}
	}
	return v, nil
}

// Reasons why a video is no sample.
const (
	tooFewSteps  = "fewer than 2 steps"
	tooManySteps = "more than 7 steps"
)

// record makes the sample of a video, or says why there is none. Steps that start together keep the order of the
// annotation. A step may be of no length and may overlap others; the final state is the end of the step that starts
// last, even when an earlier one ends later.
func (v *video) record(file string) (r Record, reason string) {
	steps := slices.Clone(v.Annotation)
	switch {
	case len(steps) < minSteps:
		return r, tooFewSteps
	case len(steps) > maxSteps:
		return r, tooManySteps
	}
	slices.SortStableFunc(steps, func(a, b coinStep) int { return cmp.Compare(a.Segment[0], b.Segment[0]) })
	r = Record{VideoID: v.id, Task: v.Class, Subset: v.Subset, NStep: len(steps)}
	for i, s := range steps {
		c := Clip{
			ClipID: clipID(v.id, i), StepID: s.ID, Label: s.Label,
			Start: s.Segment[0], End: s.Segment[1], Video: file,
		}
		r.Clips = append(r.Clips, c)
		r.Reference = append(r.Reference, c.ClipID)
	}
	r.Initial.Time = r.Clips[0].Start
	r.Final.Time = r.Clips[len(r.Clips)-1].End
	return r, ""
}
