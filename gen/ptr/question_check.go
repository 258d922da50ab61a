package ptr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/record"
)

// questionRules holds the question file of a coherent sample against its scene file, whose bytes are scene. Where there
// is no question file there is nothing to check: one that should be there is missed with its checksum.
func (c *checker) questionRules(f *finished, scene []byte) {
	name := questionPath(f.split, f.index)
	data, err := c.job.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var file struct {
		Questions []json.RawMessage `json:"questions"`
	}
	if err == nil {
		err = record.Read(data, &file, record.Lacking)
	}
	if err == nil && file.Questions == nil {
		err = errors.New(`no list of "questions"`)
	}
	if err != nil {
		f.report(name, -1, "question-file", "%v", err)
		return
	}
	if n := len(file.Questions); n > f.cfg.Questions {
		f.report(name, -1, "question-file", "%d questions, want at most %d", n, f.cfg.Questions)
	}
	plain, err := ask.ReadPlain(scene)
	if err != nil {
		f.report(f.files.scene, -1, "readable", "%v", err)
		return
	}
	families := map[string]int{} // question that asked it
	for i, raw := range file.Questions {
		q := questionCheck{finished: f, file: name, at: i, library: c.library, plain: plain}
		if !q.readable(raw) {
			continue
		}
		q.identity()
		family := fmt.Sprintf("%s:%d", q.TemplateFilename, q.QuestionFamilyIndex)
		if first, ok := families[family]; ok {
			q.fault("question-file", "family %s, which question %d is of already", family, first)
		} else {
			families[family] = i
		}
		if fault := textFault(q.Question.Question); fault != "" {
			q.fault("question-text", "%q %s", q.Question.Question, fault)
		}
		if outputs := q.answer(); outputs != nil {
			for _, fault := range ambiguities(q.Program) {
				q.fault("question-unique", "%s", fault)
			}
			q.physics(outputs)
		}
	}
}

// questionCheck is the check of one question of a file.
type questionCheck struct {
	*finished
	numbered[Node]
	file    string
	at      int // in the file
	library *ask.Library[*known]
	plain   *ask.Plain
}

// fault adds a problem of the question.
func (q *questionCheck) fault(rule, format string, args ...any) {
	q.out = append(q.out, gen.Problem{
		File: q.file, Object: fmt.Sprintf("question %d", q.at), Rule: rule, Detail: fmt.Sprintf(format, args...),
	})
}

// readable reads the question: all keys are there, in order and with values of their types, when writing it again gives
// the same JSON.
func (q *questionCheck) readable(raw json.RawMessage) bool {
	var line bytes.Buffer
	err := record.Read(raw, &q.numbered, record.Lacking|record.Item)
	if err == nil {
		err = json.Compact(&line, raw)
	}
	if err != nil {
		q.fault("question-file", "%v", err)
		return false
	}
	if differs := record.Diff(line.Bytes(), record.JSON(&q.numbered)); differs != "" {
		q.fault("question-file", "keys or values are not as they are written: %s", differs)
	}
	return true
}

// identity compares what says whose question it is.
func (q *questionCheck) identity() {
	image := ImageName(q.finished.split, q.index)
	for _, id := range []struct {
		key       string
		got, want any
	}{
		{"split", q.Split, q.finished.split},
		{"image_filename", q.ImageFilename, image},
		{"image_index", q.ImageIndex, q.index},
		{"image", q.Image, strings.TrimSuffix(image, ".png")},
		{"question_index", q.QuestionIndex, q.at},
	} {
		if id.got != id.want {
			q.fault("question-file", "%s is %v, want %v", id.key, id.got, id.want)
		}
	}
}

// textFault says what is wrong with a question's text, "" when nothing is.
func textFault(text string) string {
	switch {
	case text == "":
		return "is empty"
	case strings.ContainsAny(text, "<>{}[]"):
		return "has a slot or choice left"
	case text != strings.ToLower(text):
		return "is not in lower case"
	case !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, "."):
		return "ends with neither ? nor ."
	case text != ask.Tidy(text):
		return fmt.Sprintf("has spaces or articles that should be %q", ask.Tidy(text))
	}
	return ""
}

