package models_test

import (
	"fmt"

	"mereo/gen/syndacate/models"
)

// The published set transformer for telling characters by their lines.
func ExampleNew() {
	m, c, err := models.New(models.Config{Task: "PartsToClass", Model: "settransformer", Depth: -1})
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Count(), "parameters, depth", c.Depth, "width", c.Width)
	// Output: 167298 parameters, depth 5 width 64
}
