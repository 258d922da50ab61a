package shopvrb

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mereo/assets/kitchen"
	"mereo/gen/record"
	"mereo/gen/show"
)

// facetNames are what scenes can be found by.
var facetNames = []string{"objects", "category", "color", "material", "size", "ground", "question type", "answer"}

// facets reads of record and questions what scenes can be found by.
func (r *split) facets(index int) (show.Facets, error) {
	files := filesOf(r.job.Split, index)
	data, err := r.job.Read(files.record)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	var of struct {
		Objects []struct {
			Name     string `json:"name"`
			Size     string `json:"size"`
			Material string `json:"material"`
			Color    string `json:"color"`
		} `json:"objects"`
		Extra struct {
			Ground string `json:"ground"`
		} `json:"mereo,omitzero"`
	}
	if err := record.Read(data, &of, record.More); err != nil {
		return nil, fmt.Errorf("shopvrb: %s: %w; generate the scene again", files.record, err)
	}
	out := show.Facets{"objects": {strconv.Itoa(len(of.Objects))}}
	for _, o := range of.Objects {
		out.Add("category", o.Name)
		out.Add("color", o.Color)
		out.Add("material", o.Material)
		out.Add("size", o.Size)
	}
	if of.Extra.Ground != "" {
		out.Add("ground", of.Extra.Ground)
	}
	for _, k := range []kind{visual, textual} {
		questions, err := readQuestions(r.job.Root, k.file(r.job.Split, index))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, q := range questions {
			questionFacets(q, out)
		}
	}
	return out, nil
}

// questionFacets adds type and answer of a question. Answers that are lists are not told: there are too many.
func questionFacets(q *QuestionRecord, out show.Facets) {
	if n := len(q.Program); n > 0 {
		out.Add("question type", questionType(q.Program[n-1].Function))
	}
	switch answer := fmt.Sprint(q.Answer); {
	case answer == "" || answer[0] == '[':
	case answer == "true":
		out.Add("answer", "yes")
	case answer == "false":
		out.Add("answer", "no")
	default:
		out.Add("answer", answer)
	}
}

// Classes are those of the things, and the parts of all models of either pool.
func (r *reader) Classes() []show.Class {
	parts := map[string]bool{}
	for _, s := range []*sampler{
		r.sampler, {pool: kitchen.Training, rows: instances(kitchen.Training)}, {pool: kitchen.Benchmark, rows: instances(kitchen.Benchmark)},
	} {
		for k := range s.rows {
			for _, p := range s.modelOf(&s.rows[k]).Parts {
				parts[partClass(p.Name)] = true
			}
		}
	}
	names := append(slices.Clone(attributes[nameAttribute].Values), r.sampler.own.newClasses()...)
	return append(show.ClassesOf("object", names...), show.ClassesOf("part", slices.Sorted(maps.Keys(parts))...)...)
}

// partClass is the name of a part without its number: "blade" of "blade-2".
func partClass(name string) string {
	if at := strings.LastIndexByte(name, '-'); at > 0 && strings.Trim(name[at+1:], "0123456789") == "" {
		return name[:at]
	}
	return name
}
