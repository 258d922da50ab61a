//go:build viewer && !wayland

package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// xserver is Xvfb, driven by xdotool.
type xserver struct {
	t      *testing.T
	name   string // ":1"
	folder string // where it keeps its screen
}

func newSession(t *testing.T, width, height, _ int) session {
	t.Helper()
	needTools(t, "xvfb and xdotool", "Xvfb", "xdotool")
	s := &xserver{t: t, folder: t.TempDir()}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	// -r: a key that a busy machine holds down for long is to be one press.
	x := exec.Command("Xvfb", "-r", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "-nolisten", "tcp",
		"-fbdir", s.folder)
	x.ExtraFiles = []*os.File{w}
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Process.Kill(); x.Wait() })
	w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb does not start: %v", err)
	}
	s.name = ":" + strings.TrimSpace(number)
	return s
}

func (s *xserver) env() []string { return []string{"DISPLAY=" + s.name} }

func (s *xserver) do(args ...any) {
	s.t.Helper()
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = fmt.Sprint(a)
	}
	cmd := exec.Command("xdotool", words...)
	cmd.Env = append(os.Environ(), s.env()...)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("xdotool %v: %v: %s", words, err, out)
	}
}

func (s *xserver) key(name string) { s.t.Helper(); s.do("key", name) }

func (s *xserver) move(x, y int) { s.t.Helper(); s.do("mousemove", x, y) }

func (s *xserver) button(number int, down bool) {
	s.t.Helper()
	if down {
		s.do("mousedown", number)
	} else {
		s.do("mouseup", number)
	}
}

func (s *xserver) wheel(down int) {
	s.t.Helper()
	number := 5
	if down < 0 {
		number, down = 4, -down
	}
	s.do("click", "--repeat", down, number)
}

func (s *xserver) resize(w, h int) {
	s.t.Helper()
	s.do("search", "--sync", "--name", "mereo", "windowsize", w, h)
}

// grab reads the file in which Xvfb keeps its screen: an X window dump (X11/XWDFile.h) of 32 bits a pixel.
func (s *xserver) grab() *image.RGBA {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.folder, "Xvfb_screen0"))
	if err != nil {
		s.t.Fatal(err)
	}
	word := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	header, w, h, bits, line, colors := word(0), word(4), word(5), word(11), word(12), word(19)
	if bits != 32 {
		s.t.Fatalf("the screen has %d bits a pixel", bits)
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		row := data[header+12*colors+y*line:]
		for x := range w {
			out.SetRGBA(x, y, color.RGBA{row[4*x+2], row[4*x+1], row[4*x], 255})
		}
	}
	return out
}

// Without a display there is one sentence, and no window.
func TestNoDisplay(t *testing.T) {
	wantNoDisplay(t, "DISPLAY is not set: there is no X server")
	wantNoDisplay(t, "DISPLAY is not set: this Wayland session has no XWayland", "WAYLAND_DISPLAY=wayland-9")
	wantNoDisplay(t, "the display :987 does not answer", "DISPLAY=:987")
}
