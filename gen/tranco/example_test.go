package tranco_test

import (
	"fmt"

	"mereo/gen/tranco"
)

// Two of three steps are found, in the wrong order, and a wrong one.
func ExampleMeasure() {
	s := tranco.Measure([]string{"v_0", "v_1", "v_2"}, []string{"v_2", "v_0", "w_1", "x_4"})
	fmt.Printf("as printed R %.2f P %.2f\n", s.RecallAsPrinted, s.PrecisionAsPrinted)
	fmt.Printf("conventional R %.2f P %.2f\n", s.Recall, s.Precision)
	fmt.Printf("KTD %.0f, SD %.0f, NSD %.2f, EMR %.0f\n", s.KTD, s.SD, s.NSD, s.EMR)
	// Output:
	// as printed R 0.50 P 0.67
	// conventional R 0.67 P 0.50
	// KTD 1, SD 1, NSD 0.33, EMR 0
}
