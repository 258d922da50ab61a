package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestViewProgramFitsTheSession(t *testing.T) {
	for _, c := range []struct{ x11, wayland, want string }{
		{":0", "", "mereo-view"}, {":0", "wayland-0", "mereo-view"}, {"", "wayland-0", "mereo-view-wayland"}, {"", "", "mereo-view"},
	} {
		if got := viewProgram(c.x11, c.wayland); got != c.want {
			t.Errorf("DISPLAY %q, WAYLAND_DISPLAY %q: %s, want %s", c.x11, c.wayland, got, c.want)
		}
	}
}

func TestViewIsFoundBesideMereoThenOnThePath(t *testing.T) {
	beside, onPath := t.TempDir(), t.TempDir()
	t.Setenv("PATH", onPath)
	_, err := findProgram("mereo-view", beside)
	want := `view: mereo-view is neither beside mereo in ` + beside + ` nor on the PATH; "make view" builds it, and ` +
		`"mereo explore DIR" shows datasets in a browser without it`
	if err == nil || err.Error() != want {
		t.Errorf("none: got %v, want %s", err, want)
	}
	for _, dir := range []string{onPath, beside} {
		file := filepath.Join(dir, "mereo-view")
		if err := os.WriteFile(file, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if got, err := findProgram("mereo-view", beside); err != nil || got != file {
			t.Errorf("got %s, %v, want %s", got, err, file)
		}
	}
}

// Without the window's program a command line of any kind ends with the sentence, and --help with what there would be.
func TestViewWithoutItsProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"view", "ptr", "--seed", "7"}, console{out: &out, err: &errs}); code != exitFailure {
		t.Errorf("exit code %d, want %d", code, exitFailure)
	}
	if got := errs.String(); !strings.HasPrefix(got, "mereo: view: mereo-view") || strings.Count(got, "\n") != 1 {
		t.Errorf("got %q, want one line about mereo-view", got)
	}
	if code := run(t.Context(), []string{"view", "--help"}, console{out: &out, err: &errs}); code != exitOK || !strings.Contains(out.String(), "make view") {
		t.Errorf("help: exit code %d, %q", code, out.String())
	}
}
