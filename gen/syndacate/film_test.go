package syndacate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"image/gif"
	"math"
	"reflect"
	"slices"
	"testing"

	"mereo/gen/write/npz"
)

// films makes films of a stem.
func films(t *testing.T, stem string, first, n int, pictures bool) []npz.Array {
	t.Helper()
	s, err := openFilmSource(stem)
	if err != nil {
		t.Fatal(err)
	}
	arrays, err := elements(context.Background(), s, first, n, pictures)
	if err != nil {
		t.Fatal(err)
	}
	return arrays
}

// filmDigest is a hash of the bytes of arrays.
func filmDigest(t *testing.T, arrays []npz.Array) string {
	t.Helper()
	h := sha256.New()
	for _, a := range arrays {
		fmt.Fprint(h, a.Key, a.Shape)
		if err := binary.Write(h, binary.LittleEndian, a.Data); err != nil {
			t.Fatal(err)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// filmStems are stems of all kinds with the options behind them.
var filmStems = []struct {
	stem   string
	change func(*FilmOptions)
}{
	{"vindacate_aFdFfTh100o3s0t20u10w100", func(*FilmOptions) {}},
	{"vindacate_aTdTfFh64o1s7t5u4w80",
		func(o *FilmOptions) {
			*o = FilmOptions{false, 1, 5, 7, false, 80, 64, 4, true, true, false, "", false, false}
		}},
	{"vindacate_words_aFdTh100o3s0t20u10w100", func(o *FilmOptions) { o.Words, o.Flips, o.Drift = true, false, true }},
	{"vindacate_collide_cFfTgFh100o3s0t20u10w100", func(o *FilmOptions) { o.Collide = true }},
	{"vindacate_collide_elastic_cFfTgFh100o3s0t20u10w100", func(o *FilmOptions) { o.Collide, o.Variant = true, elasticVariant }},
	{"vindacate_collide_sticky_cFfTgTh100o3s0t20u10w100",
		func(o *FilmOptions) { o.Collide, o.Variant, o.Gravity = true, stickyVariant, true }},
	{"vindacate_collide_joint_cFfTgFh100o5s0t20u10w100",
		func(o *FilmOptions) { o.Collide, o.Variant, o.Objects = true, jointVariant, 5 }},
	{"vindacate_collide_magnet_cFfTgFh100o3s0t20u10w100", func(o *FilmOptions) { o.Collide, o.Variant = true, magnetVariant }},
	{"vindacate_collide_heavy_words_cTgTh100o2s4294967295t20u10w100", func(o *FilmOptions) {
		o.Collide, o.Variant, o.Words, o.Flips, o.Gravity, o.Removed = true, heavyVariant, true, false, true, true
		o.Objects, o.Seed = 2, math.MaxUint32
	}},
}

func TestFilmStems(t *testing.T) {
	for _, c := range filmStems {
		o := DefaultFilmOptions()
		c.change(&o)
		if got, err := FilmStem(o); err != nil || got != c.stem {
			t.Errorf("stem is %q (%v), want %q", got, err, c.stem)
		}
		if got, err := filmOptionsOf(c.stem); err != nil || got != o {
			t.Errorf("%s: options are %+v (%v), want %+v", c.stem, got, err, o)
		}
		name, err := nameWith(c.stem, 10000)
		if err != nil {
			t.Fatal(err)
		}
		if stem, n, err := stemOf(name); stem != c.stem || n != 10000 || err != nil {
			t.Errorf("%s: name %s is of %s with %d elements (%v)", c.stem, name, stem, n, err)
		}
	}
}

func TestFilmErrors(t *testing.T) {
	for _, c := range []struct{ stem, want string }{
		{"vindacate_aFdFfTh100o0s0t1u10w100", "film: number of objects is 0, want 1 to 9; number of frames is 1, want 2 to 1000"},
		{"vindacate_collide_cFfTgFh100o6s0t20u10w100", "film: number of objects is 6, want 1 to 5"},
		{"vindacate_collide_bouncy_cFfTgFh100o3s0t20u10w100", `film: variant is "bouncy", want one of elastic, sticky, heavy, magnet, joint`},
		{"vindacate_sticky_aFdFfTh100o3s0t20u10w100", "film: variants, gravity and removed objects are for films with collisions"},
		{"vindacate_collide_joint_cFfTgFh100o1s0t20u10w100", "film: joints are for two objects and more"},
		{"vindacate_words_collide_cFgFh100o2s0t20u10w100", `want "vindacate_collide_words_cFgFh100o2s0t20u10w100"`},
		{"vindacate_aFdFfTh100o3s00t20u10w100", `want s and a number without leading zeros after "vindacate_aFdFfTh100o3"`},
		{"vindacate_dFaFfTh100o3s0t20u10w100", `want the letter a after "vindacate_"`},
		{"vindacate", `want the letter a after "vindacate"`},
	} {
		want := fmt.Sprintf("syndacate: name %q: %s", c.stem, c.want)
		if _, err := openFilmSource(c.stem); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %q", c.stem, err, want)
		}
	}
	o := DefaultFilmOptions()
	o.Words, o.Collide, o.Drift = true, true, true
	want := "syndacate: film: words have no parts that could be flipped; rigid bodies neither drift in shape nor appear"
	if _, err := FilmStem(o); err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// Films of all kinds keep the rules, and rules find what breaks them.
func TestFilmsKeepTheirRules(t *testing.T) {
	for _, c := range filmStems {
		s, err := openFilmSource(c.stem)
		if err != nil {
			t.Fatal(err)
		}
		arrays, rules := films(t, c.stem, 3, 6, true), s.(ruled).rules
		for _, fault := range rules(3, arrays) {
			t.Errorf("%s: %s", c.stem, fault)
		}
		for _, a := range arrays {
			floats, ok := a.Data.([]float32)
			if !ok || a.Key != keyObjects && a.Key != keyParts {
				continue
			}
			// The first number of a row after the class.
			i := slices.IndexFunc(floats, func(v float32) bool { return v != 0 && v != 1 })
			if i += 4; a.Key == keyObjects {
				i += 2 // thickness, as that of lines
			}
			floats[i] += 0.5
			if faults := rules(3, arrays); len(faults) == 0 {
				t.Errorf("%s: a wrong number in %s is not found", c.stem, a.Key)
			}
			floats[i] -= 0.5
		}
		if faults := rules(3, arrays[1:]); len(faults) == 0 && arrays[0].Key != keyImages {
			t.Errorf("%s: a missing array is not found", c.stem)
		}
	}
}

// Films do not depend on where files are cut, nor on pictures.
func TestFilmsAreCutAnywhere(t *testing.T) {
	for _, c := range filmStems {
		whole := films(t, c.stem, 0, 5, true)
		for k, part := range [][]npz.Array{films(t, c.stem, 0, 2, true), films(t, c.stem, 2, 3, true)} {
			first := 2 * k
			for i, a := range part {
				w := reflect.ValueOf(whole[i].Data)
				size := w.Len() / 5
				if want := w.Slice(first*size, (first+a.Shape[0])*size); !reflect.DeepEqual(a.Data, want.Interface()) {
					t.Errorf("%s: %s of films from %d on differs when made alone", c.stem, a.Key, first)
				}
			}
		}
		if !reflect.DeepEqual(films(t, c.stem, 0, 5, false), whole[1:]) || whole[0].Key != keyImages {
			t.Errorf("%s: films differ without pictures", c.stem)
		}
	}
}

// The bytes of films without collisions are the same on every machine and for ever.
func TestFilmsAreFrozen(t *testing.T) {
	for _, c := range []struct{ stem, want string }{
		{"vindacate_aFdFfTh100o3s0t20u10w100", "ed4c18c4dc8b89e9"},
		{"vindacate_aTdTfTh100o3s0t20u10w100", "90b3d1c7873dc59c"},
		{"vindacate_words_aFdFh100o3s1t20u10w100", "3a771e299c5f4bd3"},
	} {
		if got := filmDigest(t, films(t, c.stem, 0, 3, true)); got != c.want {
			t.Errorf("%s: digest is %s, want %s", c.stem, got, c.want)
		}
	}
}

// A film begins as a still picture of the same objects, and rows stay what they are.
func TestFilmsBeginAsStillPictures(t *testing.T) {
	o := DefaultFilmOptions()
	stem, _ := FilmStem(o)
	arrays := films(t, stem, 0, 4, true)
	for i := range 4 {
		stream := sampler{config: o.config(), generator: *modeStream(o.Seed, filmRandom, i)}
		var e element
		stream.next(&e)
		size := o.Width * o.Height
		at := i * o.Frames * size
		if !bytes.Equal(arrays[0].Data.([]uint8)[at:at+size], drawElement(o.config(), &e)) {
			t.Errorf("film %d begins with another picture", i)
		}
		parts := make([]float32, 25*partWidth)
		e.putParts(o.config(), parts)
		at = i * o.Frames * len(parts)
		if !slices.Equal(arrays[1].Data.([]float32)[at:at+len(parts)], parts) {
			t.Errorf("film %d begins with other lines", i)
		}
	}
}

// Between walls at -b and b a coordinate is a triangle wave of its path.
func TestReflectionIsATriangleWave(t *testing.T) {
	for i, c := range []struct{ x, v, bound float64 }{{0.1, 0.7, 0.6}, {-0.5, -0.31, 0.5}, {0, 0.8, 0.8}, {0.55, 0.2, 0.6}} {
		x, v, hits := c.x, c.v, 0
		for step := 1; step <= 2000; step++ {
			x, v = reflected(x+v*filmStep, v, c.bound, func(int) { hits++ })
			path := c.x + c.bound + c.v*float64(step)*filmStep // from the lower wall
			lap := math.Mod(math.Mod(path, 4*c.bound)+4*c.bound, 4*c.bound)
			want := 2*c.bound - math.Abs(lap-2*c.bound) - c.bound
			if math.Abs(x-want) > 1e-9 {
				t.Fatalf("case %d, step %d: x is %v, want %v", i, step, x, want)
			}
			if turns := int(math.Abs(math.Floor(path / (2 * c.bound)))); hits != turns && math.Abs(math.Abs(x)-c.bound) > 1e-9 {
				t.Fatalf("case %d, step %d: %d walls met, want %d", i, step, hits, turns)
			}
		}
	}
}

// Events of films are what rows and velocities show.
func TestFilmEventsAreSeen(t *testing.T) {
	stem := "vindacate_aTdFfTh100o3s0t20u10w100"
	arrays := films(t, stem, 0, 300, false)
	o, err := filmOptionsOf(stem)
	if err != nil {
		t.Fatal(err)
	}
	r, wrong := filmRowsOf(o, arrays)
	if r == nil {
		t.Fatal(wrong)
	}
	kinds := map[filmEventKind]int{}
	for film := range r.n {
		type key struct {
			frame, row int
			kind       filmEventKind
		}
		told := map[key]int{}
		for k := range filmEvents {
			if frame, kind, a, b := r.event(film, k); frame >= 0 {
				kinds[kind]++
				told[key{frame, a, kind}] |= 1 << (b + 1)
				// They may have touched between two frames alone: in half the time strokes come apart by (0.8+0.5) units per second
				// of each object.
				if kind == contactEvent && min(r.gap(film, frame-1, a, b), r.gap(film, frame, a, b)) > 0.13 {
					t.Errorf("film %d, frame %d: rows %d and %d do not touch", film, frame, a, b)
				}
			}
		}
		for frame := 1; frame < o.Frames; frame++ {
			for row := range r.config.objectRows() {
				_, _, was := r.pose(film, frame-1, row)
				_, _, is := r.pose(film, frame, row)
				if (told[key{frame, row, enterEvent}] != 0) != (is && !was) || (told[key{frame, row, leaveEvent}] != 0) != (was && !is) {
					t.Errorf("film %d, frame %d, row %d: %v after %v is told as enter %v, leave %v", film, frame, row, is, was,
						told[key{frame, row, enterEvent}], told[key{frame, row, leaveEvent}])
				}
				u, v, walls := r.velocity(film, frame-1, row), r.velocity(film, frame, row), told[key{frame, row, wallEvent}]
				if was && is && ((u[0] != v[0]) != (walls&6 != 0) || (u[1] != v[1]) != (walls&24 != 0)) {
					t.Errorf("film %d, frame %d, row %d: velocity %v after %v with walls %b", film, frame, row, v, u, walls)
				}
				for a := range row {
					if was && is && r.touch(film, frame, a, row) && !r.touch(film, frame-1, a, row) {
						if _, _, there := r.pose(film, frame-1, a); there && told[key{frame, a, contactEvent}]&(1<<(row+1)) == 0 {
							t.Errorf("film %d, frame %d: rows %d and %d touch untold", film, frame, a, row)
						}
					}
				}
			}
		}
	}
	for kind := wallEvent; kind <= leaveEvent; kind++ {
		if kinds[kind] < 20 {
			t.Errorf("%d events of kind %d, want more", kinds[kind], kind)
		}
	}
}

// gap is the distance of the strokes of two rows.
func (r *filmRows) gap(film, frame, a, b int) float64 {
	la, ra := r.strokesOf(film, frame, a)
	lb, rb := r.strokesOf(film, frame, b)
	return -strokeDepth(la, lb, ra+rb)
}

func (r *filmRows) touch(film, frame, a, b int) bool {
	return frame < r.options.Frames && r.gap(film, frame, a, b) < -1e-6
}

// Speeds, turns, numbers of objects and chances are as promised, each within four standard deviations.
func TestFilmStatistics(t *testing.T) {
	o := DefaultFilmOptions()
	o.Appear, o.Drift = true, true
	const n = 4000
	var objects, enters, leaves float64
	var speed, omega, right, period, rises float64
	for i := range n {
		stream := sampler{config: o.config(), generator: *modeStream(o.Seed, filmRandom, i)}
		var e element
		stream.next(&e)
		for _, m := range drawMotions(&stream.generator, o, e.poses) {
			objects++
			v := math.Hypot(m.vx, m.vy)
			if v < 0.2-1e-12 || v > 0.8 || math.Abs(m.omega) > 1 {
				t.Fatalf("film %d: speed %v, turn %v", i, v, m.omega)
			}
			speed, omega, right = speed+v, omega+m.omega, right+m.vx/v
			if m.enters > 0 {
				enters++
			}
			if m.leaves < o.Frames {
				leaves++
			}
			period += m.swings[0].period
			if m.swings[2].amplitude > 0 {
				rises++
			}
			if got := math.Abs(m.swings[0].amplitude); math.Abs(got-0.06) > 1e-12 { // a fifth of 0.5-0.2
				t.Fatalf("film %d: the scale swings by %v", i, got)
			}
		}
	}
	if math.Abs(objects-2*n) > 4*math.Sqrt(2./3*n) {
		t.Errorf("%v objects in %d films, want %d", objects, n, 2*n)
	}
	for _, c := range []struct {
		name            string
		got, want, each float64 // sum, mean, and the standard deviation of one
	}{
		{"speed", speed, 0.5, 0.6 / math.Sqrt(12)},
		{"turn", omega, 0, 2 / math.Sqrt(12)},
		{"direction", right, 0, math.Sqrt(0.5)},
		{"period", period, 2.5, 3 / math.Sqrt(12)},
		{"rising", rises, 0.5, 0.5},
		{"entering", enters, 0.1, 0.3},
		{"leaving", leaves, 0.1, 0.3},
	} {
		if math.Abs(c.got-c.want*objects) > 4*c.each*math.Sqrt(objects) {
			t.Errorf("%s: mean is %v, want %v", c.name, c.got/objects, c.want)
		}
	}
}

func TestWriteFilm(t *testing.T) {
	stem := "vindacate_aFdFfTh40o3s0t4u3w50"
	images := films(t, stem, 0, 7, true)[0]
	var b bytes.Buffer
	pix := images.Data.([]uint8)
	if err := animate(&b, pix[4*40*50:], 4, 40, 50); err != nil {
		t.Fatal(err)
	}
	movie, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(movie.Image) != 4 || movie.Delay[3] != 10 || movie.LoopCount != 0 {
		t.Fatalf("%d frames, delay %v, loops %d; want 4, 0.1 s, for ever", len(movie.Image), movie.Delay, movie.LoopCount)
	}
	for frame, picture := range movie.Image {
		for film := 1; film < 7; film++ {
			left, top := 2+(film-1)%5*52, 2+(film-1)/5*42
			for y := range 40 {
				for x := range 50 {
					r, _, _, _ := picture.At(left+x, top+y).RGBA()
					if got, want := uint8(r>>8), pix[((film*4+frame)*40+y)*50+x]; got != want {
						t.Fatalf("film %d, frame %d: grey at (%d, %d) is %d, want %d", film, frame, x, y, got, want)
					}
				}
			}
		}
	}
}
