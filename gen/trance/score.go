package trance

import "fmt"

// view is the camera of the final picture that an answer was given to.
type view uint8

// Views in the published order.
const (
	viewCenter view = iota
	viewLeft
	viewRight
	viewCount = 3
)

var viewNames = [viewCount]string{"center", "left", "right"}

func (v view) String() string { return viewNames[v] }

// Scores are what the published tables show of a group of answers: means, which are 0 when there is none.
type Scores struct {
	Count       int     `json:"count"`
	AvgDist     float64 `json:"avg_dist"`
	AvgNormDist float64 `json:"avg_norm_dist"`
	LooseAcc    float64 `json:"loose_acc"`
	Acc         float64 `json:"acc"`
	AvgStepDiff float64 `json:"avg_step_diff"`
	// EO is the share of answers that reach the final state but break a rule on the way, (LAcc - Acc) / LAcc; nil when none
	// reaches it.
	EO *float64 `json:"eo"`
}

// tally sums up judgements. All sums are of whole numbers, so they do not depend on their order.
type tally struct {
	n, correct, loose, difference int
	distance                      [maxSequence + 1]int // by the length of the reference
}

func (t *tally) add(j *Judgement) {
	t.n++
	if j.Correct {
		t.correct++
	}
	if j.Loose {
		t.loose++
	}
	t.distance[j.ReferenceSteps] += j.Distance
	t.difference += j.Steps - j.ReferenceSteps
}

func (t *tally) scores() Scores {
	n, distance, normed := float64(max(t.n, 1)), 0, 0.0
	for length, d := range t.distance {
		distance += d
		normed += float64(d) / float64(max(length, 1))
	}
	s := Scores{
		Count: t.n, Acc: float64(t.correct) / n, LooseAcc: float64(t.loose) / n,
		AvgDist: float64(distance) / n, AvgNormDist: normed / n, AvgStepDiff: float64(t.difference) / n,
	}
	if t.loose > 0 {
		eo := (s.LooseAcc - s.Acc) / s.LooseAcc
		s.EO = &eo
	}
	return s
}

// scoreboard adds up judgements in all, by the length of the reference, and by view.
type scoreboard struct {
	groups map[string]*tally
}

// groupName names a group of a scoreboard: "" all, "left" a view, "step_2" references of two steps, "step_2/left" those of
// a view.
func groupName(steps int, view string) string {
	switch {
	case steps == 0:
		return view
	case view == "":
		return fmt.Sprintf("step_%d", steps)
	}
	return fmt.Sprintf("step_%d/%s", steps, view)
}

// newScoreboard begins with no judgement.
func newScoreboard() *scoreboard { return &scoreboard{groups: map[string]*tally{}} }

// add counts a judgement of an answer to a view.
func (b *scoreboard) add(j *Judgement, v view) {
	for _, steps := range [...]int{0, j.ReferenceSteps} {
		for _, view := range [...]string{"", v.String()} {
			b.addTo(groupName(steps, view), j)
		}
	}
}

// addTo counts a judgement in one group of any name.
func (b *scoreboard) addTo(group string, j *Judgement) {
	t := b.groups[group]
	if t == nil {
		t = &tally{}
		b.groups[group] = t
	}
	t.add(j)
}

// scores of a group, see groupName; Count is 0 when nothing was added to it.
func (b *scoreboard) scores(group string) Scores {
	if t := b.groups[group]; t != nil {
		return t.scores()
	}
	return Scores{}
}
