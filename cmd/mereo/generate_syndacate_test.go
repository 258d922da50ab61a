package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGenerateSyndacate makes small files, checks them, and makes them again in other ways.
func TestGenerateSyndacate(t *testing.T) {
	long(t)
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	must := func(want string, args ...string) string {
		t.Helper()
		return mustMereo(t, want, args...)
	}
	const name = "syndacate_aFfTh100n400o1p4rTs1u10w100.npz"
	must(name+": 400 elements made, 0 were there", "generate", "syndacate", "--out", dir, "--task", "ImToParts,PartsToClass", "--small")
	must(name+": 0 elements made, 400 were there", "generate", "syndacate", "--out", dir, "--split", name)
	must("words_h100n400o3s0u10w100.npz: 400 elements made", "generate", "syndacate", "--out", dir, "--task", "Words", "--small")
	must("800 samples, ", "verify", dir, "--sample", "0.2", "--figures")

	// Every file of the catalog has its published name.
	all := t.TempDir()
	must("squares_h100n400o5s0u10w100.npz", "generate", "syndacate", "--out", all, "--all", "--small")
	found, err := filepath.Glob(filepath.Join(all, "*.npz"))
	if err != nil || len(found) != 9 {
		t.Errorf("%d files, %v, want 9", len(found), err)
	}
	a, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(all, name)); err != nil || string(a) != string(b) {
		t.Errorf("%s made twice differs, %v", name, err)
	}

	// A shorter file lies beside the longer one.
	must("words_h100n250o3s0u10w100.npz: 0 elements made, 400 were there", "generate", "syndacate", "--out", dir, "--task", "Words",
		"--count", "250")

	// Another seed is another file.
	must("syndacate_aFfTh100n100o1p4rTs9u10w100.npz: 100 elements made", "generate", "syndacate", "--out", dir, "--task", "ImToClass",
		"--seed", "9", "--count", "100")

	for _, c := range []struct{ args, want string }{
		{"--out " + dir, "which file? want one of --task, --all, --split, --shift, "},
		{"--task ImToParts", "--out is missing"},
		{"--out " + dir + " --task ImToPart", `no task "ImToPart", there are ImToParts, `},
		{"--out " + dir + " --split syndacate_aFfTh100o1p4rTs1u10w100", "says no number of elements; give --count"},
		{"--out " + dir + " --split " + name + " --seed 3", "leave --seed and --small out"},
		{"--out " + dir + " --split syndacate_aFfTh100n9o11p4rFs1u10w100.npz", "want at most 10, the number of classes"},
		{"--out " + dir + " --task Words --count 0", "--count is 0, want at least 1"},
		{"--out " + dir + " --task PreTrainedPartsToClass", `"mereo train features" makes it`},
		{"--out " + dir + " --task Words --small --index 400", "--index is 400, want less than the 400 elements"},
		{"--out " + dir + " --split words_h100n0400o3s0u10w100", "want words_h100n400o3s0u10w100.npz"},
		{"--out " + dir + " --task Words --small --blocks 3/2", `--blocks is "3/2", want i/n`},
		{"--out " + dir + " --task Words --small --index 50", "index is 50, want a multiple of 100"},
		{"--out " + dir + " --task Words --small --no-pictures", "the folder holds samples with pictures, asked for samples without"},
	} {
		if code, out, stderr := mereo(t, append([]string{"generate", "syndacate"}, strings.Fields(c.args)...)...); code == 0 ||
			!strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d, %s%s, want %q", c.args, code, out, stderr, c.want)
		}
	}
}

// TestGenerateSyndacateModes makes a few elements of every mode and checks them.
func TestGenerateSyndacateModes(t *testing.T) {
	long(t)
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	for _, c := range []struct{ args, want string }{
		{"--shift pairs --small --noise dropout-mid", "syndacateood_pairs_aFfTh100n400o2p8rTs0t200u10w100_noise-dropout-mid.npz: 400 elements made"},
		{"--classes glyphs --class-count 20 --count 100", "syndacateplus_glyphs_aFc20fTg0h100n100o1p5rTs0u10w100.npz: 100 elements made"},
		{"--solid --orbit --objects 1 --count 100 --seed 3", "syndacate3d_orbit_h100n100o1s3w100.npz: 100 elements made"},
		{"--film --words --count 10 --frames 5", "vindacate_words_"},
		{"--collide elastic --count 10 --frames 5", "vindacate_collide_elastic_"},
		{"--task Words --small --noise label-low", "words_h100n400o3s0u10w100_noise-label-low-t200.npz: 400 elements made"},
	} {
		args := append([]string{"generate", "syndacate", "--out", dir}, strings.Fields(c.args)...)
		if code, out, stderr := mereo(t, args...); code != 0 || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit %d, %s%s, want %q", c.args, code, out, stderr, c.want)
		}
	}
	if code, out, stderr := mereo(t, "verify", dir, "--sample", "1"); code != 0 {
		t.Errorf("verify: exit %d, %s%s", code, out, stderr)
	}

	for _, c := range []struct{ args, want string }{
		{"--film --shift pairs", "--shift and --film exclude each other"},
		{"--shift pairs --orbit", "--shift takes no --orbit"},
		{"--task Words --frames 3", "--frames needs one of --shift, --classes, --solid, --film and --collide"},
		{"--shift nothing", `split is "nothing", want one of rotation, `},
		{"--classes latin", `"latin"`},
		{"--collide softly", `"softly"`},
		{"--noise gaussian-mid", "which file?"},
		{"--task Words --noise gaussian", `--noise is "gaussian", want KIND-LEVEL, such as gaussian-mid`},
		{"--task Words --noise pose-mid", "noise of kind pose needs rows of lines"},
		{"--solid --seed 4294967296", "--seed is 4294967296, want less than 2^32 with --solid"},
		{"--split syndacateood_rotation_aFfTh100n400o1p4rTs0t10000u10w100", "says that there are 10000 test elements, but of 400 elements 200"},
	} {
		args := append([]string{"generate", "syndacate", "--out", dir}, strings.Fields(c.args)...)
		if code, out, stderr := mereo(t, args...); code == 0 || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d, %s%s, want %q", c.args, code, out, stderr, c.want)
		}
	}
}
