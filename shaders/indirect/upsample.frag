// Bounced light at every pixel, from the four nearest of gather.frag that lie on the same surface. Where they count
// for less than half, beside edges and corners, it is gathered here. Kopf et al. 2007, "Joint Bilateral Upsampling".
// Fed by engine/pass/indirect.go.
#include "indirect/vpl.glsl"

layout(binding = 0) uniform sampler2D tViewZ;
layout(binding = 1) uniform sampler2D tNormal; // world
layout(binding = 2) uniform sampler2D tLight;
layout(binding = 3) uniform sampler2D tLightNormal;
uniform vec3 uEyeWorld;
uniform mat3 uWorldFromCamera;
uniform vec4 uPinhole;

layout(location = 0) out vec4 oLight; // irradiance / pi

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy);
	float z = texelFetch(tViewZ, pixel, 0).r;
	if (z <= 0.0) {
		oLight = vec4(0.0);
		return;
	}
	vec3 n = texelFetch(tNormal, pixel, 0).xyz;
	vec3 ray = uWorldFromCamera * vec3((gl_FragCoord.xy - uPinhole.yz) / uPinhole.x, -1.0);
	vec3 p = uEyeWorld + ray * z;
	vec2 at = (vec2(pixel) - 2.0) / 4.0;
	ivec2 base = ivec2(floor(at)), last = textureSize(tLight, 0) - 1;
	vec2 f = at - vec2(base);
	vec4 sum = vec4(0.0);
	for (int k = 0; k < 4; k++) {
		ivec2 c = clamp(base + ivec2(k & 1, k >> 1), ivec2(0), last);
		vec4 light = texelFetch(tLight, c, 0);
		float w = ((k & 1) == 1 ? f.x : 1.0 - f.x) * ((k >> 1) == 1 ? f.y : 1.0 - f.y) + 1e-3;
		// Distance of the other point from this pixel's tangent plane, in units of a pixel's footprint.
		vec2 q = vec2(min(c * 4 + 2, textureSize(tViewZ, 0) - 1)) + 0.5;
		vec3 other = uEyeWorld + uWorldFromCamera * vec3((q - uPinhole.yz) / uPinhole.x, -1.0) * light.w;
		float off = abs(dot(n, other - p)) * uPinhole.x / z;
		w *= light.w > 0.0 && dot(texelFetch(tLightNormal, c, 0).xyz, n) > 0.95 ? exp(-off) : 0.0;
		sum += vec4(light.rgb, 1.0) * w;
	}
	oLight = vec4(sum.a > 0.5 ? sum.rgb / sum.a : gather(p, n), 1.0);
}
