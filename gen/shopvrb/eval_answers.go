package shopvrb

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/internal/folder"
)

// answers are predicted answers by question_index.
type answers struct {
	name  string
	of    map[int]*predictedAnswer
	found int // questions that had one
	first int // the first question that has none, -1 for no such
}

type predictedAnswer struct {
	text string
	line int
	used bool
}

const answerForm = `want {"question_index": n, "answer": x}`

// readAnswers reads a file of predicted answers: CSV, if its name ends so, else JSON; see Evaluate.
func readAnswers(ctx context.Context, name string) (*answers, error) {
	a := &answers{name: name, of: map[int]*predictedAnswer{}, first: -1}
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		return a, a.readCSV()
	}
	return a, eachEntry(ctx, name, "questions", func(line int, entry jsontext.Value) error {
		var e struct {
			QuestionIndex jsontext.Value `json:"question_index"`
			Answer        jsontext.Value `json:"answer"`
		}
		if err := json.Unmarshal(entry, &e); err != nil || e.QuestionIndex == nil || e.Answer == nil {
			return fmt.Errorf("is %.60s, %s", entry, answerForm)
		}
		text, err := answerText(e.Answer)
		if err != nil {
			return err
		}
		return a.add(line, string(e.QuestionIndex), text)
	})
}

// readCSV reads question_index, answer; a head with these names may come first.
func (a *answers) readCSV() error {
	f, err := folder.Named(a.name)
	if err != nil {
		return fmt.Errorf("shopvrb: %w", err)
	}
	defer f.Close()
	r := csv.NewReader(f)
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
				return fmt.Errorf("shopvrb: %s:%d: no CSV: %w", a.name, parse.Line, parse.Err)
			}
			return fmt.Errorf("shopvrb: %s: %w", a.name, err)
		}
		line, _ := r.FieldPos(0)
		switch {
		case len(row) != 2:
			err = fmt.Errorf("has %d columns, want question_index and answer; a list is put in double quotes", len(row))
		case first && row[0] == "question_index" && row[1] == "answer":
		default:
			err = a.add(line, row[0], row[1])
		}
		if err != nil {
			return fmt.Errorf("shopvrb: %s:%d: %w", a.name, line, err)
		}
	}
}

func (a *answers) add(line int, index, text string) error {
	i, err := strconv.Atoi(index)
	if err != nil {
		return fmt.Errorf("question_index is %.40s, want a whole number", index)
	}
	if old := a.of[i]; old != nil {
		return fmt.Errorf("question_index %d was answered in line %d already; keep one of the two", i, old.line)
	}
	a.of[i] = &predictedAnswer{text: text, line: line}
	return nil
}

// answer is the predicted answer of a question, "" for none.
func (a *answers) answer(q *evalQuestion) (string, error) {
	given := a.of[q.QuestionIndex]
	if given == nil {
		if a.first < 0 {
			a.first = q.QuestionIndex
		}
		return "", nil
	}
	given.used = true
	a.found++
	return given.text, nil
}

// check finds, after all questions of a file were seen, answers without question, and unless partial questions without answer.
func (a *answers) check(questions string, count int, partial bool) error {
	unknown, at := 0, 0
	for i, given := range a.of {
		if !given.used && (at == 0 || given.line < at || given.line == at && i < unknown) {
			unknown, at = i, given.line
		}
	}
	switch {
	case at > 0:
		return fmt.Errorf("shopvrb: %s:%d: question_index is %d, but %s has no such one among its %d questions; "+
			"choose the split that was answered with --split, and give answers to textual questions with --pred-text",
			a.name, at, unknown, questions, count)
	case a.found < count && !partial:
		return fmt.Errorf("shopvrb: %s: %d of %d questions have no answer, question_index %d is the first; "+
			"add them, or count them as wrong with --partial", a.name, count-a.found, count, a.first)
	}
	return nil
}

// answerText is an answer in the released form: true is yes, 3 is "3", and a list is a text as Python prints it.
func answerText(raw jsontext.Value) (string, error) {
	switch raw.Kind() {
	case 't', 'f':
		return releasedAnswer(raw.Kind() == 't'), nil
	case '"':
		var text string
		err := json.Unmarshal(raw, &text)
		return text, err
	case '0':
		if n, err := strconv.Atoi(string(raw)); err == nil {
			return releasedAnswer(n), nil
		}
	case '[':
		var items []string
		if err := json.Unmarshal(raw, &items); err == nil {
			return releasedAnswer(listOf(items)), nil
		}
	}
	return "", fmt.Errorf("answer is %.60s, want a text, a whole number, true or false, or a list of texts", raw)
}

// listItems are the items of a list as Python prints it, in which items are in single or double quotes; ok if it is one.
func listItems(text string) (items []string, ok bool) {
	rest, opened := strings.CutPrefix(strings.TrimSpace(text), "[")
	rest, closed := strings.CutSuffix(rest, "]")
	if !opened || !closed {
		return nil, false
	}
	for rest = strings.TrimSpace(rest); rest != ""; {
		item, behind, ok := cutQuoted(rest)
		if !ok {
			return nil, false
		}
		items = append(items, item)
		if rest = strings.TrimSpace(behind); rest == "" {
			break
		}
		if rest, ok = strings.CutPrefix(rest, ","); !ok {
			return nil, false
		}
		rest = strings.TrimSpace(rest)
	}
	return items, true
}

// cutQuoted reads a text in quotes; a backslash comes before characters that are meant as such.
func cutQuoted(text string) (item, behind string, ok bool) {
	quote := text[0]
	if quote != '\'' && quote != '"' {
		return "", "", false
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return b.String(), text[i+1:], true
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// sameAsSets tells whether two texts are lists of the same items in any order.
func sameAsSets(a, b string) bool {
	x, isX := listItems(a)
	y, isY := listItems(b)
	return isX && isY && slices.Equal(sortedSet(x), sortedSet(y))
}

func sortedSet(items []string) []string { return slices.Compact(slices.Sorted(slices.Values(items))) }
