package explore

import (
	"net/http"
	"strings"

	"mereo/gen/show"
)

// maxCalls is how long a program may be.
const maxCalls = 200

// runRequest is a program to run on a sample, perhaps with changes.
type runRequest struct {
	Program  show.Program `json:"program"`
	Question int          `json:"question"` // that it was made of; -1 for none
	Edits    []show.Edit  `json:"edits"`
}

// run runs a program.
func (e *Explorer) run(r *http.Request, in runRequest) (any, error) {
	s, i, err := e.place(r)
	if err == nil {
		err = checkProgram(in.Program)
	}
	if err != nil {
		return nil, err
	}
	var sample show.Sample
	if len(in.Edits) == 0 {
		sample, err = e.read(r.Context(), s, i)
	} else {
		sample, _, err = e.changed(r.Context(), s, i, in.Edits)
	}
	if err != nil {
		return nil, err
	}
	questions := sample.Page().Questions
	if in.Question < -1 || in.Question >= len(questions) {
		return nil, badRequest("question is %d, want -1 to %d", in.Question, len(questions)-1)
	}
	var out struct {
		Trace *show.Trace `json:"trace"`
		Text  string      `json:"text"`
	}
	if out.Trace, err = sample.Run(in.Program); err != nil {
		return nil, badRequest("%w", err)
	}
	if in.Question >= 0 {
		out.Text = sample.Reword(in.Question, in.Program)
	}
	return out, nil
}

// checkProgram finds what no program of any set has.
func checkProgram(p show.Program) error {
	if len(p) == 0 {
		return badRequest("the program has no calls")
	}
	if len(p) > maxCalls {
		return badRequest("the program has %d calls, want at most %d", len(p), maxCalls)
	}
	for i, c := range p {
		for _, in := range c.Inputs {
			if in < 0 || in >= i {
				return badRequest("call %d (%s) has input %d, want a call before it", i, strings.TrimSpace(c.Function), in)
			}
		}
	}
	return nil
}
