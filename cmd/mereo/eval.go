package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mereo/cmd/sets"
	"mereo/gen/judge"
)

// evaluation is "mereo eval".
type evaluation struct {
	judge.Options
	sets.Sources
	set  string
	json bool
	sets []*judge.Set
	of   map[string][]string // names of sets by the flags that they declare
}

func newEval(c console) *cobra.Command {
	e := &evaluation{sets: sets.Judges(), of: map[string][]string{}}
	cmd := &cobra.Command{
		Use:   "eval DIR",
		Short: "Score predictions, answers of people, or a baseline",
		Long: `Compare answers with those of the dataset in DIR, or of a task's file, and print the scores with
their 95 % confidence intervals (Wilson's for shares, bootstrap for other means), by groups of samples,
beside published figures. docs/evaluation.md has tables and forms.

FILE is CSV if its name ends with .csv, else JSON; of SynDaCaTE it is an .npz with the array y_test, y_train
or y. Other keys are ignored:
  0,yes                                      CSV; the head question_index,answer may come first
  {"question_index": 0, "answer": "yes"}     one on each line
  [{"question_index": 0, "answer": "yes"}]   a list of the same, or {"questions": [...]}
  {"0": "yes", "1": 3, "2": true}            answers by question_index
  {"idx": 7, "view": "left", "steps": [[0, "color.red"], [3, "position.front-left.2"]]}   of TRANCE
  {"video_id": "VIDEO", "clips": ["VIDEO_0", "VIDEO_1"]}                                  of TRANCO
  {"image_index": 0, "objects": [{"name": "mug", "mask": {...}}]}                         scenes of SHOP-VRB

With a second --pred the two are compared sample by sample: shares by McNemar's exact test, others by
the interval of a paired bootstrap.

--task says what was answered, where that cannot be seen: of SHOP-VRB visual, textual or scenes; of
TRANCE event, basic or view; of SynDaCaTE ImToParts, FilmChars and others, always.

--baseline takes the answers from
  oracle      the truth: questions' programs, run by an executor that questions are not made with
  random      a uniform draw of the answers that are possible, beside the share that is expected of it
  frequency   the most frequent answer of the question's family in split --train (also: q-type)
  words       a classifier that knows the words of the questions of that split, and no picture
Without --train it is train, or the judged split where there is no train: words then answers about
pictures that it did not learn from. TRANCE has random, empty, reversed, greedy and oracle, TRANCO
random, empty, reversed and oracle, SynDaCaTE majority, lines, nearest, zero, mean and padding.

--human scores what people answered in the test of mereo explore: DIR/human_test/USER.PROBLEM.jsonl.
What has no answer does not count, and of several answers of a user to the same the first does.`,
		Example: `  mereo eval out/ptr --split val --pred answers.jsonl
  mereo eval out/ptr --pred mine.jsonl --pred theirs.csv
  mereo eval out/trance --baseline greedy --json
  mereo eval out/shopvrb --split benchmark --pred scenes.json --iou 0.5
  mereo eval data --task ImToParts --small --pred predictions.npz
  mereo eval out/qlevr --human out/qlevr/human_test/anna.test.jsonl`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && slices.ContainsFunc(e.sets, func(s *judge.Set) bool { return s.Name == args[0] }) {
				if _, err := os.Stat(args[0]); err != nil {
					return usagef("eval: %s is no folder: the command is mereo eval DIR, the set is known from DIR or named by --set", args[0])
				}
			}
			return exactArgs("DIR")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			e.Data = args[0]
			return e.run(cmd.Context(), cmd.Flags(), c)
		},
	}
	f := cmd.Flags()
	f.StringVar(&e.set, "set", "", "kind of dataset, where DIR does not tell")
	f.StringVar(&e.Split, "split", "", "split (default: test, else the first there is)")
	f.StringVar(&e.Task, "task", "", "what was answered, where a set asks for several things")
	f.StringArrayVar(&e.Pred, "pred", nil, "file of predictions; a second one is compared with the first")
	f.StringVar(&e.Human, "human", "", "file of people's answers, instead of --pred")
	f.StringVar(&e.Baseline, "baseline", "", "whose answers to take instead of --pred")
	f.StringVar(&e.Train, "train", "", "split that baselines frequency and words learn from")
	f.Uint64Var(&e.Seed, "seed", 0, "of what is drawn")
	f.BoolVar(&e.Partial, "partial", false, "count what has no answer, or one that says nothing, as wrong")
	f.StringVar(&e.Detail, "detail", "", "file to write: how each answer was judged; with two --pred those that differ")
	f.BoolVar(&e.Overlap, "overlap", false, "count the questions that are repeated in a split and between splits, too")
	f.BoolVar(&e.json, "json", false, "print JSON")
	e.Sources.Flags(f, "models")
	for _, s := range e.sets {
		e.declare(f, s)
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		for _, old := range []string{"--data", "--setting", "--pred-text", "--pred-scenes"} {
			if strings.HasSuffix(err.Error(), old) {
				return usagef("eval: %s: the command is mereo eval DIR --pred FILE, where --task says what was answered", old)
			}
		}
		return cmd.Parent().FlagErrorFunc()(cmd, err)
	})
	return cmd
}

