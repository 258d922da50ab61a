package shopvrb

import (
	"slices"
	"strings"

	"mereo/gen/ask"
)

// QuestionRecord is a question as it lies in question files, with the published keys in the published order. Answer is a string
// in the released form; in the raw form it is a JSON boolean, number, string or list, and nodes have their results.
type QuestionRecord struct {
	Split                 string         `json:"split"`
	ImageFilename         string         `json:"image_filename"`
	ImageIndex            int            `json:"image_index"`
	Image                 string         `json:"image"` // ImageFilename without its extension
	Question              string         `json:"question"`
	Program               []QuestionNode `json:"program"`
	Answer                any            `json:"answer"`
	TemplateFilename      string         `json:"template_filename"`
	QuestionInFamilyIndex int            `json:"question_in_family_index"` // position of the template in that file
	QuestionFamilyIndex   int            `json:"question_family_index"`    // position of the template in all files by name
	QuestionIndex         int            `json:"question_index"`           // counts from 0 over the file
}

// QuestionNode is a call of a program; the last one gives the answer.
type QuestionNode struct {
	Function    string   `json:"function"`
	Inputs      []int    `json:"inputs"` // earlier nodes
	ValueInputs []string `json:"value_inputs"`
	Output      any      `json:"_output,omitzero"` // the result, in the raw form alone; nil for none
}

type question = ask.Question[*known]

// recordQuestion writes a question down.
func recordQuestion(g *grammar, q *question, index int, raw bool) *QuestionRecord {
	k := q.Scene
	out := &QuestionRecord{
		Split: k.split, ImageFilename: k.image, ImageIndex: k.index, Image: strings.TrimSuffix(k.image, ".png"),
		Question: q.Text, Answer: any(releasedAnswer(q.Answer)), TemplateFilename: q.Template.File,
		QuestionInFamilyIndex: q.Template.Index, QuestionFamilyIndex: slices.Index(g.Templates, q.Template), QuestionIndex: index,
	}
	if raw {
		out.Answer = q.Answer
	}
	for i, n := range q.Program {
		node := QuestionNode{Function: n.Function, Inputs: append([]int{}, n.Inputs...), ValueInputs: []string{}}
		for _, v := range n.Side {
			node.ValueInputs = append(node.ValueInputs, v.(string))
		}
		if raw {
			node.Output = q.Outputs[i]
		}
		out.Program = append(out.Program, node)
	}
	return out
}
