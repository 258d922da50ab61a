package show

import "fmt"

// Facts are attributes as data, for exports: where Row tells people, Facts tell programs. Keys are lower-case words joined by
// underscores and end in their unit where there is one (mass_kg, yaw_rad, position_m, visible_px). A value is a bool, an int, a
// float64, a word of the set's labels (string), or a list of these, of lists of these, or of Facts; Facts within Facts are allowed.
// There are no sentences. Keys that have no value for a thing are left out.
type Facts map[string]any

// Check reports the first value that is none of those that Facts may have.
func (f Facts) Check() error {
	for key, value := range f {
		if err := checkFact(value); err != nil {
			return fmt.Errorf("show: fact %s: %w", key, err)
		}
	}
	return nil
}

func checkFact(value any) error {
	switch v := value.(type) {
	case bool, int, float64, string, []bool, []int, []float64, []string, [2]float64, [3]float64, [4]float64, [][2]float64, [][3]float64:
		return nil
	case Facts:
		return v.Check()
	case []Facts:
		for _, f := range v {
			if err := f.Check(); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("a %T, want a bool, int, float64 or string, a list of these, or Facts", value)
}

// State is what an entity is in one picture, in sets in which things change between the pictures of a sample.
type State struct {
	Name  string
	Class string
	At    *[3]float64
	Facts Facts
}

// In is what the entity is in picture p of its page.
func (e *Entity) In(p int) State {
	if p < len(e.States) {
		return e.States[p]
	}
	return State{Name: e.Name, Class: e.Class, At: e.At, Facts: e.Facts}
}
