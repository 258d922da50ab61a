package explore

import (
	"os"
	"os/exec"
	"testing"
)

// What scripts compute without a page: numbers, words, programs, plans and pixels. Node runs the tests in webtest.
func TestScripts(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("node: %v, and CI=true requires it", err)
		}
		t.Skipf("the scripts' tests need Node: %v; scripts/packages nodejs installs it", err)
	}
	files, err := os.ReadDir("webtest")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--test"}
	for _, f := range files {
		args = append(args, "webtest/"+f.Name())
	}
	if out, err := exec.CommandContext(t.Context(), node, args...).CombinedOutput(); err != nil {
		t.Errorf("node: %v\n%s", err, out)
	}
}
