// Follows paths of light from the camera through the scene and adds their radiance to the sums of pixels. Kajiya 1986, "The
// Rendering Equation". Fed by engine/pass/path.go, which defines DISTORTED: 1 where the camera is; `world` in names is the
// space, as everywhere.
#include "path/sequence.glsl"
#include "path/camera.glsl"
#include "path/scene.glsl"
#include "path/lights.glsl"
#include "path/lobes.glsl"
#include "common/distortion.glsl"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba32f) uniform image2D iSum; // radiance, summed over samples; w: how many
layout(binding = 14) uniform samplerBuffer tFilter; // quantiles of the pixel filter, four a texel, pixels from the center

uniform vec2 uClip;           // near and far, meters along the camera's axis
uniform int uLeft, uBottom;   // corner of the tile
uniform uint uFirst, uEnd;    // samples
uniform uint uSeed;
uniform bool uCaustics;       // light that diffuse surfaces get by mirrors and lenses

const int FILTER_QUANTILES = 1024; // must match filterQuantiles in engine/pass/path.go
const uint MAX_BOUNCES = 12u;
const float LIMIT = 10.0; // of radiance, see below
const uint ROULETTE = 3u; // bounces after which paths that carry little may end
const float FAR = 1e5;

// Two numbers of a path: pair 0 places it in the pixel, each bounce has four pairs of its own, and two more are the camera's.
const uint LENS_PAIR = 4u * MAX_BOUNCES + 8u, TIME_PAIR = LENS_PAIR + 1u;

vec2 draw(uvec2 pixel, uint index, uint pair) { return sobol(index, hash3(uvec3(pixel.x | pixel.y << 16u, uSeed, pair))); }

float quantile(float u) {
	float x = u * float(FILTER_QUANTILES - 1);
	int i = min(int(x), FILTER_QUANTILES - 2);
	return mix(texelFetch(tFilter, i >> 2)[i & 3], texelFetch(tFilter, (i + 1) >> 2)[(i + 1) & 3], x - float(i));
}

// Where a ray starts that leaves a surface on the side from which the path came (side > 0) or on the other: a little off the
// surface, and never outside of what is solid when it goes through, so that it meets what the solid touches.
vec3 start(Surface s, float side) {
	return s.position + s.face * (side > 0.0 || !s.outside ? slack(s.position) : -slack(s.position));
}

// What a path adds to its pixel. Without caustics, light that has bounced and is far brighter than white is limited, as in
// Cycles ("clamp indirect"): what rough highlights show of mirrored lamps is met too seldom for the mean to be smooth.
vec3 limited(vec3 c, bool bounced) {
	return c * (bounced && !uCaustics ? min(1.0, 3.0 * LIMIT / max(c.r + c.g + c.b, 1e-6)) : 1.0);
}

