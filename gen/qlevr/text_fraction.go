package qlevr

import (
	"fmt"
	"strings"
	"sync"

	"mereo/scenes/rng"
)

// Numbers below 20, and the tens, as words; index 0 is unused.
var (
	cardinalOnes = strings.Fields(`- one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
		sixteen seventeen eighteen nineteen`)
	ordinalOnes = strings.Fields(`- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
		fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth`)
	cardinalTens = strings.Fields("- ten twenty thirty forty fifty sixty seventy eighty ninety")
	ordinalTens  = strings.Fields("- tenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth")
)

// fractionWords writes a fraction as questions have it: half of the time in digits, else in words, "three-quarters". It panics
// unless 0 < num < den < 100.
func fractionWords(num, den int, s *rng.Stream) string {
	if s.Bool(0.5) {
		return fmt.Sprintf("%d/%d", num, den)
	}
	return rng.Choose(s, fractionPhrases(num, den))
}

// fractionPhrases are the ways to say a fraction in words.
func fractionPhrases(num, den int) []string {
	if num < 1 || num >= den || den >= 100 {
		panic(fmt.Sprintf("qlevr: fraction %d/%d, want 0 < numerator < denominator < 100", num, den))
	}
	parts := []string{ordinal(den)}
	switch den {
	case 2:
		parts = []string{"half"}
	case 4:
		parts = append(parts, "quarter")
	}
	var out []string
	for _, part := range parts {
		switch {
		case num == 1 && part[0] == 'e':
			out = append(out, "one-"+part, "an "+part, "one "+part)
		case num == 1:
			out = append(out, "one-"+part, "a "+part, "one "+part)
		case num < 20:
			out = append(out, cardinal(num)+"-"+part+"s", cardinal(num)+" "+part+"s")
		default: // a second hyphen would hide where the numerator ends
			out = append(out, cardinal(num)+" "+part+"s")
		}
	}
	return out
}

var fractionsByPhrase = sync.OnceValue(func() map[string][2]int {
	out := map[string][2]int{}
	for den := 2; den < 100; den++ {
		for num := 1; num < den; num++ {
			for _, phrase := range fractionPhrases(num, den) {
				out[phrase] = [2]int{num, den}
			}
		}
	}
	return out
})

// cardinal and ordinal are the words of numbers from 1 to 99.
func cardinal(n int) string { return numberWord(n, cardinalOnes, cardinalTens) }

func ordinal(n int) string { return numberWord(n, ordinalOnes, ordinalTens) }

func numberWord(n int, ones, tens []string) string {
	switch {
	case n < 20:
		return ones[n]
	case n%10 == 0:
		return tens[n/10]
	}
	return cardinalTens[n/10] + "-" + ones[n%10]
}
