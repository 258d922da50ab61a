package shopvrb

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
)

// templateFault is what a question about a scene says in another way than its template, "" for nothing.
func (k *askedKind) templateFault(t *testing.T, q *QuestionRecord, record []byte) string {
	t.Helper()
	if fault := textFault(q.Question); fault != "" {
		return fmt.Sprintf("%q %s", q.Question, fault)
	}
	program, err := json.Marshal(q.Program)
	if err != nil {
		t.Fatal(err)
	}
	p, err := k.grammar.Library.ParseProgram(program)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := ask.ReadPlain(record)
	if err != nil {
		t.Fatal(err)
	}
	of := k.grammar.Templates[q.QuestionFamilyIndex]
	if of.File != q.TemplateFilename || of.Index != q.QuestionInFamilyIndex {
		return fmt.Sprintf("family %d is %s, the question says %s, %d", q.QuestionFamilyIndex, of.Name(), q.TemplateFilename, q.QuestionInFamilyIndex)
	}
	nodes, err := checkProgram(k.grammar.Library, of, p)
	if err == nil {
		err = checkDifferent(of, nodes, k.grammar.Library.RunPlain(plain, p))
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// checkProgram tells whether a program is one of a template: the chain of its calls, what slots are filled with, and constraints
// on slots. at is the node of the program that yields the result of each node of the template.
func checkProgram(l *ask.Library[*known], t *template, p ask.Program) (at []int, err error) {
	m := matcher{library: l, t: t, p: p, values: make([]string, len(t.Slots))}
	for i := range t.Nodes {
		if err := m.node(i); err != nil {
			return nil, fmt.Errorf("node %d of %s (%s): %w", i, t.Name(), t.Nodes[i].Type, err)
		}
	}
	if m.next < len(p) {
		return nil, fmt.Errorf("%s is complete, but %d calls are left", t.Name(), len(p)-m.next)
	}
	for _, c := range t.Constraints {
		if fault := m.slotFault(c); fault != "" {
			return nil, fmt.Errorf("%s: constraint %s: %s", t.Name(), c.Kind, fault)
		}
	}
	return m.at, nil
}

// checkDifferent tells whether results differ where a template wants it. outputs are those of a program's nodes, at is from
// checkProgram.
func checkDifferent(t *template, at []int, outputs []any) error {
	for _, c := range t.Constraints {
		if c.Kind != "OUT_NEQ" {
			continue
		}
		a, b := at[c.Params[0]], at[c.Params[1]]
		if reflect.DeepEqual(outputs[a], outputs[b]) {
			return fmt.Errorf("%s: constraint OUT_NEQ: nodes %d and %d both yield %v", t.Name(), a, b, outputs[a])
		}
	}
	return nil
}

// matcher goes through a program along a template.
type matcher struct {
	library *ask.Library[*known]
	t       *template
	p       ask.Program
	next    int      // call of the program
	at      []int    // see checkProgram
	also    []int    // where else an empty group may have its result from: the call before it
	values  []string // of the slots
}

// node matches the calls of a node of the template.
func (m *matcher) node(i int) error {
	n := &m.t.Nodes[i]
	function, isGroup, relates := n.Type, false, false
	for _, end := range closed.Endings {
		if n.Type == "filter"+end.Suffix || n.Type == "relate_filter"+end.Suffix {
			function, isGroup, relates = end.Function, true, strings.HasPrefix(n.Type, "relate")
		}
	}
	from, slots, first := n.Inputs, n.Slots, m.next
	if !isGroup {
		if err := m.call(function, from, slots); err != nil {
			return err
		}
		m.done(first, from)
		return nil
	}
	if relates {
		if err := m.call("relate", from, slots[:1]); err != nil {
			return err
		}
		slots = slots[1:]
	}
	for a, slot := range slots {
		if m.next < len(m.p) && m.p[m.next].Function == "filter_"+attributes[a].Key && m.follows(first, from) {
			if err := m.fill(slot, m.p[m.next].Side); err != nil {
				return err
			}
			m.next++
		}
	}
	if function != "" {
		if m.next >= len(m.p) || m.p[m.next].Function != function || !m.follows(first, from) {
			return fmt.Errorf("call %d is no %s of what is before it", m.next, function)
		}
		m.next++
	}
	m.done(first, from)
	return nil
}

// follows tells whether the next call takes the one before it, or as the first of its node what the template says.
func (m *matcher) follows(first int, from []int) bool {
	if m.next > first {
		return slices.Equal(m.p[m.next].Inputs, []int{m.next - 1})
	}
	return m.takes(m.p[m.next].Inputs, from)
}

// takes tells whether inputs are the results of nodes of the template.
func (m *matcher) takes(inputs, from []int) bool {
	if len(inputs) != len(from) {
		return false
	}
	for k, n := range from {
		if inputs[k] != m.at[n] && inputs[k] != m.also[n] {
			return false
		}
	}
	return true
}

// call matches a single call.
func (m *matcher) call(function string, from, slots []int) error {
	switch {
	case m.next >= len(m.p) || m.p[m.next].Function != function:
		return fmt.Errorf("call %d is no %s", m.next, function)
	case !m.takes(m.p[m.next].Inputs, from):
		return fmt.Errorf("call %d takes %v, want the results of nodes %v of the template", m.next, m.p[m.next].Inputs, from)
	}
	for k, slot := range slots {
		if err := m.fill(slot, m.p[m.next].Side[k:]); err != nil {
			return err
		}
	}
	m.next++
	return nil
}

// done notes where a node of the template has its result from.
func (m *matcher) done(first int, from []int) {
	m.also = append(m.also, m.next-1)
	if m.next > first {
		m.at = append(m.at, m.next-1)
		return
	}
	m.at = append(m.at, m.at[from[0]])
}

// fill notes what a slot is filled with.
func (m *matcher) fill(slot int, side []ask.Value) error {
	kind := typeRelation
	if a := slices.Index(slotLetters, m.t.Slots[slot][:1]); a >= 0 {
		kind = typeOf(a)
	}
	values := m.library.Domain(kind)
	if !slices.Contains(values, side[0]) {
		return fmt.Errorf("call %d has %q, want one of %q", m.next, side[0], values)
	}
	m.values[slot] = side[0].(string)
	return nil
}

// slotFault says what breaks a constraint on slots, "" if nothing does.
func (m *matcher) slotFault(c ask.TemplateConstraint) string {
	var filled []string
	if c.Kind == "OUT_NEQ" {
		return ""
	}
	for _, slot := range c.Params {
		if m.values[slot] != "" {
			filled = append(filled, "<"+m.t.Slots[slot]+"> is "+m.values[slot])
		}
	}
	told := strings.Join(filled, ", ")
	switch n := len(filled); c.Kind {
	case "NULL", "NONE_OF":
		if n > 0 {
			return told + ", want nothing"
		}
	case "ONE_OF":
		if n > 1 {
			return told + ", want one at most"
		}
	case "ONE_OF_FORCE":
		if n != 1 {
			return fmt.Sprintf("%d slots are filled, want one: %s", n, told)
		}
	case "NEQ":
		if m.values[c.Params[0]] != m.values[c.Params[1]] {
			return told + ", want both to be the same"
		}
	}
	return ""
}

// textFault says what is wrong with a question's text, "" when nothing is.
func textFault(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || strings.ContainsRune("?;:,.", r) })
	switch {
	case text == "":
		return "is empty"
	case strings.ContainsAny(text, "<>[]"):
		return "has a slot or a bracket left"
	case text != single(text):
		return "has spaces that should not be"
	case text != adjustSpaces(text):
		return "has a space before a mark or a plural's end"
	case text != replaceArticles(text):
		return `has "a" before a vowel`
	case slices.ContainsFunc(words, func(w string) bool {
		return len(w) > len("things") && strings.HasPrefix(w, "things") || len(w) > len("objects") && strings.HasPrefix(w, "objects")
	}):
		return "has a noun glued to the word behind it"
	case slices.ContainsFunc(words, func(w string) bool { return plurals[w] != "" }):
		return "has a plural with an s too many"
	}
	return ""
}
