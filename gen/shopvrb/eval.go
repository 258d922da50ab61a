package shopvrb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// Baselines that need no predictions.
const (
	// BaselineOracle runs a question's program on the true scene, with an executor that questions are not made with, and
	// predicts true scenes.
	BaselineOracle = "oracle"
	// BaselineRandom draws one of the answers that the last function of the program can give.
	BaselineRandom = "random"
	// BaselineQType answers with the most frequent training answer of the question's template.
	BaselineQType = "q-type"
)

// Baselines are their names.
var Baselines = []string{BaselineOracle, BaselineRandom, BaselineQType}

// EvalOptions say what Evaluate compares with a split: files of predictions, or a baseline.
type EvalOptions struct {
	Data  string // the dataset's folder
	Split string // if empty, the only one that has scenes, else test
	// Files of predicted answers to visual and to textual questions, and of predicted scenes; "" for none. See Evaluate.
	Visual, Textual, Scenes string
	Partial                 bool // questions and scenes without prediction count as wrong and are no error
	Answered                bool // questions without prediction do not count
	Baseline                string
	Train                   string  // split that BaselineQType learns from; if empty, train if that has questions, else Split
	Seed                    uint64  // of BaselineRandom
	Match                   string  // how predicted and true objects are matched, one of Matches; if empty, MatchMask
	IoU                     float64 // matched objects overlap by more; if 0, 0.7
	Overlap                 bool    // count the questions that splits share, too

	classes []string // of Data, beside the published ones
}

// Evaluation is the outcome of Evaluate. Accuracies are percent.
type Evaluation struct {
	Split     string          `json:"split"`
	Baseline  string          `json:"baseline,omitempty"`
	TrainedOn string          `json:"trained_on,omitempty"` // split that most frequent answers are from
	Questions []QuestionFile  `json:"questions,omitempty"`
	Scores    []QuestionScore `json:"scores,omitempty"` // of questions
	Scenes    *SceneScores    `json:"scenes,omitempty"`
	Overlaps  []Overlap       `json:"overlaps,omitempty"`
}

// QuestionFile is a file of questions that was answered.
type QuestionFile struct {
	Kind        string `json:"kind"` // visual or textual
	Questions   string `json:"questions"`
	Predictions string `json:"predictions,omitempty"`
	Missing     int    `json:"missing,omitempty"`     // questions without prediction
	FirstWrong  string `json:"first_wrong,omitempty"` // of the oracle
}

// Evaluate compares predictions with a split in the published layout: its two joined files of questions, and its joined file of
// scenes.
//
// A file of predicted answers is CSV, if its name ends so: question_index, answer; or JSON: {"question_index": n, "answer": x}
// one after the other, in a list, or in {"questions": [...]}, where other keys are ignored. An answer is right if its text is
// exactly the released one; true and false are yes and no, 3 is "3", a list is the text that Python prints.
//
// A file of predicted scenes is JSON in the published form of a scene: objects with image_index or image_filename, one scene
// after the other, in a list, or in {"scenes": [...]}. Of an object are read the keys of all attributes, mask, bbox (first and
// last column and row: x0, y0, x1, y1), 3d_coords and score; each may be left out.
func Evaluate(ctx context.Context, o EvalOptions) (*Evaluation, error) {
	if o.Baseline != "" && !slices.Contains(Baselines, o.Baseline) {
		return nil, fmt.Errorf("shopvrb: baseline is %q, want one of %q", o.Baseline, Baselines)
	}
	split, err := evalSplit(o.Data, o.Split)
	if err != nil {
		return nil, err
	}
	o.Split = split
	if o.classes, err = otherClasses(o.Data); err != nil {
		return nil, err
	}
	e := &Evaluation{Split: split, Baseline: o.Baseline}
	if o.Baseline != "" || o.Visual != "" || o.Textual != "" {
		if err := e.questions(ctx, o); err != nil {
			return nil, err
		}
	}
	if o.Scenes != "" || o.Baseline == BaselineOracle {
		if e.Scenes, err = evaluateScenes(ctx, o); err != nil {
			return nil, err
		}
	}
	if o.Overlap {
		e.Overlaps, err = Overlaps(ctx, o.Data)
	}
	return e, err
}

// evalSplit chooses the split.
func evalSplit(root, asked string) (string, error) {
	pattern := filesOfSplit("*").scenes
	files, err := fs.Glob(folder.FS(root), pattern)
	if err != nil {
		return "", fmt.Errorf("shopvrb: %w", err)
	}
	before, behind, _ := strings.Cut(pattern, "*")
	var there []string
	for _, f := range files {
		there = append(there, strings.TrimSuffix(strings.TrimPrefix(f, before), behind))
	}
	split := asked
	if asked == "" {
		split = "test"
		if len(there) > 0 && !slices.Contains(there, split) {
			split = there[0]
		}
	}
	switch {
	case len(there) == 0:
		return "", fmt.Errorf("shopvrb: %s: no split has its scenes, %s; generate a split in full", root, pattern)
	case !slices.Contains(there, split):
		return "", fmt.Errorf("shopvrb: %s: split %s has no %s; choose one of %s", root, split, filesOfSplit(split).scenes,
			strings.Join(there, ", "))
	}
	return split, nil
}

// evalScene is what questions need of a scene.
type evalScene struct {
	objects int
	record  []byte // nil unless programs are run
}

// evalScenes reads the scenes of a split by image_index.
func evalScenes(ctx context.Context, root, split string, records bool) (map[int]evalScene, error) {
	out := map[int]evalScene{}
	err := eachStored(ctx, rooted(root, filesOfSplit(split).scenes), "scenes", func(_ int, entry jsontext.Value) error {
		var s struct {
			ImageIndex *int                        `json:"image_index"`
			Objects    []map[string]jsontext.Value `json:"objects"`
		}
		if err := json.Unmarshal(entry, &s); err != nil {
			return write.JSONFault(err)
		}
		if s.ImageIndex == nil {
			return errors.New("scene has no image_index")
		}
		of := evalScene{objects: len(s.Objects)}
		if records {
			of.record = entry.Clone()
		}
		out[*s.ImageIndex] = of
		return nil
	})
	return out, err
}

func rooted(root, path string) string { return filepath.Join(root, filepath.FromSlash(path)) }
