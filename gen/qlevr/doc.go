// Package qlevr makes QLEVR (Li and Søgaard 2022, "QLEVR: A Diagnostic Dataset for Quantificational Language and Elementary Visual
// Reasoning", Findings of NAACL): pictures of a desk with colored areas and small solids on them, and yes/no questions with up
// to four quantifiers about which things lie where.
//
// Words: a plane is a flat colored area; the desk counts as one, always the last. A plan is a scene in two dimensions on a canvas
// of 400 x 400 units, x to the right and y up; 100 units are a meter of the desk, whose top is z = 0. An object lies on one plane.
// A template is one concrete program of a question: its file names what is said of the planes, its family what is said of the
// objects on them. A key names things by some of their attributes, null for those that are not mentioned.
package qlevr
