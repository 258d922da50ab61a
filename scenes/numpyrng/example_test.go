package numpyrng_test

import (
	"fmt"

	"mereo/scenes/numpyrng"
)

// The same numbers as in Python:
//
//	g = numpy.random.default_rng(1)
//	g.choice(10), g.uniform(0.5, 1), g.choice(9, 4, replace=False)
func Example() {
	g := numpyrng.New(1)
	fmt.Println("class", g.Integers(0, 10))
	fmt.Printf("wideness %.6f\n", g.Uniform(0.5, 1))
	slots, err := g.Choice(nil, 9, 4, false)
	fmt.Println("slots", slots, err)
	// Output:
	// class 4
	// wideness 0.975232
	// slots [0 1 3 7] <nil>
}
