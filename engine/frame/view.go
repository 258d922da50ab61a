package frame

import (
	"fmt"
	"strings"
)

// View says how radiance becomes the colors of the picture. Labels are the same for all.
type View int

const (
	Plain  View = iota // sRGB, clipped at white; the numbers can be turned back into radiance
	Filmic             // bright things keep their shape, as on film
	AgX                // and fade to white
)

var views = []string{"plain", "filmic", "agx"}

// String is the name.
func (v View) String() string {
	if v.validate() != nil {
		return fmt.Sprintf("View(%d)", int(v))
	}
	return views[v]
}

// MarshalText writes the name; with UnmarshalText it makes a view a word in configurations and flags.
func (v View) MarshalText() ([]byte, error) { return []byte(v.String()), v.validate() }

// UnmarshalText reads plain, filmic or agx.
func (v *View) UnmarshalText(name []byte) error {
	for i, n := range views {
		if n == string(name) {
			*v = View(i)
			return nil
		}
	}
	return fmt.Errorf("frame: view is %q, want one of %s", name, strings.Join(views, ", "))
}

func (v View) validate() error {
	if v < 0 || int(v) >= len(views) {
		return fmt.Errorf("frame: view is %d, want 0 to %d", int(v), len(views)-1)
	}
	return nil
}
