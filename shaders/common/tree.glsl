// The walk through the threaded tree of engine/bvh. The nodes, outside of any block, belong to this file; must match
// bvh.Node. They are textures because Mesa's software rasterizer fetches a texel at once, but reads storage blocks
// number by number.
layout(binding = 9) uniform samplerBuffer tNodes; // two texels: low, skip; high, first << 3 | count (0: inner node)
uniform int uNodes;

// The first node of a walk: none, at no cost, for a ray that is to meet nothing.
int firstNode(float far) { return far > 0.0 ? 0 : uNodes; }

// 1 / dir, without infinities.
vec3 inverseDir(vec3 dir) { return 1.0 / mix(dir, vec3(1e-12), lessThan(abs(dir), vec3(1e-12))); }

// Goes on from node i to the next leaf that a ray meets before far, whose first << 3 | count it returns; 0 at the end. Software
// rasterizers go on until the last of eight pixels is through. So all walk to their next leaf first, and then all look at
// triangles.
int nextLeaf(inout int i, vec3 origin, vec3 inverse, float far) {
	int leaf = 0;
	while (i < uNodes && leaf == 0) {
		vec4 low = texelFetch(tNodes, 2 * i), high = texelFetch(tNodes, 2 * i + 1);
		vec3 a = (low.xyz - origin) * inverse, b = (high.xyz - origin) * inverse;
		vec3 t0 = min(a, b), t1 = max(a, b);
		float enter = max(max(t0.x, t0.y), max(t0.z, 0.0)), leave = min(min(t1.x, t1.y), min(t1.z, far));
		bool meets = enter <= leave;
		leaf = meets ? floatBitsToInt(high.w) : 0;
		i = meets && leaf == 0 ? i + 1 : floatBitsToInt(low.w);
	}
	return leaf;
}
