// Package sets opens the sets that the programs know, by their names and configurations or from a dataset's folder.
package sets

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"mereo/gen"
	"mereo/gen/ptr"
	"mereo/gen/qlevr"
	"mereo/gen/shopvrb"
	"mereo/gen/syndacate"
	"mereo/gen/trance"
	"mereo/internal/bound"
	"mereo/internal/folder"
	"mereo/internal/strict"
)

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

// Flags is for the commands that need models.
func (s *Sources) Flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.PartNet, "partnet", "", "folder of PartNet models to use instead of procedural furniture")
	cmd.Flags().StringVar(&s.Mobility, "mobility", "", "folder of PartNet-Mobility models, for carts")
	cmd.Flags().StringVar(&s.Models, "models", "",
		"folder of glTF models of your own: furniture, one subfolder per category, or kitchen things with their table")
	s.MemoryFlag(cmd)
}

// MemoryFlag is for the commands that read models.
func (s *Sources) MemoryFlag(cmd *cobra.Command) {
	cmd.Flags().Var(&s.MaxMemory, bound.Flag, bound.Help)
}

// None tells whether no folder is named.
func (s Sources) None() bool { return s == Sources{MaxMemory: s.MaxMemory} }

// TemplateFlag is for the commands that ask questions.
func (s *Sources) TemplateFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.Templates, "templates", "", "folder of question templates to use on top of the built-in ones")
}

// Words are the flags that say the same.
func (s Sources) Words() (words []string) {
	for _, f := range [][2]string{{"--partnet", s.PartNet}, {"--mobility", s.Mobility}, {"--models", s.Models}, {"--templates", s.Templates}} {
		if f[1] != "" {
			words = append(words, f[0], f[1])
		}
	}
	return words
}

// Names of sets.
const (
	PTR       = "ptr"
	Trance    = "trance"
	QLEVR     = "qlevr"
	ShopVRB   = "shopvrb"
	Syndacate = "syndacate"
)

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
	switch s.Name {
	case PTR:
		config, err := echoed[ptrEcho](s.Config)
		if err != nil {
			return nil, err
		}
		source, err := s.source()
		if err != nil {
			return nil, err
		}
		return ptr.New(config.Config, source, s.Templates)
	case Trance:
		if !s.None() {
			return nil, Usagef("%s takes no folders of models or templates", s.Name)
		}
		config, err := echoed[trance.Config](s.Config)
		if err != nil {
			return nil, err
		}
		return trance.New(config)
	case QLEVR:
		if !s.None() {
			return nil, Usagef("%s takes no folders of models or templates", s.Name)
		}
		config, err := echoed[qlevr.Config](s.Config)
		if err != nil {
			return nil, err
		}
		return qlevr.New(config)
	case ShopVRB:
		if (s.Sources != Sources{Templates: s.Templates, Models: s.Models, MaxMemory: s.MaxMemory}) {
			return nil, Usagef("%s takes no folders of furniture", s.Name)
		}
		config, err := echoed[shopvrb.Config](s.Config)
		if err != nil {
			return nil, err
		}
		return shopvrb.New(config, shopvrb.Sources{Templates: s.Templates, Models: s.Models, MaxMemory: s.MaxMemory})
	case Syndacate:
		if !s.None() {
			return nil, Usagef("%s takes no folders of models or templates", s.Name)
		}
		return syndacate.Set{}, nil
	}
	return nil, fmt.Errorf("no set %q, want ptr, trance, qlevr, shopvrb or syndacate", s.Name)
}

// ptrEcho is what PTR's dataset.json says of its configuration: the name of the models' source is told, not asked for.
type ptrEcho struct {
	ptr.Config
	Source string `json:"source"`
}

// echoed reads a configuration as gen.Set.Config gives it.
func echoed[C any](data json.RawMessage) (config C, err error) {
	if err := strict.JSON(data, &config); err != nil {
		return config, fmt.Errorf("config: %w", err)
	}
	return config, nil
}

// configFile reads a set's configuration: YAML, JSON, or the dataset.json of a dataset that is to be made again. No file is the
// default configuration. Echo is what dataset.json has of it, of which config takes what can be asked for.
func configFile[C, Echo any](name, set string, defaults C, parse func(name string, data []byte) (C, error), config func(Echo) C) (C, error) {
	if name == "" {
		return defaults, nil
	}
	data, err := folder.Given(name, strict.MaxYAML)
	if err != nil {
		return defaults, fmt.Errorf("config %w", err)
	}
	id, ok := identityIn(data)
	if !ok {
		return parse(name, data)
	}
	if id.Set != set {
		return defaults, fmt.Errorf("%s: set is %q, want %s", name, id.Set, set)
	}
	var dataset struct {
		gen.Identity
		Config Echo `json:"config"`
	}
	if err := strict.JSON(data, &dataset); err != nil {
		return defaults, fmt.Errorf("%s: %w", name, err)
	}
	return config(dataset.Config), nil
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

// PTRConfig is PTR's configuration in a file; see configFile.
func PTRConfig(name string) (ptr.Config, error) {
	return configFile(name, PTR, ptr.DefaultConfig(), ptr.ParseConfig, func(e ptrEcho) ptr.Config { return e.Config })
}

// TranceConfig is TRANCE's configuration in a file; see configFile.
func TranceConfig(name string) (trance.Config, error) {
	return configFile(name, Trance, trance.DefaultConfig(), trance.ParseConfig, func(c trance.Config) trance.Config { return c })
}

// QLEVRConfig is QLEVR's configuration in a file; see configFile.
func QLEVRConfig(name string) (qlevr.Config, error) {
	return configFile(name, QLEVR, qlevr.DefaultConfig(), qlevr.ParseConfig, func(c qlevr.Config) qlevr.Config { return c })
}

// ShopVRBConfig is SHOP-VRB's configuration in a file; see configFile.
func ShopVRBConfig(name string) (shopvrb.Config, error) {
	return configFile(name, ShopVRB, shopvrb.DefaultConfig(), shopvrb.ParseConfig, func(c shopvrb.Config) shopvrb.Config { return c })
}
