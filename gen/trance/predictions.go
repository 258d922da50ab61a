package trance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
)

// answerKey names a question: a sample, and the view of its final picture.
type answerKey struct {
	idx  int
	view view
}

// prediction is a prediction of a file.
type prediction struct {
	steps []Step
	line  int
}

// predictionForm is what a line of predictions looks like.
const predictionForm = `{"idx": 7, "steps": [[0, "color.red"], ...]}`

// readPredictions reads a file of predictions, a line for each sample and view. What is wrong is an error with file and
// line.
func readPredictions(ctx context.Context, name string, setting Setting) (map[answerKey]*prediction, error) {
	out := map[answerKey]*prediction{}
	err := eachLine(ctx, name, func(n int, line []byte) error {
		key, steps, err := readPrediction(line, setting)
		if err != nil {
			return err
		}
		if first := out[key]; first != nil {
			return fmt.Errorf("sample %d (%s) was answered in line %d already; keep one of the two", key.idx, key.view, first.line)
		}
		out[key] = &prediction{steps, n}
		return nil
	})
	return out, err
}

// readPrediction reads a line.
func readPrediction(line []byte, setting Setting) (key answerKey, steps []Step, err error) {
	var p struct {
		Idx   *int              `json:"idx"`
		View  *string           `json:"view"`
		Steps *[]jsontext.Value `json:"steps"`
	}
	if err := json.Unmarshal(line, &p); err != nil {
		return key, nil, fmt.Errorf("%w; write %s", write.JSONFault(err), predictionForm)
	}
	if p.Idx == nil {
		return key, nil, errors.New("has no idx, want the number of a sample")
	}
	key.idx = *p.Idx
	if p.View != nil {
		i := slices.Index(viewNames[:], *p.View)
		if i < 0 {
			return key, nil, fmt.Errorf("view is %q, want center, left or right", *p.View)
		}
		key.view = view(i)
	}
	switch {
	case setting == ViewSetting && p.View == nil:
		return key, nil, errors.New("has no view, want center, left or right")
	case setting != ViewSetting && key.view != viewCenter:
		return key, nil, fmt.Errorf("view is %s, but setting %s asks about the center view alone", key.view, setting)
	case p.Steps == nil:
		return key, nil, fmt.Errorf("has no steps; write %s", predictionForm)
	}
	if n := len(*p.Steps); n > maxSequence || setting == BasicSetting && n != 1 {
		want := "at most " + strconv.Itoa(maxSequence)
		if setting == BasicSetting {
			want = "1"
		}
		return key, nil, fmt.Errorf("has %d steps, setting %s wants %s", n, setting, want)
	}
	for i, value := range *p.Steps {
		s, err := readStep(value)
		if err != nil {
			return key, nil, fmt.Errorf("steps[%d]: %w", i, err)
		}
		steps = append(steps, s)
	}
	return key, steps, nil
}

// readStep reads [object, "pair"].
func readStep(value jsontext.Value) (Step, error) {
	var list []jsontext.Value
	var object *int
	var name *string
	var pair Pair
	if json.Unmarshal(value, &list) != nil || len(list) != 2 || json.Unmarshal(list[0], &object) != nil || object == nil ||
		json.Unmarshal(list[1], &name) != nil || name == nil {
		return Step{}, fmt.Errorf(`%s is no step, want [object, "pair"] such as [0, "color.red"]`, excerpt(value))
	}
	if *object < 0 || *object >= ObjectCount {
		return Step{}, fmt.Errorf("object is %d, want 0 to %d", *object, ObjectCount-1)
	}
	err := pair.UnmarshalText([]byte(*name))
	return Step{*object, pair}, err
}
