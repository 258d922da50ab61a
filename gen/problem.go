package gen

import (
	"errors"
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
