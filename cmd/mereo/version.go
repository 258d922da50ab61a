package main

import (
	_ "embed"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"mereo/gen"
)

// thirdParty is what internal/licenses writes: the licenses of everything that is linked or embedded.
//
//go:embed THIRD_PARTY_LICENSES.txt
var thirdParty string

func newVersion(c console) *cobra.Command {
	var licenses bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Say the program's version, or the licenses of what is in it",
		Long: `Say the program's version, the commit it was built from where that is known, the version of Go,
and the system and processor it is for. --licenses prints the licenses of all libraries, fonts and
scripts in the program.`,
		Example: "  mereo version\n  mereo version --licenses | less",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if licenses {
				_, err := io.WriteString(c.out, thirdParty)
				return err
			}
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprintf(c.out, "mereo %s, commit %s, %s, %s/%s\n", gen.Version, commit(info), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
	cmd.Flags().BoolVar(&licenses, "licenses", false, "print the licenses of what is in the program")
	return cmd
}

// commit is the revision that a program was built from, with "+changes" where files differed from it, or "unknown".
func commit(info *debug.BuildInfo) string {
	if info == nil {
		return "unknown"
	}
	revision, changes := "unknown", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changes = "+changes"
		}
	}
	return revision + changes
}
