// Package settle lets things fall. It is the one bridge from scenes to package physics: plain numbers go in and come
// out, but for Solid.Body, which is for who has a physics.World of his own.
//
// A Solid is what a thing collides with, a Thing is a solid somewhere in the world, and a Stage is what does not move,
// with the rules of motion. Stage.Run says where things end, Play.Stays whether one of them would stay if it began elsewhere;
// Overlap, Drop and others say how things fit before anything moves.
//
// The world has +Z up; meters, kilograms, seconds and radians. Equal input gives equal bits. A Solid never changes after
// it was made; everything here may be used by several goroutines at once. example_test.go drops a plank over an edge.
package settle
