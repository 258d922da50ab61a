package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mereo/internal/gltest"
	"mereo/internal/hostile"
)

// hostileSets are how tiny datasets are made, and what else reads them.
var hostileSets = []struct {
	set, config string
	count       string
	eval        []string
	exports     []string
}{
	{"ptr", "{width: 120, height: 80, sub_frames: 1, write: {depth: both, normals: true}}", "2", []string{"--baseline", "oracle"},
		[]string{"coco", "webdataset", "gltf", "bop", "ply", "parquet", "croissant", "hdf5"}},
	{"trance", "{width: 120, height: 80, sub_frames: 1, traced_sub_frames: 0, normals: true, ids: true}", "2", []string{"--baseline", "random", "--task", "event"},
		[]string{"coco", "webdataset", "gltf", "bop", "ply", "parquet", "croissant", "hdf5"}},
	{"qlevr", "{width: 120, height: 80, sub_frames: 1, normals: true}", "2", []string{"--baseline", "oracle"},
		[]string{"coco", "webdataset", "gltf", "bop", "ply", "parquet", "croissant", "hdf5"}},
	{"shopvrb", "{width: 120, height: 80, sub_frames: 1, traced_sub_frames: 0, normals: true}", "2", []string{"--baseline", "oracle"},
		[]string{"coco", "webdataset", "gltf", "bop", "ply", "parquet", "croissant", "hdf5", "nsvqa"}},
	{"syndacate", "", "40", nil, []string{"coco", "webdataset", "parquet", "croissant", "hdf5"}},
}

// digits are what files of one kind differ by.
var digits = regexp.MustCompile(`[0-9]+`)

// Whatever lies in place of a file of a dataset, the commands that read it end with a sentence, in 1.5 GB of memory, and nothing
// outside of the folder changes. The limit is RLIMIT_DATA, which since Linux 4.7 is of all memory that a process can write: of addresses Go
// and Mesa's driver set more aside than they use.
func TestHostileDatasets(t *testing.T) {
	t.Parallel()
	hostileDatasets(t, true)
}

// hostileDatasets tries all damages of each file, or one of every third file, which are others in each set. It returns how many it tried.
func hostileDatasets(t *testing.T, seldom bool) (tries int) {
	gltest.Renderer(t)
	for number, c := range hostileSets {
		t.Run(c.set, func(t *testing.T) {
			dir := t.TempDir()
			whole, outside := filepath.Join(dir, "whole"), filepath.Join(dir, "precious")
			if err := os.WriteFile(outside, []byte("precious"), 0o666); err != nil {
				t.Fatal(err)
			}
			split := "test"
			if c.set == "syndacate" {
				split = "syndacate_aFfTh100n400o1p4rTs1u10w100"
			}
			make := []string{"generate", c.set, "--split", split, "--count", c.count, "--workers", "1", "--out"}
			if c.config != "" {
				name := filepath.Join(dir, "config.yaml")
				if err := os.WriteFile(name, []byte(c.config), 0o666); err != nil {
					t.Fatal(err)
				}
				make = slices.Insert(make, 2, "--config", name)
			}
			mustMereo(t, "", append(make, whole)...)
			commands := [][]string{append(make, "DIR"), {"verify", "DIR", "--figures"}, {"ask", "DIR"}}
			if c.eval != nil {
				commands = append(commands, append([]string{"eval", "DIR"}, c.eval...))
			}
			for _, format := range c.exports { // one at a time: all at once hold too much of a whole dataset
				commands = append(commands, []string{"export", "DIR", "--to", format, "--out", "OUT"})
			}
			turn := 0
			for k, file := range kindsOf(t, whole) {
				if seldom && k%3 != number%3 {
					continue
				}
				for i, d := range hostile.Damages(outside) {
					if d.Name == "a bomb" && hostile.Bomb(filepath.Ext(file)) == nil {
						continue
					}
					turn++
					if seldom && i != turn%7 {
						continue
					}
					tries++
					root, out := filepath.Join(dir, "damaged"), filepath.Join(dir, "out")
					copyTree(t, whole, root)
					name := filepath.Join(root, file)
					if err := errors.Join(os.RemoveAll(name), d.Put(name)); err != nil {
						t.Fatal(err)
					}
					what := fmt.Sprintf("%s is %s", file, d.Name)
					text := confined(t, what, root, out, []string{"verify", "DIR", "--sample", "0"})
					if text == "" && noticed(file) {
						t.Errorf("%s: verify finds nothing", what)
					}
					confined(t, what, root, out, commands[turn%len(commands)])
					if data, err := os.ReadFile(outside); err != nil || string(data) != "precious" {
						t.Fatalf("%s: the file outside is %q, %v", what, data, err)
					}
					for _, tree := range []string{root, out} {
						if err := os.RemoveAll(tree); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
		})
	}
	return tries
}

// noticed tells whether a dataset without this file is damaged: times of runs, locks and journals belong to none.
func noticed(file string) bool {
	return !strings.HasPrefix(file, ".") && !strings.HasSuffix(file, ".journal")
}

// confined runs a command on a damaged dataset and returns what it says is wrong; nothing if it finds nothing.
func confined(t *testing.T, what, root, out string, args []string) string {
	t.Helper()
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.NewReplacer("DIR", root, "OUT", out).Replace(args[i])
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", `ulimit -d 1572864; exec "$0" "$@"`, os.Args[0]}, args...)...)
	cmd.Env = append(os.Environ(), "LIBGL_ALWAYS_SOFTWARE=1", "GOMAXPROCS=2", "MALLOC_ARENA_MAX=1", "LP_NUM_THREADS=1")
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return ""
	case ctx.Err() != nil:
		t.Errorf("%s: %s hangs", what, args)
	case !errors.As(err, &exit) || exit.ExitCode() != 1 || bytes.Contains(text.Bytes(), []byte("goroutine ")):
		t.Errorf("%s: %s: %v: %.2000s", what, args, err, text.Bytes())
	}
	return text.String()
}

// kindsOf are one file of each kind of a dataset, a journal included.
func kindsOf(t *testing.T, root string) (files []string) {
	t.Helper()
	seen := map[string]bool{}
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !seen[digits.ReplaceAllString(path, "#")] {
			seen[digits.ReplaceAllString(path, "#")] = true
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 5 {
		t.Fatalf("%v, %v", files, err)
	}
	return append(files, filepath.Join(filepath.Dir(files[slices.IndexFunc(files, isPlan)]), "0000.journal"))
}

func isPlan(file string) bool { return filepath.Base(file) == "plan.json" }

// copyTree links the files of a folder into another.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(from), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, path), 0o777)
		}
		return os.Link(filepath.Join(from, path), filepath.Join(to, path))
	})
	if err != nil {
		t.Fatal(err)
	}
}
