// The mean of bounced light over the sixteen places that share their directions, as far as they lie on the same surface. Fed by
// engine/pass/indirect.go.
#include "common/math.glsl"
#include "indirect/cells.glsl"

layout(location = 0) out vec4 oLight; // as gather.frag
layout(location = 1) out vec4 oNormal;

// The weight of each of the sixteen that is missing, as a place where bounced light is as in the mean. On small and round things
// few lie on the same surface, and their rays alone are blotches.
uniform float uMissing;

void main() {
	ivec2 cell = ivec2(gl_FragCoord.xy);
	oLight = texelFetch(tLight, cell, 0);
	oNormal = texelFetch(tLightNormal, cell, 0);
	if (oLight.w <= 0.0) return;
	Plane plane = planeOf(oNormal.xyz, vec2(cellPixel(cell)) + uCellJitterPx, oLight.w);
	vec4 sum = vec4(0.0);
	ivec2 middle = clamp(cell, ivec2(2), max(textureSize(tLight, 0) - 3, ivec2(2))); // at the border all sixteen are there, too
	for (int k = 0; k < 25; k++) {
		ivec2 d = ivec2(k % 5, k / 5) - 2;
		vec2 weight = mix(vec2(1.0), vec2(0.5), equal(abs(d), ivec2(2))); // of columns and rows that are there twice
		sum += cellAt(middle + d, plane, 4.0) * (weight.x * weight.y);
	}
	oLight.rgb = sum.rgb / (sum.a + uMissing * (16.0 - sum.a));
}
