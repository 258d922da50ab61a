package qlevr

import "mereo/scenes/rng"

// Locale says questions in a language.
type Locale interface {
	// Name is the language's code, "en".
	Name() string
	// Text is the question of an instance; the stream chooses wording and synonyms. It fails where a wording asks for a slot that
	// the instance does not fill.
	Text(in *Instance, s *rng.Stream) (string, error)
}
