package worker

import (
	"os/exec"
	"syscall"
)

// dieWithParent makes the kernel kill the process when the thread that starts it ends: a worker that outlived a killed run
// could write a file while the next run writes it too.
func dieWithParent(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}
