package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/stream"
)

// changes is what a client wants changed, and drawn of it.
type changes struct {
	Edits    json.RawMessage `json:"edits"`
	Arrays   []string        `json:"arrays"`
	Pictures []int           `json:"pictures"` // whose arrays are wanted; nil for all
}

// changed is a sample with changes: what it shows then, how its questions are answered, and its pictures.
func (c *conn) changed(made show.Made, gpu string, index int, q *changes) (answer, error) {
	var edits []show.Edit
	if len(q.Edits) > 0 {
		if err := record.Read(q.Edits, &edits, record.Lacking); err != nil {
			return answer{}, fmt.Errorf("serve: edits: %w", err)
		}
	}
	var warnings []string
	if len(edits) > 0 {
		editor := made.Editor()
		if editor == nil {
			return answer{}, errors.New("serve: samples of this set cannot be changed")
		}
		var err error
		if made, warnings, err = editor.Edit(c.ctx, edits); err != nil {
			return answer{}, err
		}
	}
	page := made.Page()
	out := told{
		Index: index, Scene: page.Data(), Questions: show.QuestionsData(page.Questions), Arrays: []stream.Array{}, Warnings: warnings,
	}
	if len(q.Arrays) == 0 {
		return answer{Result: out}, nil
	}
	for _, name := range q.Arrays {
		if !slices.Contains(stream.Names, name) {
			return answer{}, fmt.Errorf("serve: array is %q, want one of %v", name, stream.Names)
		}
	}
	wanted := q.Pictures
	if wanted == nil {
		for p := range page.Pictures {
			wanted = append(wanted, p)
		}
	}
	if len(wanted) > len(page.Pictures) {
		return answer{}, fmt.Errorf("serve: %d pictures are wanted, want at most the %d that there are", len(wanted), len(page.Pictures))
	}
	var body [][]byte
	for _, p := range wanted {
		if p < 0 || p >= len(page.Pictures) {
			return answer{}, fmt.Errorf("serve: picture is %d, want 0 to %d", p, len(page.Pictures)-1)
		}
		arrays, data, err := c.pictured(made, gpu, p, q.Arrays)
		if err != nil {
			return answer{}, err
		}
		out.Arrays, body = append(out.Arrays, arrays...), append(body, data...)
	}
	stream.Lay(out.Arrays)
	return answer{Result: out, body: padded(out.Arrays, body)}, nil
}

// pictured are arrays of picture p of the page: colors as the device draws them, labels as the processor finds them.
func (c *conn) pictured(made show.Made, gpu string, p int, names []string) ([]stream.Array, [][]byte, error) {
	var rgb []uint8
	if slices.Contains(names, stream.RGB) {
		if rgb = made.Drawing(p); rgb == nil {
			if c.Draw == nil {
				return nil, nil, errors.New("serve: this server draws no samples")
			}
			var err error
			if rgb, err = c.Draw(gpu, made.Views()[p]); err != nil {
				return nil, nil, err
			}
		}
	}
	var labels *show.Labels
	if slices.ContainsFunc(names, func(name string) bool { return name != stream.RGB }) {
		labels = made.Labels(p)
	}
	im := &made.Page().Pictures[p]
	arrays, data := stream.ArraysOf(p, im.Width, im.Height, rgb, labels, names)
	return arrays, data, nil
}
