package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/folder"
)

const (
	manifestName = "export.json"
	journalName  = ".export.journal"
)

// Manifest describes a finished export. It lies in export.json, which is written last.
type Manifest struct {
	Of
	Shards []Written    `json:"shards"`
	Files  []write.File `json:"files"` // that are of no shard
}

// Of is what an export is of.
type Of struct {
	gen.Identity          // of the dataset
	Format       string   `json:"format"`
	Channels     []string `json:"channels,omitempty"`
	Colliders    bool     `json:"colliders,omitempty"`
	Splits       []string `json:"splits,omitempty"` // that were asked for; none for all that are complete
}

// Written is a finished shard. In the journal it may also be a part of one.
type Written struct {
	Shard
	Part  bool         `json:"part,omitempty"`
	Files []write.File `json:"files"`
}

// ReadManifest reads the manifest of a finished export.
func ReadManifest(out string) (*Manifest, error) {
	data, err := folder.Read(out, manifestName, folder.Record)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil && write.Cut(data) {
		return nil, fmt.Errorf("export: %s: %w; export again", filepath.Join(out, manifestName), errCut)
	} else if err != nil {
		return nil, fmt.Errorf("export: %s: %w", filepath.Join(out, manifestName), err)
	}
	return &m, nil
}

// errCut: the manifest is as a power cut leaves one that was not on the disk yet.
var errCut = errors.New("the file is cut off")

// absent tells whether there is no manifest, or no whole one.
func absent(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, errCut) }

// ledger remembers which shards are written: first in a journal with a line for each, at last in the manifest.
type ledger struct {
	out     string
	of      Of
	journal *os.File
	done    map[shardKey]Written
	parts   map[shardKey]Written // of shards that are not; see part.go
}

type shardKey struct {
	split string
	block int
}

func (sh Shard) key() shardKey { return shardKey{sh.Split, sh.Block} }

func sorted(words []string) []string { return slices.Compact(slices.Sorted(slices.Values(words))) }

// openLedger takes the folder for an export, or goes on with one that is there.
func openLedger(o Options, d *dataset) (*ledger, error) {
	of := Of{d.manifest.Identity, o.Format, sorted(o.Channels), o.Colliders, sorted(o.Splits)}
	l := &ledger{out: o.Out, of: of, done: map[shardKey]Written{}, parts: map[shardKey]Written{}}
	entries, err := os.ReadDir(o.Out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("export: %w", err)
	}
	ours := func(name string) bool {
		return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
	}
	if len(entries) > 0 && !ours(manifestName) && !ours(journalName) {
		return nil, fmt.Errorf("export: %s is not empty and holds no export; want another folder", o.Out)
	}
	if err := write.Folder(o.Out); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	if l.journal, err = folder.Append(o.Out, journalName); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	if err := write.Lock(l.journal, false); errors.Is(err, write.ErrLocked) {
		l.journal.Close()
		return nil, fmt.Errorf("export: another process writes to %s; wait for it", o.Out)
	} else if err != nil {
		l.journal.Close()
		return nil, fmt.Errorf("export: %w", err)
	}
	if err := l.load(); err != nil {
		l.journal.Close()
		return nil, err
	}
	return l, nil
}

