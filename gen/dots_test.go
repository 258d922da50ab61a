package gen

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"

	"mereo/gen/write"
	"mereo/scenes/rng"
)

// dots is a small set for the tests of the loop: a picture with one colored square and a record per index.
type dots struct {
	Side  int   `json:"side"`
	Fail  []int `json:"-"` // indices that cannot be made
	Crash int   // index at which the process dies; 0 for none, -1 for every one, -2 for none, but as it begins
	// Marks is a folder with a file for every tenth index at which a process was killed already: it is killed there once.
	Marks  string `json:"-"`
	SlowMS int    // what a sample takes, milliseconds
	// Words is what questions are made from; without words the set has none.
	Words string `json:"-"`
	// Asking is called before the questions of an index are asked, and may fail or wait.
	Asking func(ctx context.Context, index int) error `json:"-"`
}

func (d dots) Name() string { return "dots" }

func (dots) Stride() int { return 1 }

func (dots) Validate(Job) error { return nil }

func (d dots) Config() any { return map[string]int{"side": d.Side} }

func (d dots) About() About {
	return About{
		Title: "Dots: squares on grey", Summary: "One square per picture.",
		Layout:   []LayoutRow{{"<split>/images/dots_<split>_<index>.png", "the picture"}, {"<split>/records/<index>.json", "where the square is"}},
		Pictures: []string{"%[1]s/images/dots_%[1]s_%06[2]d.png"},
		Charts: []Chart{
			{
				Key: "color", Title: "Colours", XLabel: "colour", Values: []string{"red", "green", "blue", "gray"}, Targets: Even(4, 0.05),
				Target: "drawn uniformly",
			},
			{Key: "answer", Title: "Answers", XLabel: "answer"},
		},
		License: "CC0 1.0", Cite: []string{"Nobody, Nothing, never."},
	}
}

type record struct {
	X, Y  int
	Color string
}

func (d dots) NewMaker(ctx context.Context, job Job) (Maker, error) {
	if d.Side < 1 {
		return nil, fmt.Errorf("dots: side is %d, want at least 1", d.Side)
	}
	if d.Crash == -2 {
		crash()
	}
	return &dotMaker{d, job}, nil
}

type dotMaker struct {
	dots
	job Job
}

func (m *dotMaker) Renderer() string {
	if !m.job.Pictures {
		return ""
	}
	return "pen and paper"
}

func (m *dotMaker) Close() error { return nil }

func (m *dotMaker) Make(ctx context.Context, index int) (*Item, error) {
	time.Sleep(time.Duration(m.SlowMS) * time.Millisecond)
	for _, f := range m.Fail {
		if f == index {
			return nil, fmt.Errorf("dots: %s/%d: no attempt was kept", m.job.Split, index)
		}
	}
	if m.Crash == -1 || m.Crash != 0 && m.Crash == index {
		crash()
	}
	if mark := filepath.Join(m.Marks, fmt.Sprint(index)); m.Marks != "" && index%10 == 3 && exclusive(mark) {
		if _, err := write.Stream(m.job.Root, recordPath(m.job.Split, index), func(w io.Writer) error { // in the middle of a file
			w.Write(make([]byte, 1<<20))
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}); err != nil {
			return nil, err
		}
	}
	item := &Item{Index: index, Rejects: map[string]int{}}
	key := rng.Key{Seed: m.job.Seed, Set: "dots", Split: m.job.Split, Index: index}
	for rng.At(key, "keep").Bool(0.3) {
		item.Rejects["too-ugly"]++
		item.Attempt++
		key.Attempt++
	}
	s := rng.At(key, "place")
	r := record{s.IntN(m.Side), s.IntN(m.Side), rng.Choose(s, []string{"red", "green", "blue", "gray"})}
	item.Tally = map[string]map[string]int{"color": {r.Color: 1}}
	if m.job.Pictures {
		rgb := make([]uint8, 3*m.Side*m.Side)
		for i := range rgb {
			rgb[i] = 120
		}
		rgb[3*(r.Y*m.Side+r.X)] = 255
		f, err := write.RGB(m.job.Root, fmt.Sprintf("%s/images/dots_%s_%06d.png", m.job.Split, m.job.Split, index), m.Side, m.Side, rgb)
		if err != nil {
			return nil, err
		}
		item.Files = append(item.Files, f)
	}
	f, err := write.JSON(m.job.Root, recordPath(m.job.Split, index), r)
	if err != nil {
		return nil, err
	}
	item.Files = append(item.Files, f)
	return item, nil
}

// exclusive makes a file, and tells whether it was not there.
func exclusive(name string) bool {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return false
	}
	return f.Close() == nil
}

// crash is how the pen breaks.
func crash() {
	fmt.Fprintln(os.Stderr, "the pen broke")
	os.Exit(3)
}

func (d dots) NewAsker(ctx context.Context, job Job) (Asker, error) {
	if d.Words == "" {
		return nil, nil
	}
	return dotAsker{d, job}, nil
}

type dotAsker struct {
	dots
	job Job
}

func (a dotAsker) Source() string { return a.Words }

