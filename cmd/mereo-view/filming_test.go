//go:build viewer

package main

import (
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// withPath is a session whose programs find others in one folder only.
type withPath struct {
	session
	path string
}

func (s withPath) env() []string { return append(s.session.env(), "PATH="+s.path) }

// A film is saved as pictures, and as a video by ffmpeg; without it a sentence says so.
func TestSaveFilm(t *testing.T) {
	full(t)
	file := filepath.Join(t.TempDir(), "box.json")
	text := strings.Replace(strings.Replace(oneBox, "NAME", "box", 1), `"steps": 100`, `"steps": 30`, 1)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	path := t.TempDir()
	d := launchIn(t, withPath{newSession(t, 900, 600, 1), path}, file, "--size", "900x600")
	r := region(d.wait("size", nil))
	d.wait("scene", nil)
	d.standard()
	saved := func() (folder, video string) {
		t.Helper()
		e := d.wait("filmed", nil)
		list, err := os.ReadDir(e["folder"].(string))
		if err != nil || float64(len(list)) != e["pictures"] {
			t.Errorf("%v: %d pictures, %v", e, len(list), err)
		}
		return e["folder"].(string), e["video"].(string)
	}

	d.keys("k", "m")
	if said := d.status("saved 5 pictures"); !strings.Contains(said, "ffmpeg, which would make an MP4 of them, is not installed") {
		t.Errorf("said is %q", said)
	}
	folder, video := saved()
	if video != "" {
		t.Errorf("there is a video %s", video)
	}
	var last []byte
	for i := range 5 {
		name := filepath.Join(folder, fmt.Sprintf("%06d.png", i))
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(strings.NewReader(string(data)))
		if err != nil || img.Bounds().Dx() != r.Dx()&^1 || img.Bounds().Dy() != r.Dy()&^1 {
			t.Errorf("%s: %v, %v", name, img.Bounds(), err)
		}
		if string(data) == string(last) {
			t.Errorf("%s is the picture before it", name)
		}
		last = data
	}

	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(ffmpeg, filepath.Join(path, "ffmpeg")); err != nil {
		t.Fatal(err)
	}
	d.key("m")
	second, video := saved()
	told, err := exec.Command("ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=width,height,r_frame_rate,nb_read_frames", "-of", "csv=p=0", video).Output()
	if want := fmt.Sprintf("%d,%d,30/1,5\n", r.Dx()&^1, r.Dy()&^1); err != nil || string(told) != want || second == folder {
		t.Errorf("%s has %q, %v, want %q", video, told, err, want)
	}
	if err := os.Remove(filepath.Join(path, "ffmpeg")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(path, "ffmpeg"), []byte("#!/bin/sh\necho no encoder >&2\nexit 1\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	d.key("m")
	if said := d.status("saved 5 pictures"); !strings.HasSuffix(said, "ffmpeg made no MP4 of them: exit status 1: no encoder") {
		t.Errorf("said is %q", said)
	}

	// Stopped, it keeps the pictures that it has. At an eighth of its speed it has many.
	d.keys("j", "j", "j", "j", "m")
	d.wait("filming", func(e map[string]any) bool { return e["of"] == 73.0 })
	d.key("m")
	d.status("stopped: ")
	saved()
	d.ends()
}
