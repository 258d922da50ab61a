package shopvrb

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// predictedScenes are the scenes of a file by image_index.
type predictedScenes struct {
	name   string
	scenes map[int]*predictedScene
	first  int // the first scene that has none, -1 for no such
}

type predictedScene struct {
	*evalPicture
	used bool
}

// readScenes reads predicted scenes; see Evaluate.
func readScenes(ctx context.Context, name, match string, words *vocabulary) (*predictedScenes, error) {
	s := &predictedScenes{name, map[int]*predictedScene{}, -1}
	return s, eachEntry(ctx, name, "scenes", func(line int, entry jsontext.Value) error {
		p, err := readPicture(line, entry, match, words)
		if err != nil {
			return err
		}
		if old := s.scenes[p.index]; old != nil {
			return fmt.Errorf("image_index %d was predicted in line %d already; keep one of the two", p.index, old.line)
		}
		s.scenes[p.index] = &predictedScene{evalPicture: p}
		return nil
	})
}

// of is the prediction of a scene, nil for none.
func (s *predictedScenes) of(truth *evalPicture, match string) (*evalPicture, error) {
	p := s.scenes[truth.index]
	if p == nil {
		if s.first < 0 {
			s.first = truth.index
		}
		return nil, nil
	}
	p.used = true
	if p.filename != "" && p.filename != truth.filename {
		return nil, fmt.Errorf("shopvrb: %s:%d: image_filename is %q, but %q is image_index %d of the split; "+
			"choose the split that was predicted with --split", s.name, p.line, p.filename, truth.filename, truth.index)
	}
	if err := p.fits(truth, match); err != nil {
		return nil, fmt.Errorf("shopvrb: %s:%d: %w", s.name, p.line, err)
	}
	return p.evalPicture, nil
}

// check finds, after all scenes were seen, predictions without scene, and unless partial scenes without prediction.
func (s *predictedScenes) check(truth string, got *SceneScores, partial bool) error {
	var unknown *predictedScene
	for _, p := range s.scenes {
		if !p.used && (unknown == nil || p.line < unknown.line || p.line == unknown.line && p.index < unknown.index) {
			unknown = p
		}
	}
	switch {
	case unknown != nil:
		return fmt.Errorf("shopvrb: %s:%d: image_index is %d, but %s has no such one among its %d scenes; "+
			"choose the split that was predicted with --split", s.name, unknown.line, unknown.index, truth, got.Scenes)
	case got.Missing > 0 && !partial:
		return fmt.Errorf("shopvrb: %s: %d of %d scenes are not predicted, image_index %d is the first; "+
			"add them, or count their objects as not found with --partial", s.name, got.Missing, got.Scenes, s.first)
	}
	return nil
}
