// Package hostile makes files that are to kill who reads them: small ones that ask for much, and such as lead elsewhere. Readers answer
// each with one sentence.
package hostile

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Files are makers of files by name. The name ends as the format wants it.
type Files map[string]func() []byte

// Small are the files of at most a megabyte, as seeds of fuzzing, in the order of their names.
func (f Files) Small() (out [][]byte) {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if data := f[name](); len(data) <= 1<<20 {
			out = append(out, data)
		}
	}
	return out
}

// Traps are what lies beside each file: names of a pipe that nobody writes to, and of links to an endless file and to one outside of
// the folder.
const (
	pipe    = "pipe.bin"
	endless = "endless.bin"
	outside = "outside.bin"
)

// OBJ are files of Wavefront.
func OBJ() Files {
	const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
	return Files{
		"faces.obj": func() []byte { return []byte(triangle + strings.Repeat("f 1 2 3\n", 6_000_000)) },
		"fans.obj":  func() []byte { return []byte(triangle + strings.Repeat("f"+strings.Repeat(" 1", 500_000)+"\n", 30)) },
		"line.obj":  func() []byte { return []byte(triangle + "f" + strings.Repeat(" 1", 20_000_000)) },
		"word.obj":  func() []byte { return []byte("v 0 0 " + strings.Repeat("x", 1_000_000)) },
		"points.obj": func() []byte {
			return []byte(strings.Repeat("v 0 0 0\n", 6_000_000) + "f 1 2 3\n")
		},
	}
}

// STL are files of stereolithography.
func STL() Files {
	return Files{
		"count.stl": func() []byte { return append(make([]byte, 80), 0xff, 0xff, 0xff, 0xff) },
		"corners.stl": func() []byte { // of which each is at a place of its own
			const n = 600_000
			r := rand.New(rand.NewPCG(1, 1))
			out := append(make([]byte, 80), n&0xff, n>>8&0xff, n>>16, 0)
			for range n {
				item := make([]byte, 50)
				for i := 12; i < 48; i++ {
					item[i] = byte(r.Uint32() % 127) // of finite numbers
				}
				out = append(out, item...)
			}
			return out
		},
		"text.stl": func() []byte {
			var b bytes.Buffer
			b.WriteString("solid\n")
			for i := range 1_500_000 {
				fmt.Fprintf(&b, "vertex %d 0 0\n", i)
			}
			return b.Bytes()
		},
	}
}
