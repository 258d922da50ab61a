package ptr

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/ask"
)

// TestAskedQuestionsKeepTheRules: what is asked says whose question it is and is in good English, is of another family each time, is
// about one object where it means one, fits the kind of scene, and asks for no verdict that is not clear.
func TestAskedQuestionsKeepTheRules(t *testing.T) {
	s, err := New(DefaultConfig(), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 4, Split: "train"}
	for _, item := range askedItems(t, s, job, 24) {
		data, err := job.Read(filesOf(job.Split, item.Index).scene)
		if err != nil {
			t.Fatal(err)
		}
		record, err := ParseRecord(data)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := ask.ReadPlain(data)
		if err != nil {
			t.Fatal(err)
		}
		questions := questionsOf(t, job, item.Index)
		if len(questions) > s.cfg.Questions {
			t.Errorf("sample %d: %d questions, want at most %d", item.Index, len(questions), s.cfg.Questions)
		}
		families := map[string]bool{}
		for i := range questions {
			q := &questions[i]
			fault := func(format string, args ...any) {
				t.Errorf("sample %d, question %d: %s", item.Index, i, fmt.Sprintf(format, args...))
			}
			image := ImageName(job.Split, item.Index)
			if q.Split != job.Split || q.ImageFilename != image || q.ImageIndex != item.Index || q.QuestionIndex != i ||
				q.Image != strings.TrimSuffix(image, ".png") {
				fault("is question %d of %s, %s, %d, %s", q.QuestionIndex, q.Split, q.ImageFilename, q.ImageIndex, q.Image)
			}
			family := fmt.Sprintf("%s:%d", q.TemplateFilename, q.QuestionFamilyIndex)
			if families[family] {
				fault("is of family %s again", family)
			}
			families[family] = true
			if bad := textFault(q.Question.Question); bad != "" {
				fault("%q %s", q.Question.Question, bad)
			}
			for _, bad := range ambiguities(q.Program) {
				fault("%s", bad)
			}
			outputs, bad := (&checker{library: s.grammar.Library}).answer(q, plain)
			if bad != "" {
				fault("%s", bad)
				continue
			}
			physicalFaults(q, record, outputs, fault)
			answerFaults(s.grammar.Library, q, fault)
		}
	}
}

// physicalFaults: what is asked fits the kind of scene, and verdicts that are asked for are clear.
func physicalFaults(q *numbered[Node], r *Record, outputs []ask.Value, fault func(format string, args ...any)) {
	if q.Type1 == typePhysics && !r.Physics {
		fault("a question about physics, but the scene is static")
	}
	if q.Type2 == typeGeometric && r.Physics {
		fault("a question about lines and planes, but the scene is physical")
	}
	for i := range outputs {
		n := q.Program[i]
		var judged []ask.Object
		switch n.Type {
		case "filter_stability", "filter_unstability":
			judged = outputs[n.Inputs[0]].([]ask.Object)
		case "query_stability", "query_unstability", "query_change", "query_direction":
			judged = []ask.Object{outputs[n.Inputs[0]].(ask.Object)}
		}
		for _, o := range judged {
			if s := r.Objects[o].Simulation; s != nil && s.Margin < 1 {
				fault("node %d (%s) is about object %d, whose verdict has a margin of %g, want 1", i, n.Type, o, s.Margin)
			}
		}
	}
}

// answerFaults: an answer is one that there can be, no relation is without an object unless that is asked, and no color that is asked for
// is said.
func answerFaults(l *ask.Library[*known], q *numbered[Node], fault func(format string, args ...any)) {
	last := q.Program[len(q.Program)-1].Type
	of, _ := l.AnswerType(last)
	if !slices.Contains(l.Domain(of), wholeNumber(q.Answer)) {
		fault("the answer is %v, want one of %v", q.Answer, l.Domain(of))
	}
	for i, n := range q.Program {
		if list, ok := n.Output.([]any); n.Type == "relate" && last != "exist" && (!ok || len(list) == 0) {
			fault("node %d (%s) yields %v, want objects", i, n.Type, n.Output)
		}
		for _, v := range n.SideInputs {
			part, isPart := v.(map[string]any)
			whole, isWhole := v.([]any)
			for _, c := range part {
				isPart = isPart && c == q.Answer
			}
			if q.Type2 == typeGeometric && of == typeColor && (isPart || isWhole && whole[0] == q.Answer) {
				fault("node %d (%s) is about %v, which is the answer", i, n.Type, v)
			}
		}
	}
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

func TestTextFault(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"what colour is the chair?", ""},
		{"name the part of an armchair that is red.", ""},
		{"", "is empty"},
		{"What is it?", "is not in lower case"},
		{"what is it", "ends with neither ? nor ."},
		{"what is it!", "ends with neither ? nor ."},
		{"what is the  chair?", `has spaces or articles that should be "what is the chair?"`},
		{" what is it?", `has spaces or articles that should be "what is it?"`},
		{"what is it ?", `has spaces or articles that should be "what is it?"`},
		{"is there a orange?", `has spaces or articles that should be "is there an orange?"`},
		{"is there an chair?", `has spaces or articles that should be "is there a chair?"`},
		{"is there a <g>?", "has a slot or choice left"},
		{"is there a {chair|bed}?", "has a slot or choice left"},
		{"is there [at all] a chair?", "has a slot or choice left"},
	} {
		if got := textFault(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
