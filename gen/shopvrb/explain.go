package shopvrb

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"mereo/gen/ask"
	"mereo/internal/folder"
)

// Explain prints a question about a scene file of a dataset, number question of its picture, where visual questions come first
// and textual ones after them: the text, the things of the scene, the program as a tree with the value at every node, run afresh
// on the scene, and the answer. Of textual questions each thing is told with what its description says about the properties that
// the program reads.
func Explain(w io.Writer, scenePath string, question int) error {
	data, err := folder.Given(scenePath, folder.Record)
	if err != nil {
		return fmt.Errorf("shopvrb: %w", err)
	}
	r, err := ParseRecord(data)
	if err != nil {
		return fmt.Errorf("%s: %w; make it again", scenePath, err)
	}
	plain, err := ask.ReadPlain(data)
	if err != nil {
		return fmt.Errorf("shopvrb: %s: %w; make it again", scenePath, err)
	}
	kind, q, name, err := questionBeside(scenePath, r, question)
	if err != nil {
		return err
	}
	l := newLibrary()
	program, err := json.Marshal(q.Program)
	if err != nil {
		return fmt.Errorf("shopvrb: %s: question %d: %w", name, question, err)
	}
	p, err := l.ParseProgram(program)
	if err != nil {
		return fmt.Errorf("%s: question %d: %w; \"mereo ask\" asks afresh", name, question, err)
	}
	fmt.Fprintf(w, "%s, question %d (%s, %s:%d)\n\n%s\n\n", r.ImageFilename, question, kind, q.TemplateFilename,
		q.QuestionInFamilyIndex, q.Question)
	for i := range r.Objects {
		o := &r.Objects[i]
		fmt.Fprintf(w, "object %d: %s %s %s %s %s (%s, %s)\n", i, o.Size, o.Weight, o.Color, o.Material, o.Name, o.Movability, o.Shape)
		for _, line := range o.told(p) {
			fmt.Fprintf(w, "  %s\n", line)
		}
	}
	fmt.Fprintln(w)
	outputs := l.RunPlain(plain, p)
	if err := ask.Explain(w, p, outputs); err != nil {
		return err
	}
	answer := outputs[len(outputs)-1]
	if answer == ask.Invalid {
		return fmt.Errorf("shopvrb: %s: question %d has no answer on its scene; \"mereo ask\" asks afresh", name, question)
	}
	fmt.Fprintf(w, "\nanswer: %s\n", releasedAnswer(answer))
	if q.Answer != any(releasedAnswer(answer)) && !reflect.DeepEqual(q.Answer, ask.AsJSON(answer)) {
		return fmt.Errorf("shopvrb: %s: question %d: the file says %v; \"mereo ask\" asks afresh", name, question, q.Answer)
	}
	return nil
}

// questionBeside finds a question of the dataset that a scene file lies in, its kind and its file.
func questionBeside(scenePath string, r *Record, question int) (of kind, q *QuestionRecord, name string, err error) {
	full, err := filepath.Abs(scenePath)
	if err != nil {
		return 0, nil, "", fmt.Errorf("shopvrb: %w", err)
	}
	if want := filepath.FromSlash(filesOf(r.Split, r.ImageIndex).record); !strings.HasSuffix(full, string(filepath.Separator)+want) {
		return 0, nil, "", fmt.Errorf("shopvrb: %s: the scene of picture %d has another name and place in a dataset's folder; "+
			"want one that ends with %s", scenePath, r.ImageIndex, want)
	}
	root := filepath.Join(filepath.Dir(scenePath), "../..") // as the user names it
	count := 0
	for _, of := range []kind{visual, textual} {
		file := of.file(r.Split, r.ImageIndex)
		list, err := readQuestions(root, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, nil, "", err
		}
		if i := question - count; i >= 0 && i < len(list) && list[i] != nil {
			return of, list[i], filepath.Join(root, filepath.FromSlash(file)), nil
		}
		count += len(list)
	}
	if count == 0 {
		return 0, nil, "", fmt.Errorf("shopvrb: there are no questions about %s; \"mereo ask\" makes them", scenePath)
	}
	return 0, nil, "", fmt.Errorf("shopvrb: %s: there is no question %d, want 0 to %d", scenePath, question, count-1)
}

// told says for each textual property of a thing that a program reads where the thing's description tells it.
func (o *ObjectRecord) told(p ask.Program) (out []string) {
	for _, a := range TextualAttributes {
		for _, value := range o.textual(a.Key) {
			if !reads(p, a.Key, value) {
				continue
			}
			line := value
			if o.Extra != nil && o.Extra.Description >= 0 {
				line += ": its description does not tell"
				if phrase := Evidence(o.Name, o.Extra.Description, value); phrase != "" {
					line = fmt.Sprintf("%s: %q", value, phrase)
				}
			}
			out = append(out, line)
		}
	}
	return out
}

// reads tells whether a program depends on whether things have a value of a property. Filters of lists only look for one value.
func reads(p ask.Program, key, value string) bool {
	return slices.ContainsFunc(p, func(n ask.Node) bool {
		verb, of, _ := strings.Cut(n.Function, "_")
		return of == key && (verb != "filter" || key != attributes[listAttribute].Key || n.Side[0] == ask.Value(value))
	})
}
