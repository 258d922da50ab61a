package worlds

import _ "embed"

// Starter is a document to start from, with comments.
//
//go:embed starter.yaml
var Starter string
