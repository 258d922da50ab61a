package sets

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"mereo/gen"
	"mereo/gen/syndacate"
)

// syndacateEntry makes files of elements: a file's name is what other sets have as split and configuration.
var syndacateEntry = Entry{
	Name:    "syndacate",
	Samples: "elements",
	Short:   "Make SynDaCaTE files: lines, characters and words with their poses, in the published bytes",
	Long: `Make SynDaCaTE: .npz files of pictures of characters or words with the pose of every line and of
every whole, with the content that the published generator writes for its seeds, byte for byte.

A task names the file that it needs; several share one. --small makes the first 400 elements
instead of 70,000, --count any number; the name of a file says how many it has. Other arguments
of the sampler are chosen by a name: --split takes any file's name or its stem.

Files are made of shards of 100 elements that stay beside them, so that a file can grow and an
interrupted run goes on. --blocks i/n makes a part of the blocks of 1,000 elements; parts can
share one folder or be put together with "mereo merge".

--shift, --classes, --solid, --film and --collide make data of the same kind that go beyond the
published ones, --noise damages any file (docs/syndacate.md).

Tasks: ` + strings.Join(Wrapped(syndacate.TaskNames(), 90), "\n"),
	Example: `  mereo generate syndacate --out data --task ImToParts --small
  mereo generate syndacate --out data --task PartsToChars,Words
  mereo generate syndacate --out data --all
  mereo generate syndacate --out data --split syndacate_aFfTh100n5000o2p8rTs7u10w100.npz
  mereo generate syndacate --out data --shift rotation --noise clutter-mid
  mereo generate syndacate --out data --collide elastic --count 1000`,
	Without:  []string{"count", "seed", "split", "config", "gpu", "also", "push", "quality", "view", "spp", "look"},
	Needs:    "--task ImToParts",
	Flat:     true,
	Default:  struct{}{},
	Flags:    syndacateFlags,
	Streamed: syndacateStreamed,
	Open: func(config json.RawMessage, _ Sources) (gen.Set, error) {
		_, err := echoed[struct{}](config)
		return syndacate.Set{}, err
	},
	Judge: syndacate.Judge,
	Bench: Bench{Files: func() (runs []Run, err error) {
		for _, name := range []string{"ImToParts", "PartsToChars", "Words"} {
			task, err := syndacate.TaskByName(name)
			if err != nil {
				return nil, err
			}
			stem, _, err := task.Stem()
			if err != nil {
				return nil, err
			}
			runs = append(runs, syndacateRun(stem, 10_000, "elements, "+name))
		}
		return runs, nil
	}},
}

// syndacateFiles are flags that name files.
type syndacateFiles struct {
	tasks []string
	all   bool
	small bool
	names []string
	modes syndacateModes
}

func syndacateFlags(f *pflag.FlagSet) Ask {
	var s syndacateFiles
	f.StringSliceVar(&s.tasks, "task", nil, "make the files of these tasks")
	f.BoolVar(&s.all, "all", false, "make the files of all tasks")
	f.StringSliceVar(&s.names, "split", nil, "make the files of these names")
	f.BoolVar(&s.small, "small", false, "400 elements instead of 70,000")
	count := f.Int("count", 0, "elements of a file, instead of what its name, --small or the task says")
	seed := f.Uint64("seed", 0, "seed instead of the published one of the task")
	s.modes.flags(f)
	f.SortFlags = false // those of modes come last, each beside its mode
	return func(r *Request) (runs []Run, err error) {
		r.Count, r.Seed = *count, *seed
		mode, err := s.modes.mode(r.Changed)
		if err != nil {
			return nil, err
		}
		if err := s.check(r, mode); err != nil {
			return nil, err
		}
		files, err := s.files(r, mode)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			title, err := syndacate.FileName(file.stem, file.count, r.Pictures)
			if err != nil {
				title = file.stem
			}
			runs = append(runs, syndacateRun(file.stem, file.count, title))
		}
		return runs, nil
	}
}

