package ptr

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"mereo/gen"
)

// eachSampled calls do for the questions of pictures that are evenly spread over a split, in order: so many pictures that the
// questions are about probeMost or fewer. Pictures are counted from 0.
func (s *Set) eachSampled(ctx context.Context, job gen.Job, items []gen.Item, do func(picture int, q *storedQuestion) error) error {
	n := min(len(items), probeMost/max(1, s.cfg.Questions))
	index := func(picture int) int { return items[picture*len(items)/n].Index }
	return inOrder(ctx, n, func(picture int) ([]storedQuestion, error) {
		return readQuestions(job, index(picture))
	}, func(picture int, questions []storedQuestion) error {
		for i := range questions {
			if err := do(picture, &questions[i]); err != nil {
				return fmt.Errorf("%s: question %d: %w", questionPath(job.Split, index(picture)), i, err)
			}
		}
		return nil
	})
}

// probeQuestions are those that the language-only probe is made with.
func (s *Set) probeQuestions(ctx context.Context, job gen.Job, items []gen.Item) ([]probeQuestion, error) {
	var out []probeQuestion
	err := s.eachSampled(ctx, job, items, func(picture int, q *storedQuestion) error {
		out = append(out, q.probe(picture))
		return nil
	})
	return out, err
}

// probe is the question as the language-only probe sees it.
func (q *storedQuestion) probe(picture int) probeQuestion {
	return probeQuestion{q.Question, q.family(), q.kind(), q.word, picture}
}

// kind names a sub-type with its type, since two sub-types are called spatial and two geometric.
func (q *storedQuestion) kind() string { return q.Type1 + " " + q.Type2 }

// kinds are the published sub-types with their types, in the order of the published table.
var kinds = func() (out []string) {
	for _, s := range published[:subTypes] {
		out = append(out, s.Type1+" "+s.Type2)
	}
	return out
}()

// byTable sorts rows as the published table has them, others behind.
func byTable(rows []probeRow) []probeRow {
	rank := func(r probeRow) int { return slices.Index(append(slices.Clone(kinds), r.Type2), r.Type2) }
	slices.SortStableFunc(rows, func(a, b probeRow) int { return rank(a) - rank(b) })
	return rows
}

// Tables shows how well questions are answered without a picture.
func (s *Set) Tables(ctx context.Context, job gen.Job, items []gen.Item) ([]gen.Table, error) {
	if s.cfg.Questions == 0 {
		return nil, nil
	}
	var questions []probeQuestion
	credit, sums := randomCredit(), map[string]int{}
	err := s.eachSampled(ctx, job, items, func(picture int, q *storedQuestion) error {
		c, err := credit(q)
		sums[q.kind()] += c
		questions = append(questions, q.probe(picture))
		return err
	})
	if err != nil || len(questions) == 0 {
		return nil, err
	}
	t := gen.Table{
		Title: "What can be guessed from the words alone",
		Note: "Answers in percent that are right without a look at the picture: drawn uniformly from those possible; the " +
			"most frequent one of the question's family; and that of a classifier which knows words and pairs of words, asked " +
			"about pictures that it did not learn from. Of a large split only some pictures, evenly spread, are used.",
		Head: []string{"questions about", "number", "uniform", "most frequent", "from words"},
	}
	for _, r := range byTable(languageProbe(questions)) {
		t.Rows = append(t.Rows, []string{
			r.Type2, strconv.Itoa(r.Count),
			fmt.Sprintf("%.1f", 100*float64(sums[r.Type2])/float64(fullCredit*r.Count)),
			fmt.Sprintf("%.1f", r.Frequency), fmt.Sprintf("%.1f", r.Words),
		})
	}
	return []gen.Table{t}, nil
}
