package figure

import (
	"fmt"
	"math"

	"mereo/gen"
)

// Row is a figure of what was found.
func Row(name, target string, pass bool, format string, args ...any) gen.Figure {
	return gen.Figure{Name: name, Target: target, Value: fmt.Sprintf(format, args...), Pass: pass}
}

// Room is how far a share, in percent, of so many may be off by chance.
type Room func(percent float64, of int) float64

// Chance is four standard deviations.
func Chance(percent float64, of int) float64 {
	p := min(max(percent/100, 0), 1)
	return 400 * math.Sqrt(p*(1-p)/float64(max(1, of)))
}

// Below is Chance while a number is less than what tolerances are meant for, and nothing from there on.
func Below(enough int, seen *int) Room {
	return func(percent float64, of int) float64 {
		if *seen >= enough {
			return 0
		}
		return Chance(percent, of)
	}
}

// Exactly has no room.
func Exactly(float64, int) float64 { return 0 }

// Percent is a share in percent; 0 of nothing.
func Percent(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }

// None wants that nothing of a kind is there.
func None(name string, n, of int) gen.Figure { return Row(name, "0", n == 0, "%d of %d", n, of) }

// NoneAs is None with a value in another format, of [1] those found and [2] all.
func NoneAs(format string) Judge {
	return func(name string, n, of int) gen.Figure { return Row(name, "0", n == 0, format, n, of) }
}

// Share wants a share in percent, off by some points and by chance.
func Share(want, off float64, room Room) Judge {
	return func(name string, n, of int) gen.Figure {
		got, off := Percent(n, of), off+room(want, of)
		return Row(name, fmt.Sprintf("%.1f %% +- %.1f", want, off), math.Abs(got-want) <= off, "%.1f %% of %d", got, of).ByChance()
	}
}

// Least wants so many percent, or less by chance; formats are those of a number of the target and of the value.
func Least(least float64, target, value string, room Room) Judge {
	return func(name string, n, of int) gen.Figure {
		got, least := Percent(n, of), least-room(least, of)
		return Row(name, fmt.Sprintf("at least "+target+" %%", least), got >= least, value+" %% of %d", got, of).ByChance()
	}
}

// Most wants so many percent at most, told with some digits, or more by chance.
func Most(most float64, digits int, room Room) Judge {
	return func(name string, n, of int) gen.Figure {
		got, most := Percent(n, of), most+room(most, of)
		return Row(name, fmt.Sprintf("at most %.*f %%", digits, most), got <= most, "%.*f %% of %d", digits, got, of).ByChance()
	}
}

// Within wants the mean of values inside a range, told in a format; value is the format of the mean and their number.
func Within(name string, from, to float64, format, value string) func(v *Values) gen.Figure {
	return func(v *Values) gen.Figure {
		if v.N == 0 {
			return gen.Figure{}
		}
		mean := v.Mean()
		target := fmt.Sprintf(format+" to "+format, from, to)
		return Row(name, target, mean >= from && mean <= to, value, mean, v.N).ByChance()
	}
}

// Span is a figure of the least and the largest value, which lie in a range; of none where there is no value.
func Span(name, target, format string, low, high float64) func(v *Values) gen.Figure {
	return func(v *Values) gen.Figure {
		if v.N == 0 {
			return Row(name, target, true, "none")
		}
		return Row(name, target, v.Low >= low && v.High <= high, format+" to "+format, v.Low, v.High)
	}
}
