package shopvrb

import (
	"context"
	"crypto/sha256"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
)

// Overlap is how many questions of a split are repeated.
type Overlap struct {
	Kind      string `json:"kind"` // visual or textual
	Split     string `json:"split"`
	Questions int    `json:"questions"`
	Distinct  int    `json:"distinct"` // texts
	// Shared are, by other splits that come before this one, the distinct texts that both have.
	Shared []SharedTexts `json:"shared,omitempty"`
}

// SharedTexts are the texts that two splits have.
type SharedTexts struct {
	With     string  `json:"with"` // the other split
	Distinct int     `json:"distinct"`
	Share    float64 `json:"share"` // percent of the questions of the larger split, as the paper counts
}

// publishedSplits are those that overlaps are counted of.
var publishedSplits = []string{"train", "val", "test", benchmarkSplit}

// textSet are texts, kept as the first half of their SHA-256 so that many need little space.
type textSet map[[16]byte]struct{}

// Overlaps compares the questions of the published splits in a folder, those of them that have questions.
func Overlaps(ctx context.Context, root string) ([]Overlap, error) {
	var out []Overlap
	for _, k := range []kind{visual, textual} {
		var before []Overlap
		var texts []textSet
		for _, split := range publishedSplits {
			name := questionsOf(root, split, k)
			if !isFile(name) {
				continue
			}
			questions, set, err := readTexts(ctx, name)
			if err != nil {
				return nil, err
			}
			o := Overlap{Kind: k.String(), Split: split, Questions: questions, Distinct: len(set)}
			for i, other := range texts {
				n := set.shared(other)
				o.Shared = append(o.Shared, SharedTexts{before[i].Split, n, percent(n, max(questions, before[i].Questions))})
			}
			before, texts = append(before, o), append(texts, set)
		}
		out = append(out, before...)
	}
	return out, nil
}

// readTexts counts the questions of a file.
func readTexts(ctx context.Context, name string) (questions int, texts textSet, err error) {
	texts = textSet{}
	err = eachStored(ctx, name, "questions", func(_ int, entry jsontext.Value) error {
		var q struct {
			Question string `json:"question"`
		}
		if err := json.Unmarshal(entry, &q); err != nil {
			return write.JSONFault(err)
		}
		sum := sha256.Sum256([]byte(q.Question))
		texts[[16]byte(sum[:])] = struct{}{}
		questions++
		return nil
	})
	return questions, texts, err
}

// shared counts the texts that two sets have.
func (s textSet) shared(other textSet) (n int) {
	for sum := range s {
		_, ok := other[sum]
		n += count(ok)
	}
	return n
}
