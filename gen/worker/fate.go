package worker

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"syscall"
)

// signals are those by which processes usually die.
var signals = map[syscall.Signal]string{
	syscall.SIGABRT: "SIGABRT", syscall.SIGBUS: "SIGBUS", syscall.SIGFPE: "SIGFPE", syscall.SIGHUP: "SIGHUP", syscall.SIGILL: "SIGILL",
	syscall.SIGINT: "SIGINT", syscall.SIGKILL: "SIGKILL", syscall.SIGQUIT: "SIGQUIT", syscall.SIGSEGV: "SIGSEGV", syscall.SIGTERM: "SIGTERM",
	syscall.SIGXCPU: "SIGXCPU", syscall.SIGXFSZ: "SIGXFSZ",
}

// inC is how Go's runtime begins to tell of a signal in C code, which here is the graphics driver.
var inC = regexp.MustCompile(`(?m)^(SIG[A-Z]+): .*\nPC=.*\nsignal arrived during cgo execution$`)

// fate says in words how a process ended. said is from its standard error; short tells that the kernel ran out of memory while the
// process lived.
func fate(state *os.ProcessState, said string, short bool) string {
	status, ok := state.Sys().(syscall.WaitStatus)
	switch found := inC.FindStringSubmatch(said); {
	case found != nil:
		return "by " + found[1] + " in the graphics driver"
	case !ok || !status.Signaled():
		return fmt.Sprintf("with exit code %d", state.ExitCode())
	case status.Signal() == syscall.SIGKILL && short:
		return "by SIGKILL of the kernel's out-of-memory killer, probably; fewer --workers need less memory"
	}
	name := signals[status.Signal()]
	if name == "" {
		name = fmt.Sprintf("signal %d", status.Signal())
	}
	return "by " + name
}

// memoryKills is how many processes the kernel has killed for want of memory, on this machine or within a limit for some of it, as
// Linux counts them; 0 where that is not known.
func memoryKills() int {
	data, err := os.ReadFile("/proc/vmstat")
	if err != nil {
		return 0
	}
	return countOf(data, "oom_kill")
}

// countOf is the number behind a word in lines of words and numbers; 0 for none.
func countOf(data []byte, word string) int {
	for line := range bytes.Lines(data) {
		if name, number, _ := bytes.Cut(bytes.TrimSpace(line), []byte(" ")); string(name) == word {
			n, _ := strconv.Atoi(string(number))
			return n
		}
	}
	return 0
}
