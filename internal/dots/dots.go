// Package dots is a small set for the tests of what knows no set: the loop around sets, pages, verification.
package dots

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/scenes/rng"
)

// Set is a picture with one colored square and a record per index.
type Set struct {
	Side  int   `json:"side"`
	Fail  []int `json:"-"` // indices that cannot be made
	Crash int   // index at which the process dies; 0 for none, -1 for every one, -2 for none, but as it begins
	// Marks is a folder with a file for every tenth index at which a process was killed already: it is killed there once.
	Marks  string `json:"-"`
	SlowMS int    // what a sample takes, milliseconds
	Driver string `json:"-"` // what it says it draws with; empty: pen and paper
	// Words is what questions are made from; without words the set has none.
	Words string `json:"-"`
	// Asking is called before the questions of an index are asked, and may fail or wait.
	Asking func(ctx context.Context, index int) error `json:"-"`
}

func (d Set) Name() string { return "dots" }

func (Set) Stride() int { return 1 }

func (Set) Validate(gen.Job) error { return nil }

func (d Set) Config() any { return map[string]int{"side": d.Side} }

func (d Set) About() gen.About {
	return gen.About{
		Title: "Dots: squares on gray", Summary: "One square per picture.",
		Layout: []gen.LayoutRow{
			{Path: "<split>/images/dots_<split>_<index>.png", Meaning: "the picture"}, {Path: "<split>/records/<index>.json", Meaning: "where the square is"},
		},
		Pictures: []string{"%[1]s/images/dots_%[1]s_%06[2]d.png"},
		Charts: []gen.Chart{
			{
				Key: "color", Title: "Colors", XLabel: "color", Values: []string{"red", "green", "blue", "gray"}, Targets: gen.Even(4, 0.05),
				Target: "drawn uniformly",
			},
			{Key: "answer", Title: "Answers", XLabel: "answer"},
		},
		License: "CC0 1.0", Cite: []string{"Nobody, Nothing, never."},
	}
}

// Record says where the square is, in pixels from the top left.
type Record struct {
	X, Y  int
	Color string
}

func (d Set) NewMaker(ctx context.Context, job gen.Job) (gen.Maker, error) {
	if d.Side < 1 {
		return nil, fmt.Errorf("dots: side is %d, want at least 1", d.Side)
	}
	if d.Crash == -2 {
		crash()
	}
	return &Maker{d, job}, nil
}

// Maker makes its samples.
type Maker struct {
	Set
	job gen.Job
}

func (m *Maker) Renderer() string {
	if !m.job.Pictures {
		return ""
	}
	return cmp.Or(m.Driver, "pen and paper")
}

func (m *Maker) Close() error { return nil }

func (m *Maker) Make(ctx context.Context, index int) (*gen.Item, error) {
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
		if _, err := write.Stream(m.job.Root, RecordPath(m.job.Split, index), func(w io.Writer) error { // in the middle of a file
			w.Write(make([]byte, 1<<20))
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}); err != nil {
			return nil, err
		}
	}
	item := &gen.Item{Index: index, Rejects: map[string]int{}}
	key := rng.Key{Seed: m.job.Seed, Set: "dots", Split: m.job.Split, Index: index}
	for rng.At(key, "keep").Bool(0.3) {
		item.Rejects["too-ugly"]++
		item.Attempt++
		key.Attempt++
	}
	s := rng.At(key, "place")
	r := Record{s.IntN(m.Side), s.IntN(m.Side), rng.Choose(s, []string{"red", "green", "blue", "gray"})}
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
	f, err := write.JSON(m.job.Root, RecordPath(m.job.Split, index), r)
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

func (d Set) NewAsker(ctx context.Context, job gen.Job) (gen.Asker, error) {
	if d.Words == "" {
		return nil, nil
	}
	return dotAsker{d, job}, nil
}

type dotAsker struct {
	Set
	job gen.Job
}

func (a dotAsker) Source() string { return a.Words }

