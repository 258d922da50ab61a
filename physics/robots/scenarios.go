package robots

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"mereo/internal/bound"
	"mereo/physics/scenario"
)

// Scenarios are those of a file with the content in: all of a scenario file, the one of a file that Load reads, which may read others in
// the folder dir, its own if that is empty. Told is every sentence on what is left out. A file called "-" is standard input.
func Scenarios(file, dir string, in io.Reader, o Options, told func(note string)) iter.Seq2[*scenario.Scenario, error] {
	return func(yield func(*scenario.Scenario, error) bool) {
		buffered := bufio.NewReader(in)
		if isXML(buffered) {
			yield(named(file, dir, o, told))
			return
		}
		scenario.Load(file, bound.New(o.MaxMemory).Through(buffered, scenario.PerByte))(yield)
	}
}

// isXML tells from its beginning whether a file is one that Load reads.
func isXML(in *bufio.Reader) bool {
	head, _ := in.Peek(64)
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(head) > 0 && head[0] == '<'
}

// named reads a file by its name, which is to lie in a folder.
func named(file, dir string, o Options, told func(note string)) (*scenario.Scenario, error) {
	if file == "-" {
		return nil, errors.New("standard input is XML, which is read from files only: it names others")
	}
	if dir == "" {
		dir = filepath.Dir(file)
	}
	at, err := filepath.Abs(dir)
	name := file
	if err == nil {
		name, err = filepath.Abs(file)
	}
	if err == nil {
		name, err = filepath.Rel(at, name)
	}
	if err != nil || !filepath.IsLocal(name) {
		return nil, fmt.Errorf("%s is not in the folder %s", file, dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	s, notes, err := Load(root, filepath.ToSlash(name), o)
	for _, note := range notes {
		told(note)
	}
	return s, err
}
