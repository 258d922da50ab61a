// Lights metal, glass, polish and what glows, with rays for what they mirror. Fed by engine/pass/lighting.go; the result is
// added to the sum over sub-frames.
//
// The Go side defines GLASS and MIRROR: 1 where all surfaces that are drawn are glass, or are metal so smooth that only rays
// see lamps in it; else 0.
#include "surface/pixel.glsl"
#include "common/trace.glsl"
#include "common/spread.glsl"

layout(location = 0) out vec4 oRadiance;
layout(location = 1) out vec2 oSpread;

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	vec3 toSurface;
	float code;
	Surface s = surfaceAtPixel(pixel, toSurface, code);
	// Pixels that are not to be drawn run along on Mesa's software rasterizer: their rays must end at once.
	bool alive = code < 0.0;
	Instance it = instanceOf(alive ? unpackInstance(code) : 0);
	s.ior = it.surface.y;
	s.transmission = it.surface.z;
	vec3 toEye = -normalize(toSurface);
	vec3 sum = it.emission.rgb;
	float leave = 1e-4 * max(1.0, distance(uEyeWorld, s.position));
#if GLASS
	// Both ways at the first surface: a choice would be noise where it is seen best.
	float f = fresnelDielectric(max(dot(s.normal, toEye), 1e-4), 1.0 / s.ior);
	Ray ray = Ray(s.position + s.normal * leave, reflect(-toEye, s.normal), 0.0);
	sum += f * (it.emission.w > 1.5 ? s.color : vec3(1.0)) * trace(ray, alive, uvec2(pixel), 1u);
	ray = Ray(s.position - s.normal * leave, normalize(refract(-toEye, s.normal, 1.0 / s.ior)), 0.0);
	sum += (1.0 - f) * s.color * trace(ray, alive, uvec2(pixel), 2u);
#else
#if !MIRROR
	sum += directLight(s, toEye);
	sum += s.color * ((1.0 - s.metallic) * diffuseAlbedo(s, toEye)) * bouncedAt(pixel, s.normal);
#endif
	vec3 u = random3(uvec3(uvec2(pixel), uSubFrame * 64u + 3u + uSeed * 4096u));
	vec3 reflected = mirrored(s, toEye, u.xy);
	vec3 first = fresnelSchlick(specularF0(s), max(0.0, dot(normalize(reflected + toEye), toEye)));
	Ray ray = Ray(s.position + s.normal * leave, reflected, s.roughness * s.roughness);
	sum += first * trace(ray, alive, uvec2(pixel), 1u);
#endif
	oRadiance = vec4(sum, 1.0);
	oSpread = UNCONVERGED; // mirrors and lenses show what no few samples do
}
