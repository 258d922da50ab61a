package ptr

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/show"
)

// facetNames are the keys of facets.
var facetNames = []string{"objects", "category", "color", "physical", "question type", "answer"}

// facets looks at a few keys of scene file and question file. Colors are those of visible parts.
//
// Most of a scene file are masks, and decoding them would take ten times as long as looking for keys. A quote inside of a string
// is written with a backslash, so a key in quotes with its colon is found nowhere else.
func (r *reader) facets(index int) (show.Facets, error) {
	name := filesOf(r.job.Split, index).scene
	data, err := r.read(name)
	if err != nil {
		return nil, err
	}
	f := show.Facets{"physical": {"no"}}
	objects := 0
	err = values(data, `"category":`, func(v jsontext.Value) error {
		var category string
		objects++
		err := json.Unmarshal(v, &category)
		f.Add("category", category)
		return err
	})
	if err == nil {
		err = values(data, `"part_color_occluded":`, func(v jsontext.Value) error {
			var colors map[string]paint
			err := json.Unmarshal(v, &colors)
			for _, c := range colors {
				f.Add("color", c.Name)
			}
			return err
		})
	}
	if err == nil {
		err = values(data, `"physics":`, func(v jsontext.Value) error {
			if string(v) == "true" {
				f["physical"] = []string{"yes"}
			}
			return nil
		})
	}
	if err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", name, err)
	}
	f["objects"] = []string{strconv.Itoa(objects)}

	name = questionPath(r.job.Split, index)
	data, err = r.read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	var file struct {
		Questions []struct {
			Type1  string `json:"type1"`
			Type2  string `json:"type2"`
			Answer any    `json:"answer"`
		} `json:"questions"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", name, err)
	}
	for _, q := range file.Questions {
		f.Add("question type", questionType(q.Type1, q.Type2))
		f.Add("answer", answerText(wholeNumber(q.Answer)))
	}
	return f, nil
}

// values gives the values of a key, wherever it is in a file, to f.
func values(data []byte, key string, f func(v jsontext.Value) error) error {
	for {
		at := bytes.Index(data, []byte(key))
		if at < 0 {
			return nil
		}
		data = data[at+len(key):]
		// The rest of the file is left out, since a buffer is read whole.
		v, err := jsontext.NewDecoder(bytes.NewReader(data[:min(len(data), maxValue)])).ReadValue()
		if err == nil {
			err = f(v)
		}
		if err != nil {
			return fmt.Errorf("%s %w", key, err)
		}
	}
}

// maxValue bounds the bytes of a value that facets are read from.
const maxValue = 1 << 14

// classes are the categories and their parts.
func classes() []show.Class {
	var names []string
	for _, n := range CategoryNames() {
		names = append(names, strings.ToLower(n))
	}
	var parts []string
	for _, c := range categories {
		for _, raw := range c.colored {
			parts = append(parts, FinalName(c.name, raw))
		}
	}
	slices.Sort(parts)
	return append(show.ClassesOf("object", names...), show.ClassesOf("part", append(slices.Compact(parts), other)...)...)
}
