// Bounced light at every pixel, from the four nearest places that lie on the same surface; where these count for little, beside
// edges and on thin things, from sixteen. Kopf et al. 2007, "Joint Bilateral Upsampling". Fed by engine/pass/indirect.go.
#include "common/math.glsl"
#include "indirect/cells.glsl"

// Irradiance / pi, less bouncedFacing; gloss is radiance that a rough surface mirrors, in the mean; w is 0 where none is known.
vec4 lightAt(ivec2 pixel, out vec4 gloss);

// A fragment shader, and with COMPUTE a compute shader.
#if COMPUTE
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba16f) writeonly uniform image2D iLight;
#if GLOSSY
layout(binding = 1, rgba16f) writeonly uniform image2D iGloss;
#endif
layout(binding = 15) uniform usampler2D tMarks;
uniform uint uMark, uMarks; // which bits must be how

void main() {
	ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
	if (any(greaterThanEqual(pixel, imageSize(iLight))) || (texelFetch(tMarks, pixel, 0).r & uMarks) != uMark) return;
	vec4 gloss;
	imageStore(iLight, pixel, lightAt(pixel, gloss));
#if GLOSSY
	imageStore(iGloss, pixel, gloss);
#endif
}
#else
layout(location = 0) out vec4 oLight;
#if GLOSSY
layout(location = 1) out vec4 oGloss;
#endif

void main() {
	vec4 gloss;
	oLight = lightAt(ivec2(gl_FragCoord.xy), gloss);
#if GLOSSY
	oGloss = gloss;
#endif
}
#endif

const float ENOUGH = 0.25; // of the weights of four

// Adds what a cell has to two sums.
void add(ivec2 cell, Plane plane, vec2 share, inout vec4 sum, inout vec4 gloss) {
	vec4 c = cellAt(cell, plane, 1.0) * (share.x * share.y);
	sum += c;
#if GLOSSY
	gloss += c.w * glossAt(cell);
#endif
}

vec4 lightAt(ivec2 pixel, out vec4 gloss) {
	gloss = vec4(0.0);
	float z = guideZ(pixel);
	if (z <= 0.0) return vec4(0.0);
	vec2 sampled = vec2(pixel) + uJitterPx;
	Plane plane = planeOf(guideNormal(pixel), sampled, z);
	vec2 at = (sampled - uCellJitterPx - float(CELL / 2)) / float(CELL);
	ivec2 base = ivec2(floor(at));
	vec2 f = at - vec2(base);
	vec4 sum = vec4(0.0);
	for (int k = 0; k < 4; k++) {
		ivec2 d = ivec2(k & 1, k >> 1);
		add(base + d, plane, mix(1.0 - f, f, vec2(d)) + 1e-3, sum, gloss);
	}
	if (sum.a < ENOUGH) {
		for (int k = 0; k < 16; k++) {
			ivec2 d = ivec2(k & 3, k >> 2) - 1;
			add(base + d, plane, max(1.0 - abs(vec2(d) - f) / 2.0, 0.0) + 1e-3, sum, gloss);
		}
	}
	gloss = gloss.a > 0.0 ? vec4(gloss.rgb / gloss.a, 1.0) : vec4(0.0);
	return vec4(sum.rgb / max(sum.a, 1e-9), 1.0);
}
