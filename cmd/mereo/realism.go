package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/goccy/go-yaml"

	"mereo/engine/frame"
)

// readRealism reads a file with the keys that "realism" has in configurations, YAML or JSON. No name is no file, and nothing of it.
func readRealism(name string) (r frame.Realism, err error) {
	if name == "" {
		return r, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return r, fmt.Errorf("realism: %w", err)
	}
	if err := yaml.NewDecoder(bytes.NewReader(data), yaml.Strict()).Decode(&r); err != nil && !errors.Is(err, io.EOF) {
		return r, fmt.Errorf("realism %s: %s", name, strings.TrimSpace(yaml.FormatError(err, false, false)))
	}
	if err := r.Validate(); err != nil {
		return r, fmt.Errorf("realism %s: %s", name, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return r, nil
}
