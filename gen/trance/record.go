package trance

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// storedRecord is a line of data.jsonl, of this program or as published: what is judged by it.
type storedRecord struct {
	Idx    *int `json:"idx"`
	States []struct {
		Objects []Object `json:"objects"`
	} `json:"states"`
	Transformations []storedStep `json:"transformations"`
}

// storedStep is a step of the reference. Records of the published generator say target for val.
type storedStep struct {
	Object  *int              `json:"obj_idx"`
	Attr    string            `json:"attr"`
	Val     json.RawMessage   `json:"val"`
	Target  json.RawMessage   `json:"target"`
	Options []json.RawMessage `json:"options"`
}

// Record is a sample as it lies in data.jsonl.
type Record struct {
	Idx int
	Sample
	// Options are for each step the pairs that are accepted in the place of the reference's.
	Options [][]Pair
}

// record checks a line.
func (r *storedRecord) record() (*Record, error) {
	if r.Idx == nil {
		return nil, errors.New("has no idx")
	}
	if n := len(r.States); n < 2 {
		return nil, fmt.Errorf("states: has %d, want the first and the last", n)
	}
	if n := len(r.Transformations); n < 1 || n > maxSequence {
		return nil, fmt.Errorf("transformations: has %d, want 1 to %d", n, maxSequence)
	}
	out := &Record{Idx: *r.Idx}
	for i, into := range []*State{&out.Initial, &out.Final} {
		at := i * (len(r.States) - 1)
		objects := r.States[at].Objects
		if len(objects) != ObjectCount {
			return nil, fmt.Errorf("states[%d].objects: has %d, want %d", at, len(objects), ObjectCount)
		}
		copy(into[:], objects)
	}
	for i, t := range r.Transformations {
		where := fmt.Sprintf("transformations[%d]", i)
		if t.Object == nil || *t.Object < 0 || *t.Object >= ObjectCount {
			return nil, fmt.Errorf("%s.obj_idx: want 0 to %d", where, ObjectCount-1)
		}
		value := t.Val
		if value == nil {
			value = t.Target
		}
		p, err := pairOf(t.Attr, value)
		if err != nil {
			return nil, fmt.Errorf("%s.val: %w", where, err)
		}
		options := []Pair{p}
		for k, raw := range t.Options {
			o, err := pairOf(t.Attr, raw)
			if err != nil {
				return nil, fmt.Errorf("%s.options[%d]: %w", where, k, err)
			}
			if !slices.Contains(options, o) {
				options = append(options, o)
			}
		}
		out.Reference = append(out.Reference, Step{*t.Object, p})
		out.Options = append(out.Options, options)
	}
	return out, nil
}

// pairOf reads a value as records have it: a word, or [direction, steps].
func pairOf(attribute string, value json.RawMessage) (p Pair, err error) {
	name := ""
	if attribute == Position.String() {
		var list []json.RawMessage
		var direction string
		var steps int
		if json.Unmarshal(value, &list) != nil || len(list) != 2 || json.Unmarshal(list[0], &direction) != nil ||
			json.Unmarshal(list[1], &steps) != nil {
			return 0, fmt.Errorf(`is %s, want a direction and a whole number such as ["behind", 1]`, value)
		}
		name = fmt.Sprintf("%s.%s.%d", attribute, direction, steps)
	} else {
		var word string
		if err := json.Unmarshal(value, &word); err != nil {
			return 0, fmt.Errorf("is %s, want a word", value)
		}
		name = attribute + "." + word
	}
	return p, p.UnmarshalText([]byte(name))
}

// dataFile is data.jsonl of a split below a folder, or of the folder itself, as published.
func dataFile(folder, split string) (string, error) {
	for _, name := range []string{filepath.Join(folder, split, "data.jsonl"), filepath.Join(folder, "data.jsonl")} {
		switch _, err := os.Stat(name); {
		case err == nil:
			return name, nil
		case !errors.Is(err, os.ErrNotExist):
			return "", fmt.Errorf("trance: %w", err)
		}
	}
	return "", fmt.Errorf("trance: %s: there is neither %s/data.jsonl nor data.jsonl, want the folder of a dataset", folder, split)
}

// eachRecord calls do for the lines of a data.jsonl in order, holding one at a time. Errors name file and line.
func eachRecord(ctx context.Context, name string, do func(*Record) error) error {
	return eachLine(ctx, name, func(_ int, line []byte) error {
		var stored storedRecord
		if err := json.Unmarshal(line, &stored); err != nil {
			return err
		}
		r, err := stored.record()
		if err != nil {
			return err
		}
		return do(r)
	})
}

// eachLine calls do for the lines of a file that are not empty, which count from 1. Errors name file and line.
func eachLine(ctx context.Context, name string, do func(n int, line []byte) error) error {
	f, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("trance: %w", err)
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("trance: %s:%d: %w", name, n, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if len(line) > 0 && string(line) != "\n" {
			if err := do(n, line); err != nil {
				return fmt.Errorf("trance: %s:%d: %w", name, n, err)
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}
