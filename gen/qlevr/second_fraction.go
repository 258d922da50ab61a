package qlevr

import (
	"fmt"
	"strconv"
	"strings"
)

var (
	secondUnits = strings.Fields("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
		"sixteen seventeen eighteen nineteen")
	secondTens         = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
	secondUnitOrdinals = strings.Fields("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth " +
		"thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth")
)

// MarshalJSON writes "2/3".
func (f secondFraction) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "\"%d/%d\"", f.over, f.under), nil
}

// secondFractionOf reads a fraction in digits or words: 2/3, two-thirds, "two thirds", "a quarter". It need not be reduced.
func secondFractionOf(text string) (secondFraction, error) {
	if over, under, ok := strings.Cut(text, "/"); ok {
		a, errA := strconv.Atoi(over)
		b, errB := strconv.Atoi(under)
		if errA == nil && errB == nil && a >= 0 && b > 0 {
			return secondFraction{a, b}, nil
		}
	}
	for under := 2; under < 100; under++ {
		for _, name := range secondParts(under) {
			over, ok := strings.CutSuffix(strings.TrimSuffix(text, "s"), name)
			if !ok || over == "" {
				continue
			}
			if n := secondNumeral(over[:len(over)-1]); n > 0 && n < under && strings.HasSuffix(text, "s") == (n > 1) {
				return secondFraction{n, under}, nil
			}
		}
	}
	return secondFraction{}, fmt.Errorf("fraction is %q, want the like of 2/3 or two-thirds", text)
}

// secondParts are the names of one of n equal parts.
func secondParts(n int) []string {
	switch n {
	case 2:
		return []string{"half"}
	case 4:
		return []string{"fourth", "quarter"}
	}
	switch tens, units := n/10, n%10; {
	case n < 20:
		return []string{secondUnitOrdinals[n-1]}
	case units == 0:
		return []string{strings.TrimSuffix(secondTens[tens-2], "y") + "ieth"}
	default:
		return []string{secondTens[tens-2] + "-" + secondUnitOrdinals[units-1]}
	}
}

// secondNumeral reads a number below 100 in words, 0 for other text.
func secondNumeral(text string) int {
	if text == "a" || text == "an" {
		return 1
	}
	for n := 1; n < 100; n++ {
		tens, units := n/10, n%10
		switch {
		case n < 20 && text == secondUnits[n-1],
			n >= 20 && units == 0 && text == secondTens[tens-2],
			n >= 20 && units > 0 && text == secondTens[tens-2]+"-"+secondUnits[units-1]:
			return n
		}
	}
	return 0
}
