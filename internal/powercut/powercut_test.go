package powercut

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A shell writes and renames two files and syncs one of them.
func TestStates(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("strace is not installed")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "old"), []byte("before"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "-c", `echo one > a.part; sync a.part; mv a.part a; echo two > b.part; mv b.part b; echo more >> old; cat old; echo most >> old; rm old`)
	cmd.Dir = dir
	r, err := Record(dir, cmd)
	if err != nil {
		t.Fatal(err)
	}
	last := r.Ends[len(r.Ends)-1]
	for luck, want := range map[Luck]Tree{
		All:        {"a": []byte("one\n"), "b": []byte("two\n")},
		Nothing:    {"old": []byte("before")}, // no folder was synced
		NamesAlone: {"a": []byte("one\n"), "b": nil},
		ZeroBytes:  {"a": []byte("one\n"), "b": make([]byte, 4)},
		AllButLast: {"a": []byte("one\n"), "b": []byte("two\n"), "old": []byte("beforemore\nmost\n")},
	} {
		if got := r.State(last, luck); !maps.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("luck %d: %q, want %q", luck, got, want)
		}
	}
	cmd = exec.Command("/bin/sh", "-c", `mkdir $PWD/c; echo one > c/a; sync c/a; sync c; sync .; echo more >> c/a`)
	cmd.Dir = dir
	if r, err = Record(dir, cmd); err != nil {
		t.Fatal(err)
	}
	want := Tree{"a": []byte("one\n"), "b": []byte("two\n"), "c/": nil, "c/a": []byte("one\n")}
	if got := r.State(r.Ends[len(r.Ends)-1], Nothing); !maps.EqualFunc(got, want, bytes.Equal) {
		t.Errorf("synced: %q, want %q", got, want)
	}
}
