package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mereo/cmd/sets"
)

// newSets is "mereo sets".
func newSets(c console) *cobra.Command {
	var names bool
	cmd := &cobra.Command{
		Use:     "sets",
		Short:   "List the sets that can be made",
		Long:    "List the sets that can be made, by the word that other commands know them by, and what they are.",
		Example: "  mereo sets\n  for set in $(mereo sets --names); do mereo generate $set --help; done",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, e := range sets.All {
				if names {
					fmt.Fprintln(c.out, e.Name)
				} else {
					fmt.Fprintf(c.out, "%-10s  %s\n", e.Name, e.Short)
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&names, "names", false, "the words alone")
	return cmd
}
