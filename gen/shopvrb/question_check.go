package shopvrb

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"

	"mereo/gen"
	"mereo/gen/ask"
)

// questionChecker checks the question files of a kind.
type questionChecker struct {
	root string
	askedKind
	raw bool
}

// check holds answers of the questions about a picture against second meanings of their programs, on its record. All else that a question
// says follows from asking again. Where there is no file there is nothing to check: one that should be there is missed with its checksum.
func (c *questionChecker) check(split string, index int, record []byte) (found []gen.Problem) {
	file := c.file(split, index)
	report := func(object, rule, fault string) {
		found = append(found, gen.Problem{File: file, Object: object, Rule: rule, Detail: fault})
	}
	questions, err := readQuestions(c.root, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		report("", "question-file", err.Error())
		return found
	}
	plain, err := ask.ReadPlain(record)
	if err != nil {
		report("", "question-answer", err.Error())
		return found
	}
	for i, q := range questions {
		if rule, fault := c.fault(q, plain); fault != "" {
			report(fmt.Sprintf("question %d", i), rule, fault)
		}
	}
	return found
}

// fault is what is first found wrong with results and answer of a question, and by which rule; "" for nothing.
func (c *questionChecker) fault(q *QuestionRecord, plain *ask.Plain) (rule, fault string) {
	program, err := json.Marshal(q.Program)
	if err != nil {
		return "question-file", err.Error()
	}
	p, err := c.grammar.Library.ParseProgram(program)
	if err != nil {
		return "question-program", err.Error()
	}
	outputs := c.grammar.Library.RunPlain(plain, p)
	answer := outputs[len(outputs)-1]
	switch {
	case answer == ask.Invalid:
		return "question-answer", "the program has no answer"
	case c.raw && !reflect.DeepEqual(ask.AsJSON(answer), q.Answer), !c.raw && releasedAnswer(answer) != q.Answer:
		return "question-answer", fmt.Sprintf("the program gives %v, the answer is %v", answer, q.Answer)
	}
	for i, n := range q.Program {
		if want := ask.AsJSON(outputs[i]); c.raw && !reflect.DeepEqual(n.Output, want) || !c.raw && n.Output != nil {
			return "question-answer", fmt.Sprintf("node %d (%s) has result %v, want %v in raw questions alone", i, n.Function, n.Output, want)
		}
	}
	return "", ""
}
