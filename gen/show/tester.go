package show

import "encoding/json"

// Tester is a test for people that is more than choosing the answer to a question. The set says what a task shows, how its answer is
// written, and how a judgement is told; the page draws what the set says.
type Tester interface {
	// Problems are the kinds of tasks that there are, the first one chosen at first: names, and what they are in a few words.
	Problems() []Row
	// Task is what a person sees of a sample. The user's name decides what is drawn by lot. The error wraps fs.ErrNotExist where
	// there is no such task: the sample is not there, or the problem leaves it out.
	Task(problem, user string, index int) (*Task, error)
	// Judge scores an answer to a task. An error says in a sentence what the answer lacks.
	Judge(problem, user string, index int, answer json.RawMessage) (Judgement, error)
	// Tell is how a judgement is told, nil for one that is not of this set.
	Tell(j Judgement) *Told
	// Statistics sums up the judgements of a user, oldest first.
	Statistics(problem string, judged []Judgement) []Figures
}

// Task is what a person sees of a sample, and how the answer is written. Nothing of it tells the solution.
type Task struct {
	Pictures []TaskPicture `json:"pictures"` // with an arrow from each to the next one
	Asked    string        `json:"asked"`    // what the arrows are: "What was done?"
	Rule     string        `json:"rule"`     // a sentence below the pictures
	Table    Table         `json:"table"`
	Diagram  Diagram       `json:"diagram"`
	Form     Form          `json:"form"`
}

// TaskPicture is a picture of a task.
type TaskPicture struct {
	Name    string `json:"name"`    // "before"
	Caption string `json:"caption"` // "before (center camera)"
	Path    string `json:"path"`    // below the dataset's folder; empty for what is not on disk
	Missing string `json:"missing"` // the sentence that is said then
}

// Table is a table for people.
type Table struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]Cell `json:"rows"` // the first cell names the row
}

// Cell is a cell of a Table, with a swatch of a color "#rrggbb" where it has one.
type Cell struct {
	Text  string `json:"text"`
	Color string `json:"color,omitempty"`
}

// Diagram is a plan with things on it. Points are to the right and down, in a unit of its own.
type Diagram struct {
	Title  string          `json:"title"`
	Says   string          `json:"says"`  // sentences below
	Label  string          `json:"label"` // for those who do not see it
	Box    Rect            `json:"box"`   // all that is drawn
	Areas  []DiagramArea   `json:"areas"` // the largest first, over which the grid is
	Grid   float64         `json:"grid"`  // between lines
	Axes   [2]string       `json:"axes"`  // what is to the right of the origin, and below it
	Arrows []DiagramArrow  `json:"arrows"`
	Things []DiagramObject `json:"things"`
}

// DiagramArea is a part of the plan.
type DiagramArea struct {
	Rect
	Seen bool `json:"seen"`
}

// DiagramArrow is a direction, with its name at its head.
type DiagramArrow struct {
	Name string     `json:"name"`
	From [2]float64 `json:"from"`
	To   [2]float64 `json:"to"`
}

// DiagramObject is a thing on the plan.
type DiagramObject struct {
	Name    string       `json:"name"` // inside
	At      [2]float64   `json:"at"`
	Radius  float64      `json:"radius"`            // of a circle around it
	Outline [][2]float64 `json:"outline,omitempty"` // corners; none for the circle
	Dashed  bool         `json:"dashed,omitempty"`
	Color   string       `json:"color"`  // "#rrggbb"
	Letter  string       `json:"letter"` // beside it
	Seen    bool         `json:"seen"`
}

// Form is how an answer is written: a list of rows that can be added, removed and put in another order. An answer is the list of
// JSON objects with the keys of the fields.
type Form struct {
	Row    string         `json:"row"` // what a row is: "change"
	Fields []Field        `json:"fields"`
	First  map[string]any `json:"first"` // the row that is there at first, and that is added
	Most   int            `json:"most"`  // rows
	Says   string         `json:"says"`  // sentences below
}

// Field is a value of a row, of a few.
type Field struct {
	Key    string `json:"key"`
	Name   string `json:"name"` // "object"
	Values []any  `json:"values,omitempty"`
	// Of is the key of the field by whose value there are others, and By are these.
	Of string              `json:"of,omitempty"`
	By map[string][]string `json:"by,omitempty"`
}

// Judgement is what is kept of an answer.
type Judgement struct {
	Correct bool            `json:"correct"`
	Result  json.RawMessage `json:"result"` // all scores, and the solution
}

// Told is a judgement as it is shown.
type Told struct {
	Verdict string   `json:"verdict"` // "Correct"
	Reasons []string `json:"reasons"` // what is wrong
	Rows    []Row    `json:"rows"`
	Lists   []Listed `json:"lists"`
}

// Listed is a numbered list with a title, such as the steps of an answer.
type Listed struct {
	Title string   `json:"title"`
	Lines []string `json:"lines"`
}

// Figures are sums of answers.
type Figures struct {
	Title   string   `json:"title,omitempty"`
	Count   int      `json:"count"` // answers
	Figures []Figure `json:"figures"`
}

// Figure is a mean.
type Figure struct {
	Key   string  `json:"key"`  // as it is published: "loose_acc"
	Name  string  `json:"name"` // "Right final state (Loose Acc)"
	Value float64 `json:"value"`
	Share bool    `json:"share"` // else a number
}
