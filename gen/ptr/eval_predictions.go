package ptr

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"mereo/internal/folder"
	"mereo/internal/strict"
)

// answerWord is the form in which answers are compared.
func answerWord(answer any) (string, error) {
	switch a := answer.(type) {
	case bool:
		if a {
			return "yes", nil
		}
		return "no", nil
	case int:
		return strconv.Itoa(a), nil
	case float64:
		if n, ok := whole(a); ok {
			return strconv.Itoa(n), nil
		}
	case string:
		switch w := strings.ToLower(strings.TrimSpace(a)); w {
		case "":
		case "true":
			return "yes", nil
		case "false":
			return "no", nil
		default:
			return w, nil
		}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		text = fmt.Appendf(nil, "%v", answer)
	}
	return "", fmt.Errorf("answer is %s, want true or false, a whole number or a word", text)
}

// whole converts a number of a JSON file.
func whole(v any) (int, bool) {
	f, ok := v.(float64)
	return int(f), ok && f == math.Trunc(f) && math.Abs(f) < 1<<53
}

// predictions are the answers of a file.
type predictions struct {
	name, unit string // unit is what places count: lines or entries
	of         map[int]prediction
	found      int // questions that had one
	first      int // the first question that has none, -1 for no such
}

type prediction struct {
	word  string
	place int // in the file, from 1
}

// answers is the prediction for a question; of no predictions there is none.
func (p *predictions) answers(q *storedQuestion) (prediction, bool) {
	if p == nil {
		return prediction{}, false
	}
	given, ok := p.of[q.QuestionIndex]
	return given, ok
}

func (p *predictions) credit(q *storedQuestion) (int, error) {
	given, ok := p.answers(q)
	if ok {
		p.found++
	} else if p.first < 0 {
		p.first = q.QuestionIndex
	}
	return creditIf(ok && given.word == q.word), nil
}

// missing counts questions without prediction after all were seen, and finds predictions without question.
func (p *predictions) missing(questions string, count int, partial bool) (int, error) {
	unknown, at := 0, 0
	for index, given := range p.of {
		if (index < 0 || index >= count) && (at == 0 || given.place < at) {
			unknown, at = index, given.place
		}
	}
	switch {
	case at > 0 && count == 0:
		return 0, fmt.Errorf("ptr: %s: %s %d: %s has no questions; choose the split that was answered with --split",
			p.name, p.unit, at, questions)
	case at > 0:
		return 0, fmt.Errorf("ptr: %s: %s %d: question_index is %d, but those of %s go from 0 to %d; "+
			"choose the split that was answered with --split", p.name, p.unit, at, unknown, questions, count-1)
	case p.found < count && !partial:
		return 0, fmt.Errorf("ptr: %s: %d of %d questions have no answer, question_index %d is the first; "+
			"add them, or count them as wrong with --partial", p.name, count-p.found, count, p.first)
	}
	return count - p.found, nil
}

func (p *predictions) add(place int, index int, answer any) error {
	word, err := answerWord(answer)
	if err == nil {
		if old, ok := p.of[index]; ok {
			err = fmt.Errorf("question_index %d was answered in %s %d already; keep one of the two", index, p.unit, old.place)
		}
	}
	if err != nil {
		return fmt.Errorf("ptr: %s: %s %d: %w", p.name, p.unit, place, err)
	}
	p.of[index] = prediction{word, place}
	return nil
}

// predictionEntry is a line or an item of a list. Its fields take anything so that errors can show what is there.
type predictionEntry struct {
	QuestionIndex any `json:"question_index"`
	Answer        any `json:"answer"`
}

func (p *predictions) addEntry(place int, data []byte) error {
	var e predictionEntry
	if err := json.Unmarshal(data, &e); err != nil {
		return fmt.Errorf(`ptr: %s: %s %d: is %.60s, want {"question_index": n, "answer": x}`, p.name, p.unit, place, data)
	}
	index, ok := whole(e.QuestionIndex)
	if !ok {
		text, _ := json.Marshal(e.QuestionIndex)
		return fmt.Errorf("ptr: %s: %s %d: question_index is %s, want a whole number", p.name, p.unit, place, text)
	}
	return p.add(place, index, e.Answer)
}

// readPredictions reads any of the three forms.
func readPredictions(name string) (*predictions, error) {
	data, err := folder.Given(name, folder.Image)
	if err != nil {
		return nil, fmt.Errorf("ptr: predictions: %w", err)
	}
	p := &predictions{name: name, unit: "entry", of: map[int]prediction{}, first: -1}
	d := json.NewDecoder(bytes.NewReader(data))
	open, err := d.Token()
	var key json.Token
	if err == nil && d.More() {
		key, err = d.Token()
	}
	_, isText := key.(string)
	_, notIndex := strconv.Atoi(fmt.Sprint(key))
	switch {
	case open == json.Delim('{') && isText && notIndex != nil:
		return p, p.readLines(data)
	case open == json.Delim('['):
		return p, p.readList(data)
	case err == nil && open == json.Delim('{'):
		return p, p.readObject(data)
	}
	return nil, fmt.Errorf(`ptr: %s: want one {"question_index": n, "answer": x} per line, a list of such, or {"n": x, ...}`,
		name)
}

func (p *predictions) readLines(data []byte) error {
	p.unit = "line"
	place := 0
	for line := range bytes.Lines(data) {
		place++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if err := p.addEntry(place, line); err != nil {
			return err
		}
	}
	return nil
}

func (p *predictions) readList(data []byte) error {
	var entries []json.RawMessage
	if err := json.Unmarshal(data, &entries); err != nil {
		return fmt.Errorf("ptr: %s: the list is no JSON: %w", p.name, strict.JSON(data, &entries))
	}
	for i, data := range entries {
		if err := p.addEntry(i+1, data); err != nil {
			return err
		}
	}
	return nil
}

// readObject reads token by token, since a map would swallow repeated keys.
func (p *predictions) readObject(data []byte) error {
	if !json.Valid(data) {
		return fmt.Errorf("ptr: %s: the object is no JSON: %w", p.name, strict.JSON(data, new(any)))
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return fmt.Errorf("ptr: %s: %w", p.name, err)
	}
	for place := 1; d.More(); place++ {
		var answer any
		key, err := d.Token()
		if err == nil {
			err = d.Decode(&answer)
		}
		if err != nil {
			return fmt.Errorf("ptr: %s: entry %d: %w", p.name, place, err)
		}
		index, err := strconv.Atoi(fmt.Sprint(key))
		if err != nil {
			return fmt.Errorf("ptr: %s: entry %d: key is %q, want a question_index", p.name, place, key)
		}
		if err := p.add(place, index, answer); err != nil {
			return err
		}
	}
	return nil
}
