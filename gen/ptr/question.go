package ptr

import (
	"fmt"
	"path"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/record"
	"mereo/gen/world"
)

// numbered is a question as it lies in a question file. Keys are written in the order of the fields.
type numbered[N any] struct {
	// QuestionIndex counts from 0: in the file of one picture the questions of that picture, in questions.json all of the
	// split.
	QuestionIndex int `json:"question_index"`
	Question[N]
}

// Question is one question about a picture, with nodes of type N.
type Question[N any] struct {
	Split               string `json:"split"`
	ImageFilename       string `json:"image_filename"`
	ImageIndex          int    `json:"image_index"`
	Image               string `json:"image"` // ImageFilename without its extension
	TemplateFilename    string `json:"template_filename"`
	QuestionFamilyIndex int    `json:"question_family_index"` // position in that file
	Type1               string `json:"type1"`                 // concept, relation, analogy, arithmetic or physics
	Type2               string `json:"type2"`
	Question            string `json:"question"` // lower case
	Answer              any    `json:"answer"`   // bool, int or string
	Program             []N    `json:"program"`
	// ProgramNSCLSeq is the same program in the functions of the paper's appendix, without results.
	ProgramNSCLSeq []N `json:"program_nsclseq"`
}

// Node is one function call of a program in the file of one picture. The last node gives the answer.
type Node struct {
	Type   string `json:"type"`
	Inputs []int  `json:"inputs"` // earlier nodes
	// SideInputs are values that are not results: a category, a part, a relation, a direction, a color name, {part: color},
	// {part: number}, or [name, [r, g, b]].
	SideInputs []any `json:"side_inputs,omitempty"`
	Output     any   `json:"_output,omitempty"` // the node's result
}

// storedNode is a Node as it is read: values stay what they are.
type storedNode struct {
	Type       string           `json:"type"`
	Inputs     []int            `json:"inputs"`
	SideInputs []jsontext.Value `json:"side_inputs"`
	Output     jsontext.Value   `json:"_output"`
}

// splitNode is a Node in questions.json, which calls side inputs value_inputs and has them always, as the published file does.
type splitNode struct {
	Type        string           `json:"type"`
	Inputs      []int            `json:"inputs"`
	ValueInputs []jsontext.Value `json:"value_inputs"`
	Output      jsontext.Value   `json:"_output,omitzero"`
}

func forSplit(nodes []storedNode) []splitNode {
	out := make([]splitNode, len(nodes))
	for i, n := range nodes {
		out[i] = splitNode{n.Type, n.Inputs, n.SideInputs, n.Output}
	}
	return out
}

// joinedQuestions is questions.json.
func joinedQuestions(split string) *world.Joined[[]byte] {
	return &world.Joined[[]byte]{
		Path: path.Join(split, "questions.json"), Key: "questions",
		From:     func(i int) string { return questionPath(split, i) },
		Elements: readForSplit,
		Append: func(b []byte, n int, q []byte) []byte {
			return append(fmt.Appendf(b, `{"question_index":%d,`, n), q[1:]...)
		},
	}
}

// readForSplit reads the questions of one picture in the form of questions.json, without question_index.
func readForSplit(name string, data []byte) ([][]byte, error) {
	var file struct {
		Questions []Question[storedNode] `json:"questions"`
	}
	if err := record.Read(data, &file, record.Part); err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", name, err)
	}
	out := make([][]byte, len(file.Questions))
	for i, q := range file.Questions {
		out[i] = record.JSON(Question[splitNode]{
			q.Split, q.ImageFilename, q.ImageIndex, q.Image, q.TemplateFilename, q.QuestionFamilyIndex, q.Type1, q.Type2, q.Question,
			q.Answer, forSplit(q.Program), forSplit(q.ProgramNSCLSeq),
		})
	}
	return out, nil
}
