package main

import (
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mereo/internal/folder"
	"mereo/internal/strict"
)

// k8s is "mereo k8s manifest SET".
type k8s struct {
	*cluster
	name, namespace string
	image           string
	claim, mount    string
	memory, scratch string
	retries         int
}

func newK8s(c console) *cobra.Command {
	manifest := &cobra.Command{
		Use:   "manifest",
		Short: "Print an Indexed Job that makes a dataset",
		Long: `Print a manifest of a Kubernetes Indexed Job that makes a dataset on a volume that many pods can write. Every
pod makes a part of the blocks of 1,000 samples. A second Job, which waits until it is started, checks that all are
there and finishes the dataset.

    mereo k8s manifest SET ... > make.yaml
    kubectl apply -f make.yaml

Paths are those inside the containers; --config alone names a file of this machine, which goes into the manifest.
Pods may be evicted and started again: what is finished is kept. See docs/kubernetes.md.`,
		Example: `  mereo k8s manifest trance --out /data/trance --count 100000 --tasks 50 --image registry/mereo:0.9 --claim data > make.yaml
  mereo k8s manifest trance --out /data/trance --count 100000 --gpu --image registry/mereo:0.9 --claim data > make.yaml`,
	}
	var k k8s
	add := func(cl *cluster, f *pflag.FlagSet) {
		f.StringVar(&k.image, "image", "", "image with mereo on its PATH (required)")
		f.StringVar(&k.claim, "claim", "", "PersistentVolumeClaim of the dataset's volume; many pods must be able to write it (required)")
		f.StringVar(&k.mount, "mount", "/data", "where the volume is mounted; --out lies below")
		f.StringVar(&k.name, "name", "", `name of the Job; "mereo-" and the set if empty`)
		f.StringVar(&k.namespace, "namespace", "", "namespace, instead of that of kubectl")
		f.StringVar(&k.memory, "memory", "4Gi", "memory of a pod")
		f.StringVar(&k.scratch, "scratch", "", "make blocks on a disk of the node, of up to this size, such as 20Gi")
		f.IntVar(&k.retries, "retries", 3, "how often a part is tried again after it has failed")
	}
	clusterCommands(c, manifest, "Print an Indexed Job", add, func(cl *cluster) error {
		k.cluster = cl
		return k.print(c.out)
	})
	return clusterCommand("k8s", "Make datasets on a Kubernetes cluster", "docs/kubernetes.md",
		"  mereo k8s manifest trance --out /data/trance --count 100000 --tasks 50 --image registry/mereo:0.9 --claim data > make.yaml", manifest)
}

// k8sContainerName is the container of a pod; rules about exit codes name it.
const k8sContainerName = "mereo"

var (
	// k8sName is what Kubernetes takes as the name of a Job; pods of an Indexed Job add a number to it.
	k8sName = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]{0,45}[a-z0-9])?$`)
	// k8sSize is the usual way to write a number of bytes.
	k8sSize = regexp.MustCompile(`^[1-9][0-9]*([kMGTP]|[KMGTP]i)?$`)
)

// check finds wrong use of what Kubernetes needs beside the set's flags.
func (k *k8s) check() error {
	if k.name == "" {
		k.name = "mereo-" + k.run.Spec.Name
	}
	switch {
	case k.image == "":
		return usagef("%s: --image is missing", k.command)
	case k.claim == "":
		return usagef("%s: --claim is missing", k.command)
	case !path.IsAbs(k.mount) || path.Clean(k.mount) == "/":
		return usagef("%s: --mount is %q, want a folder that begins with /", k.command, k.mount)
	case !k8sName.MatchString(k.name):
		return usagef("%s: --name is %q, want up to 47 small letters, digits and -", k.command, k.name)
	case !k8sSize.MatchString(k.memory):
		return usagef("%s: --memory is %q, want a size such as 4Gi", k.command, k.memory)
	case k.scratch != "" && !k8sSize.MatchString(k.scratch):
		return usagef("%s: --scratch is %q, want the size of the disk, such as 20Gi", k.command, k.scratch)
	case k.retries < 0:
		return usagef("%s: --retries is %d, want at least 0", k.command, k.retries)
	}
	for _, name := range folders {
		f := k.flags.Lookup(name)
		if f == nil || !f.Changed || name == "config" {
			continue
		}
		p := f.Value.String()
		if !strings.HasPrefix(path.Clean(p), path.Clean(k.mount)+"/") {
			return usagef("%s: --%s is %q, want a folder below %s, where the volume is", k.command, name, p, k.mount)
		}
		if strings.Contains(p, "$") {
			return usagef("%s: --%s is %q, want a path without $, which Kubernetes would replace", k.command, name, p)
		}
	}
	return nil
}

func (k *k8s) print(w io.Writer) error {
	if err := k.check(); err != nil {
		return err
	}
	// Folders of models are in the containers; the rest of the configuration can be checked here.
	if k.run.Spec.Sources.Words() == nil {
		if _, err := k.run.Spec.Open(); err != nil {
			return err
		}
	}
	var documents []strict.Map
	config, err := k.configMap()
	if err != nil {
		return err
	}
	if config != nil {
		documents = append(documents, config)
	}
	documents = append(documents, k.array(config != nil), k.finish())
	parallel, kubectl := k.parallelism(), "kubectl"
	if k.namespace != "" {
		kubectl += " --namespace " + quote(k.namespace)
	}
	fmt.Fprintf(w, `# %[1]s of %[2]s, made by %[3]d pods, %[4]d at once.
