// Light that arrives straight from lamps, suns and sky at a surface, and what is reflected of it towards a viewer.
// Uniform block 0 and the shadow maps belong to this file; must match lightBlock in engine/pass/lights.go.
//
// The Go side defines LAMPS and SUNS, their numbers; SKY, its directions in a sub-frame; SUN_SHADOWS, 1 where a sun casts
// shadows; FRONT, 1 where all that casts shadows lies before the lamps, on face 4; MATT, 1 where no surface has a highlight;
// UNSHADOWED, 1 where nothing casts a shadow; BALLS, 1 where a lamp is a ball. Software rasterizers execute both sides of a branch, so what a scene does not have
// must not be there. ENVIRONMENT is 1 where one surrounds the scene: what stands out of it are the last suns.
#include "common/math.glsl"
#include "common/brdf.glsl"
#include "common/shadow.glsl"
#include "common/studio.glsl"

// A square lamp or a ball. In each sub-frame it shines from one point of it, on behalf of a patch around that point.
struct Light {
	vec4 position;  // of the sample point; w: area of the patch / pi
	vec4 axis;      // unit, the way the lamp faces; w: radius of the patch
	vec4 power;     // radiance * area of the lamp that is seen; w: half its side, or radius
	vec4 center;    // w: slope of light.Emission
	vec4 right;     // unit, along the square; w: offset of light.Emission
	vec4 up;        // w: 1 / range^4, 0 where the light does not end
	vec4 frame[3];  // axes of the shadow map's frame; w: 1 where the emission is squared; 1 for a ball; unused
	vec4 rect[FACES]; // left, bottom in tangents; 1/width, 1/height, times the share of the map that is used
	ivec4 layer[2]; // of each face, as inRect reads it; -1: nothing casts a shadow there
};

// Parallel light: one direction of the sky in a sub-frame, on behalf of its share of all directions, or a sun.
struct Sky {
	vec4 frame[3]; // axes of its shadow map; the light travels along +z
	vec4 rect;     // as of lamps, in meters
	vec4 range;    // start, 1/length; 1 / (density of the direction * number of directions); bits of the layer
};

layout(std140, binding = 0) uniform Lighting {
	Light lights[MAX_LIGHTS];
	Sky skies[MAX_SKY];
	vec4 sunDir[4];        // the way the light travels; w: of the environment's, the angle of its patch, radians
	vec4 sunIrradiance[4];
	Sky sunMaps[4];        // range.z unused
	vec4 world;            // radiance; w: of the studio's ceiling
	vec4 facing[6];        // irradiance / pi of bounced light in the mean, for surfaces that face +x, -x, +y, -y, +z, -z
};
layout(binding = 8) uniform sampler2DArrayShadow tShadow;

uniform float uShadowTexel;      // 1 / resolution of a shadow map
uniform float uTexelsPerTangent; // of any lamp's shadow map, at least

struct Surface {
	vec3 position, normal; // world; the normal on the viewer's side
	vec3 color;            // reflectance
	float roughness;       // perceptual
	float metallic, ior, transmission;
};

// Lookup at c.xy on a face. layer has 8 bits for the layer, 11 for the width and 11 for the height that are used of it, in
// texels.
float inRect(vec2 c, vec4 rect, int layer, float reference) {
	vec2 uv = (c - rect.xy) * rect.zw, used = vec2(layer >> 8 & 2047, layer >> 19) * uShadowTexel;
	if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, used))) return 1.0;
	// The filter must not reach what other frames left beside that.
	return texture(tShadow, vec4(clamp(uv, vec2(0.5 * uShadowTexel), used - 0.5 * uShadowTexel), float(layer & 255), reference));
}

// By what lamp i's radiance is multiplied in a direction with this cosine to its axis, at the square of a distance.
float lampEmission(int i, float cosine, float r2) {
#if BALLS
	float e = clamp(cosine * lights[i].center.w + lights[i].right.w, 0.0, 1.0);
	return mix(e, e * e, lights[i].frame[0].w) * max(0.0, 1.0 - r2 * r2 * lights[i].up.w);
#else
	return max(0.0, cosine);
#endif
}

// Share of lamp i's sample point that is seen from a surface.
float lampVisibility(int i, vec3 p, vec3 n) {
#if UNSHADOWED
	return 1.0;
#else
	mat3 lightFromWorld = transpose(mat3(lights[i].frame[0].xyz, lights[i].frame[1].xyz, lights[i].frame[2].xyz));
	vec3 d = lightFromWorld * (p - lights[i].position.xyz), a = abs(d);
	// Step off the surface by one and a half texels, or it would shade itself.
	d += lightFromWorld * n * (max(a.x, max(a.y, a.z)) * 1.5 / uTexelsPerTangent);
#if FRONT
	const int face = 4;
	vec3 c = d;
	if (c.z <= 0.0) return 1.0;
#else
	int face;
	vec3 c = faceCoordinates(d, face);
#endif
	int code = lights[i].layer[face >> 2][face & 3];
	if (code < 0) return 1.0;
	return inRect(c.xy / c.z, lights[i].rect[face], code, SHADOW_NEAR / c.z * 1.0005);
#endif
}

