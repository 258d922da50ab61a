package material_test

import (
	"fmt"

	"mereo/engine/material"
)

// A lacquered board, and what is wrong with one that reflects more light than it gets.
func Example() {
	board := material.Default()
	board.Name = "board"
	board.BaseColor = material.RGB{0.4, 0.2, 0.1}
	fmt.Printf("%v, mirrors %.3f\n", board.Validate(), board.F0())
	board.BaseColor[0] = 1.2
	fmt.Println(board.Validate())
	// Output:
	// <nil>, mirrors 0.034
	// material: "board": BaseColor[0] is 1.2, want 0 to 1
}
