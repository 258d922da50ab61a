package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
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
	for _, field := range reflect.VisibleFields(reflect.TypeFor[C]()) {
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if key != "" && !regexp.MustCompile(`(?m)^`+key+`:`).MatchString(blocks[0]) {
			t.Errorf("%s: the configuration lacks %s", page, key)
		}
	}
}

// docs/architecture.md lists every package, and no other.
func TestDocumentedPackages(t *testing.T) {
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "\n## Packages\n\n")
	list, _, ok := strings.Cut(list, "\n\n")
	listed := map[string]int{} // how often a name may still be met
	for line := range strings.Lines(list) {
		names, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
		for _, name := range strings.Fields(names) {
			if strings.HasPrefix(line, "    ") && ok {
				listed[path.Base(name)]++
			}
		}
	}
	err = filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return err
		case d.Name() == "node_modules" || d.Name() == "testdata" || d.Name() == "bin" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..":
			return filepath.SkipDir
		}
		files, err := filepath.Glob(filepath.Join(name, "*.go"))
		if base := filepath.Base(name); len(files) > 0 && name != "../.." {
			if listed[base] == 0 {
				t.Errorf("%s is not in the list", name)
			}
			listed[base]--
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, left := range listed {
		if left > 0 && !slices.Contains([]string{"assets", "internal", "s3server"}, name) { // folders of other packages, and modules
			t.Errorf("%s is in the list, but it is no package", name)
		}
	}
}

// Readers go from page to page and stay in one folder: commands that write into the same one make the same dataset. Files of
// SynDaCaTE have names of their own.
func TestDocsAgree(t *testing.T) {
	more := regexp.MustCompile(` --(out|count|split|index|workers|blocks|scratch|push|hdf5)( [^-\s]\S*)?`) // of the same dataset
	type dataset struct{ config, where string }
	made := map[string]dataset{}
	for _, p := range readPages(t) {
		for _, s := range p.steps {
			m := regexp.MustCompile(`^(?:bin/)?mereo generate (ptr|trance|qlevr|shopvrb) .*--out (\S+)`).FindStringSubmatch(s.command)
			if m == nil {
				continue
			}
			d := dataset{strings.TrimPrefix(more.ReplaceAllString(s.command, ""), "bin/"), fmt.Sprintf("%s:%d", p.name, s.line)}
			if first, ok := made[m[2]]; ok && first.config != d.config {
				t.Errorf("%s is made by %q (%s) and by %q (%s)", m[2], first.config, first.where, d.config, d.where)
			}
			made[m[2]] = d
		}
	}
	if made["out/ptr"].config != "mereo generate ptr" {
		t.Errorf("out/ptr is made by %q", made["out/ptr"].config)
	}
}
