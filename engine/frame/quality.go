package frame

import (
	"fmt"
	"strings"
)

// Quality says how the color picture is made. Labels are the same for all.
type Quality int

const (
	Standard  Quality = iota // shadow maps, one bounce of light and reflections by rays; see docs/rendering.md
	Draft                    // the same in one sub-frame, with light at half the width and height
	Reference                // path tracing: right in the mean, with noise
)

var qualities = []string{"standard", "draft", "reference"}

// String is the name; ParseQuality reads it.
func (q Quality) String() string {
	if q < 0 || int(q) >= len(qualities) {
		return fmt.Sprintf("Quality(%d)", int(q))
	}
	return qualities[q]
}

// ParseQuality reads a name: draft, standard or reference.
func ParseQuality(name string) (Quality, error) {
	for i, n := range qualities {
		if n == name {
			return Quality(i), nil
		}
	}
	return 0, fmt.Errorf("frame: quality is %q, want one of %s", name, strings.Join(qualities, ", "))
}

// MarshalText and UnmarshalText make a quality a name in configurations and flags.
func (q Quality) MarshalText() ([]byte, error) {
	if err := q.validate(); err != nil {
		return nil, err
	}
	return []byte(q.String()), nil
}

// UnmarshalText is ParseQuality.
func (q *Quality) UnmarshalText(name []byte) (err error) {
	*q, err = ParseQuality(string(name))
	return err
}

func (q Quality) validate() error {
	if q < 0 || int(q) >= len(qualities) {
		return fmt.Errorf("frame: quality is %d, want 0 to %d", int(q), len(qualities)-1)
	}
	return nil
}
