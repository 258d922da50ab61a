package shopvrb

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// mendedFiles are the built-in template files with the slips that shall be mended changed.
type mendedFiles struct {
	fs.FS
	mended Mended
}

// mendedTemplate is what is changed of a template.
type mendedTemplate struct {
	Program     []string        `json:"program"`
	Constraints []string        `json:"constraints,omitempty"`
	Text        json.RawMessage `json:"text"`
}

// ReadFile reads a file and mends it.
func (m mendedFiles) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(m.FS, name)
	if err != nil {
		return nil, err
	}
	switch {
	case m.mended.EqualCounts && name == "compare_integer_text.json":
		for i := range 4 {
			data = mend(name, data, i, equalCounts)
		}
	case name == "comparison.json":
		if m.mended.SizeUnsaid {
			data = mend(name, data, 7, sizeUnsaid)
		}
		if m.mended.NamesCompared {
			data = mend(name, data, 27, namesCompared)
		}
	}
	return data, nil
}

// mend changes a template of a file.
func mend(name string, data []byte, index int, change func(t *mendedTemplate)) []byte {
	var templates []mendedTemplate
	err := json.Unmarshal(data, &templates)
	if err == nil {
		change(&templates[index])
		data, err = json.Marshal(templates)
	}
	if err != nil {
		panic(fmt.Sprintf("shopvrb: %s is no file of templates: %v", name, err)) // it is compiled in
	}
	return data
}

// equalCounts lets the two numbers be equal.
func equalCounts(t *mendedTemplate) {
	t.Constraints = slices.DeleteFunc(t.Constraints, func(c string) bool { return strings.HasPrefix(c, "OUT_NEQ") })
}

// sizeUnsaid keeps the sizes of the second and third group unsaid, which are compared, not those of the first and second.
func sizeUnsaid(t *mendedTemplate) {
	t.Constraints[slices.Index(t.Constraints, "NULL(<Z>)")] = "NULL(<Z3>)"
}

// namesCompared asks for names in place of movabilities, in the program and in its sentences.
func namesCompared(t *mendedTemplate) {
	for i, line := range t.Program {
		t.Program[i] = strings.ReplaceAll(line, "movability", "name")
	}
	t.Text = json.RawMessage(namesComparedText)
}

const namesComparedText = `[
	"Does the <G2> which is <R> the <G> go by the same name as the <G4> [that is] <R2> the <G3>?",
	"Compare the <G2> [that is] <R> the <G> with the <G4> [that is] <R2> the <G3>; are they the same sort of thing?",
	"Are the <G2> that is <R> the <G> and the <G4> that is <R2> the <G3> things of one kind?",
	"Is the <G2> located <R> the <G> the same kind of object as the <G4> [that is] <R2> the <G3>?"
]`
