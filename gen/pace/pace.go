// Package pace writes down when the samples of a dataset were finished, and draws it. What it writes lies beside the dataset, in
// Folder, and is no part of it: no manifest names it, and it is not copied with it.
//
// Each run has a file of its own there: a line about the run, and then lines with a time and how many samples it had made by then.
// The clock comes from outside.
package pace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"time"

	"mereo/internal/folder"
)

// Folder and Chart are below a dataset's folder.
const (
	Folder = ".runs"
	Chart  = Folder + "/throughput.svg"
)

// Run says who makes samples of what.
type Run struct {
	Split   string   `json:"split"`
	Host    string   `json:"host"`
	Process int      `json:"process"`
	Workers int      `json:"workers"`
	GPUs    []string `json:"gpus,omitempty"`
}

// Mark is how many samples a run had made at a time.
type Mark struct {
	Time time.Time `json:"time"`
	Made int       `json:"made"`
}

// Recorder writes the file of a run. Its methods must not be called at once.
type Recorder struct {
	root  string
	run   Run
	first Mark // of the first update; Made counts what was there before
	last  Mark // that was written
	now   Mark
	file  *os.File // nil until something is made
	err   error
}

// Record begins a run on a dataset's folder. Nothing is written before a sample is made.
func Record(root string, run Run) *Recorder { return &Recorder{root: root, run: run} }

// Lines are written every ten seconds at first, and later as often as to make it two hundred in a run of any length, about; a run
// of a month has less than two thousand.
const (
	every = 10 * time.Second
	lines = 200
)

// Update tells how many samples there are, those that were there before the run included.
func (r *Recorder) Update(done int, now time.Time) {
	r.now = Mark{now, done}
	switch {
	case r.first.Time.IsZero():
		r.first = r.now
	case r.err != nil || done == r.first.Made:
	case r.file == nil:
		r.err = r.open()
	case now.Sub(r.last.Time) >= max(every, now.Sub(r.first.Time)/lines):
		r.err = r.write(r.mark())
	}
}

// mark is the newest one, as it is written.
func (r *Recorder) mark() Mark {
	r.last = r.now
	return Mark{r.now.Time.UTC().Truncate(time.Millisecond), r.now.Made - r.first.Made}
}

func (r *Recorder) open() error {
	if err := os.MkdirAll(filepath.Join(r.root, Folder), 0o777); err != nil {
		return err
	}
	begun := r.first.Time.UTC()
	name := fmt.Sprintf("%s-%d-%d.jsonl", begun.Format("20060102T150405"), begun.Nanosecond(), r.run.Process)
	var err error
	if r.file, err = os.OpenFile(filepath.Join(r.root, Folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o666); err != nil {
		return err
	}
	return r.write(r.run, Mark{begun.Truncate(time.Millisecond), 0}, r.mark())
}

// write appends lines in one go, so that a kill leaves at most one that is not whole.
func (r *Recorder) write(values ...any) error {
	var out []byte
	for _, v := range values {
		line, err := json.Marshal(v)
		if err != nil {
			return err
		}
		out = append(append(out, line...), '\n')
	}
	_, err := r.file.Write(out)
	return err
}

// End writes the last line, if anything was made, and draws the chart of all runs.
func (r *Recorder) End() error {
	if r.file != nil {
		if r.err == nil && r.last != r.now {
			r.err = r.write(r.mark())
		}
		if err := r.file.Close(); r.err == nil {
			r.err = err
		}
		if r.err == nil {
			r.err = Draw(r.root)
		}
	}
	if r.err != nil {
		return fmt.Errorf("pace: times of %s: %w", r.root, r.err)
	}
	return nil
}

// recorded is a run that was written down.
type recorded struct {
	Run
	marks []Mark
}

// read reads the runs of a dataset's folder, by the names of their files. A kill may have cut the last line of a file.
func read(root string) ([]recorded, error) {
	names, err := fs.Glob(folder.FS(root), Folder+"/*.jsonl")
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	var out []recorded
	for _, name := range names {
		r, err := readRun(root, name)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

func readRun(root, name string) (r recorded, err error) {
	f, err := folder.Open(root, name)
	if err != nil {
		return r, err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if err != nil || bytes.IndexByte(line, 0) >= 0 {
			return r, nil // the end, a line that was cut, or what a power cut leaves of lines
		}
		if number == 1 {
			err = json.Unmarshal(line, &r.Run)
		} else {
			r.marks = append(r.marks, Mark{})
			err = json.Unmarshal(line, &r.marks[number-2])
		}
		if err != nil {
			return r, errors.Join(fmt.Errorf("%s: line %d is no record of a run; remove the file", name, number), err)
		}
	}
}
