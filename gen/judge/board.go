package judge

import (
	"cmp"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"

	"mereo/scenes/rng"
)

// Column is a measure.
type Column struct {
	Name    string
	Percent bool // Value, interval and published figures are percent
	Digits  int  // behind the point
	// Share says that every sample has 0 or 1: the interval is Wilson's, and two sources are compared by McNemar's exact test.
	// Others have bootstrap intervals.
	Share  bool
	Hidden bool // told in JSON alone
}

// Accuracy is the share of right answers, in percent.
var Accuracy = Column{Name: "accuracy", Percent: true, Digits: 1, Share: true}

// Value is what a sample contributes to a measure: the measure is the sum of Sum over the sum of Of. Of is 1 for a mean over samples;
// other numbers weigh them, and 0 leaves one out.
type Value struct{ Sum, Of float64 }

// Add adds what another one contributes.
func (v *Value) Add(o Value) { v.Sum, v.Of = v.Sum+o.Sum, v.Of+o.Of }

// Number is a measure of a sample.
func Number(x float64) Value { return Value{x, 1} }

// Right is 1 or 0.
func Right(right bool) Value {
	if right {
		return Value{1, 1}
	}
	return Value{0, 1}
}

// Row is a group of samples. Published are figures by the task's Papers, 0 where there is none.
type Row struct {
	Group, Name string
	Published   []float64
}

// Cell is what a sample contributes to a row, by column.
type Cell struct {
	Group, Name string
	Values      []Value
}

// AllGroup is the group of the row of all samples.
const AllGroup = "all"

// All is the row of all samples.
func All(values ...Value) Cell { return Cell{AllGroup, AllGroup, values} }

// compared are the groups whose rows are compared where there are two sources.
var compared = []string{AllGroup, "type"}

// Board adds up scores.
type Board struct {
	task     *Task
	columns  []Column
	sources  int
	rows     map[[2]string]*row
	samples  int
	differ   []string // the first samples that two sources differ on
	differs  int
	detail   io.Writer // nil if nobody asked
	tables   []Table
	seed     uint64
	together *Board // of several tasks; nil for none
	split    string
	pred     []string
}

// row is what was added to a row.
type row struct {
	sums   [][]Value   // by source and column
	values [][][]Value // the same, of each sample, of columns without Share
	better [][2]int    // by column with Share: samples where only the first or only the second source is right
	// derived are measures that are no means over samples, by source and column.
	derived map[[2]int]Score
}

func newBoard(task *Task, j *Job, detail io.Writer) *Board {
	b := &Board{
		task: task, columns: task.Columns, sources: max(1, len(j.Pred)), rows: map[[2]string]*row{}, detail: detail, pred: j.Pred,
		seed: j.Seed, split: j.Split,
	}
	if task.chance && j.Baseline == Random {
		b.columns = append(slices.Clone(b.columns), chance)
	}
	return b
}

// NewBoard is a board of one source, for who wants no more than Total.
func NewBoard(columns []Column) *Board {
	return &Board{columns: columns, sources: 1, rows: map[[2]string]*row{}}
}

// Sum adds the cells of a sample.
func (b *Board) Sum(cells []Cell) {
	for _, c := range cells {
		b.add(c.Group, c.Name, [][]Value{c.Values})
	}
}

