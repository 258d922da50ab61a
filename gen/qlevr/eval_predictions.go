package qlevr

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// predictionAnswer reads an answer: true, false, or a text that begins with yes or no, in capitals or not.
func predictionAnswer(text string) (answer, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	switch {
	case text == "true" || strings.HasPrefix(text, "yes"):
		return true, true
	case text == "false" || strings.HasPrefix(text, "no"):
		return false, true
	}
	return false, false
}

// prediction is a prediction of a file.
type prediction struct {
	text string
	line int
}

// predictions are the answers of a file by question_index.
type predictions struct {
	name       string
	of         map[int]prediction
	found      int // questions that had one
	first      int // the first question that has none, -1 for no such
	unreadable int
	badly      prediction // the first unreadable one
}

// predictionForms is what a file of predictions looks like.
const predictionForms = `want one {"question_index": n, "answer": x} per line, a list of such, or {"n": x, ...}; or a .csv`

func (p *predictions) has(q *QuestionRecord) bool {
	_, ok := p.of[q.QuestionIndex]
	return ok
}

func (p *predictions) answer(q *QuestionRecord) (answer, ok bool, err error) {
	given, ok := p.of[q.QuestionIndex]
	if !ok {
		if p.first < 0 {
			p.first = q.QuestionIndex
		}
		return false, false, nil
	}
	p.found++
	answer, ok = predictionAnswer(given.text)
	if !ok {
		if p.unreadable++; p.unreadable == 1 {
			p.badly = given
		}
	}
	return answer, ok, nil
}

// check finds, after all questions were seen, predictions without question, questions without prediction, and predictions that
// say nothing; the last two are no errors with partial.
func (p *predictions) check(questions string, count int, partial bool) error {
	unknown := prediction{}
	index := 0
	for i, given := range p.of {
		if i < 0 || i >= count {
			if unknown.line == 0 || given.line < unknown.line || given.line == unknown.line && i < index {
				unknown, index = given, i
			}
		}
	}
	switch {
	case unknown.line > 0:
		return fmt.Errorf("qlevr: %s:%d: question_index is %d, but %s has %d questions, counted from 0; "+
			"choose the split that was answered with --split", p.name, unknown.line, index, questions, count)
	case p.found < count && !partial:
		return fmt.Errorf("qlevr: %s: %d of %d questions have no answer, question_index %d is the first; "+
			"add them, or count them as wrong with --partial", p.name, count-p.found, count, p.first)
	case p.unreadable > 0 && !partial:
		return fmt.Errorf("qlevr: %s:%d: answer is %.40q, want true, false, or a text that begins with yes or no; "+
			"%d answers are like that, count them as wrong with --partial", p.name, p.badly.line, p.badly.text, p.unreadable)
	}
	return nil
}

func (p *predictions) fault(line int, format string, args ...any) error {
	return fmt.Errorf("qlevr: %s:%d: %w", p.name, line, fmt.Errorf(format, args...))
}

func (p *predictions) add(line int, index, text string) error {
	i, err := strconv.Atoi(strings.TrimSpace(index))
	if err != nil {
		return p.fault(line, "question_index is %.40q, want a whole number", index)
	}
	if old, ok := p.of[i]; ok {
		return p.fault(line, "question_index %d was answered in line %d already; keep one of the two", i, old.line)
	}
	p.of[i] = prediction{text, line}
	return nil
}

// addJSON adds an answer that is JSON.
func (p *predictions) addJSON(line int, index string, answer jsontext.Value) error {
	switch answer.Kind() {
	case 't', 'f':
		return p.add(line, index, string(answer))
	case '"':
		var text string
		if err := json.Unmarshal(answer, &text); err != nil {
			return p.fault(line, "answer: %w", err)
		}
		return p.add(line, index, text)
	}
	return p.fault(line, "answer of question_index %s is %.40s, want true, false, or a text that begins with yes or no",
		index, answer)
}

