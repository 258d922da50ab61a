package trance

import (
	"context"
	"fmt"
	"io"
	"path"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/ordered"
)

const (
	dataName       = "data.jsonl"
	basicName      = "basic.jsonl"
	propertiesName = "properties.json"
	valuesName     = "values.json"
)

// releasedRecord is a sample as the published data have it: a line of data.jsonl. It is read from an infoRecord, whose other
// keys it lacks. Of the states it has the first and the last.
type releasedRecord struct {
	Idx             int             `json:"idx"`
	States          []releasedState `json:"states"`
	Transformations []releasedStep  `json:"transformations"`
}

type releasedState struct {
	Objects []storedObject   `json:"objects"`
	Images  byCamera[string] `json:"images"` // base names
}

type releasedStep struct {
	ObjIdx  int              `json:"obj_idx"`
	Attr    string           `json:"attr"`
	Val     jsontext.Value   `json:"val"`
	Options []jsontext.Value `json:"options"`
	Type    string           `json:"type,omitzero"`
}

// releasedLine turns a record of info/ into its line of data.jsonl, which ends with a newline, and says how many steps the
// sample has.
func releasedLine(info []byte) (line []byte, steps int, err error) {
	var r releasedRecord
	if err := record.Read(info, &r, record.Part); err != nil {
		return nil, 0, err
	}
	if n := len(r.States); n < 2 || len(r.Transformations) != n-1 {
		return nil, 0, fmt.Errorf("%d states and %d transformations, want 2 or more and one less", n, len(r.Transformations))
	}
	r.States = []releasedState{r.States[0], r.States[len(r.States)-1]}
	return encodeLine(&r), len(r.Transformations), nil
}

// assemble writes what a split's samples share: data.jsonl, basic.jsonl with those of its lines that have one step, and what
// the words mean. Some records are read at once.
func (c Config) assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	type released struct {
		line  []byte
		steps int
	}
	var basic write.File
	data, err := write.Stream(job.To(), path.Join(job.Split, dataName), func(all io.Writer) (err error) {
		basic, err = write.Stream(job.To(), path.Join(job.Split, basicName), func(single io.Writer) error {
			return ordered.Do(ctx, job.Count, func(i int) (out released, err error) {
				name := c.infoPath(job.Split, i)
				info, err := job.Read(name)
				if err != nil {
					return out, fmt.Errorf("trance: %w", err)
				}
				if out.line, out.steps, err = releasedLine(info); err != nil {
					err = fmt.Errorf("trance: %s: %w", name, err)
				}
				return out, err
			}, func(_ int, r released) (err error) {
				if r.steps == 1 {
					_, err = single.Write(r.line)
				}
				if err == nil {
					_, err = all.Write(r.line)
				}
				return err
			})
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	words, err := writeVocabulary(job.To(), job.Split)
	return append([]write.File{data, basic}, words...), err
}

// writeWords writes into a folder below root what the words of records mean.
func writeVocabulary(root, folder string) (files []write.File, err error) {
	for _, f := range []struct {
		name    string
		content any
	}{{propertiesName, propertiesFile}, {valuesName, valuesFile}} {
		file, err := write.JSON(root, path.Join(folder, f.name), f.content)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}
