package ask

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
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
type storedTemplate struct {
	// Replaces names a family of another file that this one takes the place of.
	Replaces string            `json:"replaces,omitempty"`
	Labels   map[string]string `json:"labels"`
	Flags    []string          `json:"flags,omitempty"`
	// Program has the answer in its last line; see term.
	Program     []string `json:"program"`
	Constraints []string `json:"constraints,omitempty"`
	Text        []string `json:"text"`
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
	for i := range stored {
		c := compiler[S]{l: l, voice: voice, stored: &stored[i], t: &Template[S]{File: name, Index: i},
			names: map[string]int{}}
		if field, err := c.compile(); err != nil {
			return nil, nil, wrong(fmt.Sprintf("/%d%s", i, field), err)
		}
		if r := stored[i].Replaces; r != "" {
			problem := wrong(fmt.Sprintf("/%d/replaces", i), fmt.Errorf("there is no family %q, want one such as zero_hop:0", r))
			replacing = append(replacing, replacement[S]{r, c.t, problem})
			continue
		}
		templates = append(templates, c.t)
	}
	return templates, replacing, nil
}

// Base is the name of a template's file without folder and extension.
func Base(file string) string { return strings.TrimSuffix(path.Base(file), ".json") }
