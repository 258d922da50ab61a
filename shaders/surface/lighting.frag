// Lights the surfaces of one sub-frame, all but those that traced.frag draws. Fed by engine/pass/lighting.go; the result
// is added to the sum over sub-frames.
#include "common/lighting.glsl"

layout(binding = 2) uniform sampler2D tSurfaceColor;  // reflectance, roughness
layout(binding = 3) uniform sampler2D tSurfaceNormal; // octahedral normal, metallic, packed index of refraction
layout(binding = 5) uniform sampler2D tDepth;         // reversed
layout(binding = 6) uniform sampler2D tIndirect;      // irradiance / pi of light that has bounced, at pixel centres

uniform vec3 uEyeWorld;
uniform mat3 uWorldFromCamera;
uniform vec4 uPinhole;  // focal length, principal point from the bottom left, all in pixels; w unused
uniform vec2 uJitterPx; // where the sample lies from the pixel's centre
uniform vec2 uDepthToZ; // viewZ = x / (depth + y)
uniform bool uIndirect; // tIndirect holds something

layout(location = 0) out vec4 oRadiance;

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	float depth = texelFetch(tDepth, pixel, 0).r;
	if (depth == 0.0) {
		oRadiance = vec4(world.rgb, 1.0);
		return;
	}
	vec4 color = texelFetch(tSurfaceColor, pixel, 0), normal = texelFetch(tSurfaceNormal, pixel, 0);
	if (normal.w < -0.5) {
		oRadiance = vec4(0.0);
		return;
	}
	vec3 ray = uWorldFromCamera * vec3((gl_FragCoord.xy + uJitterPx - uPinhole.yz) / uPinhole.x, -1.0);
	float viewZ = uDepthToZ.x / (depth + uDepthToZ.y);
	Surface s = Surface(uEyeWorld + ray * viewZ, unpackOct(normal.xy), color.rgb, color.a, normal.z, unpackIOR(normal.w), 0.0);
	vec3 toEye = -normalize(ray);
	vec3 sum = directLight(s, toEye);
	vec3 bounced = uIndirect ? texelFetch(tIndirect, pixel, 0).rgb : vec3(0.0);
	sum += s.color * (1.0 - s.metallic) * bounced;
#if !MATT
	vec3 f0 = specularF0(s);
	if (max(f0.r, max(f0.g, f0.b)) > 0.0) {
		vec2 e = environmentGGX(max(dot(s.normal, toEye), 1e-4), s.roughness);
		sum += (f0 * e.x + e.y) * (world.rgb + bounced);
	}
#endif
	oRadiance = vec4(sum, 1.0);
}
