package qlevr

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
)

// TestPublishedTemplatesSum compares all published programs with a second composition of them, of which the checksum is known:
// one line for each, "all.json 5; scene scene [] []; ...; NULL(<C> <C2>)".
func TestPublishedTemplatesSum(t *testing.T) {
	const want = "cbe7339064475e0fe0b749ca680f362e33886b411b853ceec58c3ed3ab250e28"
	h := sha256.New()
	for _, tm := range publishedTemplates() {
		fmt.Fprint(h, tm.File, " ", numbersText(append([]int{tm.Family}, tm.Variant...)))
		for _, n := range tm.Nodes {
			fmt.Fprintf(h, "; %s %s [%s] [%s]", n.Type, n.Kind, numbersText(n.Inputs), strings.Join(n.Slots, " "))
		}
		for _, c := range tm.Constraints {
			fmt.Fprintf(h, "; %s(%s)", c.Type, strings.TrimSpace(numbersText(c.Nodes)+" "+strings.Join(c.Words, " ")))
		}
		fmt.Fprintln(h)
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != want {
		t.Errorf("published templates have the checksum %s, want %s", got, want)
	}
}

// numbersText is "1 2".
func numbersText(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }
