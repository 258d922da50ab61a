package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

func newEval(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "eval",
		Short:   "Compare answers with a dataset's",
		Long:    "Compare predicted answers, or those of a baseline, with the answers of a dataset's questions.",
		Example: "  mereo eval ptr --data out/ptr --pred answers.jsonl\n  mereo eval trance --data out/trance --baseline greedy",
		// The flags are those of the sets; without a known set the missing word is what to tell about.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("eval: which set? want ptr, qlevr, shopvrb, syndacate, trance or tranco")
			}
			return usagef("eval: no set %q, want ptr, qlevr, shopvrb, syndacate, trance or tranco", args[0])
		},
	}
	cmd.AddCommand(newEvalPTR(c), newEvalQLEVR(c), newEvalShopVRB(c), newEvalSyndacate(c), newEvalTrance(c), newEvalTranco(c))
	return cmd
}

// evaluation is "mereo eval SET": what a set decides, then what the command line says.
type evaluation struct {
	set       string
	baselines []string

	data, split, predictions, baseline string
	partial, json                      bool
}

// evalHelp says what the flags mean to a set.
type evalHelp struct{ data, split, pred, baseline, partial, json string }

// addFlags adds the flags that all sets share. What split holds is its default.
func (e *evaluation) addFlags(cmd *cobra.Command, help evalHelp) {
	f := cmd.Flags()
	f.StringVar(&e.data, "data", "", help.data+" (required)")
	f.StringVar(&e.split, "split", e.split, help.split)
	f.StringVar(&e.predictions, "pred", "", help.pred)
	f.StringVar(&e.baseline, "baseline", "", help.baseline+", instead of --pred")
	f.BoolVar(&e.partial, "partial", false, help.partial)
	f.BoolVar(&e.json, "json", false, help.json)
}

// check finds wrong use.
func (e *evaluation) check() error {
	switch {
	case e.data == "":
		return usagef("eval %s: --data is missing", e.set)
	case e.predictions == "" && e.baseline == "":
		return usagef("eval %s: --pred or --baseline is missing", e.set)
	case e.predictions != "" && e.baseline != "":
		return usagef("eval %s: --pred and --baseline exclude each other", e.set)
	case e.baseline != "" && e.partial:
		return usagef("eval %s: --partial is for --pred only", e.set)
	case e.baseline != "" && !slices.Contains(e.baselines, e.baseline):
		return usagef("eval %s: --baseline is %q, want %s", e.set, e.baseline, strings.Join(e.baselines, ", "))
	}
	return nil
}

// evaluate is the run of an evaluation; no method, because methods have no type parameters.
func evaluate[T any](c console, e *evaluation, show func(io.Writer, T), compare func() (T, error)) error {
	if err := e.check(); err != nil {
		return err
	}
	return report(c, e.json, show, compare)
}

// report compares and prints the outcome, as JSON if wanted.
func report[T any](c console, asJSON bool, show func(io.Writer, T), compare func() (T, error)) error {
	got, err := compare()
	if err != nil {
		return err
	}
	if !asJSON {
		show(c.out, got)
		return nil
	}
	j := json.NewEncoder(c.out)
	j.SetIndent("", "  ")
	if err := j.Encode(got); err != nil {
		return fmt.Errorf("scores: %w", err)
	}
	return nil
}
