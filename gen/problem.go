package gen

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"mereo/gen/write"
)

// Unreadable is a file of a sample that cannot be read. Pictures of another size have a rule of their own.
func Unreadable(file string, err error) Problem {
	rule := "readable"
	if errors.Is(err, write.ErrSize) {
		rule = "picture-size"
	}
	return Problem{File: file, Rule: rule, Detail: err.Error()}
}

// ProblemOf is an error as a problem.
func ProblemOf(file, rule string, err error) Problem {
	detail := err.Error()
	for _, prefix := range []string{"gen: ", "write: ", file + ": "} {
		detail = strings.TrimPrefix(detail, prefix)
	}
	return Problem{File: file, Rule: rule, Detail: detail}
}

// FirstDifference says in which line, counted from 1, two texts differ first and what stands there; empty if they are equal.
func FirstDifference(data, want []byte) string {
	if bytes.Equal(data, want) {
		return ""
	}
	n := 0
	for n < min(len(data), len(want)) && data[n] == want[n] {
		n++
	}
	line := 1 + bytes.Count(data[:n], []byte{'\n'})
	return fmt.Sprintf("line %d is %s, want %s", line, lineAt(data, n), lineAt(want, n))
}

// lineAt is the line of a byte; of a long one what is near.
func lineAt(data []byte, at int) string {
	const before, most = 40, 80
	if at >= len(data) {
		return "the end"
	}
	from := max(bytes.LastIndexByte(data[:at], '\n')+1, at-before)
	line, _, _ := bytes.Cut(data[from:], []byte{'\n'})
	return fmt.Sprintf("%q", bytes.TrimSpace(line[:min(len(line), most)]))
}
