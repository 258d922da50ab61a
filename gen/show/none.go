package show

import "fmt"

// What a set cannot do it declares: its Reader, Sample or Made embeds one of the types below.
type (
	// NoTest is of readers of sets whose only test for people are questions.
	NoTest struct{}
	// NoDrawings is of samples whose pictures are all drawn by the renderer.
	NoDrawings struct{}
	// NoIDs is of samples that only files, or what is made again, have ids of.
	NoIDs struct{}
	// NoEdits is of samples that cannot be changed.
	NoEdits struct{}
	// NoPhysics is of samples whose objects cannot be let go.
	NoPhysics struct{}
	// NoPrograms is of samples without questions; its text is the name of the set.
	NoPrograms string
)

// Tester is none.
func (NoTest) Tester() Tester { return nil }

// Drawing is none.
func (NoDrawings) Drawing(int) []uint8 { return nil }

// IDs are none.
func (NoIDs) IDs(int) *Labels { return nil }

// Editor is none.
func (NoEdits) Editor() Editable { return nil }

// Physics is none.
func (NoPhysics) Physics() Physical { return nil }

// Run fails.
func (set NoPrograms) Run(Program) (*Trace, error) {
	return nil, fmt.Errorf("%s: there are no questions and no programs to run", string(set))
}

// Reword is empty.
func (NoPrograms) Reword(int, Program) string { return "" }
