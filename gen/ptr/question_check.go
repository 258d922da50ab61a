package ptr

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/record"
)

// questionRules runs the programs of the question file of a coherent sample by second meanings, on its scene file, whose bytes are scene.
// All else that a question says follows from asking again. Where there is no question file there is nothing to check: one that should be
// there is missed with its checksum.
func (c *checker) questionRules(f *finished, scene []byte) {
	name := questionPath(f.split, f.index)
	data, err := c.job.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var file struct {
		Questions []numbered[Node] `json:"questions"`
	}
	if err == nil {
		err = record.Read(data, &file, record.Lacking)
	}
	if err != nil {
		f.report(name, -1, "question-file", "%v", err)
		return
	}
	plain, err := ask.ReadPlain(scene)
	if err != nil {
		f.report(f.files.scene, -1, "readable", "%v", err)
		return
	}
	for i := range file.Questions {
		if _, fault := c.answer(&file.Questions[i], plain); fault != "" {
			f.out = append(f.out, gen.Problem{File: name, Object: fmt.Sprintf("question %d", i), Rule: "question-answer", Detail: fault})
		}
	}
}

// answer holds answer and results of a question against those of second meanings, which it returns. It says the first fault, "" for
// none.
func (c *checker) answer(q *numbered[Node], plain *ask.Plain) (outputs []ask.Value, fault string) {
	program, err := json.Marshal(q.Program)
	if err != nil {
		panic(fmt.Sprintf("ptr: nodes read from JSON cannot be written: %v", err))
	}
	p, err := c.library.ParseProgram(program)
	if err != nil {
		return nil, err.Error()
	}
	outputs = c.library.RunPlain(plain, p)
	for i, output := range outputs {
		n := q.Program[i]
		got, stored := ask.AsJSON(output), n.Output
		if n.Type == "query_positional-relation" { // in no order
			got, stored = sortedWords(got), sortedWords(stored)
		}
		if !reflect.DeepEqual(got, stored) {
			return outputs, fmt.Sprintf("node %d (%s) gives %s, the file has %s", i, n.Type, ask.JSONText(got), ask.JSONText(n.Output))
		}
	}
	if got := ask.AsJSON(outputs[len(outputs)-1]); !reflect.DeepEqual(got, q.Answer) {
		return outputs, fmt.Sprintf("the program gives %s, the answer is %s", ask.JSONText(got), ask.JSONText(q.Answer))
	}
	return outputs, ""
}

// sortedWords sorts a list of strings; what is none stays as it is.
func sortedWords(v any) any {
	list, ok := v.([]any)
	if !ok || slices.ContainsFunc(list, func(w any) bool { _, ok := w.(string); return !ok }) {
		return v
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return list
}
