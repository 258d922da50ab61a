// Package kitchen makes the things of a kitchen: 46 for training and 20 others for a benchmark, of 20 classes, each a pure
// function without parameters.
//
// A Model is a list of parts, each with a closed triangle mesh, a surface and convex collision hulls. A vessel has a real
// inside: its wall has a thickness, and its colliders leave the hollow free. What turns or slides on the real thing is a part
// with a Joint.
//
// The model frame is right-handed: +Z up, the origin on the surface that the thing stands on, about the middle of its main
// body. Lengths are in units of the published models; a thing is put into a scene at scale 0.6, where a unit of the scene is
// about 10 cm, or at 0.45. Coordinates are multiples of 2^-16, so that the last bits of arithmetic on other processors cannot move
// them.
//
// mug.go shows how a class is written. Contact sheets are drawn by
//
//	mereo assets --category kitchen --out sheet.png
package kitchen
