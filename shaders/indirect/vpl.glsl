// Virtual point lights: where light has bounced. Uniform block 1 belongs to this file; must match engine/pass/indirect.go.
// Keller 1997, "Instant Radiosity".
#include "common/math.glsl"

const int MAX_VPL = 256;
struct VirtualLight {
	vec4 position; // w: area it stands for / pi
	vec4 normal;
	vec4 flux;     // W, leaving diffusely
};
layout(std140, binding = 1) uniform VirtualLights { VirtualLight virtual_[MAX_VPL]; };
uniform int uVirtual;

// Irradiance / pi of all virtual lights at a surface; nothing casts a shadow here.
vec3 gather(vec3 p, vec3 n) {
	vec3 sum = vec3(0.0);
	for (int i = 0; i < uVirtual; i++) {
		vec3 d = virtual_[i].position.xyz - p;
		float r2 = dot(d, d);
		float c = max(0.0, dot(n, d)) * max(0.0, -dot(virtual_[i].normal.xyz, d));
		// The light stands for a disc: area / (r^2 + area/pi) instead of area / r^2.
		sum += virtual_[i].flux.rgb * (c / (max(r2, 1e-6) * (r2 + virtual_[i].position.w)));
	}
	return sum / (PI * PI);
}
