package shopvrb

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mereo/assets/kitchen"
	"mereo/gen/show"
)

// facetNames are what scenes can be found by.
var facetNames = []string{"objects", "category", "color", "material", "size", "ground", "question type", "answer"}

// facets reads record and questions without decoding them: the lines that are written here have their keys in a fixed order, and
// none inside a string.
func (r *split) facets(index int) (show.Facets, error) {
	files := filesOf(r.job.Split, index)
	data, err := r.job.Read(files.record)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	out := show.Facets{}
	from := bytes.Index(data, []byte(`"objects": [`))
	to := bytes.LastIndex(data, []byte(`], "directions": `))
	if from < 0 || to < from {
		return nil, fmt.Errorf("shopvrb: %s has no objects and directions, in this order; generate the scene again", files.record)
	}
	objects := data[from:to]
	n := each(objects, `{"name": "`, func(value string) { out.Add("category", value) })
	out["objects"] = []string{strconv.Itoa(n)}
	each(objects, `, "color": "`, func(value string) { out.Add("color", value) })
	each(objects, `, "material": "`, func(value string) { out.Add("material", value) })
	each(objects, `, "size": "`, func(value string) { out.Add("size", value) })
	each(data[to:], `"mereo": {"ground": "`, func(value string) { out.Add("ground", value) })
	for _, of := range []kind{visual, textual} {
		data, err := r.job.Read(of.file(r.job.Split, index))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("shopvrb: %w", err)
		}
		questionFacets(data, out)
	}
	return out, nil
}

// each calls f with the string behind every mark, and counts the marks.
func each(data []byte, mark string, f func(value string)) (n int) {
	for {
		at := bytes.Index(data, []byte(mark))
		if at < 0 {
			return n
		}
		data = data[at+len(mark):]
		end := max(bytes.IndexByte(data, '"'), 0)
		f(string(data[:end]))
		n++
	}
}

// Marks in the lines of question files.
var (
	answerMark   = []byte(`,"answer":`)
	functionMark = []byte(`{"function":"`)
)

// questionFacets adds types and answers of questions, a line for each. Answers that are lists are not told: there are too many.
func questionFacets(data []byte, out show.Facets) {
	for line := range bytes.Lines(data) {
		at := bytes.LastIndex(line, answerMark)
		if at < 0 {
			continue
		}
		if f := bytes.LastIndex(line[:at], functionMark); f >= 0 {
			each(line[f:at], string(functionMark), func(name string) { out.Add("question type", questionType(name)) })
		}
		answer := line[at+len(answerMark):]
		answer = answer[:max(bytes.Index(answer, []byte(`,"template_filename":`)), 0)]
		switch text := string(bytes.Trim(answer, `"`)); {
		case text == "" || text[0] == '[':
		case text == "true":
			out.Add("answer", "yes")
		case text == "false":
			out.Add("answer", "no")
		default:
			out.Add("answer", text)
		}
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