#
#     %[5]s apply -f THIS_FILE
#     %[5]s wait --for=condition=complete --timeout=-1s job/%[6]s
#     %[5]s patch job %[6]s-finish --patch '{"spec": {"suspend": false}}'
#
# Remove both Jobs and apply the file again to make what is missing and nothing else.
`, k.about(), k.run.Spec.Name, k.tasks, parallel, kubectl, k.name)
	for _, d := range documents {
		text, err := strict.WriteYAML(d, false)
		if err != nil {
			return fmt.Errorf("%s: %w", k.command, err)
		}
		fmt.Fprintf(w, "---\n%s", text)
	}
	return nil
}

func (k *k8s) parallelism() int {
	if k.parallel > 0 {
		return min(k.parallel, k.tasks)
	}
	return k.tasks
}

// array is the Job whose pods make the blocks.
func (k *k8s) array(config bool) strict.Map {
	words := append([]string{"mereo", "generate", k.run.Spec.Name}, k.given("config")...)
	var mounts, volumes []strict.Map // beside that of the data
	if config {
		words = append(words, "--config", "/config/config.yaml")
		mounts = append(mounts, strict.Map{"name", "config", "mountPath", "/config", "readOnly", true})
		volumes = append(volumes, strict.Map{"name", "config", "configMap", strict.Map{"name", k.name + "-config"}})
	}
	if k.scratch != "" {
		words = append(words, "--scratch", "/scratch")
		mounts = append(mounts, strict.Map{"name", "scratch", "mountPath", "/scratch"})
		volumes = append(volumes, strict.Map{"name", "scratch", "emptyDir", strict.Map{"sizeLimit", k.scratch}})
	}
	words = append(words, "--workers", fmt.Sprint(k.cpus))
	run := quoted(words...) + fmt.Sprintf(` --blocks "$((JOB_COMPLETION_INDEX + 1))/%d"`, k.tasks)
	limits := map[string]string{"cpu": fmt.Sprint(k.cpus), "memory": k.memory}
	var env []strict.Map
	lines := []string{`: "${JOB_COMPLETION_INDEX:?is what Kubernetes sets in Indexed Jobs}"`}
	switch {
	case k.gpu:
		// OpenGL counts devices in its own way; the UUID is the same for all.
		lines = append(lines, "gpu=$(nvidia-smi --id=0 --query-gpu=uuid --format=csv,noheader)")
		run += ` --gpu "$gpu"`
		limits["nvidia.com/gpu"] = "1"
		env = []strict.Map{{"name", "NVIDIA_DRIVER_CAPABILITIES", "value", "graphics,utility"}}
	case k.draws():
		run += " --gpu software"
	}
	lines = append(lines, "exec "+run)
	return k.job(k.name, strict.Map{
		"completionMode", "Indexed", "completions", k.tasks, "parallelism", k.parallelism(), "backoffLimitPerIndex", k.retries,
		"podFailurePolicy", strict.Map{"rules", []strict.Map{
			// Pods that were evicted or preempted have not failed.
			{"action", "Ignore", "onPodConditions", []strict.Map{{"type", "DisruptionTarget", "status", "True"}}},
			// Wrong use would be wrong in every pod.
			{"action", "FailJob", "onExitCodes", strict.Map{
				"containerName", k8sContainerName, "operator", "In", "values", strict.Flow{Value: []int{exitUsage}},
			}},
		}},
	}, []string{"/bin/sh", "-ec", strings.Join(lines, "\n") + "\n"}, env, limits, mounts, volumes)
}

// finish is the Job that checks whether all is there.
func (k *k8s) finish() strict.Map {
	out := k.value("out")
	return k.job(k.name+"-finish", strict.Map{"suspend", true, "completions", 1, "parallelism", 1, "backoffLimit", k.retries},
		append(append([]string{"mereo", "merge", "--complete"}, k.sources()...), out, out), nil,
		map[string]string{"cpu": "1", "memory": k.memory}, nil, nil)
}

// job is a Job, whose pods run a command.
func (k *k8s) job(name string, spec strict.Map, command []string, env []strict.Map, limits map[string]string, mounts, volumes []strict.Map) strict.Map {
	container := strict.Map{"name", k8sContainerName, "image", k.image, "command", command}
	if env != nil {
		container = append(container, "env", env)
	}
	container = append(container, "resources", strict.Map{"requests", limits, "limits", limits},
		"volumeMounts", append([]strict.Map{{"name", "data", "mountPath", k.mount}}, mounts...))
	return strict.Map{"apiVersion", "batch/v1", "kind", "Job", "metadata", k.meta(name), "spec", append(spec,
		"template", strict.Map{"metadata", strict.Map{"labels", k.labels()}, "spec", strict.Map{
			// After SIGTERM the samples in hand are finished, which the slowest pictures take half a minute for.
			"restartPolicy", "Never", "terminationGracePeriodSeconds", 60, "containers", []strict.Map{container},
			"volumes", append([]strict.Map{{"name", "data", "persistentVolumeClaim", strict.Map{"claimName", k.claim}}}, volumes...),
		}})}
}

func (k *k8s) labels() map[string]string {
	return map[string]string{"app.kubernetes.io/name": "mereo", "app.kubernetes.io/instance": k.name}
}

func (k *k8s) meta(name string) strict.Map {
	out := strict.Map{"name", name}
	if k.namespace != "" {
		out = append(out, "namespace", k.namespace)
	}
	return append(out, "labels", k.labels())
}

// configMap has the configuration's file; nil without one.
func (k *k8s) configMap() (strict.Map, error) {
	f := k.flags.Lookup("config")
	if f == nil || !f.Changed {
		return nil, nil
	}
	text, err := folder.Given(f.Value.String(), strict.MaxYAML)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.command, err)
	}
	return strict.Map{
		"apiVersion", "v1", "kind", "ConfigMap", "metadata", k.meta(k.name + "-config"), "data", strict.Map{"config.yaml", string(text)},
	}, nil
}
