// Well-spread random numbers: Owen-scrambled Sobol points in pairs of dimensions, another scramble for each pixel and pair.
// Burley 2020, "Practical Hash-based Owen Scrambling".
#include "common/random.glsl"

// A hash in which a bit depends on lower bits only: Owen's scramble of a number with its bits reversed. Laine and Karras 2011,
// "Stratified Sampling for Stochastic Transparency", with the constants of Vegdahl 2021, "Building a Better LK Hash".
uint scrambleReversed(uint x, uint seed) {
	x ^= x * 0x3d20adeau;
	x += seed;
	x *= (seed >> 16u) | 1u;
	x ^= x * 0x05526c56u;
	x ^= x * 0x53a22864u;
	return x;
}

// Point `index` of the pair of dimensions that `seeds` stand for, in [0, 1)^2, multiples of 2^-24. Any 2^k points that follow
// each other from a multiple of 2^k have one in each elementary interval of area 2^-k.
vec2 sobol(uint index, uvec3 seeds) {
	uint i = bitfieldReverse(scrambleReversed(bitfieldReverse(index), seeds.x));
	// The second dimension's matrix is Pascal's triangle modulo 2: bit n is the sum of all bits whose numbers have the ones of n.
	uint j = i;
	j ^= (j & 0xaaaaaaaau) >> 1u;
	j ^= (j & 0xccccccccu) >> 2u;
	j ^= (j & 0xf0f0f0f0u) >> 4u;
	j ^= (j & 0xff00ff00u) >> 8u;
	j ^= j >> 16u;
	uvec2 p = bitfieldReverse(uvec2(scrambleReversed(i, seeds.y), scrambleReversed(j, seeds.z)));
	return vec2(p >> 8u) * (1.0 / 16777216.0);
}
