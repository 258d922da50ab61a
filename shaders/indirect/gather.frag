// Bounced light at every fourth pixel of each row and column. Fed by engine/pass/indirect.go from the label pass
// or the first sub-frame.
#include "indirect/vpl.glsl"
#include "indirect/guide.glsl"

layout(location = 0) out vec4 oLight; // irradiance / pi; w: ViewZ of the pixel it was taken at
layout(location = 1) out vec4 oNormal;

void main() {
	ivec2 pixel = min(ivec2(gl_FragCoord.xy) * 4 + 2, textureSize(tDepth, 0) - 1);
	float z = guideZ(pixel);
	vec3 n = guideNormal(pixel), ray = guideRay(vec2(pixel) + 0.5);
	oLight = vec4(z > 0.0 ? gather(uEyeWorld + ray * z, n) : vec3(0.0), z);
	oNormal = vec4(n, 0.0);
}
