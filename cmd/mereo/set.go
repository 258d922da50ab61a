package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"mereo/engine"
	"mereo/gen"
	"mereo/gen/ptr"
	"mereo/gen/qlevr"
	"mereo/gen/shopvrb"
	"mereo/gen/syndacate"
	"mereo/gen/trance"
)

// setSpec says which set a command is about; worker processes get it as JSON.
type setSpec struct {
	Name   string          `json:"name"`
	Config json.RawMessage `json:"config"` // as gen.Set.Config echoes it
	sources
}

// sources say where models and templates of questions come from. All empty: procedural furniture and built-in templates.
type sources struct {
	PartNet   string `json:"partnet,omitempty"`
	Mobility  string `json:"mobility,omitempty"`
	Models    string `json:"models,omitempty"`
	Templates string `json:"templates,omitempty"`
}

func (s *sources) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.PartNet, "partnet", "", "folder of PartNet models to use instead of procedural furniture")
	cmd.Flags().StringVar(&s.Mobility, "mobility", "", "folder of PartNet-Mobility models, for carts")
	cmd.Flags().StringVar(&s.Models, "models", "",
		"folder of glTF models of your own: furniture, one subfolder per category, or kitchen things with their table")
}

// templateFlag is for the commands that ask questions.
func (s *sources) templateFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.Templates, "templates", "", "folder of question templates to use on top of the built-in ones")
}

const (
	setPTR       = "ptr"
	setTrance    = "trance"
	setQLEVR     = "qlevr"
	setShopVRB   = "shopvrb"
	setSyndacate = "syndacate"
)

// newSetSpec is the spec of a configuration.
func newSetSpec(name string, config any, s sources) (setSpec, error) {
	data, err := json.Marshal(config)
	if err != nil {
		return setSpec{}, fmt.Errorf("configuration of %s: %w", name, err)
	}
	return setSpec{name, data, s}, nil
}

// open builds the set.
func (s setSpec) open() (gen.Set, error) {
	switch s.Name {
	case setPTR:
		config, err := echoed[ptrEcho](s.Config)
		if err != nil {
			return nil, err
		}
		source, err := s.source()
		if err != nil {
			return nil, err
		}
		return ptr.New(config.Config, source, s.Templates)
	case setTrance:
		if s.sources != (sources{}) {
			return nil, usagef("%s takes no folders of models or templates", s.Name)
		}
		config, err := echoed[trance.Config](s.Config)
		if err != nil {
			return nil, err
		}
		return trance.New(config)
	case setQLEVR:
		if s.sources != (sources{}) {
			return nil, usagef("%s takes no folders of models or templates", s.Name)
		}
		config, err := echoed[qlevr.Config](s.Config)
		if err != nil {
			return nil, err
		}
		return qlevr.New(config)
	case setShopVRB:
		if (s.sources != sources{Templates: s.Templates, Models: s.Models}) {
			return nil, usagef("%s takes no folders of furniture", s.Name)
		}
		config, err := echoed[shopvrb.Config](s.Config)
		if err != nil {
			return nil, err
		}
		return shopvrb.New(config, shopvrb.Sources{Templates: s.Templates, Models: s.Models})
	case setSyndacate:
		if s.sources != (sources{}) {
			return nil, usagef("%s takes no folders of models or templates", s.Name)
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
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&config); err != nil {
		return config, fmt.Errorf("config: %w", err)
	}
	return config, nil
}

// child makes worker processes of this program, for the software rasteriser; flags are those of the worker command.
func (s setSpec) child(flags ...string) (*gen.Child, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("where is this program: %w", err)
	}
	set, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	return &gen.Child{
		Command: func() *exec.Cmd {
			cmd := exec.Command(program, append([]string{"worker"}, flags...)...)
			// The processes share the cores; threads of the rasteriser inside each would only get in their way.
			cmd.Env = append(os.Environ(), "LP_NUM_THREADS=0")
			return cmd
		},
		Set: set,
	}, nil
}

// configFile reads a set's configuration: YAML, JSON, or the dataset.json of a dataset that is to be made again. No file is the
// default configuration. Echo is what dataset.json has of it, of which config takes what can be asked for.
func configFile[C, Echo any](name, set string, defaults C, parse func(name string, data []byte) (C, error), config func(Echo) C) (C, error) {
	if name == "" {
		return defaults, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return defaults, fmt.Errorf("config: %w", err)
	}
	var id gen.Identity
	if json.Unmarshal(data, &id) != nil || id.Set == "" || id.Config == nil {
		return parse(name, data)
	}
	if id.Set != set {
		return defaults, fmt.Errorf("%s: set is %q, want %s", name, id.Set, set)
	}
	echo, err := echoed[Echo](id.Config)
	if err != nil {
		return defaults, fmt.Errorf("%s: %w", name, err)
	}
	return config(echo), nil
}

// datasetSet builds the set that a dataset's folder was made with.
func datasetSet(root string, s sources) (gen.Set, gen.Identity, error) {
	id, err := gen.ReadIdentity(root)
	if err != nil {
		return nil, id, err
	}
	set, err := setSpec{id.Set, id.Config, s}.open()
	if err != nil {
		err = fmt.Errorf("%s: %w", root, err)
	}
	return set, id, err
}

// probe opens a renderer for a moment to learn what would draw.
func probe(gpu string) (engine.Info, error) {
	r, err := engine.New(engine.Options{GPU: gpu})
	if err != nil {
		return engine.Info{}, fmt.Errorf(`%w; "mereo doctor" says what is missing`, err)
	}
	defer r.Close()
	return r.Info(), nil
}
