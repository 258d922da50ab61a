package write

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// tool returns the path of a program that the test needs. "make test" installs all of them.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("%s is not installed", name)
	}
	return path
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(tool(t, name), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

var sizes = [][2]int{{1, 1}, {2, 3}, {7, 5}, {8, 16}, {17, 33}, {800, 600}}

func TestPNGRoundTrip(t *testing.T) {
	dir := t.TempDir()
	for _, s := range sizes {
		w, h := s[0], s[1]
		rgb := picture(w, h)
		for _, c := range []struct {
			name  string
			write func(root, path string, w, h int, rgb []uint8) (File, error)
		}{{"rgb.png", RGB}, {"rgba.png", RGBA}} {
			f, err := c.write(dir, c.name, w, h, rgb)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Check(dir); err != nil {
				t.Error(err)
			}
			got, err := ReadRGB(dir, c.name, w, h)
			if err != nil || !bytes.Equal(got, rgb) {
				t.Errorf("%s %dx%d: read back %v, equal %v", c.name, w, h, err, bytes.Equal(got, rgb))
			}
			if _, err := ReadRGB(dir, c.name, w, h+1); !errors.Is(err, ErrSize) {
				t.Errorf("%s %dx%d: read as %dx%d: %v", c.name, w, h, w, h+1, err)
			}
		}
		ids := masks(w, h)
		if _, err := Gray16(dir, "ids.png", w, h, ids); err != nil {
			t.Fatal(err)
		}
		got, err := ReadGray16(dir, "ids.png", w, h)
		if err != nil {
			t.Fatalf("ids %dx%d: %v", w, h, err)
		}
		for i := range ids {
			if got[i] != ids[i] {
				t.Fatalf("ids %dx%d: pixel %d is %d, want %d", w, h, i, got[i], ids[i])
			}
		}
	}
}

func TestPNGIsRGBA(t *testing.T) {
	im, err := png.Decode(bytes.NewReader(encodePNG(1, 1, 8, 6, 4, []byte{10, 20, 30, 255})))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := im.At(0, 0), (color.NRGBA{10, 20, 30, 255}); got != want {
		t.Errorf("pixel is %v, want %v", got, want)
	}
}

// A file may be at most a fifth larger than what image/png makes of the same pixels in the same format.
func TestPNGSize(t *testing.T) {
	const w, h = 800, 600
	rgb := picture(w, h)
	std := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		copy(std.Pix[4*i:], rgb[3*i:3*i+3])
		std.Pix[4*i+3] = 255
	}
	std.Pix[3] = 254 // or image/png would drop the alpha channel
	var want bytes.Buffer
	if err := png.Encode(&want, std); err != nil {
		t.Fatal(err)
	}
	if got, limit := len(encodePNG(w, h, 8, 6, 4, std.Pix)), want.Len()*6/5; got > limit {
		t.Errorf("800x600 RGBA takes %d bytes, want at most %d", got, limit)
	}
}

func TestSubtract(t *testing.T) {
	for n := range 40 {
		a, b, got := make([]byte, n), make([]byte, n), make([]byte, n)
		for i := range n {
			a[i], b[i] = byte(noise(i, n)*256), byte(noise(n, i+99)*256)
		}
		subtract(got, a, b)
		for i := range n {
			if want := a[i] - b[i]; got[i] != want {
				t.Fatalf("%d - %d in place %d of %d: %d, want %d", a[i], b[i], i, n, got[i], want)
			}
		}
	}
}

func TestPNGForImageMagick(t *testing.T) {
	dir := t.TempDir()
	if _, err := RGBA(dir, "a.png", 40, 30, picture(40, 30)); err != nil {
		t.Fatal(err)
	}
	if _, err := Gray16(dir, "b.png", 40, 30, masks(40, 30)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, want string }{
		{"a.png", "PNG 40x30 8 TrueColorAlpha"},
		{"b.png", "PNG 40x30 16 Grayscale"},
	} {
		got := output(t, "identify", "-format", "%m %wx%h %[bit-depth] %[type]", filepath.Join(dir, c.file))
		if !strings.EqualFold(got, c.want) {
			t.Errorf("identify %s: %q, want %q", c.file, got, c.want)
		}
	}
	raw := output(t, "convert", filepath.Join(dir, "a.png"), "-depth", "8", "rgb:-")
	if raw != string(picture(40, 30)) {
		t.Error("convert reads other pixels than were written")
	}
}

