package ask

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// compiler turns a stored template into a Template, checking it against the library.
type compiler[S any] struct {
	l      *Library[S]
	voice  Voice[S]
	stored *storedTemplate
	t      *Template[S]
	outs   []Type         // of the nodes so far
	names  map[string]int // of lines: the nodes that yield their results
}

// compile returns the field, as the end of a JSON pointer, that an error is about.
func (c *compiler[S]) compile() (field string, err error) {
	for _, key := range c.l.Labels {
		if c.stored.Labels[key] == "" {
			return "/labels", fmt.Errorf("has no %q, want %s", key, strings.Join(c.l.Labels, ", "))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.stored.Labels)) {
		if !slices.Contains(c.l.Labels, key) {
			field := jsontext.Pointer("/labels").AppendToken(key)
			return string(field), fmt.Errorf("unknown label, want %s", oneOf(c.l.Labels))
		}
	}
	c.t.Labels = c.stored.Labels
	for i, flag := range c.stored.Flags {
		if !slices.Contains(c.l.Flags, flag) {
			return fmt.Sprintf("/flags/%d", i), fmt.Errorf("unknown flag %q, want %s", flag, oneOf(c.l.Flags))
		}
	}
	c.t.flags = c.stored.Flags
	if len(c.stored.Program) == 0 {
		return "/program", errors.New("there is no line, want at least one")
	}
	for i, line := range c.stored.Program {
		if err := c.line(line, i == len(c.stored.Program)-1); err != nil {
			return fmt.Sprintf("/program/%d", i), err
		}
	}
	for i, line := range c.stored.Constraints {
		if err := c.constraint(line); err != nil {
			return fmt.Sprintf("/constraints/%d", i), err
		}
	}
	if len(c.stored.Text) == 0 {
		return "/text", errors.New("there is no phrasing, want at least one")
	}
	for i, text := range c.stored.Text {
		text = mentionedGroup.ReplaceAllStringFunc(text, c.spelled)
		c.t.Phrasings = append(c.t.Phrasings, text)
		s, err := parsePhrasing(text, c.knows)
		if err != nil {
			return fmt.Sprintf("/text/%d", i), err
		}
		c.t.phrasings, c.t.said = append(c.t.phrasings, s), append(c.t.said, c.said(s))
		if err := c.choices(i, text); err != nil {
			return fmt.Sprintf("/text/%d", i), err
		}
	}
	return "", nil
}

// choices checks phrasing number i of a family with choices, and finds out what its stem says.
func (c *compiler[S]) choices(i int, text string) error {
	parts := strings.Split(text, ChoiceMark)
	if len(parts) == 1 && c.t.Stem == nil {
		return nil
	}
	if len(parts) != 3 || i > 0 && c.t.Stem == nil {
		return fmt.Errorf("%q has %d parts, want three with %q between them in all phrasings of a family with choices: what all choices share, the choice, and both in one sentence",
			text, len(parts), ChoiceMark)
	}
	if c.t.Answer != TypeBool {
		return fmt.Errorf("has choices, whose answer is a %s, want a program that yields a %s", c.t.Answer, TypeBool)
	}
	stem, err := parsePhrasing(parts[0], c.knows)
	if err != nil {
		return err
	}
	said := c.said(stem)
	c.t.Stem = []int{}
	for k, slot := range c.t.Slots {
		if slices.Contains(said, slot) {
			c.t.Stem = append(c.t.Stem, k)
		}
	}
	return nil
}

// said are the slots that all readings of a phrasing say. A phrase of the voice says all that the node of its anchor has.
func (c *compiler[S]) said(s sequence) (slots []string) {
	for name := range s.always() {
		slots = append(slots, name)
		if isSlot, isPhrase := c.knows(name); isSlot || !isPhrase {
			continue
		}
		anchor, _ := c.voice.Anchor(name)
		at := slices.Index(c.t.Slots, anchor)
		for _, node := range c.t.Nodes {
			if slices.Contains(node.Slots, at) {
				for _, k := range node.Slots {
					slots = append(slots, c.t.Slots[k])
				}
			}
		}
	}
	return slots
}

// mentionedGroup is a name in brackets.
var mentionedGroup = regexp.MustCompile(`<[A-Za-z]+[0-9]*>`)

