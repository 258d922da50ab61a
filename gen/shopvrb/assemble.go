package shopvrb

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/internal/ordered"
)

// Info is the head of joined files.
type Info struct {
	Date    string `json:"date"` // day/month/year
	Version string `json:"version"`
	Split   string `json:"split"`
	License string `json:"license"`
}

const license = "Creative Commons Attribution (CC-BY 4.0)"

// assemble writes what a split's samples share, side by side. Memory does not grow with the split: samples are read as they are
// joined.
func (s *Set) assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	info, err := json.Marshal(Info{s.cfg.Date, "1.0", job.Split, license})
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	f := filesOfSplit(job.Split)
	type join func(ctx context.Context, w io.Writer, root string, info []byte, paths []string) error
	joined := func(path string, of func(sampleFiles) string, by join) func() (write.File, error) {
		return func() (write.File, error) {
			paths := make([]string, job.Count)
			for i := range paths {
				paths[i] = of(filesOf(job.Split, i))
			}
			return write.Stream(job.To(), path, func(w io.Writer) error { return by(ctx, w, job.Root, info, paths) })
		}
	}
	steps := []func() (write.File, error){
		joined(f.scenes, func(f sampleFiles) string { return f.record }, joinScenes),
		func() (write.File, error) {
			return write.JSON(job.To(), classesFile, classNumbers(s.own.newClasses()...))
		},
		func() (write.File, error) { return write.JSON(job.To(), descriptionsFile, s.own.descriptions()) },
	}
	if s.cfg.Visual > 0 {
		steps = append(steps, joined(f.visual, func(f sampleFiles) string { return f.visual }, joinQuestions))
	}
	if s.cfg.Textual > 0 {
		steps = append(steps, joined(f.textual, func(f sampleFiles) string { return f.textual }, joinQuestions))
	}
	files, errs := make([]write.File, len(steps)), make([]error, len(steps))
	var joining sync.WaitGroup
	for i, step := range steps {
		joining.Go(func() { files[i], errs[i] = step() })
	}
	joining.Wait()
	return files, cmp.Or(errs...)
}

// joinScenes writes {"info": ..., "scenes": [...]} with the line that each scene file holds.
func joinScenes(ctx context.Context, w io.Writer, root string, info []byte, paths []string) error {
	return joinFiles(ctx, w, root, "scenes", info, paths, func(_ string, data []byte) ([][]byte, error) {
		return [][]byte{bytes.TrimRight(data, "\n")}, nil
	})
}

// joinFiles writes {"info": ..., key: [...]} with the elements that files hold, in their order, each on a line of its own. Memory
// does not grow with the number of files.
func joinFiles(
	ctx context.Context, w io.Writer, root, key string, info []byte, paths []string,
	elements func(path string, data []byte) ([][]byte, error),
) error {
	if _, err := fmt.Fprintf(w, `{"info": %s, "%s": [`, info, key); err != nil {
		return err
	}
	mark := "\n" // before an element
	err := ordered.Do(ctx, len(paths), func(i int) ([]byte, error) {
		data, err := folder.Read(root, paths[i], folder.Record)
		if err != nil {
			return nil, fmt.Errorf("shopvrb: %w", err)
		}
		return data, nil
	}, func(i int, data []byte) error {
		list, err := elements(paths[i], data)
		if err != nil {
			return err
		}
		var b []byte
		for _, e := range list {
			b = append(append(b, mark...), e...)
			mark = ",\n"
		}
		_, err = w.Write(b)
		return err
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n]}\n")
	return err
}

// classNumbers gives each class a number from 1: the published ones in the order of their names, then others in theirs.
func classNumbers(others ...string) map[string]int {
	out := map[string]int{}
	for _, classes := range [][]string{attributes[nameAttribute].Values, others} {
		for _, class := range slices.Sorted(slices.Values(classes)) {
			out[class] = len(out) + 1
		}
	}
	return out
}
