// Package powercut finds what a power cut can leave of the files that a program writes. A recording of the program's system calls, made
// by strace, has every write, rename and sync; from it come the states of the disk that the kernel may leave when the power fails at
// any of these moments. Only tests use it.
//
// The kernel promises little: what was written to a file is on the disk when the file was synced, and names in a folder are when the
// folder was. Everything else may be there or not, in any combination.
package powercut

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Recording is what a program did below a folder.
type Recording struct {
	ops   []op  // in the order in which they were done
	Ends  []int // moments, in order: after each operation or sync
	nodes int   // files and folders that ever were; 0 is the folder itself
}

// op changes a name, or what is in a file.
type op struct {
	done    int // the moment after which it is done
	durable int // the moment after which it is on the disk; never for none

	node     int    // the file or folder
	from, to *place // names that it loses and gets
	folder   bool   // the node is one
	offset   int64  // of data in a file
	data     []byte
	truncate bool // to offset
}

const never = int(^uint(0) >> 1)

// place is a name in a folder.
type place struct {
	folder int
	name   string
}

const traced = "openat,open,creat,write,pwrite64,writev,pwritev,pwritev2,lseek,truncate,ftruncate,fallocate,rename,renameat,renameat2," +
	"unlink,unlinkat,rmdir,mkdir,mkdirat,link,linkat,symlink,symlinkat,fsync,fdatasync,syncfs,sync,copy_file_range,sendfile,splice"

// Record runs a command, which must succeed, and records what it does below dir. What is there before is on the disk.
func Record(dir string, cmd *exec.Cmd) (*Recording, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	strace, err := exec.LookPath("strace")
	if err != nil {
		return nil, err
	}
	log, err := os.CreateTemp("", "mereo-strace-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(log.Name())
	defer log.Close()
	p := newParser(dir)
	if err := p.load(); err != nil {
		return nil, err
	}
	cmd.Args = slices.Concat([]string{"strace", "-f", "-qq", "-y", "-xx", "-s", "1000000000", "--seccomp-bpf", "-e", "signal=none",
		"-e", "trace=" + traced, "-o", log.Name(), cmd.Path}, cmd.Args[1:])
	cmd.Path = strace
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("powercut: %w, %s", err, out)
	}
	text, err := os.ReadFile(log.Name())
	if err != nil {
		return nil, err
	}
	if err := p.parse(text); err != nil {
		return nil, err
	}
	// What was not understood shows here.
	last := p.r.Ends[len(p.r.Ends)-1]
	want, err := ReadTree(dir)
	if err != nil {
		return nil, err
	}
	got := p.r.State(last, All)
	if !maps.EqualFunc(got, want, bytes.Equal) {
		return nil, fmt.Errorf("powercut: %s is otherwise than the recording says: %s", dir, got.Difference(want))
	}
	return p.r, nil
}

// parser follows the calls of all threads and processes.
type parser struct {
	dir   string
	r     *Recording
	names map[int]map[string]int // of folders
	size  map[int]int64
	at    map[int]int64 // where the next write goes; a file has one writer at a time
	adds  map[int]bool  // opened for appending
	begun map[string]begun
	now   int
}

// begun is a call that another thread's interrupted in the recording.
type begun struct {
	text string
	at   int
}

func newParser(dir string) *parser {
	return &parser{
		dir: dir, r: &Recording{nodes: 1}, names: map[int]map[string]int{0: {}}, size: map[int]int64{}, at: map[int]int64{},
		adds: map[int]bool{}, begun: map[string]begun{},
	}
}

// load takes in what is there already.
func (p *parser) load() error {
	tree, err := ReadTree(p.dir)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) { // folders come before what is in them
		at, _ := p.place(path.Join(p.dir, name))
		if strings.HasSuffix(name, "/") {
			p.create(at, true)
			continue
		}
		node := p.create(at, false)
		p.add(op{node: node, data: tree[name]})
		p.size[node] = int64(len(tree[name]))
	}
	for i := range p.r.ops {
		p.r.ops[i].durable = 0
	}
	return nil
}

