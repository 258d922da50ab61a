// Package closed declares the functions that programs have on every scene graph, each once: its name, what it takes and yields, what
// it does in a sentence, its meaning in searches, and a second meaning that checks the first.
//
// A scene graph has objects, relations between them, and attributes of them that have a closed list of values; hence the name. The
// functions are those of CLEVR (Johnson et al. 2017, "CLEVR: A Diagnostic Dataset for Compositional Language and Elementary Visual
// Reasoning", supplement). A set adds them to its library with Sets, Numbers, Equal and Attributes, gives its scene the methods of
// Scene or Attributed, and declares beside them what it alone has.
//
// The two meanings of a function share the values that they yield and nothing else. The first one asks the set's scene, which has
// what questions need in the form that is fastest to search; the second one looks into the record, as ask.Plain has it.
package closed
