package trance

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// Numbers that stand for no pair and no object in the published tensors.
const (
	pairEnd, pairPad     = 33, 34
	objectEnd, objectPad = 10, 11
)

// describe is a state as the published loaders hand it to a network: for each object x and y from 0 to 1, and for material,
// color, shape and size a one in the place of its value and zeros elsewhere.
func describe(s *State) (out [ObjectCount][19]float32) {
	for i := range s {
		o, row := &s[i], out[i][:0]
		for _, x := range [...]int{o.Position.X, o.Position.Y} {
			row = append(row, float32(x+planeHalf)/(2*planeHalf))
		}
		for _, a := range [...]Attribute{Material, Color, Shape, Size} {
			at := len(row)
			row = row[:at+len(values[a])]
			row[at+int(o.values[a])] = 1
		}
	}
	return out
}

func TestVectorsVectorizer(t *testing.T) {
	for _, c := range load[struct {
		ID              string
		Objects         State
		Transformations []struct {
			Object int `json:"obj_idx"`
			Attr   string
			Val    jsontext.Value
		}
		Expect struct {
			Describe [][]float32 `json:"init_desc"`
			Objects  []int       `json:"obj_target"`
			Pairs    []int       `json:"pair_target"`
		}
	}](t, "vectorizer.json") {
		for i, row := range describe(&c.Objects) {
			if !slices.Equal(row[:], c.Expect.Describe[i]) {
				t.Errorf("%s: object %d is %v, want %v", c.ID, i, row, c.Expect.Describe[i])
			}
		}
		for i, s := range c.Transformations {
			name := strings.NewReplacer(`"`, "", "[", "", "]", "", ", ", ".", ",", ".").Replace(s.Attr + "." + string(s.Val))
			var p Pair
			if err := p.UnmarshalText([]byte(name)); err != nil {
				t.Fatal(err)
			}
			same(t, c.ID, "pair", int(p), c.Expect.Pairs[i])
			same(t, c.ID, "object", s.Object, c.Expect.Objects[i])
		}
		n := len(c.Transformations)
		for i := n; i < len(c.Expect.Pairs); i++ {
			pair, object := pairPad, objectPad
			if i == n {
				pair, object = pairEnd, objectEnd
			}
			same(t, c.ID, "padding", [2]int{c.Expect.Objects[i], c.Expect.Pairs[i]}, [2]int{object, pair})
		}
	}
}
