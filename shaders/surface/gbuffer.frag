// What the lighting pass needs of the nearest surface. Fed by engine/pass/surface.go.
in vec3 vPositionWorld;
in vec3 vNormalWorld;
in vec2 vUV;
flat in vec4 vColorRoughness;
flat in vec4 vSurface;  // metallic, index of refraction, transmission, flat shading
flat in vec4 vEmission; // w: lit by traced.frag
flat in uvec4 vIds;     // z, w: codes of the pictures
flat in uint vInstance;
#if TINTED
in vec4 vTint;
in vec2 vSecondUV;
#else
const vec4 vTint = vec4(1.0);
const vec2 vSecondUV = vec2(0.0);
#endif

// The Go side defines TEXTURES: 1 where materials have pictures; COVERAGE: 1 where some have a material.Coverage; and RELIEF: 1
// where some have a picture of normals.
#include "common/math.glsl"
#include "common/normal.glsl"
#include "common/pictured.glsl"
#include "common/coverage.glsl"
#include "common/sampled.glsl"

uniform vec4 uToEye; // a point p is seen from along xyz - w p
uniform uint uCoverSample; // number of the sub-frame
layout(binding = 0) uniform sampler2DArray tColor;  // sRGB pictures
layout(binding = 1) uniform sampler2DArray tLinear; // metallic-roughness pictures

layout(location = 0) out vec4 oColor;  // linear reflectance, perceptual roughness
layout(location = 1) out vec4 oNormal; // octahedral normal, metallic, packed index of refraction; for traced.frag, instance

// Sub-frames are averaged, which filters textures as well: take sharper mip levels than one sample would need.
const float LOD_BIAS = -1.0;

void main() {
	vec3 color = vColorRoughness.rgb * vTint.rgb;
	float roughness = vColorRoughness.a, metallic = vSurface.x;
#if COVERAGE
	if (!covered(vIds.z, tColor, vUV, vTint.a, coverageSample(uvec3(gl_FragCoord.xy, vInstance), uCoverSample))) discard;
#endif
#if TEXTURES
	if (pictureOf(vIds.z) > 0u) color *= sampled(tColor, pictureOf(vIds.z), vUV, LOD_BIAS).rgb;
	uint rough = pictureOf(vIds.w);
	if (rough > 0u) {
		vec4 mr = sampled(tLinear, rough, bySecond(rough) ? vSecondUV : vUV, LOD_BIAS);
		roughness *= mr.g;
		metallic *= mr.b;
	}
#endif
	vec3 n = fragmentNormal(vPositionWorld, vNormalWorld, vSurface.w > 0.5, uToEye.xyz - uToEye.w * vPositionWorld);
#if RELIEF
	vec3 e1 = dFdx(vPositionWorld), e2 = dFdy(vPositionWorld);
	uint normals = vIds.w >> 16;
	vec2 at = bySecond(normals) ? vSecondUV : vUV;
	vec2 d1 = dFdx(at), d2 = dFdy(at);
	if (normals > 0u) {
		vec3 picture = sampled(tLinear, normals, at, LOD_BIAS).xyz;
		n = visibleNormal(picturedNormal(n, e1, e2, d1, d2, picture, gl_FrontFacing ? 1.0 : -1.0), n, normalize(uToEye.w * vPositionWorld - uToEye.xyz));
	}
#endif
	oColor = vec4(color, roughness);
	oNormal = vec4(packOct(n), metallic, vEmission.w > 0.5 ? packInstance(vInstance) : packIOR(vSurface.y));
}
