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
)

// setSpec says which set a command is about; worker processes get it as JSON.
type setSpec struct {
	Name   string     `json:"name"`
	Config ptr.Config `json:"config"`
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
	cmd.Flags().StringVar(&s.Models, "models", "", "folder of glTF models, one subfolder per category")
}

// templateFlag is for the commands that ask questions.
func (s *sources) templateFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.Templates, "templates", "", "folder of question templates to use on top of the built-in ones")
}

// open builds the set.
func (s setSpec) open() (gen.Set, error) {
	source, err := s.source()
	if err != nil {
		return nil, err
	}
	switch s.Name {
	case "ptr":
		return ptr.New(s.Config, source, s.Templates)
	}
	return nil, fmt.Errorf("no set %q, want ptr", s.Name)
}

// child makes worker processes of this program, for the software rasteriser.
func (s setSpec) child() (*gen.Child, error) {
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
			cmd := exec.Command(program, "worker")
			// The processes share the cores; threads of the rasteriser inside each would only get in their way.
			cmd.Env = append(os.Environ(), "LP_NUM_THREADS=0")
			return cmd
		},
		Set: set,
	}, nil
}

// configFile reads a configuration: YAML, JSON, or the dataset.json of a dataset that is to be made again. No file is the
// default configuration.
func configFile(name string) (ptr.Config, error) {
	if name == "" {
		return ptr.DefaultConfig(), nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return ptr.Config{}, fmt.Errorf("config: %w", err)
	}
	var id gen.Identity
	if json.Unmarshal(data, &id) == nil && id.Set != "" && id.Config != nil {
		return echoedConfig(name, id)
	}
	return ptr.ParseConfig(name, data)
}

// echoedConfig is the configuration in a dataset's dataset.json.
func echoedConfig(name string, id gen.Identity) (ptr.Config, error) {
	if id.Set != "ptr" {
		return ptr.Config{}, fmt.Errorf("%s: set is %q, want ptr", name, id.Set)
	}
	var echo struct {
		ptr.Config
		Source string `json:"source"`
	}
	d := json.NewDecoder(bytes.NewReader(id.Config))
	d.DisallowUnknownFields()
	if err := d.Decode(&echo); err != nil {
		return ptr.Config{}, fmt.Errorf("%s: config: %w", name, err)
	}
	return echo.Config, nil
}

// datasetSet builds the set that a dataset's folder was made with.
func datasetSet(root string, s sources) (gen.Set, gen.Identity, error) {
	id, err := gen.ReadIdentity(root)
	if err != nil {
		return nil, id, err
	}
	config, err := echoedConfig(root, id)
	if err != nil {
		return nil, id, err
	}
	set, err := setSpec{id.Set, config, s}.open()
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
