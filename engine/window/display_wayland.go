//go:build viewer && wayland

package window

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"
)

// display reports why there can be no window. It asks the display itself, since GLFW 3.3 crashes where there is no seat.
func display() error {
	name := os.Getenv("WAYLAND_DISPLAY")
	if name == "" {
		return errors.New("WAYLAND_DISPLAY is not set: there is no Wayland session")
	}
	path := name
	if !filepath.IsAbs(path) {
		dir := os.Getenv("XDG_RUNTIME_DIR")
		if dir == "" {
			return fmt.Errorf("XDG_RUNTIME_DIR is not set: it names the folder in which the display %s is", name)
		}
		path = filepath.Join(dir, name)
	}
	has, err := globals(path)
	if err != nil {
		return unanswered()
	}
	if !has["wl_seat"] {
		return fmt.Errorf("the display %s has no seat: no keyboard and no mouse", name)
	}
	return nil
}

// unanswered is the error where a display does not answer.
func unanswered() error {
	return fmt.Errorf("the display %s does not answer", os.Getenv("WAYLAND_DISPLAY"))
}

// globals are the interfaces that a Wayland display announces ("The Wayland Protocol", chapter 4: messages are an object, an opcode
// with the message's size in the upper half, and arguments, in words of the machine).
func globals(path string) (map[string]bool, error) {
	conn, err := net.Dial("unix", path)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	const theDisplay, registry, callback = 1, 2, 3
	var ask []byte
	for _, word := range []uint32{
		theDisplay, 12<<16 | 1, registry, // get_registry
		theDisplay, 12<<16 | 0, callback, // sync: the callback is called after all interfaces
	} {
		ask = binary.NativeEndian.AppendUint32(ask, word)
	}
	if _, err := conn.Write(ask); err != nil {
		return nil, err
	}
	has := map[string]bool{}
	for {
		var head [2]uint32
		if err := binary.Read(conn, binary.NativeEndian, &head); err != nil {
			return nil, err
		}
		object, opcode, size := head[0], head[1]&0xffff, head[1]>>16
		if size < 8 {
			return nil, fmt.Errorf("a message of %d bytes", size)
		}
		body := make([]byte, size-8)
		if _, err := io.ReadFull(conn, body); err != nil {
			return nil, err
		}
		switch {
		case object == callback:
			return has, nil
		case object == theDisplay && opcode == 0: // error
			return nil, fmt.Errorf("error %q", body)
		case object == registry && opcode == 0 && len(body) >= 8: // global: number, interface with its length and a zero, version
			if n := binary.NativeEndian.Uint32(body[4:]); n > 0 && int(n) <= len(body)-8 {
				has[string(body[8:8+n-1])] = true
			}
		}
	}
}
