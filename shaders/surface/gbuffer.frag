// What the lighting pass needs of the nearest surface. Fed by engine/pass/surface.go.
in vec3 vPositionWorld;
in vec3 vNormalWorld;
in vec2 vUV;
flat in uint vInstance;

#include "common/math.glsl"
#include "common/instance.glsl"
#include "common/normal.glsl"

uniform vec3 uEyeWorld;
layout(binding = 0) uniform sampler2DArray tColor;  // sRGB pictures
layout(binding = 1) uniform sampler2DArray tLinear; // metallic-roughness pictures

layout(location = 0) out vec4 oColor;   // linear reflectance, perceptual roughness
layout(location = 1) out vec4 oNormal;  // octahedral world normal, metallic, unused
layout(location = 2) out uint oInstance; // index + 1; 0 is the background

// Sub-frames are averaged, which filters textures as well: take sharper mip levels than one sample would need.
const float LOD_BIAS = -1.0;

void main() {
	Instance it = instances[vInstance];
	vec3 color = it.baseColorRoughness.rgb;
	float roughness = it.baseColorRoughness.a, metallic = it.surface.x;
	if (it.ids.z > 0u) color *= texture(tColor, vec3(vUV, float(it.ids.z - 1u)), LOD_BIAS).rgb;
	if (it.ids.w > 0u) {
		vec4 mr = texture(tLinear, vec3(vUV, float(it.ids.w - 1u)), LOD_BIAS);
		roughness *= mr.g;
		metallic *= mr.b;
	}
	vec3 n = fragmentNormal(vPositionWorld, vNormalWorld, it.surface.w > 0.5, uEyeWorld - vPositionWorld);
	oColor = vec4(color, roughness);
	oNormal = vec4(packOct(n), metallic, 0.0);
	oInstance = vInstance + 1u;
}
