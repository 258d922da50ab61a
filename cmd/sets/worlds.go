package sets

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"mereo/gen"
	"mereo/gen/judge"
	"mereo/gen/record"
	"mereo/gen/worlds"
	"mereo/internal/folder"
	"mereo/internal/strict"
)

// Worlds are the built-in worlds, by name.
var Worlds = worldEntries()

func worldEntries() (out []Entry) {
	for _, name := range worlds.Names() {
		w, err := worlds.Load(name, worlds.Folder{})
		if err != nil {
			panic(err) // they are compiled in, and a test reads them
		}
		out = append(out, worldEntry(w, ""))
	}
	return out
}

// SkipBroken is a flag of commands that read documents.
const SkipBroken = "skip-broken"

// IsWorld tells whether a word of a command line is the file of a world.
func IsWorld(word string) bool {
	return !strings.HasPrefix(word, "-") && slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(word))
}

// World is the set that a document describes, or the dataset.json of a dataset of it. The models of the latter are in a folder. Models that
// cannot be read are errors, or left out.
func World(file, models string, skipBroken bool) (*Entry, error) {
	data, err := folder.Given(file, strict.MaxYAML)
	if err != nil {
		return nil, err
	}
	if id, ok := identityIn(data); ok {
		if !worldIn(id.Config) {
			return nil, fmt.Errorf("%s: %s is no world; name the set, and the file with --config", file, id.Set)
		}
		return entryOf(id.Set, id.Config, Sources{Models: models})
	}
	at := filepath.Dir(file)
	w, err := worlds.Read(file, data, worlds.Folder{Path: at, SkipBroken: skipBroken}, nil)
	if err != nil {
		return nil, err
	}
	for i := range All {
		if All[i].Name == w.Name && !slices.Contains(worlds.Names(), w.Name) {
			return nil, fmt.Errorf("%s: name is %q, which is a built-in set; give it another one", file, w.Name)
		}
	}
	e := worldEntry(w, at)
	return &e, nil
}

// worldEntry is a world as the commands know it. Files that it names are in a folder.
func worldEntry(w *worlds.World, at string) Entry {
	called := w.Name
	if at != "" {
		called = "FILE.yaml"
	}
	e := Entry{
		Name: w.Name, Samples: "scenes", Splits: w.SplitNames(), Folders: []string{"models"}, Default: w.Config(),
		Short: "Make scenes of the world " + w.Name,
		Long:  strings.TrimSpace(w.Title + "\n\n" + w.Summary),
		Example: fmt.Sprintf("  mereo generate %[1]s --out out/%[2]s --count 100\n  mereo generate %[1]s --out out/again --config out/%[2]s/dataset.json --index 7",
			called, w.Name),
		Open:  func(config json.RawMessage, s Sources) (gen.Set, error) { return openWorld(config, s) },
		Scene: w.ScenePattern(), Bench: Bench{Sample: "scenes", Pictures: float64(w.Pictures()), Records: 20},
	}
	if w.Title != "" {
		e.Short = "Make " + w.Title
	}
	if w.Questions != nil {
		e.Judge = func() *judge.Set { return worlds.Judge(w) }
		e.Explain = w.Explain
	}
	e.Flags = func(f *pflag.FlagSet) Ask {
		if at != "" {
			f.Bool(SkipBroken, false, "leave out models that cannot be read, as the key skip_broken does") // the document was read with it: see World
		}
		return func(r *Request) ([]Run, error) {
			own, err := worldWith(r.Config, w, at, r.Sources)
			if err != nil {
				return nil, err
			}
			if r.Draw != nil {
				r.Draw(&own.Render.Look)
			}
			sources := r.Sources
			if sources.Models == "" {
				sources.Models = at
			}
			run := Run{Split: r.Split, Count: r.Count, Seed: r.Seed}
			if n, ok := own.Count(r.Split); ok && !r.Changed("count") {
				run.Count = n
			}
			run.Spec, err = New(w.Name, own.Config(), sources)
			return []Run{run}, err
		}
	}
	return e
}

// worldWith is a world with the configuration of a file: the keys of render, or a dataset.json of the same document, which is made again. Models
// are in the folder at, unless another one is given.
func worldWith(file string, w *worlds.World, at string, s Sources) (worlds.World, error) {
	own := *w
	if file == "" {
		return own, nil
	}
	data, err := folder.Given(file, strict.MaxYAML)
	if err != nil {
		return own, fmt.Errorf("config %w", err)
	}
	id, ok := identityIn(data)
	if !ok {
		if own.Render, err = strict.YAML(data, own.Render); err != nil {
			err = fmt.Errorf("config %s: %w; a world takes the keys of render, all else is in its document", file, err)
		}
		return own, err
	}
	if id.Set != w.Name {
		return own, fmt.Errorf("%s: set is %q, want %s", file, id.Set, w.Name)
	}
	models := s.Models
	if models == "" {
		models = at
	}
	again, err := worlds.Open(id.Config, worlds.Folder{Path: models, Memory: s.MaxMemory})
	if err != nil {
		return own, err
	}
	if !again.SameDocument(w) {
		return own, fmt.Errorf("%s: was made of another document than the one given; name %s in place of the document to make it again, or leave --config away", file, file)
	}
	return *again, nil
}

// worldIn tells whether a configuration is that of a world.
func worldIn(config json.RawMessage) bool {
	var of struct {
		World json.RawMessage `json:"world"`
	}
	return record.Read(config, &of, record.Part) == nil && of.World != nil
}

func openWorld(config json.RawMessage, s Sources) (gen.Set, error) {
	w, err := worlds.Open(config, worlds.Folder{Path: s.Models, Memory: s.MaxMemory})
	if err != nil {
		return nil, err
	}
	return worlds.New(w), nil
}

// entryOf is the entry of a set by its name and configuration, which is that of a world where nobody registered the name.
func entryOf(name string, config json.RawMessage, s Sources) (*Entry, error) {
	if !worldIn(config) {
		return Find(name)
	}
	w, err := worlds.Open(config, worlds.Folder{Path: s.Models, Memory: s.MaxMemory})
	if err != nil {
		return nil, err
	}
	e := worldEntry(w, s.Models)
	return &e, nil
}
