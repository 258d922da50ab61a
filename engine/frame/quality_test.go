package frame_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mereo/engine/frame"
)

func TestQualityIsItsName(t *testing.T) {
	for q, name := range map[frame.Quality]string{frame.Standard: "standard", frame.Draft: "draft", frame.Reference: "reference"} {
		text, err := json.Marshal(q)
		if err != nil || string(text) != `"`+name+`"` {
			t.Errorf("%s: got %s, %v", name, text, err)
		}
		back := frame.Quality(99)
		if err := json.Unmarshal(text, &back); err != nil || back != q {
			t.Errorf("%s: read back as %v, %v", name, back, err)
		}
	}
	var zero frame.Quality
	if zero != frame.Standard {
		t.Errorf("the zero quality is %s, want standard", zero)
	}
	_, err := frame.ParseQuality("best")
	if want := `frame: quality is "best", want one of standard, draft, reference`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if text, err := frame.Quality(7).MarshalText(); err == nil {
		t.Errorf("quality 7 is written as %q", text)
	}
}

func TestValidateQualityAndSamples(t *testing.T) {
	for _, c := range []struct {
		spoil func(f *frame.Frame)
		want  string
	}{
		{func(f *frame.Frame) { f.Quality = 3 }, "frame: quality is 3, want 0 to 2"},
		{func(f *frame.Frame) { f.SPP = -1 }, "frame: SPP is -1, want 0 to 1048576"},
		{func(f *frame.Frame) { f.SPP = frame.MaxSPP + 1 }, "frame: SPP is 1048577, want 0 to 1048576"},
	} {
		f := triangle()
		c.spoil(f)
		if err := f.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want an error with %q", err, c.want)
		}
	}
}

// A quality is read from a flag or a configuration by its name.
func ExampleParseQuality() {
	q, err := frame.ParseQuality("reference")
	fmt.Println(q, err)
	// Output: reference <nil>
}

func TestViewIsItsName(t *testing.T) {
	for v, name := range map[frame.View]string{frame.Plain: "plain", frame.Filmic: "filmic", frame.AgX: "agx"} {
		text, err := json.Marshal(v)
		if err != nil || string(text) != `"`+name+`"` {
			t.Errorf("%s: got %s, %v", name, text, err)
		}
		back := frame.View(99)
		if err := json.Unmarshal(text, &back); err != nil || back != v {
			t.Errorf("%s: read back as %v, %v", name, back, err)
		}
	}
	var v frame.View
	if err := json.Unmarshal([]byte(`"sepia"`), &v); err == nil || !strings.Contains(err.Error(), `view is "sepia", want one of plain, filmic, agx`) {
		t.Errorf("sepia: error is %v", err)
	}
	if _, err := json.Marshal(frame.View(7)); err == nil {
		t.Error("a view that does not exist can be written")
	}
}