// spelled is the slots of a name in brackets, if it is that of a group, with blanks between; a phrase of the voice is said as one.
func (c *compiler[S]) spelled(name string) string {
	if c.voice != nil {
		if _, phrase := c.voice.Anchor(strings.Trim(name, "<>")); phrase {
			return name
		}
	}
	return strings.Join(c.slotsOf(name), " ")
}

// slotsOf are the slots of a name in brackets if it is that of a group; else it is itself.
func (c *compiler[S]) slotsOf(name string) []string {
	bare := strings.Trim(name, "<>")
	if bare == name {
		return []string{name}
	}
	group := strings.TrimRight(bare, "0123456789")
	slots, ok := c.l.Groups[group]
	if !ok {
		return []string{name}
	}
	var out []string
	for _, s := range slots {
		out = append(out, "<"+s+bare[len(group):]+">")
	}
	return out
}

// line checks and adds the calls of a line of the program.
func (c *compiler[S]) line(text string, last bool) error {
	n := notation{text: text}
	name, t, err := n.line()
	if err != nil {
		return err
	}
	_, twice := c.names[name]
	_, made := c.names[t.text]
	switch {
	case made && t.bare:
		return n.errorf(t.at, "want a call, %s is an earlier line", t.text)
	case name == "" && !last:
		return n.errorf(t.at, "want a name before this, as in a = scene; only the last line needs none")
	case twice:
		return n.errorf(0, "an earlier line has the name %s", name)
	case c.l.macros[name] != nil || c.l.functions[name] != nil:
		return n.errorf(0, "%s is called in programs, want another name", name)
	}
	node, err := c.call(&n, &t)
	if err != nil {
		return err
	}
	if name != "" {
		c.names[name] = node
	}
	if c.t.Answer = c.outs[node]; last && c.l.Domain(c.t.Answer) == nil {
		return n.errorf(t.at, "the last line yields a %s, which is no answer", c.t.Answer)
	}
	return nil
}

// call checks and adds a call, what it takes before it, and returns its node.
func (c *compiler[S]) call(n *notation, t *term) (node int, err error) {
	if node, ok := c.names[t.text]; ok && t.bare {
		return node, nil
	}
	var in, side []Type
	var out Type
	least := 0
	m, f := c.l.macros[t.text], c.l.functions[t.text]
	if m != nil { // also where a function has its name
		in, side, out, least = m.In, m.Slots, m.Out, min(1, len(m.Slots))
	} else if f != nil {
		in, side, out, least = f.In, f.Side, f.Out, len(f.Side)
		if len(side) > 1 || least == 1 && c.l.Domain(side[0]) == nil {
			return 0, n.errorf(t.at, "%s has side inputs that cannot be listed or are several, want a macro", t.text)
		}
	} else {
		line := ""
		if t.bare {
			line = ", nor an earlier line"
		}
		return 0, n.errorf(t.at, "%q is no function or macro of %s%s", t.text, c.l.Name, line)
	}
	made := TemplateNode{Type: t.text}
	for i := range t.args {
		arg := &t.args[i]
		if arg.isSlot() {
			if err := c.slots(n, arg, side, &made); err != nil {
				return 0, err
			}
			continue
		}
		if len(made.Slots) > 0 {
			return 0, n.errorf(arg.at, "stands behind a slot, want it before")
		}
		from, err := c.call(n, arg)
		if err != nil {
			return 0, err
		}
		if k := len(made.Inputs); k < len(in) && c.outs[from] != in[k] {
			return 0, n.errorf(arg.at, "%s yields a %s, %s takes a %s", arg.text, c.outs[from], t.text, in[k])
		}
		made.Inputs = append(made.Inputs, from)
	}
	if len(made.Inputs) != len(in) {
		return 0, n.errorf(t.at, "has %d inputs, %s takes %d", len(made.Inputs), t.text, len(in))
	}
	if have := len(made.Slots); have < least || have > len(side) {
		takes := fmt.Sprint(least)
		if least < len(side) {
			takes = fmt.Sprintf("%d to %d", least, len(side))
		}
		return 0, n.errorf(t.at, "has %d slots, %s takes %s", have, t.text, takes)
	}
	c.t.Nodes = append(c.t.Nodes, made)
	c.t.macros, c.t.functions, c.t.checks = append(c.t.macros, m), append(c.t.functions, f), append(c.t.checks, nil)
	c.outs = append(c.outs, out)
	return len(c.outs) - 1, nil
}