// answer holds answer and results against those of second meanings, which it returns; nil where the program cannot
// be run.
func (q *questionCheck) answer() []ask.Value {
	const rule = "question-answer"
	program, err := json.Marshal(q.Program)
	if err != nil {
		panic(fmt.Sprintf("ptr: nodes read from JSON cannot be written: %v", err))
	}
	p, err := q.library.ParseProgram(program)
	if err != nil {
		q.fault(rule, "%v", err)
		return nil
	}
	outputs := q.library.RunPlain(q.plain, p)
	for i, output := range outputs {
		n := q.Program[i]
		got, stored := ask.AsJSON(output), n.Output
		if n.Type == "query_positional-relation" { // in no order
			got, stored = sortedWords(got), sortedWords(stored)
		}
		if !reflect.DeepEqual(got, stored) {
			q.fault(rule, "node %d (%s) gives %s, the file has %s", i, n.Type, ask.JSONText(got), ask.JSONText(n.Output))
			break
		}
	}
	if got := ask.AsJSON(outputs[len(outputs)-1]); !reflect.DeepEqual(got, q.Answer) {
		q.fault(rule, "the program gives %s, the answer is %s", ask.JSONText(got), ask.JSONText(q.Answer))
	}
	last := q.Program[len(q.Program)-1].Type
	kind, _ := q.library.AnswerType(last)
	if domain := q.library.Domain(kind); !slices.Contains(domain, wholeNumber(q.Answer)) {
		q.fault(rule, "the answer is %s, want one of %v", ask.JSONText(q.Answer), domain)
	}
	return outputs
}

// sortedWords sorts a list of strings; what is none stays as it is.
func sortedWords(v any) any {
	list, ok := v.([]any)
	if !ok || slices.ContainsFunc(list, func(w any) bool { _, ok := w.(string); return !ok }) {
		return v
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return list
}

// ambiguities names the nodes of a stored program that mean one of several objects, or filter by a category that all
// objects have. Inputs must be earlier nodes.
func ambiguities(nodes []Node) []string {
	var out []string
	for i, n := range nodes {
		switch n.Type {
		case "unique":
			if set, ok := nodes[n.Inputs[0]].Output.([]any); !ok || len(set) != 1 {
				about := ask.JSONText(nodes[n.Inputs[0]].Output)
				out = append(out, fmt.Sprintf("node %d (%s) is about %s, want one object", i, n.Type, about))
			}
		case "filter_object-category":
			if reflect.DeepEqual(n.Output, nodes[n.Inputs[0]].Output) {
				out = append(out, fmt.Sprintf("node %d (%s) changes nothing in %s", i, n.Type, ask.JSONText(n.Output)))
			}
		}
	}
	return out
}

// physics: what is asked fits the kind of scene, and verdicts that are asked for are clear. outputs are those of the
// program.
func (q *questionCheck) physics(outputs []ask.Value) {
	const rule = "question-physics"
	if q.Type1 == typePhysics && !q.record.Physics {
		q.fault(rule, "a question about physics, but the scene is static")
	}
	if q.Type2 == typeGeometric && q.record.Physics {
		q.fault(rule, "a question about lines and planes, but the scene is physical")
	}
	for i := range outputs {
		n := q.Program[i]
		var judged []ask.Object
		switch n.Type {
		case "filter_stability", "filter_unstability":
			judged = outputs[n.Inputs[0]].([]ask.Object)
		case "query_stability", "query_unstability", "query_change", "query_direction":
			if len(n.Inputs) == 1 {
				judged = []ask.Object{outputs[n.Inputs[0]].(ask.Object)}
			}
		}
		for _, o := range judged {
			if s := q.record.Objects[o].Simulation; s != nil && s.Margin < 1 {
				q.fault(rule, "node %d (%s) is about object %d, whose verdict has a margin of %g, want 1",
					i, n.Type, o, s.Margin)
			}
		}
	}
}
