package judge

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Report is the outcome of Run.
type Report struct {
	Set   string        `json:"set"`
	Data  string        `json:"data"`
	Split string        `json:"split,omitempty"`
	Tasks []*TaskReport `json:"tasks,omitempty"`
	// Overlaps are the repeated questions of the splits, in their order.
	Overlaps []Overlap `json:"overlaps,omitempty"`
}

// TaskReport is that of a task.
type TaskReport struct {
	Task    string      `json:"task,omitempty"`
	Columns []string    `json:"columns"`
	Answers []*Source   `json:"answers"`
	Rows    []RowReport `json:"rows"`
	Differ  *Differ     `json:"differ,omitempty"`
	Tables  []Table     `json:"tables,omitempty"`

	columns []Column
	papers  []string
	note    string
}

// RowReport is that of a group of samples.
type RowReport struct {
	Group string `json:"group"`
	Name  string `json:"name"`
	Count int    `json:"count"` // what its scores are means of, the most where they differ
	// Scores are those of each source, by column.
	Scores    []map[string]*Score    `json:"scores"`
	Published map[string]float64     `json:"published,omitempty"`
	Compared  map[string]*Comparison `json:"compared,omitempty"` // the two sources, by column

	published []float64
}

// Score is a measure with the bounds of its 95 % confidence interval, which measures that are no means do not have.
type Score struct {
	Value float64  `json:"value"`
	Of    float64  `json:"of"` // what it is a share or a mean of
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
}

func (s *Score) interval(low, high float64) { s.Low, s.High = &low, &high }

// in is the score in the unit of a column.
func (s *Score) in(c Column) *Score {
	s.Value *= c.scale()
	if s.Low != nil {
		s.interval(*s.Low*c.scale(), *s.High*c.scale())
	}
	return s
}

func (c Column) scale() float64 {
	if c.Percent {
		return 100
	}
	return 1
}

// Comparison holds a second source against the first.
type Comparison struct {
	Difference float64 `json:"difference"` // the second less the first
	// P is that of McNemar's exact test, of how many samples only one of the sources is right on; nil where samples have no shares.
	P          *float64 `json:"p,omitempty"`
	OnlyFirst  *int     `json:"only_first,omitempty"`
	OnlySecond *int     `json:"only_second,omitempty"`
	// Low and High are the bounds of the difference's paired bootstrap interval; nil for shares.
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
}

// mostDifferent is how many samples are named that two sources differ on.
const mostDifferent = 10

// Differ are the samples that two sources differ on.
type Differ struct {
	Count int      `json:"count"`
	First []string `json:"first"` // mostDifferent at most
}

// Table is a further table.
type Table struct {
	Title string   `json:"title"`
	Head  []string `json:"head"`
	Rows  [][]any  `json:"rows"` // texts and whole numbers, and numbers as they are printed
	Note  string   `json:"note,omitempty"`
}

// Fixed is a number with so many decimals.
type Fixed struct {
	Value  float64
	Digits int
}

// MarshalJSON writes the number.
func (f Fixed) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%g", f.Value), nil }

func (f Fixed) String() string { return fmt.Sprintf("%.*f", f.Digits, f.Value) }

// overlaps adds what splits share where that is asked for.
func (r *Report) overlaps(ctx context.Context, tasks []*Task, o Options) error {
	if !o.Overlap {
		return nil
	}
	for _, t := range tasks {
		if t.Overlaps == nil {
			continue
		}
		got, err := t.Overlaps(ctx, o.Data)
		if err != nil {
			return err
		}
		r.Overlaps = append(r.Overlaps, got...)
	}
	if r.Overlaps == nil {
		return fmt.Errorf("judge: %s has no questions of which --overlap could count those that splits share", o.Data)
	}
	return nil
}

// Print writes the report for people.
func (r *Report) Print(w io.Writer) {
	head := r.Set
	if r.Split != "" {
		head += ", split " + r.Split
	}
	for i, t := range r.Tasks {
		if i > 0 {
			fmt.Fprintln(w)
		}
		t.print(w, head)
	}
	if r.Overlaps != nil {
		if r.Tasks != nil {
			fmt.Fprintln(w)
		}
		overlapTable(r.Overlaps).print(w)
	}
}

func (t *TaskReport) print(w io.Writer, head string) {
	if t.Task != "" {
		head += ", task " + t.Task
	}
	for s, source := range t.Answers {
		if s > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s, %s\n", head, source.name())
		source.print(w)
		fmt.Fprintln(w)
		t.scores(s).print(w)
	}
	if t.Differ != nil {
		fmt.Fprintln(w)
		t.comparison().print(w)
		fmt.Fprintf(w, "\nsamples that the two differ on: %d", t.Differ.Count)
		if len(t.Differ.First) > 0 {
			fmt.Fprint(w, ": "+strings.Join(t.Differ.First, ", "))
		}
		if t.Differ.Count > len(t.Differ.First) {
			fmt.Fprint(w, ", ...")
		}
		fmt.Fprintln(w)
	}
	for _, table := range t.Tables {
		fmt.Fprintln(w)
		table.print(w)
	}
	if t.note != "" {
		fmt.Fprintf(w, "\n%s\n", t.note)
	}
}

