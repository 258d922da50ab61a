package ptr

// Question is one question about a picture as it lies in a question file. Keys are written in the order of the fields.
type Question struct {
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
	Program             []Node `json:"program"`
	// ProgramNSCLSeq is the same program in the functions of the paper's appendix.
	ProgramNSCLSeq []Node `json:"program_nsclseq"`
}

// Node is one function call of a stored program. The last node gives the answer.
type Node struct {
	Type   string `json:"type"`
	Inputs []int  `json:"inputs"` // earlier nodes
	// SideInputs are values that are not results: a category, a part, a relation, a direction, a colour name, {part: colour},
	// {part: number}, or [name, [r, g, b]]. Files of one picture call them side_inputs, questions.json calls them
	// value_inputs, as the published files do.
	SideInputs  []any `json:"side_inputs,omitempty"`
	ValueInputs []any `json:"value_inputs,omitempty"`
	Output      any   `json:"_output,omitempty"` // the node's result
}

// questionFile is the content of both kinds of question files.
type questionFile struct {
	Questions []Question `json:"questions"`
}