// readPredictions reads any of the forms.
func readPredictions(name string) (*predictions, error) {
	data, err := folder.Given(name, folder.Image)
	if err != nil {
		return nil, fmt.Errorf("qlevr: predictions: %w", err)
	}
	p := &predictions{name: name, of: map[int]prediction{}, first: -1}
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		return p, p.readCSV(data)
	}
	switch d := jsontext.NewDecoder(bytes.NewReader(data)); d.PeekKind() {
	case '[':
		return p, p.readEntries(data, true)
	case '{':
		// Of an object that cannot be read whole, because a key is there twice, take what it looks like.
		first, err := d.ReadValue()
		if err != nil {
			first, _, _ = bytes.Cut(data, []byte{','})
		}
		if !bytes.Contains(first, []byte(`"question_index"`)) {
			return p, p.readObject(data)
		}
		return p, p.readEntries(data, false)
	}
	return nil, fmt.Errorf("qlevr: %s: %s", name, predictionForms)
}

// readCSV reads question_index, answer; a head with these names may come first.
func (p *predictions) readCSV(data []byte) error {
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	for first := true; ; first = false {
		row, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			var parse *csv.ParseError
			if errors.As(err, &parse) {
				return p.fault(parse.Line, "no CSV: %w", parse.Err)
			}
			return fmt.Errorf("qlevr: %s: %w", p.name, err)
		}
		line, _ := r.FieldPos(0)
		if len(row) != 2 {
			return p.fault(line, "has %d columns, want question_index and answer", len(row))
		}
		if first && row[0] == "question_index" && row[1] == "answer" {
			continue
		}
		if err := p.add(line, row[0], row[1]); err != nil {
			return err
		}
	}
}

// lineCounter tells the lines of places of a text, asked for in ascending order.
type lineCounter struct {
	data     []byte
	at, line int
}

// ofFault is the line of an error of a decoder.
func (c *lineCounter) ofFault(err error) int {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return c.of(min(syntax.ByteOffset, int64(len(c.data))))
	}
	return c.of(int64(len(c.data)))
}

func (c *lineCounter) of(offset int64) int {
	offset = max(offset, int64(c.at))
	c.line += bytes.Count(c.data[c.at:offset], []byte{'\n'})
	c.at = int(offset)
	return c.line + 1
}

// readEntries reads objects, one after the other or in a list.
func (p *predictions) readEntries(data []byte, list bool) error {
	d, lines := jsontext.NewDecoder(bytes.NewReader(data)), lineCounter{data: data}
	if list {
		if _, err := d.ReadToken(); err != nil {
			return p.fault(lines.ofFault(err), "%w", write.JSONFault(err))
		}
	}
	for !list || d.PeekKind() != ']' {
		value, err := d.ReadValue()
		if err == io.EOF && !list {
			return nil
		}
		if err != nil {
			return p.fault(lines.ofFault(err), "%w", write.JSONFault(err))
		}
		line := lines.of(d.InputOffset() - int64(len(value)))
		var e struct {
			QuestionIndex jsontext.Value `json:"question_index"`
			Answer        jsontext.Value `json:"answer"`
		}
		if err := json.Unmarshal(value, &e); err != nil || e.QuestionIndex == nil || e.Answer == nil {
			return p.fault(line, `is %.60s, want {"question_index": n, "answer": x}`, value)
		}
		if err := p.addJSON(line, string(e.QuestionIndex), e.Answer); err != nil {
			return err
		}
	}
	return nil
}

// readObject reads answers by question_index.
func (p *predictions) readObject(data []byte) error {
	// Keys that are there twice are found by add, which knows the line of the first.
	d := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true))
	lines := lineCounter{data: data}
	if _, err := d.ReadToken(); err != nil {
		return p.fault(lines.ofFault(err), "%w", write.JSONFault(err))
	}
	for d.PeekKind() == '"' {
		key, err := d.ReadToken()
		index := ""
		var answer jsontext.Value
		if err == nil {
			index = key.String()
			answer, err = d.ReadValue()
		}
		if err != nil {
			return p.fault(lines.ofFault(err), "%w", write.JSONFault(err))
		}
		if err := p.addJSON(lines.of(d.InputOffset()), index, answer); err != nil {
			return err
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return p.fault(lines.ofFault(err), "%w", write.JSONFault(err))
	}
	return nil
}
