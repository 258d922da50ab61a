package export_test

import (
	_ "embed"
	"encoding/json"
	"testing"

	"mereo/gen/export"
	"mereo/gen/show"
	"mereo/internal/oracle"
)

// Programs that read exports with software that is not ours.
var (
	//go:embed testdata/coco.py
	cocoReader string
	//go:embed testdata/webdataset.py
	tarReader string
	//go:embed testdata/bop.py
	bopReader string
)

// counted reads an export with a Python program, which counts what it has seen.
func counted(t *testing.T, program string, args ...string) map[string]int {
	t.Helper()
	var out map[string]int
	if text := oracle.Python(t, program, args...); json.Unmarshal([]byte(text), &out) != nil {
		t.Fatalf("the program prints %s", text)
	}
	return out
}

// atLeast wants numbers of things that were seen.
func atLeast(t *testing.T, name string, got, want map[string]int) {
	t.Helper()
	for what, n := range want {
		if got[what] < n {
			t.Errorf("%s: %d %s were seen, want at least %d", name, got[what], what, n)
		}
	}
}

// checkCOCO compares masks with label pictures.
func checkCOCO(t *testing.T, set show.Set, root string, amodal bool, want map[string]int) {
	t.Helper()
	o := export.Options{Format: "coco"}
	if amodal {
		o.Channels = []string{export.Amodal}
	}
	tars := exported(t, set, root, export.Options{Format: "webdataset"})
	atLeast(t, "coco", counted(t, cocoReader, exported(t, set, root, o), tars), want)
}

// checkWebDataset reads tar archives.
func checkWebDataset(t *testing.T, set show.Set, root string, channels []string, want map[string]int) {
	t.Helper()
	atLeast(t, "webdataset", counted(t, tarReader, exported(t, set, root, export.Options{Format: "webdataset", Channels: channels}), root), want)
}

// checkBOP draws models.
func checkBOP(t *testing.T, set show.Set, root string, want map[string]int) {
	t.Helper()
	atLeast(t, "bop", counted(t, bopReader, exported(t, set, root, export.Options{Format: "bop"})), want)
}

func TestToyFormats(t *testing.T) {
	root := toys(t, map[string]int{"test": 2, "train": 4})
	checkCOCO(t, toy{}, root, true, map[string]int{"images": 18, "cameras": 18, "masks": 100, "parts": 60, "amodal": 36, "changed": 1})
	checkCOCO(t, toy{plan: true}, root, true, map[string]int{"images": 24, "cameras": 18, "masks": 106, "amodal": 36, "changed": 7})
	checkWebDataset(t, toy{}, root, []string{export.Depth, export.Normals}, map[string]int{"samples": 6, "pictures": 18, "ids": 54, "depth": 18, "normals": 18})
	checkBOP(t, toy{}, root, map[string]int{"images": 18, "objects": 48, "cut off": 1, "models": 4, "shared": 44, "targets": 6})
}
