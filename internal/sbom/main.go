// Sbom writes the bill of materials of a built program, as CycloneDX 1.6 JSON: go run ./internal/sbom PROGRAM [COMPILER]. Modules,
// versions and commit are what the program itself says; licenses and JavaScript libraries come from internal/licenses.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"

	"mereo/gen"
	"mereo/internal/licenses"
)

func main() {
	if len(os.Args) != 2 && len(os.Args) != 3 {
		fmt.Fprintf(os.Stderr, "sbom: %d arguments, want PROGRAM [COMPILER]\n", len(os.Args)-1)
		os.Exit(2)
	}
	if err := run(os.Stdout, ".", os.Args[1], strings.Join(os.Args[2:], "")); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// run writes the bill of a program that was built from the module at root. compiler is the first line of what the C compiler
// says of its version.
func run(w io.Writer, root, program, compiler string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	linked, err := licenses.Linked(root)
	if err != nil {
		return err
	}
	hash := sha256.Sum256(content)
	bom, err := bill(info, linked, hex.EncodeToString(hash[:]), compiler)
	if err != nil {
		return err
	}
	return cyclonedx.NewBOMEncoder(w, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
}

// bill has no date and no serial number: the same program has the same bill.
func bill(info *debug.BuildInfo, linked []licenses.Module, hash, compiler string) (*cyclonedx.BOM, error) {
	byName := map[string]licenses.Module{}
	var scripts []licenses.Module
	for _, m := range linked {
		byName[m.Name+" "+m.Version] = m
		if !strings.Contains(m.Name, ".") && m.Version != "" { // no host in front: a package of npm
			scripts = append(scripts, m)
		}
	}
	properties := []cyclonedx.Property{{Name: "cc", Value: compiler}}
	for _, s := range info.Settings {
		properties = append(properties, cyclonedx.Property{Name: "go:build:" + s.Key, Value: s.Value})
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Component: &cyclonedx.Component{
		BOMRef: "mereo", Type: cyclonedx.ComponentTypeApplication, Name: "mereo", Version: gen.Version, Licenses: choices([]string{"MIT"}),
		Hashes: &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hash}}, Properties: &properties,
	}}
	components := []cyclonedx.Component{{
		BOMRef: "go", Type: cyclonedx.ComponentTypeLibrary, Name: "std", Version: info.GoVersion, Licenses: choices([]string{"BSD-3-Clause"}),
		PackageURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"),
	}}
	for _, d := range info.Deps {
		m, ok := byName[d.Path+" "+d.Version]
		if !ok {
			return nil, fmt.Errorf("%s %s is in the program, and not linked by this source", d.Path, d.Version)
		}
		c := component(m, "pkg:golang/"+d.Path+"@"+d.Version)
		if sum, ok := strings.CutPrefix(d.Sum, "h1:"); ok {
			raw, err := base64.StdEncoding.DecodeString(sum)
			if err != nil {
				return nil, fmt.Errorf("%s: checksum %q: %w", d.Path, d.Sum, err)
			}
			c.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(raw)}}
		}
		components = append(components, c)
	}
	for _, m := range scripts {
		components = append(components, component(m, "pkg:npm/"+m.Name+"@"+m.Version))
	}
	refs := make([]string, len(components))
	for i, c := range components {
		refs[i] = c.BOMRef
	}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: "mereo", Dependencies: &refs}}
	return bom, nil
}

func component(m licenses.Module, url string) cyclonedx.Component {
	return cyclonedx.Component{
		BOMRef: url, Type: cyclonedx.ComponentTypeLibrary, Name: m.Name, Version: m.Version, PackageURL: url, Licenses: choices(m.IDs),
	}
}

// choices gives identifiers as CycloneDX has them. A grant of patents has no identifier of SPDX and goes by its name.
func choices(ids []string) *cyclonedx.Licenses {
	var out cyclonedx.Licenses
	for _, id := range ids {
		l := &cyclonedx.License{ID: id}
		if id == "GooglePatentsFile" {
			l = &cyclonedx.License{Name: id}
		}
		out = append(out, cyclonedx.LicenseChoice{License: l})
	}
	return &out
}
