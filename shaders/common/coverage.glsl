// Where surfaces with a material.Coverage are. code is the third of Instance.ids: below the code of the base color's picture (common/picture.glsl); above
// 15 bits and one, coverageCode in engine/pass/geometry.go.
#include "common/random.glsl"
#include "common/picture.glsl"

#if COVERAGE
// Whether the surface is there, in the share of cases in which u, uniform in [0, 1), is below its alpha. tint is that of its vertices.
bool covered(uint code, sampler2DArray pictures, vec2 uv, float tint, float u) {
	if (code >> 16 == 0u) return true;
	float value = float(code >> 16 & 0x7fffu) / 32767.0;
	float alpha = tint;
	if (pictureOf(code) > 0u) alpha *= textureLod(pictures, placeOf(pictures, pictureOf(code), uv, 0.0), 0.0).a;
	return code >> 31 == 1u ? alpha * value > u : alpha >= value;
}

// What labels take for u: they have a surface from alpha 1/2 on.
const float HALF = 0.4999;

// Numbers of a place, one for each sample, that fill [0, 1) evenly. Roberts 2018, "The Unreasonable Effectiveness of Quasirandom Sequences".
float coverageSample(uvec3 place, uint index) { return fract(random3(place).x + float(index) * 0.6180339887); }
#endif
