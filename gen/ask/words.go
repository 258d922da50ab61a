package ask

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/record"
)

// Word is a word in its forms.
type Word struct {
	One  string // singular, or the only form
	Many string // plural; empty when the word has none
}

// Words are the words of values: for each key at least one; several are synonyms. In JSON {"key": [["one", "many"], ...]},
// where "many" may be left out.
type Words map[string][]Word

// read adds the words of a file, replacing those of equal keys.
func (w Words) read(name string, data []byte) error {
	var stored map[string][][]string
	if err := record.Read(data, &stored, record.Exact); err != nil {
		return fmt.Errorf("ask: %s: %w", name, err)
	}
	var keys []string
	for key := range stored {
		keys = append(keys, key)
	}
	slices.Sort(keys) // the first of several mistakes should not be chance
	for _, key := range keys {
		at := jsontext.Pointer("").AppendToken(key)
		if len(stored[key]) == 0 {
			return fmt.Errorf("ask: %s: %w", name, record.At(data, at, errors.New("there is no word, want at least one")))
		}
		var words []Word
		for i, forms := range stored[key] {
			if len(forms) < 1 || len(forms) > 2 || slices.Contains(forms, "") {
				where := jsontext.Pointer(fmt.Sprintf("%s/%d", at, i))
				err := fmt.Errorf("has %d forms, want one or two that are not empty", len(forms))
				return fmt.Errorf("ask: %s: %w", name, record.At(data, where, err))
			}
			word := Word{One: forms[0]}
			if len(forms) == 2 {
				word.Many = forms[1]
			}
			words = append(words, word)
		}
		w[key] = words
	}
	return nil
}
