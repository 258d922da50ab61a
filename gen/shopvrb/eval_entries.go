package shopvrb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// eachEntry calls do for the JSON values of a file that the user names, holding one at a time: those of a list, of the list that an object has under
// a key, or one after the other. line is where a value begins. Errors name the file and the line.
func eachEntry(ctx context.Context, name, key string, do func(line int, entry jsontext.Value) error) error {
	f, err := folder.Named(name)
	return entriesOf(ctx, f, err, name, key, do)
}

// eachStored is eachEntry of a file of a dataset.
func eachStored(ctx context.Context, name, key string, do func(line int, entry jsontext.Value) error) error {
	f, err := folder.Inside(name)
	return entriesOf(ctx, f, err, name, key, do)
}

func entriesOf(
	ctx context.Context, f *os.File, err error, name, key string, do func(line int, entry jsontext.Value) error,
) error {
	if err != nil {
		return fmt.Errorf("shopvrb: %w", err)
	}
	defer f.Close()
	listed := hasList(f, key)
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("shopvrb: %w", err)
	}
	lines := &lineReader{r: f}
	e := entries{name, lines, jsontext.NewDecoder(lines)}
	if err := e.enter(listed, key); err != nil {
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
		line := lines.at(e.InputOffset() - int64(len(value)))
		if err := do(line, value); err != nil {
			return fmt.Errorf("shopvrb: %s:%d: %w", name, line, err)
		}
	}
	return e.leave()
}

// hasList tells whether a file begins with an object that has a list under a key.
func hasList(r io.Reader, key string) bool {
	d := jsontext.NewDecoder(r)
	if d.PeekKind() != '{' {
		return false
	}
	if _, err := d.ReadToken(); err != nil {
		return false
	}
	for d.PeekKind() == '"' {
		member, err := d.ReadToken()
		if err != nil {
			return false
		}
		if member.String() == key {
			return d.PeekKind() == '['
		}
		if err := d.SkipValue(); err != nil {
			return false
		}
	}
	return false
}

type entries struct {
	name  string
	lines *lineReader
	*jsontext.Decoder
}

// enter goes to the first entry.
func (e *entries) enter(listed bool, key string) error {
	if listed {
		if _, err := e.ReadToken(); err != nil {
			return err
		}
		for {
			member, err := e.ReadToken()
			if err != nil {
				return err
			}
			if member.String() == key {
				break
			}
			if err := e.SkipValue(); err != nil {
				return err
			}
		}
	}
	if listed || e.PeekKind() == '[' {
		_, err := e.ReadToken()
		return err
	}
	return nil
}

// leave reads what is behind the last entry of a list.
func (e *entries) leave() error {
	for e.StackDepth() > 0 {
		if _, err := e.ReadToken(); err != nil {
			return e.fault(err)
		}
	}
	if _, err := e.ReadToken(); err != io.EOF {
		return e.fault(errors.New("something follows behind the end of the list; keep one list"))
	}
	return nil
}

// fault names the place of an error.
func (e *entries) fault(err error) error {
	at := e.InputOffset()
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		at = syntax.ByteOffset
		err = write.JSONFault(err)
	}
	return fmt.Errorf("shopvrb: %s:%d: %w", e.name, e.lines.at(at), err)
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
