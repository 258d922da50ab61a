package kitchen

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"
)

// The same models come out on every processor.
func TestModelsAreFrozen(t *testing.T) {
	h := sha256.New()
	number := func(x float64) {
		h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
	}
	for i := range catalog {
		m, err := Get(catalog[i].pool, catalog[i].name)
		if err != nil {
			t.Fatal(err)
		}
		for k := range m.Parts {
			p := &m.Parts[k]
			h.Write([]byte(p.Name))
			for _, v := range p.Mesh.Positions {
				number(v.X)
				number(v.Y)
				number(v.Z)
			}
			for _, tr := range p.Mesh.Triangles {
				h.Write([]byte{byte(tr[0]), byte(tr[0] >> 8), byte(tr[1]), byte(tr[1] >> 8), byte(tr[2]), byte(tr[2] >> 8)})
			}
			for _, hull := range p.Colliders {
				for _, v := range hull {
					number(v.X)
					number(v.Y)
					number(v.Z)
				}
			}
		}
	}
	const want = "10de226eb8f144028ee06c12ecf4a01a081a33cb92f6a7b5ce9c21c5e1fdf65f"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("models hash to %s, want %s: every set with them changes", got, want)
	}
}
