package shopvrb

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen"
	"mereo/gen/judge"
	"mereo/gen/write"
)

// mostOverlap is the largest share, in percent, of the larger of two splits that both may have. It is meant for so many questions.
const (
	mostOverlap      = 1.5
	overlapQuestions = 30_000
)

// overlaps are the texts that other complete splits of the folder have, too, as shares of the questions of the larger split.
func (t *questionTallies) overlaps(ctx context.Context, job gen.Job) (out []gen.Figure, err error) {
	splits, _, err := gen.Splits(job.Root)
	if err != nil {
		return nil, err
	}
	for _, split := range splits {
		if split == job.Split {
			continue
		}
		questions, texts, err := readTexts(ctx, filepath.Join(job.Root, strings.ReplaceAll(questionFile(t.kind), "{split}", split)))
		if err != nil {
			return nil, err
		}
		larger := max(1, t.questions, questions)
		got := percent(t.texts.Shared(texts), larger)
		limit := mostOverlap + byChance(mostOverlap, larger, larger >= overlapQuestions)
		out = append(out, gen.Figure{
			Name: t.name(" that are in %s, too", split), Target: fmt.Sprintf("at most %.2f %%", limit),
			Value: fmt.Sprintf("%.2f %% of %d", got, larger), Pass: got <= limit,
		}.ByChance())
	}
	return out, nil
}

// readTexts counts the questions of a file.
func readTexts(ctx context.Context, name string) (questions int, texts judge.Texts, err error) {
	texts = judge.Texts{}
	err = judge.Stored(ctx, name, "questions", "question", func(_ int, entry jsontext.Value) error {
		var q struct {
			Question string `json:"question"`
		}
		if err := json.Unmarshal(entry, &q); err != nil {
			return write.JSONFault(err)
		}
		texts.Add(q.Question)
		questions++
		return nil
	})
	return questions, texts, err
}
