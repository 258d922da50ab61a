// Bounced light at every pixel, from the four nearest places that lie on the same surface; where these count for little, beside
// edges and on thin things, from sixteen. Kopf et al. 2007, "Joint Bilateral Upsampling". Fed by engine/pass/indirect.go.
#include "common/math.glsl"
#include "indirect/cells.glsl"

layout(location = 0) out vec4 oLight; // irradiance / pi, less bouncedFacing

const float ENOUGH = 0.25; // of the weights of four

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	float z = guideZ(pixel);
	oLight = vec4(0.0);
	if (z <= 0.0) return;
	vec2 sampled = vec2(pixel) + uJitterPx;
	Plane plane = planeOf(guideNormal(pixel), sampled, z);
	vec2 at = (sampled - uCellJitterPx - float(CELL / 2)) / float(CELL);
	ivec2 base = ivec2(floor(at));
	vec2 f = at - vec2(base);
	vec4 sum = vec4(0.0);
	for (int k = 0; k < 4; k++) {
		ivec2 d = ivec2(k & 1, k >> 1);
		vec2 w = mix(1.0 - f, f, vec2(d)) + 1e-3;
		sum += cellAt(base + d, plane, 1.0) * (w.x * w.y);
	}
	if (sum.a < ENOUGH) {
		for (int k = 0; k < 16; k++) {
			ivec2 d = ivec2(k & 3, k >> 2) - 1;
			vec2 w = max(1.0 - abs(vec2(d) - f) / 2.0, 0.0) + 1e-3;
			sum += cellAt(base + d, plane, 1.0) * (w.x * w.y);
		}
	}
	oLight = vec4(sum.rgb / max(sum.a, 1e-9), 1.0);
}
