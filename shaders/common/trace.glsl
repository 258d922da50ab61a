// Rays through the scene's triangles. The buffer textures, outside of any block, belong to this file; must match
// place/triangles.comp, which fills them. The Go side defines TEXTURES: 1 where materials have pictures; GLOWS: 1
// where some have pictures of what they emit; COATED: 1 where some have a coat.
#include "common/lighting.glsl"
#include "common/random.glsl"
#include "common/instance.glsl"
#include "common/environment.glsl"
#include "common/tree.glsl"
#include "common/coverage.glsl"
#include "common/coat.glsl"

layout(binding = 10) uniform samplerBuffer tTriangles; // three texels, in leaf order: corner, instance; two edges from it
layout(binding = 11) uniform samplerBuffer tCorners;   // three texels, in leaf order: octahedral normal, texture coordinates
layout(binding = 12) uniform samplerBuffer tInstances; // as in common/instance.glsl

layout(binding = 0) uniform sampler2DArray tColor;
uniform uint uSubFrame;
uniform uint uTracedFrame; // counts the sub-frames in which rays are followed
uniform uint uSeed;

Instance instanceOf(int i) {
	return Instance(texelFetch(tInstances, 5 * i), texelFetch(tInstances, 5 * i + 1), texelFetch(tInstances, 5 * i + 2),
		floatBitsToUint(texelFetch(tInstances, 5 * i + 3)), texelFetch(tInstances, 5 * i + 4));
}

struct Hit { float t; vec2 uv; int triangle; };

#include "common/corners.glsl"

// Nearest triangle along the ray, or t = far. A ray with far = 0 meets nothing, at no cost.
Hit nearest(vec3 origin, vec3 dir, float far) {
	Hit best = Hit(far, vec2(0.0), 0);
	vec3 inverse = inverseDir(dir);
	int i = firstNode(far);
	while (i < uNodes) {
		int leaf = nextLeaf(i, origin, inverse, best.t);
		for (int k = leaf >> 3; k < (leaf >> 3) + (leaf & 7); k++) {
			vec3 v0 = texelFetch(tTriangles, 3 * k).xyz;
			vec3 e1 = texelFetch(tTriangles, 3 * k + 1).xyz, e2 = texelFetch(tTriangles, 3 * k + 2).xyz;
			vec3 p = cross(dir, e2);
			float scale = 1.0 / dot(e1, p); // infinite for a ray in the triangle's plane, which then fails a comparison
			vec3 s = origin - v0;
			float u = dot(s, p) * scale;
			vec3 q = cross(s, e1);
			float v = dot(dir, q) * scale, t = dot(e2, q) * scale;
			bool meets = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0 && t < best.t;
#if COVERAGE
			meets = meets && coveredAt(k, vec2(u, v), coverageSample(uvec3(floatBitsToUint(vec2(u, v)), uint(k)), uTracedFrame));
#endif
			if (meets) best = Hit(t, vec2(u, v), k);
		}
	}
	return best;
}

