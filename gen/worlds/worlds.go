package worlds

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

//go:embed documents/*.yaml
var documents embed.FS

// Names are those of the built-in documents, by name.
func Names() (out []string) {
	entries, err := documents.ReadDir("documents")
	if err != nil {
		panic(err) // they are compiled in
	}
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), path.Ext(e.Name())))
	}
	slices.Sort(out)
	return out
}

// Text is a built-in document.
func Text(name string) ([]byte, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("there is no world %q, want %s", name, listed(Names()))
	}
	return documents.ReadFile("documents/" + name + ".yaml")
}

// Load is a built-in world.
func Load(name string, from Folder) (*World, error) {
	data, err := Text(name)
	if err != nil {
		return nil, err
	}
	return Read(name+".yaml", data, from, nil)
}
