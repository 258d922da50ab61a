package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"mereo/internal/gltest"
	"mereo/scenes/rng"
)

// races is how often processes are started at once: MEREO_RACES, which "make faults" sets, or a few times.
func races(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("MEREO_RACES"))
	if err != nil {
		return 3
	}
	return n
}

// delays are other ones in each process of the test.
var delays = rng.At(rng.Key{Seed: uint64(os.Getpid()), Set: "races"}, "delays")

// atOnce runs commands of the program side by side, each begun after a moment of up to 200 ms. All end well, or because another has the
// block open, and one does end well.
func atOnce(t *testing.T, dir string, commands ...[]string) {
	t.Helper()
	var started []*exec.Cmd
	var errs []*bytes.Buffer
	for _, args := range commands {
		time.Sleep(time.Duration(delays.IntN(200)) * time.Millisecond)
		cmd, e := exec.Command(os.Args[0], append(args[:len(args):len(args)], "--out", dir)...), &bytes.Buffer{}
		cmd.Stderr = e
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		started, errs = append(started, cmd), append(errs, e)
	}
	well := 0
	for i, cmd := range started {
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code == 0 {
			well++
		} else if !strings.Contains(errs[i].String(), "is being made by") {
			t.Errorf("%s: exit %d, %s", strings.Join(commands[i], " "), code, errs[i])
		}
	}
	if well == 0 {
		t.Errorf("none of %q ended well: %s", commands, errs)
	}
}

func sameSums(t *testing.T, dir, want string) {
	t.Helper()
	a, _, err := sums(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := sums(want)
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(a, b) {
		for path := range b {
			if a[path] != b[path] {
				t.Errorf("%s has other bytes, or is missing", path)
			}
		}
		for path := range a {
			if _, ok := b[path]; !ok {
				t.Errorf("%s was left behind", path)
			}
		}
		t.FailNow()
	}
}

// copied is a copy of a dataset's folder.
func copied(t *testing.T, from string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// Two who pack at once, and one who packs while another makes a split, leave the bytes that one after the other leaves.
func TestPackingAtOnce(t *testing.T) {
	gltest.Renderer(t)
	dir := t.TempDir()
	config := filepath.Join(dir, "quick.yaml")
	if err := os.WriteFile(config, []byte("sub_frames: 1\ntraced_sub_frames: 1\nwidth: 64\nheight: 48\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	make := func(split string) []string {
		return []string{"generate", "trance", "--gpu", "software", "--config", config, "--count", "2", "--workers", "1", "--split", split}
	}
	pack := append(make("train"), "--hdf5")
	base, packed, both := filepath.Join(dir, "base"), filepath.Join(dir, "packed"), filepath.Join(dir, "both")
	mustMereo(t, "", append(make("train"), "--out", base)...)
	mustMereo(t, "", append(pack, "--out", packed)...)
	mustMereo(t, "", append(make("val"), "--out", both)...)
	mustMereo(t, "", append(pack, "--out", both)...)
	for range races(t) {
		out := copied(t, base)
		atOnce(t, out, pack, pack)
		sameSums(t, out, packed)

		out = copied(t, base)
		atOnce(t, out, pack, make("val"))
		mustMereo(t, "0 problems", "verify", out, "--sample", "0")
		mustMereo(t, "holds [train val]", append(pack, "--out", out)...)
		sameSums(t, out, both)
	}
}

// Samples that are made alone by several processes, of which two make the same, and in a run meanwhile, have the bytes that they have
// otherwise.
func TestIndexAtOnce(t *testing.T) {
	dir := t.TempDir()
	make := []string{"generate", "qlevr", "--no-pictures", "--workers", "1"}
	index := append(make[:len(make):len(make)], "--index", "3")
	run := append(make[:len(make):len(make)], "--count", "5")
	alone, whole := filepath.Join(dir, "alone"), filepath.Join(dir, "whole")
	mustMereo(t, "", append(index, "--out", alone)...)
	mustMereo(t, "", append(run, "--out", whole)...)
	for i := range races(t) {
		out := filepath.Join(dir, strconv.Itoa(i))
		atOnce(t, out, index, index)
		sameSums(t, out, alone)
		out += "run"
		atOnce(t, out, index, run, index)
		sameSums(t, out, whole)
	}
}

// The packed file is in the manifest: what is wrong with it or beside it is found, also where checksums were brought into line, and the
// same command mends it.
func TestPackedIsVerified(t *testing.T) {
	gltest.Renderer(t)
	dir := filepath.Join(t.TempDir(), "trance")
	config := filepath.Join(t.TempDir(), "quick.yaml")
	if err := os.WriteFile(config, []byte("sub_frames: 1\ntraced_sub_frames: 1\nwidth: 64\nheight: 48\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	make := []string{"generate", "trance", "--gpu", "software", "--config", config, "--count", "2", "--hdf5", "--out", dir}
	mustMereo(t, "holds [train]", make...)
	mustMereo(t, "0 problems", "verify", dir)
	want := copied(t, dir)
	for _, name := range []string{"data.h5", "data.h5.json", "properties.json", "values.json"} {
		path := filepath.Join(dir, name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, damage := range []string{"gone", "cut", "first", "middle", "last"} {
			bad := bytes.Clone(data)
			switch damage {
			case "cut":
				bad = bad[:len(bad)/2]
			case "first":
				bad[0] ^= 1
			case "middle":
				bad[len(bad)/2] ^= 1
			case "last":
				bad[len(bad)-2] ^= 1
			}
			if damage == "gone" {
				err = os.Remove(path)
			} else {
				err = os.WriteFile(path, bad, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
			if code, out, _ := mereo(t, "verify", dir, "--sample", "0"); code != 1 || !strings.Contains(out, name) {
				t.Errorf("%s, %s: exit %d, %s", name, damage, code, out)
			}
			mustMereo(t, "holds [train]", make...)
			sameSums(t, dir, want)
		}
	}
}