// The surface that a ray hits; `outside` tells whether it came from the side that the triangle faces.
Surface surfaceAt(Hit h, vec3 origin, vec3 dir, out vec3 face, out bool outside, out vec4 emission, out vec4 layer) {
	int k = 3 * h.triangle;
	vec4 corner = texelFetch(tTriangles, k);
	vec4 a = texelFetch(tCorners, k), b = texelFetch(tCorners, k + 1), c = texelFetch(tCorners, k + 2);
	Instance it = instanceOf(floatBitsToInt(corner.w));
	vec3 w = vec3(1.0 - h.uv.x - h.uv.y, h.uv);
	face = normalize(cross(texelFetch(tTriangles, k + 1).xyz, texelFetch(tTriangles, k + 2).xyz));
	outside = dot(face, dir) < 0.0;
	vec3 n = face;
	if (it.surface.w < 0.5) n = normalize(w.x * unpackOct(a.xy) + w.y * unpackOct(b.xy) + w.z * unpackOct(c.xy));
	if (!outside) face = -face;
	if (dot(n, face) < 0.0) n = -n;
	vec3 color = it.baseColorRoughness.rgb * tintAt(h.triangle, w).rgb;
#if TEXTURES
	if (pictureOf(it.ids.z) > 0u) {
		vec2 uv = w.x * a.zw + w.y * b.zw + w.z * c.zw;
		color *= textureLod(tColor, placeOf(tColor, pictureOf(it.ids.z), uv, 1.0), 1.0).rgb;
	}
#endif
	emission = it.emission;
	layer = it.layer;
#if GLOWS
	if (it.ids.y >> 16 > 0u) emission.rgb *= textureLod(tColor, placeOf(tColor, it.ids.y >> 16, cornersFor(it.ids.y >> 16, h.triangle) * w, 0.0), 0.0).rgb;
#endif
	return Surface(origin + dir * h.t, n, color, it.baseColorRoughness.a, it.surface.x, it.surface.y, it.surface.z);
}

const float FAR = 1e5;

// The normal of a facet of the surface, for a viewer at toEye.
vec3 facetOf(Surface s, vec3 toEye, vec2 u) {
	float alpha = s.roughness * s.roughness;
	if (alpha < 1e-4) return s.normal;
	mat3 frame = basis(s.normal);
	return frame * sampleVisibleNormal(toEye * frame, alpha, u);
}

// A direction into which the surface mirrors.
vec3 mirrored(Surface s, vec3 toEye, vec2 u) {
	vec3 d = reflect(-toEye, facetOf(s, toEye, u));
	return dot(d, s.normal) > 0.0 ? d : reflect(-toEye, s.normal);
}

// A direction into which light passes that comes along dir, where eta is the index outside over that inside. Facets that let none through count
// as level ones.
vec3 passed(Surface s, vec3 dir, float eta, vec2 u) {
	vec3 d = refract(dir, facetOf(s, -dir, u), eta);
	return normalize(dot(d, s.normal) < 0.0 ? d : refract(dir, s.normal, eta));
}

// Points of the unit square that fill it evenly. Roberts 2018, "The Unreasonable Effectiveness of Quasirandom Sequences".
vec2 additive(uint i) { return fract(float(i) * vec2(0.7548776662, 0.5698402910)); }

// Three numbers in [0, 1) for a place, well spread over the sub-frames in which rays are followed. The sequence is that of Roberts.
vec3 spread3(uvec3 place) { return fract(random3(place) + float(uTracedFrame) * vec3(0.8191725134, 0.6710436067, 0.5497004779)); }

#if ENVIRONMENT
// Irradiance / pi of the sky at a point: what it would be if all were open, times the share of some rays that find it open; 0 when
// it is not alive. Looking along those rays would have more noise. They are the points of `additive` from `first` on, shifted.
vec3 skyAt(vec3 p, vec3 n, bool alive, int rays, uint first, vec2 shift) {
	mat3 frame = basis(n);
	float found = 0.0;
	for (int k = 0; k < rays; k++) {
		vec2 u = fract(additive(first + uint(k)) + shift);
		float r = sqrt(u.x), phi = 2.0 * PI * u.y;
		vec3 dir = frame * vec3(r * cos(phi), r * sin(phi), sqrt(1.0 - u.x)); // with density cos / pi
		found += alive && nearest(p, dir, alive ? FAR : 0.0).t >= FAR ? 1.0 : 0.0;
	}
	// Four directions have the mean squared cosine of that density, 1/2: the normal, and three with the cosine sqrt(1/3).
	vec3 sum = skyAlong(n, 0.8);
	for (int k = 0; k < 3; k++) {
		float phi = 2.0 * PI / 3.0 * float(k);
		sum += skyAlong(frame * vec3(0.816497 * cos(phi), 0.816497 * sin(phi), 0.57735), 0.8);
	}
	return sum * (found / (4.0 * float(rays)));
}
#endif

