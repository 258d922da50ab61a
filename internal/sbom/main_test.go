package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/CycloneDX/cyclonedx-go"

	"mereo/internal/licenses"
	"mereo/internal/oracle"
)

// validate checks a bill against CycloneDX's own schema, which comes with its Go module.
const validate = `
import fs from 'fs';
import path from 'path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
const [dir, file] = process.argv.slice(2);
const read = name => JSON.parse(fs.readFileSync(path.join(dir, name)));
const ajv = new Ajv({strict: false, allErrors: true});
addFormats(ajv);
for (const name of ['idn-email', 'iri-reference']) ajv.addFormat(name, true); // formats that ajv-formats lacks
ajv.addSchema(read('spdx.schema.json'));
ajv.addSchema(read('jsf-0.82.schemax.json'));
const check = ajv.compile(read('bom-1.6.schema.json'));
console.log(check(JSON.parse(fs.readFileSync(file))) ? 'valid' : ajv.errorsText(check.errors));
`

func verdict(t *testing.T, bom []byte) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "bom.json")
	if err := os.WriteFile(file, bom, 0o644); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(oracle.Node(t, validate, filepath.Join(strings.TrimSpace(string(out)), "schema"), file))
}

// The bill of a built program is valid, is the same every time, and names what is in the program and nothing else.
func TestBill(t *testing.T) {
	program := filepath.Join(t.TempDir(), "mereo")
	build := exec.Command("go", "build", "-o", program, "./cmd/mereo")
	build.Dir = "../.."
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var first, second bytes.Buffer
	if err := run(&first, "../..", program, "cc 1.0"); err != nil {
		t.Fatal(err)
	}
	if err := run(&second, "../..", program, "cc 1.0"); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two bills of one program differ")
	}
	if got := verdict(t, first.Bytes()); got != "valid" {
		t.Errorf("the schema says: %s", got)
	}
	var bom cyclonedx.BOM
	if err := json.Unmarshal(first.Bytes(), &bom); err != nil {
		t.Fatal(err)
	}
	urls := map[string]bool{}
	for _, c := range *bom.Components {
		if urls[c.PackageURL] {
			t.Errorf("%s is listed twice", c.PackageURL)
		}
		urls[strings.Split(c.PackageURL, "@")[0]] = true
	}
	for _, want := range []string{"pkg:golang/std", "pkg:golang/github.com/spf13/cobra", "pkg:npm/three"} {
		if !urls[want] {
			t.Errorf("%s is not listed", want)
		}
	}
	for _, not := range []string{"pkg:golang/github.com/google/licensecheck", "pkg:golang/github.com/g3n/engine", "pkg:golang/mereo"} {
		if urls[not] {
			t.Errorf("%s is listed, and not in the program", not)
		}
	}
}

// The schema is really looked at.
func TestSchemaRefuses(t *testing.T) {
	got := verdict(t, []byte(`{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"type": "library"}]}`))
	if !strings.Contains(got, "data/components/0 must have required property 'name'") {
		t.Errorf("a component without name: %s", got)
	}
}

func TestErrors(t *testing.T) {
	dep := func(sum string) *debug.BuildInfo {
		return &debug.BuildInfo{Deps: []*debug.Module{{Path: "a.b/c", Version: "v1.0.0", Sum: sum}}}
	}
	_, err := bill(dep(""), nil, "", "")
	if err == nil || err.Error() != "a.b/c v1.0.0 is in the program, and not linked by this source" {
		t.Errorf("another program: %v", err)
	}
	_, err = bill(dep("h1:?"), []licenses.Module{{Name: "a.b/c", Version: "v1.0.0"}}, "", "")
	if err == nil || err.Error() != `a.b/c: checksum "h1:?": illegal base64 data at input byte 0` {
		t.Errorf("a bad checksum: %v", err)
	}
}
