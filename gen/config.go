package gen

import (
	"errors"
	"fmt"
	"strings"

	"mereo/internal/strict"
)

// ParseConfig reads a set's configuration, YAML or JSON, on top of defaults. name says where data comes from, in errors; an unknown or
// repeated key, a wrong type and a value out of range are errors.
func ParseConfig[C interface{ Validate() error }](set, name string, data []byte, defaults C) (none C, err error) {
	c, err := strict.YAML(data, defaults)
	if err != nil {
		return none, fmt.Errorf("%[1]s: config %[2]s: %[3]w; docs/%[1]s.md lists the keys", set, name, err)
	}
	if err := c.Validate(); err != nil {
		return none, fmt.Errorf("%s: config %s: %w", set, name, err)
	}
	return c, nil
}

// Faults are sentences about what is wrong with a configuration.
type Faults []string

// Add adds a sentence.
func (f *Faults) Add(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }

// In adds the sentence about a number that is out of range.
func (f *Faults) In(key string, is, low, high int) {
	if is < low || is > high {
		f.Add("%s is %d, want %d to %d", key, is, low, high)
	}
}

// Err is all sentences in one line; nil for none.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return errors.New(strings.Join(f, "; "))
}
