package worktop

import (
	"crypto/sha256"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mereo/engine/material"
)

// pictures are all, by name.
func pictures() map[string]*material.Texture {
	out := map[string]*material.Texture{"side grain": SideGrain(), "end grain": EndGrain()}
	for i := range 5 {
		for set, from := range map[string]func(string) *Ground{"training": Training, "benchmark": Benchmark} {
			g := from(fmt.Sprintf("texture%d", i+1))
			name := fmt.Sprintf("%s %d", set, i+1)
			out[name] = g.Surface.BaseColorTexture
			if r := g.Surface.MetallicRoughnessTexture; r != nil {
				out[name+" response"] = r
			}
		}
	}
	for _, list := range [][]Finish{RoomFloors, RoomWalls} {
		for i := range list {
			out[list[i].Name] = list[i].picture().Surface.BaseColorTexture
		}
	}
	return out
}

// The step from the last column or row to the first is no larger than those inside.
//
// With MEREO_SHEETS set to a folder all pictures are written there, to be looked at.
func TestPicturesRepeatWithoutASeam(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	folder := os.Getenv("MEREO_SHEETS")
	for name, p := range pictures() {
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		n := p.Width
		across := func(a, b int) (sum float64) { // mean step between two columns, and between two rows
			for i := range n {
				for c := range 3 {
					sum += math.Abs(float64(p.Pix[4*(i*n+a)+c])-float64(p.Pix[4*(i*n+b)+c])) / float64(6*n)
					sum += math.Abs(float64(p.Pix[4*(a*n+i)+c])-float64(p.Pix[4*(b*n+i)+c])) / float64(6*n)
				}
			}
			return sum
		}
		largest := 0.0
		for i := 1; i < n; i++ {
			largest = max(largest, across(i-1, i))
		}
		if seam := across(n-1, 0); seam > 1.1*largest {
			t.Errorf("%s: the step over the seam is %.2f levels, inside %.2f at most", name, seam, largest)
		}
		if folder != "" {
			im := &image.NRGBA{Pix: p.Pix, Stride: 4 * n, Rect: image.Rect(0, 0, n, n)}
			w, err := os.Create(filepath.Join(folder, "worktop "+name+".png"))
			if err != nil {
				t.Fatal(err)
			}
			if err := png.Encode(w, im); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A changed byte would change every picture ever made. The hashes are those of every processor.
func TestBytesAreFixed(t *testing.T) {
	want := map[string]string{
		"benchmark 1":          "b20e721774b3bc8a",
		"benchmark 2":          "5e50bb4483d80d20",
		"benchmark 3":          "5a0f3dd256a3d084",
		"benchmark 4":          "3c82343d1929a6c6",
		"benchmark 5":          "ab243d589f7475ca",
		"benchmark 5 response": "7b802345a5839afe",
		"end grain":            "0a9c937470a3ef74",
		"side grain":           "78d779a00b786c01",
		"training 1":           "cb48ee4c49dfdd0c",
		"training 1 response":  "7ac0915fd6b43d36",
		"training 2":           "906212aad24f17d0",
		"training 3":           "95ef79eabba3ff7b",
		"training 4":           "6132a52a89cf9273",
		"training 4 response":  "f78a11da0fffe69c",
		"training 5":           "9b8c02cdfded3ac6",
		"brick wall":           "8fb55d3e07badcb3",
		"carpet":               "2ffeac0821f3b64a",
		"checkered tiles":      "0e5bb45304768722",
		"floorboards":          "61d9aa78ba8d49a6",
		"glazed tiles":         "b199132ec62447b1",
		"herringbone parquet":  "7007fa6aad507cd4",
		"painted wall":         "20eaf8e07c6dec87",
		"poured concrete":      "86fba475fd7c5591",
		"stone tiles":          "03579101b9b0f3e5",
		"striped wallpaper":    "62e3c4765adfd546",
		"terrazzo":             "4d4682d59ca99d08",
		"trowelled plaster":    "7f2604c5f625450c",
	}
	got := pictures()
	if len(got) != len(want) {
		t.Errorf("%d pictures, want %d", len(got), len(want))
	}
	for name, p := range got {
		if h := sum(p); h != want[name] {
			t.Errorf("%s: hash %s, want %s", name, h, want[name])
		}
	}
}

func TestPicturesAreMadeOnce(t *testing.T) {
	ground, grain := Training("texture1"), SideGrain()
	if Training("texture1") != ground || SideGrain() != grain {
		t.Error("a picture is made again")
	}
}

// Mean colors, sRGB, are those of what the grounds are named for, and no two are alike.
func TestGroundsHaveTheirColors(t *testing.T) {
	means := map[string][3]float64{}
	for name, want := range map[string][3]float64{
		"training 1": {98, 122, 126}, "training 2": {85, 22, 20}, "training 3": {225, 223, 220}, "training 4": {136, 91, 54},
		"training 5":  {150, 86, 69},
		"benchmark 1": {198, 156, 94}, "benchmark 2": {105, 109, 114}, "benchmark 3": {153, 147, 135}, "benchmark 4": {171, 92, 52},
		"benchmark 5": {216, 168, 42},
	} {
		p := pictures()[name]
		mean := [3]float64{}
		for i := range p.Width * p.Height {
			for c := range mean {
				mean[c] += float64(p.Pix[4*i+c]) / float64(p.Width*p.Height)
			}
		}
		for c := range mean {
			if math.Abs(mean[c]-want[c]) > 15 {
				t.Errorf("%s has mean color %.0f, want %.0f", name, mean, want)
				break
			}
		}
		for other, m := range means {
			if d := math.Abs(mean[0]-m[0]) + math.Abs(mean[1]-m[1]) + math.Abs(mean[2]-m[2]); d < 30 {
				t.Errorf("%s and %s differ by %.0f levels in all, want 30 at least", name, other, d)
			}
		}
		means[name] = mean
	}
}

func TestUnknownGroundsPanic(t *testing.T) {
	defer func() {
		if got, want := fmt.Sprint(recover()), `worktop: no benchmark ground is called "texture6", want texture1 to texture5`; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}()
	Benchmark("texture6")
}

func TestNoiseIsPeriodic(t *testing.T) {
	for i := range 200 {
		u, v := uniform(int64(i), 0, 1), uniform(int64(i), 1, 1)
		for name, f := range map[string]func(u, v float64) float64{
			"clouds":  func(u, v float64) float64 { return clouds(u, v, 5, 3, 0.5, 1) },
			"streaks": func(u, v float64) float64 { return streaks(u, v, 3, 40, 2, 0.5, 1) },
			"slanted": func(u, v float64) float64 { return slanted(u, v, -2, 3, 20, 3, 1) },
			"cells":   func(u, v float64) float64 { d, edge, id := cells(u, v, 6, 1); return d + edge + id },
		} {
			if a := f(u, v); math.Abs(a-f(u+1, v)) > 1e-9 || math.Abs(a-f(u, v-1)) > 1e-9 {
				t.Errorf("%s at (%g, %g) is %g, a period on %g and %g", name, u, v, a, f(u+1, v), f(u, v-1))
			}
		}
	}
}

func Example() {
	g := Training("texture4")
	fmt.Printf("%s: %d texels for %g units\n", g.Name, g.Surface.BaseColorTexture.Width, g.Tile)
	// Output: wooden planks: 1024 texels for 9 units
}

func sum(t *material.Texture) string { return fmt.Sprintf("%x", sha256.Sum256(t.Pix))[:16] }
