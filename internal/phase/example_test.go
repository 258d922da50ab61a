package phase_test

import (
	"fmt"
	"time"

	"mereo/internal/phase"
)

func Example() {
	at := time.Unix(0, 0)
	phase.Measure(func() time.Time { at = at.Add(time.Second); return at })
	mark := phase.Begin(phase.Encode)
	phase.Begin(phase.Write).End()
	mark.End()
	spent := phase.Take()
	fmt.Println(phase.Encode, spent[phase.Encode], phase.Write, spent[phase.Write])
	// Output: encode 2s write 1s
}
