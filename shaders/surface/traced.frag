// Lights metal, glass, polish and what glows, with rays for what they mirror. Fed by engine/pass/lighting.go; the result is
// added to the sum over sub-frames.
//
// The Go side defines GLASS and MIRROR: 1 where all surfaces that are drawn are glass, or are metal so smooth that only rays
// see lamps in it; else 0. SHEEN: 1 where some have a sheen.
#include "surface/pixel.glsl"
#include "common/trace.glsl"
#include "common/spread.glsl"
#include "common/sheen.glsl"
#include "surface/add.glsl"

uniform float uBend; // share of the turn of the normal from pixel to pixel that one sample stands for, squared

// The normal's turn from a pixel to its neighbors of the same instance along one axis: the smaller of two, so that a sharp edge is none.
// Without such neighbors the thing is as thin as a pixel; then it turns by a radian along `across`.
vec3 turn(ivec2 pixel, ivec2 step_, vec3 n, float code, vec3 across) {
	ivec2 last = textureSize(tSurfaceNormal, 0) - 1;
	vec4 a = texelFetch(tSurfaceNormal, min(pixel + step_, last), 0), b = texelFetch(tSurfaceNormal, max(pixel - step_, ivec2(0)), 0);
	vec3 da = a.w == code ? unpackOct(a.xy) - n : across, db = b.w == code ? unpackOct(b.xy) - n : across;
	return dot(da, da) < dot(db, db) ? da : db;
}

// What the turn of the normal adds to the squares of the width of highlights, as directLight takes it.
vec3 bendAt(ivec2 pixel, vec3 n, float code) {
	mat3 frame = basis(n);
	vec2 x = (turn(pixel, ivec2(1, 0), n, code, uWorldFromCamera[0]) * frame).xy;
	vec2 y = (turn(pixel, ivec2(0, 1), n, code, uWorldFromCamera[1]) * frame).xy;
	return uBend * vec3(x.x * x.x + y.x * y.x, x.x * x.y + y.x * y.y, x.y * x.y + y.y * y.y);
}

// A ray that a surface mirrors to the viewer, from a small distance above it. width is that of the bend.
Ray reflected(Surface s, vec3 toEye, vec2 u, float width, float leave) {
	vec3 dir = mirrored(s, toEye, u);
	float alpha = s.roughness * s.roughness;
	float density = rayDensity(dot(s.normal, normalize(dir + toEye)), max(dot(s.normal, toEye), 1e-4), alpha);
	return Ray(s.position + s.normal * leave, dir, max(alpha, width), vec3(0.0), density);
}

#if SHEEN
// Radiance of lamps, suns and sky that white sheen sends to a viewer.
vec3 sheenLight(Surface s, float roughness, vec3 toEye) {
	vec3 sum = vec3(0.0);
	for (int i = 0; i < LAMPS; i++) {
		vec3 d = lights[i].position.xyz - s.position;
		float r2 = dot(d, d);
		vec3 l = d * inversesqrt(r2);
		float share = max(dot(s.normal, l), 0.0) * lampEmission(i, -dot(lights[i].axis.xyz, l), r2) / (r2 + lights[i].position.w);
		sum += lights[i].power.rgb * (share * sheen(s.normal, toEye, l, roughness) * lampVisibility(i, s.position, s.normal));
	}
	for (int i = 0; i < SUNS; i++) {
		float share = max(dot(s.normal, -sunDir[i].xyz), 0.0);
#if SUN_SHADOWS && !UNSHADOWED
		share *= parallelVisibility(sunMaps[i], s.position, s.normal);
#endif
		sum += sunIrradiance[i].rgb * (share * sheen(s.normal, toEye, -sunDir[i].xyz, roughness));
	}
	for (int i = 0; i < SKY; i++) {
		vec3 l = -skies[i].frame[2].xyz;
		float share = max(dot(s.normal, l), 0.0) * skies[i].range.z * parallelVisibility(skies[i], s.position, s.normal);
		sum += world.rgb * (share * sheen(s.normal, toEye, l, roughness));
	}
	return sum;
}
#endif

