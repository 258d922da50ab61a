package syndacate

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
)

func TestParseNameErrors(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"chars_h1n1o1s1u1w1.npz", "one that begins with syndacate_, words_ or squares_"},
		{"words_h1n1o1s1u1w1.zip", "one that ends with .npz"},
		{"words_h1n1s1u1w1.npz", `the letter o after "words_h1n1"`},
		{"words_h1n1o1s1u1.npz", `the letter w after "words_h1n1o1s1u1"`},
		{"words_h01n1o1s1u1w1.npz", `h and a number without leading zeros after "words_"`},
		{"words_hn1o1s1u1w1.npz", `h and a number without leading zeros after "words_"`},
		{"words_h-1n1o1s1u1w1.npz", `h and a number without leading zeros after "words_"`},
		{"words_h1n1o1s18446744073709551616u1w1.npz", `s and a number without leading zeros after "words_h1n1o1"`},
		{"words_h1n1o1s1u1w1x.npz", `nothing between "words_h1n1o1s1u1w1" and ".npz"`},
		{"syndacate_aXfTh1n1o1p1rTs1u1w1.npz", `aT or aF after "syndacate_"`},
		{"syndacate_a.npz", `aT or aF after "syndacate_"`},
	} {
		_, err := parseName("folder/" + c.name)
		if want := fmt.Sprintf("syndacate: name %q: want %s", c.name, c.want); err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
}

func TestParseNameRanges(t *testing.T) {
	_, err := parseName("words_h0n1o0s1u1w1.npz")
	want := `syndacate: name "words_h0n1o0s1u1w1.npz": max_num_objects is 0, want 1 to 1000; height is 0, want 1 to 4096`
	if err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

// A name that is read is written again in the same way.
func FuzzParseName(f *testing.F) {
	f.Add("syndacate_aFfTh100n70000o1p4rTs1u10w100.npz")
	f.Add("words_h100n70000o3s0u10w100.npz")
	f.Fuzz(func(t *testing.T, name string) {
		if c, err := parseName(name); err == nil && fileName(c) != filepath.Base(name) {
			t.Errorf("%q becomes %q", name, fileName(c))
		}
	})
}

// The nine files of the catalog are shared as published.
func TestTaskFiles(t *testing.T) {
	var files []string
	for _, task := range Tasks() {
		if !task.small && !slices.Contains(files, task.File()) {
			files = append(files, task.File())
		}
	}
	slices.Sort(files)
	want := []string{
		"PreTrainedPartsToClass.npz",
		"squares_h100n70000o1s0u10w100.npz",
		"squares_h100n70000o5s0u10w100.npz",
		"syndacate_aFfFh100n70000o1p4rTs1u10w100.npz",
		"syndacate_aFfTh100n70000o1p1rTs0u10w100.npz",
		"syndacate_aFfTh100n70000o1p4rTs1u10w100.npz",
		"syndacate_aFfTh100n70000o3p12rFs2u10w100.npz",
		"syndacate_aFfTh100n70000o3p12rTs3u10w100.npz",
		"syndacate_aTfTh100n70000o3p12rTs3u10w100.npz",
		"words_h100n70000o3s0u10w100.npz",
	}
	if !slices.Equal(files, want) {
		t.Errorf("files are %v, want %v", files, want)
	}
}
