// Depth only. The Go side defines COVERAGE: 1 where some materials have a material.Coverage.
#if COVERAGE
#include "common/coverage.glsl"
in vec2 vUV;
in float vAlpha;
flat in uint vCode;
flat in uint vInstance;
layout(binding = 0) uniform sampler2DArray tColor; // sRGB pictures
uniform uint uCoverSample;                         // number of the sub-frame
#endif

void main() {
#if COVERAGE
	if (!covered(vCode, tColor, vUV, vAlpha, coverageSample(uvec3(gl_FragCoord.xy, vInstance + 0x10000u), uCoverSample))) discard;
#endif
}