// declare adds a set's own flags.
func (e *evaluation) declare(f *pflag.FlagSet, s *judge.Set) {
	if s.Flags == nil {
		return
	}
	var own flag.FlagSet
	s.Flags(&own)
	own.VisitAll(func(g *flag.Flag) {
		e.of[g.Name] = append(e.of[g.Name], s.Name)
		g.Usage += " (" + s.Name + ")"
	})
	f.AddGoFlagSet(&own)
}

func (e *evaluation) run(ctx context.Context, given *pflag.FlagSet, c console) error {
	set, err := sets.JudgeOf(e.sets, e.Data, e.set, e.Sources)
	if err == nil {
		err = e.check(given, set)
	}
	if err != nil {
		return err
	}
	report, err := judge.Run(ctx, set, e.Options)
	if err != nil {
		return err
	}
	if !e.json {
		report.Print(c.out)
		return nil
	}
	if err := c.json(report); err != nil {
		return fmt.Errorf("scores: %w", err)
	}
	return nil
}

// check finds wrong use.
func (e *evaluation) check(given *pflag.FlagSet, set *judge.Set) (err error) {
	given.Visit(func(f *pflag.Flag) {
		switch of := e.of[f.Name]; {
		case err != nil:
		case of != nil && !slices.Contains(of, set.Name):
			err = usagef("eval: --%s is for %s, and %s is %s", f.Name, strings.Join(of, ", "), e.Data, set.Name)
		case slices.Contains(set.Without, f.Name):
			err = usagef("eval: --%s means nothing to %s; leave it out", f.Name, set.Name)
		case e.Human != "" && slices.Contains([]string{"pred", "baseline", "task", "partial", "train", "seed"}, f.Name):
			err = usagef("eval: --human and --%s exclude each other", f.Name)
		}
	})
	switch {
	case err != nil:
	case e.Human == "" && len(e.Pred) == 0 && e.Baseline == "" && !e.Overlap:
		err = usagef("eval: --pred, --human, --baseline or --overlap is missing")
	case len(e.Pred) > 0 && e.Baseline != "":
		err = usagef("eval: --pred and --baseline exclude each other")
	case len(e.Pred) > 2:
		err = usagef("eval: %d files with --pred, want one, or two to compare", len(e.Pred))
	case e.Baseline != "" && e.Partial:
		err = usagef("eval: --partial is for --pred only")
	case e.Train != "" && !slices.Contains([]string{judge.Frequency, "q-type", judge.Words}, e.Baseline):
		err = usagef("eval: --train is for --baseline %s and %s only", judge.Frequency, judge.Words)
	case set.Check != nil:
		if wrong := set.Check(); wrong != nil {
			err = usagef("eval: %w", wrong)
		}
	}
	return err
}
