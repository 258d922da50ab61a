package syndacate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write/npz"
)

// shownStem is a reader of the first elements of a stem, in a shard.
func shownStem(t testing.TB, stem string, n int, pictures bool) (show.Reader, map[string]npz.Array) {
	t.Helper()
	src, err := openSource(stem)
	if err != nil {
		t.Fatal(err)
	}
	list, err := elements(t.Context(), src, 0, n, pictures)
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Split: stem, Pictures: pictures, Count: 400}
	if _, err := npz.Write(job.Root, shardPath(stem, 0), list); err != nil {
		t.Fatal(err)
	}
	r, err := Set{}.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	arrays := map[string]npz.Array{}
	for _, a := range list {
		arrays[a.Key] = a
	}
	return r, arrays
}

// shownStems are stems of all kinds of files, and the kind of their objects.
func shownStems(t testing.TB) map[string]string {
	t.Helper()
	film := DefaultFilmOptions()
	film.Frames = 5
	filmStem, err := FilmStem(film)
	if err != nil {
		t.Fatal(err)
	}
	film.Collide = true
	collideStem, err := FilmStem(film)
	if err != nil {
		t.Fatal(err)
	}
	solid, err := SolidStem(DefaultSolidOptions())
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"syndacate_aFfTh80o3p12rTs3u10w120":                        "character",
		"syndacate_aTfTh100o3p12rTs3u10w100":                       "character",
		"words_h100o3s0u10w100":                                    "word",
		"squares_h100o5s0u10w100":                                  "square",
		"syndacateplus_pictograms_aFfTh100o2p14rTs0u10w100":        "object",
		"syndacateood_words-compose_h100o3s0t200u10w100":           "word",
		"syndacate_aFfTh100o3p12rTs3u10w100_noise-spurious-high":   "character",
		"syndacate_aFfTh100o3p12rTs3u10w100_noise-label-high-t200": "character",
		filmStem: "character", filmStem + "_noise-gaussian-mid": "character", collideStem: "character", solid: "character",
	}
}

// What is read and what is made again tell the same and have the same pictures, those of the file.
func TestShownElementsAgreeWithTheirFiles(t *testing.T) {
	for stem, kind := range shownStems(t) {
		const n = 4
		r, arrays := shownStem(t, stem, n, true)
		images := arrays[keyImages]
		for index := range n {
			s, err := r.Sample(index)
			if err != nil {
				t.Fatalf("%s: %v", stem, err)
			}
			m, err := r.Make(t.Context(), index)
			if err != nil {
				t.Fatalf("%s: %v", stem, err)
			}
			p := s.Page()
			if !reflect.DeepEqual(p, m.Page()) {
				a, _ := json.Marshal(p)
				b, _ := json.Marshal(m.Page())
				t.Errorf("%s/%d: pages differ:\n%.1500s\n%.1500s", stem, index, a, b)
			}
			var pixels []uint8
			for k := range p.Pictures {
				rgb := s.Drawing(k)
				if !slices.Equal(rgb, m.Drawing(k)) || len(rgb) != 3*p.Pictures[k].Width*p.Pictures[k].Height {
					t.Errorf("%s/%d: picture %d differs", stem, index, k)
				}
				for at := 0; at < len(rgb); at += 3 {
					pixels = append(pixels, rgb[at])
				}
			}
			size := product(images.Shape[1:])
			if want := images.Data.([]uint8)[index*size : (index+1)*size]; !slices.Equal(pixels[:size], want) {
				t.Errorf("%s/%d: the first pictures are not those of the file", stem, index)
			}
			shownEntities(t, stem, p, kind)
			if strings.HasPrefix(stem, "vindacate") {
				wantFilms(t, stem, p.Pictures, images.Shape[1])
			}
			facets, err := r.Facets(index)
			if err != nil || !slices.Equal(facets["objects"], []string{strconv.Itoa(len(objectsOf(p)))}) {
				t.Errorf("%s/%d: facets are %v, %v, want %d objects", stem, index, facets, err, len(objectsOf(p)))
			}
			for _, e := range objectsOf(p) {
				if name, _, _ := strings.Cut(e.Name, " ("); kind != "square" && !slices.Contains(facets["category"], name) {
					t.Errorf("%s/%d: %s is not among %v", stem, index, name, facets)
				}
			}
			if l, err := r.Labels(index, 0); err != nil || (l != nil) != (arrays[keyDepth].Data != nil) || !reflect.DeepEqual(l, m.Labels(0)) {
				t.Errorf("%s/%d: labels are %v, %v", stem, index, l, err)
			}
		}
	}
}

