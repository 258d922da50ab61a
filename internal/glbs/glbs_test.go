package glbs_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/internal/glbs"
	"mereo/internal/oracle"
)

func TestSamplesAreAlwaysTheSame(t *testing.T) {
	first, second := glbs.All(), glbs.All()
	seen := map[string]bool{}
	for i, s := range first {
		if seen[s.Name] {
			t.Errorf("two samples are named %s", s.Name)
		}
		seen[s.Name] = true
		if !bytes.Equal(s.GLB, second[i].GLB) {
			t.Errorf("%s has other bytes the second time", s.Name)
		}
	}
	if len(first) < 60 {
		t.Errorf("%d samples, want at least 60", len(first))
	}
}

// validate reads all files of a folder with Khronos' validator.
const validate = `
import fs from "node:fs";
import path from "node:path";
import validator from "gltf-validator";
const root = process.argv[2], out = {files: 0, messages: []};
for (const name of fs.readdirSync(root).sort()) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(path.join(root, name))), {uri: name, maxIssues: 20});
  out.files++;
  for (const m of report.issues.messages) if (m.severity <= 1) out.messages.push(name + ": " + m.code + ": " + m.message + " " + (m.pointer ?? ""));
}
console.log(JSON.stringify(out));
`

// warned are samples that the validator warns of: legal, and found in the wild.
var warned = map[string]string{
	"texture-data-uri": "DATA_URI_GLB", // a .glb has room for pictures of its own
	"normal-scale":     "MESH_PRIMITIVE_GENERATED_TANGENT_SPACE",
	"both-coordinates": "MESH_PRIMITIVE_GENERATED_TANGENT_SPACE",
}

// All samples are legal.
func TestSamplesAreValid(t *testing.T) {
	all, dir := glbs.All(), t.TempDir()
	for _, s := range all {
		if err := os.WriteFile(filepath.Join(dir, s.Name+".glb"), s.GLB, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var report struct {
		Files    int
		Messages []string
	}
	text := oracle.Node(t, validate, dir)
	if err := json.Unmarshal([]byte(text), &report); err != nil || report.Files != len(all) {
		t.Fatalf("the validator has read %d files of %d: %s", report.Files, len(all), text)
	}
	for _, m := range report.Messages {
		name, said, _ := strings.Cut(m, ".glb: ")
		if code, _, _ := strings.Cut(said, ":"); code == "" || warned[name] != code {
			t.Errorf("%s", strings.TrimSpace(m))
		}
	}
	if len(report.Messages) < len(warned) {
		t.Errorf("the validator says no more than %q", report.Messages)
	}
}
