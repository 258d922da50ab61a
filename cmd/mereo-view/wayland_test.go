//go:build viewer && wayland

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// compositor is sway without a screen and without devices. Pointer and keyboard are this program: a Wayland client that speaks
// wlr-virtual-pointer-unstable-v1 and virtual-keyboard-unstable-v1.
type compositor struct {
	t             *testing.T
	folder        string // XDG_RUNTIME_DIR
	width, height int    // of its output, in the units of windows
	conn          *net.UnixConn
	begun         time.Time
	last          uint32 // id of the object that was made last
	pointer       uint32
	keyboard      uint32
}

const idDisplay, idRegistry = 1, 2 // what the client makes is counted on from there

// newSession starts sway with an output of width x height units, each of scale x scale pixels.
func newSession(t *testing.T, width, height, scale int) session {
	t.Helper()
	needTools(t, "sway and grim", "sway", "grim")
	folder, err := os.MkdirTemp("", "mereo-view") // sway's user cannot enter what t.TempDir makes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	c := &compositor{t: t, folder: folder, width: width, height: height, begun: time.Now()}
	config := filepath.Join(c.folder, "config")
	text := fmt.Sprintf("output HEADLESS-1 resolution %dx%d scale %d\ndefault_border none\nxwayland disable\n", scale*width, scale*height, scale)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	log := &bytes.Buffer{}
	sway := exec.Command("sway", "-c", config)
	sway.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+c.folder, "DISPLAY=", "WAYLAND_DISPLAY=", "SWAYSOCK="+c.socket(),
		"WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1")
	sway.Stdout, sway.Stderr = log, log
	if os.Getuid() == 0 { // sway refuses to be root
		const nobody = 65534
		if err := os.Chown(c.folder, nobody, nobody); err != nil {
			t.Fatal(err)
		}
		sway.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	if err := sway.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { sway.Wait(); close(ended) }()
	t.Cleanup(func() { sway.Process.Kill(); <-ended })
	for deadline := time.Now().Add(patience); c.conn == nil; {
		select {
		case <-ended:
			t.Fatalf("sway does not start: %s", log)
		case <-time.After(50 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("sway does not answer after %v", patience)
		}
		c.conn, _ = net.DialUnix("unix", nil, &net.UnixAddr{Name: filepath.Join(c.folder, "wayland-1"), Net: "unix"})
	}
	t.Cleanup(func() { c.conn.Close() })
	c.plug()
	return c
}

func (c *compositor) env() []string {
	return []string{"XDG_RUNTIME_DIR=" + c.folder, "WAYLAND_DISPLAY=wayland-1", "DISPLAY="}
}

// socket is where sway takes commands.
func (c *compositor) socket() string { return filepath.Join(c.folder, "sway") }

// plug makes the pointer and the keyboard.
func (c *compositor) plug() {
	c.t.Helper()
	c.request(idDisplay, 1, uint32(idRegistry)) // get_registry
	c.last = idRegistry
	names := map[string]uint32{}
	c.sync(func(object uint32, event uint16, body []byte) {
		if object == idRegistry && event == 0 { // global: name, interface, version
			n := binary.NativeEndian.Uint32(body[4:])
			names[string(body[8:8+n-1])] = binary.NativeEndian.Uint32(body)
		}
	})
	bind := func(name string) uint32 {
		if names[name] == 0 {
			c.t.Fatalf("the compositor has no %s", name)
		}
		c.last++
		c.request(idRegistry, 0, names[name], name, uint32(1), c.last) // bind, version 1
		return c.last
	}
	seat := bind("wl_seat")
	device := func(manager string) uint32 {
		m := bind(manager)
		c.last++
		c.request(m, 0, seat, c.last) // create_virtual_pointer, create_virtual_keyboard
		return c.last
	}
	c.pointer, c.keyboard = device("zwlr_virtual_pointer_manager_v1"), device("zwp_virtual_keyboard_manager_v1")
	keymap, err := os.CreateTemp(c.t.TempDir(), "keymap")
	if err != nil {
		c.t.Fatal(err)
	}
	defer keymap.Close()
	text := `xkb_keymap { xkb_keycodes { include "evdev" }; xkb_types { include "complete" }; xkb_compat { include "complete" };
		xkb_symbols { include "pc+us" }; };` + "\x00"
	if _, err := keymap.WriteString(text); err != nil {
		c.t.Fatal(err)
	}
	c.send(syscall.UnixRights(int(keymap.Fd())), c.keyboard, 0, uint32(1), uint32(len(text))) // keymap: XKB text, file, size
	c.sync(nil)
}

// request sends a message without files; the arguments are uint32 or string.
func (c *compositor) request(object uint32, opcode uint16, args ...any) {
	c.t.Helper()
	c.send(nil, object, opcode, args...)
}

// send sends a message: object, size and opcode, arguments; strings with their length and a zero, padded to words.
func (c *compositor) send(files []byte, object uint32, opcode uint16, args ...any) {
	c.t.Helper()
	var body []byte
	for _, a := range args {
		switch a := a.(type) {
		case uint32:
			body = binary.NativeEndian.AppendUint32(body, a)
		case string:
			body = binary.NativeEndian.AppendUint32(body, uint32(len(a)+1))
			body = append(body, a...)
			body = append(body, make([]byte, 4-len(a)%4)...)
		default:
			c.t.Fatalf("an argument of a request is %T", a)
		}
	}
	head := binary.NativeEndian.AppendUint32(nil, object)
	head = binary.NativeEndian.AppendUint32(head, uint32(8+len(body))<<16|uint32(opcode))
	if _, _, err := c.conn.WriteMsgUnix(append(head, body...), files, nil); err != nil {
		c.t.Fatalf("the compositor is gone: %v", err)
	}
}

// sync waits until all requests so far are done; see gets the events until then.
func (c *compositor) sync(see func(object uint32, event uint16, body []byte)) {
	c.t.Helper()
	c.last++
	callback := c.last
	c.request(idDisplay, 0, callback)
	c.conn.SetReadDeadline(time.Now().Add(patience))
	for {
		var head [8]byte
		if _, err := io.ReadFull(c.conn, head[:]); err != nil {
			c.t.Fatalf("the compositor does not answer: %v", err)
		}
		object, word := binary.NativeEndian.Uint32(head[:]), binary.NativeEndian.Uint32(head[4:])
		body := make([]byte, word>>16-8)
		if _, err := io.ReadFull(c.conn, body); err != nil {
			c.t.Fatalf("the compositor does not answer: %v", err)
		}
		switch event := uint16(word); {
		case object == callback:
			return
		case object == idDisplay && event == 0: // error: object, code, text
			c.t.Fatalf("the compositor refuses a request: %q", body)
		case see != nil:
			see(object, event, body)
		}
	}
}

func (c *compositor) now() uint32 { return uint32(time.Since(c.begun).Milliseconds()) }

func fixed(x int) uint32 { return uint32(int32(x * 256)) }

func (c *compositor) move(x, y int) {
	c.t.Helper()
	c.request(c.pointer, 1, c.now(), uint32(x), uint32(y), uint32(c.width), uint32(c.height)) // motion_absolute
	c.request(c.pointer, 4)                                                                   // frame
	c.sync(nil)
}

func (c *compositor) button(number int, down bool) {
	c.t.Helper()
	code := map[int]uint32{1: 0x110, 3: 0x111}[number] // BTN_LEFT, BTN_RIGHT
	c.request(c.pointer, 2, c.now(), code, state(down))
	c.request(c.pointer, 4)
	c.sync(nil)
}

func state(down bool) uint32 {
	if down {
		return 1
	}
	return 0
}

func (c *compositor) wheel(down int) {
	c.t.Helper()
	step := 1
	if down < 0 {
		step, down = -1, -down
	}
	for range down {
		c.request(c.pointer, 5, uint32(0))                                               // axis_source: wheel
		c.request(c.pointer, 7, c.now(), uint32(0), fixed(15*step), uint32(int32(step))) // axis_discrete: vertical
		c.request(c.pointer, 4)
	}
	c.sync(nil)
}

// keyCodes are those of linux/input-event-codes.h, by the names that xdotool has for keys.
var keyCodes = map[string]uint32{
	"Escape": 1, "1": 2, "2": 3, "3": 4, "4": 5, "5": 6, "6": 7, "7": 8, "8": 9, "9": 10, "0": 11, "equal": 13,
	"q": 16, "w": 17, "e": 18, "r": 19, "t": 20, "y": 21, "u": 22, "i": 23, "o": 24, "p": 25, "bracketleft": 26, "bracketright": 27, "a": 30, "s": 31, "d": 32, "f": 33, "g": 34, "h": 35,
	"j": 36, "k": 37, "l": 38, "z": 44, "x": 45, "c": 46, "v": 47, "b": 48, "n": 49, "m": 50, "comma": 51, "period": 52, "slash": 53, "space": 57,
	"Home": 102, "Up": 103, "Left": 105, "Right": 106, "Page_Up": 104, "End": 107, "Down": 108, "Page_Down": 109,
}

func (c *compositor) key(name string) {
	c.t.Helper()
	switch name {
	case "plus":
		name = "shift+equal"
	case "question":
		name = "shift+slash"
	}
	var modifiers uint32
	if k, ok := strings.CutPrefix(name, "ctrl+"); ok {
		name, modifiers = k, 4
	}
	if k, ok := strings.CutPrefix(name, "shift+"); ok {
		name, modifiers = k, modifiers|1
	}
	code, ok := keyCodes[name]
	if !ok {
		c.t.Fatalf("no key is called %q", name)
	}
	c.request(c.keyboard, 2, modifiers, uint32(0), uint32(0), uint32(0)) // modifiers
	c.request(c.keyboard, 1, c.now(), code, uint32(1))                   // key
	c.request(c.keyboard, 1, c.now(), code, uint32(0))
	c.request(c.keyboard, 2, uint32(0), uint32(0), uint32(0), uint32(0))
	c.sync(nil)
}

func (c *compositor) resize(w, h int) {
	c.t.Helper()
	c.run("swaymsg", fmt.Sprintf("floating enable; resize set %d %d; move position 0 0", w, h))
}

// run runs a tool of sway's.
func (c *compositor) run(name string, args ...string) []byte {
	c.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(append(os.Environ(), c.env()...), "SWAYSOCK="+c.socket())
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		c.t.Fatalf("%s %v: %v: %s%s", name, args, err, out, &errs)
	}
	return out
}

