// Light that has bounced, at every fourth pixel of each row and column, without bouncedFacing: what rays from there meet is lit by
// lamps, suns and sky, and by what is taken for granted there. Fed by engine/pass/indirect.go.
#include "common/trace.glsl"
#include "indirect/guide.glsl"

uniform int uRays;     // from each place
uniform vec3 uAmbient; // irradiance / pi of bounced light in the mean over all ways

layout(location = 0) out vec4 oLight; // irradiance / pi, less bouncedFacing; w: ViewZ of the pixel it was taken at
layout(location = 1) out vec4 oNormal; // w: 1 / distance of what is met, in the mean, 1/m

// Few rays meet what is far brighter than white, and the places that do would stand out.
const float BRIGHTEST = 2.0;
// What is taken for granted where a ray ends is the mean for the way that the surface faces to this part, and else that over all ways: a
// floor open to the sky has little, but things among others have what comes from all around. Found by trying.
const float FACING = 0.25;
const float NEAREST = 0.01; // meters; what is nearer counts as that, or the mean had no room in 16 bits

void main() {
	ivec2 cell = ivec2(gl_FragCoord.xy), pixel = cellPixel(cell);
	float z = guideZ(pixel);
	vec3 n = guideNormal(pixel);
	vec3 origin = uEyeWorld + cellRay(cell) * z + n * (1e-4 * max(1.0, z));
	mat3 frame = basis(n);
	// Sixteen places share one set of directions, and smooth.frag puts them together.
	uint turn = uint(7 * (cell.x & 3) + 12 * (cell.y & 3)) & 15u, count = uint(16 * uRays);
	vec2 shift = random3(uvec3(uSeed, uSubFrame, 99u)).xy;
	vec3 sum = vec3(0.0);
	float nearness = 0.0;
	for (int k = 0; k < uRays; k++) {
		uint i = uint(16 * k) + turn;
		vec2 u = fract(vec2(float(i) + 0.5, 0.5) / vec2(float(count), 1.0) + vec2(0.0, float(bitfieldReverse(i) >> 8) / 16777216.0) + shift);
		float r = sqrt(u.x), phi = 2.0 * PI * u.y;
		vec3 dir = frame * vec3(r * cos(phi), r * sin(phi), sqrt(1.0 - u.x)); // with density cos / pi
		Hit h = nearest(origin, dir, z > 0.0 ? FAR : 0.0);
		if (z > 0.0 && h.t < FAR) { // sky that is met was light of the first hand
			nearness += 1.0 / max(h.t, NEAREST);
			vec3 face;
			bool outside;
			vec4 emission;
			Surface s = surfaceAt(h, origin, dir, face, outside, emission);
			vec3 around = mix(uAmbient, bouncedFacing(s.normal), FACING);
#if ENVIRONMENT
			around += skyAt(s.position + face * (1e-4 * max(1.0, h.t)), s.normal, true, 1, i, shift);
#endif
			vec3 diffuse = directLight(s, -dir) + s.color * ((1.0 - s.metallic) * (1.0 - s.transmission)) * around;
			vec3 seen = emission.rgb + diffuse * diffuseAlbedo(s, -dir);
			sum += seen * min(1.0, BRIGHTEST / max(luminance(seen), 1e-6));
		}
#if ENVIRONMENT
		else if (z > 0.0) sum += skyAlong(dir, sqrt(PI / float(count))); // the angle between directions
#endif
	}
	oLight = vec4(sum / float(uRays) - bouncedFacing(n), z);
	oNormal = vec4(n, nearness / float(uRays));
}
