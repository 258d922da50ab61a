// Bounced light at every fourth pixel of each row and column. Fed by engine/pass/indirect.go from the label pass.
#include "indirect/vpl.glsl"

layout(binding = 0) uniform sampler2D tViewZ;
layout(binding = 1) uniform sampler2D tNormal; // world
uniform vec3 uEyeWorld;
uniform mat3 uWorldFromCamera;
uniform vec4 uPinhole; // focal length, principal point from the bottom left, pixels

layout(location = 0) out vec4 oLight; // irradiance / pi; w: ViewZ of the pixel it was taken at
layout(location = 1) out vec4 oNormal;

void main() {
	ivec2 pixel = min(ivec2(gl_FragCoord.xy) * 4 + 2, textureSize(tViewZ, 0) - 1);
	float z = texelFetch(tViewZ, pixel, 0).r;
	vec3 n = texelFetch(tNormal, pixel, 0).xyz;
	vec3 ray = uWorldFromCamera * vec3((vec2(pixel) + 0.5 - uPinhole.yz) / uPinhole.x, -1.0);
	oLight = vec4(z > 0.0 ? gather(uEyeWorld + ray * z, n) : vec3(0.0), z);
	oNormal = vec4(n, 0.0);
}
