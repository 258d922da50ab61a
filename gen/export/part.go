package export

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"iter"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// spooled is a format whose shards are whole splits. What it has encoded of a block is kept in a file until the split is whole, so that a
// run that was stopped goes on behind the last finished block. Items are kept by package gob: what is in fields that are not exported
// is not kept.
type spooled interface {
	format
	// item is an empty one of those that encode returns, a pointer.
	item() any
	// place writes what of a sample has files of its own.
	place(out string, d *dataset, item any) ([]write.File, error)
}

// partsName is the folder of parts in an export's folder. It is there until the export is whole.
const partsName = ".parts"

func partPath(sh Shard) string { return fmt.Sprintf("%s/%s/%06d", partsName, sh.Split, sh.Block) }

// part is the shard of a block in a format whose shards are splits.
func (d *dataset) part(s *gen.SplitManifest, b gen.BlockManifest, w wants) Shard {
	source := b.SHA256
	if w.whole {
		source = checksumOf(d.whole(), source)
	}
	return Shard{Split: s.Split, Block: b.Block, First: b.First, Count: b.Count, Source: source}
}

// spool writes the part of a block and the samples' own files. The part comes first.
func spool(f spooled, out string, d *dataset, sh Shard, items iter.Seq2[any, error]) ([]write.File, error) {
	files := make([]write.File, 1)
	var err error
	files[0], err = write.Stream(out, partPath(sh), func(w io.Writer) error {
		e := gob.NewEncoder(w)
		for item, err := range items {
			if err != nil {
				return err
			}
			placed, err := f.place(out, d, item)
			if err == nil {
				err = e.Encode(item)
			}
			if err != nil {
				return err
			}
			files = append(files, placed...)
		}
		return nil
	})
	return files, err
}

// join writes the shard of a split from its parts, which are all there, and removes them.
func (p *pass) join(ctx context.Context, j *running, sh Shard) error {
	if err := j.ledger.begin(); err != nil { // of a split without blocks
		return err
	}
	f := j.f.(spooled)
	var parts []Shard
	for k := range p.d.splits {
		if s := &p.d.splits[k]; s.Split == sh.Split {
			for _, b := range s.Blocks {
				parts = append(parts, p.d.part(s, b, f.wants()))
			}
		}
	}
	files, err := f.write(j.o.Out, p.d, sh, func(yield func(any, error) bool) {
		for _, part := range parts {
			for item, err := range kept(f, j.o.Out, part) {
				if err == nil {
					err = ctx.Err()
				}
				if !yield(item, err) || err != nil {
					return
				}
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err != nil {
		return fmt.Errorf("export: %s: %w", sh, err)
	}
	for _, part := range parts {
		files = append(files, j.ledger.parts[part.key()].Files[1:]...)
	}
	if err := j.ledger.add(sh, false, files); err != nil {
		return err
	}
	return j.ledger.drop(sh.Split)
}

// kept are the items of a part.
func kept(f spooled, out string, part Shard) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		in, err := folder.Open(out, partPath(part))
		if err != nil {
			yield(nil, err)
			return
		}
		defer in.Close()
		d := gob.NewDecoder(bufio.NewReaderSize(in, 1<<16))
		for {
			item := f.item()
			if err := d.Decode(item); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				yield(nil, fmt.Errorf("%s: %w", partPath(part), err))
				return
			}
			if !yield(item, nil) {
				return
			}
		}
	}
}
