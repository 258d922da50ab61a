//go:build viewer

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/engine/frame"
	"mereo/engine/gltf"
	"mereo/engine/window"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes a command line and returns the exit code: 2 for a wrong command line, 1 for what failed.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cmd := newView(stdout)
	cmd.SetArgs(args)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	err := cmd.ExecuteContext(ctx)
	var usage sets.UsageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, window.ErrNoDisplay):
		fmt.Fprintf(stderr, "mereo view: %v; \"mereo explore DIR\" shows datasets in a browser instead, on any machine\n",
			strings.TrimPrefix(err.Error(), "window: "))
		return 1
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "mereo view: %v\nadd --help for what there is\n", err)
		return 2
	}
	fmt.Fprintf(stderr, "mereo view: %v\n", err)
	return 1
}

// view is the command line.
type view struct {
	seed    uint64
	index   int
	split   string
	config  string
	physics bool
	size    string
	gpu     string
	out     string
	events  bool
	sources sets.Sources
	changed func(flag string) bool
}

func newView(stdout io.Writer) *cobra.Command {
	var v view
	cmd := &cobra.Command{
		Use:   "mereo view SET|DIR|FILE",
		Short: "Look at scenes in a window",
		Long: `Look at scenes in a window: a new one of a set ("mereo sets" and "mereo world list" list them) or of
the world that a YAML file describes, those of a dataset's folder, a glTF file, or the rigid-body
scenarios of a file (JSON, URDF, MJCF). Orbit, see color, depth, ids, normals, albedo, wireframes and
colliders; select objects and parts; move, turn and scale them;
let them go, push or pull them, and see what becomes of them. The key "?" shows all keys. It needs X11 or Wayland; "mereo
explore DIR" works without.`,
		Example: `  mereo view ptr --physics
  mereo view shopvrb --seed 7 --index 3
  mereo view my.yaml
  mereo view out/ptr --split val --index 12
  mereo view desk.glb --out pictures
  mereo view room.json --index 2`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return sets.Usagef("%d arguments, want 1: a set, a dataset's folder, or a file of a world, of a scene or of scenarios", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			v.changed = cmd.Flags().Changed
			return v.run(cmd.Context(), args[0], stdout)
		},
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return sets.UsageError{Err: err} })
	f := cmd.Flags()
	f.Uint64Var(&v.seed, "seed", 0, "seed of the first scene; that of the dataset if a folder is given")
	f.IntVar(&v.index, "index", 0, "index of the first scene in its split")
	f.StringVar(&v.split, "split", "train", "split of the scenes; of a world without it, its first one")
	f.StringVar(&v.config, "config", "", "configuration of the set, YAML or JSON, or the dataset.json of a dataset")
	f.BoolVar(&v.physics, "physics", false, "scenes in which things fall or may fall, of sets that have them: "+strings.Join(namesOf(falls), ", "))
	f.StringVar(&v.size, "size", "1280x800", "width and height of the window")
	f.StringVar(&v.gpu, "gpu", "", `device by number or UUID, or "software"`)
	f.StringVar(&v.out, "out", ".", "folder for saved pictures and scenes")
	f.BoolVar(&v.events, "events", false, "print what happens as lines of JSON, for scripts")
	v.sources.Flags(f, sets.FolderFlags...)
	return cmd
}

func (v *view) run(ctx context.Context, what string, stdout io.Writer) error {
	o := window.Options{
		Start: window.Place{Seed: v.seed, Index: v.index}, GPU: v.gpu, Out: v.out, Random: random, WriteScene: writeScene, WriteWorld: writeWorld,
	}
	wide, high, _ := strings.Cut(v.size, "x")
	o.Width, _ = strconv.Atoi(wide)
	if o.Height, _ = strconv.Atoi(high); o.Width < 640 || o.Height < 480 {
		return sets.Usagef("--size is %q, want a width and a height of at least 640x480", v.size)
	}
	if v.index < 0 {
		return sets.Usagef("--index is %d, want at least 0", v.index)
	}
	if v.events {
		o.Events = stdout
	}
	var err error
	if o.Source, err = v.open(what, &o.Start); err != nil {
		return err
	}
	if isFile(what) {
		o.File = what
	}
	o.Open = func(file string) (window.Source, window.Place, error) {
		as := *v
		if file != what { // which the command line says nothing of
			as = view{split: "train", sources: v.sources, changed: func(string) bool { return false }}
		}
		start := window.Place{Seed: as.seed, Index: as.index}
		s, err := as.open(file, &start)
		return s, start, err
	}
	return window.Run(ctx, o)
}

// isFile tells whether a word of the command line is a file, which may change.
func isFile(what string) bool {
	info, err := os.Stat(what)
	return err == nil && info.Mode().IsRegular()
}

// open finds out what is to be shown.
func (v *view) open(what string, start *window.Place) (window.Source, error) {
	ext := strings.ToLower(what)
	if strings.HasSuffix(ext, ".glb") || strings.HasSuffix(ext, ".gltf") {
		if start.Index != 0 || v.changed("seed") {
			return nil, sets.Usagef("%s has one scene: --index and --seed are for sets and folders", what)
		}
		if _, err := os.Stat(what); err != nil {
			return nil, fmt.Errorf("%w", err)
		}
		return file{what, v.sources.MaxMemory}, nil
	}
	if isScenario(ext) {
		if v.changed("seed") {
			return nil, sets.Usagef("%s has no seeds: --seed is for sets and folders", what)
		}
		s, err := openScenarios(what, v.sources.MaxMemory)
		if err != nil {
			return nil, err
		}
		return s, s.check(start.Index)
	}
	return v.openSet(what, start)
}

// random is a seed short enough to be told to somebody.
func random() uint64 {
	return rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)).Uint64() >> 44
}

// writeScene writes what is shown as a .glb file, with the names and classes that the window has for objects and parts.
func writeScene(w io.Writer, f *frame.Frame, s *window.Scene) error {
	var n gltf.Notes
	var walk func(all []window.Entity)
	walk = func(all []window.Entity) {
		for i := range all {
			e := &all[i]
			if e.Part != 0 {
				n.Parts = gltf.Put(n.Parts, int(e.Part), e.Name)
			} else if e.Object != 0 {
				n.Objects = gltf.Put(n.Objects, int(e.Object), e.Name)
				if e.Class != "" {
					n.ObjectExtras = gltf.Put(n.ObjectExtras, int(e.Object), map[string]any{"class": e.Class})
				}
			}
			walk(e.Entities)
		}
	}
	walk(s.Entities)
	return gltf.WriteNoted(w, f, n)
}

// writeWorld writes a document of a world in which a saved scene is there in every sample.
func writeWorld(w io.Writer, saved string) error {
	name := strings.TrimSuffix(saved, ".glb")
	_, err := fmt.Fprintf(w, `# What stands in this scene is there in every sample. Things to draw beside it come below a key "things", how many in scene.count.
#   mereo generate %s.yaml --out out/%[1]s
name: %s
scene:
  fixed: {file: %s}
`, name, worldName(name), saved)
	return err
}

// worldName is a file's name as worlds are named.
func worldName(file string) string {
	letters := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
			return c
		}
		return '-'
	}, strings.ToLower(file))
	return letters[:min(len(letters), 64)]
}
