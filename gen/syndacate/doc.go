// Package syndacate makes SynDaCaTE as a gen.Set: pictures of lines that are parts of characters and words, with the exact pose
// of every line and every whole (Levi and van der Wilk 2025, "SynDaCaTE: A Synthetic Dataset for Part-Whole Hierarchical
// Inference", ICML workshop on methods and opportunities at small scale).
//
// The published data are what the published generator writes for its seeds, and so are these: same random streams
// (scenes/numpyrng), same lines (assets/glyph), same pixels (engine/canvas), same names, keys and order of the files.
//
// Vocabulary: an element is one picture with its labels; a file is an .npz of elements, whose name says everything that
// decides them; a stem is that name without the number of elements and without .npz. Elements do not depend on how many
// there are, so a stem is what package gen calls a split, and any number of splits share a folder. A task names a file, what
// of it is seen, and what is to be told.
//
// Frames and units: poses live in the square [-1,1] x [-1,1], x right, y up; angles in radians, clockwise positive; thickness
// in pixels of the picture; brightness 0 to 1. Row 0 of a picture is the top.
//
// A source makes the elements of one file, shardElements at a time: shards lie below DIR/STEM/shards while the file is being
// made and stay there, so that it can grow. set.go is the file to read first.
package syndacate