// print tells what became of the answers as a whole.
func (s *Source) print(w io.Writer) {
	if h := s.Human; h != nil {
		fmt.Fprintf(w, "users: %s; mean time: %.1f s\n", strings.Join(h.Users, ", "), h.AvgSeconds)
		if h.Repeated > 0 {
			fmt.Fprintf(w, "answered again, left out: %d\n", h.Repeated)
		}
		if h.Torn > 0 {
			fmt.Fprintf(w, "line %d is not complete, as after a crash, and left out\n", h.Torn)
		}
	}
	if s.TrainedOn != "" {
		fmt.Fprintf(w, "learned from split %s\n", s.TrainedOn)
	}
	if s.Missing > 0 {
		fmt.Fprintf(w, "without an answer, counted as wrong: %d\n", s.Missing)
	}
	if s.Unreadable > 0 {
		fmt.Fprintf(w, "answers that say nothing, counted as wrong: %d\n", s.Unreadable)
	}
	for _, note := range s.Notes {
		fmt.Fprintln(w, note)
	}
}

// scores is the table of a source.
func (t *TaskReport) scores(source int) *Table {
	out := &Table{Head: []string{"", "", "count"}}
	columns := slices.DeleteFunc(slices.Clone(t.columns), func(c Column) bool { return c.Hidden })
	for _, c := range columns {
		out.Head = append(out.Head, c.Name, "95 %")
	}
	for _, p := range t.papers {
		out.Head = append(out.Head, p+"*")
	}
	group := ""
	for _, r := range t.Rows {
		line := []any{r.Group, r.Name, r.Count}
		if r.Group == group {
			line[0] = ""
		}
		group = r.Group
		if r.Name == r.Group {
			line[1] = ""
		}
		for _, c := range columns {
			line = append(line, r.Scores[source][c.Name].cells(c)...)
		}
		for i := range t.papers {
			if i < len(r.published) && r.published[i] != 0 {
				line = append(line, publishedFigure(r.published[i], t.columns[0].Digits))
			} else {
				line = append(line, "-")
			}
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

// publishedFigure is one with as many digits as others of a column, or as it was published where that is a small number.
func publishedFigure(p float64, digits int) Fixed {
	if p < 1 {
		digits = max(digits, 4)
	}
	return Fixed{p, digits}
}

// cells are a score and its interval.
func (s *Score) cells(c Column) []any {
	switch {
	case s == nil:
		return []any{"-", ""}
	case s.Low == nil:
		return []any{Fixed{s.Value, c.Digits}, ""}
	}
	return []any{Fixed{s.Value, c.Digits}, bounds(c, *s.Low, *s.High)}
}

// bounds are those of an interval, with a digit less than what it is of.
func bounds(c Column, low, high float64) string {
	digits := max(0, c.Digits-1)
	return fmt.Sprintf("[%.*f %.*f]", digits, low, digits, high)
}

// comparison is the table of two sources.
func (t *TaskReport) comparison() *Table {
	out := &Table{
		Head: []string{"", "", "", "first", "second", "difference", "95 %", "p"},
		Note: "p: McNemar's exact test",
	}
	for _, r := range t.Rows {
		for _, c := range t.columns {
			got := r.Compared[c.Name]
			if got == nil {
				continue
			}
			line := []any{r.Group, r.Name, c.Name}
			for s := range t.Answers {
				line = append(line, Fixed{r.Scores[s][c.Name].Value, c.Digits})
			}
			line = append(line, fmt.Sprintf("%+.*f", c.Digits, got.Difference))
			if got.P != nil {
				line = append(line, "", fmt.Sprintf("%.2g", *got.P))
			} else {
				line = append(line, bounds(c, *got.Low, *got.High), "")
			}
			out.Rows = append(out.Rows, line)
		}
	}
	return out
}

// print writes the columns of texts to the left and those of numbers to the right.
func (t *Table) print(w io.Writer) {
	widths, right := make([]int, len(t.Head)), make([]bool, len(t.Head))
	for i, h := range t.Head {
		widths[i] = utf8.RuneCountInString(h)
		for _, line := range t.Rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(fmt.Sprint(line[i])))
			_, text := line[i].(string)
			right[i] = right[i] || !text
		}
	}
	if t.Title != "" {
		fmt.Fprintln(w, t.Title)
	}
	write := func(cells []any) {
		var b strings.Builder
		for i, c := range cells {
			if i > 0 {
				b.WriteString("  ")
			}
			if right[i] {
				fmt.Fprintf(&b, "%*v", widths[i], c)
			} else {
				fmt.Fprintf(&b, "%-*v", widths[i], c)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
	head := make([]any, len(t.Head))
	for i, h := range t.Head {
		head[i] = h
	}
	write(head)
	for _, line := range t.Rows {
		write(line)
	}
	if t.Note != "" {
		fmt.Fprintln(w, t.Note)
	}
}
