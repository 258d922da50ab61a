package syndacate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/assets/glyph"
	"mereo/engine/canvas"
	"mereo/gen/write/npz"
	"mereo/scenes/numpyrng"
)

const (
	noiseChar    = "syndacate_aFfTh100o1p4rTs1u10w100"  // ImToParts
	noiseAligned = "syndacate_aTfTh100o3p12rTs3u10w100" // PartsToChars
	noiseWords   = "words_h100o3s0u10w100"
)

// openNoise opens noise on a stem of any kind.
func openNoise(t testing.TB, stem, kind, level string, testElements int) *noiseSource {
	t.Helper()
	out, err := NoiseStem(stem, kind, level, testElements)
	if err != nil {
		t.Fatal(err)
	}
	baseStem, noise, _ := cutNoise(out)
	open := openSource
	if strings.HasPrefix(stem, shiftPrefix) {
		open = func(stem string) (source, error) { return parseShiftStem(stem) }
	}
	base, err := open(baseStem)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newNoiseSource(base, baseStem, noise)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func noiseElements(t testing.TB, s source, first, n int, pictures bool) []npz.Array {
	t.Helper()
	arrays, err := elements(context.Background(), s, first, n, pictures)
	if err != nil {
		t.Fatal(err)
	}
	return arrays
}

// withKey is the array with a key.
func withKey(t testing.TB, arrays []npz.Array, key string) npz.Array {
	t.Helper()
	i := slices.IndexFunc(arrays, func(a npz.Array) bool { return a.Key == key })
	if i < 0 {
		t.Fatalf("no array %s", key)
	}
	return arrays[i]
}

func TestNoiseStem(t *testing.T) {
	for _, c := range []struct {
		stem, kind, level string
		testElements      int
		want              string
	}{
		{noiseChar, "gaussian", "mid", 0, noiseChar + "_noise-gaussian-mid"},
		{noiseChar, "gaussian", "16", 0, noiseChar + "_noise-gaussian-mid"},
		{noiseChar, "dropout", "5%", 200, noiseChar + "_noise-dropout-low"},
		{noiseChar, "dropout", "0.20", 0, noiseChar + "_noise-dropout-high"},
		{noiseChar, "label", "low", 0, noiseChar + "_noise-label-low"},
		{noiseChar, "label", "low", 10000, noiseChar + "_noise-label-low"},
		{noiseChar, "label", "low", 200, noiseChar + "_noise-label-low-t200"},
		{"syndacateood_scale_aFfTh100o1p4rTs1t200u10w100", "label", "low", 200,
			"syndacateood_scale_aFfTh100o1p4rTs1t200u10w100_noise-label-low"},
	} {
		got, err := NoiseStem(c.stem, c.kind, c.level, c.testElements)
		if err != nil || got != c.want {
			t.Errorf("NoiseStem(%q, %q, %q, %d) = %q, %v, want %q", c.stem, c.kind, c.level, c.testElements, got, err, c.want)
			continue
		}
		name, err := nameWith(got, 400)
		if err != nil {
			t.Fatal(err)
		}
		if stem, n, err := stemOf(name); stem != got || n != 400 || err != nil {
			t.Errorf("stemOf(%q) = %q, %d, %v", name, stem, n, err)
		}
		s := openNoise(t, c.stem, c.kind, c.level, c.testElements)
		if again := s.baseStem + noiseMark + s.kind.name + "-" + noiseLevels[s.level]; !strings.HasPrefix(got, again) {
			t.Errorf("%q is read as %q", got, again)
		}
		want := fullTestElements
		if strings.Contains(got, "t200") {
			want = smallTestElements
		}
		if s.testElements != want {
			t.Errorf("%q: training begins at %d, want %d", got, s.testElements, want)
		}
	}
}

func TestNoiseErrors(t *testing.T) {
	kinds := "gaussian, saltpepper, blur, speckle, background, clutter, pose, dropout, spurious, label"
	for _, c := range []struct{ kind, level, want string }{
		{"hiss", "low", `syndacate: noise is "hiss", want one of ` + kinds},
		{"blur", "3", `syndacate: level of noise blur is "3", want low (0.5), mid (1) or high (2)`},
	} {
		if _, err := NoiseStem(noiseChar, c.kind, c.level, 0); err == nil || err.Error() != c.want {
			t.Errorf("NoiseStem(%q, %q): %v, want %s", c.kind, c.level, err, c.want)
		}
	}
	for _, c := range []struct{ stem, want string }{
		{noiseChar, `syndacate: stem "` + noiseChar + `": want STEM_noise-KIND-LEVEL`},
		{noiseChar + "_noise-hiss-low", `syndacate: noise is "hiss", want one of ` + kinds},
		{noiseChar + "_noise-blur-2", `syndacate: noise "blur-2": level is "2", want low, mid, high`},
		{noiseChar + "_noise-blur-low-t200", `syndacate: noise "blur-low-t200": level is "low-t200", want low, mid, high`},
		{noiseChar + "_noise-blur-low_noise-blur-low",
			`syndacate: stem "` + noiseChar + `_noise-blur-low_noise-blur-low" has noise twice, want one kind`},
		{noiseWords + "_noise-pose-low", "syndacate: noise of kind pose needs rows of lines, which " + noiseWords + " has not"},
		{"squares_h100o1s0u10w100_noise-label-low",
			"syndacate: noise of kind label needs rows of objects with classes, which squares_h100o1s0u10w100 has not"},
		{"squares_h100o1s0u10w100_noise-clutter-low",
			"syndacate: noise of kind clutter needs pictures that are made of lines, which squares_h100o1s0u10w100 has not"},
		{"words_h100o3s4294967296u10w100_noise-blur-low", "syndacate: seed is 4294967296 with noise, want less than 2^32"},
	} {
		if _, err := openNoiseSource(c.stem); err == nil || err.Error() != c.want {
			t.Errorf("openNoiseSource(%q): %v, want %s", c.stem, err, c.want)
		}
	}
}

// Every kind at every level on files of several kinds: rules hold, clean arrays are those of the other source in every byte,
// the same elements come whatever the cuts and with or without pictures, and their hash is that of every machine.
func TestNoiseElements(t *testing.T) {
	h := sha256.New()
	for _, stem := range []string{noiseChar, noiseAligned, noiseWords, "syndacateood_count_aFfFh100o3p12rTs1t200u10w100"} {
		for _, kind := range NoiseKinds() {
			if stem == noiseWords && (kind == "pose" || kind == "spurious") {
				continue
			}
			s := openNoise(t, stem, kind, "high", 200)
			if kind == "pose" {
				s.presetDeviations(t)
			}
			whole := noiseElements(t, s, 195, 10, true)
			if faults := s.rules(195, whole); len(faults) > 0 {
				t.Errorf("%s, %s: %q", stem, kind, faults)
			}
			base := noiseElements(t, s.base, 195, 10, true)
			for _, a := range base {
				now := withKey(t, whole, a.Key)
				changed := !reflect.DeepEqual(now.Data, a.Data)
				if s.keepsClean(strings.TrimPrefix(a.Key, testPrefix)) {
					now = withKey(t, whole, a.Key+cleanSuffix)
				}
				if !reflect.DeepEqual(now.Data, a.Data) || !slices.Equal(now.Shape, a.Shape) {
					t.Errorf("%s, %s: %s is not that of the other file", stem, kind, now.Key)
				}
				key := strings.TrimPrefix(a.Key, testPrefix)
				mayStay := kind == "label" || kind == "dropout" // few elements
				want := s.changes(key)
				if changed != want && !(want && mayStay) {
					t.Errorf("%s, %s: %s changed: %t, want %t", stem, kind, a.Key, changed, want)
				}
			}
			bare := noiseElements(t, s, 195, 10, false)
			if len(bare) == len(whole) {
				t.Errorf("%s, %s: pictures are not left out", stem, kind)
			}
			for _, a := range bare {
				if !reflect.DeepEqual(a, withKey(t, whole, a.Key)) {
					t.Errorf("%s, %s: without pictures %s is another", stem, kind, a.Key)
				}
			}
			one := noiseElements(t, s, 199, 1, true)
			for i, a := range one {
				size := reflect.ValueOf(a.Data).Len() / a.Shape[0]
				part := reflect.ValueOf(whole[i].Data).Slice(4*size, 5*size).Interface()
				if whole[i].Key != a.Key || !reflect.DeepEqual(part, a.Data) {
					t.Errorf("%s, %s: %s of element 199 depends on where a shard begins", stem, kind, a.Key)
				}
			}
			for _, a := range whole {
				fmt.Fprint(h, a.Key, a.Shape, a.Data)
			}
		}
	}
	if got, want := hex.EncodeToString(h.Sum(nil))[:16], "222ed339819f6343"; got != want {
		t.Errorf("hash of noisy elements is %s, want %s", got, want)
	}
}

// presetDeviations takes those of the published ImToParts for all files, to save time.
func (s *noiseSource) presetDeviations(t *testing.T) {
	t.Helper()
	noiseDeviations.Lock()
	defer noiseDeviations.Unlock()
	if noiseDeviations.of == nil {
		noiseDeviations.of = map[string][]float64{}
	}
	noiseDeviations.of[s.baseStem] = []float64{0.339426, 0.362551, 0.339426, 0.362551, 1.424636, 0.377055}
	t.Cleanup(func() {
		noiseDeviations.Lock()
		defer noiseDeviations.Unlock()
		delete(noiseDeviations.of, s.baseStem)
	})
}

// The published deviations (1/w) of the lines of ImToParts.
func TestNoiseDeviations(t *testing.T) {
	s := openNoise(t, noiseChar, "pose", "low", 0)
	got, err := s.deviations(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{0.339426, 0.362551, 0.339426, 0.362551, 1.424636, 0.377055} {
		if math.Abs(got[k]-want) > 1e-6 {
			t.Errorf("column %d: deviation %.7f, want %.6f", k, got[k], want)
		}
	}
}

// Moments of the normal numbers, within five deviations of their means over a million.
func TestNormals(t *testing.T) {
	n := normals{generator: numpyrng.New(1)}
	const count = 1_000_000
	var sums [5]float64
	beyond := 0
	for range count {
		v := n.next()
		for k, p := 1, v; k < len(sums); k, p = k+1, p*v {
			sums[k] += p
		}
		if math.Abs(v) > 1.959963985 {
			beyond++
		}
	}
	for k, c := range [...]struct{ want, deviation float64 }{
		1: {0, 1}, 2: {1, math.Sqrt(2)}, 3: {0, math.Sqrt(15)}, 4: {3, math.Sqrt(96)},
	} {
		if got := sums[k] / count; k > 0 && math.Abs(got-c.want) > 5*c.deviation/1000 {
			t.Errorf("mean of powers %d is %.5f, want %g", k, got, c.want)
		}
	}
	if share := float64(beyond) / count; math.Abs(share-0.05) > 5*0.000218 {
		t.Errorf("%.5f are beyond 1.96, want 0.05", share)
	}
}

// What each kind does to pictures, where it is known.
func TestNoisePictures(t *testing.T) {
	flat := func(v uint8) noisyElement {
		e := noisyElement{images: make([]uint8, 10_000), width: 100, height: 100}
		for i := range e.images {
			e.images[i] = v
		}
		return e
	}
	moments := func(e noisyElement) (mean, deviation float64) {
		var sum, squares float64
		for _, v := range e.images {
			sum, squares = sum+float64(v), squares+float64(v)*float64(v)
		}
		mean = sum / 10_000
		return mean, math.Sqrt(squares/10_000 - mean*mean)
	}
	check := func(name string, got, want, tolerance float64) {
		t.Helper()
		if math.Abs(got-want) > tolerance {
			t.Errorf("%s is %.4f, want %.4f within %.4f", name, got, want, tolerance)
		}
	}
	g := numpyrng.New(3)

	e := flat(128)
	addGaussian(&noiseSource{amount: 16}, g, &e, nil)
	mean, deviation := moments(e)
	check("gaussian: mean", mean, 128, 5*16./100)
	check("gaussian: deviation", deviation, math.Sqrt(16*16+1./12), 5*16/math.Sqrt(20_000))

	e = flat(128)
	addSpeckle(&noiseSource{amount: 0.1}, g, &e, nil)
	mean, deviation = moments(e)
	check("speckle: mean", mean, 128, 5*12.8/100)
	check("speckle: deviation", deviation, math.Sqrt(12.8*12.8+1./12), 5*12.8/math.Sqrt(20_000))

	e = flat(128)
	addSaltAndPepper(&noiseSource{amount: 0.1}, g, &e, nil)
	counts := map[uint8]int{}
	for _, v := range e.images {
		counts[v]++
	}
	check("saltpepper: black", float64(counts[0]), 500, 5*math.Sqrt(475))
	check("saltpepper: white", float64(counts[255]), 500, 5*math.Sqrt(475))
	check("saltpepper: others", float64(counts[128]), float64(10_000-counts[0]-counts[255]), 0)

	// A white point becomes the product of two Gaussians that are sampled, cut at 3 pixels and normalized.
	e = flat(0)
	e.images[50*100+50] = 255
	blur(&noiseSource{amount: 1}, g, &e, nil)
	total := 0.0
	for d := -3.; d <= 3; d++ {
		total += math.Exp(-d * d / 2)
	}
	for _, at := range [][2]int{{0, 0}, {1, 0}, {0, 2}, {2, 1}, {4, 0}} {
		want := math.Floor(255*math.Exp(-float64(at[0]*at[0]+at[1]*at[1])/2)/(total*total) + 0.5)
		if at[0] > 3 {
			want = 0
		}
		check(fmt.Sprintf("blur at %d", at), float64(e.images[(50+at[1])*100+50+at[0]]), want, 0)
	}
	e = flat(77)
	blur(&noiseSource{amount: 2}, g, &e, nil)
	if mean, deviation = moments(e); mean != 77 || deviation != 0 {
		t.Errorf("blur of a flat picture has mean %g and deviation %g, want 77 and 0", mean, deviation)
	}
}

// Backgrounds have gray values up to the contrast, are smooth, and lie behind strokes.
func TestNoiseBackground(t *testing.T) {
	s := openNoise(t, noiseChar, "background", "high", 0)
	arrays := noiseElements(t, s, 0, 20, true)
	noisy, clean := withKey(t, arrays, keyImages).Data.([]uint8), withKey(t, arrays, keyImages+cleanSuffix).Data.([]uint8)
	brightest, sum, n := uint8(0), 0.0, 0.0
	for i := range 20 {
		for y := range 100 {
			for x := range 100 {
				at := (i*100+y)*100 + x
				near := false // a stroke within the reach of the reduction's filter
				for v := max(y-4, 0); v <= min(y+4, 99); v++ {
					for u := max(x-4, 0); u <= min(x+4, 99); u++ {
						near = near || clean[(i*100+v)*100+u] > 0
					}
				}
				if near {
					continue
				}
				v := noisy[at]
				brightest = max(brightest, v)
				sum, n = sum+float64(v), n+1
				if x > 0 && max(v, noisy[at-1])-min(v, noisy[at-1]) > 64/14+20 {
					t.Fatalf("element %d: from pixel %d to %d in row %d grey goes from %d to %d", i, x-1, x, y, noisy[at-1], v)
				}
			}
		}
		// The middle of a stroke that is wide enough stays as it is.
		for at, v := range clean[i*10_000 : (i+1)*10_000] {
			if now := noisy[i*10_000+at]; v == 255 && now < 250 {
				t.Errorf("element %d: pixel %d of a stroke is %d", i, at, now)
			}
		}
	}
	if mean := sum / n; brightest > 64 || brightest < 55 || math.Abs(mean-32) > 2 {
		t.Errorf("background is up to %d and %.2f in the mean, want 64 and 32", brightest, mean)
	}
}

// Painting over a picture is painting over its enlargement, pixel by pixel; over a black one it is drawLines.
func TestDrawLinesOn(t *testing.T) {
	g := numpyrng.New(5)
	for i := range 20 {
		const width, height, upsample = 40, 30, 10
		var lines []glyph.Line
		for range i {
			lines = append(lines, randomLine(g))
		}
		got := make([]uint8, width*height)
		if drawLinesOn(got, lines, width, height, upsample); !slices.Equal(got, drawLines(lines, width, height, upsample)) {
			t.Errorf("%d lines on black are not those of drawLines", i)
		}
		whole := canvas.NewGray(width*upsample, height*upsample)
		for k := range got {
			got[k] = uint8(g.Integers(0, 256))
			for y := range upsample {
				for x := range upsample {
					whole.Pix[(k/width*upsample+y)*whole.Width+k%width*upsample+x] = got[k]
				}
			}
		}
		for _, l := range lines {
			at := imageCoordinates(l, width*upsample, height*upsample)
			whole.Line(canvasPoint(at[0], at[1]), canvasPoint(at[2], at[3]), canvasWidth(l.Thickness, upsample), canvasInk(l.Brightness))
		}
		if drawLinesOn(got, lines, width, height, upsample); !slices.Equal(got, whole.Reduce(width, height).Pix) {
			t.Errorf("%d lines on noise are not those of a whole canvas", i)
		}
	}
}

// Lines that are kept while pictures are painted are those of the pictures of the file.
func TestDrawings(t *testing.T) {
	for _, stem := range []string{noiseChar, noiseAligned, noiseWords, "syndacateood_part-drop_aFfTh100o1p4rTs1t200u10w100"} {
		s := openNoise(t, stem, "clutter", "low", 0).base
		made := newTable(s.columns(), 190, 20)
		made.lines = map[string][][]glyph.Line{}
		if err := s.fill(t.Context(), made, 190); err != nil {
			t.Fatal(err)
		}
		for _, a := range made.arrays {
			if !strings.HasSuffix(a.Key, keyImages) {
				continue
			}
			if len(made.lines[a.Key]) != a.Shape[0] {
				t.Fatalf("%s: %d drawings of %s, want %d", stem, len(made.lines[a.Key]), a.Key, a.Shape[0])
			}
			for i, lines := range made.lines[a.Key] {
				if !slices.Equal(drawLines(lines, 100, 100, 10), a.Data.([]uint8)[i*10_000:][:10_000]) {
					t.Errorf("%s: row %d of %s is not what its drawing gives", stem, i, a.Key)
				}
			}
		}
	}
}

// Shares of lines and labels over many elements, within five deviations. One of every object's lines stays.
func TestNoiseShares(t *testing.T) {
	s := openNoise(t, noiseChar, "dropout", "high", 0)
	arrays := noiseElements(t, s, 0, 4000, false)
	lines := func(key string) (counts []int) {
		for _, element := range rowsOfWidth(withKey(t, arrays, key).Data.([]float32), 9*partWidth) {
			n := 0
			for _, row := range rowsOfWidth(element, partWidth) {
				if !zeroRow(row) {
					n++
				}
			}
			counts = append(counts, n/2)
		}
		return counts
	}
	kept, all := lines(keyParts), lines(keyParts+cleanSuffix)
	var want, got, variance float64
	for i, n := range all {
		// All n lines are struck with chance p^n, and then one stays.
		p := 0.2
		none := math.Pow(p, float64(n))
		want += float64(n)*(1-p) + none
		variance += float64(n) * p * (1 - p)
		got += float64(kept[i])
		if kept[i] < 1 {
			t.Errorf("element %d has %d of %d lines", i, kept[i], n)
		}
	}
	if math.Abs(got-want) > 5*math.Sqrt(variance) {
		t.Errorf("%g lines are kept, want %.0f within %.0f", got, want, 5*math.Sqrt(variance))
	}

	s = openNoise(t, noiseChar, "label", "high", 200)
	arrays = noiseElements(t, s, 200, 4000, false)
	var table [10][10]int
	clean := rowsOfWidth(withKey(t, arrays, keyObjects+cleanSuffix).Data.([]float32), objectWidth)
	for i, row := range rowsOfWidth(withKey(t, arrays, keyObjects).Data.([]float32), objectWidth) {
		now, _ := objectOfRow(row)
		was, _ := objectOfRow(clean[i])
		table[was][now]++
	}
	changed, chi := 0, 0.0
	for was := range table {
		for now, n := range table[was] {
			if was != now {
				changed += n
				chi += (float64(n) - 4000*0.2/90) * (float64(n) - 4000*0.2/90) / (4000 * 0.2 / 90)
			}
		}
	}
	if math.Abs(float64(changed)-800) > 5*math.Sqrt(640) {
		t.Errorf("%d of 4000 labels are others, want 800", changed)
	}
	if chi > 90+5*math.Sqrt(180) {
		t.Errorf("chi-squared of pairs of labels is %.1f, want about 90", chi)
	}
}

// False lines are within their ranges.
func TestRandomLine(t *testing.T) {
	g := numpyrng.New(1)
	short, long := math.Inf(1), 0.0
	for range 20_000 {
		l := randomLine(g)
		length := math.Hypot(l.X2-l.X1, l.Y2-l.Y1)
		short, long = min(short, length), max(long, length)
		if !(l.Thickness >= 1 && l.Thickness < 4 && l.Brightness >= 0.3 && l.Brightness < 0.9) || max(l.X1, l.X2, l.Y1, l.Y2) >= 1 {
			t.Fatalf("line is %+v", l)
		}
	}
	if short < 0.1 || short > 0.101 || long > 0.4 || long < 0.399 {
		t.Errorf("lengths are from %.4f to %.4f, want 0.1 to 0.4", short, long)
	}
}

// What breaks a promise of the noise is found.
func TestNoiseRules(t *testing.T) {
	for _, c := range []struct {
		stem, kind string
		first      int
		spoil      func(arrays []npz.Array)
		want       string
	}{
		{noiseChar, "blur", 0, func(a []npz.Array) { a[0].Data.([]uint8)[5]++ }, "its picture is not the blurred one"},
		{noiseChar, "speckle", 0, func(a []npz.Array) { a[0].Data.([]uint8)[0] = 1 }, "pixel 0 is 1, want 0"},
		{noiseChar, "saltpepper", 0, func(a []npz.Array) {
			for i := range a[0].Data.([]uint8) {
				a[0].Data.([]uint8)[i] = 255
			}
		}, "struck a share"},
		{noiseAligned, "dropout", 0, func(a []npz.Array) { clear(a[1].Data.([]float32)) }, "has no lines"},
		{noiseAligned, "dropout", 0, func(a []npz.Array) {
			for _, row := range rowsOfWidth(a[1].Data.([]float32), partWidth) {
				if !zeroRow(row) {
					clear(row)
					return
				}
			}
		}, "is left out, its flipped copy is not"},
		{noiseAligned, "spurious", 0, func(a []npz.Array) { clear(a[1].Data.([]float32)) },
			"of part_poses_clean is not in part_poses"},
		{noiseAligned, "label", 0, func(a []npz.Array) { a[2].Data.([]float32)[0], a[2].Data.([]float32)[1] = 1, 1 },
			"changed: true, test: true"},
		{noiseAligned, "gaussian", 0, func(a []npz.Array) { a[1].Data.([]float32)[0]++ }, "part_poses have changed"},
		{noiseAligned, "gaussian", 0, func(a []npz.Array) { a[4].Key = "other" }, "part_poses_clean is not there"},
	} {
		s := openNoise(t, c.stem, c.kind, "high", 0)
		arrays := noiseElements(t, s, c.first, 20, true)
		if faults := s.rules(c.first, arrays); len(faults) > 0 {
			t.Errorf("%s: %q", c.kind, faults)
		}
		for i := range arrays { // files have no arrays that share memory
			if data, ok := arrays[i].Data.([]float32); ok {
				arrays[i].Data = slices.Clone(data)
			}
		}
		c.spoil(arrays)
		if faults := strings.Join(s.rules(c.first, arrays), "; "); !strings.Contains(faults, c.want) {
			t.Errorf("%s spoilt: %q, want %q", c.kind, faults, c.want)
		}
	}
}

// Two lines of an object: copies are one stroke.
func TestSameStroke(t *testing.T) {
	a := glyph.Line{X1: 1, Y1: 2, X2: 3, Y2: 4, Thickness: 5, Brightness: 6}
	b := []glyph.Line{a}
	glyph.Flip(b)
	if c := a; !sameStroke(a, a) || !sameStroke(a, b[0]) {
		t.Error("a line is not its flipped copy")
	} else if c.X1++; sameStroke(a, c) || sameStroke(b[0], c) {
		t.Error("different lines are the same stroke")
	}
}

func BenchmarkNoise(b *testing.B) {
	for _, kind := range NoiseKinds() {
		s := openNoise(b, noiseChar, kind, "high", 0)
		noiseElements(b, s, 0, 1, true)
		b.Run(kind, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				noiseElements(b, s, i%1000*10, 10, true)
			}
		})
	}
}
