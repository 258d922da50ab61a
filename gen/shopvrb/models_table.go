package shopvrb

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/record"
	"mereo/internal/bound"
	"mereo/internal/folder"
	"mereo/internal/strict"
)

// findTable is the path of a table in a folder; "" where there is none.
func findTable(folder, name string) (string, error) {
	found := ""
	for _, end := range []string{".yaml", ".yml", ".json"} {
		path := filepath.Join(folder, name+end)
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if found != "" {
			return "", fmt.Errorf("there are both %s and %s, want one table", found, path)
		}
		found = path
	}
	return found, nil
}

// maxTable bounds a table, in bytes. That of the published things has 60 KB.
const maxTable = 4 << 20

// table reads a table of the folder as JSON and adds it to the checksum. path is "" where there is none.
func (f *modelsFolder) table(name string) (path string, data jsontext.Value, err error) {
	path, err = findTable(f.path, name)
	if err != nil || path == "" {
		return "", nil, err
	}
	if data, err = folder.Read(f.path, filepath.Base(path), maxTable); err != nil {
		return "", nil, fmt.Errorf("%s%c%w", f.path, filepath.Separator, err)
	}
	if filepath.Ext(path) != ".json" {
		if data, err = strict.YAMLToJSON(data); err != nil {
			return "", nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if err := bound.New(f.most).JSON(data); err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := data.Compact(jsontext.AllowDuplicateNames(false)); err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, record.Grammar(err))
	}
	return path, data, f.add(path)
}

// tableRow reads the keys of a row. The first fault stays.
type tableRow struct {
	values map[string]jsontext.Value
	err    error
}

// newTableRow takes the keys of a row, which must be among the known ones. A key without a value is not there.
func newTableRow(data jsontext.Value, known []string) *tableRow {
	r := &tableRow{values: map[string]jsontext.Value{}}
	keys, err := jsonMembers(data)
	if err != nil {
		r.fail("is %s, want keys with values", data)
		return r
	}
	for _, m := range keys {
		if !slices.Contains(known, m.key) {
			r.fail("key %q is unknown, want some of %q", m.key, known)
		}
		if m.value.Kind() != 'n' {
			r.values[m.key] = m.value
		}
	}
	return r
}

func (r *tableRow) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// read reads the value of a key, which is what the words say; it tells whether it did.
func (r *tableRow) read(key, what string, into any) bool {
	data, ok := r.values[key]
	if !ok {
		return false
	}
	if err := json.Unmarshal(data, into); err != nil {
		r.fail("%s is %s, want %s", key, data, what)
		return false
	}
	return true
}

// word reads one of some words.
func (r *tableRow) word(key string, of []string) (out string) {
	want := fmt.Sprintf("one of %q", of)
	switch {
	case r.values[key] == nil:
		r.fail("%s is missing, want %s", key, want)
	case r.read(key, want, &out) && !slices.Contains(of, out):
		r.fail("%s is %q, want %s", key, out, want)
	}
	return out
}

// flag reads true or false; false where there is nothing.
func (r *tableRow) flag(key string) (out bool) {
	r.read(key, "true or false", &out)
	return out
}
