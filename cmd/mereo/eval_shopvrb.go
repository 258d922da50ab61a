package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mereo/gen/shopvrb"
)

func newEvalShopVRB(c console) *cobra.Command {
	var o shopvrb.EvalOptions
	var asJSON bool
	var human string
	cmd := &cobra.Command{
		Use:   "shopvrb",
		Short: "Accuracy of answers to SHOP-VRB questions, and of objects found on its pictures",
		Long: `Compare answers and scenes with those of a split: with DIR/questions/SHOP_VRB_SPLIT_questions.json
(visual), ..._questions_text.json (textual) and DIR/scenes/SHOP_VRB_SPLIT_scenes.json. The paper's
figures stand beside.

Answers (--pred to visual, --pred-text to textual questions, or both): the share of right ones, in
percent, by type, of all, by family and by the number of objects. FILE is CSV if its name ends with
.csv, else JSON:
  0,yes                                        CSV; the head question_index,answer may come first
  {"question_index": 0, "answer": "yes"}       one on each line; other keys are ignored
  [{"question_index": 0, "answer": "yes"}]     a list of the same, or {"questions": [...]}
An answer is right if its text is exactly that of the file of questions. In JSON true and false are
yes and no, 3 is "3", and ["sharp"] is "['sharp']". As sets, lists are right in any order, too.

Scenes (--pred-scenes): objects with what is predicted of them, in the published form, one scene on
each line, in a list, or in {"scenes": [...]}:
  {"image_index": 0, "objects": [{"name": "mug", "size": "small", "color": "red", "score": 0.9,
    "mask": {"size": [480, 640], "counts": "..."}, "3d_coords": [0.4, -1.5, 0]}]}
Keys are those of the eleven attributes, mask, bbox (x0, y0, x1, y1: first and last column and row;
if missing, that of the mask), 3d_coords and score; what nobody predicts is not scored. Printed are
  found        true objects that a predicted one is matched with: of all pairs whose masks overlap by
               more than --iou (intersection over union) the one that overlaps most, then of those
               left, and so on. --match box takes boxes instead; --match order takes the objects of
               a scene as they come, for predictions from true masks
  attributes   right ones of found objects, in percent of all true objects, and of those found, which
               is what the paper's figures of powering, disassembly and picking are
  F1           of the lists of attributes of found objects: mean over labels, and over objects
  detection    PASCAL VOC average precision at IoU 0.5 as of 2010, the area under the whole curve of
               precision over recall: mean over classes, of boxes and of masks; objects without a
               score are sure

Instead of FILE, --baseline takes what is compared from
  oracle      each question's program, run on its scene by an executor that questions are not made
              with; and the true scenes
  random      a uniform draw, from --seed, of the answers that a program can end with: yes and no,
              0 to 7, the values of the attribute; for lists, those that the set's things have
  q-type      the most frequent answer of the question's template in split --train, which is train, or
              the evaluated split where there is no train

--overlap counts the texts of questions that are repeated in splits train, val, test and benchmark,
and those that two splits share; shares are of the questions of the larger one.

` + humanHelp,
		Example: `  mereo eval shopvrb --data out/shopvrb --split test --pred visual.csv --pred-text textual.csv
  mereo eval shopvrb --data out/shopvrb --split benchmark --pred-scenes scenes.json --iou 0.5
  mereo eval shopvrb --data out/shopvrb --baseline oracle --json
  mereo eval shopvrb --data out/shopvrb --human out/shopvrb/human_test/anna.test.jsonl`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if human != "" {
				e := evaluation{set: "shopvrb", data: o.Data, split: o.Split, json: asJSON}
				return evalAnswers(cmd, c, &e, human, func(split string) []string {
					name := filepath.Join("questions", "SHOP_VRB_"+split+"_questions")
					return []string{name + ".json", name + "_text.json"}
				}, printShopVRB, func(split string, files []string) (*shopvrb.Evaluation, error) {
					got, err := shopvrb.Evaluate(cmd.Context(), shopvrb.EvalOptions{
						Data: o.Data, Split: split, Visual: files[0], Textual: files[1], Answered: true,
					})
					if got != nil {
						for i := range got.Questions {
							got.Questions[i].Predictions = human
						}
					}
					return got, err
				})
			}
			if err := checkEvalShopVRB(&o); err != nil {
				return err
			}
			return report(c, asJSON, printShopVRB, func() (*shopvrb.Evaluation, error) { return shopvrb.Evaluate(cmd.Context(), o) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Data, "data", "", "the dataset's folder (required)")
	f.StringVar(&o.Split, "split", "", "split (default: test, else the first there is)")
	f.StringVar(&o.Visual, "pred", "", "file of predicted answers to visual questions")
	f.StringVar(&o.Textual, "pred-text", "", "file of predicted answers to textual questions")
	f.StringVar(&o.Scenes, "pred-scenes", "", "file of predicted scenes")
	f.StringVar(&o.Match, "match", shopvrb.MatchMask, "what objects are matched by: "+strings.Join(shopvrb.Matches, ", "))
	f.Float64Var(&o.IoU, "iou", 0.7, "matched objects overlap by more, from 0 to 1")
	f.StringVar(&o.Baseline, "baseline", "", strings.Join(shopvrb.Baselines, ", ")+", instead of files")
	f.StringVar(&o.Train, "train", "", "split that baseline q-type has its answers from")
	f.Uint64Var(&o.Seed, "seed", 0, "of the random baseline")
	f.BoolVar(&o.Overlap, "overlap", false, "count repeated questions, too")
	f.BoolVar(&o.Partial, "partial", false, "count what has no prediction as wrong, or as not found")
	humanFlag(cmd, &human)
	f.BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// checkEvalShopVRB finds wrong use.
func checkEvalShopVRB(o *shopvrb.EvalOptions) error {
	predicted := o.Visual != "" || o.Textual != "" || o.Scenes != ""
	switch {
	case o.Data == "":
		return usagef("eval shopvrb: --data is missing")
	case !predicted && o.Baseline == "" && !o.Overlap:
		return usagef("eval shopvrb: --pred, --pred-text, --pred-scenes, --baseline or --overlap is missing")
	case predicted && o.Baseline != "":
		return usagef("eval shopvrb: --baseline excludes --pred, --pred-text and --pred-scenes")
	case o.Baseline != "" && o.Partial:
		return usagef("eval shopvrb: --partial is for predictions only")
	case o.Baseline != "" && !slices.Contains(shopvrb.Baselines, o.Baseline):
		return usagef("eval shopvrb: --baseline is %q, want %s", o.Baseline, strings.Join(shopvrb.Baselines, ", "))
	case o.Train != "" && o.Baseline != shopvrb.BaselineQType:
		return usagef("eval shopvrb: --train is for --baseline %s only", shopvrb.BaselineQType)
	case !slices.Contains(shopvrb.Matches, o.Match):
		return usagef("eval shopvrb: --match is %q, want %s", o.Match, strings.Join(shopvrb.Matches, ", "))
	case !(o.IoU > 0 && o.IoU < 1):
		return usagef("eval shopvrb: --iou is %v, want more than 0 and less than 1", o.IoU)
	}
	return nil
}

func printShopVRB(w io.Writer, e *shopvrb.Evaluation) {
	fmt.Fprintf(w, "split %s", e.Split)
	if e.Baseline != "" {
		fmt.Fprintf(w, ", baseline %s", e.Baseline)
	}
	if e.TrainedOn == e.Split {
		fmt.Fprint(w, ", most frequent answers of this very split")
	} else if e.TrainedOn != "" {
		fmt.Fprintf(w, ", most frequent answers of split %s", e.TrainedOn)
	}
	fmt.Fprintln(w)
	for _, f := range e.Questions {
		if f.Predictions != "" {
			fmt.Fprintf(w, "answers to %s questions of %s\n", f.Kind, f.Predictions)
		}
		if f.Missing > 0 {
			fmt.Fprintf(w, "%s questions without an answer, counted as wrong: %d\n", f.Kind, f.Missing)
		}
		if f.FirstWrong != "" {
			fmt.Fprintf(w, "%s questions: %s\n", f.Kind, f.FirstWrong)
		}
	}
	printShopVRBQuestions(w, e.Scores)
	if e.Scenes != nil {
		printShopVRBScenes(w, e.Scenes)
	}
	if e.Overlaps != nil {
		printShopVRBOverlaps(w, e.Overlaps)
	}
	if len(e.Questions) == 0 && e.Scenes == nil {
		return
	}
	fmt.Fprintf(w, "\n* of the paper, on its %s split", paperSplit(e.Split))
	if len(e.Questions) > 0 {
		fmt.Fprint(w, "; NS 1 and NS 2 with the programs of 1 and 2 questions of each\n  template, XNM with true scenes and programs")
	}
	fmt.Fprintln(w)
}

// paperSplit is the split whose published figures are shown.
func paperSplit(split string) string {
	if split == "benchmark" {
		return split
	}
	return "test"
}

// figure is a number with some decimals, or a dash for none.
func figure(x *float64, decimals int) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.*f", decimals, *x)
}

// paperFigure is a published number, or a dash for 0.
func paperFigure(x float64, decimals int) string {
	if x == 0 {
		return "-"
	}
	return figure(&x, decimals)
}

func printShopVRBQuestions(w io.Writer, scores []shopvrb.QuestionScore) {
	line := "%-8s  %-26s  %7s  %8s  %7s  %6s  %6s  %6s\n"
	kind, group := "", ""
	for _, s := range scores {
		shown := s.Group
		switch {
		case s.Kind != kind:
			fmt.Fprintf(w, "\n"+line, s.Kind, "", "count", "accuracy", "as sets", "NS 1*", "NS 2*", "XNM*")
		case s.Group == group:
			shown = ""
		case s.Group == "family" || s.Group == "objects":
			fmt.Fprintln(w)
		}
		kind, group = s.Kind, s.Group
		fmt.Fprintf(w, line, shown, s.Name, fmt.Sprint(s.Count), figure(&s.Accuracy, 1), figure(s.AsSets, 1),
			paperFigure(s.PaperNS1, 1), paperFigure(s.PaperNS2, 1), paperFigure(s.PaperXNM, 1))
	}
}

func printShopVRBScenes(w io.Writer, s *shopvrb.SceneScores) {
	fmt.Fprintln(w)
	if s.Predictions != "" {
		fmt.Fprintf(w, "scenes of %s\n", s.Predictions)
		if s.Unscored > 0 && s.Boxes != nil {
			fmt.Fprintf(w, "objects without a score, counted as sure: %d\n", s.Unscored)
		}
	}
	if s.Missing > 0 {
		fmt.Fprintf(w, "scenes without prediction, whose objects count as not found: %d\n", s.Missing)
	}
	how := "in their order"
	if s.IoU > 0 {
		how = fmt.Sprintf("by %s, intersection over union above %g", s.Match, s.IoU)
	}
	fmt.Fprintf(w, "%d scenes with %d objects; %d predicted, matched %s\n\n", s.Scenes, s.Objects, s.Predicted, how)

	row := "%-15s  %7s  %7s  %8s  %8s  %7s\n"
	fmt.Fprintf(w, row, "", "objects", "right", "of all", "of found", "paper*")
	fmt.Fprintf(w, row, "found", fmt.Sprint(s.Objects), fmt.Sprint(s.Found), figure(&s.FoundShare, 1), "-",
		paperFigure(s.PaperFound, 1))
	for i, a := range inPaperOrder(s.Attributes) {
		name, right := a.Name, "-"
		if i == 0 {
			name = "category"
		}
		if a.Name == "powering" {
			fmt.Fprintf(w, row+"\n", "overall", "", "", figure(s.Overall, 1), "", paperFigure(s.PaperOverall, 1))
		}
		if a.Accuracy != nil {
			right = fmt.Sprint(a.Right)
		}
		fmt.Fprintf(w, row, name, fmt.Sprint(a.Count), right, figure(a.Accuracy, 1), figure(a.OfFound, 1), paperFigure(a.PaperScore, 1))
	}
	figures := "%-35s  %8s  %18s\n"
	fmt.Fprintf(w, "\n"+figures, "position error, units", figure(s.Position, 3), paperFigure(s.PaperPosition, 3))
	fmt.Fprintf(w, figures, "F1 of attributes, mean over labels", figure(s.LabelF1, 3), paperFigure(s.PaperLabelF1, 2))
	fmt.Fprintf(w, figures, "F1 of attributes, mean over objects", figure(s.ObjectF1, 3), "-")
	fmt.Fprintf(w, figures, "IoU of matched masks", figure(s.MaskIoU, 3), "-")
	fmt.Fprintf(w, figures, "detection, mAP of boxes", precision(s.Boxes), paperFigure(s.PaperDetection, 4))
	fmt.Fprintf(w, figures, "detection, mAP of masks", precision(s.Masks), "-")
	if s.Boxes != nil {
		printShopVRBClasses(w, s)
	}
}

// inPaperOrder puts the category first.
func inPaperOrder(scores []shopvrb.AttributeScore) []shopvrb.AttributeScore {
	i := slices.IndexFunc(scores, func(a shopvrb.AttributeScore) bool { return a.Name == "name" })
	return slices.Concat(scores[i:i+1], scores[:i], scores[i+1:])
}

// precision is the mean of a detection.
func precision(d *shopvrb.Detection) string {
	if d == nil {
		return "-"
	}
	return figure(&d.Mean, 4)
}

func printShopVRBClasses(w io.Writer, s *shopvrb.SceneScores) {
	row := "%-15s  %7s  %8s  %8s  %8s\n"
	fmt.Fprintf(w, "\n"+row, "category", "objects", "detected", "AP boxes", "AP masks")
	for i, b := range s.Boxes.Classes {
		boxes, masks := "-", "-"
		if b.Count > 0 {
			boxes = figure(&b.Precision, 4)
			if s.Masks != nil {
				masks = figure(&s.Masks.Classes[i].Precision, 4)
			}
		}
		fmt.Fprintf(w, row, b.Name, fmt.Sprint(b.Count), fmt.Sprint(b.Detected), boxes, masks)
	}
}

func printShopVRBOverlaps(w io.Writer, overlaps []shopvrb.Overlap) {
	fmt.Fprintf(w, "\n%-8s  %-10s  %9s  %9s  shared with other splits\n", "", "", "questions", "distinct")
	for _, o := range overlaps {
		fmt.Fprintf(w, "%-8s  %-10s  %9d  %9d", o.Kind, o.Split, o.Questions, o.Distinct)
		for _, s := range o.Shared {
			fmt.Fprintf(w, "  %s %d (%.2f %%)", s.With, s.Distinct, s.Share)
		}
		fmt.Fprintln(w)
	}
}
