package syndacate

import (
	"fmt"
	"math/big"
	"strconv"
	"testing"

	"mereo/scenes/numpyrng"
)

// Every case runs one script on one generator, so a draw too many or too few shows in what follows.
func TestVectorsRNG(t *testing.T) {
	type operation struct {
		Op      string
		N       int
		Lo, Hi  float64
		Pop     int
		Size    int
		Replace bool
	}
	for _, c := range numberCases[struct {
		ID           string
		Seed         string
		SeedWords    []string `json:"seed_words"`
		InitialState string   `json:"initial_state"`
		Increment    string
		Script       []operation
		Out          [][]any
	}](t, "rng.json") {
		t.Run(c.ID, func(t *testing.T) {
			seed, ok := new(big.Int).SetString(c.Seed, 10)
			if !ok {
				t.Fatalf("seed %q is no number", c.Seed)
			}
			for i, w := range numpyrng.SeedWords(seed) {
				if got := strconv.FormatUint(w, 10); got != c.SeedWords[i] {
					t.Errorf("seed word %d is %s, want %s", i, got, c.SeedWords[i])
				}
			}
			g := numpyrng.NewBig(seed)
			state, increment := g.State()
			for _, pair := range [][2]string{{decimal128(state), c.InitialState}, {decimal128(increment), c.Increment}} {
				if pair[0] != pair[1] {
					t.Errorf("first state or increment is %s, want %s", pair[0], pair[1])
				}
			}
			if len(c.Out) != len(c.Script) {
				t.Fatalf("%d results for %d operations", len(c.Out), len(c.Script))
			}
			for i, op := range c.Script {
				got := []any{}
				add := func(draw func() any) {
					for range op.N {
						got = append(got, draw())
					}
				}
				switch op.Op {
				case "u64":
					add(func() any { return strconv.FormatUint(g.Uint64(), 10) })
				case "double":
					add(func() any { return g.Float64() })
				case "integers":
					add(func() any { return float64(g.Integers(int(op.Lo), int(op.Hi))) })
				case "uniform":
					add(func() any { return g.Uniform(op.Lo, op.Hi) })
				case "choice":
					chosen, err := g.Choice(nil, op.Pop, op.Size, op.Replace)
					if err != nil {
						t.Fatal(err)
					}
					for _, v := range chosen {
						got = append(got, float64(v))
					}
				default:
					t.Fatalf("unknown operation %q", op.Op)
				}
				if fmt.Sprint(got) != fmt.Sprint(c.Out[i]) {
					t.Errorf("operation %d, %s, gives %v, want %v", i, op.Op, got, c.Out[i])
				}
			}
		})
	}
}

// decimal128 writes a number of 128 bits.
func decimal128(u numpyrng.Uint128) string {
	v := new(big.Int).SetUint64(u.Hi)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(u.Lo)).String()
}
