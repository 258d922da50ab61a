package trance

import (
	"slices"
	"strings"
	"testing"
)

func TestPictures(t *testing.T) {
	cfg := Config{Problem: ProblemPosition}
	names := func(steps int) (out []string) {
		for _, p := range cfg.pictures("val", 7, steps) {
			out = append(out, strings.TrimPrefix(p.path, "val/"))
		}
		return out
	}
	want := []string{
		"image/TRANCE_position_img_000007-initial.Camera_Center.png", "image/TRANCE_position_img_000007-final.Camera_Left.png",
		"image/TRANCE_position_img_000007-final.Camera_Center.png", "image/TRANCE_position_img_000007-final.Camera_Right.png",
	}
	if got := names(2); !slices.Equal(got, want) {
		t.Errorf("pictures are %q, want %q", got, want)
	}
	cfg.Between, cfg.IDs = true, true
	got := names(2)
	if len(got) != 1+3+3+9 {
		t.Errorf("%d pictures, want 7 of colours and 9 of identities", len(got))
	}
	for _, name := range []string{
		"image/TRANCE_position_img_000007-01.Camera_Left.png", "seg/TRANCE_position_seg_000007-initial.Camera_Right.png",
		"seg/TRANCE_position_seg_000007-01.Camera_Center.png", "seg/TRANCE_position_seg_000007-final.Camera_Left.png",
	} {
		if !slices.Contains(got, name) {
			t.Errorf("%s is not among the pictures %q", name, got)
		}
	}
	cfg.Between, cfg.IDs, cfg.Normals = false, false, true
	got = slices.DeleteFunc(names(2), func(name string) bool { return !strings.HasPrefix(name, "normals/") })
	if want := []string{
		"normals/TRANCE_position_normals_000007-initial.Camera_Center.npy", "normals/TRANCE_position_normals_000007-final.Camera_Left.npy",
		"normals/TRANCE_position_normals_000007-final.Camera_Center.npy", "normals/TRANCE_position_normals_000007-final.Camera_Right.npy",
	}; !slices.Equal(got, want) {
		t.Errorf("normals are %q, want %q", got, want)
	}
	if got, want := cfg.infoPath("val", 1234567), "val/info/TRANCE_position_1234567.json"; got != want {
		t.Errorf("the record is %s, want %s", got, want)
	}
}