// AskBlock asks how many squares of the picture's color the block has had so far. A question that was asked with the
// same answer in the picture before is rejected. So every answer depends on all that came before it in the block.
func (a dotAsker) AskBlock(ctx context.Context, items []Item, out string) (*Asked, error) {
	asked := &Asked{Rejects: map[string]int{}, Tally: map[string]map[string]int{"answer": {}}}
	seen, last := map[string]int{}, 0
	for _, item := range items {
		if a.Asking != nil {
			if err := a.Asking(ctx, item.Index); err != nil {
				return nil, err
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var r record
		if err := readJSON(a.job.Root, item.Files[len(item.Files)-1].Path, &r); err != nil {
			return nil, err
		}
		questions := []string{}
		seen[r.Color]++
		if answer := seen[r.Color]; answer == last {
			asked.Rejects["same-answer"]++
		} else {
			questions = append(questions, fmt.Sprintf("%s %s? %d", a.Words, r.Color, answer))
			asked.Tally["answer"][fmt.Sprint(answer%3)]++
			last = answer
		}
		asked.Count += len(questions)
		f, err := write.JSON(out, fmt.Sprintf("%s/questions/%06d.json", a.job.Split, item.Index), questions)
		if err != nil {
			return nil, err
		}
		asked.Files = append(asked.Files, f)
	}
	return asked, nil
}

func recordPath(split string, index int) string {
	return fmt.Sprintf("%s/records/%06d.json", split, index)
}

func (d dots) Assemble(ctx context.Context, job Job) ([]write.File, error) {
	var all []record
	for index := range job.Count {
		var r record
		if err := readJSON(job.Root, recordPath(job.Split, index), &r); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	f, err := write.JSON(job.To(), job.Split+"/records.json", all)
	return []write.File{f}, err
}

// Tables tells how many squares a split has.
func (d dots) Tables(ctx context.Context, job Job) ([]Table, error) {
	if d.Words == "" {
		return nil, nil
	}
	return []Table{{
		Title: "Squares & questions", Note: "Asked of " + job.Split + ".", Head: []string{"<what>", "number"},
		Rows: [][]string{{"squares", fmt.Sprint(job.Count)}},
	}}, nil
}

// Overlays tell where the square of a picture is.
func (d dots) Overlays(job Job) (func(index int) ([]Overlay, error), error) {
	return func(index int) ([]Overlay, error) {
		var r record
		if err := readJSON(job.Root, recordPath(job.Split, index), &r); err != nil {
			return nil, err
		}
		x, y := float64(r.X), float64(r.Y)
		return []Overlay{{
			Path: fmt.Sprintf("%s/images/dots_%s_%06d.png", job.Split, job.Split, index), Width: d.Side, Height: d.Side,
			Marks: []Mark{{Name: "the <square>", Label: "<square>", X0: x, Y0: y, X1: x + 1, Y1: y + 1, Lines: [][][2]float64{{{x, y}, {x + 1, y + 0.96}}}}},
		}}, nil
	}, nil
}

func (d dots) NewChecker(ctx context.Context, job Job) (Checker, error) {
	return dotChecker{d, job}, nil
}

type dotChecker struct {
	dots
	job Job
}

func (c dotChecker) Close() error { return nil }

func (c dotChecker) Check(ctx context.Context, item Item, remake bool) ([]Problem, error) {
	var r record
	p := item.Files[len(item.Files)-1].Path
	if err := readJSON(c.job.Root, p, &r); err != nil {
		return []Problem{{File: p, Rule: "readable", Detail: err.Error()}}, nil
	}
	if r.X < 0 || r.X >= c.Side {
		return []Problem{{File: p, Rule: "inside", Detail: fmt.Sprintf("x is %d", r.X)}}, nil
	}
	return nil, nil
}

func (d dots) Figures(ctx context.Context, job Job, _ *Counts) ([]Figure, error) {
	return []Figure{{Name: "samples", Target: "at least 1", Value: fmt.Sprint(job.Count), Pass: job.Count > 0}}, nil
}

// TestMain lets the test binary be its own worker process and its own run that can be killed.
func TestMain(m *testing.M) {
	ctx := context.Background()
	open := func(set json.RawMessage) (Set, error) {
		var d struct {
			dots
			Marks string
		}
		err := json.Unmarshal(set, &d)
		d.dots.Marks = d.Marks
		return d.dots, err
	}
	switch os.Getenv("GEN_TEST") {
	case "worker":
		signal.Ignore(os.Interrupt)
		if err := Serve(ctx, os.Stdin, os.Stdout, open); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "run":
		_, err := Run(ctx, dots{Side: 5, SlowMS: 2}, Job{Root: os.Getenv("GEN_ROOT"), Split: "train", Pictures: true}, 1100, Options{Workers: 2, Child: children(dots{Side: 5, SlowMS: 2})})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// children makes this test binary the worker.
func children(d dots) *Child {
	set, err := json.Marshal(struct {
		Side, Crash, SlowMS int
		Marks               string
	}{d.Side, d.Crash, d.SlowMS, d.Marks})
	if err != nil {
		panic(err)
	}
	return &Child{
		Command: func() *exec.Cmd {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "GEN_TEST=worker")
			return cmd
		},
		Set: set,
	}
}

// checksums are the SHA-256 of every file below root, by path.
func checksums(t *testing.T, root string) string {
	t.Helper()
	var lines []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		rel, err := filepath.Rel(root, name)
		lines = append(lines, rel+" "+hex.EncodeToString(sum[:]))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// sameTree compares two folders and names the first file that differs.
func sameTree(t *testing.T, got, want string) {
	t.Helper()
	a, b := strings.Split(checksums(t, got), "\n"), strings.Split(checksums(t, want), "\n")
	for i := range max(len(a), len(b)) {
		x, y := "nothing", "nothing"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			t.Fatalf("folders differ first at %s, want %s", x, y)
		}
	}
}

func mustRun(t *testing.T, d Set, job Job, count int, opt Options) Result {
	t.Helper()
	r, err := Run(t.Context(), d, job, count, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// kill ends the process group that cmd leads.
func kill(cmd *exec.Cmd) error {
	err := cmd.Process.Signal(syscall.SIGKILL)
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}
