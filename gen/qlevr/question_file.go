package qlevr

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/judge"
	"mereo/gen/record"
	"mereo/internal/folder"
)

// QuestionInfo is the head of a question file.
type QuestionInfo struct {
	Date    string `json:"date"` // MM/DD/YYYY
	Version string `json:"version"`
	Split   string `json:"split"`
}

// WriteQuestions writes a question file of questions, which it numbers from 0. The file is a single line without a line's end,
// because readers of the published files parse the first line alone. It keeps one question at a time.
func WriteQuestions(w io.Writer, info QuestionInfo, questions iter.Seq2[*QuestionRecord, error]) error {
	b := fmt.Appendf(nil, `{"info":%s,"questions":[`, record.JSON(info))
	n := 0
	for q, err := range questions {
		if err != nil {
			return err
		}
		numbered := *q
		numbered.QuestionIndex = n
		if n > 0 {
			b = append(b, ',')
		}
		b = record.Append(b, record.Compact, &numbered)
		if _, err := w.Write(b); err != nil {
			return err
		}
		b = b[:0]
		n++
	}
	_, err := w.Write(append(b, "]}"...))
	return err
}

// eachStoredScene calls do with the scenes of a file scenes_3d_SPLIT.json in their order, one at a time; all of them can be
// asked about.
func eachStoredScene(ctx context.Context, name string, do func(s *Scene) error) error {
	return judge.Stored(ctx, name, "scenes", "scene", func(_ int, data jsontext.Value) error {
		var s Scene
		if err := record.Read(data, &s, record.Part|record.Item); err != nil {
			return err
		}
		if err := secondSceneFault(&s); err != nil {
			return err
		}
		return do(&s)
	})
}

// TemplateLabels are what a template's questions are counted under.
type TemplateLabels struct {
	Quantifiers []string `json:"quantifiers"` // of the planes, then of the objects
	Types       []string `json:"type"`
}

// LabelTable are the labels of templates by their names as tuples, which question files do not have.
type LabelTable map[string]TemplateLabels

// labelsFile is the name of a file with a LabelTable.
const labelsFile = "templates_labels.json"

// labelsOf is the table of templates.
func labelsOf(templates []Template) LabelTable {
	out := LabelTable{}
	for i := range templates {
		t := &templates[i]
		out[t.name().String()] = TemplateLabels{t.Quantifiers, t.Types}
	}
	return out
}

// WriteLabels writes a table, a template on each line, in the order of their names.
func WriteLabels(w io.Writer, table LabelTable) error {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range slices.Sorted(maps.Keys(table)) {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n%s: %s", record.JSON(name), record.JSON(table[name]))
	}
	b.WriteString("\n}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// ReadLabels reads a table.
func ReadLabels(name string) (LabelTable, error) {
	data, err := folder.Given(name, folder.Record)
	if err != nil {
		return nil, fmt.Errorf("qlevr: labels of templates: %w", err)
	}
	var out LabelTable
	if err := record.Read(data, &out, record.Exact); err != nil {
		return nil, fmt.Errorf("qlevr: %s: %w", name, err)
	}
	for _, template := range slices.Sorted(maps.Keys(out)) {
		for kind, labels := range map[string][2][]string{
			"quantifiers": {out[template].Quantifiers, QuantifierLabels}, "type": {out[template].Types, TypeLabels},
		} {
			for _, l := range labels[0] {
				if !slices.Contains(labels[1], l) {
					return nil, fmt.Errorf("qlevr: %s: template %s: %s has %q, want labels out of %q", name, template, kind, l, labels[1])
				}
			}
		}
	}
	return out, nil
}

// QuantifierLabels are the 27 kinds of quantifiers, in the order of the published table.
var QuantifierLabels = []string{
	"each", "total", "all", "most", "not_all", "no", "some", "some_but_not_all", "exactly_number", "not_exactly_number",
	"between", "not_between", "all_but_at_most", "all_but_at_least", "more_than_number", "at_least_number",
	"fewer_than_number", "at_most_number", "more_than_fractions", "at_least_fractions", "fewer_than_fractions",
	"at_most_fractions", "every_except", "no_except", "more_A_than_B", "fewer_A_than_B", "equal_A_and_B",
}

// TypeLabels are the types of questions.
var TypeLabels = []string{
	"existence1", "existence2", "compare_attr_size", "compare_attr_color", "compare_attr_material", "compare_attr_shape",
	"compare_size", "compare_integer", "spatial_relationship",
}

// planeTemplateFiles are the files of templates, one for each way to speak of planes.
var planeTemplateFiles = []string{
	"all.json", "different_attr.json", "each_at_least.json", "each_at_most.json", "each_between.json", "each_exactly.json",
	"each_no.json", "each_not_between.json", "each_not_exactly.json", "relate.json", "total.json",
}
