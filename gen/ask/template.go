package ask

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json" // its errors say which member of the file they are about
	"github.com/go-json-experiment/json/jsontext"
)

// Template is a family of questions: nodes with slots, constraints on what may fill them, and phrasings.
type Template[S any] struct {
	File   string // the file's name, "zero_hop.json"
	Index  int    // its position there
	Labels map[string]string
	Nodes  []TemplateNode
	Slots  []string // all slots, without brackets, in the order in which nodes fill them
	Answer Type     // of the last node
	// Constraints in the file's order.
	Constraints []TemplateConstraint
	// Phrasings as they stand in the file, names of groups replaced by their slots.
	Phrasings []string

	types     []Type // of the slots
	flags     []string
	macros    []*Macro[S]            // of the nodes, nil for functions
	functions []*Function[S]         // of the nodes, nil for macros
	rules     []boundConstraint[S]   // constraints that set rules for slots
	checks    [][]boundConstraint[S] // for each node the constraints that are about it or its slots
	phrasings []sequence
}

// TemplateNode is a call or a macro of a template.
type TemplateNode struct {
	Type   string // function or macro
	Inputs []int  // earlier nodes of the template
	Slots  []int  // positions in Template.Slots
}

// TemplateConstraint is a constraint with what it is about.
type TemplateConstraint struct {
	Kind   string
	Params []int // positions in Template.Slots or Template.Nodes
}

type boundConstraint[S any] struct {
	kind   *Constraint[S]
	params []int
}

// Name is the file without its extension and the position: "zero_hop:0".
func (t *Template[S]) Name() string {
	return strings.TrimSuffix(t.File, ".json") + ":" + strconv.Itoa(t.Index)
}

// Flag tells whether the template has a flag.
func (t *Template[S]) Flag(name string) bool { return slices.Contains(t.flags, name) }

// What a template file holds: a JSON array of these.
type (
	storedTemplate struct {
		// Replaces names a family of another file that this one takes the place of.
		Replaces    string             `json:"replaces,omitempty"`
		Labels      map[string]string  `json:"labels"`
		Flags       []string           `json:"flags,omitempty"`
		Nodes       []templateNode     `json:"nodes"`
		Constraints []storedConstraint `json:"constraints,omitempty"`
		Text        []string           `json:"text"`
	}
	templateNode struct {
		Type   string   `json:"type"`
		Inputs []int    `json:"inputs,omitempty"`
		Slots  []string `json:"side_inputs,omitempty"`
	}
	storedConstraint struct {
		Type   string           `json:"type"`
		Params []jsontext.Value `json:"params"`
	}
)

// WordsFile is the name of the file with the words of a set's language.
const WordsFile = "words.json"

// Grammar is what questions are made from: templates in a fixed order, and words.
type Grammar[S any] struct {
	Library   *Library[S]
	Templates []*Template[S]
	Words     Words
	// Source is the SHA-256 of all files, which names what questions were made from.
	Source string
}

