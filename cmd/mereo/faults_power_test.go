package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"mereo/internal/powercut"
)

// disk is a small ext4 file system on an image in memory, whose power can fail.
type disk struct {
	image, dir string
}

func newDisk(t *testing.T) *disk {
	t.Helper()
	d := &disk{filepath.Join(tmpfs(t, 1<<20), "image"), t.TempDir()}
	if err := errorOf(os.WriteFile(d.image, nil, 0o666), os.Truncate(d.image, 1<<30)); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("mkfs.ext4", "-q", "-F", d.image).CombinedOutput(); err != nil {
		t.Fatalf("mkfs.ext4: %v, %s", err, text)
	}
	d.mount(t)
	t.Cleanup(func() { exec.Command("umount", "-l", d.dir).Run() })
	return d
}

func (d *disk) mount(t *testing.T) {
	t.Helper()
	mount(t, "-o", "loop", d.image, d.dir)
}

// fail takes the power away: from now on nothing gets onto the disk, and what is in memory is lost.
func (d *disk) fail(t *testing.T) {
	t.Helper()
	if err := powercut.Shutdown(d.dir); err != nil {
		t.Fatal(err)
	}
}

// restore brings the power back. Nobody writes any more.
func (d *disk) restore(t *testing.T) {
	t.Helper()
	var text []byte
	err := error(syscall.EBUSY)
	for i := 0; err != nil && i < 400; i++ { // a killed process may take a moment to close its files
		if text, err = exec.Command("umount", d.dir).CombinedOutput(); err != nil {
			time.Sleep(5 * time.Millisecond)
		}
	}
	if err != nil {
		t.Fatalf("umount: %v, %s", err, text)
	}
	d.mount(t)
}

// commit syncs a file of somebody else's again and again, which makes the file system write its log: names get onto the disk before
// what is in the files.
func (d *disk) commit(stop chan struct{}) {
	f, err := os.Create(filepath.Join(d.dir, "other"))
	if err != nil {
		return
	}
	defer f.Close()
	for {
		select {
		case <-stop:
			return
		case <-time.After(10 * time.Millisecond):
			f.WriteString("x")
			if f.Sync() != nil {
				return
			}
		}
	}
}

// powerCuts takes the power away n times, from one run in three again before the dataset is complete. Each time the same command
// completes the dataset, and then it is on the disk: the power fails once more, and nothing is lost.
func powerCuts(t *testing.T, m *maker, random *rand.Rand, n int) int {
	ref := m.ref(t)
	d := newDisk(t)
	dir := filepath.Join(d.dir, "set")
	for done := 0; done < n; {
		stop := make(chan struct{})
		go d.commit(stop)
		cmd, out, stderr := m.start(t, dir)
		begun := time.Now()
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("after %d cuts: %v, %s%s", done, err, out, stderr)
			}
			ref.took = min(ref.took, time.Since(begun)) // the machine may have been busy when the reference was made
		case <-time.After(between(random, ref, 0, 0.9)):
			d.fail(t)
			cmd.Process.Kill()
			<-ended
			close(stop)
			d.restore(t)
			done++
			if random.IntN(3) == 0 {
				continue
			}
			m.completes(t, dir, fmt.Sprintf("%d power cuts", done))
			stop = make(chan struct{})
		}
		close(stop)
		d.fail(t)
		d.restore(t)
		m.same(t, dir, fmt.Sprintf("%d power cuts, and one when it was complete", done))
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	return n
}
