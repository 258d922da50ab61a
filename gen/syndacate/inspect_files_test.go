package syndacate

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen/write"
	"mereo/gen/write/npz"
)

// inspectStem writes the first n elements of a stem's file and returns its path and arrays.
func inspectStem(t *testing.T, stem string, n int) (path string, arrays map[string]npz.Array) {
	t.Helper()
	src, err := openSource(stem)
	if err != nil {
		t.Fatal(err)
	}
	list, err := elements(t.Context(), src, 0, n, true)
	if err != nil {
		t.Fatal(err)
	}
	name, err := nameWith(stem, n)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := npz.Write(dir, name, list); err != nil {
		t.Fatal(err)
	}
	arrays = map[string]npz.Array{}
	for _, a := range list {
		arrays[a.Key] = a
	}
	return filepath.Join(dir, name), arrays
}

// inspectOne reads the first n elements of a file.
func inspectOne(t *testing.T, path string, n int) []InspectedSample {
	t.Helper()
	samples, err := Inspect(t.Context(), InspectOptions{Data: path, Count: n})
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// brightNear is the largest gray within a pixel of the middle of a mark, -1 outside the picture.
func brightNear(s *InspectedSample, picture []uint8, m Mark) int {
	x, y := int(math.Floor((m.X[0]+m.X[1])/2)), int(math.Floor((m.Y[0]+m.Y[1])/2))
	if x < 0 || x >= s.Width || y < 0 || y >= s.Height {
		return -1
	}
	most := 0
	for v := max(y-1, 0); v <= min(y+1, s.Height-1); v++ {
		for u := max(x-1, 0); u <= min(x+1, s.Width-1); u++ {
			most = max(most, int(picture[v*s.Width+u]))
		}
	}
	return most
}

// In every kind of file each mark lies on what is painted, each object has marks, and names are those of its class.
func TestInspectEveryFile(t *testing.T) {
	for _, stem := range []string{
		"syndacate_aFfTh80o3p12rTs3u10w120",
		"words_h120o3s0u10w80",
		"squares_h100o5s0u10w100",
		"syndacateplus_letters26_aFfTh100o3p18rTs0u10w100",
		"syndacateplus_digits_aTfFh100o2p14rTs0u10w100",
		"syndacateplus_glyphs_aFc9fTg0h100o1p5rTs0u10w100",
		"syndacateplus_words26_aFc9fTg0h100o2p48rTs0u10w100",
		"syndacateplus_curved26_aFfTh90o2p12rTs0u10w110",
		"syndacateplus_pictograms_aFfTh100o2p14rTs0u10w100",
		"syndacateood_rotation_aFfTh100o1p4rTs0t200u10w100",
		"syndacateood_words-compose_h100o3s0t200u10w100",
		"syndacate3d_h80o3s0w120",
		"syndacate3d_orbit_words_h120o2s1w80",
		"vindacate_aTdTfTh60o3s0t5u10w80",
		"vindacate_words_aFdFh60o2s0t5u10w60",
		"vindacate_collide_joint_cFfTgFh60o3s0t5u10w60",
	} {
		t.Run(stem, func(t *testing.T) {
			const n = 12
			path, arrays := inspectStem(t, stem, n)
			src, err := openSource(stem)
			if err != nil {
				t.Fatal(err)
			}
			classes := src.about().Classes
			objects := arrays[keyObjects]
			width := objects.Shape[len(objects.Shape)-1]
			marks := 0
			for i, s := range inspectOne(t, path, n) {
				// Each class is the column of a 1 in a row of the element.
				var want []string
				all := objects.Data.([]float32)
				for row := range slices.Chunk(all[i*len(all)/n:(i+1)*len(all)/n], width) {
					if k := slices.Index(row[:len(classes)], 1); k >= 0 {
						want = append(want, classes[k])
					}
				}
				for _, name := range s.Objects {
					if !slices.Contains(want, name) {
						t.Errorf("element %d: %s is none of %v", i, name, want)
					}
				}
				if len(classes) > 0 && len(s.Objects) == 0 {
					t.Errorf("element %d has no names", i)
				}
				seen := map[int]bool{}
				for _, p := range s.Panels[0] {
					for _, m := range p.Targets {
						marks++
						seen[m.Object] = true
						if b := brightNear(&s, p.Picture, m); b >= 0 && b < 30 {
							t.Errorf("element %d: mark %+v is on grey %d", i, m, b)
						}
					}
				}
				for k := range s.Objects {
					if !seen[k] {
						t.Errorf("element %d: object %d of %v has no marks", i, k, s.Objects)
					}
				}
			}
			if marks < n {
				t.Errorf("%d marks of %d elements", marks, n)
			}
		})
	}
}

// In space marks have the color that the mask has at their middle, but where another object is nearer; depth is white where it
// is least.
func TestInspectSpace(t *testing.T) {
	path, arrays := inspectStem(t, "syndacate3d_orbit_h100o3s0w100", 40)
	same, other := 0, 0
	for i, s := range inspectOne(t, path, 40) {
		panels := s.Panels[0]
		if len(s.Panels) != 1 || len(panels) != 3 || panels[0].Title != "picture" || panels[2].Title != "object_mask" ||
			!panels[2].Numbered || panels[1].Numbered {
			t.Fatalf("panels are %+v", panels)
		}
		mask := panels[2].Picture
		depth := arrays[keyDepth].Data.([]float32)[i*10000 : (i+1)*10000]
		near, far := float32(100), float32(0)
		for _, d := range depth {
			if d > 0 {
				near, far = min(near, d), max(far, d)
			}
		}
		if want := fmt.Sprintf("depth %.2f (white) to %.2f", near, far); panels[1].Title != want {
			t.Errorf("title is %q, want %q", panels[1].Title, want)
		}
		for k, d := range depth {
			v := panels[1].Picture[k]
			if d == near && v != 255 || d == far && v != 64 || d == 0 && v != 0 || (mask[k] > 0) != (v > 0) {
				t.Fatalf("element %d: depth %g of %g to %g has grey %d", i, d, near, far, v)
			}
		}
		for _, m := range panels[0].Targets {
			x, y := (m.X[0]+m.X[1])/2, (m.Y[0]+m.Y[1])/2
			if x < 0 || y < 0 || x >= 100 || y >= 100 {
				continue
			}
			switch mask[int(y)*100+int(x)] {
			case 0:
			case uint8(m.Object + 1):
				same++
			default:
				other++
			}
		}
	}
	if same < 300 || other > same/20 {
		t.Errorf("%d marks are of the object that is seen there and %d are not", same, other)
	}
}

// A stroke across the axis of the camera at distance 4 is as wide as its thickness, in a picture of 100 pixels; at distance 2
// it is twice as wide and twice as far from the middle.
func TestInspectProjection(t *testing.T) {
	for _, c := range []struct {
		z, width, x float64
	}{{0, 3 * 1.5, 0.5}, {2, 6 * 1.5, 1}} {
		cam := solidCamera(orbitDirection(0, 0), 100, 100)
		var matrix []float32
		for _, v := range clipFromWorld(&cam) {
			matrix = append(matrix, float32(v))
		}
		s := rowStrokes([]float64{-0.5, 0.25, c.z, 0.5, 0.25, c.z, 3, 0.75}, decodeTarget, matrix, 100, 100)
		if len(s) != 1 || math.Abs(s[0].width-c.width) > 1e-5 || math.Abs(s[0].x[0]+c.x) > 1e-6 || math.Abs(s[0].x[1]-c.x) > 1e-6 ||
			math.Abs(s[0].y[0]-c.x/2) > 1e-6 || s[0].alpha != 0.75 {
			t.Errorf("at z %g: %+v, want width %g from %g to %g", c.z, s, c.width, -c.x, c.x)
		}
	}
}

// Rows of every kind of part keep their values when they are read, and flip as glyph.Part does.
func TestInspectParts16(t *testing.T) {
	src, err := openSource("syndacateplus_pictograms_aFfTh100o3p21rTs0u10w100")
	if err != nil {
		t.Fatal(err)
	}
	s := src.(*plusSource)
	strokes := [...]int{1, 16, discCorners, 3, 4}
	var seen [len(strokes)]bool
	for class, name := range s.config.list.names {
		for _, p := range s.config.list.figures[class].Append(nil, inspectPose([]float32{1, 0.2, 0.3, 0.5, 0.1, 0.2, 6, 0.75})) {
			row := s.inspectRow(&p)
			seen[p.Kind] = true
			if got := partOfRow(row); !slices.Equal(s.inspectRow(&got), row) {
				t.Errorf("%s: read %+v, want %+v", name, got, p)
			}
			flipped := p.Flipped()
			if got, want := flippedRow(row), s.inspectRow(&flipped); !slices.Equal(got, want) {
				t.Errorf("%s: flipped %v, want %v", name, got, want)
			}
			if d := rowDistance(row, s.inspectRow(&flipped)); d != 0 {
				t.Errorf("%s: a part is %g from itself in reverse", name, d)
			}
			if got := len(rowStrokes(row, decodeTarget, nil, 100, 100)); got != strokes[p.Kind] {
				t.Errorf("%s: %d strokes of a %s, want %d", name, got, p.Kind, strokes[p.Kind])
			}
		}
	}
	for k, ok := range seen {
		if !ok {
			t.Errorf("no part of kind %d", k)
		}
	}
}

func TestInspectShownFrames(t *testing.T) {
	for frames, want := range map[int][]int{
		1: {0}, 3: {0, 1, 2}, 10: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 20: {0, 2, 4, 6, 8, 11, 13, 15, 17, 19},
	} {
		if got := shownFrames(frames); !slices.Equal(got, want) {
			t.Errorf("of %d frames %v are shown, want %v", frames, got, want)
		}
	}
}

// Of film 6 an L is there only from frame 12 to 14, and an F always: both keep their numbers.
func TestInspectFilmRows(t *testing.T) {
	path, arrays := inspectStem(t, "vindacate_aTdFfTh100o3s0t20u10w100", 7)
	s := inspectOne(t, path, 7)[6]
	if !slices.Equal(s.Objects, []string{"L", "F"}) || len(s.Panels[0]) != inspectFrames {
		t.Fatalf("objects are %v in %d frames, want L and F in 10", s.Objects, len(s.Panels[0]))
	}
	images := arrays[keyImages].Data.([]uint8)
	for k, frame := range shownFrames(20) {
		p := s.Panels[0][k]
		if p.Title != fmt.Sprintf("frame %d", frame) || !bytes.Equal(p.Picture, images[(6*20+frame)*10000:][:10000]) {
			t.Errorf("panel %d, %q, is not frame %d", k, p.Title, frame)
		}
		counts := map[int]int{}
		for _, m := range p.Targets {
			counts[m.Object]++
		}
		want := map[int]int{1: 6} // three lines, told in both directions
		if frame == 13 {
			want[0] = 4
		}
		if fmt.Sprint(counts) != fmt.Sprint(want) {
			t.Errorf("frame %d has marks %v, want %v", frame, counts, want)
		}
	}
}

func TestInspectNoise(t *testing.T) {
	const stem = "syndacate_aFfTh100o3p12rTs3u10w100"
	_, plain := inspectStem(t, stem, 3)
	clean := plain[keyImages].Data.([]uint8)
	for _, c := range []struct {
		noise, says string
		panels      int
		wrong       int // marks of no object in the first picture of an element
	}{
		{"gaussian-mid", "every grey value has normal noise of deviation 16 added, is rounded and cut to 0 to 255", 2, 0},
		{"pose-low", "every number of a line in part_poses has normal noise added, of 0.02 times the deviation of its column in " +
			"training; the two rows of a line get different noise", 2, 0},
		{"spurious-high", "part_poses have 4 false lines more, and all rows lie at new random places; rows of objects that follow " +
			"them have zeros there", 2, 8},
		{"label-high-t200", "20% of the objects of training elements have another class, each of the others equally often", 1, 0},
	} {
		path, _ := inspectStem(t, stem+noiseMark+c.noise, 3)
		for i, s := range inspectOne(t, path, 3) {
			kind, level, _ := strings.Cut(strings.TrimSuffix(c.noise, smallTraining), "-")
			if want := "noise " + kind + " " + level; s.Noise != want || s.NoiseSays != c.says {
				t.Errorf("noise is %q: %q, want %q: %q", s.Noise, s.NoiseSays, want, c.says)
			}
			panels := s.Panels[0]
			if len(panels) != c.panels {
				t.Fatalf("%s: %d pictures, want %d", c.noise, len(panels), c.panels)
			}
			wrong := 0
			for _, m := range panels[0].Targets {
				if m.Object < 0 {
					wrong++
				}
			}
			if wrong != c.wrong {
				t.Errorf("%s: %d lines are of no object, want %d", c.noise, wrong, c.wrong)
			}
			if c.panels < 2 {
				continue
			}
			if panels[0].Title != "picture" || panels[1].Title != "picture, without noise" ||
				!bytes.Equal(panels[1].Picture, clean[i*10000:(i+1)*10000]) {
				t.Errorf("%s: element %d: the second picture, %q, is not the clean one", c.noise, i, panels[1].Title)
			}
			for _, m := range panels[1].Targets {
				if m.Object < 0 || brightNear(&s, panels[1].Picture, m) < 64 {
					t.Errorf("%s: clean mark %+v is of no object", c.noise, m)
				}
			}
		}
	}
}

// The second object of element 200 is an I that noise calls an N; its line stays its.
func TestInspectNoisyLabel(t *testing.T) {
	path, _ := inspectStem(t, "syndacate_aFfTh100o3p12rTs3u10w100_noise-label-high-t200", 201)
	samples, err := Inspect(t.Context(), InspectOptions{Data: path, Index: 200})
	if err != nil {
		t.Fatal(err)
	}
	s := samples[0]
	if want := []string{"I", "N (was I)", "I"}; len(samples) != 1 || s.Split != "train" || !slices.Equal(s.Objects, want) {
		t.Errorf("%d elements, the first of %s with %v, want 1, train, %v", len(samples), s.Split, s.Objects, want)
	}
	counts := [3]int{}
	for _, m := range s.Panels[0][0].Targets {
		counts[m.Object]++
	}
	if counts != [3]int{2, 2, 2} {
		t.Errorf("objects have %v marks, want 2 each", counts)
	}
}

func TestInspectIID(t *testing.T) {
	path, arrays := inspectStem(t, "syndacateood_scale_aFfTh100o1p4rTs0t200u10w100", 5)
	samples, err := Inspect(t.Context(), InspectOptions{Data: path, IID: true, Count: 2, Index: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := arrays[testPrefix+keyImages].Data.([]uint8)[10000:20000]
	if s := samples[0]; s.Split != "test_iid" || s.Index != 1 || !bytes.Equal(s.Panels[0][0].Picture, want) {
		t.Errorf("element %d of %s is not the one of test_iid_images", s.Index, s.Split)
	}
}

// The animation has the grays of the file, and frames have the numbers that their films have there.
func TestInspectFilm(t *testing.T) {
	path, arrays := inspectStem(t, "vindacate_aFdFfTh60o2s0t4u10w80", 5)
	images := arrays[keyImages].Data.([]uint8)
	var b bytes.Buffer
	n, err := InspectFilm(t.Context(), InspectOptions{Data: path, Index: 2, Count: 2}, &b)
	if err != nil || n != 2 {
		t.Fatalf("%d films: %v", n, err)
	}
	movie, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if size := movie.Image[0].Rect.Size(); len(movie.Image) != 4 || movie.Delay[0] != 10 || size != image.Pt(3*2+2*80, 2*2+60) {
		t.Errorf("%d frames of %v every %d hundredths, want 4 of 166 x 64 every 10", len(movie.Image), size, movie.Delay[0])
	}
	dir := t.TempDir()
	if n, err = InspectFrames(t.Context(), InspectOptions{Data: path, Index: 2, Count: 2}, dir); err != nil || n != 8 {
		t.Fatalf("%d frames: %v", n, err)
	}
	for film := 2; film < 4; film++ {
		for frame := range 4 {
			want := images[(film*4+frame)*4800:][:4800]
			var got []uint8
			for y := range 60 {
				for x := range 80 {
					r, _, _, _ := movie.Image[frame].At(2+(film-2)*82+x, 2+y).RGBA()
					got = append(got, uint8(r>>8))
				}
			}
			if !bytes.Equal(got, want) {
				t.Errorf("frame %d of film %d is another in the animation", frame, film)
			}
			file, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%06d", film), fmt.Sprintf("%03d.png", frame)))
			if err != nil || !bytes.Equal(file, write.EncodeGray(80, 60, want)) {
				t.Errorf("frame %d of film %d is another file: %v", frame, film, err)
			}
		}
	}
}

func TestInspectFileErrors(t *testing.T) {
	path, _ := inspectStem(t, "syndacate3d_h20o1s0w20", 2)
	dir := filepath.Dir(path)
	film, _ := inspectStem(t, "vindacate_words_aFdFh20o1s0t2u1w20", 1)
	rows := func(key string, shape ...int) npz.Array {
		return npz.Array{Key: key, Shape: shape, Data: make([]float32, product(shape))}
	}
	picture := npz.Array{Key: keyImages, Shape: []int{2, 1, 20, 20}, Data: make([]uint8, 800)}
	for name, list := range map[string][]npz.Array{
		"mine.npz":                     {picture},
		"syndacate3d_h20n3o1s0w20.npz": {picture, rows(keyObjects, 2, 1, 22), rows(keyParts, 2, 9, 8)},
		"syndacate3d_h20n4o1s0w20.npz": {picture, rows(keyObjects, 2, 1, 18), rows(keyParts, 2, 9, 6)},
	} {
		if _, err := npz.Write(dir, name, list); err != nil {
			t.Fatal(err)
		}
	}
	films := func(o InspectOptions) error {
		_, err := InspectFilm(t.Context(), o, &bytes.Buffer{})
		return err
	}
	frames := func(o InspectOptions) error {
		_, err := InspectFrames(t.Context(), o, dir)
		return err
	}
	sheet := func(o InspectOptions) error {
		_, err := Inspect(t.Context(), o)
		return err
	}
	for _, c := range []struct {
		do   func(InspectOptions) error
		o    InspectOptions
		want string
	}{
		{films, InspectOptions{Data: path}, "syndacate: DIR/syndacate3d_h20n2o1s0w20.npz has single pictures, no films"},
		{frames, InspectOptions{Data: path}, "syndacate: DIR/syndacate3d_h20n2o1s0w20.npz has single pictures, no films"},
		{sheet, InspectOptions{Data: path, IID: true},
			"syndacate: DIR/syndacate3d_h20n2o1s0w20.npz has no test_iid_images: only files of shifted elements have"},
		{sheet, InspectOptions{Data: filepath.Join(dir, "mine.npz")},
			`syndacate: name "mine.npz" says no number of elements, such as n70000, so that nobody knows what is in it; ` +
				"give it the name that it had, or name the task"},
		{sheet, InspectOptions{Data: filepath.Join(dir, "syndacate3d_h20n3o1s0w20.npz")},
			`syndacate: npz: DIR/syndacate3d_h20n3o1s0w20.npz: no array "depth", there are images, object_poses, part_poses`},
		{sheet, InspectOptions{Data: filepath.Join(dir, "syndacate3d_h20n4o1s0w20.npz")},
			"syndacate: DIR/syndacate3d_h20n4o1s0w20.npz: object_poses is float32 (2, 1, 18), want float32 (2, rows, 22)"},
		{sheet, InspectOptions{Data: film, Task: "Words"},
			"syndacate: DIR/vindacate_words_aFdFh20n1o1s0t2u1w20.npz: object_poses is float32 (1, 2, 1, 18), want float32 " +
				"(1, 4, 18); task Words needs words_h100n70000o3s0u10w100.npz"},
		{sheet, InspectOptions{Data: path, Index: 2},
			"syndacate: elements 2 to 2 of DIR/syndacate3d_h20n2o1s0w20.npz, want some of 0 to 1"},
	} {
		err := c.do(c.o)
		if err == nil {
			t.Errorf("%+v: no error, want %s", c.o, c.want)
		} else if got := strings.NewReplacer(dir, "DIR", filepath.Dir(film), "DIR").Replace(err.Error()); got != c.want {
			t.Errorf("%+v: error is\n%s, want\n%s", c.o, got, c.want)
		}
	}

	long := inspected{count: 800, frames: 900, width: 20, height: 20}
	const want = "syndacate: 800 films of 900 frames of 20 x 20 pixels are too much for one animation, want at most 745"
	if err := long.checkAnimation(); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
	if long.count = 745; long.checkAnimation() != nil {
		t.Errorf("745 films: %v", long.checkAnimation())
	}
}
