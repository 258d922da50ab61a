// Draws casters into one face of a shadow map. Fed by engine/pass/shadow.go. Depth: near/distance, so 1 is nearest;
// for parallel light (uParallel) linear, 1 at the side the light comes from.
layout(location = 0) in vec3 aPositionWorld;

#include "common/shadow.glsl"
#if COVERAGE
#include "common/instance.glsl"
layout(location = 2) in vec2 aUV;
layout(location = 3) in uint aInstance;
layout(location = 4) in vec4 aTint;
out float vAlpha;
out vec2 vUV;
flat out uint vCode;
flat out uint vInstance;
#endif

uniform mat4 uLightFromWorld; // rigid: the sample point is the origin
uniform int uFace;
uniform vec4 uRect;   // left, bottom, 2/width, 2/height in tangents (in meters for parallel light)
uniform bool uParallel;
uniform vec2 uRange;  // parallel light: start, 1/length along +z

void main() {
#if COVERAGE
	vUV = aUV;
	vCode = instances[aInstance].ids.z;
	vInstance = aInstance;
	vAlpha = aTint.a;
#endif
	vec3 d = (uLightFromWorld * vec4(aPositionWorld, 1.0)).xyz;
	if (uParallel) {
		gl_Position = vec4((d.xy - uRect.xy) * uRect.zw - 1.0, 1.0 - (d.z - uRange.x) * uRange.y, 1.0);
		return;
	}
	vec3 c = uFace < 2 ? vec3(d.y, d.z, d.x) : uFace < 4 ? vec3(d.z, d.x, d.y) : d;
	c.z = (uFace & 1) == 0 ? c.z : -c.z;
	gl_Position = vec4((c.xy - uRect.xy * c.z) * uRect.zw - c.z, SHADOW_NEAR, c.z);
}
