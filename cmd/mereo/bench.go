package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mereo/assets/furniture"
	"mereo/cmd/sets"
	"mereo/engine"
	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/internal/fixture"
	"mereo/internal/folder"
	"mereo/internal/phase"
)

// bench is "mereo bench".
type bench struct {
	gpu     string
	only    string
	scenes  int
	records bool
	workers int
	set     string // the only one that is measured; empty for all
	config  string // of it: a file; empty for the set's own
	seed    uint64 // of fidelity's samples
	spp     int    // of its reference pictures
}

func newBench(c console) *cobra.Command {
	var b bench
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine makes data, as JSON",
		Long: `Measure how fast this machine makes data. Prints JSON: the machine, and a list of figures with
name, value and unit. Nothing is kept.

Samples with pictures are also split into phases: sampling scenes, acceptance of them on the CPU,
draw, read-back, encode and write. Of each the milliseconds per sample and its share of all six
together are told, summed over all workers: phases of different workers run side by side.

--only fidelity says how near pictures come to reference pictures (path tracing) of the same samples:
FLIP, 0 where nobody sees a difference, of every color picture, as mean and as the worst with the
index of its sample. It is left out otherwise: processors draw a reference picture in some minutes.`,
		Example: "  mereo bench\n  mereo bench --only physics\n  mereo bench --scenes 200 --workers 8 > bench.json\n" +
			"  mereo bench --set ptr --config mine.yaml\n  mereo bench --only fidelity --set trance --scenes 8",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return b.run(cmd.Context(), c) },
	}
	f := cmd.Flags()
	f.StringVar(&b.gpu, "gpu", "", `device by number or UUID, or "software"`)
	f.StringVar(&b.only, "only", "", "one section only: "+strings.Join(benchSections, ", ")+", "+benchFidelity)
	f.StringVar(&b.set, "set", "", "of this set alone: "+strings.Join(sets.Names(), ", "))
	f.StringVar(&b.config, "config", "", "configuration of --set, YAML or JSON")
	f.IntVar(&b.scenes, "scenes", 24, "scenes or samples per figure")
	f.IntVar(&b.workers, "workers", runtime.NumCPU(), "samples made at once")
	f.Uint64Var(&b.seed, "seed", 0, "seed of the samples of fidelity")
	f.IntVar(&b.spp, "spp", 128, "paths of light through each pixel of the reference pictures of fidelity")
	f.BoolVar(&b.records, "no-pictures", false, "leave out what needs a renderer")
	return cmd
}

// benchSections are what can be measured, in order.
var benchSections = []string{"furniture", "records", "pictures", "questions", "elements", "physics"}

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
	Share float64 `json:"share,omitempty"` // of a phase, in the time of all phases
	// Sample is the index of the sample of which Value is; nil for those of many.
	Sample *int `json:"sample,omitempty"`
}

// check looks at the flags.
func (b *bench) check() error {
	if b.scenes < 1 || b.workers < 1 {
		return usagef("bench: --scenes is %d and --workers is %d, want at least 1", b.scenes, b.workers)
	}
	if all := append(benchSections, benchFidelity); b.only != "" && !slices.Contains(all, b.only) {
		return usagef("bench: --only is %q, want %s", b.only, strings.Join(all, ", "))
	}
	if b.spp < 1 || b.spp > frame.MaxSPP {
		return usagef("bench: --spp is %d, want 1 to %d", b.spp, frame.MaxSPP)
	}
	if b.set != "" {
		e, err := sets.Find(b.set)
		if err != nil {
			return usagef("bench: %v", err)
		}
		if e.Needs != "" && b.config != "" {
			return usagef("bench: --config is for sets with a configuration file, not for %s", b.set)
		}
	} else if b.config != "" {
		return usagef("bench: --config needs --set")
	}
	return nil
}

