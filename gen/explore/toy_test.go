package explore

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/show"
)

// toy is a set whose samples are their index: what can be found, asked and made of them follows from that.
type toy struct {
	gen.Set      // nil: what is not below is not called
	panics  bool // at sample 13
}

func (toy) Name() string { return "toy" }
func (toy) About() gen.About {
	return gen.About{Title: "Toy", Pictures: []string{"%[1]s/%[2]d.png"}}
}
func (s toy) Show(job gen.Job) (show.Reader, error) {
	return toyReader{job: job, panics: s.panics}, nil
}

type toyReader struct {
	show.NoTest
	job    gen.Job
	panics bool
}

// Questions are those of the page.
func (r toyReader) Questions(index int) ([]show.Question, error) {
	s, err := r.Sample(index)
	if err != nil {
		return nil, err
	}
	return s.Page().Questions, nil
}

func (r toyReader) Sample(index int) (show.Sample, error) {
	if r.panics && index == 13 {
		panic("unlucky")
	}
	if index%10 == 9 {
		return nil, fmt.Errorf("toy: %s/%d: %w", r.job.Split, index, fs.ErrNotExist)
	}
	page := &show.Page{
		Title: fmt.Sprintf("%s/%d", r.job.Split, index), Rows: []show.Row{}, Entities: []show.Entity{}, Relations: []show.Relation{},
		Pictures: []show.Picture{{Name: "picture", Path: fmt.Sprintf("%s/%d.png", r.job.Split, index), Width: 64, Height: 48}},
	}
	for i, q := range []struct{ text, answer string }{{"Is it even?", map[int]string{0: "yes", 1: "no"}[index%2]}, {"Which one is it?", fmt.Sprint(index)}, {"Which are beside it?", fmt.Sprint([]int{index - 1, index + 1})}} {
		page.Questions = append(page.Questions, show.Question{
			Text: q.text, Answer: q.answer, Rows: []show.Row{{Name: "type", Value: []string{"parity", "number", "list"}[i]}},
			Program: show.Program{{Function: "number"}},
		})
	}
	page.Questions[0].Choices = []string{"yes", "no"}
	for i := range 20 {
		page.Questions[1].Choices = append(page.Questions[1].Choices, fmt.Sprint(i))
	}
	return toySample{page: page}, nil
}

func (r toyReader) Facets(index int) (show.Facets, error) {
	if r.panics && index == 13 {
		panic("unlucky")
	}
	if index%10 == 9 {
		return nil, fmt.Errorf("toy: %s/%d: %w", r.job.Split, index, fs.ErrNotExist)
	}
	if index == 12 {
		return nil, fmt.Errorf("toy: %s/12 is damaged", r.job.Split)
	}
	return show.Facets{"parity": {[]string{"even", "odd"}[index%2]}, "last digit": {fmt.Sprint(index % 10)}}, nil
}

func (toyReader) Labels(index, p int) (*show.Labels, error) {
	return &show.Labels{Width: 2, Height: 1, Object: []uint16{0, 258}, ViewZ: []float32{0, 1.5}}, nil
}
func (toyReader) Classes() []show.Class { return nil }

// Pictures are those of the page.
func (r toyReader) Pictures(index int) ([]show.Picture, error) {
	s, err := r.Sample(index)
	if err != nil {
		return nil, err
	}
	return s.Page().Pictures, nil
}

func (toyReader) FacetNames() []string { return []string{"parity", "last digit"} }
func (toyReader) Functions() []show.Function {
	return []show.Function{{Name: "number", In: []string{}, Side: []show.Side{}, Out: "number", Help: "The number of the sample."}}
}
func (toyReader) Make(ctx context.Context, index int) (show.Made, error) {
	return nil, fmt.Errorf("toy: samples cannot be made again")
}

type toySample struct {
	show.NoDrawings
	show.NoIDs
	page *show.Page
}

func (s toySample) Page() *show.Page { return s.page }
func (s toySample) Run(p show.Program) (*show.Trace, error) {
	if p[0].Function != "number" {
		return nil, fmt.Errorf("toy: no function %q", p[0].Function)
	}
	return &show.Trace{Results: []show.Result{{Text: s.page.Questions[1].Answer}}, Answer: s.page.Questions[1].Answer}, nil
}
func (toySample) Reword(q int, p show.Program) string { return "" }

// faults fail the test in which the program panics.
type faults struct{ t *testing.T }

func (f faults) Write(p []byte) (int, error) {
	f.t.Errorf("%s", p)
	return len(p), nil
}

// open explores a folder with count toys in each split, with one picture for the first ones. Change may change the options.
func open(t *testing.T, count int, change func(*Options), splits ...string) *Explorer {
	t.Helper()
	root := t.TempDir()
	for _, split := range splits {
		put(t, root, split+"/blocks/plan.json", fmt.Appendf(nil, `{"count": %d}`, count))
		img := image.NewNRGBA(image.Rect(0, 0, 64, 48))
		img.Set(5, 5, color.NRGBA{200, 100, 50, 255})
		var data bytes.Buffer
		if err := png.Encode(&data, img); err != nil {
			t.Fatal(err)
		}
		put(t, root, split+"/0.png", data.Bytes())
	}
	opt := Options{Root: root, Set: toy{}, Identity: gen.Identity{Set: "toy", Program: "mereo " + gen.Version, Seed: 7, Pictures: true}, Log: log.New(faults{t}, "", 0)}
	if change != nil {
		change(&opt)
	}
	e, err := Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func put(t *testing.T, root, path string, data []byte) {
	t.Helper()
	name := filepath.Join(root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// ask sends a request; headers are "Name: value".
func ask(t *testing.T, e *Explorer, method, address, body string, headers ...string) (status int, answer string, h http.Header) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	r.Host = "127.0.0.1:8080"
	if method == "POST" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	e.Handler().ServeHTTP(w, r)
	data, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, string(data), w.Result().Header
}

// get reads the JSON of an address.
func get[T any](t *testing.T, e *Explorer, address string) (out T) {
	t.Helper()
	status, answer, _ := ask(t, e, "GET", address, "")
	if status != http.StatusOK {
		t.Fatalf("GET %s: status %d, %s", address, status, answer)
	}
	if err := json.Unmarshal([]byte(answer), &out); err != nil {
		t.Fatalf("GET %s: %v in %s", address, err, answer)
	}
	return out
}

// wantError wants an error, word for word.
func wantError(t *testing.T, e *Explorer, method, address, body string, status int, want string, headers ...string) {
	t.Helper()
	got, answer, _ := ask(t, e, method, address, body, headers...)
	var said struct {
		Error string `json:"error"`
	}
	if err := json.Unmarshal([]byte(answer), &said); err != nil {
		t.Errorf("%s %s: %s is no JSON: %v", method, address, answer, err)
	}
	if got != status || said.Error != want {
		t.Errorf("%s %s: status %d, want %d\n got %q\nwant %q", method, address, got, status, said.Error, want)
	}
}