func TestEXRRoundTrip(t *testing.T) {
	dir := t.TempDir()
	for _, s := range sizes {
		w, h := s[0], s[1]
		values := distance(w, h)
		values[0] = float32(math.Copysign(0, -1))
		if w == 17 { // incompressible chunks are stored as they are
			for i := range values {
				values[i] = math.Float32frombits(uint32(noise(i, 5)*(1<<16))<<16 | uint32(noise(i, 6)*(1<<16)))
			}
		}
		if _, err := EXR(dir, "d.exr", w, h, values); err != nil {
			t.Fatal(err)
		}
		got, err := ReadEXR(dir, "d.exr", w, h)
		if err != nil || !sameBits(got, values) {
			t.Errorf("%dx%d: read back %v, equal %v", w, h, err, sameBits(got, values))
		}
		if _, err := ReadEXR(dir, "d.exr", w+1, h); !errors.Is(err, ErrSize) {
			t.Errorf("%dx%d: read as %dx%d: %v", w, h, w+1, h, err)
		}
	}
}

func sameBits(a, b []float32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) {
			return false
		}
	}
	return true
}

// The format's reference library reads the header and the values. exrmaketiled with one uncompressed tile ends in the plain
// lines, each with its channels in turn.
func TestEXRForOpenEXR(t *testing.T) {
	dir := t.TempDir()
	const w, h = 70, 45
	values := distance(w, h)
	if _, err := EXR(dir, "d.exr", w, h, values); err != nil {
		t.Fatal(err)
	}
	in, out := filepath.Join(dir, "d.exr"), filepath.Join(dir, "tiled.exr")
	header := output(t, "exrheader", in)
	for _, want := range []string{
		"compression (type compression): zip, multi-scanline blocks",
		"B, 32-bit floating-point, sampling 1 1", "G, 32-bit floating-point, sampling 1 1", "R, 32-bit floating-point, sampling 1 1",
		"dataWindow (type box2i): (0 0) - (69 44)", "displayWindow (type box2i): (0 0) - (69 44)",
		"lineOrder (type lineOrder): increasing y",
	} {
		if !strings.Contains(header, want) {
			t.Errorf("exrheader does not say %q:\n%s", want, header)
		}
	}
	output(t, "exrmaketiled", "-o", "-t", strconv.Itoa(w), strconv.Itoa(h), "-z", "none", in, out)
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	data = data[len(data)-w*h*12:]
	for y := range h {
		for c := range 3 {
			for x := range w {
				got := math.Float32frombits(binary.LittleEndian.Uint32(data[((y*3+c)*w+x)*4:]))
				if got != values[y*w+x] {
					t.Fatalf("channel %d at (%d, %d): %g, want %g", c, x, y, got, values[y*w+x])
				}
			}
		}
	}
}

func TestNPY(t *testing.T) {
	dir := t.TempDir()
	for _, shape := range [][]int{{}, {3}, {3, 5}, {4, 3, 2}, {0, 4}} {
		n := 1
		for _, d := range shape {
			n *= d
		}
		floats, ints := make([]float32, n), make([]uint16, n)
		for i := range n {
			floats[i], ints[i] = float32(i)/3-1, uint16(40000+i)
		}
		if _, err := NPY(dir, "f.npy", shape, floats); err != nil {
			t.Fatal(err)
		}
		if _, err := NPY(dir, "u.npy", shape, ints); err != nil {
			t.Fatal(err)
		}
		gf, err := ReadNPY[float32](dir, "f.npy", shape...)
		if err != nil || !sameBits(gf, floats) {
			t.Errorf("float32 %v: read back %v, %v", shape, gf, err)
		}
		gu, err := ReadNPY[uint16](dir, "u.npy", shape...)
		if err != nil || fmt.Sprint(gu) != fmt.Sprint(ints) {
			t.Errorf("uint16 %v: read back %v, %v", shape, gu, err)
		}
		if _, err := ReadNPY[uint16](dir, "u.npy", append([]int{1}, shape...)...); !errors.Is(err, ErrSize) {
			t.Errorf("uint16 %v: read with another axis: %v", shape, err)
		}
		if _, err := ReadNPY[uint16](dir, "f.npy", shape...); err == nil {
			t.Error("float32 file read as uint16 without an error")
		}
		got := output(t, "/usr/bin/python3", "-c", `
import numpy, sys
f, u = numpy.load(sys.argv[1]), numpy.load(sys.argv[2])
print(f.dtype, list(f.shape), [float(v) for v in f.flat] == [float(numpy.float32(numpy.float32(i)/numpy.float32(3))-numpy.float32(1)) for i in range(f.size)],
      u.dtype, list(u.shape), list(u.flat) == [40000+i for i in range(u.size)])`, filepath.Join(dir, "f.npy"), filepath.Join(dir, "u.npy"))
		dims := strings.ReplaceAll(fmt.Sprint(shape), " ", ", ")
		if want := fmt.Sprintf("float32 %s True uint16 %s True\n", dims, dims); got != want {
			t.Errorf("numpy says %q, want %q", got, want)
		}
	}
}

