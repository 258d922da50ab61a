package syndacate

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// parseName returns the arguments of the sampler whose file has the given path, of which folders do not count.
func parseName(path string) (samplerConfig, error) {
	stem, n, err := stemOf(filepath.Base(path))
	if err != nil {
		return samplerConfig{}, err
	}
	c, err := parseStem(stem)
	c.numElements = n
	return c, err
}

func TestParseStemErrors(t *testing.T) {
	for _, c := range []struct{ stem, want string }{
		{"chars_h1o1s1u1w1", "one that begins with syndacate_, words_ or squares_"},
		{"words_h1s1u1w1", `the letter o after "words_h1"`},
		{"words_h1o1s1u1", `the letter w after "words_h1o1s1u1"`},
		{"words_h01o1s1u1w1", `h and a number without leading zeros after "words_"`},
		{"words_ho1s1u1w1", `h and a number without leading zeros after "words_"`},
		{"words_h-1o1s1u1w1", `h and a number without leading zeros after "words_"`},
		{"words_h+1o1s1u1w1", `h and a number without leading zeros after "words_"`},
		{"words_h1o1s18446744073709551616u1w1", `s and a number without leading zeros after "words_h1o1"`},
		{"words_h1o1s1u1w1x", `nothing after "words_h1o1s1u1w1"`},
		{"words_x_h1o1s1u1w1", `"words_h1o1s1u1w1"`},
		{"syndacate_aXfTh1o1p1rTs1u1w1", `aT or aF after "syndacate_"`},
		{"syndacate_a", `aT or aF after "syndacate_"`},
		{"syndacate", `the letter a after "syndacate"`},
	} {
		_, err := parseStem(c.stem)
		if want := fmt.Sprintf("syndacate: name %q: want %s", c.stem, c.want); err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
	_, err := parseStem("words_h0o0s1u1w1")
	want := `syndacate: name "words_h0o0s1u1w1": max_num_objects is 0, want 1 to 1000; height is 0, want 1 to 4096`
	if err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

// A name that is read is written again in the same way.
func FuzzParseName(f *testing.F) {
	f.Add("syndacate_aFfTh100n70000o1p4rTs1u10w100.npz")
	f.Add("words_h100n70000o3s0u10w100.npz")
	f.Fuzz(func(t *testing.T, name string) {
		if c, err := parseName(name); err == nil && fileName(c) != strings.TrimSuffix(filepath.Base(name), fileExtension)+fileExtension {
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
