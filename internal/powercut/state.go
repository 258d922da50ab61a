package powercut

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// Tree are files by path, with slashes; the paths of folders end in one.
type Tree map[string][]byte

// ReadTree reads all files below a folder.
func ReadTree(dir string) (Tree, error) {
	tree := Tree{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			tree[rel+"/"] = nil
			return nil
		}
		tree[rel], err = os.ReadFile(name)
		return err
	})
	return tree, err
}

// Write writes all files below a folder.
func (t Tree) Write(dir string) error {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		var err error
		if name[len(name)-1] == '/' {
			err = os.MkdirAll(file, 0o777)
		} else {
			err = os.WriteFile(file, t[name], 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Difference names a file that is not the same in both; empty where there is none.
func (t Tree) Difference(want Tree) string {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if data, ok := t[name]; !ok {
			return name + " is missing"
		} else if !bytes.Equal(data, want[name]) {
			return fmt.Sprintf("%s has %d bytes, want %d, or others", name, len(data), len(want[name]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if _, ok := want[name]; !ok {
			return name + " should not be there"
		}
	}
	return ""
}

// Luck says what the kernel did with what was not synced.
type Luck int

const (
	All        Luck = iota // everything is there
	Nothing                // nothing that was not synced is there
	AllButLast             // everything but the last operation that was not synced
	NamesAlone             // all names, and files that were not synced are empty
	ZeroBytes              // all names, and zero bytes where files were not synced
	someBytes              // each operation by chance
	Lucks                  // how many there are
)

// State is what is there after a power cut at a moment.
func (r *Recording) State(at int, luck Luck) Tree {
	last := -1
	for i, o := range r.ops {
		if o.done <= at && o.durable > at {
			last = i
		}
	}
	chance := rand.New(rand.NewPCG(uint64(at), uint64(luck)))
	names, files := map[int]map[string]int{0: {}}, map[int][]byte{}
	for i, o := range r.ops {
		if o.done > at {
			break
		}
		lost := o.durable > at // if the kernel was unlucky
		isName := o.from != nil || o.to != nil
		switch luck {
		case All:
			lost = false
		case AllButLast:
			lost = lost && i == last
		case NamesAlone:
			lost = lost && !isName
		case ZeroBytes:
			if lost && !isName {
				o.data = make([]byte, len(o.data))
			}
			lost = false
		case someBytes:
			lost = lost && chance.IntN(2) == 0
		}
		if !lost {
			o.apply(names, files)
		}
	}
	tree := Tree{}
	walk(tree, "", 0, names, files)
	return tree
}

// apply does the operation. Names may come and go of which others were lost.
func (o *op) apply(names map[int]map[string]int, files map[int][]byte) {
	entries := func(folder int) map[string]int {
		if names[folder] == nil {
			names[folder] = map[string]int{}
		}
		return names[folder]
	}
	if o.folder {
		entries(o.node)
	}
	if o.from != nil {
		delete(entries(o.from.folder), o.from.name)
	}
	if o.to != nil {
		entries(o.to.folder)[o.to.name] = o.node
	}
	if o.from != nil || o.to != nil {
		return
	}
	data := files[o.node]
	end := o.offset + int64(len(o.data))
	if grow := end - int64(len(data)); grow > 0 {
		data = append(data[:len(data):len(data)], make([]byte, grow)...)
	} else {
		data = slices.Clone(data)
	}
	if o.truncate {
		data = data[:o.offset]
	}
	copy(data[o.offset:], o.data)
	files[o.node] = data
}

func walk(tree Tree, path string, folder int, names map[int]map[string]int, files map[int][]byte) {
	for name, node := range names[folder] {
		if names[node] != nil {
			tree[path+name+"/"] = nil
			walk(tree, path+name+"/", node, names, files)
		} else {
			tree[path+name] = files[node]
		}
	}
}
