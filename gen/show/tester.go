package show

import "encoding/json"

// Tester is a Reader with a test for people that is more than choosing the answer to a question. What is shown and answered is
// JSON that only the set and its page know.
type Tester interface {
	Reader
	// Problems are the kinds of tasks that there are, the first one chosen at first.
	Problems() []string
	// Task is what a person sees of a sample; nothing of it tells the solution. The user's name decides what is drawn by lot.
	// The error wraps fs.ErrNotExist where there is no such task: the sample is not there, or the problem leaves it out.
	Task(problem, user string, index int) (any, error)
	// Judge scores an answer to a task. An error says in a sentence what the answer lacks.
	Judge(problem, user string, index int, answer json.RawMessage) (Judgement, error)
	// Statistics sums up the judgements of a user, oldest first.
	Statistics(problem string, judged []Judgement) any
}

// Judgement is what is kept of an answer and shown of it.
type Judgement struct {
	Correct bool            `json:"correct"`
	Result  json.RawMessage `json:"result"` // all scores, and the solution
}
