package main

import (
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen/syndacate"
	"mereo/gen/write"
	"mereo/gen/write/npz"
)

// inspectedSample is an element of 100 x 100 pixels with panels of one gray each.
func inspectedSample(grays ...[]uint8) syndacate.InspectedSample {
	s := syndacate.InspectedSample{Split: "test", Width: 100, Height: 100, Objects: []string{"A", "Mile"}}
	for _, row := range grays {
		var panels []syndacate.InspectedPanel
		for _, v := range row {
			panels = append(panels, syndacate.InspectedPanel{Title: "a title", Picture: slices.Repeat([]uint8{v}, 10000)})
		}
		s.Panels = append(s.Panels, panels)
	}
	return s
}

// Pictures lie beside each other and below, enlarged the less the more there are, with titles and captions below.
func TestInspectSheet(t *testing.T) {
	beside := inspectedSample([]uint8{10, 20, 1})
	beside.Panels[0][2].Numbered = true
	beside.Panels[0][2].Picture[0] = 0
	beside.Panels[0][0].Targets = []syndacate.Mark{
		{X: [2]float64{10, 90}, Y: [2]float64{50, 50}, Width: 6, Object: 1},
		{X: [2]float64{50, 50}, Y: [2]float64{10, 90}, Width: 6, Object: -1}, // on top
	}
	beside.False, beside.Noise, beside.NoiseSays = true, "noise spurious high", "some words"
	films := inspectedSample(slices.Repeat([]uint8{30}, 10), slices.Repeat([]uint8{40}, 10))
	single := inspectedSample([]uint8{50})
	single.Panels[0][0].Title = ""
	gray := func(v uint8) color.RGBA { return color.RGBA{v, v, v, 255} }
	type pixel struct {
		x, y int
		want color.RGBA
		why  string
	}
	for _, c := range []struct {
		name          string
		sample        syndacate.InspectedSample
		width, height int // of the sheet
		pixels        []pixel
	}{
		// From the top: gap, two lines of legend, gap, picture, title, two lines of caption, gap.
		{"beside", beside, 14 + 3*(400+14), 14 + 2*34 + 14 + 400 + 34 + 2*34 + 14, []pixel{
			{14, 96, gray(10), "corner of the first picture"},
			{14 + 399, 96 + 399, gray(10), "its other corner"},
			{14 + 400, 96, inspectBack, "gap"},
			{14 + 414, 96, gray(20), "the second picture"},
			{14 + 2*414 + 3, 96 + 3, color.RGBA{A: 255}, "no object"},
			{14 + 2*414 + 4, 96 + 3, inspectColors[0], "the first object"},
			{14 + 100, 96 + 200, inspectColors[1], "mark of the second object"},
			{14 + 200, 96 + 100, inspectFalse, "mark of no object"},
			{14 + 200, 96 + 200, inspectFalse, "the later mark hides the earlier"},
			{14 + 100, 96 + 200 + 5, gray(10), "a mark of width 6 is 8 pixels wide when enlarged 4 times"},
		}},
		{"films", films, 14 + 10*(300+14), 14 + 34 + 14 + 2*(300+34) + 14 + 34 + 14, []pixel{
			{14 + 9*314, 62, gray(30), "the last frame"},
			{14, 62 + 300 + 34 + 14, gray(40), "the second row"},
		}},
		{"single", single, 14 + 600 + 14, 14 + 34 + 14 + 600 + 34 + 14, []pixel{{14 + 599, 62 + 599, gray(50), "corner"}}},
	} {
		img, err := inspectSheet([]syndacate.InspectedSample{c.sample})
		if err != nil {
			t.Fatal(err)
		}
		if size := img.Rect.Size(); size.X != c.width || size.Y != c.height {
			t.Errorf("%s: sheet is %v, want (%d,%d)", c.name, size, c.width, c.height)
			continue
		}
		for _, p := range c.pixels {
			if got := img.RGBAAt(p.x, p.y); got != p.want {
				t.Errorf("%s: pixel (%d, %d) is %v, want %v: %s", c.name, p.x, p.y, got, p.want, p.why)
			}
		}
		// Titles, where there are any, and captions are written.
		for _, y := range []int{c.height - 14 - 34, c.height - 14 - 2*34} {
			inks := 0
			for v := y; v < y+34; v++ {
				for x := range c.width {
					if img.RGBAAt(x, v) == inspectColors[1] || img.RGBAAt(x, v) == inspectText {
						inks++
					}
				}
			}
			if c.name != "single" && inks < 50 {
				t.Errorf("%s: %d pixels of text below %d", c.name, inks, y)
			}
		}
	}
}

