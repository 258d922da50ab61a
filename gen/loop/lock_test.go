package loop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mereo/gen"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/internal/dots"
	"mereo/internal/process"
)

// halfMade makes a run of 300 samples that fails when 200 are there, and returns its folder and journal.
func halfMade(t *testing.T) (root, name string, lines [][]byte) {
	t.Helper()
	root = t.TempDir()
	if _, err := Run(t.Context(), dots.Set{Side: 5, Fail: []int{200}}, dots.Train(root), 300, Options{Workers: 1}); err == nil {
		t.Fatal("no error")
	}
	name = filepath.Join(root, "train/blocks/0000.journal")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines = bytes.SplitAfter(data, []byte("\n"))
	lines = lines[:201] // a sample after the one that failed may be there, too
	if err := os.WriteFile(name, bytes.Join(lines, nil), 0o666); err != nil {
		t.Fatal(err)
	}
	return root, name, lines
}

// A damaged journal loses the samples from the damage on, and a run makes them again. The first line says who made it.
func TestDamagedJournal(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	want := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(want), 300, Options{})
	join := func(lines ...[]byte) []byte { return bytes.Join(lines, nil) }
	for _, c := range []struct {
		name   string
		damage func(lines [][]byte) []byte // lines[0] is the header, lines[i] sample i-1
		kept   int
	}{
		{"whole", func(l [][]byte) []byte { return join(l...) }, 200},
		{"torn", func(l [][]byte) []byte { d := join(l...); return d[:len(d)-20] }, 199},
		{"empty", func(l [][]byte) []byte { return nil }, 0},
		{"zero bytes at the end", func(l [][]byte) []byte { return append(join(l...), make([]byte, 4096)...) }, 200},
		{"zero bytes", func(l [][]byte) []byte { return make([]byte, len(join(l...))) }, 0},
		{"garbage between lines", func(l [][]byte) []byte {
			return join(append(l[:51:51], append([][]byte{[]byte("\xff\x00{]\n")}, l[51:]...)...)...)
		}, 50},
		{"another digit", func(l [][]byte) []byte {
			l[11] = bytes.Replace(l[11], []byte(`"attempt":`), []byte(`"attempt":1`), 1)
			return join(l...)
		}, 10},
		{"a line of another block", func(l [][]byte) []byte {
			l[31] = []byte(`{"index":1030,"files":[{"path":"x","bytes":1,"sha256":""}]}` + "\n")
			return join(l...)
		}, 30},
		{"a line without files", func(l [][]byte) []byte { return join(append(l[:101:101], []byte("{\"index\":250}\n"))...) }, 100},
		{"lines twice", func(l [][]byte) []byte { return join(append(l, l[5:90]...)...) }, 200},
		{"lines as older versions wrote them", func(l [][]byte) []byte {
			for i := range l {
				text, _, _ := bytes.Cut(l[i], []byte("\t"))
				l[i] = append(text[:len(text):len(text)], '\n')
			}
			return join(l[1:]...)
		}, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			root, name, lines := halfMade(t)
			if err := os.WriteFile(name, c.damage(lines), 0o666); err != nil {
				t.Fatal(err)
			}
			r := mustRun(t, dots.Set{Side: 5}, dots.Train(root), 300, Options{})
			if r.Kept != c.kept {
				t.Errorf("kept %d samples, want %d", r.Kept, c.kept)
			}
			dots.SameTree(t, root, want)
		})
	}
}

// Journals of older versions do not say who opened them.
func TestOpenedBy(t *testing.T) {
	root, name, lines := halfMade(t)
	path := journalPath("train", 0)
	if got, want := openedBy(root, path), process.This().String(); got != want || !strings.HasPrefix(got, fmt.Sprintf("process %d on host ", os.Getpid())) {
		t.Errorf("opened by %q, want %q", got, want)
	}
	if err := os.WriteFile(name, bytes.Join(lines[1:], nil), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, want := openedBy(root, path), "another process"; got != want {
		t.Errorf("opened by %q, want %q", got, want)
	}
}

// A journal that takes no more says why and which file it is, and after half a line that stays there nothing more is written.
func TestJournalOnAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	j := &journal{file: full, path: "train/blocks/0000.journal"}
	want := "gen: train/blocks/0000.journal: no space left on device"
	if err := j.add(gen.Item{}); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
	there, err := os.OpenFile(filepath.Join(t.TempDir(), "journal"), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	j.file = there // room again, but the half line could not be taken back: /dev/full cannot be truncated
	if err := j.add(gen.Item{}); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
	if info, err := there.Stat(); err != nil || info.Size() != 0 {
		t.Errorf("journal is %v, %v; want nothing written after half a line", info, err)
	}
}

// Lines are read by people, too: JSON first.
func TestJournalLine(t *testing.T) {
	_, _, lines := halfMade(t)
	for _, line := range lines {
		text, ok := checkedLine(line)
		if !ok || !json.Valid(text) {
			t.Fatalf("line is %q", line)
		}
	}
}
