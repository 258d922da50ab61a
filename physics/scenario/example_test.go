package scenario_test

import (
	"fmt"
	"strings"

	"mereo/physics/scenario"
)

func Example() {
	const text = `{"name": "shelf", "gravity": [0, 0, -9.81], "dt": 0.0041666666666666667, "steps": 720, "bodies": [
		{"name": "shelf", "fixed": true, "pos": [0, 0, 0], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.5,
		 "shapes": [{"type": "box", "half": [0.5, 0.2, 0.01]}]},
		{"name": "book", "pos": [0.4, 0, 0.03], "quat": [1, 0, 0, 0], "density": 700, "friction": 0.5,
		 "shapes": [{"type": "box", "half": [0.1, 0.07, 0.02]}]},
		{"name": "box", "pos": [-0.55, 0, 0.06], "quat": [1, 0, 0, 0], "density": 200, "friction": 0.5,
		 "shapes": [{"type": "box", "half": [0.1, 0.1, 0.05]}]}]}`
	for s, err := range scenario.Load("shelf.json", strings.NewReader(text)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		result, err := s.Run(nil)
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, b := range result.Bodies {
			fmt.Println(b.Name, b.Verdict)
		}
	}
	// Output:
	// book rests
	// box moves
}
