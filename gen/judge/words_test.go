package judge

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// probeSet has ten questions per picture. In family "given" pairs of words, and no single word, tell two thirds of the
// answers. Those of "fair" are even, those of "yes" are yes three times out of four, whatever the text.
func probeSet(seed uint64, pictures int) []Told {
	r := rand.New(rand.NewPCG(seed, 1))
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	var out []Told
	for picture := range pictures {
		for i := range 10 {
			age, kind := pick("old", "new"), pick("chair", "table", "bed")
			q := Told{Family: "given", Kind: "b given", Picture: picture, Answer: pick("0", "1", "2", "3")}
			switch {
			case i%3 == 1:
				q.Family, q.Kind = "fair", "a fair"
			case i%3 == 2:
				q.Family, q.Kind, q.Answer = "yes", "a fair", pick("yes", "yes", "yes", "no")
			case age+kind == "oldchair" || age+kind == "newbed":
				q.Answer = "2"
			case age+kind == "newchair" || age+kind == "oldbed":
				q.Answer = "3"
			}
			q.Text = fmt.Sprintf("How many %s %ss does the %s %s have, next to the %s %s?", pick("red", "green", "blue", "gray"),
				pick("leg", "seat", "back", "arm", "door"), age, kind, pick("small", "large"), pick("cart", "wall"))
			out = append(out, q)
		}
	}
	return out
}

// Words that give the answer away are found, and fair questions are not flagged.
func TestLanguageProbe(t *testing.T) {
	for seed := range uint64(3) {
		rows := Probe(probeSet(seed, 1500))
		if len(rows) != 2 || rows[0].Kind != "a fair" || rows[1].Kind != "b given" {
			t.Fatalf("seed %d: rows are %+v, want those of a fair and b given", seed, rows)
		}
		// A picture has six of the one and four of the other.
		fair, given := rows[0], rows[1]
		if fair.Count != 9000 || given.Count != 6000 {
			t.Errorf("seed %d: %d and %d questions, want 9000 and 6000", seed, fair.Count, given.Count)
		}
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"frequency of fair", fair.Frequency, 50}, // (1/4 + 3/4) / 2; over both families at once it would be 3/8
			{"words of fair", fair.Words, 50},
			{"frequency of given", given.Frequency, 100. * 5 / 12}, // a third, and a quarter of another third
			{"words of given", given.Words, 75},                    // two thirds, and a quarter of the last third
		} {
			if math.Abs(c.got-c.want) > 4.5 { // 3 standard deviations
				t.Errorf("seed %d: %s is %.1f, want %.1f +- 4.5", seed, c.name, c.got, c.want)
			}
		}
	}
}

// With answers shuffled inside their families nothing can be learnt.
func TestLanguageProbeShuffled(t *testing.T) {
	sum := map[string]float64{} // of points above frequency
	const seeds = 5
	for seed := range uint64(seeds) {
		questions := probeSet(seed, 1500)
		of := map[string][]int{}
		for i, q := range questions {
			of[q.Family] = append(of[q.Family], i)
		}
		r := rand.New(rand.NewPCG(seed, 2))
		for _, family := range []string{"given", "fair", "yes"} {
			is := of[family]
			r.Shuffle(len(is), func(i, j int) {
				a, b := &questions[is[i]], &questions[is[j]]
				a.Answer, b.Answer = b.Answer, a.Answer
			})
		}
		for _, row := range Probe(questions) {
			sum[row.Kind] += row.Words - row.Frequency
		}
	}
	// The two differ on at most 40 % of 1,200 questions or more: 1.8 points of standard deviation, 0.8 for five seeds.
	for _, type2 := range []string{"a fair", "b given"} {
		if above := sum[type2] / seeds; above > 2.4 {
			t.Errorf("words of %s are right %.1f points more often than most frequent answers, want at most 2.4", type2, above)
		}
	}
}

// A family without training questions is answered wrongly, and no questions have no rows.
func TestLanguageProbeEdges(t *testing.T) {
	if rows := Probe(nil); len(rows) != 0 {
		t.Errorf("no questions: %+v, want no rows", rows)
	}
	rows := Probe([]Told{{"is it?", "f", "t", "yes", 5, 0}, {"is it?", "g", "t", "yes", 1, 0}})
	if want := []ProbeRow{{"t", 2, 100, 0}}; !slices.Equal(rows, want) {
		t.Errorf("unknown family: %+v, want %+v", rows, want)
	}
	rows = Probe([]Told{{"", "f", "t", "yes", 5, 0}, {"", "f", "t", "yes", 1, 0}})
	if want := []ProbeRow{{"t", 2, 100, 100}}; !slices.Equal(rows, want) {
		t.Errorf("one answer, no words: %+v, want %+v", rows, want)
	}
}

// The same bits come out on every processor: the sums below were taken on amd64.
func TestLanguageProbeBits(t *testing.T) {
	h := fnv.New64a()
	for _, answers := range learnWords(probeSet(0, 50)).weights {
		for _, w := range answers {
			fmt.Fprintf(h, "%016x", math.Float64bits(w))
		}
	}
	if got, want := fmt.Sprintf("%016x", h.Sum64()), "026ce08c30a71a7e"; got != want {
		t.Errorf("weights have sum %s, want %s", got, want)
	}
}

func TestFeatures(t *testing.T) {
	got := features("is the bed, the bed?")
	want := []string{"", "bed", "bed the", "is", "is the", "the", "the bed"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// 15,000 questions of 50 families with some 20 words each.
func BenchmarkLanguageProbe(b *testing.B) {
	questions := probeSet(0, 1500)
	for i := range questions {
		questions[i].Family += fmt.Sprint(i % 17)
	}
	for b.Loop() {
		Probe(questions)
	}
}
