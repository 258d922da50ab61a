package trance

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/gen/write/hdf5"
	"mereo/internal/ordered"
)

const (
	packedName = "data.h5"
	// maxPackedSide bounds the memory that a picture takes, whatever its file says.
	maxPackedSide = 4096
)

// Pack writes root/data.h5, what the published loaders open, from root/SPLIT/data.jsonl and root/SPLIT/image of the splits:
//
//	/SPLIT/keys, basic_keys   string: Python list of the samples' idx as strings; those with one step
//	/SPLIT/data/IDX           string: the sample's line of data.jsonl
//	/SPLIT/image/NAME         uint8, height x width x 3: pictures of the first and of the last state, made smaller as Pillow does
//
// Pictures have half of the width and the height of the configuration, rounded up: the published 160 x 120 of 320 x 240.
//
// Beside it come what else the published data root holds, properties.json and values.json, and data.h5.json, by which
// Unpacked knows what was packed. The file appears when it is complete and has the same bytes on every machine. Memory
// grows by some 100 bytes a sample. progress, unless nil, is told how many samples of all splits are done. All processors
// are used. Errors name the file, and the line where it is one of data.jsonl.
func (c Config) Pack(ctx context.Context, root string, splits []string, progress func(done, total int)) error {
	if len(splits) == 0 {
		return fmt.Errorf("trance: %s: no split is named, want those to be packed into %s", root, packedName)
	}
	for {
		list, err := c.packOnce(ctx, root, splits, progress)
		if err != nil {
			return err
		}
		// A split that grew meanwhile is packed as it is now.
		if !slices.ContainsFunc(list.Splits, func(s packedSplit) bool { return s.Data.Check(root) != nil }) {
			return list.write(root)
		}
	}
}

// packOnce writes data.h5, and removes the list of what it held before.
func (c Config) packOnce(ctx context.Context, root string, splits []string, progress func(done, total int)) (list *packedList, err error) {
	list = &packedList{}
	p := c.newPacker(root, progress)
	for _, split := range splits {
		if err := p.count(ctx, split); err != nil {
			return nil, err
		}
		f, err := write.Sum(root, path.Join(split, dataName))
		if err != nil {
			return nil, fmt.Errorf("trance: %w", err)
		}
		list.Splits = append(list.Splits, packedSplit{split, p.samples[split], f})
	}
	name := filepath.Join(root, packedName)
	f, err := os.Create(write.Temp(name))
	if err != nil {
		return nil, fmt.Errorf("trance: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := p.pack(ctx, f, splits); err != nil {
		return nil, err
	}
	// A list that is there never says more than the file holds: on the disk it goes before the file comes.
	if err := write.Remove(root, packedListName); err != nil {
		return nil, fmt.Errorf("trance: %w", err)
	}
	if err := write.Place(f, name); err != nil {
		return nil, fmt.Errorf("trance: %w", err)
	}
	return list, nil
}

func (c Config) newPacker(root string, progress func(done, total int)) *packer {
	return &packer{root: root, width: (c.Width + 1) / 2, height: (c.Height + 1) / 2, progress: progress, samples: map[string]int{}}
}

// packer packs, or compares what it packs with what is there.
type packer struct {
	root string
	// of pictures in the file
	width, height int
	progress      func(done, total int)
	done, total   int
	samples       map[string]int // by split
	// Of a check: the file that is there, from which pictures are taken of samples that are not packed again.
	there *os.File
	again func(split string, index int) bool
}

// packedSample is a sample on its way into the file.
type packedSample struct {
	line   int
	key    string
	record string
	basic  bool
	names  []string // of pictures
}

func (p *packer) lines(split string) string { return filepath.Join(p.root, split, dataName) }

func (p *packer) count(ctx context.Context, split string) error {
	err := eachStoredLine(ctx, p.lines(split), func(int, []byte) error {
		p.total++
		p.samples[split]++
		return nil
	})
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("trance: %s is not there; make the split %s first", p.lines(split), split)
	}
	return err
}

func (p *packer) pack(ctx context.Context, f hdf5.File, splits []string) error {
	w, err := hdf5.NewWriter(f)
	if err != nil {
		return fmt.Errorf("trance: %w", err)
	}
	for _, split := range splits {
		if err := p.split(ctx, w, split); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("trance: %w", err)
	}
	return nil
}