#if FROSTED
// By what irradiance across a direction l, outside of rough glass, is multiplied to be radiance that goes to a viewer inside, at toEye. Walter et
// al. 2007, "Microfacet Models for Refraction through Rough Surfaces", equation 21, without what the index of refraction adds to radiance
// inside: it is lost where light leaves the glass.
float throughGlass(Surface s, vec3 toEye, vec3 l) {
	float alpha = s.roughness * s.roughness, nov = max(dot(s.normal, toEye), 1e-4), nol = -dot(s.normal, l);
	vec3 h = -normalize(s.ior * toEye + l);
	if (s.ior < 1.0 + 1e-4 || dot(h, s.normal) < 0.0) h = -h;
	float voh = dot(toEye, h), loh = -dot(l, h);
	if (nol <= 0.0 || voh <= 0.0 || loh <= 0.0) return 0.0;
	float passes = 1.0 - fresnelDielectric(voh, s.ior);
	return 4.0 * passes * distributionGGX(dot(h, s.normal), alpha) * visibilitySmith(nov, nol, alpha) * nol * voh * loh / max(square(s.ior * voh - loh), 1e-6);
}

// Radiance of lamps and suns that rough glass lets through to a viewer inside. Rays behind smooth glass see lamps.
vec3 lampsThrough(Surface s, vec3 toEye) {
	vec3 sum = vec3(0.0);
	for (int i = 0; i < LAMPS; i++) {
		vec3 d = lights[i].position.xyz - s.position;
		float r2 = dot(d, d);
		vec3 l = d * inversesqrt(r2);
		float emit = lampEmission(i, -dot(lights[i].axis.xyz, l), r2);
		sum += lights[i].power.rgb * (throughGlass(s, toEye, l) * emit / (r2 + lights[i].position.w) * lampVisibility(i, s.position, -s.normal));
	}
	for (int i = 0; i < SUNS; i++) {
		float through = sunDir[i].w == 0.0 ? throughGlass(s, toEye, -sunDir[i].xyz) : 0.0; // others are seen in the environment
#if SUN_SHADOWS && !UNSHADOWED
		through *= parallelVisibility(sunMaps[i], s.position, -s.normal);
#endif
		sum += sunIrradiance[i].rgb * through;
	}
	return min(sum * s.color, vec3(4.0)); // as in trace
}
#endif

struct Ray {
	vec3 origin, dir;
	float alpha; // GGX width of what it left; below SMOOTH, a mirror or lens, it sees lamps
	vec3 medium; // absorption of what it goes through, 1/m
	float density; // of dir where directLight has the rest of lamps, else ANY; of later ones ANY is taken
};

