package trance

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/write"
)

// Packing again finds every byte of data.h5 that is not as it was, also where the list's checksum was brought into line; of samples whose
// pictures are not packed again, all but pixels that can be read.
func TestCheckPacked(t *testing.T) {
	const samples = 10 // of which there are enough for groups with an index
	root := many(t, samples, noise(9, 7, 0))
	set := &Set{cfg: DefaultConfig()}
	if err := set.cfg.Pack(t.Context(), root, []string{"train"}, nil); err != nil {
		t.Fatal(err)
	}
	check := func(again bool) []gen.Problem {
		t.Helper()
		found, err := set.CheckPacked(t.Context(), gen.Job{Root: root}, func(string, int) bool { return again })
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for _, again := range []bool{false, true} {
		if found := check(again); found != nil {
			t.Fatalf("nothing was changed: %+v", found)
		}
	}
	files, err := set.Packed(root)
	if err != nil || len(files) != 4 {
		t.Fatalf("%+v, %v; want four files", files, err)
	}
	name := filepath.Join(root, packedName)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	consistent := func(bad []byte) {
		t.Helper()
		if err := os.WriteFile(name, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		list, err := readPackedList(root)
		if err != nil || list == nil {
			t.Fatalf("%v, %v", list, err)
		}
		if list.Files[0], err = write.Sum(root, packedName); err == nil {
			_, err = write.JSON(root, packedListName, list)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	step := len(data) / 40
	for at := 0; at < len(data); at += step {
		bad := bytes.Clone(data)
		bad[at] ^= 4
		consistent(bad)
		if found := check(true); len(found) != 1 || !strings.Contains(found[0].Detail, "packs it again") {
			t.Errorf("byte %d of %d: %+v", at, len(data), found)
		}
	}
	for _, bad := range [][]byte{data[:len(data)-1], append(bytes.Clone(data), 0), nil} {
		consistent(bad)
		for _, again := range []bool{false, true} {
			if found := check(again); len(found) != 1 {
				t.Errorf("%d bytes of %d: %+v", len(bad), len(data), found)
			}
		}
	}
	consistent(data)
	line := bytes.Index(data, []byte(`"obj_idx"`)) // of a record, which no share covers
	bad := bytes.Clone(data)
	bad[line+2] = 'x'
	consistent(bad)
	if found := check(false); len(found) != 1 {
		t.Errorf("a record: %+v", found)
	}
	consistent(data)
	if found := check(false); found != nil {
		t.Errorf("as it was: %+v", found)
	}
	edit(`"red"`, `"blue"`)(t, root)
	if found := check(false); len(found) != 1 || !strings.Contains(found[0].Detail, "another than was packed") {
		t.Errorf("another data.jsonl: %+v", found)
	}
}
