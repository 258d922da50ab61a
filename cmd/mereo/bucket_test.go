package main

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"mereo/internal/oracle"
)

// manyRecords makes 1,030 scenes of QLEVR without pictures and questions: two blocks, in seconds.
func manyRecords(t *testing.T) []string {
	t.Helper()
	config := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(config, []byte("questions: 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return []string{"generate", "qlevr", "--no-pictures", "--config", config, "--seed", "4", "--count", "1030"}
}

// TestBuckets: two machines make a block each and push it; whoever pulls both finishes the dataset, which is the one that a machine
// alone makes. It is done with an S3 server and with a folder.
func TestBuckets(t *testing.T) {
	long(t)
	make := manyRecords(t)
	whole := filepath.Join(t.TempDir(), "whole")
	mustMereo(t, "", append(make, "--out", whole)...)
	for name, address := range map[string]string{
		"s3": oracle.S3(t), "file": (&url.URL{Scheme: "file", Path: filepath.Join(t.TempDir(), "bucket")}).String(),
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			a, b, c, d := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "c"), filepath.Join(dir, "d")
			mustMereo(t, "", append(make, "--out", a, "--push", address, "--blocks", "1/2")...)
			out := mustMereo(t, "", append(make, "--out", b, "--push", address)...)
			if want := "train: 30 samples made, 0 were there"; !strings.Contains(out, want) || !strings.Contains(out, "in the bucket already: 1 blocks") {
				t.Errorf("the second machine says %q, want %q and that one block is in the bucket", out, want)
			}

			// What is there of an unfinished dataset can be pulled and finished.
			if out := mustMereo(t, "", "pull", address, c); !regexp.MustCompile(`^2 blocks, \d+ files copied, 0 were there\n$`).MatchString(out) {
				t.Errorf("pull says %q, want two blocks", out)
			}
			if out := mustMereo(t, "", append(make, "--out", c, "--push", address)...); !strings.HasPrefix(out, "train: 0 samples made, 1030 were there") {
				t.Errorf("finishing says %q, want that nothing was made", out)
			}
			if tree(t, c) != tree(t, whole) {
				t.Error("what was made by two is another dataset than what one made")
			}

			// A second push has nothing to copy, and a pull gives the whole.
			if out := mustMereo(t, "", "push", c, address); !regexp.MustCompile(`^2 blocks, 0 files copied, \d+ were there\n$`).MatchString(out) {
				t.Errorf("a second push says %q, want that nothing is copied", out)
			}
			mustMereo(t, "", "pull", address, d)
			if tree(t, d) != tree(t, whole) {
				t.Error("what was pulled is another dataset")
			}
			// A damaged file of the folder is brought again.
			record := filepath.Join(d, "3d_scene/train/scenes/3d_train_000000.json")
			old, err := os.ReadFile(record)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(record, []byte("{}"), 0o666); err != nil {
				t.Fatal(err)
			}
			code, _, stderr := mereo(t, "push", d, address)
			if code != exitOK { // it is in the bucket already, so nothing is read
				t.Errorf("push of what is there: exit %d, %s", code, stderr)
			}
			mustMereo(t, "", "pull", address, d)
			if now, err := os.ReadFile(record); err != nil || string(now) != string(old) {
				t.Errorf("the damaged record is %q, %v", now, err)
			}

			// Another dataset is refused, in both directions.
			other := filepath.Join(dir, "other")
			code, _, stderr = mereo(t, append(make, "--out", other, "--seed", "5", "--push", address)...)
			if code != exitFailure || !strings.Contains(stderr, "holds seed 4, asked for 5; want another place") {
				t.Errorf("another dataset: exit %d, %q", code, stderr)
			}
			code, _, stderr = mereo(t, "pull", address, other)
			if code != exitFailure || !strings.Contains(stderr, "the folder holds seed 5, asked for 4") {
				t.Errorf("into another dataset: exit %d, %q", code, stderr)
			}
		})
	}
}

func TestGoogleBuckets(t *testing.T) {
	long(t)
	dir, address := t.TempDir(), oracle.GS(t)
	whole, pulled := filepath.Join(dir, "whole"), filepath.Join(dir, "pulled")
	mustMereo(t, "", "generate", "qlevr", "--no-pictures", "--count", "5", "--out", whole)
	mustMereo(t, "", "push", whole, address)
	mustMereo(t, "", "pull", address, pulled)
	if tree(t, pulled) != tree(t, whole) {
		t.Error("what was pulled is another dataset")
	}
}

func TestWrongBuckets(t *testing.T) {
	dir := t.TempDir()
	for args, want := range map[string]struct {
		code int
		text string
	}{
		"push DIR":                            {exitUsage, "push: 1 arguments, want 2: DIR ADDRESS"},
		"push DIR ftp://x/y":                  {exitFailure, "bucket: ftp://x/y is no address of a bucket; want s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or file:///FOLDER"},
		"push DIR s3:///x":                    {exitFailure, "bucket: s3:///x names no bucket; want s3://BUCKET/PREFIX"},
		"push DIR file://x/y":                 {exitFailure, "bucket: file://x/y is not a folder; want file:///FOLDER with three slashes"},
		"push DIR file://DIR/b":               {exitFailure, "gen: DIR: no dataset is there: dataset.json is missing"},
		"pull file://DIR/b DIR/c":             {exitFailure, "bucket: file://DIR/b has no dataset: dataset.json is missing"},
		"pull file://DIR/b DIR/c --workers 0": {exitUsage, "pull: --workers is 0, want at least 1"},
		"generate qlevr --out s3://x/y":       {exitUsage, `generate qlevr: --out is "s3://x/y", want a folder; --push copies what is made into a bucket`},
		"generate qlevr --out DIR/c --push x": {exitFailure, "bucket: x is no address of a bucket; want s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or file:///FOLDER"},
	} {
		code, _, stderr := mereo(t, strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)
		if args == "push DIR" {
			stderr = strings.ReplaceAll(stderr, dir, "DIR")
		}
		if got := strings.ReplaceAll(stderr, dir, "DIR"); code != want.code || !strings.HasPrefix(got, "mereo: "+want.text) {
			t.Errorf("%s: exit %d and %q, want %d and %q", args, code, got, want.code, want.text)
		}
	}
}

// A push into a folder that is killed leaves nothing that the next one does not overwrite.
func TestPushKilled(t *testing.T) {
	long(t)
	dir := t.TempDir()
	made, place := filepath.Join(dir, "made"), filepath.Join(dir, "bucket")
	mustMereo(t, "", append(manyRecords(t), "--out", made, "--count", "300")...)
	if err := os.Remove(filepath.Join(made, ".lock")); err != nil { // which is no part of it
		t.Fatal(err)
	}
	// Half a file is as a kill leaves it.
	scene := "3d_scene/train/scenes/.3d_train_000007.json.part"
	if err := os.MkdirAll(filepath.Join(place, filepath.Dir(scene)), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(place, scene), []byte("half"), 0o666); err != nil {
		t.Fatal(err)
	}
	for files := range 5 {
		cmd := exec.Command(os.Args[0], "push", made, "file://"+place, "--workers", "4")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for range 2000 {
			if there, _ := filepath.Glob(filepath.Join(place, "3d_scene/train/scenes/*")); len(there) > 50*files {
				break
			}
			time.Sleep(2 * time.Millisecond)
		}
		cmd.Process.Kill()
		cmd.Wait()
	}
	mustMereo(t, "", "push", made, "file://"+place)
	if tree(t, place) != tree(t, made) {
		t.Error("what was pushed is not what was made, or something was left behind")
	}
}
