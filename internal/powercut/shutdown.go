package powercut

import (
	"os"
	"syscall"
	"unsafe"
)

// Shutdown takes the power away from the file system of a folder, which must be one that can be mounted again: nothing gets onto its disk
// any more, the log of what was done included. Linux can do so with ext4, XFS and others; it needs root.
func Shutdown(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	const shutdown = 0x8004587d // FS_IOC_SHUTDOWN: _IOR('X', 125, __u32)
	how := uint32(2)            // FS_SHUTDOWN_FLAGS_NOLOGFLUSH
	if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), shutdown, uintptr(unsafe.Pointer(&how))); err != 0 {
		return os.NewSyscallError("FS_IOC_SHUTDOWN", err)
	}
	return nil
}
