package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mereo/internal/oracle"
)

// The validator reads a manifest with software that is not ours and compares it with the schema that Kubernetes publishes of its API.
// Like Kubernetes with strict validation it takes no unknown fields. It prints a line for each document: its kind and "fine", or
// what is wrong.
const k8sValidator = `
import { readFileSync } from "node:fs";
import Ajv from "ajv";
import { parseAllDocuments } from "yaml";

const [manifest, root] = process.argv.slice(2);
const validators = {};
for (const [version, file] of [["v1", "api/v1.json"], ["batch/v1", "apis/batch/v1.json"]]) {
	const api = JSON.parse(readFileSync(root + "/" + file, "utf8"));
	for (const s of Object.values(api.components.schemas))
		if (s.properties && s.additionalProperties === undefined) s.additionalProperties = false;
	const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
	ajv.addSchema(api, version);
	for (const [name, s] of Object.entries(api.components.schemas))
		for (const kind of s["x-kubernetes-group-version-kind"] ?? [])
			if ((kind.group ? kind.group + "/" : "") + kind.version === version)
				validators[version + " " + kind.kind] = () => ajv.getSchema(version + "#/components/schemas/" + name);
}
for (const document of parseAllDocuments(readFileSync(manifest, "utf8"))) {
	if (document.errors.length) throw document.errors[0];
	const object = document.toJS();
	const validate = validators[object.apiVersion + " " + object.kind]?.();
	if (!validate) console.log("no schema of", object.apiVersion, object.kind);
	else if (validate(object)) console.log(object.kind, "fine");
	else console.log(object.kind, validate.errors.map((e) => e.instancePath + " " + e.message).join("; "));
}
`

// validateK8s runs the validator.
func validateK8s(t *testing.T, manifest string) string {
	t.Helper()
	root := filepath.Join(oracle.Module(t, "sigs.k8s.io/kubectl-validate@v0.0.4"), "pkg/openapiclient/builtins/1.30")
	name := filepath.Join(t.TempDir(), "manifest.yaml")
	if err := os.WriteFile(name, []byte(manifest), 0o666); err != nil {
		t.Fatal(err)
	}
	return oracle.Node(t, k8sValidator, name, root)
}

// Manifests are what Kubernetes takes.
func TestK8sManifest(t *testing.T) {
	long(t)
	config := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(config, []byte("# small pictures\nsub_frames: 2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	base := "k8s manifest trance --count 40000 --image registry/mereo:0.9 --claim data --out /data/trance"
	full := base + " --gpu --scratch 20Gi --config " + config + " --tasks 8 --parallel 4 --name t1 --namespace lab --retries 0 --strict"
	for words, want := range map[string]string{
		base: "Job fine\nJob fine\n",
		full: "ConfigMap fine\nJob fine\nJob fine\n",
		"k8s manifest syndacate --task ImToParts --image mereo --claim data --out /data/s":   "Job fine\nJob fine\n",
		"k8s manifest ptr --image mereo --claim data --out /data/p --models /data/my-models": "Job fine\nJob fine\n",
		"k8s manifest qlevr --image mereo --claim data --out /vol/q --mount /vol --cpus 100": "Job fine\nJob fine\n",
	} {
		if got := validateK8s(t, mustMereo(t, "apiVersion: batch/v1\n", strings.Fields(words)...)); got != want {
			t.Errorf("%s: the validator says\n%s", words, got)
		}
	}

	// The validator finds what is wrong.
	text := mustMereo(t, "", strings.Fields(full)...)
	for _, c := range []struct{ from, to, want string }{
		{"completionMode:", "completionsMode:", "Job /spec must NOT have additional properties\n"},
		{"completions: 8", `completions: "8"`, "Job /spec/completions must be integer\n"},
		{"  template:", "  templates:", "Job /spec must have required property 'template'; /spec must NOT have additional properties\n"},
		{"operator: In", "# nothing", "must have required property 'operator'"},
		{"claimName: data", "claim: data", "must have required property 'claimName'"},
		{"kind: ConfigMap", "kind: ConfigMaps", "no schema of v1 ConfigMaps\n"},
	} {
		if !strings.Contains(text, c.from) {
			t.Errorf("the manifest has no %q:\n%s", c.from, text)
		}
		if got := validateK8s(t, strings.Replace(text, c.from, c.to, 1)); !strings.Contains(got, c.want) {
			t.Errorf("with %q instead of %q the validator says\n%s, want %q", c.to, c.from, got, c.want)
		}
	}
	for _, line := range []string{
		"\n  completionMode: Indexed\n  completions: 8\n  parallelism: 4\n  backoffLimitPerIndex: 0\n",
		"\n    # small pictures\n    sub_frames: 2\n",
		"            nvidia.com/gpu: \"1\"\n",
		"kubectl --namespace lab wait --for=condition=complete --timeout=-1s job/t1\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("the manifest lacks %q:\n%s", line, text)
		}
	}
}

// The commands of a manifest, run as its pods run them, make the dataset.
func TestK8sCommands(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "it's here")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program, filepath.Join(dir, "mereo")); err != nil {
		t.Fatal(err)
	}
	words := []string{"k8s", "manifest", "syndacate", "--task", "ImToParts", "--count", "3000", "--image", "mereo", "--claim", "data", "--out", out,
		"--mount", dir, "--cpus", "1", "--tasks", "2"}
	manifest := filepath.Join(dir, "make.yaml")
	if err := os.WriteFile(manifest, []byte(mustMereo(t, "", words...)), 0o666); err != nil {
		t.Fatal(err)
	}
	pod := func(job int, env ...string) (string, error) {
		command := strings.Split(strings.TrimSuffix(oracle.Node(t, `
import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";
const job = parseAllDocuments(readFileSync(process.argv[2], "utf8"))[process.argv[3]].toJS();
process.stdout.write(job.spec.template.spec.containers[0].command.join("\0"));
`, manifest, fmt.Sprint(job)), "\n"), "\x00")
		c := exec.Command(command[0], command[1:]...)
		if command[0] == "mereo" {
			c.Path, c.Err = filepath.Join(dir, "mereo"), nil
		}
		c.Env = append([]string{"MEREO_TEST_MAIN=1", "PATH=" + dir}, env...)
		text, err := c.CombinedOutput()
		return string(text), err
	}
	if text, err := pod(0); err == nil || !strings.Contains(text, "JOB_COMPLETION_INDEX: is what Kubernetes sets in Indexed Jobs") {
		t.Errorf("without an index: %v, %s", err, text)
	}
	if text, err := pod(0, "JOB_COMPLETION_INDEX=1"); err != nil || !strings.Contains(text, "1000 elements made") {
		t.Errorf("the second pod: %v, %s", err, text)
	}
	if text, err := pod(1); err == nil || !strings.Contains(text, " lacks 2 blocks; make them and run the same command again") {
		t.Errorf("finished too early: %v, %s", err, text)
	}
	if text, err := pod(0, "JOB_COMPLETION_INDEX=0"); err != nil || !strings.Contains(text, "2000 elements made") {
		t.Errorf("the first pod: %v, %s", err, text)
	}
	if text, err := pod(1); err != nil || !strings.Contains(text, " is complete in "+out) {
		t.Errorf("finished: %v, %s", err, text)
	}
}

