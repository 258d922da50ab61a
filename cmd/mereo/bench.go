package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"mereo/assets/furniture"
	"mereo/gen"
	"mereo/gen/ptr"
)

// bench is "mereo bench".
type bench struct {
	gpu     string
	scenes  int
	records bool
	workers int
}

func newBench(c console) *cobra.Command {
	var b bench
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine makes data, as JSON",
		Long: `Measure how fast this machine makes data. Prints JSON: the machine, and a list of figures with
name, value and unit. Nothing is kept.`,
		Example: "  mereo bench\n  mereo bench --scenes 200 --workers 8 > bench.json",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return b.run(cmd.Context(), c) },
	}
	f := cmd.Flags()
	f.StringVar(&b.gpu, "gpu", "", `device by number or UUID, or "software"`)
	f.IntVar(&b.scenes, "scenes", 24, "scenes per figure")
	f.IntVar(&b.workers, "workers", runtime.NumCPU(), "samples made at once")
	f.BoolVar(&b.records, "no-pictures", false, "leave out what needs a renderer")
	return cmd
}

// benchReport is what bench prints.
type benchReport struct {
	Program  string        `json:"program"`
	OS       string        `json:"os"`
	Arch     string        `json:"arch"`
	Cores    int           `json:"cores"`
	Workers  int           `json:"workers"`
	Renderer string        `json:"renderer,omitempty"`
	Figures  []benchFigure `json:"figures"`
}

type benchFigure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

func (b *bench) run(ctx context.Context, c console) error {
	if b.scenes < 1 || b.workers < 1 {
		return usagef("bench: --scenes is %d and --workers is %d, want at least 1", b.scenes, b.workers)
	}
	report := benchReport{
		Program: "mereo " + gen.Version, OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(), Workers: b.workers,
	}
	add := func(name string, value float64, unit string) {
		report.Figures = append(report.Figures, benchFigure{name, value, unit})
	}

	// Furniture: every category in turn.
	const models = 200
	begun := time.Now()
	for n := range models {
		categories := furniture.Categories()
		if _, err := furniture.ByNumber(categories[n%len(categories)], n); err != nil {
			return err
		}
	}
	add("furniture models", models/time.Since(begun).Seconds(), "per second")

	// Records: sampling, settling what is visible, labels.
	spec := setSpec{Name: "ptr", Config: ptr.DefaultConfig()}
	rate, err := b.generate(ctx, spec, false, gen.Options{Workers: b.workers})
	if err != nil {
		return err
	}
	add("ptr scenes without pictures", rate, "per second")

	// Everything.
	if !b.records {
		info, err := probe(b.gpu)
		if err != nil {
			return err
		}
		report.Renderer = fmt.Sprintf("%s, %s", info.Renderer, info.Version)
		opt := gen.Options{Workers: b.workers}
		if info.Software {
			if opt.Child, err = spec.child(); err != nil {
				return err
			}
		}
		if rate, err = b.generate(ctx, spec, true, opt); err != nil {
			return err
		}
		add("ptr scenes", rate, "per second")
	}
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	return e.Encode(report)
}

// generate makes scenes in a folder that is removed, and returns how many per second.
func (b *bench) generate(ctx context.Context, spec setSpec, pictures bool, opt gen.Options) (float64, error) {
	dir, err := os.MkdirTemp("", "mereo-bench-")
	if err != nil {
		return 0, fmt.Errorf("%w", err)
	}
	defer os.RemoveAll(dir)
	set, err := spec.open()
	if err != nil {
		return 0, err
	}
	begun := time.Now()
	_, err = gen.Run(ctx, set, gen.Job{Root: dir, Split: "train", Pictures: pictures, GPU: b.gpu}, b.scenes, opt)
	return float64(b.scenes) / time.Since(begun).Seconds(), err
}
