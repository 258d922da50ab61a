package loop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/internal/process"
)

// journal is the file of a block that is being made, locked while it is open. Each line is JSON, a tab and the CRC-32 of the
// JSON in hexadecimal digits: first who opened the journal, then the finished samples, each added after its files are in place,
// and the same again from every run that goes on. Lines without a checksum, as older versions wrote them, count as well.
//
// Neither lines nor the files that they name are synced: the next run looks at these files, and makes samples again of which a power
// cut has taken one. Only the file of a finished block is relied on.
type journal struct {
	file  *os.File
	path  string // below the root, with slashes
	good  int64  // where the whole lines end
	items int    // samples in it
	err   error  // why it takes no more
}

// opener is the line of the process that opened a journal.
type opener struct {
	By *process.Process `json:"opened_by"`
}

// openJournal opens and locks the journal of a block and reads the samples in it. What is torn or damaged is cut off with all
// that follows: those samples are made again.
func openJournal(root, split string, block int) (*journal, []gen.Item, error) {
	p := journalPath(split, block)
	if err := os.MkdirAll(filepath.Join(root, split, "blocks"), 0o777); err != nil {
		return nil, nil, fmt.Errorf("gen: %w", err)
	}
	file, err := lockJournal(root, p)
	if errors.Is(err, errBusy) {
		return nil, nil, fmt.Errorf("gen: block %d of %s in %s %w by %s; wait until it ends", block, split, root, errBusy, openedBy(root, p))
	} else if err != nil {
		return nil, nil, err
	}
	j := &journal{file: file, path: p}
	items, err := j.load(split, block)
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return j, items, nil
}

// errBusy: another process has the block open.
var errBusy = errors.New("is being made")

// A killed process may take a moment to be gone, with what it has in memory, and one that has just come may not have said who it is.
const (
	busyTries = 20
	busyPause = 100 * time.Millisecond
)

// lockJournal opens and locks a journal. It tries again when the file it locked has been removed meanwhile by a process
// that finished the block.
func lockJournal(root, path string) (*os.File, error) {
	for tries := 1; ; {
		file, err := folder.Append(root, path)
		if err != nil {
			return nil, fmt.Errorf("gen: %w", err)
		}
		if err := write.Lock(file, false); err != nil {
			file.Close()
			switch {
			case !errors.Is(err, write.ErrLocked):
				return nil, fmt.Errorf("gen: %w", err)
			case tries == busyTries:
				return nil, errBusy
			}
			tries++
			time.Sleep(busyPause)
			continue
		}
		if inPlace(file, filepath.Join(root, filepath.FromSlash(path))) {
			return file, nil
		}
		file.Close()
	}
}

// openedBy says in words who opened a journal last.
func openedBy(root, path string) string {
	by := "another process"
	data, err := folder.Read(root, path, folder.Record)
	if err != nil {
		return by
	}
	for line := range bytes.Lines(data) {
		var o opener
		if data, ok := checkedLine(line); ok && record.Read(data, &o, record.Lacking) == nil && o.By != nil {
			by = o.By.String()
		}
	}
	return by
}

// load reads the journal, cuts off what is no whole line of this block, and adds the line of this process.
func (j *journal) load(split string, block int) ([]gen.Item, error) {
	data, err := folder.All(j.file, j.path, folder.Record)
	if err != nil {
		return nil, fmt.Errorf("gen: %w", err)
	}
	var items []gen.Item
	for line := range bytes.Lines(data) {
		text, ok := checkedLine(line)
		var read struct {
			opener
			gen.Item
		}
		if !ok || record.Read(text, &read, record.Lacking) != nil {
			break
		}
		if read.By == nil {
			if read.Index < 0 || read.Index/gen.BlockSize != block || len(read.Files) == 0 || gen.CheckItem(split, read.Item) != nil {
				break
			}
			items = append(items, read.Item)
		}
		j.good += int64(len(line))
	}
	j.items = len(items)
	if j.good < int64(len(data)) { // what follows would be glued to it
		if err := j.file.Truncate(j.good); err != nil {
			return nil, fmt.Errorf("gen: %s: %w", j.path, gen.PathCause(err))
		}
	}
	this := process.This()
	return items, j.line(opener{&this})
}

// checkedLine is the JSON of a line that ends as it should and has the right checksum, or none.
func checkedLine(line []byte) ([]byte, bool) {
	line, whole := bytes.CutSuffix(line, []byte{'\n'})
	text, sum, checked := bytes.Cut(line, []byte{'\t'})
	if checked {
		want, err := strconv.ParseUint(string(sum), 16, 32)
		whole = whole && err == nil && crc32.ChecksumIEEE(text) == uint32(want)
	}
	return text, whole
}

// add remembers a finished sample.
func (j *journal) add(item gen.Item) error {
	if err := j.line(item); err != nil {
		return err
	}
	j.items++
	return nil
}

// line adds a line in one call of write, so that a kill leaves a whole line or a torn last one. Half a line that a full disk
// leaves is taken back; where that fails, too, nothing more is written, since it would be glued to the half.
func (j *journal) line(v any) error {
	if j.err != nil {
		return j.err
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("gen: %s: %w", j.path, err)
	}
	line := fmt.Appendf(text, "\t%08x\n", crc32.ChecksumIEEE(text))
	if _, err := j.file.Write(line); err != nil {
		err = fmt.Errorf("gen: %s: %w", j.path, gen.PathCause(err))
		if j.file.Truncate(j.good) != nil {
			j.err = err
		}
		return err
	}
	j.good += int64(len(line))
	return nil
}

// remove ends the journal of a finished block.
func (j *journal) remove() error {
	if err := os.Remove(j.file.Name()); err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	if err := j.file.Close(); err != nil {
		return fmt.Errorf("gen: %w", err)
	}
	return nil
}

// close gives the block up. The journal stays for the next run, unless it has no sample.
func (j *journal) close() {
	if j.items == 0 {
		os.Remove(j.file.Name())
	}
	j.file.Close()
}
