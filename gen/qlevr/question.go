package qlevr

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/record"
)

// QuestionRecord is a question as it lies in a question file, with the published keys in the published order.
type QuestionRecord struct {
	QuestionIndex int              `json:"question_index"` // counts from 0 over the file
	ImageIndex    int              `json:"image_index"`
	Question      string           `json:"question"`
	Program       []QuestionNode   `json:"program"` // one for each node of the template
	Answer        bool             `json:"answer"`
	Template      QuestionTemplate `json:"template"`
}

// QuestionNode is what a node of the template yields, and what its slots hold.
type QuestionNode struct {
	Output NodeOutput `json:"_output"`
	Vals   []Value    `json:"vals"`
}

// OutputForm is how an output is written.
type OutputForm int

const (
	OutputNothing OutputForm = iota // {}
	OutputSets                      // {"plane":[...],"object":[...]}
	OutputValue                     // "red"
	OutputPair                      // [[...],[...]]
)

// NodeOutput is the output of a node of a program.
type NodeOutput struct {
	Form   OutputForm
	First  []int  // planes, or the left objects of a pair; ascending
	Second []int  // objects, or the right ones
	Value  string // of an attribute
}

// outputSets is the form of OutputSets.
type outputSets struct {
	Planes  []int `json:"plane"`
	Objects []int `json:"object"`
}

// AppendJSON writes the form.
func (o *NodeOutput) AppendJSON(b []byte, s record.Style) []byte {
	switch o.Form {
	case OutputValue:
		return record.AppendText(b, o.Value)
	case OutputSets:
		return record.Append(b, s, &outputSets{o.First, o.Second})
	case OutputPair:
		return record.Append(b, s, &[2][]int{o.First, o.Second})
	}
	return append(b, "{}"...)
}

// MarshalJSON writes the form.
func (o NodeOutput) MarshalJSON() ([]byte, error) { return record.JSON(&o), nil }

// ParseJSON reads any of the forms.
func (o *NodeOutput) ParseJSON(r *record.Reader) error {
	*o = NodeOutput{}
	switch r.Next() {
	case '"':
		o.Form = OutputValue
		return r.Value(&o.Value)
	case '[':
		var pair [2][]int
		err := r.Value(&pair)
		*o = NodeOutput{Form: OutputPair, First: pair[0], Second: pair[1]}
		return err
	case '{':
		var sets outputSets
		if r.Has("{}") {
			return nil
		}
		err := r.Value(&sets)
		*o = NodeOutput{Form: OutputSets, First: sets.Planes, Second: sets.Objects}
		return err
	}
	return errors.New("is neither sets nor a value nor two lists")
}

// QuestionTemplate names a template: ["each_no.json",20,1,3] is family 20 of that file and in it variants 1 and 3.
type QuestionTemplate struct {
	File string
	Path []int // the family, then the variants
}

// name is how question files name the template.
func (t *Template) name() QuestionTemplate {
	return QuestionTemplate{t.File, append([]int{t.Family}, t.Variant...)}
}

// Family is the template's family without its file, -1 where it has none.
func (t QuestionTemplate) Family() int {
	if len(t.Path) == 0 {
		return -1
	}
	return t.Path[0]
}

// String is the name as a tuple, the key of tables: ('each_no.json', 20, 1, 3).
func (t QuestionTemplate) String() string {
	var b strings.Builder
	b.WriteString("('" + t.File + "'")
	for _, n := range t.Path {
		b.WriteString(", " + strconv.Itoa(n))
	}
	b.WriteByte(')')
	return b.String()
}

// FamilyKey is the name of the template's family as a tuple.
func (t QuestionTemplate) FamilyKey() string {
	return QuestionTemplate{t.File, t.Path[:min(1, len(t.Path))]}.String()
}

// AppendJSON writes the list.
func (t *QuestionTemplate) AppendJSON(b []byte, s record.Style) []byte {
	b = record.AppendText(append(b, '['), t.File)
	for _, n := range t.Path {
		b = strconv.AppendInt(append(b, ','), int64(n), 10)
	}
	return append(b, ']')
}

// ParseJSON reads the list.
func (t *QuestionTemplate) ParseJSON(r *record.Reader) error {
	*t = QuestionTemplate{}
	err := r.Items(func(i int) error {
		if i == 0 {
			return r.Value(&t.File)
		}
		t.Path = append(t.Path, 0)
		return r.Value(&t.Path[i-1])
	})
	if err == nil && (len(t.Path) == 0 || slices.Min(t.Path) < 0) {
		err = fmt.Errorf(`is %s, want a file and whole numbers, the like of ["each_no.json",20,1,3]`, t)
	}
	return err
}

// parseQuestions reads the questions of a picture.
func parseQuestions(data []byte) (list []QuestionRecord, err error) {
	err = record.Read(data, &list, record.More)
	return list, err
}

// parseQuestion reads one of many questions. Keys that questions do not have are not looked at; errors name the field.
func parseQuestion(data []byte) (*QuestionRecord, error) {
	q := new(QuestionRecord)
	return q, record.Read(data, q, record.More|record.Item)
}

// instance is the question's template with its values.
func (q *QuestionRecord) instance(t *Template) (*Instance, error) {
	if len(q.Program) != len(t.Nodes) {
		return nil, fmt.Errorf("program has %d nodes, template %s has %d", len(q.Program), q.Template, len(t.Nodes))
	}
	in := &Instance{Template: t}
	for _, n := range q.Program {
		in.Vals = append(in.Vals, n.Vals)
	}
	return in, nil
}
