package ask

import (
	"fmt"
	"slices"
	"testing"
)

// domain is 0 to n-1.
func domain(n int) []Value {
	var d []Value
	for i := range n {
		d = append(d, i)
	}
	return d
}

// open lists the answers that may be given.
func (b *Balance) open(answers []Value) string {
	var list []Value
	for _, v := range answers {
		if b.Open(v) {
			list = append(list, v)
		}
	}
	return fmt.Sprint(list)
}

func TestBalanceByHand(t *testing.T) {
	for _, c := range []struct {
		name   string
		domain int
		given  []int // how often each answer was given
		open   string
	}{
		{"nothing given", 3, []int{0, 0, 0}, "[0 1 2]"},
		{"one given", 3, []int{1, 0, 0}, "[1 2]"},
		{"two given: each is the other's second", 3, []int{1, 1, 0}, "[0 1 2]"},
		{"one ahead by one", 3, []int{2, 1, 0}, "[1 2]"},
		{"10 is at most 1.1 times 10", 2, []int{10, 10}, "[0 1]"},
		{"11 is 1.1 times 10", 2, []int{11, 10}, "[0 1]"},
		{"12 is more than 1.1 times 10", 2, []int{12, 10}, "[1]"},
		{"7 is at most 1.5 times 5", 5, []int{7, 7, 0, 0, 0}, "[0 1 2 3 4]"},
		{"8 is more than 1.5 times 5", 5, []int{8, 8, 0, 0, 0}, "[2 3 4]"},
		{"9 is 1.5 times the median of 6", 5, []int{9, 9, 6, 0, 0}, "[0 1 2 3 4]"},
		{"10 is more than 1.5 times the median of 6", 5, []int{10, 10, 6, 0, 0}, "[2 3 4]"},
		{"of two medians the upper one counts", 4, []int{12, 12, 7, 0}, "[0 1 2 3]"},
		{"one answer only", 1, []int{1000}, "[0]"},
	} {
		d := domain(c.domain)
		b := NewBalance(TypeInfo{Domain: d}, BalanceRule{})
		for v, n := range c.given {
			for range n {
				b.Add(v)
			}
		}
		if got := b.open(d); got != c.open {
			t.Errorf("%s: given %v: got %s open, want %s", c.name, c.given, got, c.open)
		}
		if b.Open("outside") || b.Open(c.domain) {
			t.Errorf("%s: an answer outside of the domain is open", c.name)
		}
		if !slices.ContainsFunc(d, b.Open) {
			t.Errorf("%s: no answer is open", c.name)
		}
	}
}

// A family with fewer real answers than half of its domain ends at eight of each; one with a single answer at one.
func TestBalanceSaturates(t *testing.T) {
	for real, want := range map[int]string{1: "[1 0 0 0 0 0 0 0]", 2: "[8 8 0 0 0 0 0 0]", 3: "[8 8 8 0 0 0 0 0]"} {
		b, given := NewBalance(TypeInfo{Domain: domain(8)}, BalanceRule{}), make([]int, 8)
		for i := range 1000 {
			if v := i % real; b.Open(v) {
				b.Add(v)
				given[v]++
			}
		}
		if got := fmt.Sprint(given); got != want {
			t.Errorf("%d real answers: got %s, want %s", real, got, want)
		}
	}
}

// Whatever answers come, those that are let through obey the published bounds.
func TestBalanceBounds(t *testing.T) {
	for trial := range 200 {
		s := streamOf(t, trial)
		n := 2 + s.IntN(9)
		b, counts := NewBalance(TypeInfo{Domain: domain(n)}, BalanceRule{}), make([]int, n)
		weights := make([]float64, n)
		for i := range weights {
			weights[i] = s.Float64() * s.Float64() * s.Float64()
		}
		for range 400 {
			v := s.Pick(weights)
			if !b.Open(v) {
				continue
			}
			b.Add(v)
			counts[v]++
			sorted := slices.Sorted(slices.Values(counts))
			if !slices.Equal(b.sorted, sorted) {
				t.Fatalf("trial %d: sorted counts are %v, want %v", trial, b.sorted, sorted)
			}
			largest, second, median := float64(sorted[n-1]), float64(sorted[n-2]), float64(sorted[n/2])
			if bound := 1.1*second + 1; largest > bound {
				t.Fatalf("trial %d: counts %v: the largest is above %g", trial, sorted, bound)
			}
			if bound := max(8, 1.5*median+1); largest > bound {
				t.Fatalf("trial %d: counts %v: the largest is above %g", trial, sorted, bound)
			}
		}
	}
}

// An open type has answers beside those of its domain, which are counted from the first one on.
func TestBalanceOfAnOpenType(t *testing.T) {
	b := NewBalance(TypeInfo{Domain: domain(3), Open: true}, BalanceRule{})
	if !b.Open("new") {
		t.Error("an answer that was never given is closed")
	}
	b.Add("new")
	if b.Open("new") || !b.Open("other") || !b.Open(0) {
		t.Error("after one answer not all others are open, or it is still")
	}
	b.Add("other")
	if !b.Open("new") || !slices.Equal(b.sorted, []int{0, 0, 0, 1, 1}) {
		t.Errorf("counts are %v, want two of one", b.sorted)
	}
}

// With five medians an answer may be given 25 times where most are never given.
func TestBalanceOfManyMedians(t *testing.T) {
	b, given := NewBalance(TypeInfo{Domain: domain(8)}, BalanceRule{Medians: 5}), make([]int, 8)
	for i := range 1000 {
		if v := i % 2; b.Open(v) {
			b.Add(v)
			given[v]++
		}
	}
	if got := fmt.Sprint(given); got != "[26 26 0 0 0 0 0 0]" {
		t.Errorf("given %s, want 26 of each", got)
	}
}

// A tight rule keeps the largest count within a tenth of the second, or one above it.
func TestTightBalance(t *testing.T) {
	for second, want := range map[int]int{0: 1, 9: 10, 10: 11, 19: 20, 20: 22, 29: 31, 30: 33} {
		b := NewBalance(TypeInfo{Domain: domain(2)}, BalanceRule{Medians: 100, Tight: true})
		for range second {
			b.Add(1)
		}
		given := 0
		for ; b.Open(0); given++ {
			b.Add(0)
		}
		if given != want {
			t.Errorf("beside %d of the other answer: given %d times, want %d", second, given, want)
		}
	}
}
