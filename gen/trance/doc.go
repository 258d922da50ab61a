// Package trance is transformation-driven visual reasoning: two pictures are given, before and after, and the answer is the
// ordered list of elementary changes that turns the first scene into the second (Hong, Lan, Pang, Guo and Cheng 2023, "Visual
// Reasoning: From State to Transformation", TPAMI 45(9)).
//
// Words: an object has five attributes; a pair is an attribute and one of its values ("color.red"), of which there are 33; a
// step is an object and a pair; a transformation is a sequence of steps; a state is ten objects at points of a lattice, of
// which those in the visible area are drawn.
//
// What is here so far are the rules of this world and what is measured on it: Simulate says what a step does whether or not it
// is allowed, Change whether the generator allows it, Balance and Grams decide what is drawn, Judge and Score compare answers.
package trance
