// Meshes as they are kept on the device, and where instances of them are. The storage blocks belong to this file; must match
// engine/pass/meshes.go. A mesh is its vertices, each with a position (three doubles), a normal (three doubles; zeros without) and
// texture coordinates (two floats), a color (four of 16 bits) and second texture coordinates; its triangles, each with three vertices; and its triangles' numbers in the order of its tree.
const uint VERTEX_WORDS = 18u;
const uint PLACED_WORDS = 11u; // of a vertex in the world: position, normal (octahedral), texture coordinates, instance, color (four of 16 bits), second texture coordinates

struct Placement {
	double worldFromObject[12]; // columns, then where the origin is
	double cofactors[9];        // columns of the matrix of normals
	uint mesh;                  // where the mesh begins
	uint vertices;              // how many it has
	uint triangles;
	uint firstVertex;           // among those in the world
	uint firstTriangle;
	uint turned;                // 1 if it is mirrored, so that triangles have to be turned round
};

layout(std430, binding = 0) readonly buffer Meshes { uint meshes[]; };
layout(std430, binding = 1) readonly buffer Placements { Placement placements[]; };
layout(std430, binding = 2) readonly buffer Groups { uvec2 groups[]; }; // instance, and its first element of a work group
uniform uint uFirstGroup;
uniform uint uGroups;

layout(local_size_x = 64) in;

// The instance and the element of it that this invocation is for; false for none.
bool task(out uint instance, out uint element) {
	uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
	if (group >= uGroups) return false;
	uvec2 of = groups[uFirstGroup + group];
	instance = of.x;
	element = of.y + gl_LocalInvocationID.x;
	return true;
}