// ReadGrammar reads the template files of folders, *.json, and their words. voice may be nil where phrasings have no phrases.
// order lists the files that come first, in this order; others follow by name. A file of a later folder takes the place of an
// earlier one of its name; a family with "replaces" that of one family; words are added to and replaced one by one. Errors name
// file, line and field, and what was expected.
func ReadGrammar[S any](l *Library[S], voice Voice[S], order []string, folders ...fs.FS) (*Grammar[S], error) {
	g := &Grammar[S]{Library: l, Words: Words{}}
	sum := sha256.New()
	files := map[string][]byte{}
	for _, folder := range folders {
		names, err := fs.Glob(folder, "*.json")
		if err != nil {
			return nil, fmt.Errorf("ask: templates: %w", err)
		}
		if len(names) == 0 {
			return nil, errors.New("ask: templates: the folder has no .json file")
		}
		for _, name := range names { // sorted by Glob
			data, err := fs.ReadFile(folder, name)
			if err != nil {
				return nil, fmt.Errorf("ask: templates: %w", err)
			}
			fmt.Fprintf(sum, "%s %d\n", name, len(data))
			sum.Write(data)
			if name == WordsFile {
				if err := g.Words.read(name, data); err != nil {
					return nil, err
				}
				continue
			}
			files[name] = data
		}
	}
	g.Source = hex.EncodeToString(sum.Sum(nil))

	names := slices.DeleteFunc(slices.Clone(order), func(name string) bool { return files[name] == nil })
	var others []string
	for name := range files {
		if !slices.Contains(order, name) {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	var replacements []replacement[S]
	for _, name := range append(names, others...) {
		more, replacing, err := readTemplates(l, voice, name, files[name])
		if err != nil {
			return nil, err
		}
		g.Templates = append(g.Templates, more...)
		replacements = append(replacements, replacing...)
	}
	for _, r := range replacements {
		at := slices.IndexFunc(g.Templates, func(t *Template[S]) bool { return t.Name() == r.name })
		if at < 0 {
			return nil, r.problem
		}
		r.by.File, r.by.Index = g.Templates[at].File, g.Templates[at].Index
		g.Templates[at] = r.by
	}
	if len(g.Templates) == 0 {
		return nil, errors.New("ask: templates: there is no family")
	}
	return g, nil
}

// replacement is a family that takes the place of another.
type replacement[S any] struct {
	name    string
	by      *Template[S]
	problem error // what to say when there is none of that name
}

// readTemplates reads one file.
func readTemplates[S any](l *Library[S], voice Voice[S], name string, data []byte) ([]*Template[S], []replacement[S], error) {
	var stored []storedTemplate
	if err := json.Unmarshal(data, &stored, json.RejectUnknownMembers(true)); err != nil {
		return nil, nil, fileError(name, data, err)
	}
	var templates []*Template[S]
	var replacing []replacement[S]
	for i := range stored {
		c := compiler[S]{l: l, voice: voice, stored: &stored[i], t: &Template[S]{File: name, Index: i}}
		if field, err := c.compile(); err != nil {
			return nil, nil, fieldError(name, data, jsontext.Pointer(fmt.Sprintf("/%d%s", i, field)), err)
		}
		if r := stored[i].Replaces; r != "" {
			where := jsontext.Pointer(fmt.Sprintf("/%d/replaces", i))
			problem := fieldError(name, data, where, fmt.Errorf("there is no family %q, want one such as zero_hop:0", r))
			replacing = append(replacing, replacement[S]{r, c.t, problem})
			continue
		}
		templates = append(templates, c.t)
	}
	return templates, replacing, nil
}

// compiler turns a stored template into a Template, checking it against the library.
type compiler[S any] struct {
	l      *Library[S]
	voice  Voice[S]
	stored *storedTemplate
	t      *Template[S]
	outs   []Type // of the nodes so far
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
	if len(c.stored.Nodes) == 0 {
		return "/nodes", errors.New("there is no node, want at least one")
	}
	for i := range c.stored.Nodes {
		if field, err := c.node(&c.stored.Nodes[i]); err != nil {
			return fmt.Sprintf("/nodes/%d%s", i, field), err
		}
	}
	c.t.Answer = c.outs[len(c.outs)-1]
	if c.l.Domain(c.t.Answer) == nil {
		last := len(c.stored.Nodes) - 1
		return fmt.Sprintf("/nodes/%d/type", last), fmt.Errorf("the last node yields a %s, which is no answer", c.t.Answer)
	}
	for i := range c.stored.Constraints {
		if field, err := c.constraint(&c.stored.Constraints[i]); err != nil {
			return fmt.Sprintf("/constraints/%d%s", i, field), err
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
		c.t.phrasings = append(c.t.phrasings, s)
	}
	return "", nil
}

// mentionedGroup is a name in brackets.
var mentionedGroup = regexp.MustCompile(`<[A-Za-z]+[0-9]*>`)

// spelled is the slots of a name in brackets, if it is that of a group, with blanks between.
func (c *compiler[S]) spelled(name string) string {
	return strings.Join(c.slotsOf(name), " ")
}

// slotsOf are the slots of a name in brackets: itself if it is none of a group.
func (c *compiler[S]) slotsOf(name string) []string {
	bare := strings.Trim(name, "<>")
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

// node checks and adds one node.
func (c *compiler[S]) node(n *templateNode) (field string, err error) {
	var named []string
	for _, name := range n.Slots {
		named = append(named, c.slotsOf(name)...)
	}
	n.Slots = named
	var in, slots []Type
	var out Type
	m, f := c.l.macros[n.Type], c.l.functions[n.Type]
	if m != nil { // also where a function has its name
		in, slots, out = m.In, m.Slots, m.Out
	} else if f != nil {
		in, slots, out = f.In, f.Side, f.Out
		for _, t := range f.Side {
			if c.l.Domain(t) == nil || len(f.Side) > 1 {
				return "/type", fmt.Errorf("%s has side inputs that cannot be listed or are several, want a macro", n.Type)
			}
		}
		if len(n.Slots) != len(f.Side) {
			return "/side_inputs", fmt.Errorf("has %d slots, %s takes %d", len(n.Slots), n.Type, len(f.Side))
		}
	} else {
		return "/type", fmt.Errorf("%q is no function or macro of %s", n.Type, c.l.Name)
	}
	if len(n.Inputs) != len(in) {
		return "/inputs", fmt.Errorf("has %d inputs, %s takes %d", len(n.Inputs), n.Type, len(in))
	}
	for k, from := range n.Inputs {
		if from < 0 || from >= len(c.outs) {
			return fmt.Sprintf("/inputs/%d", k), fmt.Errorf("is node %d, want an earlier one", from)
		}
		if c.outs[from] != in[k] {
			return fmt.Sprintf("/inputs/%d", k), fmt.Errorf("node %d yields a %s, %s takes a %s", from, c.outs[from], n.Type, in[k])
		}
	}
	if len(n.Slots) < min(1, len(slots)) || len(n.Slots) > len(slots) {
		return "/side_inputs", fmt.Errorf("has %d slots, %s takes %d to %d", len(n.Slots), n.Type, min(1, len(slots)), len(slots))
	}
	node := TemplateNode{Type: n.Type, Inputs: n.Inputs}
	for k, slot := range n.Slots {
		name, ok := slotName(slot)
		if !ok {
			return fmt.Sprintf("/side_inputs/%d", k), fmt.Errorf("%q is no slot, want letters and digits in <>", slot)
		}
		if slices.Contains(c.t.Slots, name) {
			return fmt.Sprintf("/side_inputs/%d", k), fmt.Errorf("slot <%s> is filled twice", name)
		}
		node.Slots = append(node.Slots, len(c.t.Slots))
		c.t.Slots = append(c.t.Slots, name)
		c.t.types = append(c.t.types, slots[k])
	}
	c.t.Nodes = append(c.t.Nodes, node)
	c.t.macros, c.t.functions, c.t.checks = append(c.t.macros, m), append(c.t.functions, f), append(c.t.checks, nil)
	c.outs = append(c.outs, out)
	return "", nil
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
func (c *compiler[S]) constraint(s *storedConstraint) (field string, err error) {
	kind := c.l.constraints[s.Type]
	if kind == nil {
		known := slices.Sorted(maps.Keys(c.l.constraints))
		return "/type", fmt.Errorf("unknown constraint %q, want %s", s.Type, oneOf(known))
	}
	letters := kind.Params
	if one, ok := strings.CutSuffix(letters, "+"); ok {
		letters = strings.Repeat(one, max(len(s.Params), 1))
	}
	if len(s.Params) != len(letters) {
		return "/params", fmt.Errorf("has %d parameters, %s takes %d", len(s.Params), s.Type, len(letters))
	}
	b := boundConstraint[S]{kind: kind}
	for k, raw := range s.Params {
		field := fmt.Sprintf("/params/%d", k)
		if letters[k] == 'n' {
			i, err := strconv.Atoi(string(raw))
			if err != nil || i < 0 || i >= len(c.t.Nodes) {
				return field, fmt.Errorf("%s is no node, want 0 to %d", raw, len(c.t.Nodes)-1)
			}
			b.params = append(b.params, i)
			continue
		}
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return field, fmt.Errorf("%s is no slot, want %s", raw, c.oneSlot())
		}
		name, _ := slotName(text)
		at := slices.Index(c.t.Slots, name)
		if at < 0 {
			return field, fmt.Errorf("no node has slot %s, want %s", raw, c.oneSlot())
		}
		b.params = append(b.params, at)
	}
	c.t.Constraints = append(c.t.Constraints, TemplateConstraint{s.Type, b.params})
	if kind.Rule != nil {
		c.t.rules = append(c.t.rules, b)
	}
	if kind.Violated == nil {
		return "", nil
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
	return "", nil
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

// Base is the name of a template's file without folder and extension.
func Base(file string) string { return strings.TrimSuffix(path.Base(file), ".json") }
