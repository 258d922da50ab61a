// Package ask is the question core that all sets share: programs of typed functions, templates as data, a search that fills
// templates on a scene, balancing of answers, and text.
//
// Words: a function takes results of earlier nodes (inputs) and constants (side inputs) and yields a value; a program is a
// list of function calls, each with inputs among the calls before it, the last one gives the answer; a template (also: a
// family) is a program with slots in place of constants, some of its nodes macros that stand for several calls, together
// with constraints and phrasings; an instance is a template whose slots are filled on a scene, with its program, results
// and answer.
//
// A set brings a Library (its functions, value types, macros and constraints), template files, and a Voice that turns slot
// values into words. It knows its scenes; this package never looks into one, so the scene is a type parameter.
//
// A function is declared once: its name, what it takes and yields, a sentence of help, its meaning in searches, and a second meaning,
// independent of the first, which reads the plain record of a scene (Plain). Whatever is checked, explained or shown to people is run
// by second meanings. Package closed has the functions that every scene graph has.
//
// A question's way: ReadGrammar reads and checks the files against the library; a Session holds what a block of scenes
// shares (how often each family was asked and each answer given); Session.Ask tries the least used families first, Search
// fills one of them, and Grammar.Text says it. Everything random comes from the stream that the caller gives, so the same
// records in the same order give the same questions.
package ask
