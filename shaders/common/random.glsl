// Random numbers from an integer hash: the same on every device.

// Jarzynski and Olano 2020, "Hash Functions for GPU Rendering": pcg3d.
uvec3 hash3(uvec3 v) {
	v = v * 1664525u + 1013904223u;
	v.x += v.y * v.z;
	v.y += v.z * v.x;
	v.z += v.x * v.y;
	v ^= v >> 16u;
	v.x += v.y * v.z;
	v.y += v.z * v.x;
	v.z += v.x * v.y;
	return v;
}

// Three numbers in [0, 1), multiples of 2^-24.
vec3 random3(uvec3 place) { return vec3(hash3(place) >> 8u) * (1.0 / 16777216.0); }
