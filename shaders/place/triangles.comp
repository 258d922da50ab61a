// Makes the lists of indices that are drawn, and the triangles that rays walk through, of vertices in the world. Fed by
// engine/pass/meshes.go.
#include "place/mesh.glsl"

layout(std430, binding = 3) readonly buffer Lists { uvec2 lists[]; }; // of 32 triangles: which a list has, and where it has the first
layout(std430, binding = 4) readonly buffer Vertices { uint vertices[]; };
layout(std430, binding = 5) writeonly buffer Indices { uint indices[]; };
layout(std430, binding = 6) writeonly buffer Triangles { uvec4 triangles[]; }; // as in common/trace.glsl
layout(std430, binding = 7) writeonly buffer Corners { vec4 corners[]; };     // as in common/trace.glsl
uniform uint uLists;
uniform uint uListWords; // of each list
uniform bool uTree;      // rays walk through the triangles
uniform int uTints;      // where corners have colors and second texture coordinates; -1 for nowhere

// Vertices in the world of a triangle of the mesh.
uvec3 triangleAt(uint instance, uint triangle) {
	uint word = placements[instance].mesh + VERTEX_WORDS * placements[instance].vertices + 3u * triangle;
	uvec3 t = uvec3(meshes[word], meshes[word + 1u], meshes[word + 2u]) + placements[instance].firstVertex;
	return placements[instance].turned == 1u ? t.xzy : t;
}

vec3 positionAt(uint vertex) {
	uint word = PLACED_WORDS * vertex;
	return vec3(uintBitsToFloat(vertices[word]), uintBitsToFloat(vertices[word + 1u]), uintBitsToFloat(vertices[word + 2u]));
}

// How a rasterizer reads a signed normalized number of 16 bits.
float snorm(int v) { return float(max(-1.0lf, double(v) / 32767.0lf)); }

vec4 cornerAt(uint vertex) {
	uint word = PLACED_WORDS * vertex;
	int n = int(vertices[word + 3u]);
	return vec4(snorm(n << 16 >> 16), snorm(n >> 16), uintBitsToFloat(vertices[word + 4u]), uintBitsToFloat(vertices[word + 5u]));
}

vec4 tintAt(uint vertex) {
	uint word = PLACED_WORDS * vertex + 7u;
	return vec4(unpackUnorm2x16(vertices[word]), unpackUnorm2x16(vertices[word + 1u]));
}

vec4 secondAt(uint vertex) {
	uint word = PLACED_WORDS * vertex + 9u;
	return vec4(uintBitsToFloat(vertices[word]), uintBitsToFloat(vertices[word + 1u]), 0.0, 0.0);
}

void main() {
	uint instance, triangle;
	if (!task(instance, triangle) || triangle >= placements[instance].triangles) return;
	uint first = placements[instance].firstTriangle, number = first + triangle;

	uvec3 t = triangleAt(instance, triangle);
	for (uint k = 0u; k < uLists; k++) {
		uvec2 word = lists[k * uListWords + number / 32u];
		uint bit = number % 32u;
		if ((word.x >> bit & 1u) == 1u) {
			uint at = 3u * (word.y + bitCount(word.x & (1u << bit) - 1u));
			indices[at] = t.x;
			indices[at + 1u] = t.y;
			indices[at + 2u] = t.z;
		}
	}
	if (!uTree) return;

	uint order = placements[instance].mesh + VERTEX_WORDS * placements[instance].vertices + 3u * placements[instance].triangles;
	t = triangleAt(instance, meshes[order + triangle]);
	precise vec3 a = positionAt(t.x), b = positionAt(t.y) - a, c = positionAt(t.z) - a;
	triangles[3u * number] = uvec4(floatBitsToUint(a), instance); // as a float the number might be flushed to 0
	triangles[3u * number + 1u] = uvec4(floatBitsToUint(b), 0u);
	triangles[3u * number + 2u] = uvec4(floatBitsToUint(c), 0u);
	corners[3u * number] = cornerAt(t.x);
	corners[3u * number + 1u] = cornerAt(t.y);
	corners[3u * number + 2u] = cornerAt(t.z);
	if (uTints < 0) return;
	uint at = uint(uTints) + 6u * number;
	for (int k = 0; k < 3; k++) {
		corners[at + uint(k)] = tintAt(t[k]);
		corners[at + uint(k) + 3u] = secondAt(t[k]);
	}
}
