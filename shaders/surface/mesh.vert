// Puts world-space vertices on the screen, with what their instance says of the surface: fetched here, because there
// are far fewer vertices than pixels. Fed by engine/pass/geometry.go; used by the id and surface passes.
// The Go side defines TINTED: 1 where vertices have colors or second texture coordinates.
layout(location = 0) in vec3 aPositionWorld;
layout(location = 1) in vec2 aNormalOct;
layout(location = 2) in vec2 aUV;
layout(location = 3) in uint aInstance;
layout(location = 4) in vec4 aTint;
layout(location = 5) in vec2 aSecondUV;

#include "common/math.glsl"
#include "common/instance.glsl"

uniform mat4 uClipFromWorld;
uniform vec2 uJitterClip; // shift in clip units at w = 1

out vec3 vPositionWorld;
out vec3 vNormalWorld;
out vec2 vUV;
flat out vec4 vColorRoughness; // as in Instance
flat out vec4 vSurface;
flat out vec4 vEmission;
flat out uvec4 vIds;
flat out uint vInstance;
#if TINTED
out vec4 vTint; // the vertex's color and alpha
out vec2 vSecondUV;
#endif

void main() {
	gl_Position = uClipFromWorld * vec4(aPositionWorld, 1.0);
	gl_Position.xy += uJitterClip * gl_Position.w;
	vPositionWorld = aPositionWorld;
	vNormalWorld = unpackOct(aNormalOct);
	vUV = aUV;
	Instance it = instances[aInstance];
	vColorRoughness = it.baseColorRoughness;
	vSurface = it.surface;
	vEmission = it.emission;
	vIds = it.ids;
	vInstance = aInstance;
#if TINTED
	vTint = aTint;
	vSecondUV = aSecondUV;
#endif
}
