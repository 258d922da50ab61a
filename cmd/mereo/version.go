package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mereo/gen"
)

func newVersion(c console) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Say the program's version",
		Example: "  mereo version",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := fmt.Fprintf(c.out, "mereo %s\n", gen.Version)
			return err
		},
	}
}
