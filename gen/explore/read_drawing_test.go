package explore

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"testing"

	"mereo/gen"
	"mereo/gen/syndacate"
)

// Pictures that are kept in no files of their own come as the set draws them, whole and small.
func TestPicturesWithoutFiles(t *testing.T) {
	const split = "words_h100o3s0u10w100"
	e := open(t, 100, func(o *Options) {
		o.Set, o.Identity.Set = syndacate.Set{}, "syndacate"
		m, err := o.Set.NewMaker(t.Context(), gen.Job{Root: o.Root, Split: split, Pictures: true})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		if _, err := m.Make(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
	}, split)
	sample, err := e.splits[split].reader.Sample(7)
	if err != nil {
		t.Fatal(err)
	}
	rgb := sample.Drawing(0)
	status, data, h := ask(t, e, "GET", "/api/picture/"+split+"/7/0.png", "")
	if status != http.StatusOK || h.Get("Content-Type") != "image/png" {
		t.Fatalf("status %d, %q", status, h)
	}
	img, err := png.Decode(bytes.NewReader([]byte(data)))
	if err != nil {
		t.Fatal(err)
	}
	lit := 0
	for y := range 100 {
		for x := range 100 {
			r, _, _, _ := img.At(x, y).RGBA()
			if uint8(r>>8) != rgb[3*(100*y+x)] {
				t.Fatalf("pixel (%d, %d) is %d, want %d", x, y, r>>8, rgb[3*(100*y+x)])
			}
			if r > 0 {
				lit++
			}
		}
	}
	if img.Bounds() != image.Rect(0, 0, 100, 100) || lit == 0 {
		t.Errorf("%v with %d pixels that are not black", img.Bounds(), lit)
	}
	status, data, _ = ask(t, e, "GET", "/thumb/"+split+"/7?w=50", "")
	small, err := jpeg.Decode(bytes.NewReader([]byte(data)))
	if status != http.StatusOK || err != nil || small.Bounds().Dx() != 50 {
		t.Errorf("status %d, %v: want a picture 50 pixels wide", status, err)
	}
	if can := e.can(); can != (abilities{}) {
		t.Errorf("lines on a plane can be %+v, want nothing of it", can)
	}
	wantError(t, e, "GET", "/api/scene/"+split+"/7/0.glb", "", http.StatusNotFound, "there is no view here")
	wantError(t, e, "GET", "/api/picture/"+split+"/7/1.png", "", http.StatusNotFound, "picture is 1, want 0 to 0")
}

// What has a file is not drawn.
func TestPicturesWithFiles(t *testing.T) {
	e := open(t, 3, nil, "train")
	wantError(t, e, "GET", "/api/picture/train/0/0.png", "", http.StatusNotFound, "the picture is the file train/0.png")
}