// AskBlock asks how many squares of the picture's color the block has had so far. A question that was asked with the
// same answer in the picture before is rejected. So every answer depends on all that came before it in the block.
func (a dotAsker) AskBlock(ctx context.Context, items []gen.Item, out string) (*gen.Asked, error) {
	asked := &gen.Asked{Rejects: map[string]int{}, Tally: map[string]map[string]int{"answer": {}}}
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
		var r Record
		if err := ReadJSON(a.job.Root, item.Files[len(item.Files)-1].Path, &r); err != nil {
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

// RecordPath is the record of a sample.
func RecordPath(split string, index int) string {
	return fmt.Sprintf("%s/records/%06d.json", split, index)
}

func (d Set) Assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	var all []Record
	for index := range job.Count {
		var r Record
		if err := ReadJSON(job.Root, RecordPath(job.Split, index), &r); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	f, err := write.JSON(job.To(), job.Split+"/records.json", all)
	return []write.File{f}, err
}

// Tables tells how many squares a split has.
func (d Set) Tables(ctx context.Context, job gen.Job) ([]gen.Table, error) {
	if d.Words == "" {
		return nil, nil
	}
	return []gen.Table{{
		Title: "Squares & questions", Note: "Asked of " + job.Split + ".", Head: []string{"<what>", "number"},
		Rows: [][]string{{"squares", fmt.Sprint(job.Count)}},
	}}, nil
}

// Overlays tell where the square of a picture is.
func (d Set) Overlays(job gen.Job) (func(index int) ([]gen.Overlay, error), error) {
	return func(index int) ([]gen.Overlay, error) {
		var r Record
		if err := ReadJSON(job.Root, RecordPath(job.Split, index), &r); err != nil {
			return nil, err
		}
		x, y := float64(r.X), float64(r.Y)
		return []gen.Overlay{{
			Path: fmt.Sprintf("%s/images/dots_%s_%06d.png", job.Split, job.Split, index), Width: d.Side, Height: d.Side,
			Marks: []gen.Mark{{Name: "the <square>", Label: "<square>", X0: x, Y0: y, X1: x + 1, Y1: y + 1, Lines: [][][2]float64{{{x, y}, {x + 1, y + 0.96}}}}},
		}}, nil
	}, nil
}

func (d Set) NewChecker(ctx context.Context, job gen.Job) (gen.Checker, error) {
	return dotChecker{d, job}, nil
}

type dotChecker struct {
	Set
	job gen.Job
}

func (c dotChecker) Close() error { return nil }

func (c dotChecker) Check(ctx context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	var r Record
	p := item.Files[len(item.Files)-1].Path
	if err := ReadJSON(c.job.Root, p, &r); err != nil {
		return []gen.Problem{{File: p, Rule: "readable", Detail: err.Error()}}, nil
	}
	if r.X < 0 || r.X >= c.Side {
		return []gen.Problem{{File: p, Rule: "inside", Detail: fmt.Sprintf("x is %d", r.X)}}, nil
	}
	return nil, nil
}

func (d Set) Figures(ctx context.Context, job gen.Job, _ *gen.Counts) ([]gen.Figure, error) {
	return []gen.Figure{{Name: "samples", Target: "at least 1", Value: fmt.Sprint(job.Count), Pass: job.Count > 0}}, nil
}

// Checksums are the SHA-256 of every file below root, by path.
func Checksums(t *testing.T, root string) string {
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

// SameTree compares two folders and names the first file that differs.
func SameTree(t *testing.T, got, want string) {
	t.Helper()
	a, b := strings.Split(Checksums(t, got), "\n"), strings.Split(Checksums(t, want), "\n")
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

// ReadJSON reads a file below a folder.
func ReadJSON(root, p string, v any) error {
	data, err := folder.Read(root, p, folder.Record)
	if err == nil {
		err = record.Read(data, v, record.Lacking)
	}
	return err
}

// Train is a job of pictures.
func Train(root string) gen.Job { return gen.Job{Root: root, Split: "train", Pictures: true} }

// Records is a job without pictures.
func Records(root string) gen.Job { return gen.Job{Root: root, Split: "train"} }

// Asks is a set whose questions are made from words.
func Asks(words string) Set { return Set{Side: 5, Words: words} }

// Link makes a folder like another one. It may be worked on: files are never changed in place.
func Link(t *testing.T, to, from string) {
	t.Helper()
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		return os.Link(name, filepath.Join(to, rel))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Read is the content of a file.
func Read(t *testing.T, root, p string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, p))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Write puts another file in the place of the old one, which may have other names.
func Write(t *testing.T, root, p, content string) {
	t.Helper()
	if err := os.Remove(filepath.Join(root, p)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, p), []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Put writes a file that may be there, with its folders.
func Put(t *testing.T, root, p, content string) {
	t.Helper()
	if _, err := write.Bytes(root, p, []byte(content)); err != nil {
		t.Fatal(err)
	}
}
