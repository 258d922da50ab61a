package ptr

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"mereo/gen/ask"
	"mereo/internal/folder"
)

// executor runs stored programs on scene files and returns their answers: a bool, an int, a string, or "__INVALID__". What does
// not fit PTR's functions is an error that names the node. It reads a scene once for all programs that are run on it one after the
// other, and is for one goroutine.
func executor() func(scene []byte, program json.RawMessage) (any, error) {
	var last []byte
	var plain *ask.Plain
	l := newLibrary()
	return func(scene []byte, program json.RawMessage) (any, error) {
		if plain == nil || !bytes.Equal(scene, last) {
			s, err := ask.ReadPlain(scene)
			if err != nil {
				return nil, fmt.Errorf("ptr: %w", err)
			}
			plain, last = s, scene
		}
		p, err := l.ParseProgram(program)
		if err != nil {
			return nil, err
		}
		outputs := l.RunPlain(plain, p)
		if answer := outputs[len(outputs)-1]; answer != ask.Invalid {
			return answer, nil
		}
		return "__INVALID__", nil
	}
}

// storedQuestions is a question file whose programs are left as they are.
type storedQuestions struct {
	Questions []storedQuestion `json:"questions"`
}

// Explain prints a question about a scene file of a dataset, number question of its picture: the text, its program as a tree
// with the value at every node, run afresh on the scene, and the answer.
func Explain(w io.Writer, scenePath string, question int) error {
	scene, err := folder.Given(scenePath, folder.Record)
	if err != nil {
		return fmt.Errorf("ptr: %w", err)
	}
	k, f, err := parseKnown(scene)
	if err != nil {
		return fmt.Errorf("%s: %w", scenePath, err)
	}
	questions := filepath.Join(filepath.Dir(filepath.Dir(scenePath)), "questions")
	name := filepath.Join(questions, strings.TrimSuffix(filepath.Base(scenePath), ".json")+"_question.json")
	data, err := folder.Given(name, folder.Record)
	if err != nil {
		return fmt.Errorf("ptr: questions of %s: %w; \"mereo ask\" makes them", scenePath, err)
	}
	var file storedQuestions
	if err := json.Unmarshal(data, &file); err != nil {
		return fmt.Errorf("ptr: %s: %w", name, err)
	}
	if question < 0 || question >= len(file.Questions) {
		return fmt.Errorf("ptr: %s: no question %d, the file has 0 to %d", name, question, len(file.Questions)-1)
	}
	q := &file.Questions[question]
	l := newLibrary()
	p, err := l.ParseProgram(q.Program)
	if err != nil {
		return fmt.Errorf("%s: question %d: %w", name, question, err)
	}
	fmt.Fprintf(w, "%s, question %d (%s %s, %s:%d)\n\n%s\n\n", f.ImageFilename, question, q.Type1, q.Type2, ask.Base(q.TemplateFilename), q.QuestionFamilyIndex, q.Question)
	for i := range k.objects {
		fmt.Fprintf(w, "object %d: %s\n", i, k.objects[i].describe())
	}
	fmt.Fprintln(w)
	plain, err := ask.ReadPlain(scene)
	if err != nil {
		return fmt.Errorf("ptr: %s: %w", scenePath, err)
	}
	outputs := l.RunPlain(plain, p)
	if err := ask.Explain(w, p, outputs); err != nil {
		return err
	}
	answer := outputs[len(outputs)-1]
	fmt.Fprintf(w, "\nanswer: %s\n", answerText(answer))
	if got := answerText(answer); got != answerText(wholeNumber(q.Answer)) {
		return fmt.Errorf("ptr: %s: question %d: the file says %s", name, question, answerText(wholeNumber(q.Answer)))
	}
	return nil
}

// wholeNumber is a decoded JSON value with whole numbers as int.
func wholeNumber(v any) any {
	if x, ok := v.(float64); ok && x == float64(int(x)) {
		return int(x)
	}
	return v
}

// describe names an object's visible parts: "Chair: red leg x4, blue seat".
func (o *knownObject) describe() string {
	var parts []string
	for _, p := range o.parts {
		text := o.color[p].Name + " " + p
		if n := o.number(p); n != 1 {
			text += fmt.Sprintf(" x%d", n)
		}
		parts = append(parts, text)
	}
	text := o.category + ": " + strings.Join(parts, ", ")
	switch {
	case o.stability == "yes":
		text += "; stable"
	case o.stability == "no" && len(o.changes) == 0:
		text += "; unstable, no move helps"
	case o.stability == "no":
		text += "; unstable, helped by a move " + strings.Join(o.changes, ", ")
	}
	return text
}
