package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mereo/internal/folder"
)

const humanHelp = `--human scores what a person answered in the test of mereo explore: DIR/human_test/USER.SPLIT.jsonl. Only
the questions count that have an answer. Answers are right that are the true ones without regard to
case.`

func humanFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "human", "", "file of a person's answers, instead of --pred")
}

// humanAnswer is of a line of the store of answers what scores depend on.
type humanAnswer struct {
	User     string `json:"user"`
	Split    string `json:"split"`
	Index    *int   `json:"index"`
	Question *int   `json:"question"`
	Answer   string `json:"answer"`

	n int // of the line
}

// evalAnswers scores a person's answers. Questions are the split's question files below the folder, in the order in which the page of
// a sample has their questions; compare gets a file of predictions for each.
func evalAnswers[T any](
	cmd *cobra.Command, c console, e *evaluation, human string, questions func(split string) []string, show func(io.Writer, T),
	compare func(split string, files []string) (T, error),
) error {
	if e.data == "" {
		return usagef("eval %s: --data is missing", e.set)
	}
	var wrong error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != "human" && f.Name != "data" && f.Name != "json" && f.Name != "split" && wrong == nil {
			wrong = usagef("eval %s: --human and --%s exclude each other", e.set, f.Name)
		}
	})
	if wrong != nil {
		return wrong
	}
	answers, split, err := readHumanAnswers(human)
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("split") && e.split != split {
		return fmt.Errorf("eval: %s has answers to questions of split %s, not of %s", human, split, e.split)
	}
	dir, err := folder.Temp("mereo-eval-")
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	defer os.RemoveAll(dir)
	files, err := predictionsOf(answers, e.data, questions(split), dir)
	if err != nil {
		return err
	}
	for k := range answers {
		return fmt.Errorf("eval: %s:%d: there is no question %d of %s/%d in %s", human, answers[k].n, k.question, split, k.index, e.data)
	}
	return report(c, e.json, show, func() (T, error) { return compare(split, files) })
}

// askedAbout is a question of a sample's page.
type askedAbout struct{ index, question int }

// readHumanAnswers reads a file of answers. A last line that is not complete, as after a crash, is none.
func readHumanAnswers(name string) (answers map[askedAbout]humanAnswer, split string, err error) {
	data, err := folder.Given(name, folder.Image)
	if err != nil {
		return nil, "", fmt.Errorf("eval: %w", err)
	}
	answers = map[askedAbout]humanAnswer{}
	var user string
	n := 0
	for text := range strings.Lines(string(data)) {
		n++
		if !strings.HasSuffix(text, "\n") && !json.Valid([]byte(text)) {
			break
		}
		a := humanAnswer{n: n}
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			return nil, "", fmt.Errorf("eval: %s:%d: is %.60s, want an answer as mereo explore stores it", name, n, strings.TrimSpace(text))
		}
		if a.Index == nil || a.Question == nil || a.Split == "" {
			return nil, "", fmt.Errorf("eval: %s:%d: want an answer with split, index and question", name, n)
		}
		if n == 1 {
			user, split = a.User, a.Split
		}
		key := askedAbout{*a.Index, *a.Question}
		switch old, again := answers[key]; {
		case a.User != user:
			return nil, "", fmt.Errorf("eval: %s:%d: the user is %q, before it was %q; score one at a time", name, n, a.User, user)
		case a.Split != split:
			return nil, "", fmt.Errorf("eval: %s:%d: the split is %s, before it was %s; score one at a time", name, n, a.Split, split)
		case again:
			return nil, "", fmt.Errorf("eval: %s:%d: the question was answered in line %d already", name, n, old.n)
		}
		answers[key] = a
	}
	if len(answers) == 0 {
		return nil, "", fmt.Errorf("eval: %s has no answers", name)
	}
	return answers, split, nil
}

// predictionsOf writes, for each file of questions, the answers by question_index into a file below dir, and takes those answers
// away that it finds questions for.
func predictionsOf(answers map[askedAbout]humanAnswer, root string, questions []string, dir string) (files []string, err error) {
	before := map[int]int{} // questions by image, of the file and those before it
	for i, name := range questions {
		var out strings.Builder
		err := eachAsked(filepath.Join(root, name), func(q *asked) error {
			key := askedAbout{q.ImageIndex, before[q.ImageIndex]}
			before[q.ImageIndex]++
			a, ok := answers[key]
			if !ok {
				return nil
			}
			delete(answers, key)
			given := strings.TrimSpace(a.Answer)
			if truth, ok := q.Answer.(string); ok && strings.EqualFold(truth, given) {
				given = truth // some sets compare letter by letter
			}
			line, err := json.Marshal(map[string]any{"question_index": q.QuestionIndex, "answer": given})
			fmt.Fprintf(&out, "%s\n", line)
			return err
		})
		if err != nil {
			return nil, err
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.json", i))
		if out.Len() == 0 {
			out.WriteString("[]")
		}
		if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
			return nil, fmt.Errorf("eval: %w", folder.TempFault(dir, err))
		}
		files = append(files, file)
	}
	return files, nil
}

// asked is what all files of questions have.
type asked struct {
	QuestionIndex int `json:"question_index"`
	ImageIndex    int `json:"image_index"`
	Answer        any `json:"answer"`
}

// eachAsked calls do for the questions of a file, {"questions": [...]} among other keys, holding one at a time. A file that is not
// there has none.
func eachAsked(name string, do func(*asked) error) error {
	f, err := folder.Named(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	defer f.Close()
	d := json.NewDecoder(bufio.NewReaderSize(f, 1<<20))
	if _, err := d.Token(); err != nil {
		return fmt.Errorf("eval: %s: %w", name, err)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return fmt.Errorf("eval: %s: %w", name, err)
		}
		if key != "questions" {
			var skipped json.RawMessage
			if err := d.Decode(&skipped); err != nil {
				return fmt.Errorf("eval: %s: %w", name, err)
			}
			continue
		}
		if _, err := d.Token(); err != nil {
			return fmt.Errorf("eval: %s: %w", name, err)
		}
		for n := 0; d.More(); n++ {
			var q asked
			if err := d.Decode(&q); err != nil {
				return fmt.Errorf("eval: %s: question %d: %w", name, n, err)
			}
			if err := do(&q); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}
