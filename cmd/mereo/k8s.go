package main

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

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
		RunE: whichSet,
		// The flags are those of the sets; without a known set the missing word is what to tell about.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
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

// What the manifest is made of: the fields of the Kubernetes API that it uses, in the order in which people write them.
type (
	k8sMeta struct {
		Name      string            `yaml:"name,omitempty"`
		Namespace string            `yaml:"namespace,omitempty"`
		Labels    map[string]string `yaml:"labels,omitempty"`
	}
	k8sConfigMap struct {
		APIVersion string            `yaml:"apiVersion"`
		Kind       string            `yaml:"kind"`
		Metadata   k8sMeta           `yaml:"metadata"`
		Data       map[string]string `yaml:"data"`
	}
	k8sJob struct {
		APIVersion string     `yaml:"apiVersion"`
		Kind       string     `yaml:"kind"`
		Metadata   k8sMeta    `yaml:"metadata"`
		Spec       k8sJobSpec `yaml:"spec"`
	}
	k8sJobSpec struct {
		Suspend              bool              `yaml:"suspend,omitempty"`
		CompletionMode       string            `yaml:"completionMode,omitempty"`
		Completions          int               `yaml:"completions"`
		Parallelism          int               `yaml:"parallelism"`
		BackoffLimit         *int              `yaml:"backoffLimit,omitempty"`
		BackoffLimitPerIndex *int              `yaml:"backoffLimitPerIndex,omitempty"`
		PodFailurePolicy     *k8sFailurePolicy `yaml:"podFailurePolicy,omitempty"`
		Template             k8sPod            `yaml:"template"`
	}
	k8sFailurePolicy struct {
		Rules []k8sFailureRule `yaml:"rules"`
	}
	k8sFailureRule struct {
		Action          string            `yaml:"action"`
		OnPodConditions []k8sPodCondition `yaml:"onPodConditions,omitempty"`
		OnExitCodes     *k8sExitCodes     `yaml:"onExitCodes,omitempty"`
	}
	k8sPodCondition struct {
		Type   string `yaml:"type"`
		Status string `yaml:"status"`
	}
	k8sExitCodes struct {
		ContainerName string `yaml:"containerName"`
		Operator      string `yaml:"operator"`
		Values        []int  `yaml:"values,flow"`
	}
	k8sPod struct {
		Metadata k8sMeta    `yaml:"metadata"`
		Spec     k8sPodSpec `yaml:"spec"`
	}
	k8sPodSpec struct {
		RestartPolicy                 string         `yaml:"restartPolicy"`
		TerminationGracePeriodSeconds int            `yaml:"terminationGracePeriodSeconds"`
		Containers                    []k8sContainer `yaml:"containers"`
		Volumes                       []k8sVolume    `yaml:"volumes"`
	}
	k8sContainer struct {
		Name         string       `yaml:"name"`
		Image        string       `yaml:"image"`
		Command      []string     `yaml:"command"`
		Env          []k8sEnv     `yaml:"env,omitempty"`
		Resources    k8sResources `yaml:"resources"`
		VolumeMounts []k8sMount   `yaml:"volumeMounts"`
	}
	k8sEnv struct {
		Name  string `yaml:"name"`
		Value string `yaml:"value"`
	}
	k8sResources struct {
		Requests map[string]string `yaml:"requests"`
		Limits   map[string]string `yaml:"limits"`
	}
	k8sMount struct {
		Name      string `yaml:"name"`
		MountPath string `yaml:"mountPath"`
		ReadOnly  bool   `yaml:"readOnly,omitempty"`
	}
	k8sVolume struct {
		Name                  string        `yaml:"name"`
		PersistentVolumeClaim *k8sClaim     `yaml:"persistentVolumeClaim,omitempty"`
		EmptyDir              *k8sEmptyDir  `yaml:"emptyDir,omitempty"`
		ConfigMap             *k8sConfigRef `yaml:"configMap,omitempty"`
	}
	k8sClaim struct {
		ClaimName string `yaml:"claimName"`
	}
	k8sEmptyDir struct {
		SizeLimit string `yaml:"sizeLimit"`
	}
	k8sConfigRef struct {
		Name string `yaml:"name"`
	}
)

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
	var documents []any
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
		var text bytes.Buffer
		e := yaml.NewEncoder(&text)
		e.SetIndent(2)
		if err := e.Encode(d); err != nil {
			return fmt.Errorf("%s: %w", k.command, err)
		}
		fmt.Fprintf(w, "---\n%s", text.String())
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
func (k *k8s) array(config bool) k8sJob {
	words := append([]string{"mereo", "generate", k.run.Spec.Name}, k.given("config")...)
	mounts := []k8sMount{{Name: "data", MountPath: k.mount}}
	volumes := []k8sVolume{{Name: "data", PersistentVolumeClaim: &k8sClaim{k.claim}}}
	if config {
		words = append(words, "--config", "/config/config.yaml")
		mounts = append(mounts, k8sMount{"config", "/config", true})
		volumes = append(volumes, k8sVolume{Name: "config", ConfigMap: &k8sConfigRef{k.name + "-config"}})
	}
	if k.scratch != "" {
		words = append(words, "--scratch", "/scratch")
		mounts = append(mounts, k8sMount{Name: "scratch", MountPath: "/scratch"})
		volumes = append(volumes, k8sVolume{Name: "scratch", EmptyDir: &k8sEmptyDir{k.scratch}})
	}
	words = append(words, "--workers", fmt.Sprint(k.cpus))
	run := quoted(words...) + fmt.Sprintf(` --blocks "$((JOB_COMPLETION_INDEX + 1))/%d"`, k.tasks)
	limits := map[string]string{"cpu": fmt.Sprint(k.cpus), "memory": k.memory}
	var env []k8sEnv
	lines := []string{`: "${JOB_COMPLETION_INDEX:?is what Kubernetes sets in Indexed Jobs}"`}
	switch {
	case k.gpu:
		// OpenGL counts devices in its own way; the UUID is the same for all.
		lines = append(lines, "gpu=$(nvidia-smi --id=0 --query-gpu=uuid --format=csv,noheader)")
		run += ` --gpu "$gpu"`
		limits["nvidia.com/gpu"] = "1"
		env = []k8sEnv{{"NVIDIA_DRIVER_CAPABILITIES", "graphics,utility"}}
	case k.draws():
		run += " --gpu software"
	}
	lines = append(lines, "exec "+run)
	perIndex := k.retries
	return k8sJob{
		APIVersion: "batch/v1", Kind: "Job", Metadata: k.meta(k.name),
		Spec: k8sJobSpec{
			CompletionMode: "Indexed", Completions: k.tasks, Parallelism: k.parallelism(), BackoffLimitPerIndex: &perIndex,
			PodFailurePolicy: &k8sFailurePolicy{[]k8sFailureRule{
				// Pods that were evicted or preempted have not failed.
				{Action: "Ignore", OnPodConditions: []k8sPodCondition{{"DisruptionTarget", "True"}}},
				// Wrong use would be wrong in every pod.
				{Action: "FailJob", OnExitCodes: &k8sExitCodes{k8sContainerName, "In", []int{exitUsage}}},
			}},
			Template: k.pod(k8sContainer{
				Name: k8sContainerName, Image: k.image, Env: env,
				Command:      []string{"/bin/sh", "-ec", strings.Join(lines, "\n") + "\n"},
				Resources:    k8sResources{limits, limits},
				VolumeMounts: mounts,
			}, volumes),
		},
	}
}

