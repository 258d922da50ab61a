package trance

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"mereo/gen/record"
	"mereo/internal/folder"
)

// dataFile is data.jsonl of a split below a dataset's folder. If split is empty it is that of the split test, or of the folder itself,
// as published, where all splits are in one file.
func dataFile(root, split string) (string, error) {
	whole := filepath.Join(root, "data.jsonl")
	names := []string{filepath.Join(root, split, "data.jsonl")}
	if split == "" {
		names = []string{filepath.Join(root, "test", "data.jsonl"), whole}
	}
	for _, name := range names {
		switch _, err := folder.Stat(filepath.Split(name)); {
		case err == nil:
			return name, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("trance: %w", err)
		}
	}
	if _, err := folder.Stat(filepath.Split(whole)); err == nil {
		return "", fmt.Errorf("trance: there is no %s, and %s has no splits; put the split's lines into the former, "+
			"or name no split for all lines", names[0], whole)
	}
	return "", fmt.Errorf("trance: %s: there is neither %s/data.jsonl nor data.jsonl, want the folder of a dataset", root,
		cmp.Or(split, "test"))
}

// EachRecord calls do for the samples of a data.jsonl in order, holding one at a time, until it fails. Errors name file and
// line.
func EachRecord(ctx context.Context, name string, do func(*Record) error) error {
	return eachStoredLine(ctx, name, func(_ int, line []byte) error {
		var stored storedRecord
		if err := record.Read(line, &stored, record.Part|record.Item); err != nil {
			return err
		}
		r, err := stored.record()
		if err != nil {
			return err
		}
		return do(r)
	})
}

// maxLine is how long a line may be, in bytes; those of records have some ten thousand at most.
const maxLine = 1 << 20

// eachStoredLine calls do for the lines of a file of a dataset that are more than space, which count from 1. A line is there until do
// returns. Errors name file and line.
func eachStoredLine(ctx context.Context, name string, do func(n int, line []byte) error) error {
	f, err := folder.Inside(name)
	if err != nil {
		return fmt.Errorf("trance: %w", err)
	}
	defer f.Close()
	lines := bufio.NewReaderSize(f, maxLine)
	for n := 1; ; n++ {
		line, err := lines.ReadSlice('\n')
		switch {
		case err == bufio.ErrBufferFull:
			return fmt.Errorf("trance: %s:%d: is longer than %d bytes, want one sample on a line", name, n, maxLine)
		case err != nil && err != io.EOF:
			return fmt.Errorf("trance: %s:%d: %w", name, n, err)
		case ctx.Err() != nil:
			return ctx.Err()
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if err := do(n, line); err != nil {
				return fmt.Errorf("trance: %s:%d: %w", name, n, err)
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}
