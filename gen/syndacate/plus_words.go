package syndacate

import (
	"fmt"
	"slices"
	"strings"

	"mereo/assets/glyph"
	"mereo/scenes/numpyrng"
)

// Words that are made up take turns between vowels and consonants: of these, one or two before a vowel, and one at the end.
const (
	shortestWord = 2
	longestWord  = 6

	// wordTries is how many words may be refused, one after the other, before there are too many words.
	wordTries = 5000
)

const vowels = "AEIOU"

var (
	// onsets are what a syllable may begin with.
	onsets = []string{
		"B", "C", "D", "F", "G", "H", "J", "K", "L", "M", "N", "P", "R", "S", "T", "V", "W", "X", "Y", "Z", "QU",
		"BL", "BR", "CH", "CL", "CR", "DR", "FL", "FR", "GL", "GR", "PL", "PR", "SH", "SL", "SM", "SN", "SP", "ST",
		"TH", "TR", "WH",
	}
	// codas are what a word may end with.
	codas = []string{"B", "D", "F", "G", "K", "L", "M", "N", "P", "R", "S", "T", "X", "Z"}

	// unwanted are pieces of words that nobody wants to explain.
	unwanted = []string{
		"ANAL", "ANUS", "CLIT", "COC", "COK", "CRAP", "CUM", "CUN", "DIC", "DIK", "FAG", "FUC", "FUK", "NAZ", "NIG", "PIS", "POR",
		"RAP", "SEX", "SHIT", "SLUT", "SUC", "SUK", "TIT", "VAG", "WHOR",
	}
)

// plusWords makes words of the given letters.
func plusWords(letters []string) func(count int, seed uint32) ([]string, []glyph.Figure, error) {
	enabled := strings.Join(letters, "")
	only := func(pieces []string) (out []string) {
		for _, p := range pieces {
			if strings.Trim(p, enabled) == "" {
				out = append(out, p)
			}
		}
		return out
	}
	v, begin, end := only(strings.Split(vowels, "")), only(onsets), only(codas)
	return func(count int, seed uint32) ([]string, []glyph.Figure, error) {
		g := modeStream(seed, classRandom, 0)
		seen := map[string]bool{}
		var words []string
		for refused := 0; len(words) < count; {
			word := drawWord(g, v, begin, end)
			if seen[word] || slices.ContainsFunc(unwanted, func(u string) bool { return strings.Contains(word, u) }) {
				if refused++; refused == wordTries {
					return nil, nil, fmt.Errorf("syndacate: class count is %d, but only %d words were found", count, len(words))
				}
				continue
			}
			refused, seen[word] = 0, true
			words = append(words, word[:1]+strings.ToLower(word[1:]))
		}
		slices.Sort(words)
		return plusGiven(words, plusFigure(glyph.AlphabetWordShape))(0, 0)
	}
}

// drawWord draws a word in capitals. Each length is equally likely, and each piece among those that leave room for a vowel.
func drawWord(g *numpyrng.Generator, vowels, onsets, codas []string) string {
	pick := func(pieces []string, room int) string {
		for {
			if p := pieces[g.Integers(0, len(pieces))]; len(p) <= room {
				return p
			}
		}
	}
	length := g.Integers(shortestWord, longestWord+1)
	word := ""
	for vowel := g.Integers(0, 2) == 1; len(word) < length; vowel = !vowel {
		switch room := length - len(word); {
		case vowel:
			word += pick(vowels, room)
		case room == 1:
			word += pick(codas, room)
		default:
			word += pick(onsets, room-1)
		}
	}
	return word
}
