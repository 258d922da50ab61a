// Labels of one sample at each pixel center: ids, distance along the axis, normal. Fed by engine/pass/labels.go, which defines
// COLOR: 1 where reflectances are wanted, too; TEXTURES: 1 where materials have pictures; and COVERAGE: 1
// where some have a material.Coverage.
in vec3 vPositionWorld;
in vec3 vNormalWorld;
in vec2 vUV;
flat in vec4 vColorRoughness;
flat in vec4 vSurface;  // metallic, index of refraction, transmission, flat shading
flat in vec4 vEmission; // w: lit by traced.frag
flat in uvec4 vIds;     // object, part, layers of the pictures

#if TINTED
in vec4 vTint;
#else
const vec4 vTint = vec4(1.0);
#endif

#include "common/normal.glsl"
#include "common/pinhole.glsl"
#include "common/coverage.glsl"

uniform vec4 uToEye; // a point p is seen from along xyz - w p

layout(location = 0) out uvec2 oIds;   // object, part
layout(location = 1) out float oViewZ; // meters
layout(location = 2) out vec4 oNormal; // world, towards the camera
layout(binding = 0) uniform sampler2DArray tColor; // sRGB pictures
#if COLOR
#include "common/sampled.glsl"
#include "draft/reflectance.glsl"
layout(location = 3) out vec4 oReflectance;        // by which light is multiplied
#endif

void main() {
#if COVERAGE
	if (!covered(vIds.z, tColor, vUV, vTint.a, HALF)) discard;
#endif
	oIds = vIds.xy & 0xffffu;
	oViewZ = uPinhole.w > 0.0 ? zOf(gl_FragCoord.z) : 1.0 / gl_FragCoord.w;
	oNormal = vec4(fragmentNormal(vPositionWorld, vNormalWorld, vSurface.w > 0.5, uToEye.xyz - uToEye.w * vPositionWorld), 0.0);
#if COLOR
	vec3 color = vColorRoughness.rgb * vTint.rgb;
#if TEXTURES
	if (pictureOf(vIds.z) > 0u) color *= sampled(tColor, pictureOf(vIds.z), vUV, 0.0).rgb;
#endif
	oReflectance = vec4(reflectance(color, vSurface.x, vEmission.w > 0.5), 1.0);
#endif
}
