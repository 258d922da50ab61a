package deskware

import (
	"crypto/sha256"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
)

// Means and deviations are those of the published photographs.
func TestPlanesHaveTheirStatistics(t *testing.T) {
	want := map[string][2][3]float64{
		"black marble": {{39, 39, 39}, {19, 19, 19}},
		"black wooden": {{35, 35, 35}, {15, 15, 15}},
		"brown marble": {{146, 91, 76}, {20, 20, 20}},
		"brown wooden": {{119, 65, 44}, {12, 7, 4}},
		"gray marble":  {{181, 181, 181}, {12, 12, 12}},
		"gray wooden":  {{172, 167, 165}, {18, 18, 18}},
	}
	for name, w := range want {
		var color, kind string
		if _, err := fmt.Sscan(name, &color, &kind); err != nil {
			t.Fatal(err)
		}
		p := Plane(kind, color)
		if err := p.Validate(); err != nil || !p.SRGB || p.Width != PlaneSize || p.Height != PlaneSize {
			t.Errorf("%s: %d x %d, sRGB %v, %v", name, p.Width, p.Height, p.SRGB, err)
		}
		if p != Plane(kind, color) {
			t.Errorf("%s: made twice", name)
		}
		if got := PlaneMean(kind, color); got != w[0] {
			t.Errorf("%s: PlaneMean is %v, want %v", name, got, w[0])
		}
		for c := range 3 {
			var sum, squares float64
			for i := c; i < len(p.Pix); i += 4 {
				v := float64(p.Pix[i])
				sum, squares = sum+v, squares+v*v
			}
			n := float64(len(p.Pix) / 4)
			mean := sum / n
			std := math.Sqrt(squares/n - mean*mean)
			if math.Abs(mean-w[0][c]) > 0.5 || math.Abs(std-w[1][c]) > 0.5 {
				t.Errorf("%s: channel %d has mean %.2f and deviation %.2f, want %g and %g", name, c, mean, std, w[0][c], w[1][c])
			}
		}
	}
}

// joints counts the lines of a picture, across boards, that are darker than both neighbors at a distance by 8 levels.
func joints(p *material.Texture, upright bool) int {
	level := make([]float64, PlaneSize)
	for y := range PlaneSize {
		for x := range PlaneSize {
			at := y
			if upright {
				at = x
			}
			level[at] += float64(p.Pix[4*(y*PlaneSize+x)]) / PlaneSize
		}
	}
	const apart = 6
	count, last := 0, -2*apart
	for i := apart; i < PlaneSize-apart; i++ {
		if level[i] < min(level[i-apart], level[i+apart])-8 {
			if i-last > apart {
				count++
			}
			last = i
		}
	}
	return count
}

// The published floors have 16 upright staves and 13 level boards.
func TestBoardsAreCounted(t *testing.T) {
	if got := joints(Plane("wooden", "brown"), true); got < 15 || got > 17 {
		t.Errorf("brown wood: %d joints from left to right, want about 15 between 16 staves", got)
	}
	if got := joints(Plane("wooden", "gray"), false); got < 12 || got > 14 {
		t.Errorf("gray wood: %d joints from top to bottom, want about 12 between 13 boards", got)
	}
	for _, c := range []string{"gray", "brown", "black"} {
		if got := joints(Plane("marble", c), true); got != 0 {
			t.Errorf("%s marble: %d joints, want none", c, got)
		}
	}
}

// A changed byte would change every picture ever made. The hashes are those of every processor.
func TestBytesAreFixed(t *testing.T) {
	want := map[string]string{
		"marble black": "1184593645092eb6", "wooden black": "b8c705fe0626a751", "marble brown": "5e23fd23d14eb6e8",
		"wooden brown": "0b1371e3f27ff7a1", "marble gray": "3c5457bce3199404", "wooden gray": "9179e4341a6c36e5",
		"atlas": "9380fc84b523317a",
	}
	got := map[string]string{"atlas": sum(NewAtlas(solid.Box(geom.V(2, 2, 2)), solid.Ellipsoid(geom.V(1, 1, 1), 24, 12)).Picture)}
	for _, p := range planes {
		got[p.material+" "+p.color] = sum(p.picture())
	}
	for name, w := range want {
		if got[name] != w {
			t.Errorf("%s: hash %s, want %s", name, got[name], w)
		}
	}
}

func sum(t *material.Texture) string { return fmt.Sprintf("%x", sha256.Sum256(t.Pix))[:16] }

// What a texture coordinate shows is the pattern at the place that it belongs to.
func TestAtlasShowsThePatternAtEachPlace(t *testing.T) {
	solids := []struct {
		name string
		half geom.Vec3
	}{{"cube", geom.V(1, 1, 1)}, {"slab", geom.V(0.9, 0.5, 0.2)}}
	a := NewAtlas(solid.Box(solids[0].half.Scale(2)), solid.Box(solids[1].half.Scale(2)))
	for i, s := range solids {
		for k, pattern := range Patterns {
			m := a.Mesh(i, pattern)
			if len(m.Triangles) != 12 || len(m.Positions) != 24 {
				t.Fatalf("%s: %d triangles of %d vertices, want 12 of 4 a face", s.name, len(m.Triangles), len(m.Positions))
			}
			for _, triangle := range m.Triangles {
				// A point inside, moved to the middle of its texel.
				var p geom.Vec3
				var uv [2]float64
				for j, weight := range []float64{0.5, 0.3, 0.2} {
					p = p.AddScaled(weight, m.Positions[triangle[j]])
					uv[0] += weight * m.UVs[triangle[j]][0]
					uv[1] += weight * m.UVs[triangle[j]][1]
				}
				x, y := int(uv[0]*atlasSize), int(uv[1]*atlasSize)
				axis, _ := facing(m, triangle)
				u, v := across(axis)
				c := [3]float64{p.X, p.Y, p.Z}
				c[u] += (float64(x) + 0.5 - uv[0]*atlasSize) / texelsPerUnit
				c[v] += (float64(y) + 0.5 - uv[1]*atlasSize) / texelsPerUnit
				want := 255 * material.EncodeSRGB(patterns[k](geom.V(c[0], c[1], c[2])))
				got := a.Picture.Pix[4*(y*atlasSize+x)]
				if math.Abs(float64(got)-want) > 0.6 {
					t.Errorf("%s, %s, axis %d: texel (%d, %d) is %d, want %.1f", s.name, pattern, axis, x, y, got, want)
				}
			}
		}
	}
}

