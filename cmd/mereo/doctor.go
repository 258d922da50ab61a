package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mereo/engine"
	"mereo/gen"
)

// doctor is "mereo doctor".
type doctor struct{ gpu string }

func newDoctor(c console) *cobra.Command {
	var d doctor
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what this machine can do, and what is missing",
		Long: `Say which device would draw, which OpenGL version it offers, what is missing and the Debian or
Ubuntu package that has it, and how many workers make sense. Exits 1 when nothing can draw.`,
		Example: "  mereo doctor\n  mereo doctor --gpu software",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return d.run(cmd.Context(), c) },
	}
	cmd.Flags().StringVar(&d.gpu, "gpu", "", `device by number or UUID, or "software"`)
	return cmd
}

// workerMB is what a render process of the software rasterizer takes at 800 x 600, megabytes, measured and rounded up.
const workerMB = 400

func (d *doctor) run(_ context.Context, c console) error {
	row := func(name, format string, args ...any) {
		fmt.Fprintf(c.out, "%-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	row("program", "mereo %s, %s/%s, %s", gen.Version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	cores := runtime.NumCPU()
	row("cores", "%d", cores)
	memory := memoryMB()
	if memory > 0 {
		row("memory", "%d MB free of other use", memory)
	}

	devices, err := engine.Devices()
	if err != nil {
		row("devices", "cannot be listed: %v", err)
	}
	for _, dev := range devices {
		kind := "GPU"
		if dev.Software {
			kind = "software"
		}
		row("device", "%s", strings.TrimSpace(fmt.Sprintf("%d: %s (%s) %s", dev.Index, dev.Name, kind, dev.UUID)))
	}

	r, err := engine.New(engine.Options{GPU: d.gpu})
	if err != nil {
		row("drawing", "impossible: %v", err)
		for _, line := range remedies(err, devices) {
			row("", "%s", line)
		}
		return errReported
	}
	info := r.Info()
	r.Close()
	row("drawing", "%s, OpenGL %s", info.Renderer, info.Version)
	if !info.Software {
		row("workers", "the GPU draws for all workers of one run; --workers %d keeps %d cores encoding", cores, cores)
		return nil
	}
	workers := cores
	if memory > 0 {
		workers = max(1, min(cores, memory/workerMB))
	}
	row("workers", "software rasterizer: one process per worker; use --workers %d (about %d MB each)", workers, workerMB)
	return nil
}

// remedies says what to install, from what is seen.
func remedies(err error, devices []engine.Device) []string {
	text := err.Error()
	switch {
	case strings.Contains(text, "CGO_ENABLED=0"):
		return []string{
			"this program was built without cgo; build it with",
			"  apt-get install gcc libc6-dev pkgconf libegl-dev libgl-dev && make build",
		}
	case strings.Contains(text, "no device"):
		return []string{"choose one of the devices above, or leave --gpu out"}
	}
	lines := []string{
		"the software rasterizer, which always works, is in libgl1-mesa-dri:",
		"  apt-get install libegl1 libgl1-mesa-dri",
	}
	if _, err := os.Stat("/dev/nvidia0"); err == nil {
		lines = append(lines, "an NVIDIA card is there; its EGL library is in libnvidia-gl-<version of the driver>, in containers NVIDIA_DRIVER_CAPABILITIES must name graphics")
	}
	for _, name := range []string{"__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS", "LIBGL_DRIVERS_PATH", "EGL_PLATFORM", "GALLIUM_DRIVER"} {
		if v := os.Getenv(name); v != "" {
			lines = append(lines, fmt.Sprintf("the environment sets %s=%s; try without", name, v))
		}
	}
	return lines
}

// memoryMB is the memory that can still be used, or 0 where the system does not tell.
func memoryMB() int {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer f.Close()
	return parseMeminfo(f)
}

func parseMeminfo(r io.Reader) int {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "MemAvailable:"); ok {
			kb, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")))
			if err == nil {
				return kb / 1024
			}
		}
	}
	return 0
}
