package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// slurm is "mereo slurm script SET".
type slurm struct {
	*cluster
	program                       string
	partition, account, time, mem string
	scratch                       string
	options                       []string // further ones of sbatch
}

func newSlurm(c console) *cobra.Command {
	script := &cobra.Command{
		Use:   "script",
		Short: "Print a job array that makes a dataset",
		Long: `Print a script of a Slurm job array that makes a dataset in a folder that all nodes see. Every task makes a
part of the blocks of 1,000 samples; a job after them checks that all are there and finishes the dataset.

    mereo slurm script SET ... > make.sh
    bash make.sh

Tasks may be killed, preempted and requeued: what is finished is kept, and a task goes on where it stopped. With
--scratch DIR samples are made on a disk of the node, and whole blocks are put into the shared folder;
--scratch '$SLURM_TMPDIR' names a folder that the cluster makes for each job. See docs/slurm.md.`,
		Example: `  mereo slurm script trance --out /shared/trance --count 100000 --tasks 50 --time 4:00:00 > make.sh
  mereo slurm script trance --out /shared/trance --count 100000 --gpu --partition gpu --scratch /tmp > make.sh`,
	}
	var s slurm
	add := func(cl *cluster, f *pflag.FlagSet) {
		f.StringVar(&s.program, "program", "", "path of mereo on the nodes, instead of this one's")
		f.StringVar(&s.partition, "partition", "", "partition of the tasks")
		f.StringVar(&s.account, "account", "", "account to charge")
		f.StringVar(&s.time, "time", "", "time limit of a task, such as 2:00:00 or 1-12; a task that needs longer goes on in the next")
		f.StringVar(&s.mem, "mem", "", "memory of a task, such as 8G")
		f.StringVar(&s.scratch, "scratch", "", "folder of the node to make blocks in, or a $VARIABLE that has its name")
		f.StringArrayVar(&s.options, "option", nil, "further option of sbatch for the tasks, such as --option=--qos=low; may be repeated")
	}
	clusterCommands(c, script, "Print a job array", add, func(cl *cluster) error {
		s.cluster = cl
		return s.print(c.out)
	})
	return clusterCommand("slurm", "Make datasets on a Slurm cluster", "docs/slurm.md",
		"  mereo slurm script trance --out /shared/trance --count 100000 --tasks 50 > make.sh", script)
}

//go:embed slurm.tmpl
var slurmText string

var slurmScript = template.Must(template.New("slurm").Funcs(template.FuncMap{"quote": quote}).Parse(slurmText))

// slurmRestarts is how often a task goes on after its time limit: one that never gets anything done must end.
const slurmRestarts = 50

// scratchVariable is "$NAME" or "${NAME}", and what follows.
var scratchVariable = regexp.MustCompile(`^\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))(|/.*)$`)

func (s *slurm) print(w io.Writer) error {
	if err := s.absolute(); err != nil {
		return err
	}
	set, err := s.run.Spec.Open()
	if err != nil {
		return err
	}
	program, err := s.programPath()
	if err != nil {
		return err
	}
	scratch, variable, err := s.scratchFolder()
	if err != nil {
		return err
	}
	options, finishing, err := s.sbatchOptions()
	if err != nil {
		return err
	}
	out := s.value("out")
	finish := append([]string{program, "merge", "--complete"}, s.sources()...)
	return slurmScript.Execute(w, map[string]any{
		"About": s.about(), "Set": set.Name(), "Tasks": s.tasks, "Options": options, "FinishOptions": finishing,
		"Program": program, "Out": out, "SafeOut": shellText(out), "Restarts": slurmRestarts,
		"Generate": quoted(append([]string{"generate", set.Name()}, s.given("out")...)...),
		"Finish":   quoted(append(finish, out, out)...),
		"GPU":      s.gpu, "Software": s.draws(), "Scratch": scratch, "ScratchVariable": variable,
	})
}

// shellText makes text mean itself between double quotes.
func shellText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`, "`", "\\`").Replace(s)
}

func (s *slurm) programPath() (string, error) {
	path := s.program
	if path == "" {
		var err error
		if path, err = os.Executable(); err != nil {
			return "", fmt.Errorf("%s: where is this program? name it with --program: %w", s.command, err)
		}
	}
	if !filepath.IsAbs(path) {
		return "", usagef("%s: --program is %q, want a path that begins with /", s.command, path)
	}
	return path, nil
}

// scratchFolder is --scratch for a shell, between double quotes, and the variable in it, if there is one.
func (s *slurm) scratchFolder() (folder, variable string, err error) {
	if m := scratchVariable.FindStringSubmatch(s.scratch); m != nil {
		variable = m[1] + m[2]
		return "${" + variable + "}" + shellText(m[3]), variable, nil
	}
	if s.scratch != "" && !filepath.IsAbs(s.scratch) {
		return "", "", usagef("%s: --scratch is %q, want a path that begins with / or with a variable, such as '$SLURM_TMPDIR'", s.command, s.scratch)
	}
	return shellText(s.scratch), "", nil
}

// sbatchOptions are the options of the array, as they stand in its script, and those of the job after it, for a shell.
func (s *slurm) sbatchOptions() (array, finishing []string, err error) {
	name := "mereo-" + s.run.Spec.Name
	indices := fmt.Sprintf("1-%d", s.tasks)
	if s.parallel > 0 {
		indices += fmt.Sprintf("%%%d", s.parallel)
	}
	array = []string{"--job-name=" + name, "--array=" + indices, "--ntasks=1", fmt.Sprintf("--cpus-per-task=%d", s.cpus)}
	finishing = []string{"--job-name=" + name + "-finish"}
	if s.gpu {
		array = append(array, "--gres=gpu:1")
	}
	for _, o := range []struct {
		name, value string
		both        bool
	}{
		{"partition", s.partition, true}, {"account", s.account, true}, {"time", s.time, false}, {"mem", s.mem, false},
	} {
		if o.value == "" {
			continue
		}
		word := "--" + o.name + "=" + o.value
		array = append(array, word)
		if o.both {
			finishing = append(finishing, quote(word))
		}
	}
	array = append(array, "--requeue", "--open-mode=append", "--signal=B:USR1@120")
	for _, o := range s.options {
		if !strings.HasPrefix(o, "-") {
			return nil, nil, usagef("%s: --option is %q, want an option of sbatch, such as --option=--qos=low", s.command, o)
		}
		array = append(array, o)
	}
	for i, o := range array {
		if strings.ContainsAny(o, "\n\r") {
			return nil, nil, usagef("%s: %q has a line break", s.command, o)
		}
		// sbatch reads quotes in its lines.
		if !plainWord.MatchString(o) {
			array[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(o) + `"`
		}
	}
	return array, finishing, nil
}
