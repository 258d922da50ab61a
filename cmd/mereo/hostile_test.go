package main

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mereo/gen/write"
)

// Configurations and predictions that are made to take all memory, or to hang, are told in a sentence within 1.5 GB.
func TestHostileInput(t *testing.T) { hostileInput(t) }

func hostileInput(t *testing.T) (tries int) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	bomb, err := os.Create(in("bomb.npz"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(bomb)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	w, err := z.Create("y.npy")
	if err == nil {
		_, err = w.Write(write.NPYHeader("|u1", []int{1 << 20, 2000}))
	}
	for range 2000 {
		if err == nil {
			_, err = w.Write(make([]byte, 1<<20))
		}
	}
	if err := errors.Join(err, z.Close(), bomb.Close(), syscall.Mkfifo(in("pipe"), 0o666), os.Symlink("/dev/zero", in("zero")),
		os.WriteFile(in("brackets"), []byte(strings.Repeat("[", 200_000)), 0o666),
		os.WriteFile(in("long"), []byte(strings.Repeat("#", 2<<20)), 0o666)); err != nil {
		t.Fatal(err)
	}
	mustMereo(t, "400 elements made", "generate", "syndacate", "--task", "ImToParts", "--count", "400", "--no-pictures", "--out", in("s"))
	for args, want := range map[string]string{
		"generate ptr --out DIR/o --config DIR/brackets":       "ptr: config DIR/brackets: is no YAML: exceeded max depth of 10000; docs/ptr.md lists the keys",
		"generate ptr --out DIR/o --config DIR/long":           "config DIR/long: has more than 1 MB, which is the most that is read",
		"generate ptr --out DIR/o --config DIR/pipe":           "config DIR/pipe: is a pipe, want a file",
		"generate ptr --out DIR/o --config DIR/zero":           "config DIR/zero: is a device, want a file",
		"eval DIR/s/FILE --task ImToParts --pred DIR/pipe":     "syndacate: predictions: npz: DIR/pipe: is a pipe, want a file",
		"eval DIR/s/FILE --task ImToParts --pred DIR/bomb.npz": "syndacate: DIR/bomb.npz: y is uint8 (1048576, 2000), want float32 or float64 (200, any number of rows, 6)",
	} {
		tries++
		code, told := self(t, "ulimit -v 1500000; exec $MEREO "+strings.NewReplacer("FILE", "syndacate_aFfTh100n400o1p4rTs1u10w100.poses.npz", "DIR", dir).Replace(args))
		got := strings.ReplaceAll(told, dir, "DIR")
		if code != 1 || want != "" && got != "mereo: "+want+"\n" || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: exit %d\n%.2000s\nwant %s", args, code, got, want)
		} else {
			t.Logf("%s: %s", args, got)
		}
	}
	return tries
}