float parallelVisibility(Sky light, vec3 p, vec3 n) {
	mat3 skyFromWorld = transpose(mat3(light.frame[0].xyz, light.frame[1].xyz, light.frame[2].xyz));
	vec4 rect = light.rect, range = light.range;
	float texel = uShadowTexel / min(rect.z, rect.w);
	vec3 d = skyFromWorld * (p + n * (2.0 * texel));
	// A point behind all casters has a reference below 0, as far as the cleared map.
	float reference = max(0.0, 1.0005 - (d.z - range.x) * range.y);
	return inRect(d.xy, rect, floatBitsToInt(range.w), reference);
}

const float SMOOTH = 0.02; // GGX width below which rays see lamps, as far as raysShare says
const float CERTAIN = 1e15; // density of the direction of a mirror
const float ANY = 1e16;     // of one for which directLight does nothing

// Density of the direction l among the rays that leave a surface, roughly: noh and nov are cosines to the normal, of the half vector and of the
// viewer. Mirrors have one direction.
float rayDensity(float noh, float nov, float alpha) { return alpha < 1e-3 ? CERTAIN : distributionGGX(noh, alpha) / (4.0 * nov); }

// Of lamp i's light, seen at a cosine to its axis and the square of a distance, the share that rays of that density bring; directLight has the rest.
// Rays are good within a highlight, and in its tails they meet lamps by chance, as they do balls that are small as seen. Veach 1997, "Robust Monte
// Carlo Methods for Light Transport Simulation", section 9.2.4.
float raysShare(int i, float cosine, float r2, float density) {
	float area = square(2.0 * lights[i].power.w) * max(cosine, 1e-4);
#if BALLS
	const float SMALL = 0.03; // radians
	if (lights[i].frame[1].w > 0.5) {
		area = PI * square(lights[i].power.w);
		if (density < ANY && square(lights[i].power.w) < square(SMALL) * r2) return 0.0;
	}
#endif
	return 1.0 / (1.0 + square(r2 / (area * density)));
}

// Irradiance / pi of bounced light in the mean, for a surface with this normal. McTaggart 2004, "Half-Life 2 Shading": an ambient
// cube.
vec3 bouncedFacing(vec3 n) {
	vec3 share = n * n;
	return share.x * (n.x < 0.0 ? facing[1] : facing[0]).rgb + share.y * (n.y < 0.0 ? facing[3] : facing[2]).rgb
		+ share.z * (n.z < 0.0 ? facing[5] : facing[4]).rgb;
}

vec3 specularF0(Surface s) {
	float r = (s.ior - 1.0) / (s.ior + 1.0);
	return mix(vec3(r * r), s.color, s.metallic);
}

// What a microfacet reflects that is seen at an angle. It rises from f0 as that of a dielectric does, also of metal, as in path/lobes.glsl.
// Schlick's approximation has a fifth too little at 60 degrees, where a table is lit from behind.
vec3 fresnel(Surface s, vec3 f0, float cosine) {
	float normal = square((s.ior - 1.0) / (s.ior + 1.0));
	float rise = max(fresnelDielectric(clamp(cosine, 1e-4, 1.0), 1.0 / s.ior) - normal, 0.0) / (1.0 - normal);
	return mix(f0, vec3(1.0), rise);
}

// What metal reflects more than by single reflection: light that bounces between its microfacets, as in path/lobes.glsl. Turquin 2019, "Practical
// multiple scattering compensation for microfacet models".
vec3 gainGGX(Surface s, float nov) {
	vec2 e = environmentGGX(nov, s.roughness);
	return 1.0 + s.metallic * max(1.0 / (e.x + e.y) - 1.0, 0.0) * s.color;
}

// Diffuse reflection of light from everywhere, to that of an ideal diffuser. toEye is unit.
float diffuseAlbedo(Surface s, vec3 toEye) {
	return s.ior > 1.0 ? albedoBurley(max(dot(s.normal, toEye), 0.0), s.roughness) : 1.0;
}

