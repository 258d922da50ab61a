package export_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/export"
	"mereo/internal/oracle"
)

// The programs of the documentation run.
func checkDocs(t *testing.T, s source) {
	text, err := os.ReadFile("../../docs/exports-arrays.md")
	if err != nil {
		t.Fatal(err)
	}
	exports := t.TempDir()
	for _, format := range []string{"hdf5", "nsvqa"} {
		o := export.Options{Format: format, Out: filepath.Join(exports, format)}
		if _, err := export.Run(t.Context(), s.set, s.root, o); err != nil {
			t.Fatal(err)
		}
	}
	wants := []string{"seen at [[", "2 (480, 640, 3) ['", "scene [] []\n"}
	programs := strings.Split(string(text), "```python\n")[1:]
	if len(programs) != len(wants) {
		t.Fatalf("%d programs, want %d", len(programs), len(wants))
	}
	for i, program := range programs {
		program, _, _ = strings.Cut(program, "```")
		if got := oracle.Python(t, strings.ReplaceAll(program, "out/shopvrb/exports", exports)); !strings.HasPrefix(got, wants[i]) {
			t.Errorf("program %d prints %q, want %q first", i, got, wants[i])
		}
	}
}
