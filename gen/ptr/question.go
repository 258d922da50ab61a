package ptr

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen"
)

// Question is one question about a picture as it lies in a question file, with nodes of type N. Keys are written in the order
// of the fields.
type Question[N any] struct {
	Split         string `json:"split"`
	ImageFilename string `json:"image_filename"`
	ImageIndex    int    `json:"image_index"`
	Image         string `json:"image"` // ImageFilename without its extension
	// QuestionIndex counts from 0: in the file of one picture the questions of that picture, in questions.json all of the
	// split.
	QuestionIndex       int    `json:"question_index"`
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
	// SideInputs are values that are not results: a category, a part, a relation, a direction, a colour name, {part: colour},
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

// joinQuestions writes questions.json from the files of all pictures, one after the other, so that memory does not grow with
// the split.
func joinQuestions(ctx context.Context, w io.Writer, job gen.Job, items []gen.Item) error {
	if _, err := io.WriteString(w, `{"questions": [`); err != nil {
		return err
	}
	n := 0
	for _, item := range items {
		if err := ctx.Err(); err != nil {
			return err
		}
		name := questionPath(job.Split, item.Index)
		data, err := os.ReadFile(filepath.Join(job.Root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		var file struct {
			Questions []Question[storedNode] `json:"questions"`
		}
		if err := json.Unmarshal(data, &file); err != nil {
			return fmt.Errorf("ptr: %s: %w", name, err)
		}
		var lines bytes.Buffer
		for _, q := range file.Questions {
			if n > 0 {
				lines.WriteByte(',')
			}
			lines.WriteByte('\n')
			line, err := json.Marshal(Question[splitNode]{
				q.Split, q.ImageFilename, q.ImageIndex, q.Image, n, q.TemplateFilename, q.QuestionFamilyIndex, q.Type1, q.Type2,
				q.Question, q.Answer, forSplit(q.Program), forSplit(q.ProgramNSCLSeq),
			})
			if err != nil {
				return fmt.Errorf("ptr: %s: %w", name, err)
			}
			lines.Write(line)
			n++
		}
		if _, err := w.Write(lines.Bytes()); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n]}\n")
	return err
}
