// Package process says which process this is, for the sentences by which processes tell of each other. Nothing of it belongs
// into data.
package process

import (
	"fmt"
	"os"
	"time"
)

// Process is a process of some machine.
type Process struct {
	Host  string `json:"host"`
	ID    int    `json:"process"`
	Since string `json:"since"` // when it began, by that machine's clock: "2026-11-22 18:03:05"
}

var began = time.Now()

// This is the process that calls it. A machine without a name is called "unknown".
func This() Process {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return Process{host, os.Getpid(), began.Format(time.DateTime)}
}

// String is "process 4711 on host a since 2026-11-22 18:03:05".
func (p Process) String() string {
	return fmt.Sprintf("process %d on host %s since %s", p.ID, p.Host, p.Since)
}
