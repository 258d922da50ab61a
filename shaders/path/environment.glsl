// The environment as paths find it. Its textures and uniforms, outside of any block, belong to this file; fed by
// engine/pass/environment.go. Pharr, Jakob and Humphreys 2023, "Physically Based Rendering", 4th edition, section 12.5.
#include "common/math.glsl"
#include "common/panorama.glsl"

layout(binding = 4) uniform sampler2D tDistribution; // light.Distribution.CDF
layout(binding = 7) uniform sampler2D tEnvironment;  // radiance

uniform float uEnvironmentTurn;  // parts of a full turn
uniform float uEnvironmentScale; // radiance of 1 in tEnvironment

vec3 environmentAlong(vec3 dir) {
	return uEnvironmentScale * textureLod(tEnvironment, panoramaPlace(dir, uEnvironmentTurn), 0.0).rgb;
}

// Share of the cells before the end of cell i of a row; 0 for i = -1.
float shareUpTo(int i, int row) { return i < 0 ? 0.0 : texelFetch(tDistribution, ivec2(i, row), 0).r; }

// The cell of n in a row into which u in [0, 1) falls; u becomes the place in [0, 1) of all n.
int findCell(int row, int n, inout float u) {
	int low = 0, high = n - 1;
	while (low < high) {
		int middle = (low + high) / 2;
		if (shareUpTo(middle, row) > u) high = middle;
		else low = middle + 1;
	}
	float from = shareUpTo(low - 1, row);
	u = (float(low) + clamp((u - from) / (shareUpTo(low, row) - from), 0.0, 1.0)) / float(n);
	return low;
}

// Density over solid angle of the places of a cell, at the height v of the picture.
float cellDensity(ivec2 cell, float v) {
	ivec2 size = textureSize(tDistribution, 0) - ivec2(0, 1);
	float row = shareUpTo(cell.y, size.y) - shareUpTo(cell.y - 1, size.y);
	float column = shareUpTo(cell.x, cell.y) - shareUpTo(cell.x - 1, cell.y);
	return row * column * float(size.x * size.y) / (2.0 * PI * PI * max(sin(PI * v), 1e-6));
}

// Density with which environmentSample draws a direction.
float environmentDensity(vec3 dir) {
	vec2 place = panoramaPlace(dir, uEnvironmentTurn);
	place.x = fract(place.x);
	ivec2 size = textureSize(tDistribution, 0) - ivec2(0, 1);
	return cellDensity(clamp(ivec2(place * vec2(size)), ivec2(0), size - 1), place.y);
}

// A direction drawn by luminance; u in the unit square.
vec3 environmentSample(vec2 u, out float density) {
	ivec2 size = textureSize(tDistribution, 0) - ivec2(0, 1);
	int y = findCell(size.y, size.y, u.y);
	int x = findCell(y, size.x, u.x);
	density = cellDensity(ivec2(x, y), u.y);
	return panoramaDir(u, uEnvironmentTurn);
}
