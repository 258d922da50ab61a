package furniture_test

import (
	"fmt"

	"mereo/assets/furniture"
)

// A model is made from its category, family and seed, and says what its parts are.
func Example() {
	m, err := furniture.Make(furniture.Chair, "director", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	counts := m.LabelCounts()
	for _, label := range furniture.Labels(m.Category) {
		if n := counts[label]; n > 0 {
			fmt.Println(n, label)
		}
	}
	first := m.Parts[0]
	fmt.Println(first.Name, "is a line:", first.Primitive.Kind == furniture.Line)
	// Output:
	// 1 chair_back
	// 1 chair_seat
	// 4 leg
	// 4 leg bar
	// 4 arm_near_vertical_bar
	// 2 arm_horizontal_bar
	// leg-1 is a line: true
}
