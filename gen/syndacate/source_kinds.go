package syndacate

import (
	"fmt"
	"slices"
	"strings"
)

// sourceKind opens sources of stems that begin with a word.
type sourceKind struct {
	word string
	open func(stem string) (source, error)
}

// sourceKinds are all that there are.
func sourceKinds() []sourceKind {
	return []sourceKind{
		{syndacateSampler, openStandardSource},
		{wordsSampler, openStandardSource},
		{squaresSampler, openStandardSource},
		{plusSampler, openPlusSource},
		{shiftPrefix, openShiftSource},
		{solidKind, openSolidSource},
		{filmKind, openFilmSource},
	}
}

// openSource opens the source of a stem.
func openSource(stem string) (source, error) {
	if _, _, noisy := cutNoise(stem); noisy {
		return openNoiseSource(stem)
	}
	word, _, _ := strings.Cut(stem, "_")
	kinds := sourceKinds()
	i := slices.IndexFunc(kinds, func(k sourceKind) bool { return k.word == word })
	if i < 0 {
		var words []string
		for _, k := range kinds {
			words = append(words, k.word)
		}
		return nil, fmt.Errorf("syndacate: no file %q: names begin with %s", stem, strings.Join(words, ", "))
	}
	return kinds[i].open(stem)
}
