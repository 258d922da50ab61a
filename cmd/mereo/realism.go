package main

import (
	"fmt"
	"strings"

	"mereo/engine/frame"
	"mereo/internal/folder"
	"mereo/internal/strict"
)

// readRealism reads a file with the keys that "realism" has in configurations, YAML or JSON. No name is no file, and nothing of it.
func readRealism(name string) (r frame.Realism, err error) {
	if name == "" {
		return r, nil
	}
	data, err := folder.Given(name, strict.MaxYAML)
	if err != nil {
		return r, fmt.Errorf("realism %w", err)
	}
	if r, err = strict.YAML(data, r); err != nil {
		return r, fmt.Errorf("realism %s: %w; docs/realism.md lists the keys", name, err)
	}
	if err := r.Validate(); err != nil {
		return r, fmt.Errorf("realism %s: %s", name, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return r, nil
}
