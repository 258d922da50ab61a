package syndacate

import "mereo/assets/glyph"

// scoredTask is a task with what scores need to know of its targets.
type scoredTask struct {
	Task
	key         string   // array of the targets
	rows        int      // of a target
	storedWidth int      // numbers in a row of the array
	width       int      // of them, the first ones make the target
	classes     []string // whose scores come first in a row; nil if none do
	entries     []string // of poses, which follow; nil for class tasks
}

// scoredTaskOf looks a task up in the catalog.
func scoredTaskOf(name string) (*scoredTask, error) {
	t, err := TaskByName(name)
	if err != nil {
		return nil, err
	}
	stored := t.stored(t.T)
	if t.hasFeatures() {
		return &scoredTask{Task: t, rows: 1, width: len(charClasses), classes: charClasses}, nil
	}
	s := &scoredTask{Task: t, key: "object_poses", rows: stored[0], storedWidth: stored[1], width: stored[1]}
	switch t.T {
	case PartLoader, OneEndLoader, BothEndsLoader:
		shape := t.TShape()
		s.key, s.width = "part_poses", shape[len(shape)-1]
		s.entries = lineEntries[:s.width]
		return s, nil
	}
	switch t.sampler.sampler {
	case squaresSampler:
		s.entries = squareEntries
	case wordsSampler:
		s.classes, s.entries = wordClasses, glyph.PoseNames[:]
	default:
		s.classes, s.entries = charClasses, glyph.PoseNames[:]
	}
	if t.Loss == LossCrossEntropy {
		s.width, s.entries = len(s.classes), nil
	}
	return s, nil
}

// Names of the entries of poses, in storage order. Those of letters and words are glyph.PoseNames.
var (
	lineEntries   = []string{"x1", "y1", "x2", "y2", "thickness", "brightness"}
	squareEntries = []string{"x", "y"}
)
