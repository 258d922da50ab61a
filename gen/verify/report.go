package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"mereo/gen"
)

// reportFile is the report of VerifyOptions.File, which remembers what was checked before a run was stopped. A nil one is no file.
type reportFile struct {
	file *os.File
	done map[blockKey]verifiedBlock
}

type blockKey struct {
	split string
	block int
}

// reportLine is a line of the report; one field is set.
type reportLine struct {
	Verify *verifiedSet   `json:"verify,omitempty"` // the first line
	Folder []gen.Problem  `json:"folder,omitempty"` // what is wrong with files that belong to no sample
	Block  *verifiedBlock `json:"block,omitempty"`  // a block that was checked
	End    *Report        `json:"report,omitempty"` // the last line of a run that came to its end
}

// verifiedSet is what is checked, and how.
type verifiedSet struct {
	gen.Identity
	Remake    float64 `json:"remake"`
	Figures   bool    `json:"figures"`
	Questions string  `json:"questions,omitempty"` // Asker.Source
}

// verifiedBlock is what was found in a block.
type verifiedBlock struct {
	Split    string        `json:"split"`
	Block    int           `json:"block"`
	Sum      string        `json:"sha256"` // of the block's file
	Samples  int           `json:"samples"`
	Files    int           `json:"files"`
	Remade   int           `json:"remade,omitempty"`
	Reasked  int           `json:"reasked,omitempty"`
	Problems []gen.Problem `json:"problems,omitempty"`
}

// openReport begins a report, or goes on with one that has no end. A report of something else is refused, one that is finished
// written anew.
func openReport(ctx context.Context, opt Options, job gen.Job, set gen.Set) (*reportFile, error) {
	if opt.File == "" {
		return nil, nil
	}
	id, err := gen.IdentityOf(set, job)
	if err != nil {
		return nil, err
	}
	what := &verifiedSet{Identity: id, Remake: opt.Remake, Figures: opt.Figures}
	if asker, err := set.NewAsker(ctx, job); err != nil {
		return nil, err
	} else if asker != nil {
		what.Questions = asker.Source()
	}
	if err := os.MkdirAll(filepath.Dir(opt.File), 0o777); err != nil {
		return nil, fmt.Errorf("gen: report: %w", err)
	}
	f, err := os.OpenFile(opt.File, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("gen: report: %w", err)
	}
	r := &reportFile{file: f, done: map[blockKey]verifiedBlock{}}
	if err := r.load(opt.File, what); err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

// load reads the lines that are there.
func (r *reportFile) load(name string, what *verifiedSet) error {
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("gen: report: %w", err)
	}
	data, _, _ = bytes.Cut(data, []byte{0}) // zero bytes are what a power cut leaves of lines
	first, err := json.Marshal(reportLine{Verify: what})
	if err != nil {
		return fmt.Errorf("gen: report: %w", err)
	}
	good, ended := 0, false
	for n := 0; ; n++ {
		line, _, ok := bytes.Cut(data[good:], []byte{'\n'})
		if !ok {
			break
		}
		if n == 0 && !bytes.Equal(line, first) {
			return fmt.Errorf("gen: %s is not a report of this check; want a new file", name)
		}
		var l reportLine
		if json.Unmarshal(line, &l) != nil {
			break
		}
		if l.Block != nil {
			r.done[blockKey{l.Block.Split, l.Block.Block}] = *l.Block
		}
		ended = l.End != nil
		good += len(line) + 1
	}
	if good == 0 && len(data) > 0 && !bytes.HasPrefix(first, data) {
		return fmt.Errorf("gen: %s is not a report of this check; want a new file", name)
	}
	if ended {
		good = 0
		clear(r.done)
	}
	if err = r.file.Truncate(int64(good)); err == nil {
		_, err = r.file.Seek(int64(good), 0)
	}
	if err != nil {
		return fmt.Errorf("gen: report: %w", err)
	}
	if good == 0 {
		return r.write(reportLine{Verify: what})
	}
	return nil
}

// has returns what was found in a block whose file had this checksum.
func (r *reportFile) has(split string, block int, sum string) (verifiedBlock, bool) {
	if r == nil {
		return verifiedBlock{}, false
	}
	b, ok := r.done[blockKey{split, block}]
	return b, ok && b.Sum == sum
}

// write adds a line, with one call: a kill leaves a whole line or a torn last one.
func (r *reportFile) write(l reportLine) error {
	if r == nil {
		return nil
	}
	line, err := json.Marshal(l)
	if err == nil {
		_, err = r.file.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("gen: report: %w", err)
	}
	return nil
}

func (r *reportFile) close() {
	if r != nil {
		r.file.Close()
	}
}
