// Lights the surfaces of one sub-frame, all but those that traced.frag draws. Fed by engine/pass/lighting.go; the result
// is added to the sum over sub-frames.
#include "surface/pixel.glsl"
#include "common/spread.glsl"
#include "common/environment.glsl"
#include "surface/add.glsl"

#if GLOSSY
layout(binding = 1) uniform sampler2D tGloss; // as upsample.frag
#endif

Lit light(ivec2 pixel) {
	if (texelFetch(tDepth, pixel, 0).r == 0.0) {
#if ENVIRONMENT
		vec3 behind = environmentAlong(normalize(rayThrough(seenThrough(vec2(pixel) + 0.5 + uJitterPx))));
#else
		vec3 behind = world.rgb;
#endif
		return Lit(behind, spreadOf(behind));
	}
	vec3 ray;
	float code;
	Surface s = surfaceAtPixel(pixel, ray, code);
	vec3 toEye = -normalize(ray);
	vec3 sum = directLight(s, toEye);
	vec3 bounced = bouncedAt(pixel, s.normal);
	sum += s.color * ((1.0 - s.metallic) * diffuseAlbedo(s, toEye)) * bounced;
#if !MATT
	vec3 f0 = specularF0(s);
	if (max(f0.r, max(f0.g, f0.b)) > 0.0) {
		float nov = max(dot(s.normal, toEye), 1e-4);
		vec2 e = environmentGGX(nov, s.roughness);
		vec3 around = world.rgb + world.w * studioAlong(reflect(-toEye, s.normal)) + bounced;
#if GLOSSY
		vec4 gloss = texelFetch(tGloss, pixel, 0);
		// It is that of a dielectric: metal in it reflects more.
		float plain = square((s.ior - 1.0) / (s.ior + 1.0)) * e.x + e.y;
		if (gloss.w > 0.0) around = gloss.rgb / plain;
#endif
		sum += gainGGX(s, nov) * (f0 * e.x + e.y) * around;
	}
#endif
	return Lit(sum, spreadOf(sum));
}