Lit light(ivec2 pixel) {
	vec3 toSurface;
	float code;
	Surface s = surfaceAtPixel(pixel, toSurface, code);
	// Pixels that are not to be drawn run along on Mesa's software rasterizer: their rays must end at once.
	bool alive = code < 0.0;
	Instance it = instanceOf(alive ? unpackInstance(code) : 0);
	s.ior = it.surface.y;
	s.transmission = it.surface.z;
	vec3 toEye = -normalize(toSurface);
	vec3 sum = vec3(0.0), glow = it.emission.rgb;
#if GLOWS
	if (it.ids.y >> 16 > 0u) { // the texture coordinates are those of the triangle that is seen
		vec3 face;
		bool outside;
		vec4 emission, layer;
		vec3 eye = eyeThrough(seenThrough(vec2(pixel) + 0.5 + uJitterPx));
		surfaceAt(nearest(eye, -toEye, alive ? FAR : 0.0), eye, -toEye, face, outside, emission, layer);
		glow = emission.rgb;
	}
#endif
	float leave = 1e-4 * max(1.0, distance(uEyeWorld, s.position));
	vec3 bend = bendAt(pixel, s.normal, code);
	float width = sqrt(bend.x + bend.z);
#if GLASS || MIRROR
	sum += directLight(s, toEye, bend, true);
#endif
#if GLASS
	// Both ways at the first surface: a choice would be noise where it is seen best.
	float f = fresnelDielectric(max(dot(s.normal, toEye), 1e-4), 1.0 / s.ior);
	vec2 u = spread3(uvec3(uvec2(pixel), 63u + uSeed * 4096u)).xy;
	Ray ray = reflected(s, toEye, u, width, leave);
	sum += f * (it.emission.w > 1.5 ? s.color : vec3(1.0)) * trace(ray, alive, uvec2(pixel), 1u);
	ray = Ray(s.position - s.normal * leave, passed(s, -toEye, 1.0 / s.ior, u), s.roughness * s.roughness, it.layer.xyz, ANY);
	sum += (1.0 - f) * s.color * trace(ray, alive, uvec2(pixel), 2u);
#else
#if !MIRROR
	sum += directLight(s, toEye, bend, true);
	sum += s.color * ((1.0 - s.metallic) * diffuseAlbedo(s, toEye)) * bouncedAt(pixel, s.normal);
#endif
	vec3 u = spread3(uvec3(uvec2(pixel), 63u + uSeed * 4096u));
	Ray ray = reflected(s, toEye, u.xy, width, leave);
	vec3 first = fresnel(s, specularF0(s), dot(normalize(ray.dir + toEye), toEye));
	sum += first * trace(ray, alive, uvec2(pixel), 1u);
#endif
#if SHEEN && !GLASS && !MIRROR
	vec4 cloth = it.surface.z > 0.0 ? vec4(0.0) : sheenOf(it.layer.xyz);
	float cosine = max(dot(s.normal, toEye), 1e-4);
	sum = sum * belowSheen(cloth, cosine) + cloth.rgb * (sheenLight(s, cloth.a, toEye) + sheenAlbedo(cosine, cloth.a) * bouncedAt(pixel, s.normal));
#endif
	sum += glow;
#if COATED && !GLASS && !MIRROR
	vec2 coat = coatOf(it.layer.w);
	float share = coat.x * fresnelDielectric(max(dot(s.normal, toEye), 1e-4), 1.0 / COAT_IOR);
	Surface top = Surface(s.position, s.normal, vec3(0.0), coat.y, 0.0, COAT_IOR, 0.0);
	sum *= 1.0 - share;
	sum += coat.x * directLight(top, toEye, bend, true);
	vec3 v = spread3(uvec3(uvec2(pixel), 62u + uSeed * 4096u));
	ray = reflected(top, toEye, v.xy, width, leave);
	sum += share * trace(ray, alive && share > 0.0, uvec2(pixel), 3u);
#endif
	return Lit(sum, UNCONVERGED); // mirrors and lenses show what no few samples do
}
