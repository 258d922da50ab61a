// Package trance is transformation-driven visual reasoning: two pictures are given, before and after, and the answer is the
// ordered list of elementary changes that turns the first scene into the second (Hong, Lan, Pang, Guo and Cheng 2023, "Visual
// Reasoning: From State to Transformation", TPAMI 45(9)).
//
// Words: an object has five attributes; a pair is an attribute and one of its values ("color.red"), of which there are 33; a
// step is an object and a pair; a transformation is a sequence of steps; a state is ten objects at points of a lattice, of
// which those in the visible area are drawn.
//
// The way of a sample: a planner deals its plan (steps, types of moves, objects, how many are visible) from the index alone
// (deal.go, plan.go, actors.go); a sampler draws initial states until the planned steps are allowed (sample.go, place.go,
// change.go), counting pixels with engine/ref (pixels.go); Made is the result. It is drawn (picture.go) and written down
// (write_record.go); a split's records are joined (assemble.go) and packed (pack.go). What is on disk is checked (check.go),
// measured (figures.go), and answers to it are scored (simulate.go, judge.go, score.go, evaluate.go).
//
// Chances, Grams.Scores and Free are the published generator's way to draw evenly and to place objects. The planner draws with
// Chances; sequences of pairs it deals, since drawing them evenly would need all earlier samples.
package trance
