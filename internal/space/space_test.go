//go:build cgo && linux

package space

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// A program whose address space is limited says so in one line, or runs.
func TestSpace(t *testing.T) {
	const told = "mereo: the address space is limited to 488 MB and mereo needs 1450 MB, 4000 MB where it draws pictures: raise it with " +
		"\"ulimit -v 1484800\", or limit memory itself, as \"systemd-run --scope -p MemoryMax=1G\" does\n"
	for limit, want := range map[int]string{500_000: told, 1_484_800: "PASS\n"} {
		c := exec.Command("sh", "-c", fmt.Sprintf(`ulimit -v %d; exec "$0" -test.run '^$'`, limit), os.Args[0])
		out, err := c.CombinedOutput()
		if code := c.ProcessState.ExitCode(); string(out) != want && string(out) != "testing: warning: no tests to run\n"+want || (code == 0) != (want != told) {
			t.Errorf("ulimit -v %d: exit %d, %v\n%s", limit, code, err, out)
		}
	}
}
