// Averages the sub-frames and encodes them for a display. Fed by engine/pass/resolve.go, which defines APART: 1 where what needs
// rays was summed apart; WARP: 1 where the sums are those of a wider picture without distortion; NOISE: 1 where the sensor has
// noise.
#include "post/view.glsl"
#include "common/random.glsl"
#include "common/distortion.glsl"

layout(binding = 0) uniform sampler2D tSum;    // radiance, summed over sub-frames; w: how many lit the pixel
layout(binding = 1) uniform sampler2D tTraced; // with APART, the same of what only some sub-frames draw, by rays
uniform float uScale;                          // exposure / number of sub-frames

layout(location = 0) out vec4 oColor; // 8 bit, sRGB

// The mean of a pixel's sub-frames.
vec3 radiance(ivec2 pixel) {
	vec4 sum = texelFetch(tSum, pixel, 0);
#if APART
	// The mean of the sub-frames in which rays were followed stands for all that the others left open: edges are those of
	// all sub-frames. Where something is seen only in others, the pixels around say what.
	vec4 traced = texelFetch(tTraced, pixel, 0), around = vec4(0.0);
	vec3 low = vec3(1e30), high = vec3(0.0);
	ivec2 last = textureSize(tTraced, 0) - 1;
	int neighbors = 0;
	for (int k = 0; k < 9; k++) {
		vec4 near = texelFetch(tTraced, clamp(pixel + ivec2(k % 3, k / 3) - 1, ivec2(0), last), 0);
		around += near;
		if (k == 4 || near.w == 0.0) continue;
		low = min(low, near.rgb / near.w);
		high = max(high, near.rgb / near.w);
		neighbors++;
	}
	if (traced.w == 0.0) traced = around;
	// Few rays find small bright things by chance. A pixel that stands out of all of its neighbors is such a chance.
	else if (neighbors > 2) traced.rgb = clamp(traced.rgb, low * traced.w, high * traced.w);
	if (traced.w > 0.0) sum.rgb += traced.rgb * (max(1.0 / uScale - sum.w, 0.0) / traced.w);
	else if (sum.w > 0.0) sum.rgb /= sum.w * uScale;
#endif
	return sum.rgb * uScale;
}

#if WARP
// Focal length and principal point from the bottom left, in pixels, of the picture and of the one that was drawn.
uniform vec4 uPinhole, uDrawn;

// Catmull and Rom 1974, "A Class of Local Interpolating Splines": the sharpest of the usual cubic kernels. Pixels were filtered
// once already, when they were drawn.
vec2 catmullRom(vec2 x) {
	x = min(abs(x), 2.0);
	return mix(((2.5 - 0.5 * x) * x - 4.0) * x + 2.0, (1.5 * x - 2.5) * x * x + 1.0, lessThan(x, vec2(1.0)));
}

// Radiance at a point of the picture. The kernel is that of its pixels: where the lens shrinks things, it takes in more of
// what was drawn. Heckbert 1989, "Fundamentals of Texture Mapping and Image Warping", section 3.
vec3 warped(vec2 at) {
	vec2 seen = (at - uPinhole.yz) / uPinhole.x, p = undistorted(vec2(seen.x, -seen.y));
	vec2 from = vec2(p.x, -p.y) * uDrawn.x + uDrawn.yz;
	// A step in the drawn picture is this step in the picture: (x x + y y, y x + z y), y upwards.
	vec3 step_ = distortionJacobian(p) * vec3(1.0, -1.0, 1.0) * (uPinhole.x / uDrawn.x);
	float det = step_.x * step_.z - step_.y * step_.y;
	vec2 reach = min(2.0 * (step_.zx + abs(step_.y)) / det, 16.0);
	ivec2 first = ivec2(ceil(from - reach - 0.5)), last = ivec2(floor(from + reach - 0.5)), end = textureSize(tSum, 0) - 1;
	vec3 sum = vec3(0.0), low = vec3(1e30), high = vec3(0.0);
	float total = 0.0;
	for (int y = first.y; y <= last.y; y++) {
		for (int x = first.x; x <= last.x; x++) {
			vec2 o = vec2(x, y) + 0.5 - from, d = vec2(step_.x * o.x + step_.y * o.y, step_.y * o.x + step_.z * o.y);
			vec2 k = catmullRom(d);
			vec3 l = radiance(clamp(ivec2(x, y), ivec2(0), end));
			sum += k.x * k.y * l;
			total += k.x * k.y;
			if (all(lessThan(abs(d), vec2(1.0)))) {
				low = min(low, l);
				high = max(high, l);
			}
		}
	}
	// Beside a lamp the kernel's negative lobes would leave a black rim.
	return clamp(sum / total, low, high);
}
#endif

#if NOISE
uniform vec2 uNoise; // 1/full well, (read noise / full well)^2
uniform uint uSeedLow, uSeedHigh;

// The linear value that a sensor counts where it should count l; see frame.Sensor.
vec3 counted(vec3 l, uvec2 pixel) {
	// Box and Muller 1958, "A Note on the Generation of Random Normal Deviates". Not 0, of which there is no logarithm.
	vec3 u = 1.0 - random3(uvec3(pixel.x | pixel.y << 16u, uSeedLow, uSeedHigh));
	vec3 v = 1.0 - random3(uvec3(pixel.x | pixel.y << 16u, uSeedLow, ~uSeedHigh));
	vec2 r = sqrt(-2.0 * log(vec2(u.x, v.x)));
	vec3 normal = vec3(r.x * cos(6.2831853 * u.y), r.x * sin(6.2831853 * u.y), r.y * cos(6.2831853 * v.y));
	return l + normal * sqrt(max(l, 0.0) * uNoise.x + uNoise.y);
}
#endif

void main() {
#if WARP
	vec3 l = warped(gl_FragCoord.xy);
#else
	vec3 l = radiance(ivec2(gl_FragCoord.xy));
#endif
#if NOISE
	l = counted(l, uvec2(gl_FragCoord.xy));
#endif
	// Whole levels: drivers may round to them with an error of a tenth of a level.
	oColor = vec4(floor(view(l) * 255.0 + 0.5) / 255.0, 1.0);
}