// Curved solids: the surface above a point of a tile is on the solid.
func TestAtlasFollowsRoundSolids(t *testing.T) {
	ball := solid.Ellipsoid(geom.V(1, 1, 1), 48, 24)
	var top []facePlane
	for _, triangle := range ball.Triangles {
		if axis, n := facing(ball, triangle); axis == 5 {
			top = append(top, facePlane{n, n.Dot(ball.Positions[triangle[0]])})
		}
	}
	for _, c := range [][2]float64{{0, 0}, {0.3, 0.2}, {-0.5, 0.1}} {
		p := surfaceAt(top, 5, c[0], c[1])
		if want := -math.Sqrt(1 - c[0]*c[0] - c[1]*c[1]); p.X != c[0] || p.Y != c[1] || math.Abs(p.Z-want) > 0.01 {
			t.Errorf("below (%g, %g): got %v, want height %.3f", c[0], c[1], p, want)
		}
	}
}

// All patterns reach from dark to light, and no two look the same.
func TestPatternsDiffer(t *testing.T) {
	const n = 4000
	values := make([][]float64, len(patterns))
	for k, pattern := range patterns {
		lo, hi := 1.0, 0.0
		for i := range n {
			v := pattern(geom.V(2*uniform(int64(i), 0, 0, 1)-1, 2*uniform(int64(i), 1, 0, 1)-1, 2*uniform(int64(i), 2, 0, 1)-1))
			lo, hi = min(lo, v), max(hi, v)
			values[k] = append(values[k], v)
		}
		if lo < 0 || hi > 1 || lo > 0.3 || hi < 0.7 {
			t.Errorf("%s goes from %.2f to %.2f, want from at most 0.3 to at least 0.7, inside [0, 1]", Patterns[k], lo, hi)
		}
		for j := range k {
			var apart float64
			for i, v := range values[k] {
				apart += math.Abs(v-values[j][i]) / n
			}
			if apart < 0.1 {
				t.Errorf("%s and %s differ by %.3f in the mean, want 0.1 at least", Patterns[j], Patterns[k], apart)
			}
		}
	}
}

func TestRampAndBoards(t *testing.T) {
	for _, c := range [][2]float64{{-1, 2}, {0, 2}, {0.5, 3}, {1, 4}, {2, 2}, {3, 0}, {9, 0}} {
		if got := ramp(c[0], stop{0, 2}, stop{1, 4}, stop{3, 0}); got != c[1] {
			t.Errorf("ramp(%g) is %g, want %g", c[0], got, c[1])
		}
	}
	// Boards of equal width 0.25: 0.6 lies 0.4 across number 2, 0.1 from its near edge.
	if b := boardAt(0.6, 0.25, 0, 1); b.number != 2 || math.Abs(b.edge-0.1) > 1e-12 {
		t.Errorf("got board %d, %.3f from its edge, want 2 and 0.1", b.number, b.edge)
	}
	for i := range 1000 {
		if b := boardAt(float64(i)*0.01-5, 0.25, 0.8, 1); b.edge < 0 || b.edge > 0.25 {
			t.Fatalf("place %d lies %g from the edge of its board", i, b.edge)
		}
	}
}

func TestUnknownNamesPanic(t *testing.T) {
	for want, f := range map[string]func(){
		`deskware: no plane is red and marble`: func() { Plane("marble", "red") },
		`deskware: pattern is "gold", want one of ["marble_1" "marble_2" "wood_1" "wood_2" "leather_1" "leather_2"]`: func() {
			NewAtlas(solid.Box(geom.V(2, 2, 2))).Mesh(0, "gold")
		},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}()
			f()
		}()
	}
}

// With MEREO_PICTURES set to a folder the pictures of planes are written there, to be looked at.
func TestWritePictures(t *testing.T) {
	dir := os.Getenv("MEREO_PICTURES")
	if dir == "" {
		t.Skip("MEREO_PICTURES names no folder")
	}
	for _, p := range planes {
		pix := p.picture()
		im := &image.NRGBA{Pix: pix.Pix, Stride: 4 * pix.Width, Rect: image.Rect(0, 0, pix.Width, pix.Height)}
		f, err := os.Create(filepath.Join(dir, p.color+"-"+p.material+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(f, im); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func Example() {
	p := Plane("marble", "black")
	fmt.Printf("%d x %d texels for 4 m x 4 m\n", p.Width, p.Height)
	// Output: 1024 x 1024 texels for 4 m x 4 m
}
