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
func (c *questionChecker) check(split string, index int, record []byte) []gen.Problem {
	file := c.file(split, index)
	questions, err := readQuestions(c.root, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	f := questionFaults{file: file}
	if err != nil {
		f.add(-1, "question-file", "%v", err)
		return f.found
	}
	plain, err := ask.ReadPlain(record)
	if err != nil {
		f.add(-1, "question-answer", "%v", err)
		return f.found
	}
	for i, q := range questions {
		c.program(&f, q, i, plain)
	}
	return f.found
}

// questionFaults are the problems of a file.
type questionFaults struct {
	file  string
	found []gen.Problem
}

// add adds a problem of a question, or of the file if at is -1.
func (f *questionFaults) add(at int, rule, format string, args ...any) {
	p := gen.Problem{File: f.file, Rule: rule, Detail: fmt.Sprintf(format, args...)}
	if at >= 0 {
		p.Object = fmt.Sprintf("question %d", at)
	}
	f.found = append(f.found, p)
}

// program holds the results of the program against those of second meanings.
func (c *questionChecker) program(f *questionFaults, q *QuestionRecord, at int, plain *ask.Plain) {
	program, err := json.Marshal(q.Program)
	if err != nil {
		f.add(at, "question-file", "%v", err)
		return
	}
	p, err := c.grammar.Library.ParseProgram(program)
	if err != nil {
		f.add(at, "question-program", "%v", err)
		return
	}
	outputs := c.grammar.Library.RunPlain(plain, p)
	answer := outputs[len(outputs)-1]
	switch {
	case answer == ask.Invalid:
		f.add(at, "question-answer", "the program has no answer")
		return
	case c.raw && !reflect.DeepEqual(ask.AsJSON(answer), q.Answer), !c.raw && releasedAnswer(answer) != q.Answer:
		f.add(at, "question-answer", "the program gives %v, the answer is %v", answer, q.Answer)
	}
	for i, n := range q.Program {
		if want := ask.AsJSON(outputs[i]); c.raw && !reflect.DeepEqual(n.Output, want) || !c.raw && n.Output != nil {
			f.add(at, "question-answer", "node %d (%s) has result %v, want %v in raw questions alone", i, n.Function, n.Output, want)
		}
	}
}
