package oracle

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// Module returns the folder of a Go module, named with its version, of which tests read files. It is no dependency: "go mod
// download" fetches it, and checks it against the checksum database.
func Module(t testing.TB, module string) string {
	t.Helper()
	out, err := exec.Command("go", "mod", "download", "-json", module).Output()
	if err != nil {
		missing(t, "Go module %s: %v\n%s", module, err, out)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil {
		t.Fatalf("go mod download: %v\n%s", err, out)
	}
	return m.Dir
}
