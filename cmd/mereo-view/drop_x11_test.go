//go:build viewer && !wayland

package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// xclient is an X11 client that drags files ("X Window System Protocol", version 11; "Drag-and-Drop Protocol for the X Window System",
// version 5). It has one window, which nobody sees.
type xclient struct {
	t            *testing.T
	conn         net.Conn
	root, window uint32
	atoms        map[string]uint32
}

var order = binary.LittleEndian

// words are numbers of 32 bits in a row.
func words(list ...uint32) (out []byte) {
	for _, w := range list {
		out = order.AppendUint32(out, w)
	}
	return out
}

func (c *xclient) send(data []byte) {
	c.t.Helper()
	if _, err := c.conn.Write(data); err != nil {
		c.t.Fatal(err)
	}
}

// next is the next reply, event or error.
func (c *xclient) next() []byte {
	c.t.Helper()
	c.conn.SetReadDeadline(time.Now().Add(patience))
	head := make([]byte, 32)
	if _, err := io.ReadFull(c.conn, head); err != nil {
		c.t.Fatal(err)
	}
	if head[0] == 0 {
		c.t.Fatalf("X error %d", head[1])
	}
	return head
}

// newXClient connects to a server.
func newXClient(t *testing.T, display string) *xclient {
	t.Helper()
	conn, err := net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(display, ":"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	c := &xclient{t: t, conn: conn, atoms: map[string]uint32{}}
	c.send([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	head := make([]byte, 8)
	if _, err := io.ReadFull(conn, head); err != nil || head[0] != 1 {
		t.Fatalf("the display does not answer: %v, %v", err, head)
	}
	setup := make([]byte, 4*int(order.Uint16(head[6:])))
	if _, err := io.ReadFull(conn, setup); err != nil {
		t.Fatal(err)
	}
	vendor, formats := int(order.Uint16(setup[16:])), int(setup[21])
	c.root = order.Uint32(setup[32+(vendor+3)/4*4+8*formats:])
	c.window = order.Uint32(setup[4:]) // the first id that is the client's
	create := words(1|8<<16, c.window, c.root)
	create = append(create, words(0, 1|1<<16, 2<<16, 0, 0)...) // place, size, InputOnly without a border, visual and values of the parent
	c.send(create)
	for _, name := range []string{"XdndSelection", "XdndEnter", "XdndPosition", "XdndDrop", "XdndActionCopy", "text/uri-list"} {
		ask := words(16|uint32(2+(len(name)+3)/4)<<16, uint32(len(name)))
		ask = append(ask, name...)
		c.send(append(ask, make([]byte, (4-len(name)%4)%4)...))
		c.atoms[name] = order.Uint32(c.next()[8:])
	}
	return c
}

// tell sends a window an event.
func (c *xclient) tell(window uint32, event []byte) {
	c.t.Helper()
	c.send(append(words(25|11<<16, window, 0), event...))
}

// drop drags files to a window and lets them go there.
func (c *xclient) drop(window uint32, files ...string) {
	c.t.Helper()
	c.send(words(22|4<<16, c.window, c.atoms["XdndSelection"], 0))
	message := func(kind string, data ...uint32) {
		c.tell(window, append(words(33|32<<8, window, c.atoms[kind], c.window), words(data...)...))
	}
	message("XdndEnter", 5<<24, c.atoms["text/uri-list"], 0, 0)
	message("XdndPosition", 0, 100<<16|200, 0, c.atoms["XdndActionCopy"])
	message("XdndDrop", 0, 0, 0, 0)
	var list []byte
	for _, f := range files {
		list = append(list, (&url.URL{Scheme: "file", Path: f}).String()+"\r\n"...)
	}
	for {
		e := c.next()
		if e[0]&0x7f != 30 { // what is asked for is what is dropped
			continue
		}
		requestor, selection, target, property := order.Uint32(e[12:]), order.Uint32(e[16:]), order.Uint32(e[20:]), order.Uint32(e[24:])
		padded := append(list, make([]byte, (4-len(list)%4)%4)...)
		put := words(18|uint32(6+len(padded)/4)<<16, requestor, property, target, 8, uint32(len(list)))
		c.send(append(put, padded...))
		c.tell(requestor, words(31, 0, requestor, selection, target, property, 0, 0))
		return
	}
}

// Files that are dropped on the window are shown; what is none is told.
func TestDrop(t *testing.T) {
	s := newSession(t, 900, 600, 1).(*xserver)
	d := launchIn(t, s, filmsFile, "--index", "4", "--size", "900x600")
	d.wait("scene", nil)
	d.standard()
	cmd := exec.Command("xdotool", "search", "--name", "mereo")
	cmd.Env = append(os.Environ(), s.env()...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	window, err := strconv.ParseUint(strings.Fields(string(out))[0], 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	x := newXClient(t, s.name)
	folder := t.TempDir()
	put := func(name string, data []byte) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}

	// A scene that the window saved itself, under a name that URIs escape.
	d.key("e")
	glb, err := os.ReadFile(d.wait("saved", nil)["path"].(string))
	if err != nil {
		t.Fatal(err)
	}
	x.drop(uint32(window), put("one of mine.glb", glb))
	if e := d.wait("scene", nil); e["title"] != "one of mine.glb" || e["index"] != 0.0 {
		t.Errorf("dropped: %v", e)
	}
	d.standard()
	before := d.settled("dropped")

	x.drop(uint32(window), put("words.txt", []byte("words")))
	if e := d.wait("failed", nil); !strings.Contains(e["error"].(string), "words.txt is no set") {
		t.Errorf("a text: %v", e)
	}
	d.key("n")
	d.status("there is one scene") // of the file that is still shown

	x.drop(uint32(window), put("world.yaml", []byte("name: tiny\nthings: [{model: {primitive: box}, look: {base: gray}}]\nscene: {count: 2}\nsplits: {easy: {count: 3}}\n")))
	if e := d.wait("scene", nil); e["title"] != "tiny easy/0, seed 0" {
		t.Errorf("dropped: %v", e)
	}

	x.drop(uint32(window), put("one of mine.glb", glb), filmsFile)
	d.wait("scene", func(e map[string]any) bool { return e["title"] == "one of mine.glb" })
	d.standard()
	sky := fmt.Appendf(nil, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n")
	for range 4 * 8 {
		sky = append(sky, 20, 20, 255, 130)
	}
	x.drop(uint32(window), put("sky.hdr", sky))
	d.wait("surroundings", nil)
	d.standard()
	r := region(map[string]any{"picture": []any{0.0, 76.0, 570.0, 532.0}})
	wantDiffer(t, "under another sky", d.settled("sky"), before, r, 0.2, 1)
	x.drop(uint32(window), put("broken.hdr", []byte("#?RADIANCE\n")))
	if e := d.wait("failed", nil); !strings.Contains(e["error"].(string), "broken.hdr") {
		t.Errorf("a broken picture: %v", e)
	}
	d.ends()
}