// add appends an operation that is done now.
func (p *parser) add(o op) {
	o.done, o.durable = p.now, never
	p.r.ops = append(p.r.ops, o)
}

func (p *parser) create(at *place, folder bool) int {
	node := p.r.nodes
	p.r.nodes++
	if folder {
		p.names[node] = map[string]int{}
	}
	p.names[at.folder][at.name] = node
	p.add(op{node: node, to: at, folder: folder})
	return node
}

// place finds a name below the folder; nil for others. found is the node that has it, or -1.
func (p *parser) place(name string) (at *place, found int) {
	rel, ok := strings.CutPrefix(path.Clean(name), p.dir)
	if !ok || rel != "" && rel[0] != '/' {
		return nil, -1
	}
	if rel == "" {
		return nil, 0
	}
	folder := 0
	parts := strings.Split(rel[1:], "/")
	for _, part := range parts[:len(parts)-1] {
		if folder, ok = p.names[folder][part]; !ok {
			return nil, -1
		}
	}
	last := parts[len(parts)-1]
	if found, ok = p.names[folder][last]; !ok {
		found = -1
	}
	return &place{folder, last}, found
}

var (
	lineForm   = regexp.MustCompile(`^(\d+) +(.*)$`)
	resumed    = regexp.MustCompile(`^<\.\.\. \w+ resumed>`)
	callForm   = regexp.MustCompile(`^(\w+)\((.*)\)\s+= (-?\d+)(?:<([^>]*)>)?`)
	descriptor = regexp.MustCompile(`^(?:\d+|AT_FDCWD)<([^>]*)>(\(deleted\))?$`)
)

// parse reads a recording.
func (p *parser) parse(text []byte) error {
	for line := range strings.Lines(string(text)) {
		p.now++
		m := lineForm.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			return fmt.Errorf("powercut: line %d of the recording is %.100q", p.now, line)
		}
		thread, rest, from := m[1], m[2], p.now
		if head, ok := strings.CutSuffix(rest, "<unfinished ...>"); ok {
			p.begun[thread] = begun{strings.TrimRight(head, " "), p.now}
			continue
		}
		if mark := resumed.FindString(rest); mark != "" {
			rest, from = p.begun[thread].text+rest[len(mark):], p.begun[thread].at
		}
		c := callForm.FindStringSubmatch(rest)
		if c == nil || strings.HasPrefix(c[3], "-") {
			continue // killed in the call, or refused
		}
		n := len(p.r.ops)
		synced, err := p.call(c[1], strings.Split(c[2], ", "), c[3], from)
		if err != nil {
			return fmt.Errorf("powercut: line %d of the recording: %w: %.300s", p.now, err, rest)
		}
		if synced || len(p.r.ops) > n {
			p.r.Ends = append(p.r.Ends, p.now)
		}
	}
	return nil
}

// unhex reads a quoted string.
func unhex(s string) []byte {
	data, err := hex.DecodeString(strings.ReplaceAll(strings.Trim(s, `"`), `\x`, ""))
	if err != nil {
		return []byte(s)
	}
	return data
}

// of is the node of a descriptor, or -1; and the name of what it stands for.
func (p *parser) of(text string) (node int, name string) {
	m := descriptor.FindStringSubmatch(text)
	if m == nil || m[2] != "" {
		return -1, ""
	}
	name = string(unhex(m[1]))
	_, node = p.place(name)
	return node, name
}

// named is the place that a descriptor of a folder and a name mean.
func (p *parser) named(folder, name string) (*place, int) {
	file := string(unhex(name))
	if !path.IsAbs(file) {
		_, in := p.of(folder)
		file = path.Join(in, file)
	}
	return p.place(file)
}