// grab is the screen in pixels, as grim writes it: P6 with 8 bits.
func (c *compositor) grab() *image.RGBA {
	c.t.Helper()
	data := c.run("grim", "-t", "ppm", "-")
	var w, h, most int
	if n, err := fmt.Sscanf(string(data[:min(40, len(data))]), "P6\n%d %d\n%d\n", &w, &h, &most); n != 3 || err != nil || most != 255 {
		c.t.Fatalf("grim writes %q", data[:min(40, len(data))])
	}
	data = data[len(data)-3*w*h:]
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		copy(out.Pix[4*i:], data[3*i:3*i+3])
		out.Pix[4*i+3] = 255
	}
	return out
}

// Without a display there is one sentence, and no window.
func TestNoDisplay(t *testing.T) {
	wantNoDisplay(t, "WAYLAND_DISPLAY is not set: there is no Wayland session")
	wantNoDisplay(t, "XDG_RUNTIME_DIR is not set: it names the folder in which the display wayland-9 is", "WAYLAND_DISPLAY=wayland-9")
	wantNoDisplay(t, "the display wayland-9 does not answer", "WAYLAND_DISPLAY=wayland-9", "XDG_RUNTIME_DIR="+t.TempDir())

	// A display with interfaces, but without a seat.
	path := filepath.Join(t.TempDir(), "display")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		io.ReadFull(conn, make([]byte, 24)) // get_registry and sync
		var answer []byte
		for _, word := range []uint32{idRegistry, 28 << 16, 1, 7} {
			answer = binary.NativeEndian.AppendUint32(answer, word)
		}
		answer = binary.NativeEndian.AppendUint32(append(answer, "wl_shm\x00\x00"...), 1)
		for _, word := range []uint32{3, 12 << 16, 0} { // the callback is done
			answer = binary.NativeEndian.AppendUint32(answer, word)
		}
		conn.Write(answer)
	}()
	wantNoDisplay(t, "the display "+path+" has no seat: no keyboard and no mouse", "WAYLAND_DISPLAY="+path)
}

// On a screen of scale 2 everything has twice the pixels, and what is clicked is selected.
func TestScaledScreen(t *testing.T) {
	d := launchIn(t, newSession(t, 1280, 800, 2), "ptr", "--physics")
	e := d.wait("size", func(e map[string]any) bool { return region(e).Max.X == 2*picture.Max.X })
	if got := region(e); e["width"] != 1280.0 || got.Min != picture.Min.Mul(2) || got.Max != picture.Max.Mul(2) {
		t.Errorf("size is %v, want 1280 units with a picture of twice %v", e, picture)
	}
	if got := d.wait("picture", finished); got["width"] != 2*float64(picture.Dx()) || got["height"] != 2*float64(picture.Dy()) {
		t.Errorf("the picture is %v x %v, want twice %v", got["width"], got["height"], picture.Size())
	}
	if got := d.selectLargest("scaled", region(e), 2); got != "refrigerator" {
		t.Errorf("a click on the largest object selects %v, want the refrigerator", got)
	}
	d.settled("scaled")
	d.key("s")
	path := d.wait("saved", nil)["path"].(string)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width != 2*picture.Dx() || c.Height != 2*picture.Dy() {
		t.Errorf("the saved picture is %d x %d, %v", c.Width, c.Height, err)
	}
}
