package worlds

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// docs/worlds.md lists all keys with the words of the declaration. MEREO_UPDATE=1 writes them.
func TestKeysAreDocumented(t *testing.T) {
	const page, head = "../../docs/worlds.md", "## All keys\n"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, got, ok := strings.Cut(string(data), head)
	if !ok {
		t.Fatalf("%s has no section %q", page, head)
	}
	var b strings.Builder
	b.WriteString("\nKeys of lists, such as those of `things`, are in every item. Lengths are in units of the world, meters where things fall.\n\n| key | meaning |\n|---|---|\n")
	for _, key := range Keys() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", key[0], key[1])
	}
	if os.Getenv("MEREO_UPDATE") != "" {
		if err := os.WriteFile(page, []byte(before+head+b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != b.String() {
		t.Errorf("the list of keys in %s is not that of the declaration; MEREO_UPDATE=1 go test ./gen/worlds -run Documented writes it", page)
	}
}
