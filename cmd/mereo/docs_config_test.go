package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"mereo/gen/ptr"
	"mereo/gen/qlevr"
	"mereo/gen/shopvrb"
	"mereo/gen/trance"
)

// fenced returns the fenced blocks of a language of a page.
func fenced(t *testing.T, page, language string) (out []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../docs", page))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllSubmatch(data, -1) {
		out = append(out, string(m[1]))
	}
	return out
}

// The configurations that the pages of sets show have all keys, with their defaults.
func TestDocumentedConfigs(t *testing.T) {
	documented(t, "ptr.md", ptr.ParseConfig, ptr.DefaultConfig())
	documented(t, "trance.md", trance.ParseConfig, trance.DefaultConfig())
	documented(t, "qlevr.md", qlevr.ParseConfig, qlevr.DefaultConfig())
	documented(t, "shopvrb.md", shopvrb.ParseConfig, shopvrb.DefaultConfig())
}

// documented compares the first configuration on a page with the default one, and its keys with those of the type.
func documented[C any](t *testing.T, page string, parse func(name string, data []byte) (C, error), want C) {
	t.Helper()
	blocks := fenced(t, page, "yaml")
	if len(blocks) == 0 {
		t.Errorf("%s shows no configuration", page)
		return
	}
	got, err := parse(page, []byte(blocks[0]))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: the configuration is %+v (%v), want %+v", page, got, err, want)
	}
	for i := range reflect.TypeFor[C]().NumField() {
		key := reflect.TypeFor[C]().Field(i).Tag.Get("json")
		key, _, _ = strings.Cut(key, ",")
		if key != "" && !regexp.MustCompile(`(?m)^`+key+`:`).MatchString(blocks[0]) {
			t.Errorf("%s: the configuration lacks %s", page, key)
		}
	}
}
