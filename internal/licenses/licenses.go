// Package licenses lists what is linked into the programs or embedded in them, and under which licenses.
package licenses

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// allowed are the licenses, by SPDX identifier, of what may be in the programs. mereo's own license is MIT, and it is given
// away as one binary: whoever gets it must owe nothing but the notices that "mereo version --licenses" prints.
var allowed = map[string]string{
	"MIT":          "keep the notice",
	"ISC":          "keep the notice",
	"BSD-2-Clause": "keep the notice",
	"BSD-3-Clause": "keep the notice",
	"Zlib":         "keep the notice in source",
	"Apache-2.0":   "keep license and NOTICE",
	"FTL":          "credit the FreeType project",
	"Unlicense":    "public domain",
	"CC0-1.0":      "public domain",
	"CC-BY-4.0":    "credit the author",
	"OFL-1.1":      "of fonts: may be embedded in programs, not sold alone",

	"GooglePatentsFile": "a grant of patents beside a BSD license",
}

// chosen are modules with license files that no scanner reads, of a choice or with a mere link: the license taken, and the
// file that has it.
var chosen = map[string]struct{ id, file, title string }{
	"github.com/ajstarks/svgo":   {"CC-BY-4.0", "LICENSE", "Attribution 4.0 International"},
	"github.com/golang/freetype": {"FTL", "licenses/ftl.txt", "The FreeType Project LICENSE"},
}

// Module is a Go module, the Go library or a JavaScript library.
type Module struct {
	Name, Version string
	IDs           []string // SPDX identifiers, sorted
	Texts         []string // license and notice files, as they are
}

type program struct{ tags, arch, pkg string }

// programs are all programs that are given away, as they are built.
var programs = []program{
	{"egl", "amd64", "./cmd/mereo"},
	{"egl", "arm64", "./cmd/mereo"},
	{"egl,viewer", "amd64", "./cmd/mereo-view"},
	{"egl,viewer,wayland", "amd64", "./cmd/mereo-view"},
}

// Linked lists what is in the programs of the module at root, sorted by name: Go modules, the Go library, and the JavaScript
// in folders named vendor.
func Linked(root string) ([]Module, error) {
	files := map[[2]string][]string{} // of name and version
	for _, p := range programs {
		if err := list(root, p, false, files); err != nil {
			return nil, err
		}
	}
	out, err := read(files)
	if err != nil {
		return nil, err
	}
	libraries, err := javaScript(root)
	return append(out, libraries...), err
}

// tests lists the modules that only tests need. They are given to nobody.
func tests(root string) ([]Module, error) {
	linked, files := map[[2]string][]string{}, map[[2]string][]string{}
	for _, p := range programs {
		if err := list(root, p, false, linked); err != nil {
			return nil, err
		}
	}
	if err := list(root, program{"egl,viewer", "amd64", "./..."}, true, files); err != nil {
		return nil, err
	}
	for m := range linked {
		delete(files, m)
	}
	return read(files)
}

// list adds the license files of every module that a program's packages are of.
func list(root string, p program, tests bool, files map[[2]string][]string) error {
	args := []string{"list", "-deps", "-tags", p.tags, "-json=ImportPath,Dir,Standard,CgoFiles,Module", p.pkg}
	if tests {
		args = slices.Insert(args, 2, "-test")
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+p.arch, "CGO_ENABLED=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("licenses: go %s: %w: %s", strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			ImportPath, Dir string
			Standard        bool
			CgoFiles        []string
			Module          *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("licenses: go list: %w", err)
		}
		if pkg.Standard || pkg.Module == nil || pkg.Module.Main {
			continue
		}
		key := [2]string{pkg.Module.Path, pkg.Module.Version}
		if c, ok := chosen[key[0]]; ok {
			files[key] = slices.Compact([]string{filepath.Join(pkg.Module.Dir, "LICENSE"), filepath.Join(pkg.Module.Dir, c.file)})
			continue
		}
		if _, ok := files[key]; !ok {
			files[key] = nil
		}
		for dir := pkg.Dir; ; dir = filepath.Dir(dir) { // a package may have a license of its own
			add(files, key, dir)
			if dir == pkg.Module.Dir {
				break
			}
		}
		if len(pkg.CgoFiles) > 0 { // C libraries are in folders that are no packages
			err := filepath.WalkDir(pkg.Dir, func(name string, d os.DirEntry, err error) error {
				if err == nil && d.IsDir() {
					add(files, key, name)
				}
				return err
			})
			if err != nil {
				return err
			}
		}
	}
}

var licenseFile = regexp.MustCompile(`(?i)^(un)?licen[sc]e|^copying|^notice|^patents`)

// add adds the license files of one folder.
func add(files map[[2]string][]string, key [2]string, dir string) {
	entries, _ := os.ReadDir(dir) // an unreadable folder has no license, which is found later
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if e.Type().IsRegular() && licenseFile.MatchString(e.Name()) && filepath.Ext(name) != ".go" && !slices.Contains(files[key], name) {
			files[key] = append(files[key], name)
		}
	}
}

// read classifies modules, and the Go library with them.
func read(files map[[2]string][]string) ([]Module, error) {
	var out []Module
	goRoot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	files[[2]string{"Go standard library", ""}] = []string{filepath.Join(string(bytes.TrimSpace(goRoot)), "LICENSE")}
	for key, names := range files {
		slices.Sort(names)
		m := Module{Name: key[0], Version: key[1]}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			m.Texts = append(m.Texts, string(text))
			if !notice.MatchString(filepath.Base(name)) {
				m.IDs = append(m.IDs, classify(string(text))...)
			}
		}
		if c, ok := chosen[m.Name]; ok {
			if last := m.Texts[len(m.Texts)-1]; !strings.Contains(last, c.title) {
				return nil, fmt.Errorf("licenses: %s: %s is not %q", m.Name, c.file, c.title)
			}
			m.IDs = []string{c.id}
		}
		if len(m.IDs) == 0 {
			m.IDs = []string{unknown}
		}
		slices.Sort(m.IDs)
		m.IDs = slices.Compact(m.IDs)
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b Module) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version)) })
	return out, nil
}

const unknown = "unknown"

// notice is the name of a file that adds words to a license and is none.
var notice = regexp.MustCompile(`(?i)^notice`)

// classify names the licenses that a text is made of, sorted, or "unknown".
func classify(text string) []string {
	c := licensecheck.Scan([]byte(text))
	if c.Percent < 75 { // the share of known words that pkg.go.dev wants
		return []string{unknown}
	}
	var ids []string
	for _, m := range c.Match {
		ids = append(ids, m.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// refused says in one sentence each which modules have a license that is not allowed.
func refused(modules []Module) []string {
	var out []string
	for _, m := range modules {
		for _, id := range m.IDs {
			if allowed[id] == "" {
				out = append(out, fmt.Sprintf("%s %s: license %s is not one that may be linked (internal/licenses lists them)", m.Name, m.Version, id))
			}
		}
	}
	return out
}
