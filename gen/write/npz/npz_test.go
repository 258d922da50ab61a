package npz

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mereo/gen/write"
)

// arrays has every type of elements, a scalar, an empty array and one of more than a piece.
func arrays() []Array {
	long := make([]float64, 3*pieceBytes/8+5)
	for i := range long {
		long[i] = float64(i) / 3
	}
	return []Array{
		{"images", []int{2, 1, 2, 3}, []uint8{0, 1, 2, 3, 4, 5, 250, 251, 252, 253, 254, 255}},
		{"poses", []int{2, 2}, []float32{0, -1.5, float32(math.Inf(1)), 1e-45}},
		{"n", []int{}, []int64{-2}},
		{"labels", []int{3}, []int32{math.MinInt32, 0, math.MaxInt32}},
		{"none", []int{0, 4}, []float32{}},
		{"long", []int{len(long)}, long},
	}
}

// encode returns the bytes of a file.
func encode(t testing.TB, arrays []Array) []byte {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b)
	for _, a := range arrays {
		if err := errors.Join(w.Begin(a.Key, a.Data, a.Shape), w.Append(a.Data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	root := t.TempDir()
	file, err := Write(root, "data/a.npz", arrays())
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Check(root); err != nil {
		t.Error(err)
	}
	r, err := Open(filepath.Join(root, "data", "a.npz"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var keys []string
	for _, want := range arrays() {
		keys = append(keys, want.Key)
		got, err := r.Read(want.Key)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("read %v, want %v", got, want)
		}
		dtype, shape, err := r.Header(want.Key)
		if wantType, _, _ := dtypeOf(want.Data); dtype != wantType || !reflect.DeepEqual(shape, want.Shape) || err != nil {
			t.Errorf("%s: header is %s %v, %v; want %s %v", want.Key, dtype, shape, err, wantType, want.Shape)
		}
	}
	if !reflect.DeepEqual(r.Keys(), keys) {
		t.Errorf("keys are %v, want %v", r.Keys(), keys)
	}
}

// The bytes are those of one machine and of one way to append, and they hold no time.
func TestSameBytes(t *testing.T) {
	whole := encode(t, arrays())
	var b bytes.Buffer
	w := NewWriter(&b)
	for _, a := range arrays() {
		if err := w.Begin(a.Key, a.Data, a.Shape); err != nil {
			t.Fatal(err)
		}
		_, n, _ := dtypeOf(a.Data)
		for i := 0; i < n; i += 7 {
			if err := w.Append(part(a.Data, i, min(i+7, n))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), whole) {
		t.Error("the bytes depend on how an array is cut into pieces")
	}
	sum := sha256.Sum256(whole)
	if got, want := hex.EncodeToString(sum[:]), "a493511c7511fbdc97fa2485814f7aeef45cc99a3fce0530d4d6f87a0e54016c"; got != want {
		t.Errorf("SHA-256 is %s, want %s", got, want)
	}
	pixels := arrays()[0].Data.([]uint8)
	if got, want := w.Members()[0], (Member{"images", "|u1", []int{2, 1, 2, 3}, hexSum(pixels)}); !reflect.DeepEqual(got, want) {
		t.Errorf("the first member is %v, want %v", got, want)
	}
	archive, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.File {
		if f.Method != zip.Deflate || len(f.Extra) != 0 {
			t.Errorf("%s: method %d, extra %x; want deflated, without a time", f.Name, f.Method, f.Extra)
		}
	}
}

func hexSum(p []byte) string {
	s := sha256.Sum256(p)
	return hex.EncodeToString(s[:])
}

// The header's bytes follow from the format: magic, version, length, dictionary, and elements at a multiple of 64.
func TestMember(t *testing.T) {
	whole := encode(t, []Array{{"n", nil, []int64{1}}})
	archive, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := archive.Open("n.npy")
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	dict := "{'descr': '<i8', 'fortran_order': False, 'shape': (), }"
	want := "\x93NUMPY\x01\x00\x76\x00" + dict + strings.Repeat(" ", 128-10-len(dict)-1) + "\n\x01\x00\x00\x00\x00\x00\x00\x00"
	if string(got) != want {
		t.Errorf("member is %q, want %q", got, want)
	}
}

func TestRows(t *testing.T) {
	data := make([]float32, 10*3)
	for i := range data {
		data[i] = float32(i)
	}
	whole := encode(t, []Array{{"x", []int{10, 3}, data}})
	r, err := newReader(bytes.NewReader(whole), int64(len(whole)), "a.npz")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := r.Rows("x")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if err := rows.Skip(2); err != nil {
		t.Fatal(err)
	}
	buf := make([]float32, 3*3)
	for _, want := range []struct{ rows, first int }{{3, 6}, {3, 15}, {2, 24}} {
		n, err := rows.Read(buf)
		if n != want.rows || err != nil || buf[0] != float32(want.first) || buf[3*n-1] != float32(want.first+3*n-1) {
			t.Errorf("read %d rows from %v, %v; want %d from %d", n, buf[0], err, want.rows, want.first)
		}
	}
	if n, err := rows.Read(buf); n != 0 || err != io.EOF {
		t.Errorf("after the last row: %d rows, %v; want EOF", n, err)
	}
	if _, err := rows.Read([]int64{0}); err == nil || err.Error() != "npz: a.npz: x: elements are <f4, want []int64" {
		t.Errorf("another type: %v", err)
	}
}

func TestWriterErrors(t *testing.T) {
	w := NewWriter(io.Discard)
	check := func(err error, want string) {
		t.Helper()
		if err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
	check(w.Append([]uint8{1}), "npz: elements before an array was begun")
	check(w.Begin("x", []uint16{}, nil), "npz: x: elements are []uint16, want one of |u1, <i4, <i8, <f4, <f8")
	check(w.Begin("x", []uint8{}, []int{2, -1}), "npz: x: shape is (2, -1), want lengths from 0 with a product below 2^62 bytes")
	check(w.Begin("x", []uint8{}, []int{1 << 40, 1 << 40}),
		"npz: x: shape is (1099511627776, 1099511627776), want lengths from 0 with a product below 2^62 bytes")
	check(w.Begin("", []uint8{}, nil), `npz: key "": want one that is not empty and not there yet`)
	if err := w.Begin("x", []uint8{}, []int{3}); err != nil {
		t.Fatal(err)
	}
	check(w.Append([]int64{1}), "npz: x: elements are []int64, want |u1")
	check(w.Append([]uint8{1, 2, 3, 4, 5}), "npz: x: 2 elements more than shape (3,) has")
	if err := w.Append([]uint8{1, 2}); err != nil {
		t.Fatal(err)
	}
	check(w.Begin("y", []uint8{}, nil), "npz: x: 1 elements are missing from shape (3,)")
	check(w.Close(), "npz: x: 1 elements are missing from shape (3,)")
}

func TestUnfinished(t *testing.T) {
	root := t.TempDir()
	_, err := Write(root, "a.npz", []Array{{"x", []int{3}, []uint8{1, 2}}})
	if want := "write: a.npz: npz: x: 1 elements are missing from shape (3,)"; err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
	if left, _ := os.ReadDir(root); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
}

// archive is a file with one member of the given bytes.
func archive(t testing.TB, name string, member []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(member); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Other writers order the dictionary otherwise, or use longer headers.
func TestOtherHeaders(t *testing.T) {
	dict := "{ 'shape':(1, 2),'fortran_order' : False, 'descr': '|u1' }  "
	b := archive(t, "x.npy", []byte("\x93NUMPY\x02\x00"+string(rune(len(dict)))+"\x00\x00\x00"+dict+"ab"))
	r, err := newReader(bytes.NewReader(b), int64(len(b)), "a.npz")
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Read("x")
	if want := (Array{"x", []int{1, 2}, []uint8("ab")}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %v, %v; want %v", got, err, want)
	}
}

func TestReaderErrors(t *testing.T) {
	header := func(dict string) string {
		return "\x93NUMPY\x01\x00" + string([]byte{byte(len(dict)), 0}) + dict
	}
	good := string(write.NPYHeader("|u1", []int{3}))
	for _, c := range []struct{ name, member, want string }{
		{"not an array", "abcdefghij", `begins with "abcdefgh", want "\x93NUMPY" and a version from 1 to 3`},
		{"version 4", "\x93NUMPY\x04\x00....", `begins with "\x93NUMPY\x04\x00", want "\x93NUMPY" and a version from 1 to 3`},
		{"cut in the header", good[:20], "the file is cut short or damaged"},
		{"long header", "\x93NUMPY\x02\x00\xff\xff\xff\xff", "header of 4294967295 bytes, want at most 10000"},
		{"too short", good + "ab", "2 bytes of elements, want those of |u1 in shape (3,)"},
		{"too long", good + "abcd", "4 bytes of elements, want those of |u1 in shape (3,)"},
		{"other type", header("{'descr': '<f2', 'fortran_order': False, 'shape': (1,)}") + "ab",
			"elements are <f2, want one of |u1, <i4, <i8, <f4, <f8"},
		{"Fortran", header("{'descr': '<f4', 'fortran_order': True, 'shape': (), }") + "abcd",
			"array is in Fortran order, want C order: numpy.ascontiguousarray makes it"},
		{"huge", header("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4), }"),
			"0 bytes of elements, want those of <f4 in shape (4611686018427387904, 4)"},
		{"no shape", header("{'descr': '<f4', 'fortran_order': False}"),
			`header is "{'descr': '<f4', 'fortran_order': False}", want descr, fortran_order and shape of an array of numbers`},
		{"twice", header("{'shape': (), 'shape': (1,)}"),
			`header is "{'shape': (), 'shape': (1,)}", want descr, fortran_order and shape of an array of numbers`},
		{"structure", header("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}"),
			`header is "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}", ` +
				"want descr, fortran_order and shape of an array of numbers"},
	} {
		b := archive(t, "x.npy", []byte(c.member))
		r, err := newReader(bytes.NewReader(b), int64(len(b)), "a.npz")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read("x"); err == nil || err.Error() != "npz: a.npz: x: "+c.want {
			t.Errorf("%s: error is %v, want npz: a.npz: x: %s", c.name, err, c.want)
		}
	}

	b := encode(t, arrays())
	r, err := newReader(bytes.NewReader(b), int64(len(b)), "a.npz")
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Read("y")
	if want := `npz: a.npz: no array "y", there are images, poses, n, labels, none, long`; err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
	_, err = newReader(strings.NewReader("PK"), 2, "a.npz")
	if err == nil || err.Error() != "npz: a.npz: is no .npz file, or it is cut short: make it with numpy.savez" {
		t.Errorf("not an archive: %v", err)
	}
	_, err = Open("testdata/missing.npz")
	if err == nil || err.Error() != "npz: testdata/missing.npz: no such file or directory" {
		t.Errorf("missing file: %v", err)
	}
}

// A damaged byte of an array is found by the archive's checksum, at the end of the array.
func TestChecksum(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.CreateHeader(&zip.FileHeader{Name: "x.npy", Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	f.Write(append(write.NPYHeader("|u1", []int{3}), "abc"...))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Replace(b.Bytes(), []byte("abc"), []byte("abd"), 1)
	r, err := newReader(bytes.NewReader(damaged), int64(len(damaged)), "a.npz")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read("x"); !errors.Is(err, zip.ErrChecksum) {
		t.Errorf("error is %v, want %v", err, zip.ErrChecksum)
	}
}

func FuzzReader(f *testing.F) {
	f.Add(encode(f, arrays()[:5]))
	dict := "{'shape': (1, 2), 'fortran_order': False, 'descr': '|u1'}"
	f.Add(archive(f, "x.npy", []byte("\x93NUMPY\x02\x00"+string(rune(len(dict)))+"\x00\x00\x00"+dict+"ab")))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := newReader(bytes.NewReader(b), int64(len(b)), "a.npz")
		if err != nil {
			return
		}
		var read []Array
		for _, key := range r.Keys() {
			if a, err := r.Read(key); err == nil && key != "" {
				read = append(read, a)
			}
		}
		again := encode(t, read)
		if r, err = newReader(bytes.NewReader(again), int64(len(again)), "b.npz"); err != nil {
			t.Fatal(err)
		}
		for _, want := range read {
			got, err := r.Read(want.Key)
			if err != nil {
				t.Fatal(err)
			}
			if _, floats := got.Data.([]float32); floats || reflect.TypeOf(got.Data) == reflect.TypeFor[[]float64]() {
				continue // a NaN differs from itself
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("read %v, want %v", got, want)
			}
		}
	})
}

// strokes is a picture of a few lines on black, as sparse as a drawn character.
func strokes(dst []uint8, index int) {
	clear(dst)
	for line := range 3 {
		x, y := 20+(index*7+line*31)%40, 20+(index*13+line*17)%40
		for i := range 40 {
			for thick := range 4 {
				dst[(y+i)*100+(x+i*line/3+thick)%100] = uint8(128 + (index+line*40)%127)
			}
		}
	}
}

// What a file costs: seconds of a full member of pictures are 700 MB divided by the rate.
func BenchmarkWriter(b *testing.B) {
	const n = 1000
	images := make([]uint8, n*10000)
	for i := range n {
		strokes(images[i*10000:(i+1)*10000], i)
	}
	b.SetBytes(int64(len(images)))
	for b.Loop() {
		w := NewWriter(io.Discard)
		if err := errors.Join(w.Begin("images", images, []int{n, 1, 100, 100}), w.Append(images), w.Close()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReader(b *testing.B) {
	const n = 1000
	images := make([]uint8, n*10000)
	for i := range n {
		strokes(images[i*10000:(i+1)*10000], i)
	}
	file := encode(b, []Array{{"images", []int{n, 1, 100, 100}, images}})
	b.SetBytes(int64(len(images)))
	for b.Loop() {
		r, err := newReader(bytes.NewReader(file), int64(len(file)), "a.npz")
		if err != nil {
			b.Fatal(err)
		}
		rows, err := r.Rows("images")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := rows.Read(images); err != nil {
			b.Fatal(err)
		}
		rows.Close()
	}
}