// Radiance reflected to the viewer from lamps, suns and sky. toEye is unit. bend is what the turn of the normal within a pixel adds to
// the squares of the width of highlights of lamps, in basis(s.normal): (xx, xy, yy). rays: rays see lamps, too.
vec3 directLight(Surface s, vec3 toEye, vec3 bend, bool rays) {
	vec3 diffuse = s.color * ((1.0 - s.metallic) * (1.0 - s.transmission)) / PI;
#if !MATT
	vec3 f0 = specularF0(s);
	float alpha2 = square(max(s.roughness * s.roughness, 1e-3));
	float nov = max(dot(s.normal, toEye), 1e-4);
	float bent = bend.x + bend.z;
	mat3 frame = basis(s.normal);
	vec3 gain = gainGGX(s, nov);
	bool shared_ = rays && max(alpha2, bent) < SMOOTH * SMOOTH;
#endif
	vec3 sum = vec3(0.0);
	for (int i = 0; i < LAMPS; i++) {
		vec3 d = lights[i].position.xyz - s.position;
		float r2 = dot(d, d);
		vec3 l = d * inversesqrt(r2);
		float nol = max(0.0, dot(s.normal, l)), emit = lampEmission(i, -dot(lights[i].axis.xyz, l), r2);
		// A disc of the patch's area seen face on gives area / (r^2 + area/pi), not area / r^2.
		vec3 arriving = lights[i].power.rgb * (emit * nol / (r2 + lights[i].position.w) * lampVisibility(i, s.position, s.normal));
		vec3 f = diffuse;
#if !MATT
		vec3 h = normalize(l + toEye);
		float loh = max(dot(l, h), 0.0);
		// A surface without highlights (f0 = 0) is an ideal diffuser.
		if (max(f0.r, max(f0.g, f0.b)) > 0.0) {
			f *= diffuseBurley(nov, nol, loh, s.roughness);
			// The patch widens the highlight: Karis 2013, "Real Shading in Unreal Engine 4", without its loss of energy.
			float lamp2 = min(1.0 - alpha2, lights[i].axis.w * lights[i].axis.w / (4.0 * r2));
			float share = shared_ ? raysShare(i, -dot(lights[i].axis.xyz, l), r2, rayDensity(dot(s.normal, h), nov, s.roughness * s.roughness)) : 0.0;
			if (share > 0.0) lamp2 = 0.0; // the share is that of the point, not of its patch
			float shape = distributionBent(h * frame, alpha2, lamp2, bend) * visibilitySmith(nov, max(nol, 1e-4), sqrt(min(1.0, alpha2 + lamp2 + bent)));
			f += gain * fresnel(s, f0, loh) * (shape * (1.0 - share));
		}
#endif
		sum += f * arriving;
	}
	for (int i = 0; i < SUNS; i++) {
		float visible = 1.0;
#if SUN_SHADOWS && !UNSHADOWED
		visible = parallelVisibility(sunMaps[i], s.position, s.normal);
#endif
		vec3 f = diffuse;
#if !MATT
		if (max(f0.r, max(f0.g, f0.b)) > 0.0) {
			vec3 h = normalize(toEye - sunDir[i].xyz);
			float nol = max(0.0, -dot(s.normal, sunDir[i].xyz)), loh = max(dot(toEye, h), 0.0);
			f *= diffuseBurley(nov, nol, loh, s.roughness);
			float lamp2 = min(1.0 - alpha2, square(sunDir[i].w) / 4.0);
			float shape = distributionBent(h * frame, alpha2, lamp2, bend) * visibilitySmith(nov, max(nol, 1e-4), sqrt(min(1.0, alpha2 + lamp2 + bent)));
			// What stands out of an environment is seen by rays in what is smooth; suns are points, which mirrors do not show, as in path/lobes.glsl.
			bool shown = sunDir[i].w == 0.0 ? s.roughness * s.roughness >= 1e-3 : max(alpha2, bent) >= SMOOTH * SMOOTH;
			if (shown) f += gain * fresnel(s, f0, loh) * shape;
		}
#endif
		sum += f * sunIrradiance[i].rgb * (visible * max(0.0, -dot(s.normal, sunDir[i].xyz)));
	}
	for (int i = 0; i < SKY; i++)
		sum += diffuse * world.rgb * (max(0.0, -dot(s.normal, skies[i].frame[2].xyz)) * skies[i].range.z * parallelVisibility(skies[i], s.position, s.normal));
	return sum;
}

vec3 directLight(Surface s, vec3 toEye) { return directLight(s, toEye, vec3(0.0), false); }

// Radiance of the lamps along a ray that meets nothing before `far`; for mirrors. density is that of dir, as of rayDensity.
vec3 lampsAlong(vec3 origin, vec3 dir, float far, float density) {
	vec3 sum = vec3(0.0);
	for (int i = 0; i < LAMPS; i++) {
		float down = dot(dir, lights[i].axis.xyz);
#if BALLS
		if (lights[i].frame[1].w > 0.5) {
			vec3 d = lights[i].center.xyz - origin;
			float along = dot(d, dir), beside2 = square(lights[i].power.w) - dot(d - along * dir, d - along * dir);
			float near = along - sqrt(max(beside2, 0.0));
			if (beside2 > 0.0 && near > 0.0 && near < far)
				sum += lights[i].power.rgb / (PI * square(lights[i].power.w)) * lampEmission(i, -down, dot(d, d))
					* raysShare(i, 1.0, dot(d, d), density);
			continue;
		}
#endif
		if (down >= 0.0) continue;
		float t = dot(lights[i].center.xyz - origin, lights[i].axis.xyz) / down;
		if (t <= 0.0 || t >= far) continue;
		vec3 q = origin + dir * t - lights[i].center.xyz;
		if (max(abs(dot(q, lights[i].right.xyz)), abs(dot(q, lights[i].up.xyz))) < lights[i].power.w)
			sum += lights[i].power.rgb / square(2.0 * lights[i].power.w) * raysShare(i, -down, t * t, density);
	}
	return sum;
}