// call follows a call that succeeded; it began at the moment from.
func (p *parser) call(name string, args []string, result string, from int) (synced bool, err error) {
	number := func(s string) int64 { n, _ := strconv.ParseInt(s, 10, 64); return n }
	switch name { // the older calls, of programs in C
	case "open", "mkdir", "unlink", "rmdir":
		name, args = map[string]string{"open": "openat", "mkdir": "mkdirat"}[name], slices.Insert(args, 0, "")
		if name == "" {
			name = "unlinkat"
		}
	case "rename", "link":
		name, args = name+"at", []string{"", args[0], "", args[1]}
	}
	inside := func(at *place, node int) bool { return at != nil || node >= 0 }
	switch name {
	case "openat":
		at, node := p.named(args[0], args[1])
		if !inside(at, node) || node == 0 || p.names[node] != nil {
			return false, nil
		}
		if node < 0 && strings.Contains(args[2], "O_CREAT") {
			node = p.create(at, false)
		} else if strings.Contains(args[2], "O_TRUNC") && p.size[node] > 0 {
			p.add(op{node: node, truncate: true})
			p.size[node] = 0
		}
		if !strings.Contains(args[2], "O_RDONLY") {
			p.at[node], p.adds[node] = 0, strings.Contains(args[2], "O_APPEND")
		}
	case "write", "pwrite64":
		node, _ := p.of(args[0])
		if node < 0 {
			return false, nil
		}
		o := op{node: node, offset: p.at[node], data: unhex(args[1])[:number(result)]}
		switch {
		case name == "pwrite64":
			o.offset = number(args[3])
		case p.adds[node]:
			o.offset = p.size[node]
		default:
			p.at[node] += number(result)
		}
		p.size[node] = max(p.size[node], o.offset+number(result))
		p.add(o)
	case "lseek":
		if node, _ := p.of(args[0]); node >= 0 {
			p.at[node] = number(result)
		}
	case "ftruncate":
		if node, _ := p.of(args[0]); node >= 0 && p.size[node] != number(args[1]) {
			p.add(op{node: node, truncate: true, offset: number(args[1])})
			p.size[node] = number(args[1])
		}
	case "mkdirat":
		if at, _ := p.named(args[0], args[1]); at != nil {
			p.create(at, true)
		}
	case "renameat", "renameat2", "linkat":
		old, node := p.named(args[0], args[1])
		to, _ := p.named(args[2], args[3])
		if name == "linkat" && old == nil && to != nil { // a file from outside
			data, err := os.ReadFile(string(unhex(args[1])))
			if err != nil {
				return false, err
			}
			node = p.create(to, false)
			// The file may never have been synced where it comes from.
			p.add(op{node: node, data: data})
			p.size[node] = int64(len(data))
			return false, nil
		}
		if old == nil && to == nil {
			return false, nil
		}
		if name == "linkat" {
			old = nil
		} else if old == nil || to == nil || old.folder != to.folder {
			return false, fmt.Errorf("a file goes from folder to folder")
		} else {
			delete(p.names[old.folder], old.name)
		}
		p.names[to.folder][to.name] = node
		p.add(op{node: node, from: old, to: to})
	case "unlinkat":
		if at, node := p.named(args[0], args[1]); at != nil {
			delete(p.names[at.folder], at.name)
			p.add(op{node: node, from: at})
		}
	case "syncfs":
		_, name := p.of(args[0])
		inside := name == p.dir || strings.HasPrefix(name, p.dir+"/")
		for i := range p.r.ops {
			if o := &p.r.ops[i]; inside && o.done < from && o.durable == never {
				o.durable = p.now
			}
		}
		return inside, nil
	case "fsync", "fdatasync":
		node, _ := p.of(args[0])
		for i := range p.r.ops {
			o := &p.r.ops[i]
			if o.done < from && o.durable == never && node >= 0 && o.on() == node {
				o.durable = p.now
			}
		}
		return node >= 0, nil
	default:
		for _, a := range args {
			if node, _ := p.of(a); node >= 0 || bytes.HasPrefix(unhex(a), []byte(p.dir)) {
				return false, fmt.Errorf("a call that is not modeled")
			}
		}
	}
	return false, nil
}

// on is the node that has to be synced for the operation to be on the disk: the folder of a name, or the file.
func (o *op) on() int {
	switch {
	case o.to != nil:
		return o.to.folder
	case o.from != nil:
		return o.from.folder
	}
	return o.node
}
