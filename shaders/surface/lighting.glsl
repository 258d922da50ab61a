// Lights the surfaces of one sub-frame. Included by lighting.frag and, with TRACED defined, by lighting_traced.frag.
// Both include what it needs first (an include under #ifdef would count as done where it is left out).
// Fed by engine/pass/lighting.go; the result is added to the sum over sub-frames.

layout(binding = 2) uniform sampler2D tSurfaceColor;    // reflectance, roughness
layout(binding = 3) uniform sampler2D tSurfaceNormal;   // octahedral normal, metallic
layout(binding = 4) uniform usampler2D tSurfaceInstance; // index + 1
layout(binding = 5) uniform sampler2D tDepth;           // reversed
layout(binding = 6) uniform sampler2D tIndirect;        // irradiance / pi of light that has bounced, at pixel centres

uniform vec3 uEyeWorld;
uniform mat3 uWorldFromCamera;
uniform vec4 uPinhole;  // focal length, principal point from the bottom left, all in pixels; w unused
uniform vec2 uJitterPx; // where the sample lies from the pixel's centre
uniform vec2 uDepthToZ; // viewZ = x / (depth + y)
uniform bool uIndirect; // tIndirect holds something
uniform vec3 uAmbient;  // irradiance / pi assumed at points seen in mirrors

layout(location = 0) out vec4 oRadiance;

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	uint index = texelFetch(tSurfaceInstance, pixel, 0).r;
	vec3 ray = uWorldFromCamera * vec3((gl_FragCoord.xy + uJitterPx - uPinhole.yz) / uPinhole.x, -1.0);
	if (index == 0u) {
		oRadiance = vec4(world.rgb, 1.0);
		return;
	}
	Instance it = instances[index - 1u];
	vec4 color = texelFetch(tSurfaceColor, pixel, 0), normal = texelFetch(tSurfaceNormal, pixel, 0);
	float viewZ = uDepthToZ.x / (texelFetch(tDepth, pixel, 0).r + uDepthToZ.y);
	Surface s = Surface(uEyeWorld + ray * viewZ, unpackOct(normal.xy), color.rgb, color.a, normal.z, it.surface.y, it.surface.z);
	vec3 toEye = -normalize(ray);
	vec3 diffuse = s.color * ((1.0 - s.metallic) * (1.0 - s.transmission));
	vec3 sum = it.emission.rgb;
	if (s.transmission < 0.5) sum += directLight(s, toEye);
	if (uIndirect) sum += diffuse * texelFetch(tIndirect, pixel, 0).rgb;
	vec3 f0 = specularF0(s);
	if (max(f0.r, max(f0.g, f0.b)) > 0.0) {
		float nov = max(dot(s.normal, toEye), 1e-4);
#ifdef TRACED
		uvec2 place = uvec2(pixel);
		float leave = 1e-4 * max(1.0, viewZ);
		vec3 u = random3(uvec3(place, uSubFrame * 64u + 3u + uSeed * 4096u));
		if (s.transmission > 0.5) {
			// Both ways at the first surface: a choice would be noise where it is seen best.
			float f = fresnelDielectric(nov, 1.0 / s.ior);
			sum += f * trace(s.position + s.normal * leave, reflect(-toEye, s.normal), true, place, 1u, uAmbient);
			vec3 through = refract(-toEye, s.normal, 1.0 / s.ior);
			sum += (1.0 - f) * s.color * trace(s.position - s.normal * leave, normalize(through), true, place, 2u, uAmbient);
			oRadiance = vec4(sum, 1.0);
			return;
		}
		if (s.metallic > 0.5 || s.roughness < 0.45) {
			vec3 d = mirrored(s, toEye, u.xy);
			vec3 f = fresnelSchlick(f0, max(0.0, dot(normalize(d + toEye), toEye)));
			sum += f * trace(s.position + s.normal * leave, d, s.roughness * s.roughness < MIRROR, place, 1u, uAmbient);
			oRadiance = vec4(sum, 1.0);
			return;
		}
#endif
		vec2 e = environmentGGX(nov, s.roughness);
		sum += (f0 * e.x + e.y) * (world.rgb + uAmbient);
	}
	oRadiance = vec4(sum, 1.0);
}
