package judge

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/record"
	"mereo/internal/folder"
)

// Form is what predictions look like: objects with a key and a value, {"question_index": n, "answer": x}.
type Form struct {
	Key, Value string
	// Text says that keys are texts; others are whole numbers.
	Text bool
	// Example is an entry, and Unit what there is a prediction for: "questions".
	Example, Unit string
}

// Lists are the keys that published files have their entries under.
var lists = []string{"questions", "scenes"}

// forms is what a file of predictions may look like.
func (f *Form) forms() string {
	return fmt.Sprintf("want one %s per line, a list of such, an object with %s by %s, or a .csv", f.Example, f.Value, f.Key)
}

// each calls do for the entries of a file of predictions, holding one at a time. It is CSV, if its name ends so, of keys and values;
// else JSON: entries one after the other, in a list, in an object with a list under one of lists, or an object with values by
// keys. Errors name the file and the line.
func (f *Form) each(ctx context.Context, name string, do func(line int, entry Entry) error) error {
	file, err := folder.Named(name)
	if err != nil {
		return fmt.Errorf("judge: predictions: %w", err)
	}
	defer file.Close()
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		return f.eachRow(ctx, file, name, do)
	}
	list, byKey, err := f.look(file)
	if err != nil {
		return fmt.Errorf("judge: %s: %w", name, err)
	}
	e := newEntries(name, file)
	if byKey {
		return f.eachKey(ctx, e, do)
	}
	return e.each(ctx, list, do)
}

// look finds out what a file begins with: an object whose entries are in a list under a key, or stand by their keys. It is read from
// the beginning afterwards.
func (f *Form) look(r io.ReadSeeker) (list string, byKey bool, err error) {
	defer func() {
		if err == nil {
			_, err = r.Seek(0, io.SeekStart)
		}
	}()
	d := jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true))
	switch d.PeekKind() {
	case '[':
		return "", false, nil
	case '{':
	default:
		if _, err := d.ReadToken(); err == io.EOF {
			return "", false, nil
		}
		return "", false, errors.New(f.forms())
	}
	if _, err := d.ReadToken(); err != nil {
		return "", false, nil // told by who reads on
	}
	for d.PeekKind() == '"' {
		member, err := d.ReadToken()
		if err != nil {
			return "", true, nil
		}
		name := member.String()
		switch {
		case slices.Contains(lists, name) && d.PeekKind() == '[':
			return name, false, nil
		case name == f.Key || name == f.Value:
			return "", false, nil
		}
		if err := d.SkipValue(); err != nil {
			return "", true, nil
		}
	}
	return "", true, nil
}

// eachRow reads CSV; a head with the names of key and value may come first.
func (f *Form) eachRow(ctx context.Context, file io.Reader, name string, do func(line int, entry Entry) error) error {
	r := csv.NewReader(file)
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	for first := true; ; first = false {
		row, err := r.Read()
		var parse *csv.ParseError
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &parse):
			return fmt.Errorf("judge: %s:%d: no CSV: %w", name, parse.Line, parse.Err)
		case err != nil:
			return fmt.Errorf("judge: %s: %w", name, err)
		case ctx.Err() != nil:
			return ctx.Err()
		}
		line, _ := r.FieldPos(0)
		if first && len(row) == 2 && row[0] == f.Key && row[1] == f.Value {
			continue
		}
		if len(row) != 2 {
			err = fmt.Errorf("has %d columns, want %s and %s; a list is put in double quotes", len(row), f.Key, f.Value)
		} else {
			value, _ := jsontext.AppendQuote(nil, row[1])
			err = f.entry(line, strings.TrimSpace(row[0]), value, do)
		}
		if err != nil {
			return fmt.Errorf("judge: %s:%d: %w", name, line, err)
		}
	}
}

// entry makes an entry of a key and a value.
func (f *Form) entry(line int, key string, value jsontext.Value, do func(line int, entry Entry) error) error {
	if f.Text {
		quoted, err := jsontext.AppendQuote(nil, key)
		if err != nil {
			return err
		}
		key = string(quoted)
	} else if n, err := strconv.Atoi(key); err != nil {
		return fmt.Errorf("%s is %.40q, want a whole number", f.Key, key)
	} else {
		key = strconv.Itoa(n)
	}
	return do(line, fmt.Appendf(nil, "{%q: %s, %q: %s}", f.Key, key, f.Value, value))
}

// eachKey reads values by keys.
func (f *Form) eachKey(ctx context.Context, e *entries, do func(line int, entry Entry) error) error {
	// Keys that are there twice are found by who knows the line of the first.
	e.Decoder = jsontext.NewDecoder(e.lines, jsontext.AllowDuplicateNames(true))
	if _, err := e.ReadToken(); err != nil {
		return e.fault(err)
	}
	for e.PeekKind() == '"' {
		member, err := e.ReadToken()
		if err != nil {
			return e.fault(err)
		}
		key := member.String()
		value, err := e.ReadValue()
		if err != nil {
			return e.fault(err)
		}
		line := e.lines.at(e.InputOffset() - int64(len(value)))
		if err := cmp.Or(ctx.Err(), f.entry(line, key, value, do)); err != nil {
			return fmt.Errorf("judge: %s:%d: %w", e.name, line, err)
		}
	}
	return e.leave()
}

