package sets_test

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"mereo/cmd/sets"
)

// What people look at names no set, in any language: sets declare what is special to them.
func TestPagesKnowNoSet(t *testing.T) {
	names := regexp.MustCompile(`(?i)\b(` + strings.Join(append(sets.Names(), "shop-vrb", "tranco", "partnet"), "|") + `)`)
	for _, dir := range []string{"../../gen/explore", "../../gen/show"} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/vendor/") {
				return err
			}
			data, err := fs.ReadFile(os.DirFS(dir), path)
			for n, line := range strings.Split(string(data), "\n") {
				if at := names.FindString(line); at != "" {
					t.Errorf("%s/%s:%d names the set %s: %s", dir, path, n+1, at, line)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
