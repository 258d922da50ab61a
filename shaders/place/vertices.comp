// Puts the vertices of meshes where their instances are. Sums of products are not fused, so that positions have the bits that
// engine/pass/geometry.go finds.
#include "place/mesh.glsl"

layout(std430, binding = 4) writeonly buffer Vertices { uint vertices[]; };

dvec3 vectorAt(uint word) {
	return dvec3(packDouble2x32(uvec2(meshes[word], meshes[word + 1u])), packDouble2x32(uvec2(meshes[word + 2u], meshes[word + 3u])),
		packDouble2x32(uvec2(meshes[word + 4u], meshes[word + 5u])));
}

uint snorm16(double x) { return uint(int(sign(x) * floor(abs(x) * 32767.0lf + 0.5lf))) & 0xffffu; }

// As packOct in common/math.glsl, in one word.
uint packNormal(dvec3 n) {
	dvec2 p = n.xy * (1.0lf / (abs(n.x) + abs(n.y) + abs(n.z)));
	dvec2 s = dvec2(p.x >= 0.0lf ? 1.0lf : -1.0lf, p.y >= 0.0lf ? 1.0lf : -1.0lf);
	if (n.z < 0.0lf) p = (1.0lf - abs(p.yx)) * s;
	return snorm16(p.x) | snorm16(p.y) << 16;
}

// Row k of the cofactors times a normal. NVIDIA's compiler has no way to write a component of a dvec3 by its number.
double turned(uint instance, uint k, dvec3 n) {
	precise double x = placements[instance].cofactors[k] * n.x;
	precise double y = placements[instance].cofactors[k + 3u] * n.y;
	precise double z = placements[instance].cofactors[k + 6u] * n.z;
	precise double sum = x + y + z;
	return sum;
}

void main() {
	uint instance, vertex;
	if (!task(instance, vertex) || vertex >= placements[instance].vertices) return;
	uint from = placements[instance].mesh + VERTEX_WORDS * vertex;
	uint to = PLACED_WORDS * (placements[instance].firstVertex + vertex);

	dvec3 p = vectorAt(from);
	for (uint k = 0u; k < 3u; k++) {
		precise double x = placements[instance].worldFromObject[k] * p.x;
		precise double y = placements[instance].worldFromObject[k + 3u] * p.y;
		precise double z = placements[instance].worldFromObject[k + 6u] * p.z;
		precise double sum = x + y + z + placements[instance].worldFromObject[k + 9u];
		vertices[to + k] = floatBitsToUint(float(sum));
	}

	dvec3 n = vectorAt(from + 6u);
	uint octahedral = 0u;
	if (n != dvec3(0.0lf)) {
		octahedral = packNormal(dvec3(turned(instance, 0u, n), turned(instance, 1u, n), turned(instance, 2u, n)));
	}
	vertices[to + 3u] = octahedral;
	vertices[to + 4u] = meshes[from + 12u];
	vertices[to + 5u] = meshes[from + 13u];
	vertices[to + 6u] = instance;
	vertices[to + 7u] = meshes[from + 14u];
	vertices[to + 8u] = meshes[from + 15u];
	vertices[to + 9u] = meshes[from + 16u];
	vertices[to + 10u] = meshes[from + 17u];
}