func (b *bench) run(ctx context.Context, c console) error {
	if err := b.check(); err != nil {
		return err
	}
	wanted := func(section string) bool { return b.only == "" || b.only == section }
	report := benchReport{
		Program: "mereo " + gen.Version, OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(), Workers: b.workers,
	}
	add := func(name string, value float64, unit string) {
		report.Figures = append(report.Figures, benchFigure{Name: name, Value: value, Unit: unit})
	}

	if wanted("furniture") {
		rate, err := b.furniture()
		if err != nil {
			return err
		}
		add("furniture models", rate, "per second")
	}
	specs := map[string]sets.Spec{}
	var measured []*sets.Entry
	for i := range sets.All {
		e := &sets.All[i]
		if b.set != "" && e.Name != b.set {
			continue
		}
		spec, err := e.Spec(b.config, "", sets.Sources{})
		if err != nil {
			return err
		}
		if specs[e.Name] = spec; e.Bench.Sample != "" {
			measured = append(measured, e)
		}
	}
	if wanted("records") {
		// Sampling, settling what is visible, labels, and the questions of sets that ask. Garbage is collected as in generate and ask.
		before := debug.SetGCPercent(400)
		for _, e := range measured {
			rate, err := b.generate(ctx, sets.Run{Spec: specs[e.Name], Split: "train", Count: e.Bench.Records * b.scenes}, false, loop.Options{Workers: b.workers})
			if err != nil {
				return err
			}
			add(e.Name+" "+e.Bench.Sample+" without pictures", rate, "per second")
		}
		debug.SetGCPercent(before)
	}
	var info engine.Info
	if (wanted("pictures") || b.only == benchFidelity) && !b.records {
		var err error
		if info, err = probe(b.gpu); err != nil {
			return err
		}
		report.Renderer = fmt.Sprintf("%s, %s", info.Renderer, info.Version)
	}
	if wanted("pictures") && !b.records {
		phase.Measure(time.Now)
		for _, e := range measured {
			name := e.Name + " " + e.Bench.Sample
			opt, err := b.options(specs[e.Name], info.Software, "--measure")
			if err != nil {
				return err
			}
			phase.Take()
			rate, err := b.generate(ctx, sets.Run{Spec: specs[e.Name], Split: "train", Count: b.scenes}, true, opt)
			if err != nil {
				return err
			}
			add(name, rate, "per second")
			add(e.Name+" pictures", rate*e.Bench.Pictures, "per second")
			spent := phase.Take()
			for p, d := range spent {
				report.Figures = append(report.Figures, benchFigure{
					Name: fmt.Sprintf("%s, %s", name, phase.Phase(p)), Unit: "ms per sample",
					Value: d.Seconds() * 1e3 / float64(b.scenes), Share: d.Seconds() / spent.Sum().Seconds(),
				})
			}
		}
	}
	if wanted("questions") {
		for _, e := range measured {
			rate, err := b.questions(ctx, specs[e.Name])
			if err != nil {
				return err
			}
			if rate > 0 {
				add(e.Name+" "+e.Bench.Sample+" asked about, one block", rate, "per second")
			}
		}
	}
	if wanted("elements") {
		for i := range sets.All {
			if b.set != "" && sets.All[i].Name != b.set {
				continue
			}
			if err := b.files(ctx, &sets.All[i], add); err != nil {
				return err
			}
		}
	}
	if wanted("physics") {
		if err := benchPhysics(ctx, add); err != nil {
			return err
		}
	}
	if b.only == benchFidelity && !b.records {
		for _, e := range measured {
			figures, err := b.fidelity(ctx, e, info.Software)
			if err != nil {
				return err
			}
			report.Figures = append(report.Figures, figures...)
		}
	}
	return c.json(report)
}

// options are those of a run with pictures. Where processors draw, processes of their own make samples, with these flags.
func (b *bench) options(spec sets.Spec, software bool, flags ...string) (opt loop.Options, err error) {
	if opt.Workers = b.workers; software {
		opt.Child, err = child(spec, flags...)
	}
	return opt, err
}

// furniture makes models of every category in turn and returns how many per second.
func (b *bench) furniture() (float64, error) {
	const models = 200
	begun := time.Now()
	for n := range models {
		categories := furniture.Categories()
		if _, err := furniture.ByNumber(categories[n%len(categories)], n); err != nil {
			return 0, err
		}
	}
	return models / time.Since(begun).Seconds(), nil
}

// scratch calls measure with a set and an empty folder, which is removed afterwards.
func scratch(spec sets.Spec, measure func(set gen.Set, dir string) (float64, error)) (float64, error) {
	set, err := spec.Open()
	if err != nil {
		return 0, err
	}
	dir, err := folder.Temp("mereo-bench-")
	if err != nil {
		return 0, fmt.Errorf("bench: %w", err)
	}
	defer os.RemoveAll(dir)
	return measure(set, dir)
}

