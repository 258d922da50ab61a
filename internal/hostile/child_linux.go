package hostile

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	// space is the address space of a reader, of which Go's runtime reserves 1.2 GB at the start. A test that links more has room at least.
	space = 1_500_000 << 10
	room  = 280 << 20
	// patience is for readers that hang. On a busy machine all files of a format take ten seconds.
	patience = 3 * time.Minute
	variable = "MEREO_HOSTILE_FILES" // names the folder in the child
)

// Read has all files read in one process under a limit of memory, which is this test again, and wants an error of one short sentence for
// each.
func Read(t *testing.T, files Files, read func(path string) error) {
	names := slices.Sorted(maps.Keys(files))
	if dir := os.Getenv(variable); dir != "" {
		limitSpace(t)
		for _, name := range names {
			fmt.Printf("%s: begun\n", name)
			text := fmt.Sprint(read(filepath.Join(dir, name)))
			fmt.Printf("%s: %q\n", name, text[:min(len(text), 2000)])
		}
		return
	}
	dir := t.TempDir()
	if err := errors.Join(syscall.Mkfifo(filepath.Join(dir, pipe), 0o666), os.Symlink("/dev/zero", filepath.Join(dir, endless)),
		os.Symlink("/etc/passwd", filepath.Join(dir, outside))); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), files[name](), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	c := exec.CommandContext(ctx, os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
	c.Env = append(os.Environ(), variable+"="+dir)
	out, err := c.CombinedOutput()
	for _, name := range names {
		var said string
		_, after, _ := strings.Cut("\n"+string(out), "\n"+name+": \"")
		line, _, ended := strings.Cut(after, "\n")
		if _, err := fmt.Sscanf("\""+line, "%q", &said); err != nil || !ended {
			break // it is what killed the process
		}
		if said == "<nil>" || len(said) > 600 || strings.Contains(said, "\n") {
			t.Errorf("%s: got %s, want an error of one sentence", name, said)
		}
		t.Logf("%s: %s", name, said)
	}
	if ctx.Err() != nil || err != nil {
		t.Errorf("%v, %v: %.3000s", ctx.Err(), err, out)
	}
}

// limitSpace limits the address space of this process.
func limitSpace(t *testing.T) {
	data, err := os.ReadFile("/proc/self/statm")
	var pages uint64
	if err == nil {
		_, err = fmt.Sscan(string(data), &pages)
	}
	bytes := max(space, pages*uint64(os.Getpagesize())+room)
	if err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: bytes, Max: bytes})
	}
	if err != nil {
		t.Fatal(err)
	}
}
