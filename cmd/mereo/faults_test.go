package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"mereo/internal/gltest"
)

// Whatever goes wrong while a dataset is made, the same command completes it, and every file is what it would have been. The
// test runs the program as its users do, by its process. MEREO_FAULTS, which "make faults" sets, is the number of kills, and
// MEREO_CUTS that of power cuts of each of three sets; faults of other kinds then come to every set. Without it there are ten kills and
// two power cuts, and the other faults come to one set.

// maker is a command that makes a small dataset.
type maker struct {
	name     string
	args     []string // without --out
	pictures bool     // drawn by a renderer

	undisturbed func() (reference, error)
}

// reference is a dataset that was made without a fault.
type reference struct {
	dir   string
	files map[string][32]byte // SHA-256 by path
	pages int                 // of 4 KiB, that the files fill
	took  time.Duration
}

// makers are commands of all sets, with and without pictures; pictures are small and coarse, since what writes them is the same
// code. The folder takes configurations and references.
func makers(t *testing.T, folder string) []*maker {
	config := func(name, text string) string {
		path := filepath.Join(folder, name+".json")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	coarse := config("coarse", `{"sub_frames": 1, "quality": "draft"}`)
	small := config("small", `{"sub_frames": 1, "width": 120, "height": 80}`)
	trance := config("trance", `{"sub_frames": 1, "traced_sub_frames": 1, "ids": true}`)
	all := []*maker{
		{name: "trance, records", args: []string{"trance", "--count", "60", "--no-pictures"}},
		{name: "qlevr, records", args: []string{"qlevr", "--count", "100", "--no-pictures"}},
		{name: "ptr, records", args: []string{"ptr", "--count", "12", "--no-pictures"}},
		{name: "shopvrb, records", args: []string{"shopvrb", "--count", "40", "--no-pictures"}},
		{name: "syndacate, two files of two blocks", args: []string{"syndacate", "--count", "1300", "--task", "PartsToChars,Words"}},
		{name: "trance, pictures", args: []string{"trance", "--count", "10", "--config", trance}, pictures: true},
		{name: "qlevr, pictures", args: []string{"qlevr", "--count", "4", "--config", coarse}, pictures: true},
		{name: "ptr, pictures", args: []string{"ptr", "--count", "6", "--config", small}, pictures: true},
		{name: "shopvrb, pictures", args: []string{"shopvrb", "--count", "4", "--config", coarse}, pictures: true},
	}
	for _, m := range all {
		m.args = append([]string{"generate"}, m.args...)
		m.args = append(m.args, "--workers", "2")
		if m.pictures {
			m.args = append(m.args, "--gpu", "software")
		}
		m.undisturbed = sync.OnceValues(func() (reference, error) {
			ref := reference{dir: filepath.Join(folder, m.name), files: map[string][32]byte{}}
			begun := time.Now()
			if code, out, stderr := m.run(t, ref.dir); code != 0 {
				return ref, fmt.Errorf("%s: exit %d, %s%s", m.name, code, out, stderr)
			}
			ref.took = time.Since(begun)
			var err error
			ref.files, ref.pages, err = sums(ref.dir)
			return ref, err
		})
	}
	return all
}

// sums are the checksums of all files below a dataset's folder, and how many pages of 4 KiB they fill; times of runs, which are no
// part of the dataset, are left out.
func sums(dir string) (files map[string][32]byte, pages int, err error) {
	files = map[string][32]byte{}
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if d != nil && d.Name() == ".runs" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		path, _ := filepath.Rel(dir, name)
		files[path] = sha256.Sum256(data)
		pages += (len(data) + 4095) / 4096
		return err
	})
	return files, pages, err
}

// start begins to make the dataset in dir.
func (m *maker) start(t *testing.T, dir string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	cmd = exec.Command(os.Args[0], append(m.args[:len(m.args):len(m.args)], "--out", dir)...)
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, stdout, stderr
}

// run makes the dataset in dir.
func (m *maker) run(t *testing.T, dir string) (code int, stdout, stderr string) {
	t.Helper()
	cmd, out, errs := m.start(t, dir)
	cmd.Wait()
	return cmd.ProcessState.ExitCode(), out.String(), progressLines.ReplaceAllString(errs.String(), "")
}

// ref is the dataset that was made without a fault.
func (m *maker) ref(t *testing.T) reference {
	t.Helper()
	if m.pictures {
		gltest.Renderer(t)
	}
	ref, err := m.undisturbed()
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

// completes runs the command again, which must succeed, and compares all files with those of the undisturbed run. It returns
// how many samples had been kept.
func (m *maker) completes(t *testing.T, dir, after string) (kept int) {
	t.Helper()
	code, out, stderr := m.run(t, dir)
	if code != 0 {
		t.Fatalf("%s, after %s: exit %d, %s%s", m.name, after, code, out, stderr)
	}
	m.same(t, dir, after)
	for _, found := range regexp.MustCompile(`made, (\d+) were there`).FindAllStringSubmatch(out, -1) {
		n, _ := strconv.Atoi(found[1])
		kept += n
	}
	return kept
}

// same compares all files with those of the undisturbed run.
func (m *maker) same(t *testing.T, dir, after string) {
	t.Helper()
	got, _, err := sums(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := m.ref(t).files; !maps.Equal(got, want) {
		for path := range want {
			if _, ok := got[path]; !ok {
				t.Errorf("%s, after %s: %s is missing", m.name, after, path)
			} else if got[path] != want[path] {
				t.Errorf("%s, after %s: %s has other bytes", m.name, after, path)
			}
		}
		for path := range got {
			if _, ok := want[path]; !ok {
				t.Errorf("%s, after %s: %s was left behind", m.name, after, path)
			}
		}
		t.FailNow()
	}
}