// Captions go on in further lines.
func TestInspectCaption(t *testing.T) {
	s := inspectedSample([]uint8{0})
	for _, c := range []struct {
		names, lines int
		noise        string
	}{{0, 1, ""}, {3, 1, ""}, {10, 2, ""}, {25, 3, ""}, {3, 2, "noise blur low"}} {
		s.Objects, s.Noise = slices.Repeat([]string{"Mile"}, c.names), c.noise
		l, err := inspectLayoutOf([]syndacate.InspectedSample{s})
		if err != nil {
			t.Fatal(err)
		}
		if l.captions != c.lines {
			t.Errorf("%d names and %q take %d lines, want %d", c.names, c.noise, l.captions, c.lines)
		}
	}
}

func TestInspectTooLarge(t *testing.T) {
	s := inspectedSample([]uint8{0})
	s.Width, s.Height = 1000, 1000
	const want = "inspect: 12 elements need a picture of 20070 x 15206 pixels, want at most 100 million; ask for fewer by --count"
	if _, err := inspectSheet(slices.Repeat([]syndacate.InspectedSample{s}, 12)); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

// A film of two frames in which the first pixel is 1, then 2; no object is there.
func TestInspectFilms(t *testing.T) {
	dir := t.TempDir()
	images := make([]uint8, 3*2*400)
	for i := range 6 {
		images[i*400] = uint8(i + 1)
	}
	const name = "vindacate_words_aFdFh20n3o1s0t2u1w20.npz"
	if _, err := npz.Write(dir, name, []npz.Array{
		{Key: "images", Shape: []int{3, 2, 1, 20, 20}, Data: images},
		{Key: "object_poses", Shape: []int{3, 2, 1, 18}, Data: make([]float32, 3*2*18)},
	}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name)
	out, frames := filepath.Join(dir, "films.gif"), filepath.Join(dir, "frames")
	code, text, stderr := mereo(t, "inspect", path, "--index", "1", "--out", out, "--frames", frames)
	if want := frames + ": 4 frames\n" + out + ": 2 films\n"; code != 0 || text != want {
		t.Fatalf("exit code %d: %s%s, want %s", code, text, stderr, want)
	}
	got, err := os.ReadFile(filepath.Join(frames, "000002", "001.png"))
	if err != nil || string(got) != string(write.EncodeGray(20, 20, images[5*400:])) {
		t.Errorf("the last frame is another: %v", err)
	}
	if got, err = os.ReadFile(out); err != nil || !strings.HasPrefix(string(got), "GIF89a") {
		t.Errorf("the animation is %.6q: %v", got, err)
	}
	out = filepath.Join(dir, "films.png")
	if code, text, stderr = mereo(t, "inspect", path, "--out", out); code != 0 || text != out+": 3 elements\n" {
		t.Errorf("exit code %d: %s%s", code, text, stderr)
	}
	// Two frames of 20 pixels are enlarged to 400; two films lie beside each other.
	width, _, rgb := readPicture(t, dir, "films.png")
	if width != 14+2*2*(400+14) {
		t.Fatalf("sheet is %d wide, want %d", width, 14+4*414)
	}
	for k, want := range []uint8{1, 2, 3, 4} {
		if v := rgb[3*(62*width+14+k*414)]; v != want {
			t.Errorf("frame %d has gray %d, want %d", k, v, want)
		}
	}

	help := "\n" + `run "mereo help" or add --help to a command` + "\n"
	noTask := "mereo: inspect: --task is not for films, which --out FILE.gif and --frames need" + help
	for args, want := range map[string]string{
		"a --out a.gif --task Words":                noTask,
		"a --frames b --task Words":                 noTask,
		path + " --count 201 --out a.png":           "mereo: inspect: --count is 201, want 1 to 200" + help,
		path + " --out " + dir + "/a.gif --index 3": "mereo: syndacate: elements 3 to 3 of " + path + ", want some of 0 to 2\n",
	} {
		if code, _, stderr := mereo(t, append([]string{"inspect"}, strings.Fields(args)...)...); code == 0 || stderr != want {
			t.Errorf("%s: exit code %d and\n%s, want\n%s", args, code, stderr, want)
		}
	}
}
