// Package worlds makes sets of documents: a YAML file says which things there are, where they may stand, how they are lit and seen, what is
// written down and what is asked, and a World is the set that it describes.
//
// Vocabulary: a Document is the file as it is written (document.go declares all its keys, types.go the forms of values). An attribute is an
// axis on which things differ; a thing of the document is one entry of its list "things"; a kind is one thing with one model. The plan of a
// sample has things with a value for each attribute that shows on them.
//
// The way of a document: Read reads and checks it, a World has all that follows from it for every sample (kinds.go, looks.go, expression.go);
// plan.go draws a sample by lot, scene.go is what cameras see of it, record.go what is written down, questions.go and ask.go what is asked.
// All else package world does, as it does for other sets.
//
// What is drawn by lot comes from streams whose names are the keys of the document, so that a key that is added moves nothing that other
// keys draw.
package worlds
