package qlevr

import "mereo/gen/record"

// recordBytes is how long most files are at most.
const recordBytes = 24 << 10

// encodeRecord is what a pointer shows, on one line, so that joined files need only put lines together.
func encodeRecord(r any) []byte {
	return append(record.Append(make([]byte, 0, recordBytes), record.Compact, r), '\n')
}
