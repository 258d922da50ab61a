package syndacate

import (
	"math/big"

	"mereo/scenes/numpyrng"
)

// randomSource numbers what modes draw random numbers for, so that one never disturbs another.
type randomSource uint

const (
	shiftRandom       randomSource = 1 + iota // elements of shifted splits
	classRandom                               // further classes
	solidRandom                               // strokes in space
	filmRandom                                // motion
	interactionRandom                         // collisions
	noiseRandom                               // damage
)

// modeStream is the stream of an element of a mode. Its seed is the integer seed + 2^32 source + 2^64 element, so that elements
// need not be made in order.
func modeStream(seed uint32, source randomSource, element int) *numpyrng.Generator {
	big64 := new(big.Int).Lsh(big.NewInt(int64(element)), 64)
	return numpyrng.NewBig(big64.Add(big64, new(big.Int).SetUint64(uint64(seed)|uint64(source)<<32)))
}
