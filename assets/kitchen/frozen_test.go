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
	const want = "d6638ef1099d947f6383b71d4f10fd6c826791bb48b90d16ca74dd52adbc79ad"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("models hash to %s, want %s: every set with them changes", got, want)
	}
}
