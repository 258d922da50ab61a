package figure

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mereo/gen"
)

func TestValues(t *testing.T) {
	var v Values
	for _, x := range []float64{1, 3, 2, 6} {
		v.Add(x)
	}
	if v.Mean() != 3 || v.Variance() != 14.0/4 || v.N != 4 || v.Low != 1 || v.High != 6 { // squares sum up to 50
		t.Errorf("mean %g, variance %g of %+v, want 3, 3.5 of 4 from 1 to 6", v.Mean(), v.Variance(), v)
	}
	var none Values
	if none.Mean() != 0 || none.Variance() != 0 {
		t.Errorf("of nothing: mean %g, variance %g", none.Mean(), none.Variance())
	}
}

func TestChance(t *testing.T) {
	if got := Chance(50, 400); math.Abs(got-10) > 1e-12 {
		t.Errorf("of 400 halves: %g, want 10 points", got)
	}
	seen := 399
	room := Below(400, &seen)
	if got := room(50, 400); math.Abs(got-10) > 1e-12 {
		t.Errorf("of fewer than enough: %g, want 10 points", got)
	}
	if seen++; room(50, 400) != 0 {
		t.Errorf("of enough: %g, want 0", room(50, 400))
	}
}

func TestMeasure(t *testing.T) {
	odd := func(x int) bool { return x%2 == 1 }
	digits := func(x int) []int { return []int{x / 10, x % 10} }
	samples, absent := 0, 0
	l := List[int]{
		Sum(&samples, func(int) int { return 1 }),
		Of("odd", None, Is(odd)),
		Of("odd digits", Share(50, 1, Below(20, &samples)), Among(digits, odd)),
		Each(digits, List[int]{Of("odd digits again", NoneAs("%[1]d"), Is(odd))}),
		Shares("in the %s", []string{"ones", "tens"}, func(i int) Judge { return Least(float64(100-10*i), "%.0f", "%.1f", Exactly) },
			func(x int, t *Tally) { t.Add(map[bool]string{false: "ones", true: "tens"}[x > 9]) }),
		Seen(One[int], Within("mean", 9, 10, "%.0f", "%.1f of %d")),
		If(&absent, List[int]{Of("absent", None, Is(odd))}),
		Known[int]("known", Most(10, 1, Exactly), func() (n, of int) { return samples, 100 }),
	}
	got, err := Measure(t.Context(), 20, func(i int) (int, error) { return i, nil }, l)
	want := []gen.Figure{
		{Name: "odd", Target: "0", Value: "10 of 20"},
		Row("odd digits", "50.0 % +- 1.0", true, "50.0 %% of 40").ByChance(),
		{Name: "odd digits again", Target: "0", Value: "20"},
		Row("in the ones", "at least 100 %", false, "50.0 %% of 20").ByChance(),
		Row("in the tens", "at least 90 %", false, "50.0 %% of 20").ByChance(),
		Row("mean", "9 to 10", true, "9.5 of 20").ByChance(),
		Row("known", "at most 10.0 %", false, "20.0 %% of 100").ByChance(),
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	for range 10 {
		_, err := Measure(t.Context(), 20, func(i int) (int, error) {
			if i > 3 {
				return 0, fmt.Errorf("sample %d", i)
			}
			return i, nil
		}, l)
		if err == nil || err.Error() != "sample 4" {
			t.Errorf("error is %v, want that of the first sample that has one", err)
		}
	}
}