// split fills a split's group, some samples at a time.
func (p *packer) split(ctx context.Context, w *hdf5.Writer, split string) error {
	group := w.Root.Group(split)
	data, images := group.Group("data"), group.Group("image")
	var keys, basic pythonList
	batch := make([]*packedSample, 0, 16*runtime.GOMAXPROCS(0))
	fault := func(s *packedSample, err error) error {
		if err != nil {
			err = fmt.Errorf("trance: %s:%d: %w", p.lines(split), s.line, err)
		}
		return err
	}
	flush := func() error {
		full := batch
		batch = batch[:0]
		return ordered.Do(ctx, len(full), func(i int) ([][]byte, error) {
			chunks, err := p.load(split, full[i])
			return chunks, fault(full[i], err)
		}, func(i int, chunks [][]byte) error {
			s := full[i]
			keys.add(s.key)
			if s.basic {
				basic.add(s.key)
			}
			err := p.store(s, chunks, data, images, w)
			if p.done++; p.progress != nil && err == nil {
				p.progress(p.done, p.total)
			}
			return fault(s, err)
		})
	}
	var failed error // what goes wrong with earlier lines is not an error of the line that was read last
	err := eachStoredLine(ctx, p.lines(split), func(n int, line []byte) error {
		s, err := newPackedSample(n, line)
		if err != nil {
			return err
		}
		if batch = append(batch, s); len(batch) == cap(batch) {
			failed = flush()
		}
		return failed
	})
	if err = cmp.Or(failed, err); err == nil {
		err = flush()
	}
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		data.Close, images.Close,
		func() error { return group.String("keys", keys.String()) },
		func() error { return group.String("basic_keys", basic.String()) },
		group.Close,
	} {
		if err := step(); err != nil {
			return fmt.Errorf("trance: %s: %w", p.lines(split), err)
		}
	}
	return nil
}

// newPackedSample reads a line of data.jsonl and sees that it has what the published loaders ask for.
func newPackedSample(n int, line []byte) (*packedSample, error) {
	var stored storedRecord
	if err := record.Read(line, &stored, record.Part|record.Item); err != nil {
		return nil, err
	}
	r, err := stored.record()
	if err != nil {
		return nil, err
	}
	for i, t := range stored.Transformations {
		if t.Val == nil || len(t.Options) == 0 {
			return nil, fmt.Errorf("transformations[%d]: has no val or no options, which the published loaders read", i)
		}
	}
	s := &packedSample{line: n, key: strconv.Itoa(r.Idx), record: string(bytes.TrimSpace(line)), basic: len(r.Reference) == 1}
	for _, at := range []int{0, len(stored.States) - 1} {
		images := stored.States[at].Images
		if len(images) == 0 {
			return nil, fmt.Errorf("states[%d].images: is empty, want the pictures' names by camera", at)
		}
		for _, camera := range slices.Sorted(maps.Keys(images)) {
			name := images[camera]
			if name == "." || name == ".." || filepath.Base(name) != name {
				return nil, fmt.Errorf("states[%d].images: %s: is %q, want the name of a file in the folder image", at, camera, name)
			}
			s.names = append(s.names, name)
		}
	}
	return s, nil
}

// load reads the pictures of a sample; nil where they are not packed again.
func (p *packer) load(split string, s *packedSample) (chunks [][]byte, err error) {
	if p.there != nil && !p.again(split, s.line-1) {
		return nil, nil
	}
	for _, name := range s.names {
		chunk, err := p.picture(path.Join(split, "image", name))
		if err != nil {
			return nil, err
		}
		chunks = append(chunks, chunk)
	}
	return chunks, nil
}

// picture is a picture as it is stored.
func (p *packer) picture(name string) ([]byte, error) {
	size, err := pictureSize(p.root, name)
	if err != nil {
		return nil, err
	}
	if max(size.X, size.Y) > maxPackedSide {
		return nil, fmt.Errorf("%s: is %d x %d, want at most %d a side", name, size.X, size.Y, maxPackedSide)
	}
	rgb, err := write.ReadRGB(p.root, name, size.X, size.Y)
	if err != nil {
		return nil, err
	}
	if size.X != p.width || size.Y != p.height {
		rgb = resize(rgb, size.X, size.Y, p.width, p.height)
	}
	return hdf5.Deflate(rgb), nil
}

// store writes a sample.
func (p *packer) store(s *packedSample, chunks [][]byte, data, images *hdf5.Group, w *hdf5.Writer) (err error) {
	for i, name := range s.names {
		var chunk []byte
		if chunks != nil {
			chunk = chunks[i]
		} else if chunk, err = chunkAt(p.there, w.End(), 3*p.width*p.height); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := images.Bytes(name, []int{p.height, p.width, 3}, chunk); err != nil {
			return err
		}
	}
	return data.String(s.key, s.record)
}

// pythonList is the text of a list of strings that need no escapes, as repr has it.
type pythonList struct{ items []byte }

func (l *pythonList) add(item string) {
	if len(l.items) > 0 {
		l.items = append(l.items, ", "...)
	}
	l.items = append(append(append(l.items, '\''), item...), '\'')
}

func (l *pythonList) String() string { return "[" + string(l.items) + "]" }