// wantFilms checks that pictures are the frames of a film, 0.1 s apart, and then those of the same film without noise if it has any.
func wantFilms(t *testing.T, stem string, pictures []show.Picture, frames int) {
	t.Helper()
	for k, got := range pictures {
		suffix := ""
		if k >= frames {
			suffix = ", without noise"
		}
		want := show.Picture{
			Name: fmt.Sprintf("frame %d%s", k%frames, suffix), Width: got.Width, Height: got.Height, Film: "film" + suffix,
			Time: float64(k%frames) * 0.1,
		}
		if got != want {
			t.Errorf("%s: picture %d is %+v, want %+v", stem, k, got, want)
		}
	}
	if want := frames * (1 + strings.Count(stem, "_noise-")); len(pictures) != want {
		t.Errorf("%s: %d pictures, want %d", stem, len(pictures), want)
	}
}

// objectsOf leaves lines out that belong to none.
func objectsOf(p *show.Page) []show.Entity {
	return slices.DeleteFunc(slices.Clone(p.Entities), func(e show.Entity) bool { return e.Kind == "part" })
}

// shownEntities looks at keys, kinds, lines and boxes.
func shownEntities(t *testing.T, stem string, p *show.Page, kind string) {
	t.Helper()
	keys := map[string]bool{}
	var look func(e *show.Entity)
	look = func(e *show.Entity) {
		if keys[e.Key] {
			t.Errorf("%s: %s is there twice", p.Title, e.Key)
		}
		keys[e.Key] = true
		if len(e.Lines) != len(p.Pictures) || len(e.Boxes) != len(p.Pictures) {
			t.Fatalf("%s: %s has lines in %d and boxes in %d of %d pictures", p.Title, e.Key, len(e.Lines), len(e.Boxes), len(p.Pictures))
		}
		if e.Kind == "part" && !slices.ContainsFunc(e.Lines, func(l [][][2]float64) bool { return len(l) > 0 }) {
			t.Errorf("%s: %s has no line", p.Title, e.Key)
		}
		for k := range e.Entities {
			look(&e.Entities[k])
		}
	}
	for k := range p.Entities {
		look(&p.Entities[k])
	}
	for _, e := range objectsOf(p) {
		if e.Kind != kind {
			t.Errorf("%s: %s is a %s, want %s", stem, e.Key, e.Kind, kind)
		}
		if len(e.Entities) == 0 && kind != "square" {
			t.Errorf("%s: %s %q has no parts", p.Title, e.Key, e.Name)
		}
		// A word's letters have its lines between them.
		if kind == "word" {
			name, lines := "", 0
			for _, letter := range e.Entities {
				name += letter.Name
				lines += len(letter.Lines[0])
			}
			if name != e.Name || lines != len(e.Lines[0]) {
				t.Errorf("%s: %s has the letters %q with %d of %d lines", p.Title, e.Name, name, lines, len(e.Lines[0]))
			}
		}
	}
}

