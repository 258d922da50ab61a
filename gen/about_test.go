package gen_test

import (
	"testing"

	"mereo/gen"
)

// Cards name the licenses that the Hub knows by its names.
func TestLicenseID(t *testing.T) {
	for text, want := range map[string][2]string{
		"Creative Commons Attribution (CC-BY 4.0)": {"cc-by-4.0", "https://creativecommons.org/licenses/by/4.0/"},
		"CC0 1.0":                 {"cc0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"},
		"for my laboratory alone": {"other", "for my laboratory alone"},
	} {
		if id, url := (gen.About{License: text}).LicenseID(); id != want[0] || url != want[1] {
			t.Errorf("%q: %s, %s, want %v", text, id, url, want)
		}
	}
}
