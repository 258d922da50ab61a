// Package physics is a rigid-body engine: bodies of boxes, spheres, cylinders, capsules, convex hulls and static triangle
// meshes, with friction, restitution and joints, stepped in float64.
//
// Units are SI and the world is right-handed; nothing assumes which way is up. Three frames occur: the world; the frame
// of a body, given by its Position and Rotation; and the frame of a shape, given in the body's. A body's center of mass
// and inertia follow from its colliders and their densities, unless they are given.
//
// The same calls give the same bits on every run and processor. A World belongs to one goroutine at a time; shapes never
// change and may be shared by any number of worlds.
//
// Words inside the package: the broad phase (contact.go) finds pairs whose boxes overlap, the narrow phase (collide.go) their manifold:
// a normal and up to eight points, each named by its pair of features. Manifolds of two bodies with one normal are a patch (merge.go),
// which is solved as one constraint. The cap of a cylinder is its flat end.
//
// solver.go is the list of what a step does. example_test.go drops a box.
package physics
