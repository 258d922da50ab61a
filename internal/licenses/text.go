package licenses

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var section = regexp.MustCompile(`(?m)^== (\S+) (\S+) ==$`)

// javaScript reads the LICENSES.txt of every folder named vendor, which has a section "== NAME VERSION ==" for each library.
func javaScript(root string) ([]Module, error) {
	var out []Module
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || name != root && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case !d.IsDir() || d.Name() != "vendor":
			return nil
		}
		text, err := os.ReadFile(filepath.Join(name, "LICENSES.txt"))
		if err != nil {
			return err
		}
		found, err := sections(filepath.Join(name, "LICENSES.txt"), string(text))
		if err != nil {
			return err
		}
		scripts, err := filepath.Glob(filepath.Join(name, "*.js"))
		if err != nil {
			return err
		}
		for _, s := range scripts {
			if !slices.ContainsFunc(found, func(m Module) bool { return m.Name+".js" == filepath.Base(s) }) {
				return fmt.Errorf("licenses: %s: LICENSES.txt beside it has no section %q", s, "== "+strings.TrimSuffix(filepath.Base(s), ".js")+" VERSION ==")
			}
		}
		out = append(out, found...)
		return nil
	})
	slices.SortFunc(out, func(a, b Module) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version)) })
	return slices.CompactFunc(out, func(a, b Module) bool { return a.Name == b.Name && a.Version == b.Version }), err
}

func sections(file, text string) ([]Module, error) {
	var out []Module
	heads := section.FindAllStringSubmatchIndex(text, -1)
	if len(heads) == 0 {
		return nil, fmt.Errorf(`licenses: %s: no section "== NAME VERSION =="`, file)
	}
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		body := strings.TrimSpace(text[h[1]:end]) + "\n"
		out = append(out, Module{text[h[2]:h[3]], text[h[4]:h[5]], classify(body), []string{body}})
	}
	return out, nil
}

// permission finds the words by which a license permits and refuses. Many files have them in common, below notices of their own.
var permission = regexp.MustCompile(`(?s)Permission is hereby granted, free of charge.*?DEALINGS\s+IN\s+THE\s+SOFTWARE\.` +
	`|Redistribution and use in source.*?SUCH DAMAGE\.` +
	`| *Apache License\s+Version 2.*?END OF TERMS AND CONDITIONS` +
	`|This software is provided 'as-is'.*?source\s+distribution\.`)

// words is a text without its line breaks and indents.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// text is what must go with the programs: every module with its licenses, then every license file once. Permissions that
// several files give in the same words stand once at the end; notices always stay where they are.
func text(modules []Module) string {
	var b strings.Builder
	b.WriteString("mereo is made with the works of others. Each is listed with its licenses; their texts follow. Words that several of\n" +
		"them have in common are at the end of this file, and [TEXT 1] and so on stand for them.\n\n")
	users, files := map[string][]string{}, map[string]int{}
	var texts []string
	for _, m := range modules {
		label := strings.TrimSpace(m.Name + " " + m.Version)
		fmt.Fprintf(&b, "%s: %s\n", label, strings.Join(m.IDs, ", "))
		for _, t := range m.Texts {
			t = strings.TrimSpace(strings.ReplaceAll(t, "\r\n", "\n"))
			if users[t] == nil {
				texts = append(texts, t)
				for _, p := range permission.FindAllString(t, -1) {
					files[words(p)]++
				}
			}
			if !slices.Contains(users[t], label) {
				users[t] = append(users[t], label)
			}
		}
	}
	head := "\n" + strings.Repeat("=", 80) + "\n"
	names := map[string]string{}
	var common strings.Builder
	for _, t := range texts {
		own := permission.ReplaceAllStringFunc(t, func(p string) string {
			key := words(p)
			if files[key] == 1 {
				return p
			}
			if names[key] == "" {
				names[key] = fmt.Sprintf("[TEXT %d]", len(names)+1)
				fmt.Fprintf(&common, "%s%s:\n\n%s\n", head, names[key], p)
			}
			return names[key]
		})
		fmt.Fprintf(&b, "%sOf %s:\n\n%s\n", head, strings.Join(users[t], ", "), own)
	}
	return b.String() + common.String()
}
