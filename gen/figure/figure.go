// Package figure measures what is published or promised of a dataset. A figure is declared: its name, what a sample or a question counts
// for it, and what the sum shall be, exactly or but for chance. All figures of a list are counted in one pass.
package figure

import (
	"context"
	"fmt"
	"strconv"

	"mereo/gen"
	"mereo/internal/ordered"
)

// Figure is one that is declared over T, what a sample, a question or the like shows, or several that are counted together.
type Figure[T any] struct {
	Add  func(x T)                    // counts what x shows, in the order of samples; nil where Rows knows all
	Rows func() ([]gen.Figure, error) // those without a name are left out; nil for none
}

// List is a table of figures, in order.
type List[T any] []Figure[T]

// Add counts what x shows.
func (l List[T]) Add(x T) {
	for _, f := range l {
		if f.Add != nil {
			f.Add(x)
		}
	}
}

// Rows are the figures of all that was added.
func (l List[T]) Rows() (out []gen.Figure, err error) {
	for _, f := range l {
		if f.Rows == nil {
			continue
		}
		rows, err := f.Rows()
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if row.Name != "" {
				out = append(out, row)
			}
		}
	}
	return out, nil
}

// Measure loads so many samples on all processors and counts them in order.
func Measure[T any](ctx context.Context, samples int, load func(i int) (T, error), l List[T]) ([]gen.Figure, error) {
	err := ordered.Do(ctx, samples, load, func(_ int, x T) error {
		l.Add(x)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return l.Rows()
}

// Each counts a list over the parts of what T shows.
func Each[T, U any](parts func(x T) []U, l List[U]) Figure[T] {
	return Figure[T]{func(x T) {
		for _, part := range parts(x) {
			l.Add(part)
		}
	}, l.Rows}
}

// Some counts a list over what some x show, and others, for which of is nil, do not.
func Some[T, U any](of func(x T) *U, l List[*U]) Figure[T] {
	return Figure[T]{func(x T) {
		if part := of(x); part != nil {
			l.Add(part)
		}
	}, l.Rows}
}

// If leaves a list out while nothing of something was counted.
func If[T any](n *int, l List[T]) Figure[T] {
	return Figure[T]{l.Add, func() ([]gen.Figure, error) {
		if *n == 0 {
			return nil, nil
		}
		return l.Rows()
	}}
}

// Sum adds up what others are held against, such as how many questions there are.
func Sum[T any](sum *int, of func(x T) int) Figure[T] {
	return Figure[T]{Add: func(x T) { *sum += of(x) }}
}

// Counted are figures that are counted by a function and told by another.
func Counted[T any](add func(x T), rows func() []gen.Figure) Figure[T] {
	return Figure[T]{add, func() ([]gen.Figure, error) { return rows(), nil }}
}

// Judge makes a figure of what was counted, n of so many.
type Judge func(name string, n, of int) gen.Figure

// Of is how many there are of all.
func Of[T any](name string, judge Judge, count func(x T) (n, of int)) Figure[T] {
	n, of := 0, 0
	return Counted(func(x T) {
		a, b := count(x)
		n, of = n+a, of+b
	}, func() []gen.Figure { return []gen.Figure{judge(name, n, of)} })
}

// Known is of what was counted elsewhere, n of so many, when all was added.
func Known[T any](name string, judge Judge, counted func() (n, of int)) Figure[T] {
	return Counted[T](nil, func() []gen.Figure {
		n, of := counted()
		return []gen.Figure{judge(name, n, of)}
	})
}

// Is counts each x, and those of which something is true.
func Is[T any](is func(x T) bool) func(x T) (n, of int) {
	return func(x T) (n, of int) {
		if is(x) {
			n = 1
		}
		return n, 1
	}
}

// Among counts the parts of x, and those of which something is true.
func Among[T, U any](parts func(x T) []U, is func(part U) bool) func(x T) (n, of int) {
	return func(x T) (n, of int) {
		for _, part := range parts(x) {
			if of++; is(part) {
				n++
			}
		}
		return n, of
	}
}

// Tally counts words.
type Tally struct {
	All   int
	Words map[string]int
}

// Add counts a word.
func (t *Tally) Add(word string) {
	if t.Words == nil {
		t.Words = map[string]int{}
	}
	t.All++
	t.Words[word]++
}

// Words are counted by add; rows makes figures of them.
func Words[T any](add func(x T, t *Tally), rows func(t *Tally) []gen.Figure) Figure[T] {
	var t Tally
	return Counted(func(x T) { add(x, &t) }, func() []gen.Figure { return rows(&t) })
}

// Shares are the shares of each of some words, in a fixed order; names are patterns of a word.
func Shares[T any](name string, words []string, judge func(i int) Judge, add func(x T, t *Tally)) Figure[T] {
	return Words(add, func(t *Tally) (out []gen.Figure) {
		for i, word := range words {
			out = append(out, judge(i)(fmt.Sprintf(name, word), t.Words[word], t.All))
		}
		return out
	})
}

// Numbers are as words those of a range.
func Numbers(from, to int) (out []string) {
	for n := from; n <= to; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

// Values are numbers that were seen: how many, their sum and that of their squares, the least and the largest.
type Values struct {
	N                       int
	Sum, Squares, Low, High float64
}

// Add counts a number.
func (v *Values) Add(x float64) {
	if v.N == 0 {
		v.Low, v.High = x, x
	}
	v.N++
	v.Sum += x
	v.Squares += float64(x * x)
	v.Low, v.High = min(v.Low, x), max(v.High, x)
}

// Mean is that of all; 0 of none.
func (v *Values) Mean() float64 { return v.Sum / float64(max(1, v.N)) }

// Variance is the square of the standard deviation.
func (v *Values) Variance() float64 {
	mean := v.Mean()
	return max(0, v.Squares/float64(max(1, v.N))-float64(mean*mean))
}

// Seen is a figure of numbers that x shows.
func Seen[T any](numbers func(x T) []float64, row func(v *Values) gen.Figure) Figure[T] {
	var v Values
	return Counted(func(x T) {
		for _, n := range numbers(x) {
			v.Add(n)
		}
	}, func() []gen.Figure { return []gen.Figure{row(&v)} })
}

// One is a number of Seen.
func One[N int | float64](n N) []float64 { return []float64{float64(n)} }

// PerBlock counts runs of samples apart, such as the blocks in which answers are balanced: B is what one is counted in, and end takes it
// when the next begins. It has no rows, and comes before the figures that tell of all blocks.
func PerBlock[T, B any](number func(x T) int, add func(x T, block *B), end func(number int, block *B)) Figure[T] {
	current, block := 0, (*B)(nil)
	over := func() {
		if block != nil {
			end(current, block)
			block = nil
		}
	}
	return Counted(func(x T) {
		if n := number(x); n != current {
			over()
			current = n
		}
		if block == nil {
			block = new(B)
		}
		add(x, block)
	}, func() []gen.Figure {
		over()
		return nil
	})
}
