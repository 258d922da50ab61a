// Draws where bounced light can stay as it is for all sub-frames: inside of surfaces that are flat over some pixels. Fed by
// engine/pass/indirect.go.
#include "common/math.glsl"
#include "indirect/guide.glsl"

void main() {
	ivec2 pixel = ivec2(gl_FragCoord.xy), last = textureSize(tDepth, 0) - 1;
	float z = guideZ(pixel);
	vec3 n = guideNormal(pixel);
	vec4 toPlane = planeFrom(n);
	float offset = distanceTo(toPlane, vec2(pixel), z);
	for (int k = 0; k < 4; k++) {
		ivec2 q = clamp(pixel + ivec2(2 * (k & 1) - 1, (k & 2) - 1), ivec2(0), last);
		float other = guideZ(q);
		// Half a pixel from the tangent plane, or 18 degrees of turning.
		if (abs(distanceTo(toPlane, vec2(q), other) - offset) * uPinhole.x > 0.5 * spreadAt(z)) discard;
		if ((z > 0.0) != (other > 0.0) || z > 0.0 && dot(guideNormal(q), n) < 0.95) discard;
	}
}