func TestK8sWrongUse(t *testing.T) {
	base := "k8s manifest ptr --out /data/p"
	ready := base + " --image mereo --claim data"
	for _, c := range []struct {
		words string
		code  int
		want  string
	}{
		{"k8s", 2, "mereo: k8s: want k8s manifest SET ...\n"},
		{"k8s manifest", 2, "mereo: k8s manifest: which set? want ptr, trance, qlevr, shopvrb, syndacate or clevr\n"},
		{base, 2, "mereo: k8s manifest ptr: --image is missing\n"},
		{base + " --image mereo", 2, "mereo: k8s manifest ptr: --claim is missing\n"},
		{ready + " --out p", 2, `mereo: k8s manifest ptr: --out is "p", want a folder below /data, where the volume is` + "\n"},
		{ready + " --out /data/../p", 2, `--out is "/data/../p", want a folder below /data, where the volume is` + "\n"},
		{ready + " --out /data/$(HOME)", 2, `--out is "/data/$(HOME)", want a path without $, which Kubernetes would replace` + "\n"},
		{ready + " --models /models", 2, `--models is "/models", want a folder below /data, where the volume is` + "\n"},
		{ready + " --mount data", 2, `--mount is "data", want a folder that begins with /` + "\n"},
		{ready + " --name Set_1", 2, `--name is "Set_1", want up to 47 small letters, digits and -` + "\n"},
		{ready + " --memory much", 2, `--memory is "much", want a size such as 4Gi` + "\n"},
		{ready + " --scratch /tmp", 2, `--scratch is "/tmp", want the size of the disk, such as 20Gi` + "\n"},
		{ready + " --retries -1", 2, "--retries is -1, want at least 0\n"},
		{ready + " --count 3000 --tasks 7", 2, "--tasks is 7, want at most 3: so many blocks of 1,000 samples there are\n"},
		{ready + " --config /nowhere.yaml", 1, "/nowhere.yaml: no such file or directory\n"},
	} {
		code, out, stderr := mereo(t, strings.Fields(c.words)...)
		if code != c.code || !strings.Contains(stderr, c.want) || out != "" {
			t.Errorf("%s: exit %d, %s%s, want %d and %q", c.words, code, out, stderr, c.code, c.want)
		}
	}
}
