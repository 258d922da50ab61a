package ask

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/record"
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
	// Stem are the slots that all choices of a question with several have in common, by position; nil for families without choices.
	Stem []int

	types     []Type // of the slots
	flags     []string
	macros    []*Macro[S]            // of the nodes, nil for functions
	functions []*Function[S]         // of the nodes, nil for macros
	rules     []boundConstraint[S]   // constraints that set rules for slots
	checks    [][]boundConstraint[S] // for each node the constraints that are about it or its slots
	phrasings []sequence
	said      [][]string // for each phrasing the slots that all its readings say
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

// Unsaid is a slot whose value some reading of a phrasing leaves out, and the phrasing; "" for none. What constraints of the kinds in empty
// are about has no value, and what one of a kind in same is about is said where another of its slots is.
func (t *Template[S]) Unsaid(empty, same []string) (slot, phrasing string) {
	for i, said := range t.said {
		is := func(k int) bool { return slices.Contains(said, t.Slots[k]) }
		for k := range t.Slots {
			if !is(k) && !slices.ContainsFunc(t.Constraints, func(c TemplateConstraint) bool {
				return slices.Contains(empty, c.Kind) && slices.Contains(c.Params, k) ||
					slices.Contains(same, c.Kind) && slices.Contains(c.Params, k) && slices.ContainsFunc(c.Params, is)
			}) {
				return t.Slots[k], t.Phrasings[i]
			}
		}
	}
	return "", ""
}

// Flag tells whether the template has a flag.
func (t *Template[S]) Flag(name string) bool { return slices.Contains(t.flags, name) }

// What a template file holds: a JSON array of these.
type storedTemplate struct {
	// Replaces names a family of another file that this one takes the place of.
	Replaces string            `json:"replaces,omitempty"`
	Labels   map[string]string `json:"labels"`
	Flags    []string          `json:"flags,omitempty"`
	// Program has the answer in its last line; see term.
	Program     []string `json:"program"`
	Constraints []string `json:"constraints,omitempty"`
	Text        []string `json:"text"`
	// Each makes this one family for each of its entries.
	Each storedVariants `json:"each,omitzero"`
}

// storedVariants are a list, or the name of one of Library.Variants.
type storedVariants struct {
	Name string
	List []storedVariant
}

// ParseJSON reads a list or a name.
func (v *storedVariants) ParseJSON(r *record.Reader) error {
	if r.Next() == '"' {
		return r.Value(&v.Name)
	}
	return r.Value(&v.List)
}

// of are the variants in a library; not ok for a name that it does not have.
func (v *storedVariants) of(variants map[string][]map[string]string) (list []storedVariant, ok bool) {
	if v.Name == "" {
		return v.List, true
	}
	words, ok := variants[v.Name]
	for _, with := range words {
		list = append(list, storedVariant{With: with})
	}
	return list, ok
}

// storedVariant is one of several families that differ in words: those that stand for the keys of With, wherever these stand in the
// program, constraints and texts. Constraints and texts of its own take the place of those that the families share.
type storedVariant struct {
	With        map[string]string `json:"with"`
	Constraints []string          `json:"constraints,omitempty"`
	Text        []string          `json:"text,omitempty"`
}

// oneFamily is what a family is made from, and where in the file that is.
type oneFamily struct {
	storedTemplate
	variant     *storedVariant // nil: there are no others
	shared, own string         // JSON pointers: to what is stored, to the variant in it
}

// allFamilies are those that the templates of a file make, in their order. variants are those of the library. Where it has none of a
// name, bad is the place of the name.
func allFamilies(stored []storedTemplate, variants map[string][]map[string]string) (out []oneFamily, bad string) {
	for i := range stored {
		shared := fmt.Sprintf("/%d", i)
		list, ok := stored[i].Each.of(variants)
		if !ok {
			return nil, shared + "/each"
		}
		if len(list) == 0 && stored[i].Each.Name == "" {
			out = append(out, oneFamily{stored[i], nil, shared, ""})
		}
		for k := range list {
			out = append(out, oneFamily{list[k].of(stored[i]), &list[k], shared, fmt.Sprintf("%s/each/%d", shared, k)})
		}
	}
	return out, ""
}

// place points at a field, which the end of a JSON pointer names.
func (f *oneFamily) place(field string) string {
	if v := f.variant; v != nil &&
		(v.Constraints != nil && strings.HasPrefix(field, "/constraints") || v.Text != nil && strings.HasPrefix(field, "/text")) {
		return f.own + field
	}
	return f.shared + field
}

// of is the family that a variant makes of what it shares with others.
func (v *storedVariant) of(t storedTemplate) storedTemplate {
	var words []string
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(v.With))) { // "$not2" before "$not"
		words = append(words, key, v.With[key])
	}
	with := strings.NewReplacer(words...)
	said := func(lines []string) (out []string) {
		for _, line := range lines {
			out = append(out, with.Replace(line))
		}
		return out
	}
	if v.Constraints != nil {
		t.Constraints = v.Constraints
	}
	if v.Text != nil {
		t.Text = v.Text
	}
	t.Replaces = with.Replace(t.Replaces)
	t.Program, t.Constraints, t.Text = said(t.Program), said(t.Constraints), said(t.Text)
	return t
}

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
	if err := record.Read(data, &stored, record.Lacking); err != nil {
		return nil, nil, fmt.Errorf("ask: %s: %w; docs/questions.md lists the keys", name, err)
	}
	var templates []*Template[S]
	var replacing []replacement[S]
	wrong := func(at string, err error) error {
		return fmt.Errorf("ask: %s: %w", name, record.At(data, jsontext.Pointer(at), err))
	}
	families, bad := allFamilies(stored, l.Variants)
	if bad != "" {
		return nil, nil, wrong(bad, fmt.Errorf("is the name of no list, want a list or %s", listed(names(l.Variants))))
	}
	for i, f := range families {
		c := compiler[S]{l: l, voice: voice, stored: &f.storedTemplate, t: &Template[S]{File: name, Index: i}, names: map[string]int{}}
		if field, err := c.compile(); err != nil {
			return nil, nil, wrong(f.place(field), err)
		}
		if r := f.Replaces; r != "" {
			problem := wrong(f.place("/replaces"), fmt.Errorf("there is no family %q, want one such as zero_hop:0", r))
			replacing = append(replacing, replacement[S]{r, c.t, problem})
			continue
		}
		templates = append(templates, c.t)
	}
	return templates, replacing, nil
}

// names are the keys of variants.
func names(variants map[string][]map[string]string) (out []Value) {
	for _, name := range slices.Sorted(maps.Keys(variants)) {
		out = append(out, name)
	}
	return out
}

// Base is the name of a template's file without folder and extension.
func Base(file string) string { return strings.TrimSuffix(path.Base(file), ".json") }
