package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/export"
	"mereo/gen/pace"
	"mereo/internal/gltest"
)

// TestSeveralDevices: a dataset drawn on two devices by one process is that of one device, and has the exports that were asked for.
func TestSeveralDevices(t *testing.T) {
	gltest.Renderer(t)
	config := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(config, []byte("sub_frames: 1\ntraced_sub_frames: 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
	make := func(out string, flags ...string) {
		t.Helper()
		args := append([]string{"generate", "trance", "--out", out, "--count", "4", "--seed", "5", "--config", config}, flags...)
		if code, out, stderr := mereo(t, args...); code != 0 {
			t.Fatalf("%q: exit %d, %s%s", flags, code, out, stderr)
		}
	}
	make(one, "--gpu", "software", "--workers", "1")
	make(two, "--gpu", "software,software", "--also", "coco,webdataset")
	for _, format := range []string{"coco", "webdataset"} {
		m, err := export.ReadManifest(filepath.Join(two, "exports", format))
		if err != nil || m.Format != format || len(m.Shards) != 1 || m.Shards[0].Count != 4 {
			t.Errorf("the export is %+v, %v; want four samples as %s", m, err, format)
		}
	}
	if err := os.RemoveAll(filepath.Join(two, "exports")); err != nil {
		t.Fatal(err)
	}
	if a, b := tree(t, one), tree(t, two); a != b {
		t.Error("two devices give other files than one")
	}
}

// tree is all files of a dataset's folder with what is in them, without the times of runs.
func tree(t *testing.T, root string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && d.Name() == pace.Folder {
				return filepath.SkipDir
			}
			return err
		}
		data, err := os.ReadFile(name)
		b.WriteString(strings.TrimPrefix(name, root))
		b.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWrongDevicesAndExports(t *testing.T) {
	dir := t.TempDir()
	for flags, want := range map[string]string{
		"--gpu 0,,1":            `--gpu is "0,,1", want devices with single commas between them`,
		"--also coco,pascal":    `generate trance: --also: export: no format "pascal", want one of `,
		"--also coco,coco":      "generate trance: --also: export: coco is named twice",
		"--also coco --index 3": "generate trance: --index and --also exclude each other",
	} {
		args := append([]string{"generate", "trance", "--out", filepath.Join(dir, "x")}, strings.Fields(flags)...)
		if code, _, stderr := mereo(t, args...); code != exitUsage || !strings.HasPrefix(stderr, "mereo: "+want) {
			t.Errorf("%s: exit %d and %q, want 2 and %q", flags, code, stderr, want)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
}
