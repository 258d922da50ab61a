package page

import (
	"fmt"
	"mereo/gen"
	"reflect"
	"slices"
	"testing"

	"mereo/gen/chart"
)

func TestChartValues(t *testing.T) {
	tallies := map[string]tally{
		"train": {"legs": {"10": 1, "4": 7, "none": 2}},
		"val":   {"legs": {"3": 1, "4": 1, "few": 1}},
	}
	for _, c := range []struct {
		name  string
		chart gen.Chart
		want  string
	}{
		{"numbers by size, then words", gen.Chart{Key: "legs"}, "[3 4 10 few none]"},
		{"the chart's own first", gen.Chart{Key: "legs", Values: []string{"none", "8"}}, "[none 8 3 4 10 few]"},
		{"nothing counted", gen.Chart{Key: "arms", Values: []string{"1"}}, "[]"},
	} {
		if got := fmt.Sprint(chartValues(c.chart, tallies)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Shown samples are one of each of as many equal parts, the same for everybody, others for other splits.
func TestShownIndices(t *testing.T) {
	for _, samples := range []int{1, 23, 24, 25, 1000, 1000000} {
		got := shownIndices(7, "train", samples)
		if n := min(samples, shownSamples); len(got) != n {
			t.Fatalf("%d of %d samples, want %d", len(got), samples, n)
		}
		for k, i := range got {
			if i < k*samples/len(got) || i >= (k+1)*samples/len(got) {
				t.Errorf("sample %d of %d is %d", k, samples, i)
			}
		}
		if fmt.Sprint(shownIndices(7, "train", samples)) != fmt.Sprint(got) {
			t.Error("another time other samples are shown")
		}
	}
	if fmt.Sprint(shownIndices(7, "train", 1000)) == fmt.Sprint(shownIndices(7, "val", 1000)) {
		t.Error("two splits show the same samples")
	}
}

// Answers are counted by type and by template; rare ones are added up.
func TestAnswers(t *testing.T) {
	counts := map[string]int{
		gen.AnswerValue("is", "a", "yes"): 3, gen.AnswerValue("is", "a", "no"): 1, gen.AnswerValue("is", "b", "no"): 4, gen.AnswerValue("is", "b", "yes"): 2,
	}
	for i := range 20 {
		counts[gen.AnswerValue("what", "c", fmt.Sprint("thing ", i+10))] = 20 - i
	}
	a, err := answersOf(tally{gen.AnswersKey: counts})
	if err != nil {
		t.Fatal(err)
	}
	charts, tallies := answerCharts(gen.About{Answers: []gen.Chart{{Key: "is", Values: []string{"yes", "no"}}}}, map[string]answers{"train": a})
	if got, want := fmt.Sprint(charts[1].Values), "[thing 10 thing 11 thing 12 thing 13 thing 14 thing 15 thing 16 thing 17 thing 18 "+
		"thing 19 thing 20 9 others]"; got != want || tallies["train"]["what"]["9 others"] != 45 {
		t.Errorf("values %s, %v; want %s, 45 others", got, tallies["train"]["what"], want)
	}
	// 10 questions: uniform 5, no 5, yes in a and no in b 7; 210 questions: uniform 10.5, the first thing 20.
	want := "[[is 10 2 50.0 50.0 70.0] [what 210 20 5.0 9.5 9.5] [all together 220  7.0 11.4 12.3]]"
	if got := fmt.Sprint(guessTable(a, charts).Rows); got != want {
		t.Errorf("guesses are %s, want %s", got, want)
	}
	if _, err := answersOf(tally{gen.AnswersKey: {"yes": 1}}); err == nil ||
		err.Error() != `gen: answers counts "yes", want a type, a template and an answer with tabs between` {
		t.Errorf("got %v", err)
	}
}

func TestRejectsAreSorted(t *testing.T) {
	got := fmt.Sprint(newStatsRejects("x", map[string]int{"b": 1, "a": 1, "c": 1000}).Rows)
	if want := "[{c 1000 99.80 100} {a 1 0.10 25} {b 1 0.10 25}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Labels that would be written over others are left out.
func TestLabelsOverEachOther(t *testing.T) {
	mark := func(label string, x, y float64) gen.Mark {
		return gen.Mark{Name: label, Label: label, X0: x, Y0: y, X1: x + 10, Y1: y + 10}
	}
	o := gen.Overlay{Width: 300, Height: 200, Marks: []gen.Mark{
		mark("cone", 50, 50), mark("cube", 60, 54), mark("ball", 50, 62), mark("far", 100, 50), mark("right", 260, 100), mark("left", 200, 100), mark("end", 255, 100),
	}}
	var got []string
	for _, b := range shownOverlay(&o).Boxes {
		got = append(got, b.Label)
	}
	if want := []string{"cone", "", "ball", "far", "right", "left", ""}; !slices.Equal(got, want) {
		t.Errorf("labels are %q, want %q", got, want)
	}
}

// What no split has nor shall have is not in a chart with targets; what is missing is.
func TestWithoutAbsent(t *testing.T) {
	half := chart.Target{Share: 0.5}
	b := chart.Bars{Label: "x", Values: []string{"there", "absent", "missing", "unknown"}, Series: []chart.Series{
		{Counts: []int{2, 0, 0, 1}, Targets: []chart.Target{half, {}, half}},
		{Counts: []int{0, 0, 0, 0}},
	}}
	withoutAbsent(&b)
	want := chart.Bars{Label: "x", Values: []string{"there", "missing", "unknown"}, Series: []chart.Series{
		{Counts: []int{2, 0, 1}, Targets: []chart.Target{half, half}}, {Counts: []int{0, 0, 0}},
	}}
	if !reflect.DeepEqual(b, want) {
		t.Errorf("got %+v, want %+v", b, want)
	}
}
