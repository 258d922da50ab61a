// Package solid is the workshop for procedural objects: pure functions that return closed triangle meshes in meters,
// and the convex point sets that stand for them in a collision.
//
// Every mesh is closed (each edge belongs to two triangles that run along it in opposite directions), faces outwards
// and shares its vertices; it has no normals, which means flat facets. Smooth adds normals that break at creases.
//
// Vocabulary: an Outline is a flat polygon, counter-clockwise; a section is the same polygon put into space; Loft
// joins sections; Lathe turns a profile of (radius, height) about +Z; Sweep carries an outline along a path. Round
// things take the number of sides they may spend, because every triangle is paid for in each pass of the renderer.
//
// Nothing here is random and nothing depends on the processor: sums of products are never fused. See example_test.go.
package solid
