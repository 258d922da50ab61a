package serve

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
)

// Limits of what a client may send, in bytes. Of strangers little is read.
const (
	maxHello = 4 << 10
	maxHead  = 64 << 20
	maxBody  = 1 << 30
)

// frame is one message: a head in JSON and, behind it, arrays.
type frame struct {
	head json.RawMessage
	body []byte
}

// readFrame reads a message: the length of the head (4 bytes, little-endian), that of the body (8 bytes), head, body. Memory is taken as
// bytes come, so that a length alone takes none. io.EOF is an end between two messages.
func readFrame(r io.Reader, maxHead uint32, maxBody uint64) (frame, error) {
	var lengths [12]byte
	if _, err := io.ReadFull(r, lengths[:]); err == io.ErrUnexpectedEOF {
		return frame{}, fmt.Errorf("serve: a message is cut off: %w", err)
	} else if err != nil {
		return frame{}, err
	}
	head, body := binary.LittleEndian.Uint32(lengths[:]), binary.LittleEndian.Uint64(lengths[4:])
	if head > maxHead || body > maxBody {
		return frame{}, fmt.Errorf("serve: a message claims a head of %d bytes and a body of %d, want at most %d and %d", head, body, maxHead, maxBody)
	}
	var f frame
	var err error
	if f.head, err = readBytes(r, int64(head)); err == nil {
		f.body, err = readBytes(r, int64(body))
	}
	return f, err
}

func readBytes(r io.Reader, n int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, n))
	if err == nil && int64(len(data)) < n {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("serve: a message is cut off: %w", err)
	}
	return data, nil
}

// writeFrame writes a message.
func writeFrame(w io.Writer, head any, body [][]byte) error {
	data, err := json.Marshal(head)
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	n := 0
	for _, b := range body {
		n += len(b)
	}
	lengths := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(nil, uint32(len(data))), uint64(n))
	for _, b := range append([][]byte{lengths, data}, body...) {
		if _, err := w.Write(b); err != nil {
			return fmt.Errorf("serve: %w", err)
		}
	}
	return nil
}
