package qlevr

import (
	"fmt"
	"strings"
)

// ID is how a question file names the template: ["each_no.json", 20, 1, 3].
func (t *Template) ID() []any {
	id := []any{t.File, t.Family}
	for _, v := range t.Variant {
		id = append(id, v)
	}
	return id
}

// Tuple is how the counters name the template: ('each_no.json', 20, 1, 3).
func (t *Template) Tuple() string {
	var b strings.Builder
	fmt.Fprintf(&b, "('%s', %d", t.File, t.Family)
	for _, v := range t.Variant {
		fmt.Fprintf(&b, ", %d", v)
	}
	b.WriteByte(')')
	return b.String()
}

// TemplateLabels is a row of the table that says what the questions of a template are about; question files do not say it.
type TemplateLabels struct {
	Template    []any    `json:"template"`
	Quantifiers []string `json:"quantifiers"`
	Types       []string `json:"type"`
}

// templateTable has the labels of all templates, in their order.
func templateTable() []TemplateLabels {
	var out []TemplateLabels
	for i := range templates() {
		t := &templates()[i]
		out = append(out, TemplateLabels{t.ID(), t.Quantifiers, t.Types})
	}
	return out
}
