// Virtual point lights: where light has bounced. Buffer texture 4, no block, belongs to this file; must match
// engine/pass/indirect.go. Keller 1997, "Instant Radiosity".
#include "common/math.glsl"

// Three texels of each: position and area it stands for / pi; normal; flux in W, leaving diffusely. A texture, because Mesa's
// software rasteriser fetches a texel at once, but reads blocks number by number.
layout(binding = 4) uniform samplerBuffer tVirtual;
uniform int uVirtual;

// Irradiance / pi of all virtual lights at a surface; nothing casts a shadow here.
vec3 gather(vec3 p, vec3 n) {
	vec3 sum = vec3(0.0);
	for (int i = 0; i < uVirtual; i++) {
		vec4 at = texelFetch(tVirtual, 3 * i);
		vec3 d = at.xyz - p;
		float r2 = dot(d, d);
		float c = max(0.0, dot(n, d)) * max(0.0, -dot(texelFetch(tVirtual, 3 * i + 1).xyz, d));
		// The light stands for a disc: area / (r^2 + area/pi) instead of area / r^2.
		sum += texelFetch(tVirtual, 3 * i + 2).rgb * (c / (max(r2, 1e-6) * (r2 + at.w)));
	}
	return sum / (PI * PI);
}
