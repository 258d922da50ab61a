package qlevr

import (
	"context"
	"crypto/sha256"
)

// Overlap is how many questions of a split are repeated.
type Overlap struct {
	Split     string `json:"split"`
	Questions int    `json:"questions"`
	Unique    int    `json:"unique"` // different texts
	// Shared are, by other splits that come before this one, the questions whose text is there, too.
	Shared []SharedQuestions `json:"shared,omitempty"`
}

// SharedQuestions are the questions of a split that another one has.
type SharedQuestions struct {
	With       string `json:"with"` // the other split
	Questions  int    `json:"questions"`
	SameAnswer int    `json:"same_answer"` // those that have the same answer there
}

// questionTexts are the texts of a split with their answers: 1 no, 2 yes, 3 both. Texts are kept as the first half of their
// SHA-256, so that a million of them need little space.
type questionTexts map[[16]byte]uint8

func answerBit(answer bool) uint8 {
	if answer {
		return 2
	}
	return 1
}

func textSum(text string) (sum [16]byte) {
	whole := sha256.Sum256([]byte(text))
	copy(sum[:], whole[:])
	return sum
}

// Overlaps compares the splits train, val and test of a folder, those of them that have questions.
func Overlaps(ctx context.Context, root string) ([]Overlap, error) {
	var out []Overlap
	var before []questionTexts
	for _, split := range []string{"train", "val", "test"} {
		name, err := questionFileOf(root, split)
		if err != nil {
			continue
		}
		o, texts := Overlap{Split: split}, questionTexts{}
		for _, b := range out {
			o.Shared = append(o.Shared, SharedQuestions{With: b.Split})
		}
		if err := eachQuestion(ctx, name, func(q *QuestionRecord) error {
			o.add(q, texts, before)
			return nil
		}); err != nil {
			return nil, err
		}
		o.Unique = len(texts)
		out, before = append(out, o), append(before, texts)
	}
	return out, nil
}

func (o *Overlap) add(q *QuestionRecord, texts questionTexts, before []questionTexts) {
	o.Questions++
	sum := textSum(q.Question)
	texts[sum] |= answerBit(q.Answer)
	for i, other := range before {
		if there := other[sum]; there != 0 {
			o.Shared[i].Questions++
			if there&answerBit(q.Answer) != 0 {
				o.Shared[i].SameAnswer++
			}
		}
	}
}
