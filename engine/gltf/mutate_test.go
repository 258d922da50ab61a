package gltf

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mereo/internal/bound"
	"mereo/internal/glbs"
	"mereo/internal/hostile"
)

// TestMutations changes samples of glTF at random and reads them, at rest and at a time.
func TestMutations(t *testing.T) {
	samples := glbs.All()
	moves := false // the sample at hand
	hostile.Mutations{
		Count: 3000, Least: 10, Time: 2 * time.Second, Bytes: 1 << 30,
		Make: func(r *rand.Rand) []byte {
			s := samples[r.IntN(len(samples))]
			moves = s.Time > 0
			return mutated(r, s.GLB)
		},
		Try: func(t *testing.T, seed int, data []byte) bool { return tryMutated(t, seed, data, moves) },
	}.Run(t)
}

// mutationBound is what the reader is given.
const mutationBound = bound.Size(500e6)

// tryMutated reads a file at rest, and at a time if it moves, and reports whether it could be read.
func tryMutated(t *testing.T, seed int, data []byte, moves bool) (whole bool) {
	for _, at := range []*Moment{nil, {Time: 0.5}} {
		if at != nil && !moves {
			break
		}
		s, err := read(data, bound.New(mutationBound), func(string) ([]byte, error) { return nil, os.ErrNotExist }, at)
		if err != nil {
			if text := err.Error(); strings.Contains(text, "\n") || len(text) > 2000 {
				t.Errorf("file %d: %q is no sentence", seed, text)
			}
			continue
		}
		whole = true
		if err := s.Frame.Validate(); err != nil {
			t.Errorf("file %d becomes a frame that is not valid: %v", seed, err)
		}
	}
	return whole
}

// numbersOfJSON and wordsOfJSON are the values that are changed.
var (
	numbersOfJSON = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?`)
	wordsOfJSON   = regexp.MustCompile(`"[^"]{0,40}"`)
)

// badNumbers are those that break what was made for others.
var badNumbers = []string{
	"0", "-0", "1", "-1", "2", "3", "4", "0.5", "1e-7", "1e6", "1e9", "1e38", "1e39", "1e300", "-1e300", "1e999", "255", "256", "65535", "65536", "1048576", "2147483647",
	"4294967295", "4294967296", "9223372036854775807", "9223372036854775808", "5120", "5121", "5123", "5125", "5126", "null", "true", `"x"`, "[]", "{}",
}

// mutated is a .glb with some changes of values of its JSON, of its numbers in binary, or of its bytes.
func mutated(r *rand.Rand, glb []byte) []byte {
	n := binary.LittleEndian.Uint32(glb[12:])
	text, bin := string(glb[20:20+n]), slices.Clone(glb[28+n:])
	for range 1 + r.IntN(3) {
		switch op := r.IntN(10); {
		case op < 3:
			text = replaced(r, text, numbersOfJSON, badNumbers)
		case op < 5: // a number of another place
			text = replaced(r, text, numbersOfJSON, numbersOfJSON.FindAllString(text, -1))
		case op < 6: // a word or a key of another place
			text = replaced(r, text, wordsOfJSON, wordsOfJSON.FindAllString(text, -1))
		case op < 8 && len(bin) >= 4: // numbers, by a place that is one's beginning
			for range 1 + r.IntN(8) {
				f := []float32{float32(math.NaN()), float32(math.Inf(1)), math.MaxFloat32, -math.MaxFloat32, 0, 1e-38, math.Float32frombits(r.Uint32())}[r.IntN(7)]
				binary.LittleEndian.PutUint32(bin[4*r.IntN(len(bin)/4):], math.Float32bits(f))
			}
		case op < 9 && len(bin) > 0:
			for range 1 + r.IntN(8) {
				bin[r.IntN(len(bin))] ^= 1 << r.IntN(8)
			}
		case r.IntN(8) == 0: // less of the binary chunk
			bin = bin[:r.IntN(len(bin)+1)&^3]
		}
	}
	for len(text)%4 != 0 {
		text += " "
	}
	out := binary.LittleEndian.AppendUint32([]byte("glTF\x02\x00\x00\x00"), uint32(28+len(text)+len(bin)))
	out = append(binary.LittleEndian.AppendUint32(out, uint32(len(text))), "JSON"+text...)
	out = append(append(binary.LittleEndian.AppendUint32(out, uint32(len(bin))), "BIN\x00"...), bin...)
	switch r.IntN(20) {
	case 0: // any bytes
		for range 1 + r.IntN(4) {
			out[r.IntN(len(out))] ^= 1 << r.IntN(8)
		}
	case 1: // in the headers and the JSON
		out[r.IntN(20+len(text))] = byte(r.IntN(256))
	case 2:
		out = out[:r.IntN(len(out))]
	}
	return out
}

// replaced has another value in one of the places that a pattern finds.
func replaced(r *rand.Rand, text string, what *regexp.Regexp, values []string) string {
	places := what.FindAllStringIndex(text, -1)
	if len(places) == 0 {
		return text
	}
	at := places[r.IntN(len(places))]
	return text[:at[0]] + values[r.IntN(len(values))] + text[at[1]:]
}
