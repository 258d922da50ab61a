package write

import (
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// syncfs is the number of the call that puts all files of a file system onto the disk; 0 where it is not known.
var syncfs = map[string]uintptr{"amd64": 306, "arm64": 267}[runtime.GOARCH]

// syncWhole puts the file systems of folders onto the disk, with one commit of their logs, and tells whether it could. It cannot before
// Linux 5.8, where the call does not say that writing failed.
func syncWhole(folders []string) (bool, error) {
	if syncfs == 0 || !reportsErrors() {
		return false, nil
	}
	done := map[uint64]bool{}
	for _, folder := range folders {
		var stat syscall.Stat_t
		if err := syscall.Stat(folder, &stat); err != nil {
			return false, os.NewSyscallError("stat", err)
		}
		if done[stat.Dev] {
			continue
		}
		f, err := os.Open(folder)
		if err != nil {
			return false, err
		}
		_, _, failed := syscall.Syscall(syncfs, f.Fd(), 0, 0)
		f.Close()
		if errors.Is(failed, syscall.ENOSYS) {
			return false, nil
		} else if failed != 0 {
			return false, os.NewSyscallError("syncfs", failed)
		}
		done[stat.Dev] = true
	}
	return true, nil
}

// reportsErrors tells whether the kernel is Linux 5.8 or newer.
func reportsErrors() bool {
	var name syscall.Utsname
	if syscall.Uname(&name) != nil {
		return false
	}
	var release strings.Builder
	for _, c := range name.Release {
		release.WriteByte(byte(c))
	}
	major, rest, _ := strings.Cut(release.String(), ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, err1 := strconv.Atoi(major)
	b, err2 := strconv.Atoi(minor)
	return err1 == nil && err2 == nil && (a > 5 || a == 5 && b >= 8)
}
