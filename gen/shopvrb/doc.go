// Package shopvrb makes SHOP-VRB: pictures of three to seven kitchen things on a table, with masks and a description of the
// scene, and questions with programs and answers about what is seen ("visual") and about what must be read up ("textual").
//
// Lengths are in units of the scene, in which the published things are about 10 cm each; the world is right-handed with +Z up
// and its origin in the middle of the table. Angles in records are degrees.
package shopvrb