// generate makes samples and returns how many per second.
func (b *bench) generate(ctx context.Context, run sets.Run, pictures bool, opt loop.Options) (float64, error) {
	return scratch(run.Spec, func(set gen.Set, dir string) (float64, error) {
		begun := time.Now()
		_, err := loop.Run(ctx, set, gen.Job{Root: dir, Split: run.Split, Pictures: pictures, GPU: b.gpu}, run.Count, opt)
		return float64(run.Count) / time.Since(begun).Seconds(), err
	})
}

// questions makes the records of a part of a block, asks about them, and returns how many scenes per second. A block is asked
// in order, so this is what one core does; blocks are asked side by side. It is 0 for a set without questions.
func (b *bench) questions(ctx context.Context, spec sets.Spec) (float64, error) {
	return scratch(spec, func(set gen.Set, dir string) (float64, error) {
		const scenes = 200
		job := gen.Job{Root: dir, Split: "train"}
		asker, err := set.NewAsker(ctx, job)
		if err != nil || asker == nil {
			return 0, err
		}
		if _, err := loop.Run(ctx, set, job, scenes, loop.Options{Workers: b.workers}); err != nil {
			return 0, err
		}
		block, err := gen.ReadBlock(dir, job.Split, 0)
		if err != nil {
			return 0, err
		}
		defer debug.SetGCPercent(debug.SetGCPercent(400)) // as in ask
		begun := time.Now()
		_, err = asker.AskBlock(ctx, block.Items, dir)
		return scenes / time.Since(begun).Seconds(), err
	})
}

// files makes the files of a set that are measured one by one, joined files included.
func (b *bench) files(ctx context.Context, e *sets.Entry, add func(name string, value float64, unit string)) error {
	if e.Bench.Files == nil {
		return nil
	}
	runs, err := e.Bench.Files()
	if err != nil {
		return err
	}
	for _, run := range runs {
		for _, pictures := range []bool{true, false} {
			rate, err := b.generate(ctx, run, pictures, loop.Options{Workers: b.workers})
			if err != nil {
				return err
			}
			what := e.Name + " " + run.Title
			if !pictures {
				what += ", without pictures"
			}
			add(what, rate, "per second")
		}
	}
	return nil
}

// benchPhysics measures steps of 1/240 s of the fixtures, on one core.
func benchPhysics(ctx context.Context, add func(name string, value float64, unit string)) error {
	// Rooms of furniture for 3 s, kept awake, and then as a scenario is run: what rests sleeps.
	const rooms, steps = 8, 720
	took := map[bool]float64{}
	for _, awake := range []bool{true, false} {
		for seed := range uint64(rooms) {
			s := fixture.Room(seed)
			s.World.NoSleep = awake
			w, _ := s.Build()
			begun := time.Now()
			for range steps {
				w.Step(fixture.Dt)
			}
			took[awake] += time.Since(begun).Seconds()
		}
	}
	add("physics step, room of furniture, awake", took[true]*1e6/(rooms*steps), "us")
	add("physics run of 3 s, room of furniture", took[false]*1e3/rooms, "ms")

	// A heap of loose boxes that has fallen for two seconds.
	s := fixture.Heap(1000)
	s.World.NoSleep = true
	w, _ := s.Build()
	for range 480 {
		w.Step(fixture.Dt)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	begun := time.Now()
	for range 120 {
		w.Step(fixture.Dt)
	}
	add("physics step, heap of 1,000 boxes", time.Since(begun).Seconds()*1e3/120, "ms")

	// Memory of a large heap, half a second after it was dropped.
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	w, _ = fixture.Heap(10_000).Build()
	for range 120 {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.Step(fixture.Dt)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	add("physics memory, heap of 10,000 boxes", float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
	runtime.KeepAlive(w)

	// A world at rest.
	s = fixture.Stack(10)
	s.World.NoSleep = true
	w, _ = s.Build()
	for range 240 {
		w.Step(fixture.Dt)
	}
	runtime.ReadMemStats(&before)
	for range 240 {
		w.Step(fixture.Dt)
	}
	runtime.ReadMemStats(&after)
	add("physics allocations per step, settled", float64(after.Mallocs-before.Mallocs)/240, "")
	return nil
}
