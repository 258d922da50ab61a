// Package pass holds the steps of a drawn frame, one file each: placing of meshes, labels, shadow maps, surfaces,
// bounced light, lighting, tone and read-back. engine.Renderer wires them.
//
// A pass draws some tiles: pictures of one or several scenes that are drawn together.
//
// A color picture is the mean of sub-frames. Each has its own place of the sample inside the pixel, one point on every
// lamp and one direction of the sky; so soft shadows, soft highlights and smooth edges come from hard ones.
package pass
