// Light that has bounced, at every fourth pixel of each row and column, without bouncedFacing: what rays from there meet is lit by
// lamps, suns and sky, and by what is taken for granted there. With GLOSSY also what rough surfaces there mirror. Texture 5, outside of any
// block, belongs to this file. Fed by engine/pass/indirect.go.
#include "common/trace.glsl"
#include "indirect/cells.glsl"
#include "indirect/places.glsl"

layout(binding = 5) uniform sampler2D tSurfaceColor; // as gbuffer.frag

uniform int uRays;                    // from each place
uniform int uGlossy;                  // more of them, for what is mirrored
uniform vec3 uAmbient;                // irradiance / pi of bounced light among the objects in the mean over all ways
uniform vec3 uFar;                    // the same in the mean over the whole scene
uniform vec3 uAroundLow, uAroundHigh; // corners of the box around the objects, world
uniform bool uAgain;                  // whether bounced light is known at the places already

// Few rays meet what is far brighter than white, and the places that do would stand out.
const float BRIGHTEST = 2.0;
// What is taken for granted where a ray ends among the objects is the mean for the way that the surface faces to this part, and else that
// over all ways: a floor open to the sky has little, but things among others have what comes from all around. Farther away, over half the
// size of the box around them, it becomes that of the whole scene. Found by trying.
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
		vec2 pixel = uPinhole.yz - c.xy * (uPinhole.x / (uPinhole.w > 0.0 ? -1.0 : c.z)) - 0.5 - uCellJitterPx;
		cell = ivec2(floor((pixel - float(CELL / 2)) / float(CELL) + 0.5));
	}
	if (all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, textureSize(tLight, 0)))) {
		vec4 light = texelFetch(tLight, cell, 0);
		vec3 normal = texelFetch(tLightNormal, cell, 0).xyz;
		if (abs(light.w + c.z) < SAME_DEPTH * light.w && dot(normal, s.normal) > SAME_WAY) return light.rgb + bouncedFacing(normal);
	}
	float away = distance(s.position, clamp(s.position, uAroundLow, uAroundHigh)) / max(0.5 * distance(uAroundLow, uAroundHigh), 1e-6);
	return mix(uFar, mix(uAmbient, bouncedFacing(s.normal), FACING), exp(-away));
}

// Radiance of bounced light that arrives along ray i; 0 where that meets nothing up to far. reached is how far it goes, FAR where nothing is met.
// metal: what metal reflects of lamps is seen, in the mean over all ways; else none of it, as matt surfaces get none by mirrors.
vec3 arriving(vec3 origin, vec3 dir, float far, bool metal, uint i, vec2 shift, out float reached) {
	Hit h = nearest(origin, dir, far);
	reached = far > 0.0 ? h.t : FAR;
	if (reached >= FAR) return vec3(0.0);
	vec3 face;
	bool outside;
	vec4 emission, layer;
	Surface s = surfaceAt(h, origin, dir, face, outside, emission, layer);
	if (metal) s.metallic = 0.0;
	vec3 around = bouncedAt(s);
#if ENVIRONMENT
	around += skyAt(s.position + face * (1e-4 * max(1.0, h.t)), s.normal, true, 1, i, shift);
#endif
	vec3 diffuse = directLight(s, -dir) + s.color * ((1.0 - s.metallic) * (1.0 - s.transmission)) * around;
	vec3 seen = emission.rgb + diffuse * diffuseAlbedo(s, -dir);
	return seen * min(1.0, BRIGHTEST / max(luminance(seen), 1e-6));
}

Gathered at(ivec2 cell) {
	ivec2 pixel = cellPixel(cell);
	float z = guideZ(pixel);
	vec3 n = guideNormal(pixel);
	vec2 seen = cellSeen(cell);
	vec3 ray = rayThrough(seen), origin = eyeThrough(seen) + ray * z + n * (1e-4 * max(1.0, z));
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
		float reached;
		sum += arriving(origin, dir, z > 0.0 ? FAR : 0.0, false, i, shift, reached);
		if (reached < FAR) nearness += 1.0 / max(reached, NEAREST); // sky that is met was light of the first hand
#if ENVIRONMENT
		else if (z > 0.0) sum += skyAlong(dir, sqrt(PI / float(16 * uRays))); // the angle between directions
#endif
	}
	vec4 gloss = vec4(0.0);
#if GLOSSY
	vec4 color = texelFetch(tSurfaceColor, pixel, 0), normal = texelFetch(tNormal, pixel, 0);
	float ior = unpackIOR(normal.w), alpha = max(color.a * color.a, 1e-3);
	vec3 toEye = -normalize(ray) * frame;
	float nov = max(toEye.z, 1e-4);
	// Where rays show what is mirrored, none are needed.
	bool rough = z > 0.0 && normal.w >= 0.0 && ior > 1.0;
	for (int k = 0; k < uGlossy; k++) {
		uint i = turn * uint(uGlossy) + uint(k);
		vec3 facet = sampleVisibleNormal(toEye, alpha, fract(sobol(i) + shift.yx)), dir = reflect(-toEye, facet);
		bool leaves = rough && dir.z > 0.0; // others would meet a second facet: few
		// Fresnel's reflectance, times G2 / G1.
		float weight = leaves ? fresnelDielectric(max(dot(toEye, facet), 1e-4), 1.0 / ior) * 2.0 * dir.z * visibilitySmith(nov, dir.z, alpha)
			* (nov + sqrt(mix(nov * nov, 1.0, alpha * alpha))) : 0.0;
		float reached;
		dir = frame * dir;
		vec3 seen = arriving(origin, dir, leaves ? FAR : 0.0, true, i, shift, reached);
		if (reached >= FAR) {
#if ENVIRONMENT
			seen = skyAlong(dir, alpha);
#else
			seen = world.rgb + world.w * studioAlong(dir);
#endif
		}
		gloss += vec4(seen * weight, rough) / float(uGlossy);
	}
#endif
	return Gathered(vec4(sum / float(uRays) - bouncedFacing(n), z), vec4(n, nearness / float(uRays)), gloss);
}
