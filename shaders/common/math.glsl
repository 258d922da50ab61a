// Constants and small functions.

const float PI = 3.14159265358979;

float square(float x) { return x * x; }

float luminance(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }

// Octahedral packing of unit vectors. Cigolle et al. 2014, "A Survey of Efficient Representations for Independent Unit
// Vectors". Must match packNormal in place/vertices.comp.
vec2 packOct(vec3 n) {
	vec2 p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
	vec2 s = vec2(p.x >= 0.0 ? 1.0 : -1.0, p.y >= 0.0 ? 1.0 : -1.0);
	return n.z >= 0.0 ? p : (1.0 - abs(p.yx)) * s;
}

vec3 unpackOct(vec2 p) {
	vec3 n = vec3(p, 1.0 - abs(p.x) - abs(p.y));
	float t = max(-n.z, 0.0);
	n.x += n.x >= 0.0 ? -t : t;
	n.y += n.y >= 0.0 ? -t : t;
	return normalize(n);
}

// Two unit vectors that complete n to a frame. Duff et al. 2017, "Building an Orthonormal Basis, Revisited".
mat3 basis(vec3 n) {
	float s = n.z >= 0.0 ? 1.0 : -1.0;
	float a = -1.0 / (s + n.z);
	float b = n.x * n.y * a;
	return mat3(vec3(1.0 + s * n.x * n.x * a, s * b, -s * n.x), vec3(b, s + n.y * n.y * a, -n.y), n);
}

// An index of refraction of 1 to 10 in [0, 1].
float packIOR(float ior) { return (ior - 1.0) / 9.0; }
float unpackIOR(float v) { return v * 9.0 + 1.0; }

// The number of an instance as a negative number of 16 bits. The quarter makes it the same however it is rounded.
float packInstance(uint i) { return -(float(i) + 1.25) / 32767.0; }
int unpackInstance(float v) { return int(floor(0.5 - v * 32767.0)) - 1; }
