package verify

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/page"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// namedPlan is a complete split.
type namedPlan struct {
	name string
	plan gen.Plan
}

// SplitNames are the complete splits, and what is wrong with the others and with the files that say what the dataset is.
func (v *verifier) splits() (complete []namedPlan, bad []gen.Problem, err error) {
	id, err := gen.ReadIdentity(v.job.Root)
	if err != nil {
		return nil, nil, err
	}
	bad = form(v.job.Root, gen.DatasetFile, id)
	names, err := gen.SplitNames(v.job.Root)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		p, err := gen.ReadPlan(v.job.Root, name)
		if err != nil {
			bad = append(bad, gen.ProblemOf(gen.PlanPath(name), ruleForm, err))
			continue
		}
		bad = append(bad, form(v.job.Root, gen.PlanPath(name), p)...)
		if p.Of != id.Sum() {
			bad = append(bad, gen.Problem{File: gen.PlanPath(name), Rule: ruleForm, Detail: fmt.Sprintf("of is %q, want %q, of %s", p.Of, id.Sum(), gen.DatasetFile)})
		}
		switch missing, err := gen.MissingBlocks(v.job.Root, name); {
		case err != nil:
			bad = append(bad, gen.ProblemOf(gen.PlanPath(name), ruleMissing, err))
		case len(missing) > 0:
			bad = append(bad, gen.Problem{File: gen.PlanPath(name), Rule: ruleMissing, Detail: fmt.Sprintf(
				"split %s has blocks that are not there; generate it again", name)})
		default:
			complete = append(complete, namedPlan{name, p})
			v.total += p.Count
		}
	}
	begun, err := fs.Glob(folder.FS(v.job.Root), "*/blocks")
	if err != nil {
		return nil, nil, fmt.Errorf("gen: %w", err)
	}
	for _, dir := range begun {
		if name := path.Dir(dir); !slices.Contains(names, name) {
			bad = append(bad, gen.Problem{File: gen.PlanPath(name), Rule: ruleMissing, Detail: "the split has blocks, but its plan is missing; " +
				"the command that made the split writes it again"})
		}
	}
	return complete, bad, nil
}

// outside compares the manifest's files with the folder, and the splits that it names with those that are there.
func (v *verifier) outside(m *gen.Manifest, complete []namedPlan) (bad []gen.Problem, err error) {
	if m == nil {
		return nil, nil
	}
	bad = v.files(m.Named())
	listed := map[string]bool{}
	for _, s := range m.Splits {
		listed[s.Split] = true
		if !slices.ContainsFunc(complete, func(p namedPlan) bool { return p.name == s.Split }) {
			bad = append(bad, gen.Problem{File: gen.ManifestFile, Object: s.Split, Rule: ruleMissing, Detail: fmt.Sprintf(
				"the manifest names the split with %d samples, but it is not there as a whole; generate it again", s.Samples)})
		}
	}
	for _, p := range complete {
		if !listed[p.name] {
			bad = append(bad, gen.Problem{File: gen.ManifestFile, Object: p.name, Rule: ruleManifest, Detail: "the split is complete but not listed; generate again"})
		}
	}
	return bad, nil
}

// form compares the bytes of a JSON file with what the program writes of what it says: other cases and orders of keys, spaces, and keys
// that are missing are found so.
func form(root, p string, v any) []gen.Problem {
	data, err := folder.Read(root, p, folder.Record)
	var own bytes.Buffer
	if err == nil {
		err = write.EncodeJSON(&own, v)
	}
	if err != nil {
		return []gen.Problem{gen.ProblemOf(p, ruleForm, err)}
	}
	return sameForm(p, data, own.Bytes())
}

// sameForm names the first line in which a file is not as it is written.
func sameForm(p string, data, own []byte) []gen.Problem {
	if bytes.Equal(data, own) {
		return nil
	}
	return []gen.Problem{{File: p, Rule: ruleForm, Detail: record.Diff(data, own) + ", as the program writes it"}}
}

