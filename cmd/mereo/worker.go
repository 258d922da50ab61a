package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/stream"
	"mereo/internal/phase"
)

// newWorker is the command of worker processes. Ctrl-C on a terminal goes to the whole family; the parent decides when its
// workers end.
func newWorker(c console) *cobra.Command {
	var measure, hand bool
	cmd := &cobra.Command{
		Use:    "worker",
		Short:  "Make samples on request; started by generate",
		Hidden: true,
		Args:   noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			signal.Ignore(os.Interrupt, syscall.SIGTERM)
			// A sample leaves much garbage and little else. Collecting it less often takes 30 to 80 MB.
			debug.SetGCPercent(300)
			if measure {
				phase.Measure(time.Now)
			}
			open := func(data json.RawMessage) (gen.Set, error) {
				var s sets.Spec
				if err := json.Unmarshal(data, &s); err != nil {
					return nil, fmt.Errorf("worker: %w", err)
				}
				return s.Open()
			}
			if hand {
				return stream.Serve(cmd.Context(), c.in, c.out, open)
			}
			return loop.Serve(cmd.Context(), c.in, c.out, open)
		},
	}
	cmd.Flags().BoolVar(&measure, "measure", false, "tell with every sample what the time was spent on")
	cmd.Flags().BoolVar(&hand, "hand", false, "hand samples over in shared memory")
	return cmd
}