// finish is the Job that checks whether all is there.
func (k *k8s) finish() k8sJob {
	few := map[string]string{"cpu": "1", "memory": k.memory}
	out := k.value("out")
	retries := k.retries
	return k8sJob{
		APIVersion: "batch/v1", Kind: "Job", Metadata: k.meta(k.name + "-finish"),
		Spec: k8sJobSpec{
			Suspend: true, Completions: 1, Parallelism: 1, BackoffLimit: &retries,
			Template: k.pod(k8sContainer{
				Name: k8sContainerName, Image: k.image,
				Command:      append(append([]string{"mereo", "merge", "--complete"}, k.sources()...), out, out),
				Resources:    k8sResources{few, few},
				VolumeMounts: []k8sMount{{Name: "data", MountPath: k.mount}},
			}, []k8sVolume{{Name: "data", PersistentVolumeClaim: &k8sClaim{k.claim}}}),
		},
	}
}

func (k *k8s) meta(name string) k8sMeta {
	return k8sMeta{name, k.namespace, map[string]string{"app.kubernetes.io/name": "mereo", "app.kubernetes.io/instance": k.name}}
}

func (k *k8s) pod(c k8sContainer, volumes []k8sVolume) k8sPod {
	return k8sPod{
		Metadata: k8sMeta{Labels: k.meta("").Labels},
		// After SIGTERM the samples in hand are finished, which the slowest pictures take half a minute for.
		Spec: k8sPodSpec{RestartPolicy: "Never", TerminationGracePeriodSeconds: 60, Containers: []k8sContainer{c}, Volumes: volumes},
	}
}

// configMap has the configuration's file; nil without one.
func (k *k8s) configMap() (*k8sConfigMap, error) {
	f := k.flags.Lookup("config")
	if f == nil || !f.Changed {
		return nil, nil
	}
	text, err := folder.Given(f.Value.String(), strict.MaxYAML)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.command, err)
	}
	return &k8sConfigMap{"v1", "ConfigMap", k.meta(k.name + "-config"), map[string]string{"config.yaml": string(text)}}, nil
}