func TestReadersRefuseWhatIsCut(t *testing.T) {
	dir := t.TempDir()
	if _, err := EXR(dir, "d.exr", 20, 20, distance(20, 20)); err != nil {
		t.Fatal(err)
	}
	if _, err := NPY(dir, "d.npy", []int{20, 20}, distance(20, 20)); err != nil {
		t.Fatal(err)
	}
	if _, err := Gray16(dir, "d.png", 20, 20, masks(20, 20)); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func() error{
		"d.exr": func() error { _, err := ReadEXR(dir, "d.exr", 20, 20); return err },
		"d.npy": func() error { _, err := ReadNPY[float32](dir, "d.npy", 20, 20); return err },
		"d.png": func() error { _, err := ReadGray16(dir, "d.png", 20, 20); return err },
	} {
		if err := read(); err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for n := range len(whole) {
			if strings.HasSuffix(name, "png") && n > len(whole)-4 {
				break // the last checksum, of an empty chunk, is not looked at
			}
			if err := os.WriteFile(filepath.Join(dir, name), whole[:n], 0o666); err != nil {
				t.Fatal(err)
			}
			if err := read(); err == nil {
				t.Errorf("%s cut to %d of %d bytes: no error", name, n, len(whole))
			} else if !strings.HasPrefix(err.Error(), "write: "+name+": ") {
				t.Errorf("%s cut to %d bytes: error does not name the file: %v", name, n, err)
			}
		}
	}
}

func TestJSON(t *testing.T) {
	dir := t.TempDir()
	v := struct {
		B int            `json:"b"`
		A string         `json:"a"`
		M map[string]int `json:"m"`
	}{1, "<&>", map[string]int{"z": 1, "a": 2}}
	if _, err := JSON(dir, "x/y.json", v); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "x", "y.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"b\": 1,\n  \"a\": \"<&>\",\n  \"m\": {\n    \"a\": 2,\n    \"z\": 1\n  }\n}\n"
	if string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !json.Valid(got) {
		t.Error("not JSON")
	}
}

func TestStreamFailsWhole(t *testing.T) {
	dir := t.TempDir()
	if _, err := Bytes(dir, "old", []byte("before")); err != nil {
		t.Fatal(err)
	}
	full := errors.New("the pen is empty")
	_, err := Stream(dir, "old", func(w io.Writer) error {
		w.Write(make([]byte, 1<<20))
		return full
	})
	if got, want := fmt.Sprint(err), "write: old: the pen is empty"; got != want || !errors.Is(err, full) {
		t.Errorf("error is %q, want %q", got, want)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "old")); string(got) != "before" {
		t.Errorf("the file under its final name is %q, want what was there before", got)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 {
		t.Errorf("%d files in the folder, want 1", len(entries))
	}
}

func TestErrorsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Bytes(dir, "file/a.json", nil)
	if got, want := fmt.Sprint(err), "write: file/a.json: not a directory"; got != want || !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("error is %q, want %q", got, want)
	}
	_, err = Sum(dir, "none")
	if got, want := fmt.Sprint(err), "write: none: no such file or directory"; got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	f, err := Bytes(dir, "a", []byte("abc"))
	if err != nil {
		t.Fatal(err)
	}
	// FIPS 180-4, the example of the one-block message.
	if want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; f.SHA256 != want {
		t.Errorf("SHA-256 of abc is %s, want %s", f.SHA256, want)
	}
	for _, c := range []struct{ name, content, want string }{
		{"right", "abc", "<nil>"},
		{"size", "abcd", "write: a: 4 bytes, want 3"},
		{"content", "abd", "write: a: SHA-256 is a52d159f262b2c6ddb724a61840befc36eb30c88877a4030b65cbe86298449c9, want " + f.SHA256},
	} {
		if err := os.WriteFile(filepath.Join(dir, "a"), []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(f.Check(dir)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func ExampleBytes() {
	root, err := os.MkdirTemp("", "mereo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(root)
	f, err := Bytes(root, "train/note.txt", []byte("abc"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Path, f.Bytes, f.SHA256[:8])
	// Output: train/note.txt 3 ba7816bf
}
