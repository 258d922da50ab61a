package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"
)

// newView is "mereo view": a program of its own, since a window needs libraries that nothing else here does.
func newView() *cobra.Command {
	return &cobra.Command{
		Use:   "view SET|DIR|FILE.glb",
		Short: "Look at scenes in a window: orbit, select, let go, push",
		Long: `Look at scenes in a window: a new one of a set ("mereo sets" lists them), those of a dataset's
folder, a glTF file, or rigid bodies. This starts the program mereo-view, which "make view" builds and which lies
beside mereo or on the PATH; "mereo view --help" lists its flags where it is there. It needs X11 or
Wayland; "mereo explore DIR" shows datasets in a browser, on any machine.`,
		Example:            "  mereo view ptr --physics\n  mereo view out/ptr --split val --index 12\n  mereo view desk.glb",
		DisableFlagParsing: true, // mereo-view does
		RunE: func(cmd *cobra.Command, args []string) error {
			name := viewProgram(os.Getenv("DISPLAY"), os.Getenv("WAYLAND_DISPLAY"))
			self, err := os.Executable()
			if err != nil {
				return fmt.Errorf("where is this program: %w", err)
			}
			program, err := findProgram(name, filepath.Dir(self))
			if err != nil {
				if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
					return cmd.Help()
				}
				return err
			}
			if err := syscall.Exec(program, append([]string{name}, args...), os.Environ()); err != nil {
				return fmt.Errorf("view: %s: %w", program, err)
			}
			return nil
		},
	}
}

// viewProgram is the program for the session's display. That for X11 serves Wayland sessions, too, where these have XWayland.
func viewProgram(x11, wayland string) string {
	if x11 == "" && wayland != "" {
		return "mereo-view-wayland"
	}
	return "mereo-view"
}

// findProgram looks for a program in a folder and then on the PATH.
func findProgram(name, dir string) (string, error) {
	beside := filepath.Join(dir, name)
	if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
		return beside, nil
	}
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrNotFound) {
		return "", fmt.Errorf(`view: %s is neither beside mereo in %s nor on the PATH; "make view" builds it, and "mereo explore DIR" shows datasets in a browser without it`,
			name, dir)
	}
	if err != nil {
		return "", fmt.Errorf("view: %w", err)
	}
	return path, nil
}
