package shopvrb

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
)

// questionChecker checks the question files of a kind.
type questionChecker struct {
	root string
	askedKind
	raw bool
}

// check holds programs and sentences of the questions about a picture against its record and their templates. All else that a question
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
		if fault := textFault(q.Question); fault != "" {
			f.add(i, "question-text", "%q %s", q.Question, fault)
		}
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

// program holds the program against its template, and its results against those of second meanings.
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
	i := q.QuestionFamilyIndex
	if i < 0 || i >= len(c.grammar.Templates) {
		f.add(at, "question-program", "question_family_index is %d, want 0 to %d", i, len(c.grammar.Templates)-1)
		return
	}
	t := c.grammar.Templates[i]
	if t.File != q.TemplateFilename || t.Index != q.QuestionInFamilyIndex {
		f.add(at, "question-program", "family %d is %s, the question says %s, %d",
			i, t.Name(), q.TemplateFilename, q.QuestionInFamilyIndex)
		return
	}
	nodes, err := checkProgram(c.grammar.Library, t, p)
	if err == nil {
		err = checkDifferent(t, nodes, outputs)
	}
	if err != nil {
		f.add(at, "question-program", "%v", err)
	}
}

// textFault says what is wrong with a question's text, "" when nothing is.
func textFault(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || strings.ContainsRune("?;,.", r) })
	switch {
	case text == "":
		return "is empty"
	case strings.ContainsAny(text, "<>[]"):
		return "has a slot or a bracket left"
	case text != single(text):
		return "has spaces that should not be"
	case text != adjustSpaces(text):
		return "has a space before a mark or a plural's end"
	case text != replaceArticles(text):
		return `has "a" before a vowel`
	case slices.ContainsFunc(words, func(w string) bool {
		return len(w) > len("things") && strings.HasPrefix(w, "things") || len(w) > len("objects") && strings.HasPrefix(w, "objects")
	}):
		return "has a noun glued to the word behind it"
	case slices.ContainsFunc(words, func(w string) bool { return plurals[w] != "" }):
		return "has a plural with an s too many"
	}
	return ""
}
