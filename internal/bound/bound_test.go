package bound

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		text, shown string
		want        Size
	}{
		{"512MB", "512MB", 512e6}, {"2GB", "2GB", 2e9}, {" 1.5 gb", "1.5GB", 1.5e9}, {"64MiB", "67.1MB", 64 << 20}, {"100000000", "100MB", 1e8}, {"2000KB", "", 0},
		{"", "", 0}, {"GB", "", 0}, {"-2GB", "", 0}, {"2XB", "", 0}, {"2GGB", "", 0}, {"1e30GB", "", 0}, {"nan", "", 0}, {"infGB", "", 0},
	} {
		var s Size
		err := s.Set(c.text)
		if (err == nil) != (c.want != 0) || s != c.want || err == nil && s.String() != c.shown {
			t.Errorf("%q: %d, %v, %v; want %d, %s", c.text, s, s, err, c.want, c.shown)
		}
	}
}

// What is taken stays taken, and after too much there is nothing left.
func TestMemory(t *testing.T) {
	const full = "takes more than 16MB of memory, the bound that --max-memory sets"
	m := New(Least)
	if v, err := Make[[3]uint32](m, 1e6); err != nil || len(v) != 1e6 || m.left != 4e6 {
		t.Errorf("%d elements, %v, %d bytes are left", len(v), err, m.left)
	}
	for _, n := range []int{2e6, -1, 1} {
		if err := m.Take(n, 8); fmt.Sprint(err) != full {
			t.Errorf("%d: %v", n, err)
		}
	}
	if err := New(Least).Take(1<<62, 1<<62); fmt.Sprint(err) != full {
		t.Error(err)
	}
	if _, err := New(Least).Given("/dev/zero"); fmt.Sprint(err) != "/dev/zero: is a device, want a file" {
		t.Error(err)
	}
	// A file that is large and has nothing in it.
	sparse := filepath.Join(t.TempDir(), "sparse")
	f, err := os.Create(sparse)
	if err == nil {
		err = f.Truncate(1 << 40)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := New(0).Given(sparse); err == nil || !strings.HasPrefix(err.Error(), sparse+": takes more than ") {
		t.Error(err)
	}
	m = New(Least)
	if _, err := fmt.Fscan(m.Through(strings.NewReader(strings.Repeat("a", 1e6)), 20), new(string)); fmt.Sprint(err) != full {
		t.Error(err)
	}
}

func TestJSON(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for text, want := range map[string]string{
		deep(200): "", "\n" + deep(201): "line 2: JSON is nested more than 200 deep", `{"a": "[[\\\"[[` + strings.Repeat("[", 300) + `"}`: "",
		"[" + strings.Repeat("{},", 20_000) + "{}]": "JSON of 20001 objects and 40002 values takes more than 16MB of memory, the bound that --max-memory sets",
		"]]}}": "", `"\`: "", "": "",
	} {
		if err := New(Least).JSON([]byte(text)); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%.30q: %v, want %s", text, err, want)
		}
	}
}
