//go:build cgo && linux

package glctx_test

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"mereo/engine/glctx"
)

func TestDevicesAreNumberedFromZero(t *testing.T) {
	devices, err := glctx.Devices()
	if err != nil {
		t.Skipf("glctx: %v", err)
	}
	uuid := regexp.MustCompile(`^([0-9a-f]{32})?$`)
	for i, d := range devices {
		if d.Index != i || !uuid.MatchString(d.UUID) {
			t.Errorf("device %d: got %+v, want index %d and a UUID of 32 hexadecimal digits or none", i, d, i)
		}
	}
}

// Contexts can be opened again after they were closed, also in turn on one thread.
func TestOpenTwice(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for try := range 2 {
		c, err := glctx.Open(os.Getenv("MEREO_TEST_GPU"))
		if err != nil {
			if try == 0 && os.Getenv("CI") != "true" {
				t.Skipf("glctx: %v", err)
			}
			t.Fatalf("try %d: %v", try, err)
		}
		c.Close()
	}
}

func TestOpenNamesTheUnknownDevice(t *testing.T) {
	if _, err := glctx.Devices(); err != nil {
		t.Skipf("glctx: %v", err)
	}
	for _, gpu := range []string{"99", "GPU-00000000-0000-0000-0000-000000000000", "-1"} {
		if _, err := glctx.Open(gpu); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("glctx: no device %q: there are ", gpu)) {
			t.Errorf("device %q: got %v, want an error that names it", gpu, err)
		}
	}
}

// A context belongs to a thread, and what is drawn with it stays there. What is printed depends on the machine.
func ExampleOpen() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := glctx.Open("software")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	fmt.Println("open")
}