// Lines lie where the picture is bright, and flipped copies are no parts of their own.
func TestShownLinesLieOnThePicture(t *testing.T) {
	r, arrays := shownStem(t, "syndacate_aFfTh100o1p4rTs1u10w100", 20, true)
	seen, bright := 0, 0
	for index := range 20 {
		s, err := r.Sample(index)
		if err != nil {
			t.Fatal(err)
		}
		e := s.Page().Entities[0]
		shape := charShapes[slices.Index(charClasses, e.Name)]
		if len(e.Entities) != shape.Len() {
			t.Errorf("%d: %s has %d parts, want %d", index, e.Name, len(e.Entities), shape.Len())
		}
		rgb := s.Drawing(0)
		for _, line := range e.Entities {
			for _, l := range line.Lines[0] {
				seen++
				x, y := int(math.Floor((l[0][0]+l[1][0])/2)), int(math.Floor((l[0][1]+l[1][1])/2))
				if x >= 0 && y >= 0 && x < 100 && y < 100 && rgb[3*(100*y+x)] > 20 {
					bright++
				}
				b := line.Boxes[0]
				if float64(x) < b.X0-1 || float64(x) > b.X1 || float64(y) < b.Y0-1 || float64(y) > b.Y1 {
					t.Errorf("%d: the middle (%d, %d) of %s is outside of its box %v", index, x, y, line.Key, b)
				}
			}
		}
		if !strings.Contains(e.Entities[0].Rows[0].Value, ", and the other way round ") {
			t.Errorf("%d: %v does not name the flipped row", index, e.Entities[0].Rows[0])
		}
	}
	if seen < 40 || bright < seen*9/10 {
		t.Errorf("%d of %d lines lie where the picture is bright", bright, seen)
	}
	if arrays[keyParts].Shape[1] < 8 {
		t.Error("the file has no flipped rows")
	}
}

// Without pictures there are rows to tell of, and no lines.
func TestShownElementsWithoutPictures(t *testing.T) {
	for stem := range shownStems(t) {
		r, _ := shownStem(t, stem, 3, false)
		s, err := r.Sample(2)
		if err != nil {
			t.Fatalf("%s: %v", stem, err)
		}
		if p := s.Page(); len(p.Pictures) != 0 || len(p.Entities) == 0 || len(p.Entities[0].Rows) < 3 || p.Entities[0].Lines != nil {
			t.Errorf("%s: %d pictures and %+v, want none and a row without lines", stem, len(p.Pictures), p.Entities)
		}
	}
}

func TestShowRefuses(t *testing.T) {
	if _, err := (Set{}).Show(gen.Job{Split: "nothing"}); err == nil || !strings.HasPrefix(err.Error(), `syndacate: no file "nothing"`) {
		t.Errorf("got %v", err)
	}
	r, _ := shownStem(t, oneCharStem, 3, true)
	for _, index := range []int{-1, 100} {
		if _, err := r.Sample(index); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("element %d gives %v, want fs.ErrNotExist", index, err)
		}
		if _, err := r.Facets(index); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("facets of element %d give %v, want fs.ErrNotExist", index, err)
		}
	}
	if _, err := r.Facets(50); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("facets of element 50 of 3 give %v, want fs.ErrNotExist", err)
	}
	s, err := r.Sample(0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(nil); err == nil || err.Error() != "syndacate: there are no questions and no programs to run" {
		t.Errorf("got %v", err)
	}
	if _, err := r.Labels(0, 1); err == nil || err.Error() != "syndacate: there is no picture 1, want one of 1" {
		t.Errorf("got %v", err)
	}
}

func BenchmarkShowFacets(b *testing.B) {
	r, _ := shownStem(b, "syndacate_aFfTh100o3p12rTs3u10w100", 100, true)
	for i := 0; b.Loop(); i++ {
		if i%100 == 0 {
			r.(*showReader).facets = nil // each shard is read once
		}
		if _, err := r.Facets(i % 100); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkShowSample(b *testing.B) {
	r, _ := shownStem(b, "syndacate_aFfTh100o3p12rTs3u10w100", 100, true)
	for b.Loop() {
		if _, err := r.Sample(70); err != nil {
			b.Fatal(err)
		}
	}
}
