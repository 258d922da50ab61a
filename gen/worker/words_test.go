package worker

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

func TestFate(t *testing.T) {
	driver := "SIGSEGV: segmentation violation\nPC=0x7f00 m=0 sigcode=1\nsignal arrived during cgo execution\n\ngoroutine 1"
	for _, c := range []struct {
		script, said string
		short        bool
		want         string
	}{
		{"kill -KILL $$", "", false, "by SIGKILL"},
		{"kill -KILL $$", "", true, "by SIGKILL of the kernel's out-of-memory killer, probably; fewer --workers need less memory"},
		{"kill -SEGV $$", "", true, "by SIGSEGV"},
		{"kill -ABRT $$", "", false, "by SIGABRT"},
		{"kill -USR1 $$", "", false, "by signal 10"},
		{"exit 2", driver, false, "by SIGSEGV in the graphics driver"},
		{"exit 2", "panic: x", false, "with exit code 2"},
	} {
		cmd := exec.Command("sh", "-c", c.script)
		cmd.Run()
		if got := fate(cmd.ProcessState, c.said, c.short); got != c.want {
			t.Errorf("%s: %s, want %s", c.script, got, c.want)
		}
	}
	if n := countOf([]byte("a 3\noom_kill_x 5\noom_kill 7\n"), "oom_kill"); n != 7 {
		t.Errorf("%d kills, want 7", n)
	}
}

func TestWords(t *testing.T) {
	var w words
	for i := range 1000 {
		fmt.Fprintf(&w, "line %d\n", i)
	}
	if s := w.String(); !strings.HasPrefix(s, "line 0\n") || !strings.HasSuffix(s, "\nline 999") || !strings.Contains(s, "\n...\n") || len(s) > 2*wordsBytes+5 {
		t.Errorf("%d bytes: %q", len(s), s)
	}
	if w.reset(); w.String() != "none" {
		t.Errorf("%q after reset", w.String())
	}
}
