package numpyrng

import (
	"fmt"
	"math/big"
)

// Constants of the seed expansion: O'Neill 2015, "Developing a seed_seq Alternative"; NumPy's SeedSequence has the same.
const (
	poolStart, poolFactor     = 0x43b0d7e5, 0x931e8875
	outputStart, outputFactor = 0x8b51f9dd, 0x58f38ded
	mixLeft, mixRight         = 0xca01f9dd, 0x4973f715
)

// hash is a multiplicative hash of 32-bit words whose constant moves on with every word.
type hash struct{ constant, factor uint32 }

func (h *hash) word(v uint32) uint32 {
	v ^= h.constant
	h.constant *= h.factor
	v *= h.constant
	return v ^ v>>16
}

// mixed joins two words of the pool.
func mixed(x, y uint32) uint32 {
	v := mixLeft*x - mixRight*y
	return v ^ v>>16
}

// SeedWords expands a seed to the four 64-bit words that SeedSequence(seed).generate_state(4, uint64) returns. It panics for
// a negative seed.
func SeedWords(seed *big.Int) [4]uint64 {
	if seed.Sign() < 0 {
		panic(fmt.Sprintf("numpyrng: seed is %v, need at least 0", seed))
	}
	big32 := big.NewInt(1<<32 - 1)
	var words []uint32
	for rest := new(big.Int).Set(seed); rest.Sign() > 0; rest.Rsh(rest, 32) {
		words = append(words, uint32(new(big.Int).And(rest, big32).Uint64()))
	}
	return expand(words)
}

// expand hashes the 32-bit words of a seed, least significant first, into a pool of four. Missing words count as zeros, so
// that zeros at the end change nothing.
func expand(words []uint32) (out [4]uint64) {
	var pool [4]uint32
	in := hash{poolStart, poolFactor}
	for i := range pool {
		var v uint32
		if i < len(words) {
			v = words[i]
		}
		pool[i] = in.word(v)
	}
	for from := range pool {
		for to := range pool {
			if from != to {
				pool[to] = mixed(pool[to], in.word(pool[from]))
			}
		}
	}
	for _, v := range words[min(len(words), len(pool)):] {
		for to := range pool {
			pool[to] = mixed(pool[to], in.word(v))
		}
	}
	last := hash{outputStart, outputFactor}
	for i := range out {
		lo := last.word(pool[2*i%4])
		hi := last.word(pool[(2*i+1)%4])
		out[i] = uint64(hi)<<32 | uint64(lo)
	}
	return out
}
