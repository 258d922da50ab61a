package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/stream"
)

// changed makes a sample again with changes: what it shows then, and how its questions are answered.
func changed(ctx context.Context, r show.Reader, index int, list json.RawMessage) (answer, error) {
	var edits []show.Edit
	if len(list) > 0 {
		if err := record.Read(list, &edits, record.Lacking); err != nil {
			return answer{}, fmt.Errorf("serve: edits: %w", err)
		}
	}
	made, err := r.Make(ctx, index)
	if err != nil {
		return answer{}, err
	}
	var warnings []string
	if len(edits) > 0 {
		editor := made.Editor()
		if editor == nil {
			return answer{}, errors.New("serve: samples of this set cannot be changed")
		}
		if made, warnings, err = editor.Edit(ctx, edits); err != nil {
			return answer{}, err
		}
	}
	page := made.Page()
	return answer{Result: told{
		Index: index, Scene: page.Data(), Questions: show.QuestionsData(page.Questions), Arrays: []stream.Array{}, Warnings: warnings,
	}}, nil
}
