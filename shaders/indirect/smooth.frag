// The mean of bounced light over places around, as far as they lie on the same surface: first of the sixteen that share their
// directions, then, where bounced light changes little, of wider and wider circles. Dammertz et al. 2010, "Edge-Avoiding A-Trous Wavelet
// Transform for Fast Global Illumination Filtering". Fed by engine/pass/indirect.go.
#include "common/math.glsl"
#include "indirect/cells.glsl"
#include "indirect/places.glsl"

uniform int uRadius; // how many steps
uniform int uStep;   // of so many places are taken to each side
// How fast weights fall with the distance of a place over the mean distance of what is met there, squared: bounced light changes no
// faster than that. Ward, Rubinstein and Clear 1988, "A Ray Tracing Solution for Diffuse Interreflection", equation 3.
uniform float uNarrow;

// A place in the camera's frame, seen at ViewZ z.
vec3 viewOf(ivec2 cell, float z) { return vec3(cellSeen(cell) * spreadAt(z), -z); }

Gathered at(ivec2 cell) {
	Gathered g = Gathered(texelFetch(tLight, cell, 0), texelFetch(tLightNormal, cell, 0), vec4(0.0));
	if (g.light.w <= 0.0) return g;
	Plane plane = planeOf(g.normal.xyz, vec2(cellPixel(cell)) + uCellJitterPx, g.light.w);
	vec3 from = viewOf(cell, g.light.w);
	vec4 sum = vec4(0.0);
	float nearness = 0.0;
	// At the border all sixteen are there, too.
	ivec2 middle = uStep > 1 ? cell : clamp(cell, ivec2(2), max(textureSize(tLight, 0) - 3, ivec2(2)));
	int side = 2 * uRadius + 1;
	for (int k = 0; k < side * side; k++) {
		ivec2 d = ivec2(k % side, k / side) - uRadius, other = middle + d * uStep;
		vec2 weight = mix(vec2(1.0), vec2(0.5), equal(abs(d), ivec2(uRadius))); // of columns and rows that are there twice
		float z, n;
		vec4 c = cellAt(other, plane, 4.0, z, n) * (weight.x * weight.y);
		vec3 to = viewOf(other, z) - from;
		c *= exp(-uNarrow * dot(to, to) * square(max(n, g.normal.w)));
		sum += c;
		nearness += c.w * n;
#if GLOSSY
		g.gloss += c.w * glossAt(other);
#endif
	}
	g.light.rgb = sum.rgb / sum.a;
	g.normal.w = nearness / sum.a;
	g.gloss /= sum.a;
	return g;
}
