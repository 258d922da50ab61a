package gen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/write"
)

// Whether a split is complete is read from the heads of its blocks.
func TestReadBlockPlan(t *testing.T) {
	root := t.TempDir()
	for b, want := range []BlockPlan{{0, 1000, 1}, {1, 5, 1}} {
		block := Block{Split: "train", Block: b, First: b * BlockSize, Count: want.Samples, Items: []Item{{Index: b * BlockSize}}}
		if _, err := write.JSON(root, BlockPath("train", b), block); err != nil {
			t.Fatal(err)
		}
		if got, err := readBlockPlan(root, "train", b); err != nil || got != want {
			t.Errorf("block %d has %+v, %v; want %+v", b, got, err, want)
		}
	}
	name := filepath.Join(root, "train/blocks/0001.json")
	for content, want := range map[string]string{
		``:                                      "gen: train/blocks/0001.json: the file is cut off; run the command that makes the dataset again",
		`{"split":"test","block":1,"items":[]}`: "gen: train/blocks/0001.json: says it is block 1 of test from sample 0, but should be block 1 of train; " + removeIt,
		`{"split":7}`:                           "gen: train/blocks/0001.json: json: cannot unmarshal number into Go value of type string",
	} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readBlockPlan(root, "train", 1); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error is %v, want %q", content, err, want)
		}
	}
}
