// Package sets is where sets are registered: All lists them, a file for each declares what a command line may ask of it. Spec opens a
// set by name and configuration, Dataset that of a folder.
package sets

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/internal/bound"
	"mereo/internal/folder"
	"mereo/internal/strict"
)

// All are the sets, in the order in which they are told, and of the built-in worlds, which are made by the same code, the first. Nothing else
// lists them.
var All = append([]Entry{ptrEntry, tranceEntry, qlevrEntry, shopvrbEntry, syndacateEntry}, Worlds[0])

// UsageError is a wrong command line.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }
func (e UsageError) Unwrap() error { return e.Err }

// Usagef is fmt.Errorf for a UsageError.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Spec says which set a command is about; worker processes get it as JSON.
type Spec struct {
	Name   string          `json:"name"`
	Config json.RawMessage `json:"config"` // as gen.Set.Config echoes it
	Sources
}

// Sources say where models and templates of questions come from. All empty: procedural furniture and built-in templates.
type Sources struct {
	PartNet   string `json:"partnet,omitempty"`
	Mobility  string `json:"mobility,omitempty"`
	Models    string `json:"models,omitempty"`
	Templates string `json:"templates,omitempty"`
	// MaxMemory bounds what a model takes while it is read, and what all models of the kitchen take as they stay. If 0, bound.Default is
	// used.
	MaxMemory bound.Size `json:"max_memory,omitempty"`
}

// sourceFolder is a folder that Sources name.
type sourceFolder struct{ flag, of, help, path string }

// folders are those of Sources with their flags, in order.
func (s *Sources) folders() []sourceFolder {
	return []sourceFolder{
		{"partnet", "furniture", "folder of PartNet models to use instead of procedural furniture", s.PartNet},
		{"mobility", "furniture", "folder of PartNet-Mobility models, for carts", s.Mobility},
		{"models", "models", "folder of glTF models of your own: furniture, one subfolder per category, or kitchen things with their table; of a world, the folder of its document", s.Models},
		{"templates", "templates", "folder of question templates to use on top of the built-in ones", s.Templates},
	}
}

// Flags adds the flags of some folders of Sources, and of the memory that models may take.
func (s *Sources) Flags(f *pflag.FlagSet, folders ...string) {
	paths := []*string{&s.PartNet, &s.Mobility, &s.Models, &s.Templates}
	for i, of := range s.folders() {
		if !slices.Contains(folders, of.flag) {
			continue
		}
		f.StringVar(paths[i], of.flag, "", of.help)
		if of.flag != "templates" && f.Lookup(bound.Flag) == nil {
			f.Var(&s.MaxMemory, bound.Flag, bound.Help)
		}
	}
}

// Folders for Sources.Flags: all, and those of models.
var (
	FolderFlags = []string{"partnet", "mobility", "models", "templates"}
	ModelFlags  = FolderFlags[:3]
)

// Words are the flags that say the same.
func (s Sources) Words() (words []string) {
	for _, f := range s.folders() {
		if f.path != "" {
			words = append(words, "--"+f.flag, f.path)
		}
	}
	return words
}

// New is the spec of a configuration.
func New(name string, config any, s Sources) (Spec, error) {
	data, err := json.Marshal(config)
	if err != nil {
		return Spec{}, fmt.Errorf("configuration of %s: %w", name, err)
	}
	return Spec{name, data, s}, nil
}

// Open builds the set.
func (s Spec) Open() (gen.Set, error) {
	e, err := entryOf(s.Name, s.Config, s.Sources)
	if err != nil {
		return nil, err
	}
	for _, f := range s.folders() {
		switch {
		case f.path == "" || slices.Contains(e.Folders, f.flag):
		case e.Folders == nil:
			return nil, Usagef("%s takes no folders of models or templates", s.Name)
		default:
			return nil, Usagef("%s takes no folders of %s", s.Name, f.of)
		}
	}
	return e.Open(s.Config, s.Sources)
}

// Find is the entry of a set.
func Find(name string) (*Entry, error) {
	for _, list := range [][]Entry{All, Worlds} {
		for i := range list {
			if list[i].Name == name {
				return &list[i], nil
			}
		}
	}
	return nil, fmt.Errorf("no set %q, want %s", name, OrList(Names()))
}

// Names are those of all sets, in the order in which they are told.
func Names() (names []string) {
	for i := range All {
		names = append(names, All[i].Name)
	}
	return names
}

// OrList is "a, b or c".
func OrList(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// echoed reads a configuration as gen.Set.Config gives it.
func echoed[C any](data json.RawMessage) (config C, err error) {
	if err := record.Read(data, &config, record.Lacking); err != nil {
		return config, fmt.Errorf("config: %w", err)
	}
	return config, nil
}

// configFile reads a set's configuration: YAML, JSON, or the dataset.json of a dataset that is to be made again. No file is the
// default configuration.
func configFile[C any](name, set string, k kind[C]) (C, error) {
	if name == "" {
		return k.defaults, nil
	}
	data, err := folder.Given(name, strict.MaxYAML)
	if err != nil {
		return k.defaults, fmt.Errorf("config %w", err)
	}
	id, ok := identityIn(data)
	if !ok {
		return k.parse(name, data)
	}
	if id.Set != set {
		return k.defaults, fmt.Errorf("%s: set is %q, want %s", name, id.Set, set)
	}
	if err := record.Read(data, &id, record.Lacking); err != nil {
		return k.defaults, fmt.Errorf("%s: %w", name, err)
	}
	c, err := k.echoed(id.Config)
	if err != nil {
		return k.defaults, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// identityIn reads a dataset.json, and says whether the data is one.
func identityIn(data []byte) (id gen.Identity, ok bool) {
	ok = json.Unmarshal(data, &id) == nil && id.Set != "" && id.Config != nil
	return id, ok
}

// Seed is the seed that a configuration's file names: a dataset.json does, other files do not.
func Seed(name string) (seed uint64, ok bool, err error) {
	if name == "" {
		return 0, false, nil
	}
	data, err := folder.Given(name, strict.MaxYAML)
	if err != nil {
		return 0, false, fmt.Errorf("config %w", err)
	}
	id, ok := identityIn(data)
	return id.Seed, ok, nil
}

// Dataset builds the set that a dataset's folder was made with.
func Dataset(root string, s Sources) (gen.Set, gen.Identity, error) {
	id, err := gen.ReadIdentity(root)
	if err != nil {
		return nil, id, err
	}
	set, err := Spec{id.Set, id.Config, s}.Open()
	if err != nil {
		err = fmt.Errorf("%s: %w", root, err)
	}
	return set, id, err
}

// Of is the entry of the set that a dataset's folder was made with.
func Of(id gen.Identity, s Sources) (*Entry, error) { return entryOf(id.Set, id.Config, s) }
