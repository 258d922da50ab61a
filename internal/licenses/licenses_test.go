package licenses

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the notices that the program prints")

const root, notices = "../..", "../../cmd/mereo/THIRD_PARTY_LICENSES.txt"

// Everything that is given away has a license of the short list, and its notices are in the program.
func TestLinked(t *testing.T) {
	modules, err := Linked(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, sentence := range refused(modules) {
		t.Error(sentence)
	}
	for _, want := range []string{"github.com/spf13/cobra", "github.com/go-gl/glfw/v3.3/glfw", "Go standard library", "three"} {
		if !slices.ContainsFunc(modules, func(m Module) bool { return m.Name == want && len(m.Texts) > 0 }) {
			t.Errorf("no license of %s is found", want)
		}
	}
	want := text(modules)
	if *update {
		if err := os.WriteFile(notices, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(notices)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what is linked; run: go test ./internal/licenses -run Linked -update", notices)
	}
}

// What only tests need is listed apart: it must be free to use, but leaves no notice.
func TestTests(t *testing.T) {
	modules, err := tests(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, sentence := range refused(modules) {
		t.Error(sentence)
	}
	for _, m := range modules {
		t.Logf("%s %s: %s", m.Name, m.Version, strings.Join(m.IDs, ", "))
	}
	if !slices.ContainsFunc(modules, func(m Module) bool { return m.Name == "github.com/google/licensecheck" }) {
		t.Error("the module that classifies is not listed")
	}
}

func TestRefused(t *testing.T) {
	ours, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	gpl := "This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License " +
		"as published by the Free Software Foundation, either version 3 of the License, or (at your option) any later version."
	for _, c := range []struct{ name, text, want string }{
		{"mit", string(ours), ""},
		{"gpl", gpl, "gpl v1: license GPL-3.0-or-later is not one that may be linked (internal/licenses lists them)"},
		{"odd", "All rights reserved.", "odd v1: license unknown is not one that may be linked (internal/licenses lists them)"},
		{"none", "", "none v1: license unknown is not one that may be linked (internal/licenses lists them)"},
	} {
		got := strings.Join(refused([]Module{{Name: c.name, Version: "v1", IDs: classify(c.text)}}), "\n")
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSections(t *testing.T) {
	if _, err := sections("v/LICENSES.txt", "MIT\n"); err == nil || err.Error() != `licenses: v/LICENSES.txt: no section "== NAME VERSION =="` {
		t.Errorf("a file without sections: %v", err)
	}
	got, err := sections("f", "x\n== a 1.0 ==\nA\n\n== b/c 2 ==\n\nB\n")
	if err != nil || len(got) != 2 || got[0].Name != "a" || got[0].Texts[0] != "A\n" || got[1].Name != "b/c" || got[1].Version != "2" {
		t.Errorf("sections: %v, %v", got, err)
	}
}

func TestTextHasEachLicenseOnce(t *testing.T) {
	got := text([]Module{{"a", "v1", []string{"MIT"}, []string{"words\r\n"}}, {"b", "", []string{"MIT"}, []string{"words", "note"}}})
	if !strings.Contains(got, "\na v1: MIT\nb: MIT\n") || strings.Count(got, "words") != 1 || !strings.Contains(got, "Of a v1, b:\n\nwords\n") {
		t.Errorf("text:\n%s", got)
	}
}

// What several files have in common stands once, and each file can be read again to the last word.
func TestTextHasEveryWord(t *testing.T) {
	modules, err := Linked(root)
	if err != nil {
		t.Fatal(err)
	}
	got := text(modules)
	for name, body := range common(got) {
		if strings.Contains(body, "Copyright (") {
			t.Errorf("a notice is in %s", name)
		}
		got = strings.ReplaceAll(got, name, body)
	}
	got = words(got)
	for _, m := range modules {
		for _, text := range m.Texts {
			if !strings.Contains(got, words(text)) {
				t.Errorf("%s: words of a license are missing", m.Name)
			}
		}
	}
}

// common are the texts at the end of a file, by name.
func common(text string) map[string]string {
	out := map[string]string{}
	for _, part := range strings.Split(text, strings.Repeat("=", 80)+"\n") {
		if name, body, ok := strings.Cut(part, ":\n\n"); ok && strings.HasPrefix(name, "[TEXT ") {
			out[name] = body
		}
	}
	return out
}