// entries reads JSON values one after the other.
type entries struct {
	name  string
	lines *lineReader
	*jsontext.Decoder
}

func newEntries(name string, r io.Reader) *entries {
	lines := &lineReader{r: r}
	return &entries{name: name, lines: lines, Decoder: jsontext.NewDecoder(lines)}
}

// each calls do for the values of a list, which is under a key of an object where one is given, or one after the other.
func (e *entries) each(ctx context.Context, list string, do func(line int, entry Entry) error) error {
	if err := e.enter(list); err != nil {
		return e.fault(err)
	}
	for depth := e.StackDepth(); depth == 0 || e.PeekKind() != ']'; {
		value, err := e.ReadValue()
		if err == io.EOF && depth == 0 {
			return nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return e.fault(err)
		}
		line := e.lines.at(e.InputOffset() - int64(len(value)))
		if err := do(line, Entry(value)); err != nil {
			return fmt.Errorf("judge: %s:%d: %w", e.name, line, err)
		}
	}
	return e.leave()
}

// enter goes to the first value.
func (e *entries) enter(list string) error {
	if list != "" {
		if t, err := e.ReadToken(); err != nil || t.Kind() != '{' {
			return errors.Join(err, errors.New("it holds no object"))
		}
		for {
			member, err := e.ReadToken()
			if err != nil {
				return err
			}
			if member.Kind() == '}' {
				return errors.New("that key is missing")
			}
			if member.String() == list {
				if e.PeekKind() != '[' {
					return fmt.Errorf("%s is no list", list)
				}
				break
			}
			if err := e.SkipValue(); err != nil {
				return err
			}
		}
	}
	if e.PeekKind() == '[' {
		_, err := e.ReadToken()
		return err
	}
	return nil
}

// leave reads what is behind the last value.
func (e *entries) leave() error {
	for e.StackDepth() > 0 {
		if _, err := e.ReadToken(); err != nil {
			return e.fault(err)
		}
	}
	if _, err := e.ReadToken(); err != io.EOF {
		return e.fault(errors.New("something follows behind the end; keep one list or object"))
	}
	return nil
}

// fault names the place of an error.
func (e *entries) fault(err error) error {
	at := e.InputOffset()
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		at = syntax.ByteOffset
		err = record.Grammar(err)
	}
	return fmt.Errorf("judge: %s:%d: %w", e.name, e.lines.at(at), err)
}

// lineReader tells the lines of places, asked for in ascending order.
type lineReader struct {
	r      io.Reader
	offset int64
	breaks []int64 // line breaks that were read and not yet passed by
	passed int
}

func (l *lineReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			l.breaks = append(l.breaks, l.offset+int64(i))
		}
	}
	l.offset += int64(n)
	return n, err
}

// at is the line of a byte, from 1.
func (l *lineReader) at(offset int64) int {
	for len(l.breaks) > 0 && l.breaks[0] < offset {
		l.breaks = l.breaks[1:]
		l.passed++
	}
	return l.passed + 1
}

// Stored calls do for the values of {"questions": [...]}, a file of a dataset, in their order, holding one at a time. item is what
// one is called. Errors name the file and the place of the item.
func Stored(ctx context.Context, name, list, item string, do func(n int, value jsontext.Value) error) error {
	f, err := folder.Inside(name)
	if err != nil {
		return fmt.Errorf("judge: %w", err)
	}
	defer f.Close()
	e := newEntries(name, bufio.NewReaderSize(f, 1<<20))
	if err := e.enter(list); err != nil {
		return fmt.Errorf(`judge: %s: not a file of %ss, {"%s": [...]}: %w; make it again`, name, item, list, record.Grammar(err))
	}
	n := 0
	for ; e.PeekKind() != ']'; n++ {
		value, err := e.ReadValue()
		if err != nil {
			return fmt.Errorf("judge: %s: the file is cut short or damaged at %s %d: %w; make it again", name, item, n, err)
		}
		if err := cmp.Or(ctx.Err(), do(n, value)); err != nil {
			return fmt.Errorf("judge: %s: %s %d: %w", name, item, n, err)
		}
	}
	for e.StackDepth() > 0 { // what follows is left to others
		if _, err := e.ReadToken(); err != nil {
			return fmt.Errorf("judge: %s: the file is cut short or damaged behind %s %d: %w; make it again", name, item, n-1, err)
		}
	}
	return nil
}

// firstTask asks what task the first entry of a file is for; of other files than JSON it is not known.
func firstTask(ctx context.Context, name string, of func(Entry) string) (task string, err error) {
	file, err := folder.Named(name)
	if err != nil {
		return "", fmt.Errorf("judge: predictions: %w", err)
	}
	defer file.Close()
	list, _, err := (&Form{}).look(file)
	if err != nil {
		return "", nil // told by who reads the file
	}
	_ = newEntries(name, file).each(ctx, list, func(_ int, entry Entry) error {
		task = of(entry)
		return io.EOF // the first is enough
	})
	return task, nil
}
