// Package trance is transformation-driven visual reasoning: two pictures are given, before and after, and the answer is the
// ordered list of elementary changes that turns the first scene into the second (Hong, Lan, Pang, Guo and Cheng 2023,
// "Visual Reasoning: From State to Transformation", TPAMI 45(9)).
//
// Words: an object has five attributes; a pair is an attribute and one of its values ("color.red"), of which there are 33; a
// step is an object and a pair; a transformation is a sequence of steps; a state is ten objects at points of a lattice, of
// which those in the visible area are drawn.
//
// The way of a sample: a planner deals its plan (steps, types of moves, objects, how many are visible) from the index alone
// (deal.go, plan.go and its neighbors); a sampler draws initial states until the planned steps are allowed (sample.go,
// layout.go, change.go), counting pixels with engine/ref (pixels.go). What comes out is drawn (make.go, picture.go) and
// written as a record of info/ (info.go, info_write.go); a split's records are joined in data.jsonl (assemble.go) and
// packed (pack.go). What is on disk is checked (check.go) and measured (figures.go).
//
// Answers are scored by Evaluate, or one by one: EachRecord reads a data.jsonl, Record.Judge carries an answer out and says
// how good it is.
//
// The published generator draws so that what was used least becomes likelier, and knows all earlier samples. The planner
// draws types of moves like that; sequences of pairs it deals, so that a sample depends on nothing but its index.
package trance
