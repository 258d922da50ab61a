package canvas

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// The weights of outputs away from the border when 1000 samples become 100, as the Python Imaging Library has them.
var tenfold = []int32{-498, -4011, -9830, -16699, -23357, -28547, -31012, -29491, -22728, -9463, 12504, 48208, 95027, 149186,
	206910, 264425, 317954, 363725, 397961, 416888}

func TestWeightsOfTenfoldReduction(t *testing.T) {
	want := slices.Clone(tenfold)
	for i := range tenfold {
		want = append(want, tenfold[len(tenfold)-1-i])
	}
	k := newKernel(1000, 100)
	for i := 2; i < 98; i++ {
		if got := k.weights[i*k.taps:][:k.count[i]]; int(k.from[i]) != 10*i-15 || !slices.Equal(got, want) || k.total[i] != 1<<22 {
			t.Fatalf("output %d weighs from %d: %v, sum %d", i, k.from[i], got, k.total[i])
		}
	}
	for i, count := range map[int]int32{0: 25, 1: 35, 98: 35, 99: 25} {
		if k.count[i] != count {
			t.Errorf("output %d has %d weights, want %d", i, k.count[i], count)
		}
	}
}

// No weighted sum of bytes leaves 32 bits, whatever the order in which it is summed.
func TestSumsFitInto32Bits(t *testing.T) {
	for in := 1; in <= 120; in++ {
		for _, out := range []int{1, 2, 3, 7, 10, 12, 40, 64, 119, 120, 300} {
			k := newKernel(in, out)
			for i := range out {
				above, below := int64(half), int64(0)
				for _, w := range k.weights[i*k.taps:][:k.count[i]] {
					above, below = above+255*int64(max(w, 0)), below+255*int64(min(w, 0))
				}
				if above > math.MaxInt32 || below < math.MinInt32 {
					t.Fatalf("%d to %d, output %d: from %d to %d", in, out, i, below, above)
				}
			}
		}
	}
}

func TestTablesByInputAgree(t *testing.T) {
	for _, c := range [][2]int{{1000, 100}, {1, 1}, {1, 5}, {5, 1}, {2, 3}, {7, 7}, {33, 10}, {100, 99}, {640, 64}, {9, 40}} {
		k := newKernel(c[0], c[1])
		for i := range k.out {
			sum := int32(0)
			for j := range k.in {
				want := int32(0)
				if n := j - int(k.from[i]); n >= 0 && n < int(k.count[i]) {
					want = k.weights[i*k.taps+n]
				}
				got, before, n := int32(0), k.total[i], i-int(k.first[j])
				if n >= 0 && n < k.reach {
					got, before = k.byInput[j*k.reach+n], k.before[j*k.reach+n]
				} else if n >= k.reach {
					before = 0
				}
				if got != want || before != sum {
					t.Fatalf("%v: output %d, input %d: weight %d, before it %d, want %d and %d", c, i, j, got, before, want, sum)
				}
				sum += want
			}
		}
	}
}

func TestUniformPicturesStayUniform(t *testing.T) {
	for _, size := range [][2]int{{10, 10}, {7, 13}, {50, 61}, {40, 40}, {1, 1}} {
		g := NewGray(40, 40)
		for i := range g.Pix {
			g.Pix[i] = 201
		}
		for i, v := range g.Reduce(size[0], size[1]).Pix {
			if v != 201 {
				t.Fatalf("%v: pixel %d is %d, want 201", size, i, v)
			}
		}
	}
}

func TestReductionOvershootsAndCuts(t *testing.T) {
	g := NewGray(1000, 1000)
	g.Polygon([]Point{{300, 0}, {699, 0}, {699, 999}, {300, 999}}, 200, 200, 0)
	row := g.Reduce(100, 100).Pix[50*100:][:100]
	if got := slices.Max(row); got <= 200 || got > 220 {
		t.Errorf("the brightest pixel is %d, want a little more than 200", got)
	}
	if row[50] != 200 || row[28] != 0 || row[71] != 0 {
		t.Errorf("row is %v", row)
	}
}

func TestSizesThatPanic(t *testing.T) {
	for _, f := range []func(){
		func() { NewGray(0, 3) },
		func() { NewGray(3, -1) },
		func() { NewGray(3, 3).Reduce(0, 3) },
		func() { new(Sparse).Reset(3, 1<<21) },
		func() { s := new(Sparse); s.Reset(3, 3); s.Reduce(make([]uint8, 8), 3, 3) },
		func() { newKernel(0, 3) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		}()
	}
	defer func() {
		if got, want := fmt.Sprint(recover()), "canvas: a picture of 0 x 3 pixels, need 1 to 1048576 each way"; got != want {
			t.Errorf("panic %q, want %q", got, want)
		}
	}()
	NewGray(0, 3)
}