// load reads the manifest of a finished export and then the journal, whose first line says what it is of.
func (l *ledger) load() error {
	if m, err := ReadManifest(l.out); err == nil {
		if err := l.same(m.Of); err != nil {
			return err
		}
		for _, w := range m.Shards {
			l.done[w.key()] = w
		}
	} else if !absent(err) {
		return err
	}
	data, err := folder.All(l.journal, journalName, folder.Record)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	good := 0
	for line := range bytes.Lines(data) {
		var of Of
		var w Written
		into := any(&w)
		if good == 0 {
			into = &of
		}
		if !bytes.HasSuffix(line, []byte{'\n'}) || json.Unmarshal(line, into) != nil {
			break
		}
		if good > 0 {
			l.list(w.Part)[w.key()] = w
		} else if err := l.same(of); err != nil {
			return err
		}
		good += len(line)
	}
	if good < len(data) { // torn: what follows would be glued to it
		if err := l.journal.Truncate(int64(good)); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	if good == 0 {
		if err := l.line(l.of); err != nil {
			return err
		}
	}
	return l.sync() // before there is anything else by which the folder is known
}

// sync puts the journal and its name onto the disk. Its lines alone need not be: has looks at the files that they name.
func (l *ledger) sync() error { return write.Sync(l.out, []write.File{{Path: journalName}}) }

// same refuses a folder with an export of something else.
func (l *ledger) same(of Of) error {
	// The configuration is compared without the spaces that it is written with.
	var config bytes.Buffer
	if err := json.Compact(&config, of.Config); err != nil {
		return fmt.Errorf("export: %s: config: %w", filepath.Join(l.out, manifestName), err)
	}
	of.Config = config.Bytes()
	if !reflect.DeepEqual(of, l.of) {
		format := of.Format
		if of.Colliders {
			format += " with colliders"
		}
		return fmt.Errorf("export: %s holds an export of something else (%s of %s, seed %d, by %s, channels %q, splits %q); want another folder",
			l.out, format, of.Set, of.Seed, of.Program, of.Channels, of.Splits)
	}
	return nil
}

// line adds a line to the journal. One call: a kill leaves a whole line or a torn last one.
func (l *ledger) line(v any) error {
	line, err := json.Marshal(v)
	if err == nil {
		_, err = l.journal.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("export: %s: %w", l.journal.Name(), err)
	}
	return nil
}

// begin says that shards are going to be written: until they are, the folder has a journal and no manifest.
func (l *ledger) begin() error {
	m, err := ReadManifest(l.out)
	if absent(err) {
		return nil
	} else if err != nil {
		return err
	}
	for _, w := range m.Shards {
		if err := l.line(w); err != nil {
			return err
		}
	}
	if err := l.sync(); err != nil {
		return err
	}
	return write.Remove(l.out, manifestName)
}

func (l *ledger) list(part bool) map[shardKey]Written {
	if part {
		return l.parts
	}
	return l.done
}

// has tells whether a shard, or a part of one, is written, from the same samples, and its files are what they were.
func (l *ledger) has(sh Shard, part bool) bool {
	w, ok := l.list(part)[sh.key()]
	return ok && w.Shard == sh && !slices.ContainsFunc(w.Files, func(f write.File) bool { return f.Check(l.out) != nil })
}

// add remembers a shard, or a part of one.
func (l *ledger) add(sh Shard, part bool, files []write.File) error {
	w := Written{sh, part, files}
	l.list(part)[w.key()] = w
	return l.line(w)
}

// drop removes the parts of a split, which is written.
func (l *ledger) drop(split string) error {
	maps.DeleteFunc(l.parts, func(k shardKey, _ Written) bool { return k.split == split })
	if err := os.RemoveAll(filepath.Join(l.out, partsName, split)); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// finish writes the manifest and removes the journal and what is left of parts.
func (l *ledger) finish(shards []Shard, files []write.File) error {
	m := Manifest{Of: l.of, Shards: []Written{}, Files: files}
	for _, sh := range shards {
		m.Shards = append(m.Shards, l.done[sh.key()])
	}
	names := slices.Clone(files)
	for _, w := range m.Shards {
		names = append(names, w.Files...)
	}
	if _, err := write.CommitJSON(l.out, manifestName, names, m); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(l.out, partsName)); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return write.Remove(l.out, journalName)
}

func (l *ledger) close() { l.journal.Close() }

// checksumOf adds up checksums.
func checksumOf(sums ...string) string {
	all := sha256.New()
	for _, s := range sums {
		all.Write(append([]byte(s), '\n'))
	}
	return hex.EncodeToString(all.Sum(nil))
}
