package trance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// answered names a question: a sample, and the view of its final picture.
type answered struct {
	idx  int
	view View
}

// given is a prediction of a file.
type given struct {
	steps []Step
	line  int
}

// storedPrediction is a line of a file of predictions.
type storedPrediction struct {
	Idx   *int            `json:"idx"`
	View  *string         `json:"view"`
	Steps json.RawMessage `json:"steps"`
}

// readPredictions reads a file of predictions, a line for each sample and view. What is wrong is an error with file and line.
func readPredictions(ctx context.Context, name string, setting Setting) (map[answered]*given, error) {
	out := map[answered]*given{}
	err := eachLine(ctx, name, func(n int, line []byte) error {
		var p storedPrediction
		if err := json.Unmarshal(line, &p); err != nil {
			return fmt.Errorf(`want {"idx": n, "steps": [[object, "pair"], ...]}: %w`, err)
		}
		if p.Idx == nil {
			return errors.New("has no idx, want the number of a sample")
		}
		key := answered{idx: *p.Idx}
		if p.View != nil {
			i := slices.Index(viewNames[:], *p.View)
			if i < 0 {
				return fmt.Errorf("view is %q, want center, left or right", *p.View)
			}
			key.view = View(i)
		}
		switch {
		case setting == ViewSetting && p.View == nil:
			return errors.New("has no view, want center, left or right")
		case setting != ViewSetting && key.view != ViewCenter:
			return fmt.Errorf("view is %s, but setting %s asks about the center view alone", key.view, setting)
		}
		var list []json.RawMessage
		if p.Steps == nil || json.Unmarshal(p.Steps, &list) != nil {
			return errors.New("has no list of steps, want [[object, \"pair\"], ...]")
		}
		if len(list) > maxSequence || setting == BasicSetting && len(list) != 1 {
			want := "at most " + strconv.Itoa(maxSequence)
			if setting == BasicSetting {
				want = "1"
			}
			return fmt.Errorf("has %d steps, setting %s wants %s", len(list), setting, want)
		}
		g := &given{line: n}
		for i, raw := range list {
			var s Step
			if err := json.Unmarshal(raw, &s); err != nil {
				return fmt.Errorf("step %d: %w", i, err)
			}
			g.steps = append(g.steps, s)
		}
		if first := out[key]; first != nil {
			return fmt.Errorf("sample %d (%s) was answered in line %d already; keep one of the two", key.idx, key.view, first.line)
		}
		out[key] = g
		return nil
	})
	return out, err
}
