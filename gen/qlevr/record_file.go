package qlevr

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// recordBytes is how long most files are at most.
const recordBytes = 24 << 10

// encodeRecord appends what a pointer shows on one line, so that joined files need only put lines together.
func encodeRecord(b []byte, r any) []byte { return append(record.Append(b, record.Compact, r), '\n') }

// writeRecord writes the file of a record.
func writeRecord(root, path string, r any) (write.File, error) {
	b := recordMemory.Get().(*[]byte)
	defer recordMemory.Put(b)
	*b = encodeRecord((*b)[:0], r)
	return write.Bytes(root, path, *b)
}

// readRecord reads the file of a record. Its bytes are valid until the memory is put back into recordMemory.
func readRecord(root, path string) (*[]byte, error) {
	f, err := folder.Open(root, path)
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	defer f.Close()
	b := recordMemory.Get().(*[]byte)
	for *b = (*b)[:0]; ; {
		n, err := f.Read((*b)[len(*b):cap(*b)])
		*b = (*b)[:len(*b)+n]
		if errors.Is(err, io.EOF) {
			return b, nil
		} else if err != nil {
			return nil, fmt.Errorf("qlevr: %w", err)
		}
		if len(*b) == cap(*b) {
			*b = slices.Grow(*b, recordBytes)
		}
	}
}

// recordMemory is for the bytes of one file at a time, *[]byte.
var recordMemory = sync.Pool{New: func() any {
	b := make([]byte, 0, recordBytes)
	return &b
}}