func syndacateRun(stem string, count int, title string) Run {
	return Run{Spec: Spec{Name: "syndacate", Config: json.RawMessage("{}")}, Split: stem, Count: count, Title: title, Flat: true}
}

// Wrapped are lines of words of up to a width.
func Wrapped(words []string, width int) (lines []string) {
	line := ""
	for _, w := range words {
		if line != "" && len(line)+2+len(w) > width {
			lines = append(lines, line+",")
			line = ""
		}
		if line != "" {
			line += ", "
		}
		line += w
	}
	return append(lines, line)
}

// syndacateFile is a file to make.
type syndacateFile struct {
	stem  string
	count int
}

// check finds wrong use.
func (s *syndacateFiles) check(r *Request, mode string) error {
	given := 0
	for _, asked := range []bool{r.Changed("task"), s.all, r.Changed("split"), mode != ""} {
		if asked {
			given++
		}
	}
	switch {
	case given != 1:
		return Usagef("generate syndacate: which file? want one of --task, --all, --split, --shift, --classes, --solid, --film and " +
			"--collide; --noise comes with one of them")
	case r.Changed("split") && (r.Changed("seed") || r.Changed("small")):
		return Usagef("generate syndacate: the name that --split takes says the seed; leave --seed and --small out")
	case r.Changed("count") && r.Count < 1:
		return Usagef("generate syndacate: --count is %d, want at least 1", r.Count)
	case r.Changed("count") && s.small:
		return Usagef("generate syndacate: --count and --small exclude each other")
	case mode != "" && r.Seed >= 1<<32:
		return Usagef("generate syndacate: --seed is %d, want less than 2^32 with --%s", r.Seed, mode)
	}
	return nil
}

// files are what is asked for, none twice.
func (s *syndacateFiles) files(r *Request, mode string) ([]syndacateFile, error) {
	var out []syndacateFile
	for _, name := range s.names {
		stem, count, err := syndacate.StemOf(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		out = append(out, syndacateFile{stem, count})
	}
	tasks := s.tasks
	if s.all {
		tasks = syndacate.TaskNames()
	}
	for _, name := range tasks {
		t, err := syndacate.TaskByName(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if s.small {
			t = t.Small()
		}
		if r.Changed("seed") {
			t = t.Seeded(r.Seed)
		}
		stem, count, err := t.Stem()
		if err != nil {
			return nil, err
		}
		if f := (syndacateFile{stem, count}); !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	if mode != "" {
		elements := syndacate.ElementsOf(mode == "film" || mode == "collide", s.small)
		if r.Changed("count") {
			elements = r.Count
		}
		stem, err := s.modes.stem(mode, uint32(r.Seed), elements)
		if err != nil {
			return nil, err
		}
		out = append(out, syndacateFile{stem, elements})
	}
	for i := range out {
		if r.Changed("count") {
			out[i].count = r.Count
		}
		if out[i].count == 0 {
			return nil, Usagef("generate syndacate: the name %s says no number of elements; give --count", out[i].stem)
		}
		if r.Index >= out[i].count {
			return nil, Usagef("generate syndacate: --index is %d, want less than the %d elements of the file", r.Index,
				out[i].count)
		}
		if s.modes.noise != "" {
			stem, err := s.modes.noisy(out[i].stem, out[i].count)
			if err != nil {
				return nil, err
			}
			out[i].stem = stem
		}
	}
	return out, nil
}

// syndacateStreamed is the stem of a task, or of a file by its name or stem: all of them say the seed.
func syndacateStreamed(name string, seed uint64) (stem string, err error) {
	if seed != 0 {
		return "", fmt.Errorf("syndacate: seed is %d, but names of files say the seed; leave it out", seed)
	}
	if t, err := syndacate.TaskByName(name); err == nil {
		stem, _, err = t.Stem()
		return stem, err
	}
	if stem, _, err = syndacate.StemOf(name); err != nil {
		err = fmt.Errorf("%w; the split of a stream is a task, such as ImToParts, or a file's name", err)
	}
	return stem, err
}
