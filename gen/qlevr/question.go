package qlevr

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
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

// MarshalJSON writes the form.
func (o NodeOutput) MarshalJSON() ([]byte, error) {
	return o.append(nil), nil
}

func (o *NodeOutput) append(b []byte) []byte {
	switch o.Form {
	case OutputValue:
		return appendText(b, o.Value)
	case OutputSets:
		b = appendIntegers(append(b, `{"plane":`...), o.First)
		return append(appendIntegers(append(b, `,"object":`...), o.Second), '}')
	case OutputPair:
		b = appendIntegers(append(b, '['), o.First)
		return append(appendIntegers(append(b, ','), o.Second), ']')
	}
	return append(b, "{}"...)
}

// UnmarshalJSON reads any of the forms.
func (o *NodeOutput) UnmarshalJSON(data []byte) error {
	*o = NodeOutput{}
	switch jsontext.Value(data).Kind() {
	case '"':
		o.Form = OutputValue
		return json.Unmarshal(data, &o.Value)
	case '[':
		var pair [2][]int
		err := json.Unmarshal(data, &pair)
		*o = NodeOutput{Form: OutputPair, First: pair[0], Second: pair[1]}
		return err
	case '{':
		var sets struct{ Plane, Object *[]int }
		if err := json.Unmarshal(data, &sets, json.MatchCaseInsensitiveNames(true)); err != nil {
			return err
		}
		if sets.Plane != nil && sets.Object != nil {
			*o = NodeOutput{Form: OutputSets, First: *sets.Plane, Second: *sets.Object}
		}
		return nil
	}
	return fmt.Errorf("is %s, want sets, a value or two lists", data)
}

func questionJSON(v any) ([]byte, error) { return json.Marshal(v) }

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

// MarshalJSON writes the list.
func (t QuestionTemplate) MarshalJSON() ([]byte, error) {
	return t.append(nil), nil
}

func (t *QuestionTemplate) append(b []byte) []byte {
	b = appendText(append(b, '['), t.File)
	for _, n := range t.Path {
		b = strconv.AppendInt(append(b, ','), int64(n), 10)
	}
	return append(b, ']')
}

// UnmarshalJSON reads the list.
func (t *QuestionTemplate) UnmarshalJSON(data []byte) error {
	*t = QuestionTemplate{}
	var list []jsontext.Value
	if err := json.Unmarshal(data, &list); err != nil || len(list) < 2 || list[0].Kind() != '"' {
		return fmt.Errorf(`is %s, want the like of ["each_no.json",20,1,3]`, data)
	}
	if err := json.Unmarshal(list[0], &t.File); err != nil {
		return err
	}
	for _, v := range list[1:] {
		n, err := strconv.Atoi(string(v))
		if err != nil || n < 0 {
			return fmt.Errorf(`is %s, want a file and whole numbers, the like of ["each_no.json",20,1,3]`, data)
		}
		t.Path = append(t.Path, n)
	}
	return nil
}

// append writes a question.
func (q *QuestionRecord) append(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"question_index":`...), int64(q.QuestionIndex), 10)
	b = strconv.AppendInt(append(b, `,"image_index":`...), int64(q.ImageIndex), 10)
	b = appendWord(b, `,"question":`, q.Question)
	b = appendList(append(b, `,"program":`...), q.Program, func(b []byte, n *QuestionNode) []byte {
		b = n.Output.append(append(b, `{"_output":`...))
		return append(appendList(append(b, `,"vals":`...), n.Vals, func(b []byte, v *Value) []byte { return v.append(b) }), '}')
	})
	b = strconv.AppendBool(append(b, `,"answer":`...), q.Answer)
	b = q.Template.append(append(b, `,"template":`...))
	return append(b, '}')
}

// questionRecords are the questions of a picture, as they lie in its file.
type questionRecords []QuestionRecord

func (list questionRecords) append(b []byte) []byte {
	return appendList(b, list, func(b []byte, q *QuestionRecord) []byte { return q.append(b) })
}

// parseQuestions reads the questions of a picture.
func parseQuestions(data []byte) ([]QuestionRecord, error) {
	list, ok := scanQuestions(data)
	if !ok {
		list = nil
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, write.JSONFault(err)
		}
	}
	return list, nil
}

// storedQuestion is a question whose fields are read one by one, so that errors can name them.
type storedQuestion struct {
	QuestionIndex jsontext.Value `json:"question_index"`
	ImageIndex    jsontext.Value `json:"image_index"`
	Question      jsontext.Value `json:"question"`
	Program       jsontext.Value `json:"program"`
	Answer        jsontext.Value `json:"answer"`
	Template      jsontext.Value `json:"template"`
}

// parseQuestion reads a question. Keys that questions do not have are not looked at; errors name the field.
func parseQuestion(data []byte) (*QuestionRecord, error) {
	if q, ok := scanQuestion(data); ok {
		return q, nil
	}
	var s storedQuestion
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("want an object with question_index and so on: %w", write.JSONFault(err))
	}
	q := &QuestionRecord{}
	for _, f := range []struct {
		name string
		from jsontext.Value
		to   any
	}{
		{"question_index", s.QuestionIndex, &q.QuestionIndex},
		{"image_index", s.ImageIndex, &q.ImageIndex},
		{"question", s.Question, &q.Question},
		{"program", s.Program, &q.Program},
		{"answer", s.Answer, &q.Answer},
		{"template", s.Template, &q.Template},
	} {
		if f.from == nil || bytes.Equal(f.from, []byte("null")) {
			return nil, fmt.Errorf("%s is missing", f.name)
		}
		if err := json.Unmarshal(f.from, f.to); err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, write.JSONFault(err))
		}
	}
	return q, nil
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
