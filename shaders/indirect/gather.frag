// Light that has bounced, at every fourth pixel of each row and column, without bouncedFacing: what rays from there meet is lit by
// lamps, suns and sky, and by what is taken for granted there. Fed by engine/pass/indirect.go.
#include "common/trace.glsl"
#include "indirect/cells.glsl"
#include "indirect/places.glsl"

uniform int uRays;     // from each place
uniform vec3 uAmbient; // irradiance / pi of bounced light in the mean over all ways
uniform bool uAgain;   // whether bounced light is known at the places already

// Few rays meet what is far brighter than white, and the places that do would stand out.
const float BRIGHTEST = 2.0;
// What is taken for granted where a ray ends is the mean for the way that the surface faces to this part, and else that over all ways: a
// floor open to the sky has little, but things among others have what comes from all around. Found by trying.
const float FACING = 0.25;
// A place stands for where a ray ends that is as far away to within a share, and faces the same way to within a cosine.
const float SAME_DEPTH = 0.03, SAME_WAY = 0.9;
const float NEAREST = 0.01; // meters; what is nearer counts as that, or the mean had no room in 16 bits

// Point i of a sequence in the unit square of which any 2^k that follow each other from a multiple of 2^k have one in each elementary
// interval of area 2^-k. Sobol' 1967, "On the Distribution of Points in a Cube and the Approximate Evaluation of Integrals".
vec2 sobol(uint i) {
	uint y = 0u;
	for (uint rest = i, column = 1u << 31; rest != 0u; rest >>= 1, column ^= column >> 1) y ^= (rest & 1u) * column;
	return vec2(uvec2(bitfieldReverse(i), y) >> 8u) * (1.0 / 16777216.0);
}

// Irradiance / pi of bounced light where a ray ends: that of the nearest place, where light is known and the surface is seen there.
vec3 bouncedAt(Surface s) {
	vec3 c = (s.position - uEyeWorld) * uWorldFromCamera;
	ivec2 cell = ivec2(-1);
	if (uAgain && c.z < 0.0) {
		vec2 pixel = uPinhole.yz - c.xy * (uPinhole.x / c.z) - 0.5 - uCellJitterPx;
		cell = ivec2(floor((pixel - float(CELL / 2)) / float(CELL) + 0.5));
	}
	if (all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, textureSize(tLight, 0)))) {
		vec4 light = texelFetch(tLight, cell, 0);
		vec3 normal = texelFetch(tLightNormal, cell, 0).xyz;
		if (abs(light.w + c.z) < SAME_DEPTH * light.w && dot(normal, s.normal) > SAME_WAY) return light.rgb + bouncedFacing(normal);
	}
	return mix(uAmbient, bouncedFacing(s.normal), FACING);
}

Gathered at(ivec2 cell) {
	ivec2 pixel = cellPixel(cell);
	float z = guideZ(pixel);
	vec3 n = guideNormal(pixel);
	vec3 origin = uEyeWorld + cellRay(cell) * z + n * (1e-4 * max(1.0, z));
	mat3 frame = basis(n);
	// Sixteen places share one set of directions, and smooth.frag puts them together. In corners and on thin things few of them lie on
	// the same surface, so the share of each is spread over all ways, and so are those of rows, columns and halves of the
	// sixteen, as far as can be. Found by trying all linear orders.
	uint turn = uint(9 * (cell.x & 1) ^ cell.x & 2 ^ 13 * (cell.y & 1) ^ 3 * (cell.y >> 1 & 1));
	vec2 shift = random3(uvec3(uSeed, uSubFrame, 99u)).xy;
	vec3 sum = vec3(0.0);
	float nearness = 0.0;
	for (int k = 0; k < uRays; k++) {
		uint i = turn * uint(uRays) + uint(k);
		vec2 u = fract(sobol(i) + shift);
		float r = sqrt(u.x), phi = 2.0 * PI * u.y;
		vec3 dir = frame * vec3(r * cos(phi), r * sin(phi), sqrt(1.0 - u.x)); // with density cos / pi
		Hit h = nearest(origin, dir, z > 0.0 ? FAR : 0.0);
		if (z > 0.0 && h.t < FAR) { // sky that is met was light of the first hand
			nearness += 1.0 / max(h.t, NEAREST);
			vec3 face;
			bool outside;
			vec4 emission;
			Surface s = surfaceAt(h, origin, dir, face, outside, emission);
			vec3 around = bouncedAt(s);
#if ENVIRONMENT
			around += skyAt(s.position + face * (1e-4 * max(1.0, h.t)), s.normal, true, 1, i, shift);
#endif
			vec3 diffuse = directLight(s, -dir) + s.color * ((1.0 - s.metallic) * (1.0 - s.transmission)) * around;
			vec3 seen = emission.rgb + diffuse * diffuseAlbedo(s, -dir);
			sum += seen * min(1.0, BRIGHTEST / max(luminance(seen), 1e-6));
		}
#if ENVIRONMENT
		else if (z > 0.0) sum += skyAlong(dir, sqrt(PI / float(16 * uRays))); // the angle between directions
#endif
	}
	return Gathered(vec4(sum / float(uRays) - bouncedFacing(n), z), vec4(n, nearness / float(uRays)));
}