// slots checks and adds the slots that an argument of a call stands for. Those that are too many are of no type.
func (c *compiler[S]) slots(n *notation, arg *term, side []Type, made *TemplateNode) error {
	for _, slot := range c.slotsOf(arg.text) {
		name, ok := slotName(slot)
		if !ok {
			return n.errorf(arg.at, "%q is no slot, want letters and digits in <>", slot)
		}
		if slices.Contains(c.t.Slots, name) {
			return n.errorf(arg.at, "slot <%s> is filled twice", name)
		}
		var t Type
		if k := len(made.Slots); k < len(side) {
			t = side[k]
		}
		made.Slots = append(made.Slots, len(c.t.Slots))
		c.t.Slots = append(c.t.Slots, name)
		c.t.types = append(c.t.types, t)
	}
	return nil
}

// slotName takes the brackets off.
func slotName(s string) (string, bool) {
	if len(s) < 3 || s[0] != '<' || s[len(s)-1] != '>' {
		return "", false
	}
	name := s[1 : len(s)-1]
	return name, !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}

// constraint checks and adds one constraint.
func (c *compiler[S]) constraint(text string) error {
	n := notation{text: text}
	name, t, err := n.line()
	if err != nil {
		return err
	}
	kind := c.l.constraints[t.text]
	if kind == nil || name != "" {
		known := slices.Sorted(maps.Keys(c.l.constraints))
		return n.errorf(0, "unknown constraint %q, want %s", cmp.Or(name, t.text), oneOf(known))
	}
	var args []term
	for _, arg := range t.args {
		for _, text := range c.slotsOf(arg.text) {
			args = append(args, term{at: arg.at, text: text, bare: arg.bare})
		}
	}
	letters := kind.Params
	if one, ok := strings.CutSuffix(letters, "+"); ok {
		letters = strings.Repeat(one, max(len(args), 1))
	}
	if len(args) != len(letters) {
		return n.errorf(t.at, "has %d parameters, %s takes %d", len(args), t.text, len(letters))
	}
	b := boundConstraint[S]{kind: kind}
	for k, arg := range args {
		at, ok := c.names[arg.text]
		switch {
		case letters[k] == 'n' && !(ok && arg.bare):
			return n.errorf(arg.at, "%s is no line, want %s", arg.text, oneOf(slices.Sorted(maps.Keys(c.names))))
		case letters[k] != 'n' && !arg.isSlot():
			return n.errorf(arg.at, "%s is no slot, want %s", arg.text, c.oneSlot())
		case letters[k] != 'n':
			name, _ := slotName(arg.text)
			if at = slices.Index(c.t.Slots, name); at < 0 {
				return n.errorf(arg.at, "no node has slot %s, want %s", arg.text, c.oneSlot())
			}
		}
		b.params = append(b.params, at)
	}
	c.t.Constraints = append(c.t.Constraints, TemplateConstraint{kind.Name, b.params})
	if kind.Rule != nil {
		c.t.rules = append(c.t.rules, b)
	}
	if kind.Violated == nil {
		return nil
	}
	for n := range c.t.Nodes {
		about := func(k int, letter rune) bool {
			if letter == 'n' {
				return b.params[k] == n
			}
			return slices.Contains(c.t.Nodes[n].Slots, b.params[k])
		}
		for k, letter := range letters {
			if about(k, letter) {
				c.t.checks[n] = append(c.t.checks[n], b)
				break
			}
		}
	}
	return nil
}

// oneSlot says which slots there are.
func (c *compiler[S]) oneSlot() string {
	var slots []string
	for _, name := range c.t.Slots {
		slots = append(slots, "<"+name+">")
	}
	return oneOf(slots)
}

// oneOf lists what may stand somewhere.
func oneOf(words []string) string {
	if len(words) == 0 {
		return "none: there are none here"
	}
	return "one of " + strings.Join(words, ", ")
}

// knows tells what a name in a phrasing stands for.
func (c *compiler[S]) knows(name string) (isSlot, isPhrase bool) {
	if slices.Contains(c.t.Slots, name) {
		return true, false
	}
	if c.voice == nil {
		return false, false
	}
	anchor, ok := c.voice.Anchor(name)
	return false, ok && slices.Contains(c.t.Slots, anchor)
}