// Radiance that arrives along a ray after any number of mirrors and lenses; 0 when it is not alive. What lamps, suns and sky do not
// bring to what is met is taken to be bouncedFacing.
vec3 trace(Ray ray, bool alive, uvec2 pixel, uint salt) {
	vec3 sum = vec3(0.0), weight = vec3(1.0);
	uint bounce = 0u;
	while (alive && bounce < 10u) {
		Surface s;
		vec3 face, next, reflectance;
		float leave;
		// On through glass and smooth metal, which need no lighting, to what does: software rasterizers then light once.
		bool lit = false;
		while (alive && !lit && bounce < 10u) {
			Hit h = nearest(ray.origin, ray.dir, FAR);
			// Lamps met after a choice between two ways are far brighter than white and met too seldom for the mean to be
			// smooth: white is enough.
			if (ray.alpha < SMOOTH) sum += weight * min(lampsAlong(ray.origin, ray.dir, h.t, bounce == 0u ? ray.density : ANY), vec3(bounce == 0u ? 1e9 : 4.0));
			if (h.t >= FAR) {
#if ENVIRONMENT
				vec3 sky = skyAlong(ray.dir, ray.alpha);
				if (ray.alpha < SMOOTH) {
					vec3 all = environmentAlong(ray.dir);
					sky = bounce == 0u ? all : min(all, max(sky, vec3(4.0)));
				}
				sum += weight * sky;
#else
				sum += weight * (world.rgb + world.w * studioAlong(ray.dir));
#endif
				alive = false;
			} else {
				vec4 emission, layer; // as in Instance
				bool outside;
				s = surfaceAt(h, ray.origin, ray.dir, face, outside, emission, layer);
				weight *= exp(-ray.medium * h.t);
				sum += weight * emission.rgb;
				leave = 1e-4 * max(1.0, h.t);
				vec3 u = spread3(uvec3(pixel, bounce * 4u + salt + uSeed * 4096u));
				if (s.transmission > 0.5) {
#if FROSTED
					if (!outside && s.roughness * s.roughness >= SMOOTH) sum += weight * lampsThrough(s, -ray.dir);
#endif
					float eta = outside ? 1.0 / s.ior : s.ior;
					float cosI = clamp(-dot(s.normal, ray.dir), 0.0, 1.0);
					// A choice between two ways is noise. Where one of them takes most of the light it stands for both, but lamps
					// are bright enough to be seen by what little the outside of smooth glass mirrors, as inside of a bowl.
					float share = fresnelDielectric(cosI, eta), taken = smoothstep(0.15, 0.85, share);
					vec3 back = mirrored(s, -ray.dir, u.xy);
					bool mirrors = taken > u.z;
					if (outside && !mirrors && share > taken && s.roughness * s.roughness < SMOOTH)
						sum += weight * ((share - taken) / (1.0 - taken)) * min(lampsAlong(s.position, back, FAR, ANY), vec3(20.0));
					if (mirrors) {
						ray = Ray(s.position + face * leave, back, s.roughness * s.roughness, ray.medium, ANY);
						if (emission.w > 1.5) weight *= s.color;
					} else {
						ray = Ray(s.position - face * leave, passed(s, ray.dir, eta, u.xy), s.roughness * s.roughness, outside ? layer.xyz : vec3(0.0), ANY);
						weight *= s.color;
					}
				} else {
					// A highlight seen in a rough mirror is blurred by it. Kaplanyan and Dachsbacher 2013, "Path Space
					// Regularization for Holistic and Robust Light Transport".
					if (ray.alpha >= SMOOTH) s.roughness = max(s.roughness, 0.4);
#if COATED
					vec2 coat = coatOf(layer.w);
					if (coat.x * fresnelDielectric(clamp(-dot(s.normal, ray.dir), 0.0, 1.0), 1.0 / COAT_IOR) > u.z) {
						s.roughness = coat.y;
						ray = Ray(s.position + face * leave, mirrored(s, -ray.dir, u.xy), coat.y * coat.y, ray.medium, ANY);
						bounce++;
						continue;
					}
#endif
					next = mirrored(s, -ray.dir, u.xy);
					reflectance = fresnel(s, s.color, dot(s.normal, next));
					if (s.metallic == 1.0 && s.roughness * s.roughness < SMOOTH) {
						weight *= reflectance;
						ray = Ray(s.position + face * leave, next, s.roughness * s.roughness, ray.medium, ANY);
					} else {
						lit = true;
					}
				}
				bounce++;
			}
		}
#if ENVIRONMENT
		vec2 shift = random3(uvec3(pixel, (64u + bounce) * 4u + salt + uSeed * 4096u)).xy;
		vec3 around = bouncedFacing(s.normal) + skyAt(s.position + face * leave, s.normal, lit, 4, 4u * uSubFrame, shift);
#else
		vec3 around = bouncedFacing(s.normal);
#endif
		if (lit) {
			sum += weight * (directLight(s, -ray.dir) + s.color * ((1.0 - s.metallic) * diffuseAlbedo(s, -ray.dir)) * around);
			weight *= reflectance;
			ray = Ray(s.position + face * leave, next, s.roughness * s.roughness, ray.medium, ANY);
			alive = s.metallic > 0.5;
		}
	}
	return sum;
}
