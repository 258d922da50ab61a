package gl

import (
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
)

// Version is the first line of every shader.
const Version = "#version 450 core\n"

var includeLine = regexp.MustCompile(`^\s*#include\s+"([^"]+)"\s*$`)

// Source is a shader with its includes resolved; Files names the files that its #line directives count.
type Source struct {
	Text  string
	Files []string
}

// Load reads a shader, puts the definitions ("LAMPS 3") at its head and resolves #include "path" (from the root of
// files), each file once.
func Load(files fs.FS, name string, defines ...string) (*Source, error) {
	s := &Source{}
	var b strings.Builder
	b.WriteString(Version)
	for _, d := range defines {
		b.WriteString("#define " + d + "\n")
	}
	if err := s.include(files, name, &b); err != nil {
		return nil, err
	}
	s.Text = b.String()
	return s, nil
}

func (s *Source) include(files fs.FS, name string, b *strings.Builder) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("gl: shader %s: %w", name, err)
	}
	number := len(s.Files)
	s.Files = append(s.Files, name)
	fmt.Fprintf(b, "#line 1 %d\n", number)
next:
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		m := includeLine.FindStringSubmatch(line)
		if m == nil {
			b.WriteString(line + "\n")
			continue
		}
		for _, seen := range s.Files {
			if seen == m[1] {
				b.WriteString("\n")
				continue next
			}
		}
		if err := s.include(files, m[1], b); err != nil {
			return fmt.Errorf("%w (included by %s:%d)", err, name, i+1)
		}
		fmt.Fprintf(b, "#line %d %d\n", i+2, number)
	}
	return nil
}

var logPlace = regexp.MustCompile(`(?m)^(?:ERROR: |WARNING: )?(\d+)[:(](\d+)\)?`)

// explain puts file names into a compiler's log, which counts files.
func (s *Source) explain(log string) string {
	return logPlace.ReplaceAllStringFunc(log, func(place string) string {
		m := logPlace.FindStringSubmatch(place)
		if n, err := strconv.Atoi(m[1]); err == nil && n < len(s.Files) {
			return s.Files[n] + ":" + m[2]
		}
		return place
	})
}
