package world

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/ordered"
)

// Joined is a file {"info": ..., KEY: [...]} with elements from a file of each sample of a split, in index order.
type Joined[E any] struct {
	Path string
	Info any // nil for none
	Key  string
	// OneLine is for readers that want the file in one line without end. Otherwise each element has a line of its own.
	OneLine bool
	From    func(index int) string // the file of a sample
	// Elements reads the file of a sample. It may be called at once from several goroutines.
	Elements func(path string, data []byte) ([]E, error)
	// Append adds an element, number n of the joined file.
	Append func(b []byte, n int, e E) []byte
}

// Lines joins files that hold one JSON value each. Values of several lines are put on one.
func Lines(path string, info any, key string, oneLine bool, from func(index int) string) *Joined[[]byte] {
	return &Joined[[]byte]{
		Path: path, Info: info, Key: key, OneLine: oneLine, From: from,
		Elements: func(path string, data []byte) ([][]byte, error) {
			line := bytes.TrimRight(data, "\n")
			if !bytes.Contains(line, []byte("\n")) {
				return [][]byte{line}, nil
			}
			var b bytes.Buffer
			if err := json.Compact(&b, line); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			return [][]byte{b.Bytes()}, nil
		},
		Append: func(b []byte, _ int, line []byte) []byte { return append(b, line...) },
	}
}

// Step is a step of Together that writes the file. Memory does not grow with the split.
func (j *Joined[E]) Step(ctx context.Context, job gen.Job) func() (write.File, error) {
	return func() (write.File, error) { return j.write(ctx, job) }
}

func (j *Joined[E]) write(ctx context.Context, job gen.Job) (write.File, error) {
	space, first, next, tail := " ", "\n", ",\n", "\n]}\n"
	if j.OneLine {
		space, first, next, tail = "", "", ",", "]}"
	}
	head := "{"
	if j.Info != nil {
		info, err := json.Marshal(j.Info)
		if err != nil {
			return write.File{}, fmt.Errorf("%s: %w", j.Path, err)
		}
		head += fmt.Sprintf(`"info":%s%s,%s`, space, info, space)
	}
	return write.Stream(job.To(), j.Path, func(w io.Writer) error {
		if _, err := fmt.Fprintf(w, `%s"%s":%s[`, head, j.Key, space); err != nil {
			return err
		}
		n, mark := 0, first
		err := ordered.Do(ctx, job.Count, func(i int) ([]E, error) {
			path := j.From(i)
			data, err := job.Read(path)
			if err != nil {
				return nil, err
			}
			return j.Elements(path, data)
		}, func(_ int, list []E) error {
			var b []byte
			for _, e := range list {
				b = j.Append(append(b, mark...), n, e)
				n, mark = n+1, next
			}
			_, err := w.Write(b)
			return err
		})
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, tail)
		return err
	})
}

// Together takes steps side by side. The error is that of the first one that has one.
func Together[T any](steps ...func() (T, error)) ([]T, error) {
	out, errs := make([]T, len(steps)), make([]error, len(steps))
	var all sync.WaitGroup
	for i, step := range steps {
		all.Go(func() { out[i], errs[i] = step() })
	}
	all.Wait()
	return out, cmp.Or(errs...)
}
