package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mereo/gen/show"
	"mereo/internal/folder"
	"mereo/physics"
	"mereo/physics/robots"
	"mereo/physics/scenario"
	"mereo/scenes/bodies"
)

// simulate is "mereo simulate FILE...".
type simulate struct {
	files     []string
	only      string
	keepGoing bool
	frames    string
	record    string
	formats   []string
	fps       float64
	everyStep bool // --fps was not given: records have a frame for each step
	size      string
	gpu       string
	subFrames int
	robot     robotFlags
	print     bool
	printed   []*scenario.Scenario
}

func newSimulate(c console) *cobra.Command {
	var s simulate
	cmd := &cobra.Command{
		Use:   "simulate FILE...",
		Short: "Run rigid-body scenarios: what moves, what rests, and pictures of it",
		Long: `Run the rigid-body scenarios of JSON files (docs/physics.md has the format; "-" is standard
input), or what URDF and MJCF files describe, and print a line of JSON for each body that is not
fixed:

  scenario, body, mass    names; kg
  com_start, com_end      center of mass in the world, m
  position, quaternion    the body's frame in the world at the end; w, x, y, z
  moved, turned           between start and end; m, rad
  verdict                 "moves" beyond 0.05 m or 0.05 rad, else "rests"
  expected                the file's verdict, if it has one

How many verdicts are as expected is told on standard error. --frames also draws the motion:
SCENARIO-0001.png is the start. --record also writes it, each step or --fps frames a second:

  SCENARIO.jsonl          a line about the scenario, then one for each frame: poses, velocities, who is
                          awake, and what bodies that touch did to each other since the frame before
  SCENARIO.npy            float64 of (frames, bodies, 13): position, quaternion w x y z, velocity,
                          angular velocity (with --format npy)
  SCENARIO-events.jsonl   the same line, then one for each event: contacts begin and end, impacts,
                          sensors are entered and left, bodies fall asleep and wake`,
		Example: `  mereo simulate room.json
  mereo simulate room.json --scenario room_7_16 --frames out/room --size 640x480
  mereo simulate room.json --record out/room --format jsonl,npy --fps 24
  mereo simulate --keep-going scenarios/*.json > outcomes.jsonl
  mereo simulate mobility.urdf --joint joint_0=0.5 --frames out/cabinet
  mereo simulate humanoid.xml --print-scenario > humanoid.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("simulate: 0 arguments, want at least 1: FILE")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			s.files = args
			s.everyStep = !cmd.Flags().Changed("fps")
			return s.run(cmd.Context(), c)
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.only, "scenario", "", "run the scenario of this name only")
	f.BoolVar(&s.keepGoing, "keep-going", false, "tell of scenarios that are wrong, run the others, and exit 1 at the end")
	f.StringVar(&s.frames, "frames", "", "folder for pictures of the motion")
	f.StringVar(&s.record, "record", "", "folder for trajectories and events")
	f.StringSliceVar(&s.formats, "format", []string{"jsonl"}, "of trajectories: jsonl, npy or both, with a comma")
	f.Float64Var(&s.fps, "fps", 24, "pictures per second, and frames of --record, which has every step without this")
	f.StringVar(&s.size, "size", "640x480", "size of the pictures, pixels")
	f.IntVar(&s.subFrames, "sub-frames", 8, "jittered draws that make a picture")
	f.StringVar(&s.gpu, "gpu", "", `device by number or UUID, or "software"`)
	f.BoolVar(&s.print, "print-scenario", false, "print the scenarios as a file to edit, instead of running them")
	s.robot.flags(f)
	return cmd
}

// parseSize reads "640x480".
func parseSize(s string) (width, height int, ok bool) {
	w, h, found := strings.Cut(s, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	return width, height, found && errW == nil && errH == nil && min(width, height) >= 16 && max(width, height) <= 8192
}

func (s *simulate) run(ctx context.Context, c console) error {
	width, height, ok := parseSize(s.size)
	switch {
	case !ok:
		return usagef("simulate: --size is %q, want WIDTHxHEIGHT of 16 to 8192 pixels", s.size)
	case !(s.fps > 0 && s.fps <= 1000):
		return usagef("simulate: --fps is %g, want more than 0 and at most 1000", s.fps)
	case s.subFrames < 1 || s.subFrames > 1024:
		return usagef("simulate: --sub-frames is %d, want 1 to 1024", s.subFrames)
	}
	if err := s.robot.check(); err != nil {
		return err
	}
	var to *records
	if s.record != "" {
		to = &records{dir: s.record, taken: map[string]bool{}}
		for _, format := range s.formats {
			switch format {
			case "jsonl":
				to.jsonl = true
			case "npy":
				to.npy = true
			default:
				return usagef("simulate: --format is %q, want jsonl, npy or both, with a comma", format)
			}
		}
		if !s.everyStep {
			to.fps = s.fps
		}
	}
	var f *film
	if s.frames != "" {
		var err error
		if f, err = openFilm(s.frames, s.gpu, width, height, s.subFrames); err != nil {
			return err
		}
		defer f.close()
	}

	var t tally
	failed := false
	for _, file := range s.files {
		for item, err := range s.load(c, file) {
			if err == nil && s.only != "" && item.Name != s.only {
				continue
			}
			if err == nil && s.print {
				s.printed = append(s.printed, item)
				t.scenarios++
				continue
			}
			if err == nil {
				err = s.one(ctx, c, f, to, item, &t)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil && !s.keepGoing {
				return err
			}
			if err != nil {
				fmt.Fprintf(c.err, "mereo: %v\n", err)
				failed = true
			}
		}
	}
	if s.only != "" && t.scenarios == 0 && !failed {
		return fmt.Errorf("%s: no scenario is called %s", strings.Join(s.files, ", "), s.only)
	}
	if err := printScenarios(c.out, s.printed); err != nil {
		return fmt.Errorf("simulate: %w", err)
	}
	fmt.Fprintln(c.err, t.String())
	if failed {
		return errReported
	}
	return nil
}

// load reads the scenarios of a file.
func (s *simulate) load(c console, file string) iter.Seq2[*scenario.Scenario, error] {
	return func(yield func(*scenario.Scenario, error) bool) {
		var in io.Reader = c.in
		if file != "-" {
			f, err := folder.Named(file)
			if err != nil {
				yield(nil, fmt.Errorf("simulate: %w", err))
				return
			}
			defer f.Close()
			in = f
		}
		robots.Scenarios(file, s.robot.folder, in, s.robot.o, func(note string) { fmt.Fprintf(c.err, "mereo: %s: %s\n", file, note) })(yield)
	}
}

// watcher sees the world before the first step and after each, as the argument of Scenario.Run.
type watcher func(step int, w *physics.World, ids []physics.BodyID) error

// one runs a scenario, prints what became of its bodies, and draws and records it if that is wanted.
func (s *simulate) one(ctx context.Context, c console, f *film, to *records, item *scenario.Scenario, t *tally) error {
	var moments []bodies.Places
	var result scenario.Result
	run := func(watch watcher) (err error) {
		result, err = item.Run(func(step int, w *physics.World, ids []physics.BodyID) error {
			if f != nil && float64(step)*item.Dt >= float64(len(moments))/s.fps-1e-9 {
				moments = append(moments, bodies.PlacesOf(w, ids))
			}
			if watch != nil {
				if err := watch(step, w, ids); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
		return err
	}
	if to == nil {
		if err := run(nil); err != nil {
			return err
		}
	} else {
		before := to.files
		if err := to.write(item, run); err != nil {
			return err
		}
		t.files += to.files - before
	}
	e := json.NewEncoder(c.out)
	e.SetEscapeHTML(false)
	for i := range result.Bodies {
		if err := e.Encode(bodyLine(item.Name, &result.Bodies[i])); err != nil {
			return fmt.Errorf("simulate: %w", err)
		}
	}
	for _, w := range []struct {
		flag physics.Flags
		text string
	}{
		{physics.SpeedLimited, "a body was faster than the engine follows, and was slowed down"},
		{physics.NotFinite, "a body's motion overflowed; it was stopped where it was"},
	} {
		if result.Flags&w.flag != 0 {
			fmt.Fprintf(c.err, "mereo: scenario %s: %s\n", item.Name, w.text)
		}
	}
	t.count(result.Bodies)
	if f == nil {
		return nil
	}
	n, err := f.draw(ctx, c, item, moments)
	t.pictures += n
	return err
}

// simulateLine is what is printed of a body.
type simulateLine struct {
	Scenario   string           `json:"scenario"`
	Body       string           `json:"body"`
	Mass       float64          `json:"mass"`
	ComStart   [3]float64       `json:"com_start"`
	ComEnd     [3]float64       `json:"com_end"`
	Position   [3]float64       `json:"position"`
	Quaternion [4]float64       `json:"quaternion"`
	Moved      float64          `json:"moved"`
	Turned     float64          `json:"turned"`
	Verdict    scenario.Verdict `json:"verdict"`
	Expected   scenario.Verdict `json:"expected,omitempty"`
}

func bodyLine(name string, o *scenario.Outcome) simulateLine {
	q := o.Pose.Rotation
	return simulateLine{
		Scenario: name, Body: o.Name, Mass: o.Mass, ComStart: triple(o.CenterStart), ComEnd: triple(o.CenterEnd),
		Position: triple(o.Pose.Position), Quaternion: [4]float64{q.W, q.X, q.Y, q.Z},
		Moved: o.Moved, Turned: o.Turned, Verdict: o.Verdict, Expected: o.Expected,
	}
}

// tally counts what was done.
type tally struct{ scenarios, right, expected, pictures, files int }

func (t *tally) count(bodies []scenario.Outcome) {
	t.scenarios++
	for i := range bodies {
		if o := &bodies[i]; o.Expected != "" {
			t.expected++
			if o.Verdict == o.Expected {
				t.right++
			}
		}
	}
}

func (t *tally) String() string {
	s := show.Count(t.scenarios, "scenario")
	if t.expected > 0 {
		s += fmt.Sprintf(", %d of %d verdicts as expected", t.right, t.expected)
	}
	if t.pictures > 0 {
		s += fmt.Sprintf(", %d pictures", t.pictures)
	}
	if t.files > 0 {
		s += fmt.Sprintf(", %d files", t.files)
	}
	return s
}