// others lists the files of a split beside those of its samples.
func others(m *gen.Manifest, g *page.Gathered) []string {
	out := []string{gen.PlanPath(g.Split)}
	for b := range g.Plan.Blocks() {
		out = append(out, gen.BlockPath(g.Split, b))
	}
	for _, s := range m.Splits {
		for _, f := range s.Joined {
			out = append(out, f.Path)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// surplus finds files in the folders of splits that nothing lists, and notes what else is in the dataset's folder.
func (v *verifier) surplus(m *gen.Manifest, found []*page.Gathered) (bad []gen.Problem, err error) {
	if m == nil {
		return nil, nil
	}
	dir, err := os.OpenRoot(v.job.Root)
	if err != nil {
		return nil, fmt.Errorf("gen: %w", err)
	}
	defer dir.Close()
	for _, g := range found {
		if g.Broken {
			continue
		}
		for _, p := range others(m, g) {
			g.Lists(p)
		}
		var there page.PathSum
		for _, name := range slices.Sorted(maps.Keys(g.Folders)) {
			if err := walk(dir, name, there.Add); err != nil {
				return nil, err
			}
		}
		if there != g.Listed {
			more, err := v.unlisted(dir, m, g)
			if err != nil {
				return nil, err
			}
			bad = append(bad, more...)
		}
	}
	more, err := v.beside(dir, m, found)
	return append(bad, more...), err
}

// unlisted names the files of a split's folder that nothing lists, and those that are listed twice. Unlike counting them it takes memory
// for each.
func (v *verifier) unlisted(dir *os.Root, m *gen.Manifest, g *page.Gathered) (bad []gen.Problem, err error) {
	listed := map[uint64]bool{}
	for _, p := range others(m, g) {
		listed[maphash.String(page.PathSeed, p)] = true
	}
	for b := range g.Plan.Blocks() {
		block, err := gen.ReadBlock(v.job.Root, g.Split, b)
		if err != nil {
			return nil, err
		}
		for _, f := range block.Files() {
			key := maphash.String(page.PathSeed, f.Path)
			if listed[key] {
				bad = append(bad, gen.Problem{File: gen.BlockPath(g.Split, b), Object: f.Path, Rule: ruleSurplus, Detail: "the file is listed twice"})
			}
			listed[key] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.Folders)) {
		err := walk(dir, name, func(p string) {
			if !listed[maphash.String(page.PathSeed, p)] {
				bad = append(bad, surplusFile(p))
			}
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(bad, func(a, b gen.Problem) int { return strings.Compare(a.File, b.File) })
	return bad, nil
}

func surplusFile(p string) gen.Problem {
	return gen.Problem{File: p, Rule: ruleSurplus, Detail: "the file is among those of the dataset, but no block and no manifest lists it; " +
		"remove it if nobody needs it"}
}

// beside notes what is in the dataset's folder and no part of it, and finds files in folders that splits share that nothing lists.
func (v *verifier) beside(dir *os.Root, m *gen.Manifest, found []*page.Gathered) (bad []gen.Problem, err error) {
	names, err := gen.SplitNames(v.job.Root)
	if err != nil {
		return nil, err
	}
	shared := map[string]bool{} // folders with folders of splits
	for _, g := range found {
		for f := range g.Folders {
			if parent := path.Dir(f); parent != "." {
				shared[parent] = true
			}
		}
	}
	for _, parent := range slices.Sorted(maps.Keys(shared)) {
		err := eachEntry(dir, parent, func(e fs.DirEntry) error {
			p := path.Join(parent, e.Name())
			switch {
			case slices.Contains(names, e.Name()):
			case e.IsDir():
				v.report.Beside = append(v.report.Beside, p+"/")
			case !slices.ContainsFunc(m.Named(), func(f write.File) bool { return f.Path == p }):
				bad = append(bad, surplusFile(p))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(bad, func(a, b gen.Problem) int { return strings.Compare(a.File, b.File) })
	known := map[string]bool{gen.DatasetFile: true, gen.ManifestFile: true, "exports": true, "human_test": true}
	for _, f := range m.Named() {
		top, _, _ := strings.Cut(f.Path, "/")
		known[top] = true
	}
	for parent := range shared {
		top, _, _ := strings.Cut(parent, "/")
		known[top] = true
	}
	err = eachEntry(dir, ".", func(e fs.DirEntry) error {
		name := e.Name()
		if known[name] || strings.HasPrefix(name, ".") {
			return nil
		}
		if e.IsDir() {
			if _, err := dir.Stat(path.Join(name, "blocks")); err == nil {
				return nil // an incomplete split
			}
			name += "/"
		}
		v.report.Beside = append(v.report.Beside, name)
		return nil
	})
	slices.Sort(v.report.Beside)
	return bad, err
}

// walk calls visit for all files below a folder but journals, and for links that lead to files. Names are read in parts: a folder may have a
// million.
func walk(dir *os.Root, name string, visit func(p string)) error {
	return eachEntry(dir, name, func(e fs.DirEntry) error {
		p := path.Join(name, e.Name())
		folder := e.IsDir()
		if e.Type()&fs.ModeSymlink != 0 {
			info, err := dir.Stat(p)
			folder = err == nil && info.IsDir() && strings.Count(p, "/") < deepest
		}
		switch {
		case folder:
			return walk(dir, p, visit)
		case path.Ext(p) == ".journal" && path.Base(name) == "blocks":
		default:
			visit(p)
		}
		return nil
	})
}

// deepest ends links that lead to themselves.
const deepest = 16

func eachEntry(dir *os.Root, name string, do func(e fs.DirEntry) error) error {
	f, err := dir.Open(name)
	if err != nil {
		return fmt.Errorf("gen: %s: %w", name, gen.PathCause(err))
	}
	defer f.Close()
	for {
		entries, err := f.ReadDir(1024)
		for _, e := range entries {
			if err := do(e); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("gen: %s: %w", name, gen.PathCause(err))
		}
	}
}
