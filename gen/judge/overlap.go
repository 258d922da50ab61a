package judge

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
)

// Overlap is how many questions of a split are repeated.
type Overlap struct {
	Task      string `json:"task,omitempty"`
	Split     string `json:"split"`
	Questions int    `json:"questions"`
	Distinct  int    `json:"distinct"` // texts
	// Shared are, by other splits that come before this one, what both have.
	Shared []Shared `json:"shared,omitempty"`
}

// Shared are the texts that two splits have.
type Shared struct {
	With       string  `json:"with"`        // the other split
	Questions  int     `json:"questions"`   // of this split whose text is in the other
	SameAnswer int     `json:"same_answer"` // those of them that have the same answer there
	Distinct   int     `json:"distinct"`    // texts
	Share      float64 `json:"share"`       // percent that Distinct is of the questions of the larger split
}

// Texts are texts, kept as the first half of their SHA-256 so that many need little space.
type Texts map[[16]byte]struct{}

// Add adds a text.
func (t Texts) Add(text string) { t[textSum(text)] = struct{}{} }

func textSum(text string) [16]byte {
	sum := sha256.Sum256([]byte(text))
	return [16]byte(sum[:])
}

// Shared counts the texts that are in two sets.
func (t Texts) Shared(other Texts) (n int) {
	for sum := range t {
		if _, ok := other[sum]; ok {
			n++
		}
	}
	return n
}

// overlaps compares the published splits of a folder, those of them that have questions.
func (t *Questions) overlaps(ctx context.Context, root string) ([]Overlap, error) {
	var out []Overlap
	var texts, answered []Texts // of the splits so far
	for _, split := range publishedSplits {
		file, err := (&Job{Options: Options{Data: root}}).File(split, t.Files...)
		if err != nil {
			continue
		}
		asker, err := t.Open(ctx, root, split, file)
		if err != nil {
			return nil, err
		}
		o, text, answer := Overlap{Task: t.Name, Split: split, Shared: make([]Shared, len(out))}, Texts{}, Texts{}
		if err := (&asked{Questions: t, asker: asker}).each(ctx, file, func(q *Question) error {
			o.Questions++
			sum, both := textSum(q.Text), textSum(q.Text+"\n"+q.Answer)
			text[sum], answer[both] = struct{}{}, struct{}{}
			for i := range o.Shared {
				if _, there := texts[i][sum]; there {
					o.Shared[i].Questions++
				}
				if _, there := answered[i][both]; there {
					o.Shared[i].SameAnswer++
				}
			}
			return nil
		}); err != nil {
			return nil, err
		}
		o.Distinct = len(text)
		for i := range o.Shared {
			s := &o.Shared[i]
			s.With, s.Distinct = out[i].Split, text.Shared(texts[i])
			s.Share = 100 * float64(s.Distinct) / float64(max(1, o.Questions, out[i].Questions))
		}
		out, texts, answered = append(out, o), append(texts, text), append(answered, answer)
	}
	return out, nil
}

// overlapTable shows overlaps.
func overlapTable(overlaps []Overlap) *Table {
	t := &Table{
		Title: "questions repeated in a split, and from the splits before it",
		Head: []string{
			"", "split", "questions", "distinct", "repeated from others (with the same answer; texts in percent of the larger split)",
		},
	}
	for _, o := range overlaps {
		var shared []string
		for _, s := range o.Shared {
			shared = append(shared, fmt.Sprintf("%s %d (%d; %.2f %%)", s.With, s.Questions, s.SameAnswer, s.Share))
		}
		t.Rows = append(t.Rows, []any{o.Task, o.Split, o.Questions, o.Distinct, strings.Join(shared, "  ")})
	}
	return t
}