void main() {
	uvec2 pixel = uvec2(uLeft, uBottom) + gl_GlobalInvocationID.xy;
	bool inside = all(lessThan(ivec2(pixel), imageSize(iSum)));
	uint index = inside ? uFirst : uEnd;
	vec3 sum = vec3(0.0);

	// Of the path under way. A pixel whose path ends takes up its next one at once, so that the pixels that run in step all have
	// work to do.
	bool alive = false;
	vec3 origin, dir, weight;
	vec3 medium;   // absorption of what the path goes through, 1/m
	float far;
	int self;      // triangle that the ray leaves; -1 for none
	float density; // of dir
	bool matt;     // dir was drawn from a diffuse lobe
	uint bounce;
	while (alive || index < uEnd) {
		if (!alive) {
			vec2 u = draw(pixel, index, 0u);
			vec2 at = vec2(pixel) + 0.5 + vec2(quantile(u.x), quantile(u.y));
			vec2 seen = seenThrough(at);
#if DISTORTED
			seen = undistorted(vec2(seen.x, -seen.y)) * vec2(1.0, -1.0);
#endif
			vec3 eye = eyeThrough(seen), ray = vec3(uPinhole.w > 0.0 ? vec2(0.0) : seen, -1.0); // for a distance of 1 along the axis
#if BLURS
			expose(eye, ray, draw(pixel, index, LENS_PAIR), draw(pixel, index, TIME_PAIR).x - 0.5);
#endif
			ray = uWorldFromCamera * ray;
			origin = eye + ray * uClip.x;
			dir = normalize(ray);
			far = length(ray) * (uClip.y - uClip.x);
			weight = vec3(1.0);
			medium = vec3(0.0);
			self = -1;
			density = CERTAIN;
			matt = false;
			bounce = 0u;
			alive = true;
			index++;
		}

		// What the ray meets, and what shines on the way.
		Hit hit = intersect(origin, dir, far, false, self);
		bool met = hit.triangle >= 0;
		if (bounce > 0u) sum += limited(weight * lampsAlong(origin, dir, hit.t, density), bounce > 1u);
#if ENVIRONMENT
		if (!met) sum += limited(weight * environmentFound(origin, dir, density), bounce > 1u);
#else
		if (!met) sum += weight * (world.rgb + (bounce > 0u && !matt ? world.w * studioAlong(dir) : 0.0));
#endif
		alive = met && bounce < MAX_BOUNCES;
		Surface s = surfaceAt(Hit(hit.t, hit.uv, max(hit.triangle, 0)), dir);
		if (met) weight *= exp(-medium * hit.t);
		if (met) sum += limited(weight * s.emission, bounce > 1u);

		// The surface's lobes. Without caustics what a diffuse lobe sends out meets diffuse lobes only.
		vec2 choice = draw(pixel, index - 1u, 4u * bounce + 1u);
		// A coat reflects a share and leaves the surface below the rest; of which of the two a path is, is drawn.
		float coatShare = s.coat.x * fresnelDielectric(max(-dot(dir, s.level), 1e-4), 1.0 / COAT_IOR);
		bool coat = choice.x < coatShare;
		choice.x = coat ? choice.x / coatShare : (choice.x - coatShare) / max(1.0 - coatShare, 1e-6);
		mat3 frame = basis(coat ? s.level : s.normal);
		vec3 v = -dir * frame;
		v.z = max(v.z, 1e-4);
		float glassShare = s.transmission * (1.0 - s.metallic);
		bool glass = choice.x < glassShare;
		float pick = glass ? choice.x / glassShare : (choice.x - glassShare) / max(1.0 - glassShare, 1e-6);
		Lobes lobes = lobesOf(s, v.z, glass, matt && !uCaustics);
		if (coat) lobes = coatLobes(s, v.z, matt && !uCaustics);
		alive = alive && (lobes.specular > 0.0 || lobes.diffuse + lobes.sheen.rgb != vec3(0.0));

		// Light straight from a lamp or sun.
		LightSample light = lightSample(s.position, choice.y, draw(pixel, index - 1u, 4u * bounce + 2u));
		vec3 l = light.dir * frame;
		vec3 reflected = vec3(0.0);
		float side = dot(light.dir, s.face);
		if (side * l.z > 0.0) {
			Scatter a = scatterDiffuse(lobes, v, l), b = scatterSpecular(lobes, v, l);
			reflected = a.weight * (a.density * weighLight(light.density, a.density))
				+ b.weight * (b.density * weighLight(light.density, b.density));
		}
		reflected *= weight * light.arriving;
		bool lit = alive && reflected != vec3(0.0);
		Hit shadow = intersect(start(s, side), light.dir, lit ? light.far * (1.0 - 1e-5) : 0.0, true, hit.triangle);
		if (lit && shadow.triangle < 0) sum += limited(reflected, bounce > 0u);

		// On, in a direction drawn from a lobe.
		vec2 u = draw(pixel, index - 1u, 4u * bounce + 3u);
		Scatter next = scatter(lobes, v, pick, u, l, matt);
		if (lobes.glass && l.z < 0.0) medium = s.outside ? s.absorption : vec3(0.0);
		dir = frame * l;
		origin = start(s, l.z);
		self = hit.triangle;
		far = FAR;
		density = next.density;
		weight *= next.weight;
		bounce++;
		// Where normals are interpolated, a lobe may reach through the triangle. Nothing comes from there.
		alive = alive && dot(dir, s.face) * l.z > 0.0 && weight != vec3(0.0);
		// Russian roulette: who survives stands for those who do not.
		if (bounce > ROULETTE) {
			float survives = min(1.0, max(weight.r, max(weight.g, weight.b)));
			alive = alive && draw(pixel, index - 1u, 4u * bounce).x < survives;
			weight /= max(survives, 1e-6);
		}
	}
	if (!inside) return;
	vec4 before = uFirst > 0u ? imageLoad(iSum, ivec2(pixel)) : vec4(0.0);
	imageStore(iSum, ivec2(pixel), before + vec4(sum, float(uEnd - uFirst)));
}