// Add adds a sample, whose key names it: the cells of each source, which are of the same rows. detail is what the file of details
// tells of a source's answer.
func (b *Board) Add(key string, cells [][]Cell, detail func(source int) any) error {
	b.samples++
	for i, cell := range cells[0] {
		values := make([][]Value, len(cells))
		for s := range cells {
			values[s] = cells[s][i].Values
		}
		b.add(cell.Group, cell.Name, values)
		if b.together != nil && cell.Group != "family" {
			b.together.add(cell.Group, cell.Name, values)
		}
	}
	differ := len(cells) > 1 && !slices.EqualFunc(cells[0], cells[1], func(a, b Cell) bool { return slices.Equal(a.Values, b.Values) })
	if differ {
		if b.differs++; len(b.differ) < mostDifferent {
			b.differ = append(b.differ, key)
		}
	}
	if b.detail == nil || len(cells) > 1 && !differ {
		return nil
	}
	for s := range cells {
		told := detail(s)
		if len(cells) > 1 {
			told = &detailOf{b.pred[s], told}
		}
		line, err := json.Marshal(told, json.Deterministic(true))
		if err == nil {
			_, err = b.detail.Write(append(line, '\n'))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// detailOf is a detail of one of two files.
type detailOf struct {
	Predictions string `json:"predictions"`
	Detail      any    `json:"detail"`
}

// add counts the values of each source in a row.
func (b *Board) add(group, name string, values [][]Value) {
	r := b.row(group, name)
	for s := range values {
		for c, v := range values[s] {
			r.sums[s][c].Add(v)
			if !b.columns[c].Share {
				r.values[s][c] = append(r.values[s][c], v)
			} else if s == 1 && v != values[0][c] {
				r.better[c][int(v.Sum)]++
			}
		}
	}
}

func (b *Board) row(group, name string) *row {
	at := [2]string{group, name}
	r := b.rows[at]
	if r == nil {
		r = &row{better: make([][2]int, len(b.columns)), derived: map[[2]int]Score{}}
		for range b.sources {
			r.sums = append(r.sums, make([]Value, len(b.columns)))
			r.values = append(r.values, make([][]Value, len(b.columns)))
		}
		b.rows[at] = r
	}
	return r
}

// Derive sets a measure of a source that is no mean over samples; of is how much it is from. It has no interval.
func (b *Board) Derive(source int, group, name string, column int, value float64, of int) {
	b.row(group, name).derived[[2]int{source, column}] = Score{Value: value, Of: float64(of)}
}

// Drop takes out what was added to a column of a row for a source.
func (b *Board) Drop(source int, group, name string, column int) {
	r := b.row(group, name)
	r.sums[source][column], r.values[source][column] = Value{}, nil
}

// Total is the measure of a row, by what was added so far; NaN of nothing.
func (b *Board) Total(source int, group, name string, column int) float64 {
	v := b.row(group, name).sums[source][column]
	return v.Sum / v.Of
}

// Count is how many samples were added to the first column of a row.
func (b *Board) Count(source int, group, name string) int {
	return int(b.row(group, name).sums[source][0].Of)
}

// Table adds a table to what the board shows.
func (b *Board) Table(t Table) { b.tables = append(b.tables, t) }

// report is what is told of the board.
func (b *Board) report(sources []*Source) *TaskReport {
	out := &TaskReport{Task: b.task.Name, Answers: sources, Rows: []RowReport{}, Tables: b.tables, columns: b.columns,
		papers: b.task.Papers, note: b.task.Note}
	for _, c := range b.columns {
		out.Columns = append(out.Columns, c.Name)
	}
	for _, shown := range b.shown() {
		out.Rows = append(out.Rows, b.reportRow(shown))
	}
	if b.sources > 1 {
		out.Differ = &Differ{b.differs, b.differ}
	}
	return out
}

// shown are the rows in their order.
func (b *Board) shown() []Row {
	var out []Row
	if b.task.Rows != nil {
		out = b.task.Rows(b.split)
	}
	out = slices.DeleteFunc(slices.Clone(out), func(r Row) bool {
		return b.rows[[2]string{r.Group, r.Name}] == nil && !slices.ContainsFunc(r.Published, func(p float64) bool { return p != 0 })
	})
	var others []Row
	for at := range maps.Keys(b.rows) {
		if !slices.ContainsFunc(out, func(r Row) bool { return r.Group == at[0] && r.Name == at[1] }) {
			others = append(others, Row{Group: at[0], Name: at[1]})
		}
	}
	slices.SortFunc(others, func(a, o Row) int {
		return cmp.Or(slices.Index(b.task.Groups, a.Group)-slices.Index(b.task.Groups, o.Group), cmp.Compare(a.Group, o.Group),
			numeric(a.Name, o.Name), cmp.Compare(a.Name, o.Name))
	})
	return append(out, others...)
}

// numeric orders names that are numbers.
func numeric(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	if errX != nil || errY != nil {
		return 0
	}
	return x - y
}

// reportRow is what is told of a row.
func (b *Board) reportRow(shown Row) RowReport {
	out := RowReport{Group: shown.Group, Name: shown.Name, published: shown.Published}
	for i, p := range shown.Published {
		if p != 0 {
			if out.Published == nil {
				out.Published = map[string]float64{}
			}
			out.Published[b.task.Papers[i]] = p
		}
	}
	r := b.row(shown.Group, shown.Name)
	for s := range b.sources {
		scores := map[string]*Score{}
		for c, column := range b.columns {
			v := r.sums[s][c]
			score, derived := r.derived[[2]int{s, c}]
			switch {
			case derived:
			case v.Of == 0:
				continue
			default:
				score = Score{Value: v.Sum / v.Of, Of: v.Of}
				if column.Share {
					score.interval(wilson(v.Sum, v.Of))
				} else if len(r.values[s][c]) > 1 {
					score.interval(bootstrap(rng.Named(b.stream(shown)), r.values[s][c]))
				}
			}
			out.Count = max(out.Count, int(math.Round(score.Of)))
			scores[column.Name] = score.in(column)
		}
		out.Scores = append(out.Scores, scores)
	}
	if b.sources > 1 && slices.Contains(compared, shown.Group) {
		out.Compared = b.compare(shown, r)
	}
	return out
}

// stream names the random numbers of a row's intervals.
func (b *Board) stream(r Row) string {
	return strconv.FormatUint(b.seed, 10) + "/judge/" + r.Group + "/" + r.Name
}
