// Labels of one sample at each pixel centre: ids, distance along the axis, normal. Fed by engine/pass/labels.go.
in vec3 vPositionWorld;
in vec3 vNormalWorld;
flat in vec4 vSurface; // w: flat shading
flat in uvec4 vIds;    // object, part

#include "common/normal.glsl"

uniform vec3 uEyeWorld;

layout(location = 0) out uvec2 oIds;   // object, part
layout(location = 1) out float oViewZ; // metres
layout(location = 2) out vec4 oNormal; // world, towards the camera

void main() {
	oIds = vIds.xy;
	oViewZ = 1.0 / gl_FragCoord.w;
	oNormal = vec4(fragmentNormal(vPositionWorld, vNormalWorld, vSurface.w > 0.5, uEyeWorld - vPositionWorld), 0.0);
}
