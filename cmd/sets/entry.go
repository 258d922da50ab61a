package sets

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"mereo/gen"
	"mereo/gen/judge"
	"mereo/scenes/shoot"
)

// Entry is a set as the commands know it: how it is opened, and what a command line may ask of it.
type Entry struct {
	Name    string // the word of the command line, lower case
	Samples string // what its samples are called; if empty, samples
	// Short, Long and Example are the help of "mereo generate NAME".
	Short, Long, Example string
	// Splits may be asked for; nil is train, val and test.
	Splits []string
	// Streamed is the split that a stream of a name and a seed is of; nil where that is the name itself.
	Streamed func(name string, seed uint64) (split string, err error)
	// Folders are the flags of Sources that it takes.
	Folders []string
	// Without are flags that "mereo generate" has of all other sets. Flags may add some of them again, with another meaning.
	Without []string
	// Needs are words without which "mereo generate NAME" makes nothing, such as "--task ImToParts"; for examples.
	Needs string
	// Physical is its flag that has things fall, or asks about those that do; empty where there is none.
	Physical string
	// Flat sets have drawings: pictures need no renderer, and there is no space to look around in.
	Flat bool
	// Default is its default configuration, as gen.Set.Config gives it.
	Default any
	// Flags adds its own flags, and returns what a command line asks for.
	Flags func(f *pflag.FlagSet) Ask
	// Open builds it from a configuration, as gen.Set.Config echoes it. s has no folders but those that it takes.
	Open func(config json.RawMessage, s Sources) (gen.Set, error)
	// Explain prints the program of a question of a scene file as a tree with all values; nil for sets without programs.
	Explain func(w io.Writer, scene string, question int) error
	// Scene are the names of scene files that Explain takes, below the dataset's folder, as a pattern of path.Match.
	Scene string
	// Judge is how answers are judged; nil for sets that ask for none.
	Judge func() *judge.Set
	// Bench is what "mereo bench" measures.
	Bench Bench
}

// Ask says what a command line, whose flags were parsed, asks for. Nothing is opened but files of configurations.
type Ask func(r *Request) ([]Run, error)

// Request are the flags that all sets share.
type Request struct {
	Config   string // file
	Split    string
	Count    int
	Seed     uint64
	Index    int // of a sample that is made alone; -1 for none
	Pictures bool
	Sources  Sources
	Changed  func(flag string) bool // tells whether a flag was given
	// Draw changes how color pictures are made; nil for nothing.
	Draw func(*shoot.Look)
}

// Run is a split that is asked for.
type Run struct {
	Spec  Spec
	Split string
	Count int
	Seed  uint64
	// Title is what the split is called where the work is told of; if empty, Split.
	Title string
	// Flat tells that pictures need no renderer.
	Flat bool
	// After is called when the split is complete; nil for nothing.
	After func(ctx context.Context, job gen.Job, t Teller) error
}

// Teller shows how work comes along.
type Teller struct {
	Out io.Writer // lines for people
	// Progress shows a bar with the name of the work, until end is called.
	Progress func(what string) (update func(done, total int), end func())
}

// Bench says what "mereo bench" measures of a set.
type Bench struct {
	Sample   string  // what samples are called: "scenes"; empty: none of it is measured
	Pictures float64 // color pictures of a sample
	Records  int     // how many samples without pictures are made for each one with pictures
	// Files are splits that are measured one by one, with and without pictures; nil for none.
	Files func() ([]Run, error)
}

// looks is a configuration that says how color pictures are made.
type looks[C any] interface {
	*C
	Looks() *shoot.Look
}

// kind is a set whose configuration is of type C.
type kind[C any] struct {
	defaults C
	parse    func(name string, data []byte) (C, error)
	open     func(c C, s Sources) (gen.Set, error)
	// echoed reads what gen.Set.Config gives; nil where that is C itself.
	echoed func(data json.RawMessage) (C, error)
	// switches are flags that are on or off.
	switches []toggle[C]
	// flags adds other flags, and returns what changes a configuration and a run as they say; nil for none.
	flags func(f *pflag.FlagSet) func(c *C, r *Request, run *Run) error
}

// toggle is a flag that sets a field of a configuration where it is given, or changes more where it is on.
type toggle[C any] struct {
	name, help string
	field      func(c *C) *bool
	on         func(c *C)
}

// change does what a flag that was given says.
func (t *toggle[C]) change(c *C, on bool) {
	if t.field != nil {
		*t.field(c) = on
	} else if on {
		t.on(c)
	}
}

// entry fills in what follows from the configuration.
func entry[C any, P looks[C]](k kind[C], e Entry) Entry {
	if k.echoed == nil {
		k.echoed = echoed[C]
	}
	e.Default = k.defaults
	e.Open = func(config json.RawMessage, s Sources) (gen.Set, error) {
		c, err := k.echoed(config)
		if err != nil {
			return nil, err
		}
		return k.open(c, s)
	}
	e.Flags = func(f *pflag.FlagSet) Ask {
		given := make([]*bool, len(k.switches))
		for i, t := range k.switches {
			given[i] = f.Bool(t.name, false, t.help)
		}
		change := func(*C, *Request, *Run) error { return nil }
		if k.flags != nil {
			change = k.flags(f)
		}
		return func(r *Request) ([]Run, error) {
			c, err := configFile(r.Config, e.Name, k)
			if err != nil {
				return nil, err
			}
			for i, t := range k.switches {
				if r.Changed(t.name) {
					t.change(&c, *given[i])
				}
			}
			run := Run{Split: r.Split, Count: r.Count, Seed: r.Seed}
			if err := change(&c, r, &run); err != nil {
				return nil, err
			}
			if r.Draw != nil {
				r.Draw(P(&c).Looks())
			}
			run.Spec, err = New(e.Name, c, r.Sources)
			return []Run{run}, err
		}
	}
	return e
}

// Spec is the set with the configuration of a file, the default one without, and with a flag set by its name unless that is empty.
func (e *Entry) Spec(config, flag string, s Sources) (Spec, error) {
	f := pflag.NewFlagSet(e.Name, pflag.ContinueOnError)
	ask := e.Flags(f)
	if e.Needs != "" { // its configuration is no file
		return New(e.Name, e.Default, s)
	}
	if flag != "" {
		if err := f.Set(flag, "true"); err != nil {
			return Spec{}, fmt.Errorf("%s: --%s: %w", e.Name, flag, err)
		}
	}
	runs, err := ask(&Request{Config: config, Index: -1, Pictures: true, Sources: s, Changed: f.Changed})
	if err != nil {
		return Spec{}, err
	}
	return runs[0].Spec, nil
}
