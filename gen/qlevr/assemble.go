package qlevr

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/ordered"
)

// assemble writes what a split's samples share. Records are read one after the other, so that memory does not grow with the split.
func (s *Set) assemble(ctx context.Context, job gen.Job, items []gen.Item) ([]write.File, error) {
	f := s.cfg.filesOfSplit(job.Split)
	var out []write.File
	for _, joined := range []struct {
		path string
		of   func(sampleFiles) string
	}{
		{f.scenes2D, func(f sampleFiles) string { return f.record2D }},
		{f.scenes3D, func(f sampleFiles) string { return f.record3D }},
	} {
		file, err := write.Stream(job.Root, joined.path, func(w io.Writer) error {
			return s.joinScenes(ctx, w, job, items, joined.of)
		})
		if err != nil {
			return nil, err
		}
		out = append(out, file)
	}
	if s.cfg.Questions == 0 {
		return out, nil
	}
	counters, templates := newBalanceRecord(), newTemplateTable(s.cfg.templates())
	file, err := write.Stream(job.Root, f.questions, func(w io.Writer) error {
		return WriteQuestions(w, s.info(job.Split), func(yield func(*QuestionRecord, error) bool) {
			for i := range items {
				list, err := s.readQuestions(job, items[i].Index)
				if err == nil {
					err = ctx.Err()
				}
				if err != nil {
					yield(nil, err)
					return
				}
				for k := range list {
					counters.add(templates[list[k].Template.String()], &list[k])
					if !yield(&list[k], nil) {
						return
					}
				}
			}
		})
	})
	if err != nil {
		return nil, err
	}
	out = append(out, file)
	if file, err = write.JSON(job.Root, f.storage, counters); err != nil {
		return nil, err
	}
	out = append(out, file)
	file, err = write.Stream(job.Root, f.labels, func(w io.Writer) error { return WriteLabels(w, labelsOf(s.cfg.templates())) })
	return append(out, file), err
}

// info is the head of joined files.
func (s *Set) info(split string) QuestionInfo { return QuestionInfo{s.cfg.Date, "1.0", split} }

// readQuestions reads the questions of a picture.
func (s *Set) readQuestions(job gen.Job, index int) ([]QuestionRecord, error) {
	name := s.cfg.filesOf(job.Split, index).questions
	data, err := os.ReadFile(filepath.Join(job.Root, filepath.FromSlash(name)))
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	var out []QuestionRecord
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, fmt.Errorf("qlevr: %s: %w", name, err)
	}
	return out, nil
}

// joinScenes writes {"info": ..., "scenes": [...]} with the line that the file of each sample holds.
func (s *Set) joinScenes(ctx context.Context, w io.Writer, job gen.Job, items []gen.Item, of func(sampleFiles) string) error {
	info, err := json.Marshal(s.info(job.Split))
	if err != nil {
		return fmt.Errorf("qlevr: %w", err)
	}
	if _, err := fmt.Fprintf(w, `{"info":%s,"scenes":[`, info); err != nil {
		return err
	}
	err = ordered.Do(ctx, len(items), func(i int) ([]byte, error) {
		data, err := os.ReadFile(filepath.Join(job.Root, filepath.FromSlash(of(s.cfg.filesOf(job.Split, items[i].Index)))))
		if err != nil {
			return nil, fmt.Errorf("qlevr: %w", err)
		}
		return bytes.TrimRight(data, "\n"), nil
	}, func(i int, line []byte) error {
		if i > 0 {
			line = append([]byte(","), line...)
		}
		_, err := w.Write(line)
		return err
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, "]}")
	return err
}
